// Cards, drawn as SVG: suits by shape as well as by colour.
import { html } from "../vendor/preact-htm.js";
import { WORDS } from "./words.js";

export const HIDDEN = "??";
const SHAPES = {
  H: "M0 9C-9 2-12-2-12-6a6 6 0 0 1 12-2 6 6 0 0 1 12 2C12-2 9 2 0 9z",
  D: "M0-12 9 0 0 12-9 0z",
  S: "M0-12C4-6 12-2 12 4a6 6 0 0 1-10 4.500Q2.500 11 5 13H-5q2.500-2 3-4.500A6 6 0 0 1-12 4C-12-2-4-6 0-12z",
  C: "M-4-1a5.500 5.500 0 1 1 8 0A5.500 5.500 0 1 1 2 7q.500 4 3 6H-5q2.500-2 3-6A5.500 5.500 0 1 1-4-1z",
};

export function cardName(card) {
  if (card === HIDDEN) return WORDS.faceDown;
  if (WORDS.joker[card]) return WORDS.joker[card];
  const rank = card.slice(0, -1);
  const suit = WORDS.suits[card.slice(-1)];
  return suit ? WORDS.of(WORDS.ranks[rank] || rank, suit) : card;
}

export function isCard(text) {
  return /^([2-9TJQKA]|10)[CDHS]$/.test(text) || text in WORDS.joker || text === HIDDEN;
}

export function Card({ card, mark, note, lit }) {
  const rank = card.slice(0, -1).replace("T", "10");
  const suit = card.slice(-1);
  const joker = card in WORDS.joker;
  const colour = card === "*r" || suit === "H" || suit === "D" ? "red" : "black";
  const back = card === HIDDEN;
  return html`<svg class=${`card ${back ? "back" : colour} ${lit ? "lit" : ""}`} viewBox="0 0 60 84" role="img"
    aria-label=${cardName(card) + (note ? `, ${note}` : "")}>
    <rect class="face" x="1" y="1" width="58" height="82" rx="7" />
    ${back && html`<rect class="pattern" x="6" y="6" width="48" height="72" rx="4" /><path class="lines" d="M6 30 30 6M6 54 54 6M6 78 54 30M30 78 54 54" />`}
    ${joker && html`<text class="rank" x="30" y="50" text-anchor="middle">★</text>`}
    ${!back && !joker && html`<text class="rank" x="8" y="27">${rank}</text>
      <path class="suit" d=${SHAPES[suit]} transform="translate(34 54) scale(1.45)" />
      <path class="suit" d=${SHAPES[suit]} transform="translate(46 18) scale(.62)" />`}
    ${mark && html`<rect class="mark" x="1" y="76" width="58" height="7" rx="3" style=${`fill:${mark}`} />`}
  </svg>`;
}
