// How what moves on the table moves: by pictures above it, so that no edge cuts them off.

const EASE = "cubic-bezier(.2,.7,.2,1)";
/** Milliseconds. */
const QUICK = 450;
const REVEAL = 1300;
const HIT = [0.45, 0.6]; // of the time of a flight, from the hit on
const TURNED = 0.7; // of the time of a reveal, until the cards lie where they belong

/** @type {("left" | "top" | "width" | "height")[]} */
const SIDES = ["left", "top", "width", "height"];

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

/** @param {Box} from @param {Box} to */
function between(from, to) {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
}

/** @param {Box} from @param {Box} to */
function placed(from, to) {
  const size = Math.min(1.5, Math.max(0.4, from.width / to.width));
  return `${between(from, to)} scale(${size.toFixed(2)})`;
}

/**
 * A picture of an element at its place, above everything.
 * @param {Element} root
 * @param {Element} element
 * @param {Box} box
 */
function pictureOf(root, element, box) {
  const picture = /** @type {HTMLElement} */ (element.cloneNode(true));
  picture.removeAttribute("data-card");
  picture.setAttribute("aria-hidden", "true");
  picture.setAttribute("inert", "");
  picture.classList.add("flying");
  for (const side of SIDES) picture.style[side] = `${box[side]}px`;
  root.append(picture);
  return picture;
}

/**
 * Runs an animation of a picture, and removes it.
 * @param {HTMLElement} picture
 * @param {Keyframe[]} frames
 * @param {number} duration
 */
function run(picture, frames, duration) {
  const flight = picture.animate(frames, { duration, easing: EASE, fill: "both" });
  flight.onfinish = () => picture.remove();
  flight.oncancel = flight.onfinish;
}

/**
 * What lies in its new place comes from another, perhaps by way of a third.
 * @param {Element} root
 * @param {Element} element
 * @param {Box} from
 * @param {Box} to
 * @param {Box} [by]
 */
export function come(root, element, from, to, by) {
  if (!to.width || !from.width) return;
  const picture = pictureOf(root, element, to);
  const way = by ? HIT.map((offset) => ({ transform: placed(by, to), offset })) : [];
  const duration = by ? 2 * QUICK : QUICK;
  run(picture, [{ transform: placed(from, to) }, ...way, { transform: "none" }], duration);
  element.animate({ opacity: [0, 0] }, duration);
}

/**
 * What has left the table flies to a place, once it was hit if it is.
 * @param {Element} root
 * @param {Element} element
 * @param {Box} from
 * @param {Box} to
 * @param {boolean} is_hit
 */
export function go(root, element, from, to, is_hit) {
  if (!from.width || !to.width) return;
  const away = { transform: `${between(to, from)} rotate(40deg) scale(.3)`, opacity: 0.3 };
  const waits = is_hit ? HIT.map((offset, k) => ({ transform: `rotate(${-7 * k}deg)`, offset })) : [];
  const picture = pictureOf(root, element, from);
  run(picture, [{ transform: "none" }, ...waits, away], is_hit ? 2 * QUICK : QUICK);
}

/**
 * Cards that lay face-down are turned up side by side, and only then lie where they belong.
 * @param {Element} root
 * @param {{ element: Element, from: Box, to: Box }[]} cards
 * @param {Box} middle of the table
 */
export function reveal(root, cards, middle) {
  const width = Math.min(110, middle.width / (cards.length + 1), middle.height / 1.6);
  for (const [k, { element, from, to }] of cards.entries()) {
    const left = middle.left + middle.width / 2 + (k - (cards.length - 1) / 2) * width * 1.25 - width / 2;
    const shown = { left, top: middle.top + (middle.height - 1.4 * width) / 2, width, height: 1.4 * width };
    const picture = pictureOf(root, element, shown);
    const frames = [
      { transform: `${placed(from, shown)} rotateY(90deg)` },
      { transform: "rotateY(90deg)", offset: 0.2 },
      { transform: "rotateY(0)", offset: 0.35 },
      { transform: "rotateY(0)", offset: TURNED },
      { transform: `${placed(to, shown)} rotateY(0)` },
    ];
    run(picture, frames, REVEAL);
    element.animate({ opacity: [0, 0] }, REVEAL);
  }
}

/**
 * @param {Element} element
 * @param {Box} from
 * @param {Box} to
 * @param {number} scale of its own units, in pixels
 */
export function shift(element, from, to, scale = 1) {
  const [x, y] = [(from.left - to.left) / scale, (from.top - to.top) / scale];
  element.animate({ transform: [`translate(${x}px, ${y}px)`, "none"] }, { duration: QUICK, easing: EASE });
}

/** @param {Element} element */
export function flash(element) {
  element.animate({ filter: ["brightness(1.8)", "none"] }, 1200);
}

/** @param {Element} element */
export function pulse(element) {
  element.animate({ backgroundColor: ["#f2b632aa", "#f2b63200"] }, 1200);
}

/** @param {Element} element */
export function rise(element) {
  element.animate({ opacity: [0.4, 1] }, { duration: QUICK, easing: EASE });
}

/**
 * The whole table is another one.
 * @param {Element | null} table
 */
export function upheave(table) {
  const frames = [0, -9, 8, -6, 4, 0].map((x) => ({ transform: `translate(${x}px, ${-Math.abs(x) / 2}px)` }));
  table?.animate([{ ...frames[0], opacity: 0 }, ...frames.slice(1)], 700);
}
