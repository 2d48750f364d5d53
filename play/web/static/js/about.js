// What on the table a choice is about, as its words tell.
import { isCard } from "./cards.js";

/**
 * Whether a choice is made with what has a name on the table: a card, an area, a figure.
 * @param {Wire.Choice} choice
 * @param {string} name
 */
export function isAbout(choice, name) {
  return choice.what === name || choice.name === name || choice.what.endsWith(` ${name}`);
}

/**
 * The choices that are made with cards, by card.
 * @param {Wire.Choice[]} choices
 */
export function byCard(choices) {
  /** @type {Record<string, Wire.Choice[]>} */
  const found = {};
  for (const choice of choices) {
    if (!isCard(choice.what)) continue;
    found[choice.what] ??= [];
    found[choice.what].push(choice);
  }
  return found;
}
