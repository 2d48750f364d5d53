// Gauges: a symbol and a number each, explained when pressed; what a choice would change is shown beside it.
import { html, useEffect, useRef } from "../vendor/preact-htm.js";
import { explain, isTaught } from "./glossary.js";
import { Words } from "./text.js";
import { WORDS } from "./words.js";

/** @type {Record<string, string>} */
const ICONS = {
  strike: "M13 1 4 14h6l-2 9 11-14h-7z",
  charge: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 3-1 6h4l-6 8 1-6H7z",
  buffer: "M12 1 23 12 12 23 1 12z",
  endurance: "M3 9h3V6h3v12H6v-3H3zm18 0h-3V6h-3v12h3v-3h3zM9 10h6v4H9z",
  heart: "M12 21C3 14 2 10 2 7.5a5 5 0 0 1 10-1.5 5 5 0 0 1 10 1.5C22 10 21 14 12 21z",
  meter: "M12 4a10 10 0 0 0-10 10c0 2 .6 4 1.6 5.5h16.8A10 10 0 0 0 12 4zm5 4-4 7a1.6 1.6 0 1 1-2-1z",
  star: "m12 1 3.3 7.4 8 .8-6 5.4 1.7 7.9-7-4.1-7 4.1 1.7-7.9-6-5.4 8-.8z",
  eye:
    "M12 5C6 5 2.5 9 1 12c1.5 3 5 7 11 7s9.5-4 11-7c-1.5-3-5-7-11-7z" +
    "m0 3.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z",
  flame: "M13 1c1 5 6 7 6 13a7 7 0 0 1-14 0c0-3 2-5 3-7 1 2 1 3 2 4 2-3 3-6 3-10z",
  link:
    "M9 7H7a5 5 0 0 0 0 10h3v-3H7a2 2 0 0 1 0-4h2z" +
    "m6 0h2a5 5 0 0 1 0 10h-3v-3h3a2 2 0 0 0 0-4h-2zM8 10.5h8v3H8z",
  shield: "M12 1 3 4v7c0 6 4 10 9 12 5-2 9-6 9-12V4z",
  hand:
    "M7 12V5a1.5 1.5 0 0 1 3 0V3a1.5 1.5 0 0 1 3 0v2" +
    "a1.5 1.5 0 0 1 3 0v3a1.5 1.5 0 0 1 3 0v7c0 5-3 8-7 8s-6-3-9-9a1.6 1.6 0 0 1 3-1z",
  point: "M4 2h16v13l-8 8-8-8z",
};
const LONG = 500; // milliseconds of a long press
const MOST_COUNTED = 9; // of a gauge whose limit is written beside its value

/**
 * The number of a gauge, for people who hear it.
 * @param {Wire.Gauge} gauge
 */
const saidOf = ({ value, most, note }) => note || (most ? WORDS.outOf(value, most) : `${value}`);

/** @param {{ name: string }} props */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;
}

/**
 * The colours of a gauge's steps.
 * @param {Wire.Gauge} gauge
 */
export const coloursOf = ({ colour }) => colour.split(" ").filter(Boolean);

/**
 * Calls something after a long press; the click that ends such a press is swallowed.
 * @param {() => void} tell
 */
function useLongPress(tell) {
  const timer = useRef(0);
  const was = useRef(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  return {
    onPointerDown: () => {
      was.current = false;
      timer.current = setTimeout(() => {
        was.current = true;
        tell();
      }, LONG);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu: (/** @type {Event} */ event) => event.preventDefault(),
    onClickCapture: (/** @type {Event} */ event) => was.current && event.stopPropagation(),
  };
}

/**
 * @param {object} props
 * @param {Wire.Gauge} props.gauge
 * @param {number} [props.to] its value after the choice that is looked at
 */
function Gauge({ gauge, to }) {
  const { name, value, most, note, icon } = gauge;
  const colours = coloursOf(gauge);
  const steps = colours.length > 1;
  const share = most ? Math.min(1, Math.max(0, value / most)) : 0;
  const counted = most > 0 && most <= MOST_COUNTED ? html`<small>/${most}</small>` : "";
  const changes = to !== undefined && to !== value;
  const bar = `width:${100 * share}%;${colours[0] ? `background:${colours[0]}` : ""}`;
  const press = useLongPress(() => explain([[name, saidOf(gauge)]]));
  return html`<span ...${press} class=${`gauge ${changes ? (to > value ? "rises" : "falls") : ""}`}
    title=${name ? `${name}: ${saidOf(gauge)}` : saidOf(gauge)}
    style=${colours[0] ? `--hue:${colours[0]}` : ""}>
    ${icon ? html`<${Icon} name=${icon} />` : name && html`<span class="gauge-name">${name}</span>`}
    ${
      steps &&
      html`<span class="steps">${colours.map(
        (hue, k) =>
          html`<i class=${k === Math.max(0, value - 1) ? "here" : ""} style=${`background:${hue}`} />`,
      )}</span>`
    }
    <span class="gauge-value">
      ${note ? html`<${Words} plain text=${note} />` : html`<b>${value}</b>${counted}`}
      ${changes && html`<b class="to"> → ${to}</b>`}</span>
    ${most > 0 && !steps && html`<i class="level"><i style=${bar} /></i>`}
  </span>`;
}

/**
 * @param {object} props
 * @param {Wire.Gauge[]} props.gauges
 * @param {Map<string, number>} [props.after] the values after the choice that is looked at, by name
 */
export function Gauges({ gauges, after }) {
  if (!gauges.length) return null;
  const told = gauges.map((g) => /** @type {[string, string]} */ ([g.name, saidOf(g)]));
  const drawn = gauges.map((g) => html`<${Gauge} gauge=${g} key=${g.name} to=${after?.get(g.name)} />`);
  const label = told.map(([name, value]) => [name, value].filter(Boolean).join(": ")).join(", ");
  return isTaught()
    ? html`<button type="button" class="gauges word" aria-haspopup="dialog" aria-label=${label}
        onClick=${() => explain(told)}>${drawn}</button>`
    : html`<div class="gauges" role="group" aria-label=${label}>${drawn}</div>`;
}
