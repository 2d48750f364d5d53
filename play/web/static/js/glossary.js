// Glossary words: underlined in every text of a game, explained in place.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { WORDS } from "./words.js";

const CLAUSE = "\\b[A-Z]{1,3}-\\d{2,}\\b";
/** @type {Map<string, { kind: string, text: string }>} */
let known = new Map();
/** @type {Set<string>} */
let clauses = new Set();
/** @type {RegExp | null} */
let pattern = null;
/** @type {((name: string) => void) | null} */
let show = null;
/** @type {((entries: Wire.Told["entries"]) => void) | null} */
let open = null;

/** Whether there is a glossary to explain anything with. */
export const isTaught = () => known.size > 0;

/**
 * Explains names with their present values.
 * @param {[string, string][]} told by name, what it says now
 */
export function explain(told) {
  open?.(told.map(([name, said]) => [name ? `${name}: ${said}` : said, known.get(name)?.text ?? ""]));
}

/**
 * Sets the words of a game and the ids of its rules. Longer names come before their own beginnings.
 * @param {Wire.Glossary["entries"]} entries
 * @param {string[]} ids
 */
export function learnWords(entries, ids) {
  clauses = new Set(ids);
  known = new Map(entries.map(([name, kind, text]) => [name, { kind, text }]));
  const names = [...known.keys()]
    .filter((name) => /^[\p{Lu}\p{Lo}]/u.test(name))
    .sort((a, b) => b.length - a.length);
  const plain = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  pattern = plain
    ? new RegExp(`(?<![\\p{L}\\p{N}_-])(${plain})(?:e?s|e?d|ed)?(?![\\p{L}\\p{N}_-])|${CLAUSE}`, "gu")
    : null;
}

/**
 * Splits a text into plain parts and glossary words, each word once.
 * @param {string} text
 * @returns {unknown[]}
 */
export function marked(text) {
  if (!pattern) return [text];
  /** @type {unknown[]} */
  const parts = [];
  const seen = new Set();
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    const name = found[1] || found[0];
    if (seen.has(name) || (!known.has(name) && !clauses.has(name))) continue;
    seen.add(name);
    // Adjacent brackets and punctuation stay on the line of the word.
    const from = found.index - (/[(“"]*$/.exec(text.slice(at, found.index))?.[0].length ?? 0);
    const to = found.index + found[0].length;
    const after = /^[)”",.;:!?]*/.exec(text.slice(to))?.[0] ?? "";
    const word = html`<${Word} name=${name} text=${found[0]} />`;
    parts.push(
      text.slice(at, from),
      html`<span class="hugs">${text.slice(from, found.index)}${word}${after}</span>`,
    );
    at = to + after.length;
  }
  return [...parts, text.slice(at)];
}

/** @param {{ name: string, text: string }} props */
function Word({ name, text }) {
  const look = (/** @type {Event} */ event) => {
    event.stopPropagation();
    if (show) show(name);
  };
  return html`<button type="button" class="word" aria-haspopup="dialog" onClick=${look}>${text}</button>`;
}

/**
 * The explanation as an overlay; a word inside it replaces it. Clauses are requested from the server.
 * @param {{ net: Page.Net, game: string }} props
 */
export function WordBox({ net, game }) {
  const [entries, setEntries] = useState(/** @type {Wire.Told["entries"]} */ ([]));
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const close = () => box.current?.close();
  const tell = (/** @type {Wire.Told["entries"]} */ found) => {
    setEntries(found);
    if (!box.current?.open) box.current?.showModal();
  };
  useEffect(() => {
    open = tell;
    show = (name) => {
      const entry = known.get(name);
      if (entry) tell([[entry.kind ? `${name} (${entry.kind})` : name, entry.text]]);
      else {
        tell([[name, WORDS.working]]);
        net
          .ask("word", { game, text: name })
          .then(({ entries: found }) => box.current?.open && tell(found))
          .catch(close);
      }
    };
    return () => {
      show = open = null;
    };
  }, [game]);
  const outside = (/** @type {Event} */ event) => event.target === box.current && close();
  return html`<dialog class="word-box" ref=${box} aria-label=${WORDS.meaning} onClick=${outside}>
    ${entries.map(([name, text]) => html`<h2>${name}</h2>${text && html`<p>${marked(text)}</p>`}`)}
    <p><button class="main" onClick=${close}>${WORDS.close}</button></p>
  </dialog>`;
}

/**
 * Requests the glossary of a game.
 * @param {Page.Net} net
 * @param {string} game
 */
export function useGlossary(net, game) {
  const [, setLearnt] = useState(false);
  useEffect(() => {
    scrollTo(0, 0);
    learnWords([], []);
    net
      .ask("glossary", { game })
      .then((found) => {
        learnWords(found.entries, found.clauses);
        setLearnt(true);
      })
      .catch(() => {});
  }, []);
}
