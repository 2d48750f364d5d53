// Motion of what changed between two pictures of a table, in the order of the rules: cards are turned up
// together, one comes from its player, one that was Blocked goes to the heap once it was hit, lanes slide.
import { useLayoutEffect, useRef } from "../vendor/preact-htm.js";
import { HIDDEN } from "./cards.js";
import { dataOf, drawnIn, gaugesIn, lyingIn, placeOf, placesIn } from "./drawn.js";
import { come, flash, go, pulse, reveal, rise, shift, upheave } from "./flights.js";

const MOST_KNOCKED = 4; // cards that fly off at once; more were cleared away
const STILL = 3; // pixels by which nothing has moved

/** @typedef {import("./drawn.js").Drawn} Drawn */
/** @typedef {import("./drawn.js").Lying} Lying */
/** @typedef {{ by: string, sounds: string[] }} Happened who has moved, and how it sounded */
/**
 * Takes the first that fits out of a list.
 * @template T
 * @param {T[]} list
 * @param {(one: T) => boolean} fits
 * @returns {T | undefined}
 */
function take(list, fits) {
  const k = list.findIndex(fits);
  return k < 0 ? undefined : list.splice(k, 1)[0];
}

/** @param {Wire.Scene} scene */
const laidIn = (scene) => [...scene.far, ...scene.near].filter((person) => person.laid.length);

/**
 * Takes what lay face-down before people and lies on the table now; with where it lay.
 * @param {Drawn} old
 * @param {Wire.Scene} scene
 * @param {Lying[]} news
 */
function turnedUp(old, scene, news) {
  const still = new Set(laidIn(scene).map(({ name }) => name));
  const gone = laidIn(old.scene).filter(({ name }) => !still.has(name));
  const known = gone.map((who) =>
    take(news, ({ element, name }) => dataOf(element).by === who.name || who.laid.includes(name)),
  );
  return gone.flatMap(({ name, laid }, k) => {
    const now = known[k] ?? take(news, ({ place }) => place === "heap");
    const lay = old.lying.filter(({ place }) => place === `person ${name}`).slice(-laid.length)[0];
    const from = lay?.box ?? old.places.get(`person ${name}`);
    return now && from ? [{ element: now.element, from, to: now.box }] : [];
  });
}

/**
 * Moves the lanes: one that comes into use rises, and a Rumble shakes them all when they are other ones.
 * @param {Element} root
 * @param {Drawn} old
 * @param {Wire.Scene} scene
 * @param {boolean} is_rumble
 */
function slide(root, old, scene, is_rumble) {
  const titles = (/** @type {Wire.Scene} */ one) => one.piles.map(({ title }) => title).join("|");
  if (titles(scene) !== titles(old.scene)) {
    if (is_rumble) upheave(root.querySelector(".table"));
    return;
  }
  for (const pile of root.querySelectorAll(".pile")) {
    const [from, to] = [old.places.get(placeOf(pile)), pile.getBoundingClientRect()];
    if (from && Math.abs(from.left - to.left) > STILL) shift(pile, from, to);
  }
  const litOf = (/** @type {Wire.Scene} */ one) => one.piles.find((pile) => pile.is_lit)?.title;
  const lit = litOf(old.scene) !== litOf(scene) && root.querySelector(".pile.lit");
  if (lit) rise(lit);
}

/**
 * Moves what differs between two pictures.
 * @param {Element} root
 * @param {Drawn} old
 * @param {Wire.Scene} scene
 * @param {Happened} happened
 */
function move(root, old, scene, happened) {
  const left = [...old.lying];
  const news = lyingIn(root).filter((now) => {
    const was = take(left, ({ name, place }) => name === now.name && place === now.place);
    const figure = now.element instanceof SVGGElement && now.element.getScreenCTM();
    if (was && figure && Math.hypot(was.box.x - now.box.x, was.box.y - now.box.y) > STILL)
      shift(now.element, was.box, now.box, figure.a);
    if (was && was.said !== now.said) flash(now.element);
    return !was && now.name !== HIDDEN;
  });
  const places = placesIn(root);
  const [heap, middle] = [places.get("heap"), root.querySelector(".middle")?.getBoundingClientRect()];
  if (middle) reveal(root, turnedUp(old, scene, news), middle);
  const is_block = happened.sounds.includes("block");
  const onPile = (/** @type {Lying} */ was) => was.name !== HIDDEN && was.place.startsWith("pile ");
  const hit = is_block ? left.findLast(onPile) : undefined;
  for (const { element, name, place, box } of news) {
    const hits = place === "heap" && hit;
    const by = old.places.get(`person ${dataOf(element).by ?? (hits ? happened.by : "")}`);
    const was = take(left, (one) => one.name === name && (!hits || one.place === "hand"));
    const from = was?.box ?? by ?? old.places.get("stock");
    if (from) come(root, element, from, box, hits ? hits.box : undefined);
  }
  const knocked = left.filter(onPile);
  if (heap && knocked.length <= MOST_KNOCKED)
    for (const was of knocked) go(root, was.element, was.box, heap, was === hit);
  slide(root, old, scene, happened.sounds.includes("rumble"));
  for (const { element, key } of gaugesIn(root))
    if ((old.gauges.get(key) ?? element.title) !== element.title) pulse(element);
}

/**
 * The ref of an element in which what changes is moved; call it with the table drawn there.
 * @param {Wire.Scene} scene
 * @param {Happened | null} happened null: nothing is moved
 */
export function useMotion(scene, happened) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const before = useRef(/** @type {Drawn | null} */ (null));
  const drawn = useRef(scene);
  // While the next table is being rendered, the document still shows the one before.
  if (root.current && drawn.current !== scene) {
    before.current = drawnIn(root.current, drawn.current);
    drawn.current = scene;
  }
  useLayoutEffect(() => {
    if (!happened || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (before.current && root.current) move(root.current, before.current, scene, happened);
  }, [scene]);
  return root;
}
