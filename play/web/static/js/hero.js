// The top of the first screen: one button to play, and what else there is today.
import { html, useState } from "../vendor/preact-htm.js";
import { Card } from "./cards.js";
import { offerOf, tableName } from "./gallery.js";
import { Picture } from "./picture.js";
import { WORDS } from "./words.js";

/** @typedef {import("./gallery.js").Offer} Offer */

/** The first game of everybody: guided, against the lowest level. */
const FIRST = { game: "throwdown-v0", scenario: "duel", seats: "pilot_0", against: "level:1" };
const HERO = { picture: "duel", colours: ["#4b2fa3", "#b42929"], sides: [1, 1] };

/**
 * What the large button does: the last game goes on, or is played again, or the first one begins.
 * @param {Wire.Saved[]} games the latest first
 * @param {Wire.GameInfo[]} kinds
 */
function nextOf(games, kinds) {
  const own = games.filter((g) => !g.is_damaged && !g.is_apart);
  const last = own.find((g) => !g.verdict) ?? own[0] ?? null;
  const offer = last && offerOf(kinds, last.id ?? "", last.scenario);
  return { last, offer, name: offer?.table.name ?? last?.title ?? "" };
}

/**
 * @param {object} props
 * @param {Page.Net} props.net
 * @param {Wire.Saved[]} props.games
 * @param {Wire.GameInfo[]} props.kinds
 * @param {(offer: Offer) => void} props.choose
 * @param {Page.Open} props.open
 * @param {Page.Problem} props.problem
 */
export function Hero({ net, games, kinds, choose, open, problem }) {
  const [busy, setBusy] = useState(false);
  const { last, offer, name } = nextOf(games, kinds);
  const begin = (/** @type {Promise<Page.Shown>} */ asked) => {
    setBusy(true);
    asked.then(open).catch((error) => {
      setBusy(false);
      problem(error);
    });
  };
  const play = () => {
    if (!last) begin(net.ask("new", FIRST));
    else if (last.verdict) begin(net.ask("rematch", { game: last.game }));
    else begin(net.ask("open", { game: last.game }));
  };
  const text = last ? (last.verdict ? WORDS.playAgain(name) : WORDS.goOnWith(name)) : WORDS.playFirst;
  const note = last
    ? `${last.about} ${last.verdict ? WORDS.verdict[last.verdict] : WORDS.moves(last.moves)}`
    : "";
  const instead =
    offer && html`<button class="quiet" onClick=${() => choose(offer)}>${WORDS.beginAnew}</button>`;
  return html`<section class="hero">
    <div><p class="brand">${WORDS.name}</p><h1>${WORDS.slogan.map((line) => html`<span>${line}</span>`)}</h1>
      <p class="dim">${WORDS.pitch}</p>
      <p class="go-line"><button class="main go-play" disabled=${busy} onClick=${play}>
        <span aria-hidden="true">▶ </span>${busy ? WORDS.working : text}</button>${instead}</p>
      <p class="dim">${note || WORDS.firstAbout}</p></div>
    <${Picture} table=${HERO} /></section>`;
}

/**
 * The puzzle of the day, and the game with real cards.
 * @param {object} props
 * @param {Wire.Records | null} props.found
 * @param {(name: string) => void} props.solve
 * @param {() => void} props.real
 */
export function Today({ found, solve, real }) {
  const today = found?.today;
  const state = (/** @type {string} */ name) =>
    found?.solved.includes(name) ? WORDS.isSolved : found?.missed.includes(name) ? WORDS.isMissed : "";
  return html`<section class="today" aria-label=${WORDS.today}>
    ${
      today &&
      html`<button class="wide-tile" onClick=${() => solve(today.name)}>
        <span class="some-cards">
          ${today.cards.slice(0, 3).map((card) => html`<${Card} card=${card} />`)}</span>
        <span><b>${WORDS.today}</b><span class="dim">${WORDS.grades[today.grade]}${" · "}
          ${state(today.name) || WORDS.puzzleTask}</span></span></button>`
    }
    <button class="wide-tile" onClick=${real}>
      <span class="some-cards"><${Card} card="KS" /><${Card} card="??" /></span>
      <span><b>${WORDS.real}</b><span class="dim">${WORDS.realAbout}</span></span></button></section>`;
}

/**
 * What the player has won: games by table, and levels beaten.
 * @param {{ records: Wire.RecordTold[], kinds: Wire.GameInfo[] }} props
 */
export function Won({ records, kinds }) {
  /** @type {Map<string, { name: string, won: number, played: number, level: number }>} */
  const found = new Map();
  for (const x of records) {
    const key = `${x.game}/${x.scenario}`;
    const one = found.get(key) ?? { name: tableName(kinds, x), won: 0, played: 0, level: 0 };
    one.won += x.won;
    one.played += x.won + x.drawn + x.lost;
    if (x.won) one.level = Math.max(one.level, Number(/^level:(\d+)$/.exec(x.against)?.[1] ?? 0));
    found.set(key, one);
  }
  const some = [...found.values()].filter((x) => x.won);
  if (!some.length) return null;
  return html`<section><h2>${WORDS.won}</h2><ul class="trophies">${some.map(
    (x) => html`<li><span class="trophy" aria-hidden="true">${x.won}</span><span><b>${x.name}</b>
      <span class="dim">${WORDS.wonOf(x.won, x.played)}${!!x.level && ` · ${WORDS.beaten(x.level)}`}</span>
      </span></li>`,
  )}</ul></section>`;
}
