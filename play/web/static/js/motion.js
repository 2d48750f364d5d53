// Animation of cards: a card in a new place slides there from its place in the last drawing.
import { useLayoutEffect, useRef } from "../vendor/preact-htm.js";
import { HIDDEN } from "./cards.js";

const QUICK = { duration: 380, easing: "cubic-bezier(.2,.7,.2,1)" };

/** @typedef {{ element: SVGElement, card: string, place: string, box: DOMRect }} Lying a card */

/**
 * A card is identified by its text and its place: the nearest element with a name of its own.
 * @param {Element} root
 * @returns {Lying[]}
 */
function cardsIn(root) {
  return [.../** @type {NodeListOf<SVGElement>} */ (root.querySelectorAll("svg[data-card]"))].map(
    (element) => {
      const place = /** @type {HTMLElement | null} */ (element.closest("[data-place]"));
      const box = element.getBoundingClientRect();
      return { element, card: element.dataset.card ?? "", place: place?.dataset.place ?? "", box };
    },
  );
}

/** @param {Element} root */
function boxesIn(root) {
  const places = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-place]"));
  return new Map([...places].map((element) => [element.dataset.place, element.getBoundingClientRect()]));
}

/** @param {Element} element @param {DOMRect} from @param {DOMRect} to */
function slide(element, from, to) {
  if (!to.width || !from.width) return;
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const size = Math.min(1.5, Math.max(0.5, from.width / to.width));
  element.animate([{ transform: `translate(${x}px, ${y}px) scale(${size})` }, { transform: "none" }], QUICK);
}

/**
 * The ref of an element whose cards are animated; call it with the scene drawn in the element.
 * @param {Wire.Scene} scene
 */
export function useMotion(scene) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const before = useRef(
    /** @type {{ cards: Lying[], boxes: ReturnType<typeof boxesIn>, scene: Wire.Scene } | null} */ (null),
  );
  // While the next scene is being rendered, the document still shows the one before.
  if (root.current && before.current?.scene !== scene) {
    before.current = { cards: cardsIn(root.current), boxes: boxesIn(root.current), scene };
  }
  useLayoutEffect(() => {
    const old = before.current;
    if (!old || !root.current || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const left = [...old.cards];
    const gone = (/** @type {(was: Lying) => boolean} */ test) => {
      const k = left.findIndex(test);
      return k < 0 ? null : left.splice(k, 1)[0];
    };
    const news = cardsIn(root.current).filter(
      (now) => now.card !== HIDDEN && !gone((was) => was.card === now.card && was.place === now.place),
    );
    for (const now of news) {
      const giver = old.boxes.get(`person ${now.element.dataset.by ?? ""}`);
      const source = gone((was) => was.card === now.card)?.box ?? giver ?? old.boxes.get("stock");
      if (source) slide(now.element, source, now.box);
    }
  }, [scene]);
  return root;
}
