// What on the table a choice is about, as the game says.

/**
 * The choices that are made with things on the table, by their names: cards, areas, figures.
 * @param {Wire.Choice[]} choices
 */
export function byThing(choices) {
  /** @type {Record<string, Wire.Choice[]>} */
  const found = {};
  for (const choice of choices) {
    if (!choice.on) continue;
    found[choice.on] ??= [];
    found[choice.on].push(choice);
  }
  return found;
}
