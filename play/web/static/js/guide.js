// The first three games of a kind are guided: what a moment teaches is told when it first comes up.
import { html, useState } from "../vendor/preact-htm.js";
import { Words } from "./table.js";
import { WORDS } from "./words.js";

const KEY = "throwdown-guide";
const GAMES = 3;

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || {};
  } catch {
    return {};
  }
}

// What a player was taught of a game: {games: [keys of her games], seen: {lesson: how many moves had been made}, on}.
function courseOf(id) {
  return { games: [], seen: {}, on: null, ...read()[id] };
}

function keep(id, course) {
  localStorage.setItem(KEY, JSON.stringify({ ...read(), [id]: course }));
}

// Whether a game is guided: one of the first three, unless it was switched on or off by hand.
export function isGuided(position) {
  const course = courseOf(position.id);
  if (course.on !== null) return course.on;
  return course.games.includes(position.game) || course.games.length < GAMES;
}

export function switchGuide(position, on) {
  const course = courseOf(position.id);
  keep(position.id, { ...course, on, seen: on ? {} : course.seen });
}

// The lesson of a moment: the first one that was not told before; the one of this very moment stays.
function lessonOf(position) {
  const course = courseOf(position.id);
  const games = course.games.includes(position.game) ? course.games : [...course.games, position.game];
  const number = course.on ? GAMES : games.indexOf(position.game) + 1;
  const here = `${position.game}:${position.moves}`;
  const fits = position.lessons.filter((x) => x.game <= number && (course.seen[x.key] || here) === here);
  const lesson = fits.find((x) => course.seen[x.key] === here) || fits[0];
  keep(position.id, { ...course, games, seen: lesson ? { ...course.seen, [lesson.key]: here } : course.seen });
  return lesson;
}

export function Lesson({ position }) {
  const [shut, setShut] = useState("");
  const here = `${position.game}:${position.moves}`;
  const lesson = shut === here ? null : lessonOf(position);
  if (!lesson) return null;
  return html`<div class="lesson" role="note" aria-label=${WORDS.lesson}>
    <h3><${Words} text=${lesson.title || WORDS.lesson} /></h3>
    <p class="lesson-text" tabIndex="0"><${Words} text=${lesson.text} /></p>
    <button class="quiet" onClick=${() => setShut(here)}>${WORDS.understood}</button>
  </div>`;
}
