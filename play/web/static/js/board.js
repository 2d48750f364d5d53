// A map: its spots, the ways between them, and the figures on them.
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact-htm.js";
import { emblemAt } from "./figures.js";
import { WORDS } from "./words.js";

const LEAST = 13; // pixels of the radius of a spot
const MOST = 46;
const NEAR = 0.34; // of the distance of the nearest spots, its most
const HIT = 22; // of what can be pressed
const NAME = 20; // pixels for a name above a spot, and a note beneath it

/**
 * The attributes that make a part of a picture a button; none if it cannot be pressed.
 * @param {import("./table.js").Pick | null} pick
 * @param {string} name
 */
function asButton(pick, name) {
  if (!pick?.can(name)) return {};
  const take = (/** @type {Event} */ event) => {
    event.stopPropagation();
    event.preventDefault();
    pick.take(name);
  };
  const onKeyDown = (/** @type {KeyboardEvent} */ event) =>
    (event.key === "Enter" || event.key === " ") && take(event);
  return {
    role: "button",
    tabindex: 0, // as SVG spells it
    "aria-label": name,
    ...pick.state(name),
    onClick: take,
    onKeyDown,
  };
}

/**
 * The layout of a map that fills its box: the positions of its spots, and their radius.
 * @param {Wire.Map} map
 * @param {{ width: number, height: number }} box in pixels
 */
function layout({ spots }, { width, height }) {
  const [xs, ys] = [spots.map((s) => s.x), spots.map((s) => s.y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const edge = Math.min(70, width / 7);
  const above = LEAST + NAME + height / 12;
  const below = above - (spots.some((s) => s.note) ? 0 : NAME);
  const at = (/** @type {Wire.Spot} */ s) => ({
    x: right > left ? edge + ((s.x - left) / (right - left)) * (width - 2 * edge) : width / 2,
    y: high > low ? above + ((high - s.y) / (high - low)) * (height - above - below) : height / 2,
  });
  const places = spots.map(at);
  const apart = places.flatMap((a, k) => places.slice(0, k).map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
  const r = Math.max(LEAST, Math.min(MOST, above - NAME - 2, edge - 3, NEAR * Math.min(...apart)));
  return { places, r };
}

/**
 * The size of an element in pixels, as long as it is shown.
 * @returns {[{ current: Element | null }, { width: number, height: number }]}
 */
function useSize() {
  const ref = useRef(/** @type {Element | null} */ (null));
  const [size, setSize] = useState({ width: 560, height: 400 });
  useLayoutEffect(() => {
    const seen = new ResizeObserver(([{ contentRect: box }]) => {
      if (box.width && box.height) setSize({ width: box.width, height: box.height });
    });
    if (ref.current) seen.observe(ref.current);
    return () => seen.disconnect();
  }, []);
  return [ref, size];
}

/**
 * The position of one of several figures on a spot: they form a ring.
 * @param {number} k
 * @param {number} n the number of figures
 * @param {number} r the radius of the spot
 */
function standing(k, n, r) {
  const ring = r * (n === 1 ? 0 : n === 2 ? 0.4 : n < 6 ? 0.48 + n / 60 : 0.7);
  const angle = (2 * Math.PI * k) / n;
  const size = r * (n === 1 ? 0.72 : n === 2 ? 0.44 : n < 6 ? 0.37 : 0.27);
  return { dx: -ring * Math.cos(angle), dy: -ring * Math.sin(angle), size };
}

/**
 * What the choice that is looked at would do to a figure's gauge.
 * @param {Wire.Figure} figure
 * @param {number | undefined} to
 * @param {number} x
 * @param {number} y
 */
function changeOf({ gauge: { name, value } }, to, x, y) {
  if (to === undefined || to === value) return null;
  const way = to < value ? "falls" : "rises";
  return html`<text class=${`change ${way}`} x=${x} y=${y + 26} text-anchor="middle">
    ${name} ${value} → ${to}</text>`;
}

/**
 * @param {object} props
 * @param {Wire.Map} props.map
 * @param {import("./table.js").Pick | null} props.pick
 */
export function Board({ map, pick }) {
  const [ref, size] = useSize();
  const { places, r } = layout(map, size);
  const looks = (/** @type {string} */ name, /** @type {boolean} */ is_lit) =>
    [is_lit && "lit", pick?.can(name) && "can", pick?.is_open(name) && "open"].filter(Boolean).join(" ");
  const ways = map.ways.map((way) => {
    const [a, b] = [places[way.start], places[way.end]];
    const kind = `way ${way.is_sight ? "sight" : ""} ${way.is_one_way ? "one-way" : ""}`;
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2 - 4];
    return html`<g class=${kind}><line x1=${a.x} y1=${a.y} x2=${b.x} y2=${b.y} />
      ${way.note && html`<text x=${x} y=${y} text-anchor="middle">${way.note}</text>`}</g>`;
  });
  const figure = (/** @type {Wire.Figure} */ f, /** @type {[number, number, number]} */ [x, y, radius]) => {
    const source = emblemAt(f.kind, f.name, f.colour);
    return html`<g class=${`figure ${looks(f.name, f.is_lit)}`} ...${asButton(pick, f.name)}>
      <circle cx=${x} cy=${y} r=${radius} style=${`fill:${f.colour || "#888"}`} />
      <text x=${x} y=${y + 4} text-anchor="middle">${f.sign}</text>
      ${
        source &&
        html`<image href=${source} x=${x - radius} y=${y - radius}
        width=${2 * radius} height=${2 * radius} />`
      }
      ${changeOf(f, pick?.after(f.name)?.get(f.gauge.name), x, y)}
      <title>${`${f.name}: ${f.gauge.name} ${f.gauge.value}/${f.gauge.most}`}</title></g>`;
  };
  const spots = map.spots.map((spot, at) => {
    const { x, y } = places[at];
    return html`<g class=${`spot ${looks(spot.name, spot.is_lit)}`} ...${asButton(pick, spot.name)}>
      ${pick?.can(spot.name) && html`<circle class="hit" cx=${x} cy=${y} r=${Math.max(r, HIT)} />`}
      <circle cx=${x} cy=${y} r=${r} style=${spot.colour ? `stroke:${spot.colour}` : ""} />
      <text x=${x} y=${y - r - 6} text-anchor="middle">${spot.name}</text>
      ${spot.note && html`<text class="note" x=${x} y=${y + r + 13} text-anchor="middle">${spot.note}</text>`}
      ${spot.figures.map((f, k) => {
        const { dx, dy, size: radius } = standing(k, spot.figures.length, r);
        return figure(f, [x + dx, y + dy, radius]);
      })}</g>`;
  });
  const label = map.spots
    .map((s) => `${s.name}: ${s.figures.map((f) => f.name).join(", ") || WORDS.empty}`)
    .join("; ");
  const box = `0 0 ${size.width} ${size.height}`;
  return html`<svg class="map" ref=${ref} viewBox=${box} role="group" aria-label=${label}>
    ${ways}${spots}
  </svg>`;
}
