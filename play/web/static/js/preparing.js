// The progress of compiling a game's rules: game, share, time left, and the rulebook to read meanwhile.
import { html, useState } from "../vendor/preact-htm.js";
import { Learn } from "./learn.js";
import { WORDS } from "./words.js";

/** @param {{ told: Wire.Compiling, net: Page.Net, problem: Page.Problem }} props */
export function Preparing({ told, net, problem }) {
  const [reading, setReading] = useState(false);
  const percent = Math.round(100 * told.share);
  const close = () => setReading(false);
  const turn = () => setReading(!reading);
  return html`<section class="preparing panel" aria-label=${WORDS.preparing(told.title)}>
    <p role="status">${WORDS.preparing(told.title)}</p>
    <progress max="100" value=${percent} aria-label=${WORDS.preparing(told.title)}></progress>
    <p class="about">${WORDS.preparedBy(percent, Math.max(1, Math.round(told.left)))}</p>
    <p><button onClick=${turn} aria-pressed=${reading}>${WORDS.readMeanwhile}</button></p>
    ${reading && html`<${Learn} net=${net} id=${told.game} close=${close} problem=${problem} />`}
  </section>`;
}
