// Cards move to where they go: what has changed its place since the table was last drawn slides there.
import { useLayoutEffect, useRef } from "../vendor/preact-htm.js";

const QUICK = { duration: 380, easing: "cubic-bezier(.2,.7,.2,1)" };

// A card is told by its text and by the place where it lies: the nearest element with a name of its own.
function cardsIn(root) {
  return [...root.querySelectorAll("svg[data-card]")].map((element) => {
    const place = element.closest("[data-place]");
    return { element, card: element.dataset.card, place: place ? place.dataset.place : "", box: element.getBoundingClientRect() };
  });
}

function boxesIn(root) {
  const boxes = new Map();
  for (const element of root.querySelectorAll("[data-place]")) boxes.set(element.dataset.place, element.getBoundingClientRect());
  return boxes;
}

function slide(element, from, to) {
  if (!to.width || !from.width) return;
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const size = Math.min(1.5, Math.max(0.5, from.width / to.width));
  element.animate([{ transform: `translate(${x}px, ${y}px) scale(${size})` }, { transform: "none" }], QUICK);
}

// Call it with what is drawn below an element; the answer is the element's ref.
export function useMotion(scene) {
  const root = useRef(null);
  const before = useRef(null);
  // The document still shows the scene before this one while the next is being made.
  before.current = root.current && before.current?.scene !== scene ? { cards: cardsIn(root.current), boxes: boxesIn(root.current), scene } : before.current;
  useLayoutEffect(() => {
    const old = before.current;
    if (!old?.cards || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const left = [...old.cards];
    const gone = (test) => {
      const k = left.findIndex(test);
      return k < 0 ? null : left.splice(k, 1)[0];
    };
    const news = cardsIn(root.current).filter((now) => now.card !== "??" && !gone((was) => was.card === now.card && was.place === now.place));
    for (const now of news) {
      const source = gone((was) => was.card === now.card)?.box || old.boxes.get(`person ${now.element.dataset.by || ""}`) || old.boxes.get("stock");
      if (source) slide(now.element, source, now.box);
    }
  }, [scene]);
  return root;
}
