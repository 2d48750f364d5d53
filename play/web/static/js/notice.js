// What is told of a game above all else.
import { html } from "../vendor/preact-htm.js";
import { PuzzleAnswer } from "./puzzles.js";
import { parentOf } from "./trial.js";
import { WORDS } from "./words.js";

/**
 * That a game is a trial, or the task and the answer of a puzzle.
 * @param {object} props
 * @param {import("./commands.js").Commands} props.commands
 * @param {Page.Net} props.net
 * @param {Page.Open} props.open
 * @param {Page.Problem} props.problem
 */
export function Notice({ commands, net, open, problem }) {
  const { position } = commands.get();
  const parent = parentOf(position.game);
  const openThen = (/** @type {Page.Shown} */ found) => commands.part(() => open(found));
  const back = () => net.ask("open", { game: parent }).then(openThen).catch(problem);
  if (position.puzzle)
    return html`<${PuzzleAnswer} told=${position.puzzle} net=${net} open=${openThen} problem=${problem} />`;
  if (!position.is_trial) return null;
  return html`<p class="puzzle">${WORDS.trial}${" "}
    ${parent && html`<button onClick=${back}>${WORDS.trialBack}</button>`}</p>`;
}
