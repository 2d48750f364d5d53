// What can be seen of a table in the document: what lies where, and what gauges say.

/** @typedef {{ element: Element, name: string, said: string, place: string, box: DOMRect }} Lying */
/**
 * @typedef {object} Drawn
 * @property {Lying[]} lying
 * @property {Map<string, DOMRect>} places by name
 * @property {Map<string, string>} gauges what they say, by place and name
 * @property {Wire.Scene} scene
 */

/** @param {Element} element */
export const dataOf = (element) => /** @type {HTMLElement | SVGElement} */ (element).dataset;

/** @param {Element} element */
export function placeOf(element) {
  const place = element.closest("[data-place], .card-row");
  return place ? (dataOf(place).place ?? `row ${place.querySelector("h3")?.firstChild?.textContent}`) : "";
}

/**
 * What can move: cards by their text, named cards and figures by their name; and what is written on it.
 * @param {Element} root
 * @returns {Lying[]}
 */
export function lyingIn(root) {
  const all = [...root.querySelectorAll("svg[data-card], .named-card:not(.back), .map .figure")];
  return all
    .filter((element) => !element.closest(".ghost, dialog, .flying"))
    .map((element) => {
      const title = element.querySelector(".face-name, title")?.textContent?.split(":")[0] ?? "";
      const [name, said] = [dataOf(element).card ?? title, element.textContent ?? ""];
      return { element, name, said, place: placeOf(element), box: element.getBoundingClientRect() };
    });
}

/** @param {Element} root */
export const placesIn = (root) =>
  new Map(
    [...root.querySelectorAll("[data-place]")].map((x) => [dataOf(x).place ?? "", x.getBoundingClientRect()]),
  );

/** @param {Element} root */
export const gaugesIn = (root) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".gauge"))].map((element) => ({
    element,
    key: `${placeOf(element)} ${element.title.split(":")[0]}`,
  }));

/**
 * @param {Element} root
 * @param {Wire.Scene} scene which is drawn there
 * @returns {Drawn}
 */
export const drawnIn = (root, scene) => ({
  lying: lyingIn(root),
  places: placesIn(root),
  gauges: new Map(gaugesIn(root).map(({ element, key }) => [key, element.title])),
  scene,
});
