// What lies between the sides in the pictures of tables.
import { html } from "../vendor/preact-htm.js";

/** A view, a page and a board. */
const SCENES = [
  "M-18 22L-4-6L6 12L12 2L20 22Z",
  "M-18-18H18M-18-6H18M-18 6H18M-18 18H6",
  "M0-20V20M-20 0H20",
];
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/**
 * A place in the picture: x, y, size and angle.
 * @typedef {{ x: number, y: number, size?: number, turn?: number }} Place
 */
/** @param {Place} place */
export const at = ({ x, y, size = 1, turn = 0 }) => `translate(${x} ${y}) rotate(${turn}) scale(${size})`;

/** A card, or its back without a text. @param {Place & { text?: string }} props */
function Small({ text = "", ...place }) {
  const rank = text.slice(0, -1).replace("T", "10");
  const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (text.slice(-1))];
  const ink = /[HD]$/.test(text) ? "#c62828" : "#18222c";
  const face = html`<text x="-19" y="-14" font-size="19" font-weight="700" fill=${ink}>${rank}</text>
    <text x="0" y="20" font-size="32" text-anchor="middle" fill=${ink}>${sign}</text>`;
  const back = html`<rect x="-19" y="-28" width="38" height="56" rx="4" fill="#4c3a94" />
    <path d="M-19-8L8-28M-19 14L19-14M-8 28L19 8" stroke="#fff6" stroke-width="2" />`;
  return html`<g transform=${at(place)}>
    <rect x="-24" y="-33" width="48" height="66" rx="6" fill="#fffdf6" stroke="#0004" />
      ${sign ? face : back}</g>`;
}

/** @param {{ cards: string[], x: number, y: number, gap: number, turn: number, size?: number }} props */
function Fan({ cards, x, y, gap, turn, size = 1 }) {
  const middle = (cards.length - 1) / 2;
  return cards.map(
    (
      text,
      k,
    ) => html`<${Small} text=${text} x=${x + (k - middle) * gap} size=${size} turn=${(k - middle) * turn}
      y=${y + Math.abs(k - middle) * Math.abs(turn) * 0.5} />`,
  );
}

const Ring = () => html`<circle cx="160" cy="75" r="62" fill="none" stroke="#ffffffb0" stroke-width="5"
  stroke-dasharray="33 6" />`;

