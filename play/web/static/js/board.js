// A map: its spots, the ways between them, and the figures on them.
import { html } from "../vendor/preact-htm.js";
import { emblemAt } from "./figures.js";
import { WORDS } from "./words.js";

const PHONE = 640;
const TOP = 50;
const STRETCH = 1.3; // of heights, as tables are higher than maps

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
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" || event.key === " ") take(event);
  };
  const is_open = pick.is_open(name);
  return {
    role: "button",
    tabindex: 0, // as SVG spells it
    "aria-label": name,
    "aria-expanded": is_open,
    onClick: take,
    onKeyDown,
  };
}

/**
 * The layout of a map: its size, and the positions of spots. Names stay readable on a phone.
 * @param {Wire.Map} map
 */
function layout({ spots }) {
  const [xs, ys] = [spots.map((s) => s.x), spots.map((s) => s.y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [wide, edge] = innerWidth < PHONE ? [270, 48] : [560, 70];
  const across = Math.max(1e-6, right - left);
  const down = Math.max(1e-6, high - low);
  const tall = high > low ? Math.min(480, Math.max(160, (STRETCH * (high - low) * wide) / across)) : 30;
  const place = (/** @type {Wire.Spot} */ s) => ({
    x: edge + ((s.x - left) / across) * wide,
    y: TOP + ((high - s.y) / down) * tall,
  });
  return { width: wide + 2 * edge, height: tall + 90, place };
}

/**
 * The position of one of several figures on a spot: they form a ring.
 * @param {number} k
 * @param {number} n the number of figures
 */
function standing(k, n) {
  const ring = n === 1 ? 0 : n === 2 ? 12 : n < 6 ? 14.5 + n / 2 : 21;
  const angle = (2 * Math.PI * k) / n;
  return { dx: -ring * Math.cos(angle), dy: -ring * Math.sin(angle), size: n < 6 ? 11 : 8 };
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
  const { width, height, place } = layout(map);
  const looks = (/** @type {string} */ name, /** @type {boolean} */ is_lit) =>
    [is_lit && "lit", pick?.can(name) && "can", pick?.is_open(name) && "open"].filter(Boolean).join(" ");
  const ways = map.ways.map((way) => {
    const [a, b] = [place(map.spots[way.start]), place(map.spots[way.end])];
    const kind = `way ${way.is_sight ? "sight" : ""} ${way.is_one_way ? "one-way" : ""}`;
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2 - 4];
    return html`<g class=${kind}><line x1=${a.x} y1=${a.y} x2=${b.x} y2=${b.y} />
      ${way.note && html`<text x=${x} y=${y} text-anchor="middle">${way.note}</text>`}</g>`;
  });
  const figure = (
    /** @type {Wire.Figure} */ f,
    /** @type {number} */ x,
    /** @type {number} */ y,
    size = 11,
  ) => {
    const source = emblemAt(f.kind, f.name, f.colour);
    return html`<g class=${`figure ${looks(f.name, f.is_lit)}`} ...${asButton(pick, f.name)}>
      <circle cx=${x} cy=${y} r=${size} style=${`fill:${f.colour || "#888"}`} />
      <text x=${x} y=${y + 4} text-anchor="middle">${f.sign}</text>
      ${
        source &&
        html`<image href=${source} x=${x - size} y=${y - size}
        width=${2 * size} height=${2 * size} />`
      }
      ${changeOf(f, pick?.after(f.name)?.get(f.gauge.name), x, y)}
      <title>${`${f.name}: ${f.gauge.name} ${f.gauge.value}/${f.gauge.most}`}</title></g>`;
  };
  const spots = map.spots.map((spot) => {
    const { x, y } = place(spot);
    const name = spot.note ? `${spot.name} · ${spot.note}` : spot.name;
    return html`<g class=${`spot ${looks(spot.name, spot.is_lit)}`} ...${asButton(pick, spot.name)}>
      <circle cx=${x} cy=${y} r="30" style=${spot.colour ? `stroke:${spot.colour}` : ""} />
      <text x=${x} y=${y - 36} text-anchor="middle">${name}</text>
      ${spot.figures.map((f, k) => {
        const { dx, dy, size } = standing(k, spot.figures.length);
        return figure(f, x + dx, y + dy, size);
      })}</g>`;
  });
  const label = map.spots
    .map((s) => `${s.name}: ${s.figures.map((f) => f.name).join(", ") || WORDS.empty}`)
    .join("; ");
  return html`<svg class="map" viewBox=${`0 0 ${width} ${height}`} role="group" aria-label=${label}>
    ${ways}${spots}
  </svg>`;
}
