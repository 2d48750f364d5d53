// Words that can be looked up: underlined in every text of a game, explained where they stand.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { WORDS } from "./words.js";

const CLAUSE = "\\b[A-Z]{1,3}-\\d{2,}\\b";
let known = new Map();
let clauses = new Set();
let pattern = null;
let show = null;

// Learn the words of a game, [[name, kind, text], …], and the ids of its rules. Longer names go before shorter ones that begin alike.
export function learnWords(entries, ids) {
  clauses = new Set(ids);
  known = new Map(entries.map(([name, kind, text]) => [name, { name, kind, text }]));
  const names = [...known.keys()].filter((name) => /^[\p{Lu}\p{Lo}]/u.test(name)).sort((a, b) => b.length - a.length);
  const plain = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  pattern = plain.length ? new RegExp(`(?<![\\p{L}\\p{N}_-])(${plain.join("|")})(?:e?s|e?d|ed)?(?![\\p{L}\\p{N}_-])|${CLAUSE}`, "gu") : null;
}

// Split a text into plain parts and words that can be looked up, each word once.
export function marked(text) {
  if (!pattern) return [text];
  const parts = [];
  const seen = new Set();
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    const name = found[1] || found[0];
    if (seen.has(name) || (!known.has(name) && !clauses.has(name))) continue;
    seen.add(name);
    const from = found.index - /[(“"]*$/.exec(text.slice(at, found.index))[0].length; // what hugs a word stays on its line
    const to = found.index + found[0].length;
    const after = /^[)”",.;:!?]*/.exec(text.slice(to))[0];
    parts.push(text.slice(at, from), html`<span class="hugs">${text.slice(from, found.index)}<${Word} name=${name} text=${found[0]} />${after}</span>`);
    at = to + after.length;
  }
  return [...parts, text.slice(at)];
}

function Word({ name, text }) {
  const open = (event) => {
    event.stopPropagation();
    if (show) show(name);
  };
  return html`<button type="button" class="word" aria-haspopup="dialog" onClick=${open}>${text}</button>`;
}

// The explanation, over whatever is shown; a word inside it replaces it. Clauses are asked of the server.
export function WordBox({ net, game }) {
  const [entries, setEntries] = useState([]);
  const box = useRef(null);
  useEffect(() => {
    show = (name) => {
      const entry = known.get(name);
      const open = (found) => {
        setEntries(found);
        if (!box.current.open) box.current.showModal();
      };
      if (entry) open([[entry.kind === WORDS.plainKind ? entry.name : `${entry.name} (${entry.kind})`, entry.text]]);
      else net.ask("word", { game, text: name }).then((found) => open(found.entries)).catch(() => {});
    };
    return () => { show = null; };
  }, [game]);
  const outside = (event) => event.target === box.current && box.current.close();
  return html`<dialog class="word-box" ref=${box} aria-label=${WORDS.meaning} onClick=${outside}>
    ${entries.map(([name, text]) => html`<h2>${name}</h2><p>${marked(text)}</p>`)}
    <p><button class="main" onClick=${() => box.current.close()}>${WORDS.close}</button></p>
  </dialog>`;
}
