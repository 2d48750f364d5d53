// The log of a game, in sentences, filtered by mover and by words.
import { html, useState } from "../vendor/preact-htm.js";
import { fieldValue } from "./dialog.js";
import { Sentences } from "./text.js";
import { WORDS } from "./words.js";

/** @param {{ log: Wire.Logged["entries"] }} props */
export function Log({ log }) {
  const [who, setWho] = useState(/** @type {string | null} */ (null));
  const [word, setWord] = useState("");
  const names = new Map(log.map(([by, name]) => [by, name || WORDS.deal]));
  const sought = word.trim().toLowerCase();
  const shown = log
    .filter(([by]) => who === null || by === who)
    .map(([, name, told]) => ({
      name: name || WORDS.deal,
      told: told.filter((line) => line.toLowerCase().includes(sought)),
    }))
    .filter(({ told }) => told.length)
    .reverse();
  const button = (/** @type {string | null} */ by, /** @type {string} */ name) =>
    html`<button aria-pressed=${who === by} onClick=${() => setWho(by)}>${name}</button>`;
  const search = (/** @type {Event} */ event) => setWord(fieldValue(event));
  return html`<div class="log">
    <div class="log-filter">${button(null, WORDS.everybody)}
      ${[...names].map(([by, name]) => button(by, name))}</div>
    <label>${WORDS.logWords}${" "}
      <input type="search" value=${word} onInput=${search} /></label>
    ${
      shown.length
        ? html`<ol reversed>${shown.map(
            ({ name, told }) => html`<li><b>${name}</b><${Sentences} told=${told} /></li>`,
          )}</ol>`
        : html`<p class="dim">${WORDS.nothing}</p>`
    }
  </div>`;
}
