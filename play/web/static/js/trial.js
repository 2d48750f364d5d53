// Trials: games that are branched from another to try something out.
import { html } from "../vendor/preact-htm.js";
import { WORDS } from "./words.js";

const PARENT = "throwdown-parent-";

/** @typedef {{ net: Page.Net, open: Page.Open, problem: Page.Problem }} Means */

/**
 * The game that a trial was branched from, by the trial's key; "" if none.
 * @param {string} key
 */
export const parentOf = (key) => sessionStorage.getItem(PARENT + key) || "";

/**
 * Begins a trial at a moment of a game.
 * @param {Means & { game: string, move: number }} props
 */
export function TryOut({ net, game, move, open, problem }) {
  const go = (/** @type {boolean} */ is_alone) =>
    net
      .ask("branch", { game, move, is_alone })
      .then((found) => {
        sessionStorage.setItem(PARENT + found.game, game);
        open(found);
      })
      .catch(problem);
  return html`<p class="retry"><button onClick=${() => go(false)}>${WORDS.playOn}</button>
    <button onClick=${() => go(true)}>${WORDS.playAlone}</button></p>`;
}
