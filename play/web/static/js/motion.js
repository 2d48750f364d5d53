// Animation of what changed: a card in a new place slides there, one that was knocked off flies to the heap,
// and the pile that comes into use rises.
import { useLayoutEffect, useRef } from "../vendor/preact-htm.js";
import { HIDDEN } from "./cards.js";

const QUICK = { duration: 420, easing: "cubic-bezier(.2,.7,.2,1)" };
const MOST_KNOCKED = 4; // cards that fly off at once; more were cleared away

/** @typedef {{ element: SVGElement, card: string, place: string, box: DOMRect }} Lying a card */
/** @typedef {{ cards: Lying[], boxes: ReturnType<typeof boxesIn>, lit: string, scene: Wire.Scene }} Drawn */

/**
 * A card is identified by its text and its place: the nearest element with a name of its own.
 * @param {Element} root
 * @returns {Lying[]}
 */
function cardsIn(root) {
  const cards = /** @type {NodeListOf<SVGElement>} */ (root.querySelectorAll("svg[data-card]"));
  return [...cards]
    .filter((element) => !element.closest(".ghost"))
    .map((element) => {
      const place = /** @type {HTMLElement | null} */ (element.closest("[data-place]"));
      const box = element.getBoundingClientRect();
      return { element, card: element.dataset.card ?? "", place: place?.dataset.place ?? "", box };
    });
}

/** @param {Element} root */
function boxesIn(root) {
  const places = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-place]"));
  return new Map([...places].map((element) => [element.dataset.place, element.getBoundingClientRect()]));
}

/**
 * The name of the pile in use.
 * @param {Wire.Scene} scene
 */
const litOf = (scene) => scene.piles.find((pile) => pile.is_lit)?.title ?? "";

/** @param {DOMRect} from @param {DOMRect} to */
function between(from, to) {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  return `translate(${x}px, ${y}px)`;
}

/** @param {Element} element @param {DOMRect} from @param {DOMRect} to */
function slide(element, from, to) {
  if (!to.width || !from.width) return;
  const size = Math.min(1.5, Math.max(0.5, from.width / to.width));
  element.animate([{ transform: `${between(from, to)} scale(${size})` }, { transform: "none" }], QUICK);
}

/**
 * A picture of a card that has left the table flies to a place and is gone.
 * @param {Element} root
 * @param {Lying} was
 * @param {DOMRect} to
 */
function fly(root, { element, box }, to) {
  if (!box.width || !to.width) return;
  const picture = /** @type {SVGElement} */ (element.cloneNode(true));
  picture.removeAttribute("data-card");
  picture.setAttribute("aria-hidden", "true");
  picture.classList.add("flying");
  Object.assign(picture.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
  root.append(picture);
  const away = `${between(to, box)} rotate(40deg) scale(.3)`;
  const flight = picture.animate([{ transform: "none" }, { transform: away, opacity: 0.3 }], QUICK);
  flight.onfinish = () => picture.remove();
  flight.oncancel = flight.onfinish;
}

/**
 * Moves what differs between two drawings.
 * @param {Element} root
 * @param {Drawn} old
 * @param {Wire.Scene} scene
 */
function move(root, old, scene) {
  const left = [...old.cards];
  const gone = (/** @type {(was: Lying) => boolean} */ test) => {
    const k = left.findIndex(test);
    return k < 0 ? null : left.splice(k, 1)[0];
  };
  const news = cardsIn(root).filter(
    (now) => now.card !== HIDDEN && !gone((was) => was.card === now.card && was.place === now.place),
  );
  for (const now of news) {
    const giver = old.boxes.get(`person ${now.element.dataset.by ?? ""}`);
    const source = gone((was) => was.card === now.card)?.box ?? giver ?? old.boxes.get("stock");
    if (source) slide(now.element, source, now.box);
  }
  const heap = boxesIn(root).get("heap");
  const knocked = left.filter((was) => was.card !== HIDDEN && was.place.startsWith("pile "));
  if (heap && knocked.length <= MOST_KNOCKED) for (const was of knocked) fly(root, was, heap);
  const lit = litOf(scene);
  if (lit && old.lit && lit !== old.lit) {
    const rise = [
      { transform: "translateX(25%) scale(.9)", opacity: 0.5 },
      { transform: "none", opacity: 1 },
    ];
    root.querySelector(".pile.lit")?.animate(rise, QUICK);
  }
}

/**
 * The ref of an element whose cards are animated; call it with the scene drawn in the element.
 * @param {Wire.Scene} scene
 */
export function useMotion(scene) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const before = useRef(/** @type {Drawn | null} */ (null));
  // While the next scene is being rendered, the document still shows the one before.
  if (root.current && before.current?.scene !== scene) {
    const lit = root.current.querySelector(".pile.lit");
    const place = /** @type {HTMLElement | null} */ (lit)?.dataset.place ?? "";
    before.current = {
      cards: cardsIn(root.current),
      boxes: boxesIn(root.current),
      lit: place.replace("pile ", ""),
      scene,
    };
  }
  useLayoutEffect(() => {
    if (!before.current || !root.current || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    move(root.current, before.current, scene);
  }, [scene]);
  return root;
}