/** What lies between the sides, by kind of picture. @type {Record<string, () => unknown>} */
export const MIDDLES = {
  duel: () => html`<${Ring} /><${Fan} cards=${["AS", "2H"]} x=${160} y=${75} gap=${30} turn=${16} />`,
  team: () => html`<${Ring} /><${Fan} cards=${["TD", "KC", "5H"]} x=${160} y=${72} gap=${24} turn=${14} />`,
  tide: () => html`<${Fan} cards=${["9S", "QD", "AC"]} x=${160} y=${64} gap=${26} turn=${12} />
    <path d="M70 118q22-18 45 0t45 0t45 0t45 0V150H70Z" fill="#7dd3fcb0" />
    <path d="M84 134q19-12 38 0t38 0t38 0t38 0" stroke="#fff" stroke-width="4" fill="none" />`,
  wall: () => html`<${Fan} cards=${["8C", "8H"]} x=${160} y=${62} gap=${34} turn=${14} />
    ${[0, 1].map((row) =>
      [0, 1, 2, 3].map(
        (k) => html`<rect x=${88 + 38 * k - 14 * row} y=${104 + 20 * row} width="36" height="18" rx="3"
          fill="#a8a29e"
        stroke="#0005" />`,
      ),
    )}`,
  hill: () => html`<path d="M80 150Q120 20 160 18Q204 20 240 150Z" fill="#65a30d" stroke="#0004" />
    <path d="M126 78L152 88L126 98ZM194 78L168 88L194 98Z" fill="#fde047" />
    <path d="M132 120Q160 104 188 120" stroke="#1a2e05" stroke-width="7" fill="none" />`,
  dome: () => html`<path d="M96 128V96A64 64 0 0 1 224 96V128Z" fill="#ffffff22" stroke="#ffffffb0"
    stroke-width="4" />
    <path d="M128 128V52M160 128V32M192 128V52" stroke="#ffffff70" stroke-width="3" />
    <${Fan} cards=${["QS", "??", "JH"]} x=${160} y=${92} gap=${30} turn=${10} size=${0.8} />`,
  deep: () => html`<path d="M78 150C96 20 150 140 160 60C170 0 214 20 206 62C200 90 176 78 182 58" fill="none"
      stroke="#34d399" stroke-width="20" stroke-linecap="round" /><circle cx="196" cy="36" r="6"
        fill="#fff" />
    <path d="M70 128q22-16 45 0t45 0t45 0t45 0" stroke="#fff" stroke-width="4" fill="none" />`,
  story: () =>
    html`${[104, 160, 216].map(
      (x, k) => html`<g transform=${at({ x: x - 8, y: 75, turn: (k - 1) * 4, size: 0.86 })}>
      <rect x="-26" y="-38" width="52" height="76" rx="4" fill="#fffdf6" stroke="#0004" />
      <path d=${SCENES[k]}
        fill=${k ? "none" : "#7f9c8a"} stroke="#41564c" stroke-width="4" /></g>`,
    )}`,
  gambit: () => html`<${Small} x=${130} y=${75} turn=${-8} /><${Small} text="7D" x=${192} y=${75} turn=${8} />
    <text x="130" y="88" font-size="38" font-weight="800" text-anchor="middle" fill="#fff">?</text>`,
  pile: () =>
    html`${["4C", "9H", "6S", "JD", "QC"].map(
      (text, k) => html`<${Small} text=${text} x=${160 + ((k * 23) % 40) - 18} y=${78 + ((k * 13) % 18) - 8}
      turn=${k * 37 - 70} />`,
    )}`,
  luck: () => html`<${Fan} cards=${["3C", "5D", "8S", "?"]} x=${152} y=${75} gap=${34} turn=${3}
    size=${0.8} />
    <path d="M187 26v98" stroke="#fff" stroke-width="4" stroke-dasharray="9 7" />`,
  map: () => {
    const places = [
      [84, 46],
      [130, 104],
      [160, 50],
      [214, 96],
      [238, 40],
    ];
    const ways = html`<path d="M100 50L132 108L160 46L214 44L196 104L132 108" stroke="#ffffffa0"
      stroke-width="4"
      fill="none" />`;
    return html`${ways}${places.map(
      (
        [x, y],
        k,
      ) => html`<circle cx=${x} cy=${y} r="17" fill=${k < 2 ? "#22c55e" : "#ef4444"} stroke="#fffdf6"
        stroke-width="4" />`,
    )}`;
  },
  stacks: () =>
    html`${[126, 194].map(
      (x, side) =>
        html`${[0, 1, 2].map(
          (k) => html`<g transform=${at({ x: x + (side ? -6 : 6) * k, y: 44 + 31 * k })}>
        <rect x="-30" y="-14" width="60" height="28" rx="5" fill="#fffdf6" stroke="#0004" />
        <circle cx="-17" cy="0" r="8" fill=${side ? "#c2410c" : "#2563eb"} />
        <path d="M-4-4H22M-4 5H14" stroke="#41564c" stroke-width="4" /></g>`,
        )}`,
    )}`,
  poker: () => html`<${Fan} cards=${["KH", "QS", "JC"]} x=${150} y=${70} gap=${30} turn=${12} size=${0.9} />
    ${[0, 1, 2].map(
      (k) => html`<ellipse cx="150" cy=${132 - 8 * k} rx="22" ry="9" fill="#facc15"
      stroke="#0006" />`,
    )}`,
};
