// Draws a scene: people, things and piles; a map; or rows of named cards.
import { html, useState } from "../vendor/preact-htm.js";
import { Board } from "./board.js";
import { Face } from "./faces.js";
import { facing, Person, Stock, Thing } from "./figures.js";
import { Gauges } from "./gauges.js";
import { Lanes } from "./lanes.js";
import { afterOf } from "./preview.js";
import { Words } from "./text.js";
import { WORDS } from "./words.js";

const MOST_ABREAST = 6; // named cards of a row on a phone; more are two rows
const MOST_HELD = 4; // of the last row, which is the hand
const FEW_ALLIES = 2; // who are all seen beside the far side on a phone

/**
 * What can be pressed on the table.
 * @typedef {object} Pick
 * @property {(name: string) => boolean} can whether a part can be pressed
 * @property {(name: string) => boolean} is_open whether it is taken up, or its choices are listed alone
 * @property {(name: string) => Record<string, boolean | undefined>} state the same, for screen readers
 * @property {(name: string) => void} take presses a part
 * @property {(name: string) => Map<string, number> | undefined} after the values of its gauges after the
 * choice that is looked at
 */

/** @param {{ row: Wire.CardRow, most: number, pick: Pick | null }} props */
function CardRow({ row, most, pick }) {
  const n = row.faces.length;
  const faces = row.faces.map((face, k) => html`<${Face} face=${face} key=${k} pick=${pick} />`);
  const style = `--n:${n};--half:${Math.ceil(n / 2)}${row.colour ? `;--own:${row.colour}` : ""}`;
  const looks = [row.is_lit && "lit", row.share < 1 && "slim", n > most && "many"];
  return html`<section class=${["card-row", ...looks].filter(Boolean).join(" ")} style=${style}>
    <h3>${row.title}${" "}<span class="note">${row.note}</span></h3>
    <div class="faces" tabIndex="0">${faces}
      ${!n && html`<span class="dim">${WORDS.empty}</span>`}</div>
  </section>`;
}

/**
 * Where everything of a scene goes.
 * @param {Wire.Scene} scene
 * @param {Wire.Person | null} me the person who is shown elsewhere
 */
function placesOf(scene, me) {
  const { far, near, piles, things, stocks, map, lines } = facing(scene);
  const others = near.filter((person) => person !== me);
  // A ring is drawn before its first card, too.
  const main =
    piles.find((pile) => pile.is_lit) ?? (scene.ring ? piles.find((pile) => !pile.owner) : undefined);
  const is_bare = piles.every(({ cards, chips, worth }) => !cards.length && !chips && !worth);
  return {
    far,
    allies: me ? others : [],
    near: me ? [] : others,
    things: map ? [] : things,
    gauges: scene.ring && !main ? [...scene.gauges, scene.ring] : scene.gauges,
    stocks,
    main,
    is_idle: !map && !lines.length && !main && is_bare,
  };
}

/**
 * What stands around the middle: on a phone a strip, which a button opens.
 * @param {{ left: unknown[], right: unknown[] }} props
 */
function Around({ left, right }) {
  const [open, setOpen] = useState(false);
  return html`<div class=${`edges ${open ? "open" : ""}`} tabIndex="0">
    ${left.length > 0 && html`<div class="edge left" tabIndex="0">${left}</div>`}
    ${right.some(Boolean) && html`<div class="edge right" tabIndex="0">${right}</div>`}
    <button class="sign around" aria-label=${WORDS.around} title=${WORDS.around} aria-expanded=${open}
      onClick=${() => setOpen(!open)}>${open ? "✕" : "⌄"}</button>
  </div>`;
}

/**
 * @param {object} props
 * @param {Wire.Scene} props.scene
 * @param {string} [props.goal] told where nothing lies
 * @param {Wire.Person | null} [props.me] the person who is shown elsewhere
 * @param {Pick | null} [props.pick]
 * @param {import("./preview.js").Preview | null} [props.preview] of the choice that is looked at
 * @param {Wire.SpeechTold | null} [props.says] what somebody at the table says
 */
export function Table({ scene, goal = "", me = null, pick = null, preview = null, says = null }) {
  const { card_rows, map, piles, lines, ring } = scene;
  if (card_rows.length) {
    const rows = card_rows.map((row, k) => {
      const most = k + 1 < card_rows.length ? MOST_ABREAST : MOST_HELD;
      return html`<${CardRow} row=${row} most=${most} pick=${pick} key=${row.title} />`;
    });
    return html`<div class="table rows" tabIndex="0" role="group" aria-label=${WORDS.table}>
      <h2 class="unseen">${WORDS.table}</h2>${rows}</div>`;
  }
  const { far, allies, near, things, gauges, stocks, main, is_idle } = placesOf(scene, me);
  const people = (/** @type {Wire.Person[]} */ some) =>
    some.map((p) => html`<${Person} person=${p} key=${p.name} says=${says} after=${afterOf(preview, p)} />`);
  const after = (/** @type {string} */ name) => (preview?.of === name ? preview.after : undefined);
  const left = things.map((t) => html`<${Thing} thing=${t} key=${t.name} after=${after(t.name)} />`);
  const counted =
    gauges.length > 0 &&
    html`<div class="of-table"><${Gauges} gauges=${gauges} after=${preview?.after} /></div>`;
  const heaps = stocks.map((s) => html`<${Stock} stock=${s} key=${s.name} />`);
  const idle = html`<div class="idle">${goal && html`<p class="aim"><${Words} text=${goal} /></p>`}
    ${left}${counted}<div class="stocks">${heaps}</div></div>`;
  const around = html`<${Around} left=${is_idle ? [] : left}
    right=${is_idle ? people(allies) : [...people(allies), counted, ...heaps]} />`;
  const is_around = allies.length > 0 || (!is_idle && (left.length + heaps.length > 0 || !!counted));
  const lanes = html`<${Lanes} piles=${piles} lines=${lines} ring=${ring} main=${main} preview=${preview} />`;
  const looks = ["table", map && "mapped", is_around && "has-edges", allies.length > FEW_ALLIES && "crowded"];
  return html`<div class=${looks.filter(Boolean).join(" ")} tabIndex="0" role="group"
    style=${`--allies:${allies.length}`} aria-label=${WORDS.table}>
    <h2 class="unseen">${WORDS.table}</h2>
    ${far.length > 0 && html`<div class="people far" tabIndex="0">${people(far)}</div>`}
    ${is_around && around}
    <div class="middle">${map && html`<${Board} map=${map} pick=${pick} />`}
      ${is_idle ? idle : piles.length + lines.length > 0 && lanes}</div>
    ${near.length > 0 && html`<div class="people near">${people(near)}</div>`}
  </div>`;
}
