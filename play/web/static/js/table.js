// Draws a scene: people with their hands, the middle of the table, a map, or rows of named cards.
import { html } from "../vendor/preact-htm.js";
import { Board } from "./board.js";
import { Card, HIDDEN, isCard } from "./cards.js";
import { marked } from "./glossary.js";
import { WORDS } from "./words.js";

const suited = /(^|[^\w-])(10|[2-9TJQKA])([CDHS])(?![\w-])/g;
/** @type {Record<string, string>} */
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const MOST_HIDDEN = 6; // cards with their backs up that are drawn one by one
const MOST_STEPS = 8; // of a gauge that shows them one by one

/**
 * The parts of the table that can be pressed.
 * @typedef {object} Pick
 * @property {(name: string) => boolean} can whether a part can be pressed
 * @property {(name: string) => boolean | undefined} is_open whether its choices are listed alone; undefined:
 * it has only one
 * @property {(name: string) => void} take presses a part
 */

/**
 * A text with its cards drawn and its glossary words marked; plain inside a button.
 * @param {{ text: string, plain?: boolean }} props
 */
export function Words({ text, plain }) {
  const said = (/** @type {string} */ part) => (plain ? [part] : marked(part));
  /** @type {unknown[]} */
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(suited)) {
    const [, before, rank, suit] = found;
    const colour = suit === "D" || suit === "H" ? "red" : "black";
    parts.push(...said(text.slice(at, found.index) + before));
    parts.push(html`<b class=${colour}>${rank.replace("T", "10")}${SIGNS[suit]}</b>`);
    at = found.index + found[0].length;
  }
  return html`<span>${parts}${said(text.slice(at))}</span>`;
}

/**
 * A gauge: few steps are drawn one by one, coloured steps with their colours, any other gauge as a bar.
 * @param {{ value: number, most: number, colours: string[] }} props
 */
function Scale({ value, most, colours }) {
  if (colours.length > 1) {
    const here = Math.max(0, value - 1);
    return html`<span class="steps tinted" aria-hidden="true">${colours.map(
      (colour, k) => html`<i class=${k === here ? "here" : ""} style=${`background:${colour}`} />`,
    )}</span>`;
  }
  const fill = colours[0] ? `background:${colours[0]}` : "";
  if (most <= MOST_STEPS) {
    return html`<span class="steps" aria-hidden="true">${Array.from(
      { length: most },
      (_, k) => html`<i class=${k < value ? "full" : ""} style=${k < value ? fill : ""} />`,
    )}</span>`;
  }
  const width = `width:${(100 * Math.min(value, most)) / most}%`;
  return html`<span class="bar" aria-hidden="true"><span style=${`${width};${fill}`}></span></span>`;
}

/** @param {{ gauge: Wire.Gauge }} props */
function Gauge({ gauge }) {
  const { name, value, most, colour, note } = gauge;
  const said = note || (most ? `${value} / ${most}` : `${value}`);
  const colours = colour.split(" ").filter(Boolean);
  return html`<div class=${`gauge ${name ? "" : "nameless"}`} title=${name ? `${name}: ${said}` : said}>
    ${name && html`<span class="gauge-name">${name}</span>`}
    ${most > 0 && html`<${Scale} value=${value} most=${most} colours=${colours} />`}
    <span class="gauge-value"><${Words} text=${said} /></span>
  </div>`;
}

/** @param {{ gauges: Wire.Gauge[] }} props */
function Gauges({ gauges }) {
  return html`<div class="gauges">${gauges.map((g) => html`<${Gauge} gauge=${g} key=${g.name} />`)}</div>`;
}

/**
 * Events in sentences; repeated ones are shown once, with their number.
 * @param {{ told: string[] }} props
 */
export function Sentences({ told }) {
  /** @type {{ line: string, n: number }[]} */
  const runs = [];
  for (const line of told) {
    const last = runs.at(-1);
    if (last?.line === line) last.n += 1;
    else runs.push({ line, n: 1 });
  }
  return runs.map(({ line, n }) => {
    const times = n > 1 && html`${" "}<span class="dim">${WORDS.times(n)}</span>`;
    return html`<p><${Words} text=${line} />${times}</p>`;
  });
}

/**
 * A card, or an object known by its name alone.
 * @param {{ text: string }} props
 */
function Slot({ text }) {
  const drawn = isCard(text) ? html`<${Card} card=${text} />` : html`<span class="named">${text}</span>`;
  return html`<span class="slot">${drawn}</span>`;
}

/** @param {{ cards: string[] }} props */
function Cards({ cards }) {
  const hidden = cards.filter((card) => card === HIDDEN).length;
  const known = cards.filter((card) => card !== HIDDEN);
  const shown = hidden > MOST_HIDDEN ? [...known, HIDDEN, HIDDEN, HIDDEN] : cards;
  return html`<div class="cards small">
    ${shown.map((card, k) => html`<${Slot} text=${card} key=${k} />`)}
    ${hidden > MOST_HIDDEN && html`<span class="count">×${hidden}</span>`}
  </div>`;
}

/** @param {{ person: Wire.Person, hideHand: boolean }} props */
function Person({ person, hideHand }) {
  const name = person.is_viewer ? WORDS.you(person.name) : person.name;
  const turn = person.is_to_move && html`${" "}<span class="turn">${WORDS.toMove}</span>`;
  const hand = person.cards.length
    ? html`<${Cards} cards=${person.cards} />`
    : html`<p class="dim">${WORDS.empty}</p>`;
  const notes = person.notes.map((note, k) => html`${k > 0 && " · "}<${Words} text=${note} />`);
  const kind = `person ${person.is_to_move ? "to-move" : ""}`;
  return html`<section data-place=${`person ${person.name}`} class=${kind}
    style=${person.colour ? `--own:${person.colour}` : ""}>
    <h3>${name}${turn}</h3>
    ${notes.length > 0 && html`<p class="note">${notes}</p>`}
    ${!hideHand && person.has_hand && hand}
    ${person.laid.length > 0 && html`<${Cards} cards=${person.laid} />`}
    <${Gauges} gauges=${person.gauges} />
  </section>`;
}

