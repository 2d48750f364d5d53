// Choices by their objects on the table, as given by the game.

/**
 * The choices with an object on the table, by its name: cards, areas, figures.
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
