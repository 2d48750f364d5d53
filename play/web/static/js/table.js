// Draws a scene: people, things and piles; a map; or rows of named cards.
import { html } from "../vendor/preact-htm.js";
import { Board } from "./board.js";
import { Face } from "./faces.js";
import { Person, Stock, Thing } from "./figures.js";
import { Gauges } from "./gauges.js";
import { Lanes } from "./lanes.js";
import { afterOf } from "./preview.js";
import { WORDS } from "./words.js";

/**
 * The parts of the table that can be pressed.
 * @typedef {object} Pick
 * @property {(name: string) => boolean} can whether a part can be pressed
 * @property {(name: string) => boolean | undefined} is_open whether its choices are listed alone; undefined:
 * it has only one
 * @property {(name: string) => void} take presses a part
 * @property {(name: string) => Map<string, number> | undefined} after the values of its gauges after the
 * choice that is looked at
 */

/** @param {{ row: Wire.CardRow, pick: Pick | null }} props */
function CardRow({ row, pick }) {
  const faces = row.faces.map((face, k) => html`<${Face} face=${face} key=${k} pick=${pick} />`);
  const style = `--share:${row.share}${row.colour ? `;--own:${row.colour}` : ""}`;
  return html`<section class=${`card-row ${row.is_lit ? "lit" : ""}`} style=${style}>
    <h3>${row.title}${" "}<span class="note">${row.note}</span></h3>
    <div class="faces" tabIndex="0">${faces}
      ${!faces.length && html`<span class="dim">${WORDS.empty}</span>`}</div>
  </section>`;
}

/**
 * Where everything of a scene goes: the far side, the two edges, the middle, the near side.
 * @param {Wire.Scene} scene
 * @param {Wire.Person | null} me the person who is shown elsewhere
 */
function placesOf(scene, me) {
  const others = scene.near.filter((person) => person !== me);
  const ring = scene.piles.some((pile) => pile.is_lit) ? scene.ring : null;
  return {
    far: scene.far,
    left: scene.map ? [] : scene.things,
    allies: me ? others : [],
    near: me ? [] : others,
    gauges: scene.ring && !ring ? [...scene.gauges, scene.ring] : scene.gauges,
    ring,
  };
}

/**
 * @param {object} props
 * @param {Wire.Scene} props.scene
 * @param {Wire.Person | null} [props.me] the person who is shown elsewhere
 * @param {Pick | null} [props.pick]
 * @param {import("./preview.js").Preview | null} [props.preview] of the choice that is looked at
 * @param {Wire.SpeechTold | null} [props.says] what somebody at the table says
 */
export function Table({ scene, me = null, pick = null, preview = null, says = null }) {
  const { card_rows, map, piles, lines, stocks } = scene;
  if (card_rows.length) {
    const rows = card_rows.map((row) => html`<${CardRow} row=${row} pick=${pick} key=${row.title} />`);
    return html`<div class="table rows" tabIndex="0" role="group" aria-label=${WORDS.table}>${rows}</div>`;
  }
  const { far, left, allies, near, gauges, ring } = placesOf(scene, me);
  const people = (/** @type {Wire.Person[]} */ some) =>
    some.map((p) => html`<${Person} person=${p} key=${p.name} says=${says} after=${afterOf(preview, p)} />`);
  const has_right = allies.length + stocks.length + gauges.length > 0;
  const of_table = html`<div class="of-table"><${Gauges} gauges=${gauges} after=${preview?.after} /></div>`;
  const heaps = html`<div class="stocks">
    ${stocks.map((s) => html`<${Stock} stock=${s} key=${s.name} />`)}</div>`;
  const at_right = html`<div class="edge right" tabIndex="0">${people(allies)}
    ${gauges.length > 0 && of_table}
    ${stocks.length > 0 && heaps}
  </div>`;
  const at_left = html`<div class="edge left" tabIndex="0">
    ${left.map((t) => html`<${Thing} thing=${t} key=${t.name} />`)}</div>`;
  const edges = html`<div class="edges" tabIndex="0">
    ${left.length > 0 && at_left}${has_right && at_right}</div>`;
  const has_middle = piles.length + lines.length > 0;
  const looks = ["table", map && "mapped", left.length > 0 && "has-left", has_right && "has-right"];
  return html`<div class=${looks.filter(Boolean).join(" ")} tabIndex="0" role="group"
    aria-label=${WORDS.table}>
    ${far.length > 0 && html`<div class="people far" tabIndex="0">${people(far)}</div>`}
    ${(left.length > 0 || has_right) && edges}
    <div class="middle">${map && html`<${Board} map=${map} pick=${pick} />`}
      ${has_middle && html`<${Lanes} piles=${piles} lines=${lines} ring=${ring} preview=${preview} />`}</div>
    ${near.length > 0 && html`<div class="people near">${people(near)}</div>`}
  </div>`;
}
