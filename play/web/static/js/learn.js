// The rulebook beside the table.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { marked } from "./glossary.js";
import { WORDS } from "./words.js";

const MARKS = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`/g;

// A text with its marks for stress and code.
function styled(text) {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(MARKS)) {
    parts.push(...marked(text.slice(at, found.index)));
    parts.push(found[1] ? html`<b>${found[1]}</b>` : found[2] ? html`<em>${found[2]}</em>` : html`<code>${found[3]}</code>`);
    at = found.index + found[0].length;
  }
  return [...parts, ...marked(text.slice(at))];
}

function Block({ block }) {
  const { kind, rows } = block;
  if (kind === "heading") return block.level > 1 ? html`<h3>${rows[0][0]}</h3>` : html`<h2>${rows[0][0]}</h2>`;
  if (kind === "points") return html`<ul>${rows.map((row) => html`<li>${styled(row[0])}</li>`)}</ul>`;
  if (kind === "steps") return html`<ol>${rows.map((row) => html`<li>${styled(row[0])}</li>`)}</ol>`;
  if (kind === "code") return html`<pre>${rows.map((row) => row[0]).join("\n")}</pre>`;
  if (kind === "table") {
    return html`<table><thead><tr>${rows[0].map((cell) => html`<th scope="col">${styled(cell)}</th>`)}</tr></thead>
      <tbody>${rows.slice(1).map((row) => html`<tr>${row.map((cell) => html`<td>${styled(cell)}</td>`)}</tr>`)}</tbody></table>`;
  }
  return html`<p>${styled(rows[0][0])}</p>`;
}

export function Learn({ net, id, close, problem }) {
  const [found, setFound] = useState(null);
  const place = useRef(null);
  const turn = (page) => net.ask("rulebook", { id, page }).then((answer) => {
    setFound(answer);
    place.current.scrollTop = 0;
  }).catch(problem);
  useEffect(() => {
    turn("");
    place.current.focus();
    document.body.classList.add("learning");
    return () => document.body.classList.remove("learning");
  }, [id]);
  const onKey = (event) => {
    if (event.key === "Escape") close();
    event.stopPropagation();
  };
  return html`<section class="learn" tabindex="-1" ref=${place} aria-label=${WORDS.learn} onKeyDown=${onKey}>
    <header>
      <label>${WORDS.learn} ${found && html`<select value=${found.page.name} onChange=${(e) => turn(e.target.value)}>
        ${found.pages.map(([name, title]) => html`<option value=${name} selected=${name === found.page.name}>${title}</option>`)}</select>`}</label>
      <button onClick=${close}>${WORDS.close}</button>
    </header>
    ${found && found.page.blocks.map((block, k) => html`<${Block} block=${block} key=${`${found.page.name}${k}`} />`)}
  </section>`;
}
