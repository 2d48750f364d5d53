// A recorded game as a page of its own, with its data in the page.
import { html, render, useLayoutEffect, useState } from "../vendor/preact-htm.js";
import { Table } from "./table.js";
import { Words } from "./text.js";
import { WORDS } from "./words.js";

/** @type {Page.Recorded} */
const game = JSON.parse(document.getElementById("game")?.textContent ?? "");
const last = game.by.length - 1;

function Sheet() {
  const [at, setAt] = useState(0);
  const [eyes, setEyes] = useState(0);
  const view = game.views[eyes];
  const go = (/** @type {number} */ n) => setAt(Math.max(0, Math.min(last, n)));
  // At once, so that the next key counts from the move that is shown.
  useLayoutEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {Element} */ (event.target);
      if (target.closest("select, .word") || event.ctrlKey || event.metaKey || event.altKey) return;
      /** @type {Record<string, number>} */
      const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, " ": at + 1, Home: 0, End: last };
      if (!(event.key in steps) || (event.key === " " && target.closest("button"))) return;
      event.preventDefault();
      go(steps[event.key]);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const slide = (/** @type {Event} */ e) => go(Number(/** @type {HTMLInputElement} */ (e.target).value));
  const look = (/** @type {Event} */ e) => setEyes(Number(/** @type {HTMLSelectElement} */ (e.target).value));
  const viewers = html`<label>${WORDS.eyes}<select value=${eyes} onChange=${look}>
    ${game.views.map((v, k) => html`<option value=${k}>${v.name || WORDS.allEyes}</option>`)}
    </select></label>`;
  return html`<main class="sheet">
    <h1>${game.title}${" "}<span class="dim">${game.scenario}</span></h1>
    <div class="sheet-bar">
      <button onClick=${() => go(at - 1)} disabled=${at === 0}>${WORDS.earlier}</button>
      <label class="slider"><span>${WORDS.moveOf(at, last)}</span>
        <input type="range" min="0" max=${last} value=${at} onInput=${slide} /></label>
      <button onClick=${() => go(at + 1)} disabled=${at === last}>${WORDS.later}</button>
      ${game.views.length > 1 && viewers}
    </div>
    <div class="panel told" role="status"><h2>${game.by[at] || WORDS.deal}</h2>
      ${view.told[at].map((line) => html`<p><${Words} plain text=${line} /></p>`)}</div>
    <${Table} scene=${game.scenes[view.scenes[at]]} />
  </main>`;
}

const place = document.getElementById("page");
if (place) render(html`<${Sheet} />`, place);
