// The answers to a question about real cards.

/**
 * Sends an answer: an option's id or the typed text, and a card that replaces the option's own.
 * @typedef {(answer: number | string, card?: string) => void} Say
 */

/**
 * The options of a question in groups: one per kind with cards, and one for each other option.
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
