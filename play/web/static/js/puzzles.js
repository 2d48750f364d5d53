// Puzzles: the answer to one, and the list of all.
import { html } from "../vendor/preact-htm.js";
import { fieldValue } from "./dialog.js";
import { Worths } from "./review.js";
import { Words } from "./text.js";
import { puzzleName, WORDS } from "./words.js";

/**
 * The answer to a puzzle, after a choice.
 * @param {import("./trial.js").Means & { told: Wire.PuzzleTold }} props
 */
export function PuzzleAnswer({ told, net, open, problem }) {
  const begin = (/** @type {string} */ name) => net.ask("puzzle", { name }).then(open).catch(problem);
  if (told.chosen === null) {
    return html`<p class="puzzle" role="status">
      <b>${WORDS.puzzle(told.name)}</b>${" "}${WORDS.puzzleTask}</p>`;
  }
  const said = told.is_solved ? WORDS.found : WORDS.notFound(told.options[0].name);
  return html`<details class="puzzle" open>
    <summary><b class=${told.is_solved ? "won" : "lost"}><${Words} plain text=${said} /></b></summary>
    <p class="unseen" role="status"><${Words} plain text=${said} /></p>
    <${Worths} options=${told.options} chosen=${told.chosen} /><p><${Words} text=${told.reason} /></p>
    <p><button class="main" onClick=${() => begin(told.next)}>${WORDS.nextPuzzle}</button>${" "}
      <button onClick=${() => begin(told.name)}>${WORDS.samePuzzle}</button>${" "}
      <span class="dim">${WORDS.goesOn}</span></p></details>`;
}

/** @param {{ found: Wire.Records, begin: (name: string) => void }} props */
export function Puzzles({ found: { puzzles, solved, missed }, begin }) {
  const done = new Set([...solved, ...missed]);
  const fresh = puzzles.find((name) => !done.has(name)) ?? puzzles[0];
  const sign = (/** @type {string} */ name) =>
    solved.includes(name) ? " ✓" : missed.includes(name) ? " ✕" : "";
  const pick = (/** @type {Event} */ event) => fieldValue(event) && begin(fieldValue(event));
  return html`<section class="panel"><h2>${WORDS.puzzles}</h2>
    <p>${WORDS.puzzlesAbout(puzzles.length)}${" "}
      ${done.size > 0 && WORDS.solved(solved.length, done.size)}</p>
    <p><button onClick=${() => begin(fresh)}>${WORDS.another}</button></p>
    <label>${WORDS.pickPuzzle}${" "}<select onChange=${pick}><option value="">…</option>
      ${puzzles.map((name) => html`<option value=${name}>${puzzleName(name)}${sign(name)}</option>`)}
      </select></label></section>`;
}
