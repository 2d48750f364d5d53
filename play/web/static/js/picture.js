// The pictures of the tables on the first screen: two sides in two colours, and what lies between them.
import { html } from "../vendor/preact-htm.js";
import { emblemAt } from "./figures.js";
import { at, MIDDLES } from "./middles.js";

const WIDE = 320;
const TALL = 150;
const TEAM = ["Red", "Blue", "Yellow", "Green", "Pink", "Grey", "Orange"];
const PLAIN = ["#2d4a5e", "#8a5a1c"];

/**
 * An emblem.
 * @param {import("./middles.js").Place & { kind: string, name: string, colour?: string }} props
 */
function Head({ kind, name, colour = "", ...place }) {
  const href = emblemAt(kind, name, colour);
  return html`<image href=${href} x="-50" y="-50" width="100" height="100" transform=${at(place)} />`;
}

/**
 * Who meets in a kind of picture: the other side, and the own one.
 * @typedef {{ foe: [kind: string, name: string], kind: string, names: string[] }} Cast
 */
/** @type {Cast} */
const PILOTS = { foe: ["coach", "Coach"], kind: "pilot", names: [] };
/** @type {Record<string, Cast>} */
const CASTS = {
  luck: { foe: ["character", "Heckler"], kind: "character", names: ["Fencer", "Spotter"] },
  map: { foe: ["cpu", "CPU"], kind: "mc", names: ["Gunslinger", "Ronin", "Sorcerer", "Hacker"] },
  stacks: { foe: ["leader", "Baroness Static"], kind: "leader", names: ["Captain Beacon"] },
  poker: { foe: ["player", "Ann"], kind: "player", names: ["Ben"] },
};

/**
 * @param {{ table: Pick<Wire.TableInfo, "picture" | "colours" | "sides"> }} props
 */
export function Picture({ table: { picture, colours, sides } }) {
  const { foe, kind, names } = CASTS[picture ?? ""] ?? PILOTS;
  const [theirs, ours] = colours?.length ? colours : PLAIN;
  const [own = 1, others = 1] = sides ?? [];
  const middle = MIDDLES[picture ?? ""] ?? MIDDLES.duel;
  const team = Array.from({ length: own }, (_, k) => ({
    name: names[k] ?? TEAM[k],
    x: 268 + (own > 1 ? ((k % 2) - 0.5) * 50 : 0),
    y: 75 + (Math.floor(k / 2) - (Math.ceil(own / 2) - 1) / 2) * 36,
    size: own > 1 ? Math.min(1 - 0.07 * own, 0.6) : 0.92,
  }));
  const foes = Array.from({ length: others }, (_, k) => ({
    x: 48 + 12 * k,
    y: 75 + 36 * (k - (others - 1) / 2),
    size: others > 1 ? 0.6 : 0.92,
  }));
  return html`<svg class="picture" viewBox=${`0 0 ${WIDE} ${TALL}`} preserveAspectRatio="xMidYMid slice"
    aria-hidden="true">
    <rect width=${WIDE} height=${TALL} fill=${theirs} />
    <path d=${`M190 0H${WIDE}V${TALL}H130Z`} fill=${ours} />
    <path d=${`M190 0L130 ${TALL}`} stroke="#f4f1e8" stroke-width="3" />
    ${foes.map((place) => html`<${Head} kind=${foe[0]} name=${foe[1]} ...${place} />`)}
    ${team.map((one) => html`<${Head} kind=${kind} ...${one} />`)}
    ${middle()}</svg>`;
}
