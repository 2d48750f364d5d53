// The chart of a review.
import { html } from "../vendor/preact-htm.js";
import { WORDS } from "./words.js";

const WIDE = 640;
const TALL = 200;
const LEFT = 62;

/**
 * The position of a win chance in the chart.
 * @param {number} move
 * @param {number} chance
 * @param {number} last the last move
 */
function point(move, chance, last) {
  return { x: LEFT + ((WIDE - LEFT - 10) * move) / Math.max(1, last), y: 10 + (TALL - 20) * (1 - chance) };
}

/** @typedef {ReturnType<typeof point>} Point */

/**
 * The chart of win chances over time: from the seat's information, and with hindsight.
 * @param {object} props
 * @param {Wire.JudgedTold[]} props.judged
 * @param {number} props.moves the number of moves made
 * @param {number | null} props.won the result, once the review is complete
 */
export function Chart({ judged, moves, won }) {
  const own = judged.filter((x) => x.is_own).map((x) => ({ x, at: point(x.move, x.could_know, moves) }));
  const open = judged.map((x) => point(x.move, x.hindsight, moves));
  if (won !== null) open.push(point(moves + 0.5, won, moves));
  const path = (/** @type {Point[]} */ points) =>
    points.map(({ x, y }, k) => `${k ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const { y } = point(0, share, 1);
    return html`<line class="grid" x1=${LEFT} x2=${WIDE - 8} y1=${y} y2=${y} />
      <text x=${LEFT - 6} y=${y + 4} text-anchor="end">${100 * share} %</text>`;
  });
  const dots = own.map(
    ({ x, at }) => html`<circle class=${x.is_costly ? "costly" : ""} cx=${at.x} cy=${at.y}
      r=${x.is_costly ? 6 : 3.5}><title>${WORDS.point(x)}</title></circle>`,
  );
  const box = `0 0 ${WIDE} ${TALL}`;
  return html`<div><svg class="chart" viewBox=${box} role="img" aria-label=${WORDS.chartAbout}>
    ${grid}
    <path class="open-line" d=${path(open)} /><path class="known-line" d=${path(own.map(({ at }) => at))} />
    ${dots}
  </svg>
  <p class="legend"><span><i class="known-key"></i>${" "}${WORDS.couldKnow}</span>${" "}
    <span><i class="open-key"></i>${" "}${WORDS.hindsight}</span>${" "}
    <span><i class="costly-key"></i>${" "}${WORDS.costly}</span></p></div>`;
}
