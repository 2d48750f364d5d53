// A recorded game on a page of its own: the data lies in the page.
import { html, render, useEffect, useState } from "../vendor/preact-htm.js";
import { Table, Words } from "./table.js";
import { WORDS } from "./words.js";

const game = JSON.parse(document.getElementById("game").textContent);
const last = game.by.length - 1;

function Sheet() {
  const [at, setAt] = useState(0);
  const [eyes, setEyes] = useState(0);
  const view = game.views[eyes];
  const go = (n) => setAt(Math.max(0, Math.min(last, n)));
  useEffect(() => {
    const onKey = (event) => {
      if (event.target.closest("select, .word") || event.ctrlKey || event.metaKey || event.altKey) return;
      const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, " ": at + 1, Home: 0, End: last };
      if (!(event.key in steps) || (event.key === " " && event.target.closest("button"))) return;
      event.preventDefault();
      go(steps[event.key]);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  return html`<main class="sheet">
    <h1>${game.title} <span class="dim">${game.scenario}</span></h1>
    <div class="sheet-bar">
      <button onClick=${() => go(at - 1)} disabled=${at === 0}>${WORDS.earlier}</button>
      <label class="slider"><span>${WORDS.moveOf(at, last)}</span><input type="range" min="0" max=${last} value=${at} onInput=${(e) => go(Number(e.target.value))} /></label>
      <button onClick=${() => go(at + 1)} disabled=${at === last}>${WORDS.later}</button>
      ${game.views.length > 1 && html`<label>${WORDS.eyes}<select value=${eyes} onChange=${(e) => setEyes(Number(e.target.value))}>${game.views.map((v, k) => html`<option value=${k}>${v.name || WORDS.allEyes}</option>`)}</select></label>`}
    </div>
    <div class="panel told" role="status"><h2>${game.by[at] || WORDS.deal}</h2>${view.told[at].map((line) => html`<p><${Words} plain text=${line} /></p>`)}</div>
    <${Table} scene=${game.scenes[view.scenes[at]]} />
  </main>`;
}

render(html`<${Sheet} />`, document.getElementById("page"));
