// Texts in the page's language: English in the code, a translation in the page.
/** @typedef {Record<string, string | number>} Values */

const found = document.getElementById("words");
/** @type {{ texts: Record<string, string>, plurals: Record<string, string[]>, forms: number[] }} */
const { texts, plurals, forms } = found
  ? JSON.parse(found.textContent ?? "")
  : { texts: {}, plurals: {}, forms: [] };

/** @param {string} text @param {Values} values */
function filled(text, values) {
  return text.replace(/\{\{|\}\}|\{(\w+)\}/g, (part, name) => (name ? String(values[name]) : part[0]));
}

/**
 * A text with values in place of its {names}.
 * @param {string} text
 * @param {Values} [values]
 */
export function tr(text, values) {
  const said = texts[text] ?? text;
  return values ? filled(said, values) : said;
}

/**
 * The text for a number: the first for 1, the second for others, unless a translation has its own forms.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Values} [values]
 */
export function plural(one, many, n, values) {
  const form = forms[n < forms.length ? n : 100 + (n % 100)];
  return filled(plurals[one]?.[form] ?? (n === 1 ? one : many), { n, ...values });
}
