// Guides the first three games of a kind: lessons are told when they first apply.
import { html, useState } from "../vendor/preact-htm.js";
import { Words } from "./text.js";
import { WORDS } from "./words.js";

const KEY = "throwdown-guide";
const GAMES = 3;

/**
 * The lessons of a player for a game.
 * @typedef {object} Course
 * @property {string[]} games the keys of the player's games
 * @property {Record<string, string>} seen by lesson, the moment at which it was told
 * @property {boolean | null} on the manual switch; null: not used
 */

/** @returns {Record<string, Course>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") || {};
  } catch {
    return {};
  }
}

/** @param {string} id @returns {Course} */
function courseOf(id) {
  const fresh = { games: [], seen: {}, on: null };
  return { ...fresh, ...read()[id] };
}

/** @param {string} id @param {Course} course */
function keep(id, course) {
  localStorage.setItem(KEY, JSON.stringify({ ...read(), [id]: course }));
}

/**
 * Whether a game is guided: one of the first three, unless switched on or off by hand.
 * @param {Wire.Position} position
 */
export function isGuided(position) {
  const course = courseOf(position.id);
  if (course.on !== null) return course.on;
  return course.games.includes(position.game) || course.games.length < GAMES;
}

/** @param {Wire.Position} position @param {boolean} on */
export function switchGuide(position, on) {
  const course = courseOf(position.id);
  keep(position.id, { ...course, on, seen: on ? {} : course.seen });
}

/** @param {Wire.Position} position */
const momentOf = (position) => `${position.game}:${position.moves}`;

/**
 * The lesson of a moment: the first one not told before; the current moment's own stays.
 * @param {Wire.Position} position
 * @returns {Wire.LessonTold | undefined}
 */
function lessonOf(position) {
  const course = courseOf(position.id);
  const games = course.games.includes(position.game) ? course.games : [...course.games, position.game];
  const number = course.on ? GAMES : games.indexOf(position.game) + 1;
  const here = momentOf(position);
  const fits = position.lessons.filter((x) => x.game <= number && (course.seen[x.key] || here) === here);
  const lesson = fits.find((x) => course.seen[x.key] === here) || fits[0];
  keep(position.id, {
    ...course,
    games,
    seen: lesson ? { ...course.seen, [lesson.key]: here } : course.seen,
  });
  return lesson;
}

/**
 * @param {object} props
 * @param {Wire.Position} props.position
 * @param {() => void} props.leave ends the lessons
 */
export function Lesson({ position, leave }) {
  const [shut, setShut] = useState("");
  const here = momentOf(position);
  const lesson = shut === here ? null : lessonOf(position);
  if (!lesson) return null;
  return html`<div class="lesson" role="note" aria-label=${WORDS.lesson}>
    <h3><${Words} text=${lesson.title || WORDS.lesson} /></h3>
    <p class="lesson-text" tabIndex="0"><${Words} text=${lesson.text} /></p>
    <p class="lesson-end"><button class="quiet" onClick=${() => setShut(here)}>${WORDS.understood}</button>
      <button class="quiet close" aria-label=${WORDS.noLessons} title=${WORDS.noLessons}
        onClick=${leave}>✕</button></p>
  </div>`;
}
