// Texts of a game: their cards drawn, their glossary words marked.
import { html } from "../vendor/preact-htm.js";
import { marked } from "./glossary.js";
import { WORDS } from "./words.js";

const suited = /(^|[^\w-])(10|[2-9TJQKA])([CDHS])(?![\w-])/g;
/** @type {Record<string, string>} */
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

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
 * Returns a text with a capital at its beginning.
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

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
