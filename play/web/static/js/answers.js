// The answers to a question about real cards.

/**
 * What names an answer: an option's id, or what was typed; and a card in the place of the option's own.
 * @typedef {(answer: number | string, card?: string) => void} Say
 */

/**
 * The options of a question: of a kind with cards all together, of any other each alone.
 * @param {Wire.Answerable[]} options
 * @returns {Wire.Answerable[][]}
 */
export function grouped(options) {
  /** @type {Map<string | number, Wire.Answerable[]>} */
  const groups = new Map();
  for (const option of options) {
    const key = option.card ? option.kind : option.id;
    groups.set(key, [...(groups.get(key) ?? []), option]);
  }
  return [...groups.values()];
}
