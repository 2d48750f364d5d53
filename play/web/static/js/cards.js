// Cards drawn as SVG; suits differ in shape as well as in colour.
import { html } from "../vendor/preact-htm.js";
import { WORDS } from "./words.js";

export const HIDDEN = "??";
/** @type {Record<string, string>} */
const SHAPES = {
  H: "M0 9C-9 2-12-2-12-6a6 6 0 0 1 12-2 6 6 0 0 1 12 2C12-2 9 2 0 9z",
  D: "M0-12 9 0 0 12-9 0z",
  S: "M0-12C4-6 12-2 12 4a6 6 0 0 1-10 4.5Q2.5 11 5 13H-5q2.5-2 3-4.5A6 6 0 0 1-12 4C-12-2-4-6 0-12z",
  C: "M-4-1a5.5 5.5 0 1 1 8 0A5.5 5.5 0 1 1 2 7q.5 4 3 6H-5q2.5-2 3-6A5.5 5.5 0 1 1-4-1z",
};
// Positions of the pips of a large card: columns 0 to 2, heights from 0 to 1; the lower half is upside down.
/** @typedef {[number, number][]} Places */
/** @type {Places} */
const COLUMN = [
  [1, 0],
  [1, 1],
];
/** @type {(n: number) => Places} */
const sides = (n) => [0, 2].flatMap((x) => Array.from({ length: n }, (_, k) => point(x, k / (n - 1))));
/** @type {(x: number, y: number) => [number, number]} */
const point = (x, y) => [x, y];
/** @type {Record<string, Places>} */
const PIPS = {
  A: [[1, 0.5]],
  2: COLUMN,
  3: [...COLUMN, [1, 0.5]],
  4: sides(2),
  5: [...sides(2), [1, 0.5]],
  6: sides(3),
  7: [...sides(3), [1, 0.25]],
  8: [...sides(3), [1, 0.25], [1, 0.75]],
  9: [...sides(4), [1, 0.5]],
  10: [...sides(4), [1, 1 / 6], [1, 5 / 6]],
};
// Headgear of the figures on large cards.
/** @type {Record<string, string>} */
const CROWNS = {
  K: "M-11 0v-9l5 4 6-9 6 9 5-4V0z",
  Q: "M-11 0-9-9l5 5 4-8 4 8 5-5 2 9z",
  J: "M-11 0q0-9 11-9t11 9zM5-8q6-9 9-3-4-1-6 5z",
};
const STAR = "M30 18l6 15 16 1-12 11 4 16-14-9-14 9 4-16L8 34l16-1z";
const LATTICE = "M5 29 29 5M5 53 53 5M7 77 55 29M31 79 55 55M55 29 31 5M55 53 7 5M53 79 5 31M29 79 5 55";

/** @param {string} card */
export function cardName(card) {
  if (card === HIDDEN) return WORDS.faceDown;
  if (WORDS.joker[card]) return WORDS.joker[card];
  const rank = card.slice(0, -1);
  const suit = WORDS.suits[card.slice(-1)];
  return suit ? WORDS.of(WORDS.ranks[rank] || rank, suit) : card;
}

/** @param {string} text */
export function isCard(text) {
  return /^([2-9TJQKA]|10)[CDHS]$/.test(text) || text in WORDS.joker || text === HIDDEN;
}

/** @param {{ suit: string, x: number, y: number, size: number, turned?: boolean }} props */
function Suit({ suit, x, y, size, turned }) {
  const place = `translate(${x} ${y}) ${turned ? "rotate(180) " : ""}scale(${size})`;
  return html`<path class="suit" d=${SHAPES[suit]} transform=${place} />`;
}

/**
 * Half of a court figure; the other half is the same, turned about the middle.
 * @param {{ rank: string, suit: string }} props
 */
function Figure({ rank, suit }) {
  return html`<path class="cloth" d="M16 60V51q0-10 14-10t14 10v9z" transform="translate(0 -18)" />
    <circle class="skin" cx="30" cy="27" r="6.5" />
    <path class="crown" d=${CROWNS[rank]} transform="translate(30 23) scale(.7)" />
    <${Suit} suit=${suit} x=${21} y=${18} size=${0.36} />`;
}

/** @param {{ rank: string, suit: string }} props */
function Large({ rank, suit }) {
  const twice = (/** @type {unknown} */ half) =>
    [0, 180].map((turn) => html`<g transform=${`rotate(${turn} 30 42)`}>${half}</g>`);
  const size = rank === "A" ? 1.5 : 0.46;
  const middle = CROWNS[rank]
    ? html`<rect class="frame" x="15" y="10" width="30" height="64" rx="3" />
        ${twice(html`<${Figure} rank=${rank} suit=${suit} />`)}
        <path class="seam" d="M15.5 42h29" />`
    : PIPS[rank].map(
        ([x, y]) =>
          html`<${Suit} suit=${suit} x=${20 + 10 * x} y=${17 + 50 * y} size=${size} turned=${y > 0.5} />`,
      );
  const corner = html`<text class="rank corner" x=${rank === "10" ? 9.5 : 8} y="16"
      text-anchor="middle">${rank}</text>
    <${Suit} suit=${suit} x=${8} y=${24} size=${0.4} />`;
  return html`${middle}${twice(corner)}`;
}

/** @param {{ rank: string, suit: string }} props */
function Small({ rank, suit }) {
  return html`<text class="rank" x="7" y="27">${rank}</text>
    <${Suit} suit=${suit} x=${38} y=${57} size=${1.4} />
    <${Suit} suit=${suit} x=${14} y=${39} size=${0.62} />`;
}

/**
 * @param {object} props
 * @param {string} props.card its text
 * @param {string} [props.mark] a colour
 * @param {string} [props.note] read out after its name
 * @param {boolean} [props.lit]
 * @param {boolean} [props.large]
 * @param {string} [props.by] the name of the player who laid it
 */
export function Card({ card, mark, note, lit, large, by }) {
  const rank = card.slice(0, -1).replace("T", "10");
  const suit = card.slice(-1);
  const joker = card in WORDS.joker;
  const colour = card === "*r" || suit === "H" || suit === "D" ? "red" : "black";
  const back = card === HIDDEN;
  const plain = !back && !joker;
  const kind = `card ${back ? "back" : colour} ${lit ? "lit" : ""}`;
  return html`<svg class=${kind} viewBox="0 0 60 84" role="img"
    data-card=${card} data-by=${by} aria-label=${cardName(card) + (note ? `, ${note}` : "")}>
    <rect class="face" x="1" y="1" width="58" height="82" rx="6" />
    ${
      back &&
      html`<rect class="pattern" x="5" y="5" width="50" height="74" rx="4" />
      <path class="lines" d=${LATTICE} />`
    }
    ${
      joker &&
      html`<path class="suit" d=${STAR} />
      <text class="joker" x="30" y="76" text-anchor="middle">${WORDS.jokerSign}</text>`
    }
    ${plain && html`<${large ? Large : Small} rank=${rank} suit=${suit} />`}
    ${mark && html`<rect class="mark" x="1" y="76" width="58" height="7" rx="3" style=${`fill:${mark}`} />`}
  </svg>`;
}
