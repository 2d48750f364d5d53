// The rulebook beside the table.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { fieldValue } from "./dialog.js";
import { marked } from "./glossary.js";
import { WORDS } from "./words.js";

const MARKS = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`/g;

/**
 * A text with its marks for emphasis and code.
 * @param {string} text
 */
function styled(text) {
  /** @type {unknown[]} */
  const parts = [];
  let at = 0;
  for (const [whole, bold, stressed, code] of text.matchAll(MARKS)) {
    const from = text.indexOf(whole, at);
    parts.push(...marked(text.slice(at, from)));
    if (bold) parts.push(html`<b>${bold}</b>`);
    else parts.push(stressed ? html`<em>${stressed}</em>` : html`<code>${code}</code>`);
    at = from + whole.length;
  }
  return [...parts, ...marked(text.slice(at))];
}

/** @param {{ block: Wire.Passage }} props */
function Block({ block: { kind, level, rows } }) {
  const first = rows[0][0];
  const items = () => rows.map((row) => html`<li>${styled(row[0])}</li>`);
  switch (kind) {
    case "heading":
      return level > 1 ? html`<h3>${first}</h3>` : html`<h2>${first}</h2>`;
    case "points":
      return html`<ul>${items()}</ul>`;
    case "steps":
      return html`<ol>${items()}</ol>`;
    case "code":
      return html`<pre>${rows.map((row) => row[0]).join("\n")}</pre>`;
    case "table":
      return html`<table>
        <thead><tr>${rows[0].map((cell) => html`<th scope="col">${styled(cell)}</th>`)}</tr></thead>
        <tbody>${rows
          .slice(1)
          .map((row) => html`<tr>${row.map((cell) => html`<td>${styled(cell)}</td>`)}</tr>`)}</tbody>
      </table>`;
    default:
      return html`<p>${styled(first)}</p>`;
  }
}

/** @param {{ net: Page.Net, id: string, close: () => void, problem: Page.Problem }} props */
export function Learn({ net, id, close, problem }) {
  const [found, setFound] = useState(/** @type {Wire.Rulebook | null} */ (null));
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const turn = (/** @type {string} */ page) =>
    net
      .ask("rulebook", { id, page })
      .then((answer) => {
        setFound(answer);
        if (place.current) place.current.scrollTop = 0;
      })
      .catch(problem);
  useEffect(() => {
    turn("");
    place.current?.focus();
  }, [id]);
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") close();
    event.stopPropagation();
  };
  const change = (/** @type {Event} */ event) => turn(fieldValue(event));
  const pages =
    found &&
    html`<select value=${found.page.name} onChange=${change}>
    ${found.pages.map(
      ([name, title]) => html`<option value=${name} selected=${name === found.page.name}>${title}</option>`,
    )}</select>`;
  return html`<section class="learn" tabindex="-1" ref=${place} aria-label=${WORDS.learn} onKeyDown=${onKey}>
    <header>
      <label>${WORDS.learn}${" "}${pages}</label>
      <button onClick=${close}>${WORDS.close}</button>
    </header>
    ${found?.page.blocks.map((block, k) => html`<${Block} block=${block} key=${`${found.page.name}${k}`} />`)}
  </section>`;
}
