// What the choice that is looked at would do.
import { isCard } from "./cards.js";

/**
 * @typedef {object} Preview
 * @property {string} card the card that would be laid; empty: none
 * @property {string} of the name of whose gauges change; empty: those of who moves and of the table
 * @property {string} lies the title of the pile where it would lie
 * @property {string} tag in few words
 * @property {string} mark
 * @property {Map<string, number>} after the values of gauges afterwards, by name
 */

/**
 * The names of those with gauges of their own; of things, only those with one that changes.
 * @param {Wire.Scene} scene
 * @param {Wire.Choice["then"]} then
 */
const ownersOf = ({ far, near, map, card_rows, things }, then) =>
  [
    ...far,
    ...near,
    ...(map?.spots ?? []).flatMap((spot) => spot.figures),
    ...card_rows.flatMap((row) => row.faces),
    ...things.filter((one) => one.gauges.some((gauge) => then.some(([name]) => name === gauge.name))),
  ].map((one) => one.name);

/**
 * @param {Wire.Choice | undefined} choice
 * @param {Wire.Scene} scene
 * @returns {Preview | null}
 */
export function previewOf(choice, scene) {
  if (!choice) return null;
  const { on, lies, tag, mark, then } = choice;
  const of = ownersOf(scene, then).includes(on) ? on : "";
  return { card: isCard(on) ? on : "", of, lies, tag, mark, after: new Map(then) };
}

/**
 * The values that gauges of a person would have.
 * @param {Preview | null} preview
 * @param {Wire.Person} person
 */
export function afterOf(preview, person) {
  const is_own = preview?.of ? preview.of === person.name : person.is_viewer && person.is_to_move;
  return is_own ? preview?.after : undefined;
}