/** @param {{ pile: Wire.Pile }} props */
function Pile({ pile }) {
  const laid = pile.cards.map(({ card, by, colour }, k) => {
    const lit = k === pile.cards.length - 1;
    const drawn = isCard(card)
      ? html`<${Card} card=${card} mark=${colour} note=${by} by=${by} lit=${lit} />`
      : html`<span class="named">${card}</span>`;
    const who = pile.cards[k + 1]?.by === by ? "" : by; // of several in a row, once
    return html`<span class="slot" key=${k}>${drawn}<span class="by">${who}</span></span>`;
  });
  const total = pile.total && html`${" "}<span class="total">${WORDS.total(pile.total)}</span>`;
  return html`<section data-place=${`pile ${pile.title}`} class=${`pile ${pile.is_lit ? "lit" : ""}`}
    style=${`flex-grow:${pile.share}`}>
    <h3>${pile.title}${total}</h3>
    <div class="cards laps">${laid}</div>
    ${pile.note && html`<p class="note"><${Words} text=${pile.note} /></p>`}
  </section>`;
}

/** @param {{ thing: Wire.Thing }} props */
function Thing({ thing }) {
  return html`<section class="thing"><h3>${thing.name}</h3>
    ${thing.note && html`<p class="note"><${Words} text=${thing.note} /></p>`}
    <${Gauges} gauges=${thing.gauges} />
    ${thing.cards.length > 0 && html`<${Cards} cards=${thing.cards} />`}
  </section>`;
}

/** @param {{ stock: Wire.Stock }} props */
function Stock({ stock }) {
  const none = html`<span class="slot"><span class="no-card"></span></span>`;
  return html`<div class="stock" data-place="stock">
    ${stock.top === null ? none : html`<${Slot} text=${stock.top} />`}
    <span class="label">${stock.name}<br />${WORDS.cards(stock.n)}</span></div>`;
}

/** @param {{ face: Wire.Face, pick: Pick | null }} props */
function Face({ face, pick }) {
  const is_back = face.name === HIDDEN;
  const is_open = pick?.is_open(face.name);
  const looks = [face.is_lit && "lit", face.is_dim && "dim", is_back && "back", is_open && "open"]
    .filter(Boolean)
    .join(" ");
  const inner = html`<span class="face-name">${is_back ? WORDS.faceDown : face.name}</span>
    ${face.number && html`<b class="face-number">${face.number}</b>`}
    ${face.notes.map((note) => html`<span class="face-note">${note}</span>`)}`;
  return !is_back && pick?.can(face.name)
    ? html`<button class=${`named-card ${looks} can`} aria-expanded=${is_open}
        onClick=${() => pick.take(face.name)}>${inner}</button>`
    : html`<span class=${`named-card ${looks}`}>${inner}</span>`;
}

/** @param {{ row: Wire.CardRow, pick: Pick | null }} props */
function CardRow({ row, pick }) {
  const faces = row.faces.map((face, k) => html`<${Face} face=${face} key=${k} pick=${pick} />`);
  const style = row.colour ? `--own:${row.colour}` : "";
  return html`<section class=${`card-row ${row.is_lit ? "lit" : ""}`} style=${style}>
    <h3>${row.title}${" "}<span class="note">${row.note}</span></h3>
    <div class="faces">${faces}${!faces.length && html`<span class="dim">${WORDS.empty}</span>`}</div>
  </section>`;
}

/**
 * @param {object} props
 * @param {Wire.Scene} props.scene
 * @param {Wire.Person | null} [props.me] the person whose hand is shown elsewhere
 * @param {Pick | null} [props.pick]
 */
export function Table({ scene, me = null, pick = null }) {
  const { card_rows, far, near, things, map, piles, lines, stocks, ring } = scene;
  const gauges = ring ? [...scene.gauges, ring] : scene.gauges;
  if (card_rows.length) {
    const rows = card_rows.map((row) => html`<${CardRow} row=${row} pick=${pick} key=${row.title} />`);
    return html`<div class="table rows">${rows}</div>`;
  }
  const people = (/** @type {Wire.Person[]} */ some) =>
    some.map((p) => html`<${Person} person=${p} key=${p.name} hideHand=${p === me} />`);
  const side = html`<div class="side">
    <div class="stocks">${stocks.map((s) => html`<${Stock} stock=${s} key=${s.name} />`)}</div>
    <${Gauges} gauges=${gauges} /></div>`;
  return html`<div class="table">
    <div class="people far">${people(far)}</div>
    ${
      !map &&
      things.length > 0 &&
      html`<div class="things">${things.map((t) => html`<${Thing} thing=${t} key=${t.name} />`)}</div>`
    }
    <div class=${`middle ${map ? "mapped" : ""}`}>
      ${map && html`<${Board} map=${map} pick=${pick} />`}
      <div class="piles">
        ${piles.map((p, k) => html`<${Pile} pile=${p} key=${k} />`)}
        ${lines.map((line) => html`<p class="line"><${Words} text=${line} /></p>`)}
      </div>
      ${(stocks.length > 0 || gauges.length > 0) && side}
    </div>
    <div class="people near">${people(near)}</div>
  </div>`;
}
