// Those at the table: people and things as figures, with what they hold and how they stand.
import { html, useState } from "../vendor/preact-htm.js";
import { Card, HIDDEN, isCard } from "./cards.js";
import { Gauges } from "./gauges.js";
import { Words } from "./text.js";
import { WORDS } from "./words.js";

const MOST_HIDDEN = 8; // cards with their backs up that are drawn one by one
const FEW_HIDDEN = 3; // drawn instead of more
const IS_SERVED = location.protocol.startsWith("http"); // a recorded game is a file

/**
 * A table turned so that the viewer sits on the near side.
 * @param {Wire.Scene} scene
 * @returns {Wire.Scene}
 */
export function facing(scene) {
  const { far, near } = scene;
  const is_here = (/** @type {Wire.Person[]} */ some) => some.some((person) => person.is_viewer);
  return is_here(far) && !is_here(near) ? { ...scene, far: near, near: far } : scene;
}

/**
 * The address of an emblem; empty if there is none.
 * @param {string} kind
 * @param {string} name
 * @param {string} colour
 */
export function emblemAt(kind, name, colour) {
  if (!kind || !IS_SERVED) return "";
  const hue = colour ? `?colour=${encodeURIComponent(colour)}` : "";
  return `/emblem/${encodeURIComponent(kind)}/${encodeURIComponent(name)}.svg${hue}`;
}

/**
 * The emblem of a kind and name; a disc with a letter if there is none.
 * @param {{ kind: string, name: string, colour?: string }} props
 */
export function Emblem({ kind, name, colour = "" }) {
  const [failed, setFailed] = useState("");
  const source = emblemAt(kind, name, colour);
  return source && failed !== source
    ? html`<img class="emblem" src=${source} alt="" draggable=${false} onError=${() => setFailed(source)} />`
    : html`<span class="emblem disc" aria-hidden="true">${name.slice(0, 1)}</span>`;
}

/**
 * A card, or an object known by its name alone.
 * @param {{ text: string }} props
 */
export function Slot({ text }) {
  const drawn = isCard(text) ? html`<${Card} card=${text} />` : html`<span class="named">${text}</span>`;
  return html`<span class="slot">${drawn}</span>`;
}

/** @param {{ cards: string[] }} props */
export function Cards({ cards }) {
  const hidden = cards.filter((card) => card === HIDDEN).length;
  const known = cards.filter((card) => card !== HIDDEN);
  const many = hidden > MOST_HIDDEN;
  const shown = many ? [...known, ...Array.from({ length: FEW_HIDDEN }, () => HIDDEN)] : cards;
  return html`<div class="cards">
    ${shown.map((card, k) => html`<${Slot} text=${card} key=${k} />`)}
    ${many && html`<span class="count">×${hidden}</span>`}
  </div>`;
}

/**
 * Who a person is: emblem, name, notes and gauges.
 * @param {{ person: Wire.Person, after?: Map<string, number> }} props
 */
export function Figure({ person, after }) {
  const name = person.is_viewer ? WORDS.you(person.name) : person.name;
  const turn = person.is_to_move && html`${" "}<span class="turn">${WORDS.toMove}</span>`;
  const notes = person.notes.map((note, k) => html`${k > 0 && " · "}<${Words} text=${note} />`);
  return html`<${Emblem} kind=${person.kind} name=${person.name} colour=${person.colour} />
    <div class="who"><h3>${name}${turn}</h3>
      ${notes.length > 0 && html`<p class="note">${notes}</p>`}
      <${Gauges} gauges=${person.gauges} after=${after} /></div>`;
}

/**
 * @param {object} props
 * @param {Wire.Person} props.person
 * @param {Wire.SpeechTold | null} [props.says] what somebody at the table says
 * @param {Map<string, number>} [props.after] the values of gauges after the choice that is looked at, by name
 */
export function Person({ person, says, after }) {
  const hand = person.cards.length
    ? html`<${Cards} cards=${person.cards} />`
    : person.has_hand && html`<p class="dim">${WORDS.empty}</p>`;
  return html`<section data-place=${`person ${person.name}`}
    class=${`person ${person.is_to_move ? "to-move" : ""}`}
    style=${person.colour ? `--own:${person.colour}` : ""}>
    <${Figure} person=${person} after=${after} />
    ${hand}
    ${person.laid.length > 0 && html`<${Cards} cards=${person.laid} />`}
    ${says?.who === person.name && html`<p class="says">${says.text}</p>`}
  </section>`;
}

/** @param {{ thing: Wire.Thing, after?: Map<string, number> }} props */
export function Thing({ thing, after }) {
  return html`<section class="thing"><${Emblem} kind=${thing.kind} name=${thing.name} />
    <div class="who"><h3>${thing.name}</h3>
      ${thing.note && html`<p class="note"><${Words} text=${thing.note} /></p>`}
      <${Gauges} gauges=${thing.gauges} after=${after} /></div>
    ${thing.cards.length > 0 && html`<${Cards} cards=${thing.cards} />`}
  </section>`;
}

/** @param {{ stock: Wire.Stock }} props */
export function Stock({ stock }) {
  const none = html`<span class="slot"><span class="no-card"></span></span>`;
  return html`<div class="stock" data-place=${stock.top === HIDDEN ? "stock" : "heap"}>
    ${stock.top === null ? none : html`<${Slot} text=${stock.top} />`}
    <span class="label">${stock.name}<br />${WORDS.cards(stock.n)}</span></div>`;
}
