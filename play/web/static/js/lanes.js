// The middle of a table: piles as lanes, with what they are worth, and the pile in use inside its ring.
import { html } from "../vendor/preact-htm.js";
import { Card, isCard } from "./cards.js";
import { coloursOf } from "./gauges.js";
import { Words } from "./text.js";
import { WORDS } from "./words.js";

const RADIUS = 94;
const GAP = 3.5; // degrees left free at both ends of a segment
const MOST_CHIPS = 12; // that are drawn
const STACK = 4; // chips in a stack
const TILTS = [-4, 3, -2, 5, -5, 2]; // degrees, of the cards that lie below the top one

/** @typedef {import("./preview.js").Preview} Preview */

/** @param {number} degrees */
function onRing(degrees) {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(RADIUS * Math.cos(angle)).toFixed(1)} ${(RADIUS * Math.sin(angle)).toFixed(1)}`;
}

/**
 * A gauge as a ring of segments: the present one is bright, and so is the one that a choice would lead to.
 * @param {{ gauge: Wire.Gauge, to: number | undefined }} props
 */
function Ring({ gauge, to }) {
  const colours = coloursOf(gauge);
  const n = Math.max(1, gauge.most || colours.length);
  const part = 360 / n;
  const segments = Array.from({ length: n }, (_, k) => {
    const [from, end] = [onRing(k * part + GAP), onRing((k + 1) * part - GAP)];
    const path = `M${from}A${RADIUS} ${RADIUS} 0 ${part > 183 ? 1 : 0} 1 ${end}`;
    const state = k + 1 === gauge.value ? "here" : k + 1 === to ? "to" : k < gauge.value ? "full" : "";
    return html`<path class=${state} d=${path} stroke=${colours[k % colours.length] ?? "currentColor"} />`;
  });
  const said = to === undefined || to === gauge.value ? gauge.value : `${gauge.value} → ${to}`;
  const change = to === undefined || to === gauge.value ? "" : to < gauge.value ? "falls" : "rises";
  return html`<svg class="ring" viewBox="-100 -100 200 200" role="img"
      aria-label=${`${gauge.name}: ${WORDS.outOf(gauge.value, n)}`}>
      <title>${`${gauge.name}: ${gauge.note || gauge.value}`}</title>${segments}</svg>
    <p class=${`ring-told ${change}`} aria-hidden="true">${gauge.name} <b>${said}</b></p>`;
}

/**
 * @param {{ laid: Wire.Laid, k: number, n: number, lit: boolean }} props k: its place from below, of n
 */
function Lying({ laid: { card, by, colour }, k, n, lit }) {
  const top = k === n - 1;
  const drawn = isCard(card)
    ? html`<${Card} card=${card} mark=${colour} note=${by} by=${by} lit=${top && lit} large=${lit} />`
    : html`<span class="named">${card}</span>`;
  const tilt = top ? 0 : TILTS[(n - k) % TILTS.length];
  return html`<span class=${`slot ${top ? "top" : ""}`} style=${`--tilt:${tilt}deg`}
    title=${by}>${drawn}</span>`;
}

/**
 * Chips in stacks.
 * @param {{ n: number }} props
 */
function Chips({ n }) {
  const shown = Math.min(n, MOST_CHIPS);
  const chips = Array.from({ length: shown }, (_, k) => {
    const [x, y] = [30 + 58 * Math.floor(k / STACK), 74 - 13 * (k % STACK)];
    return html`<g transform=${`translate(${x} ${y})`}><ellipse class="edge" rx="27" ry="15" cy="9" />
      <ellipse rx="27" ry="15" /><ellipse class="rim" rx="20" ry="10" /></g>`;
  });
  const width = 2 + 58 * Math.ceil(shown / STACK);
  return html`<svg class="chips" viewBox=${`0 0 ${width} 100`} aria-hidden="true">${chips}</svg>`;
}

/**
 * A title whose part before a dot stands back.
 * @param {string} title
 */
function titled(title) {
  const [nth, ...rest] = title.split(" · ");
  return rest.length
    ? html`<span class="nth">${nth}</span>${" "}<span>${rest.join(" · ")}</span>`
    : html`<span>${title}</span>`;
}

/**
 * @param {object} props
 * @param {Wire.Pile} props.pile
 * @param {boolean} props.is_main whether it is in use now, or next
 * @param {Wire.Gauge | null} props.ring
 * @param {Preview | null} props.preview
 */
function Pile({ pile, is_main, ring, preview }) {
  const { title, cards, note, is_lit, total, worth, owner, chips } = pile;
  const here = preview?.lies === title ? preview : null;
  const n = cards.length;
  const ghost = here && isCard(here.card);
  const gaps = Math.max(1, n - 1 + (ghost ? 1 : 0));
  const laid = cards.map((one, k) => html`<${Lying} laid=${one} k=${k} n=${n} lit=${is_lit} key=${k} />`);
  const by = cards.at(-1)?.by;
  const kind = ["pile", is_main && "main", is_lit && "lit", owner && "won", n === 0 && "bare"]
    .filter(Boolean)
    .join(" ");
  return html`<section data-place=${`pile ${title}`} class=${kind}
    style=${`--share:${pile.share};--gaps:${gaps}${owner ? `;--own:${owner}` : ""}`}>
    <h3>${titled(title)}${total && html`${" "}<span class="total">${WORDS.total(total)}</span>`}</h3>
    ${worth && html`<b class="medal"><span class="unseen">${WORDS.worth}${" "}</span>${worth}</b>`}
    <div class="field">
      ${is_main && ring && html`<${Ring} gauge=${ring} to=${preview?.after.get(ring.name)} />`}
      <div class="laid">
        ${is_main && ring && !n && !ghost && html`<span class="slot"><span class="no-card" /></span>`}
        ${chips > 0 && html`<${Chips} n=${chips} />`}${laid}
        ${ghost && html`<span class="slot ghost"><${Card} card=${here.card} large=${true} /></span>`}</div>
    </div>
    ${here?.tag && html`<p class=${`preview ${here.mark}`} aria-hidden="true">${here.tag}</p>`}
    <p class="below">${by && html`<span class="by">${by}</span>`}
      ${note && html`<span class="note"><${Words} text=${note} /></span>`}</p>
  </section>`;
}

/**
 * @param {object} props
 * @param {Wire.Pile[]} props.piles
 * @param {string[]} props.lines text, where a game has nothing to draw
 * @param {Wire.Gauge | null} props.ring
 * @param {Wire.Pile | undefined} props.main the pile in use now, or next
 * @param {Preview | null} props.preview
 */
export function Lanes({ piles, lines, ring, main, preview }) {
  const pileOf = (/** @type {Wire.Pile} */ pile) =>
    html`<${Pile} pile=${pile} is_main=${pile === main} ring=${ring} preview=${preview} key=${pile.title} />`;
  return html`<div class=${`lanes ${main ? "has-main" : ""}`}>
    ${piles.map(pileOf)}
    ${lines.map((line) => html`<p class="line"><${Words} text=${line} /></p>`)}
  </div>`;
}
