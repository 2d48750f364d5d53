// Beside the table: what others did, the decision and its choices, the end of the game.
import { html, useEffect } from "../vendor/preact-htm.js";
import { Choices, Speech, Sure } from "./choices.js";
import { Lesson } from "./guide.js";
import { timeOf } from "./settings.js";
import { askedAgain, listed, lookedAt, shownSteps, stepOf } from "./shown.js";
import { Sentences, Words } from "./text.js";
import { WORDS } from "./words.js";

/** @typedef {import("./commands.js").Commands} Commands */

const MOST_RECENT = 8; // lines told beside a decision
const LEVEL = /^level:(\d+)$/;
const HIGHEST = 6;

/**
 * The moves of others: one after another by themselves, or all at once, then one step on.
 * @param {{ commands: Commands, seated: boolean }} props seated: whether a speaker sits at the table
 */
function Told({ commands, seated }) {
  const state = commands.get();
  const { position, step: at, pace } = state;
  const shown = shownSteps(state);
  const time = timeOf(pace, position.steps[at]);
  const is_last = at + 1 >= position.steps.length;
  useEffect(() => {
    if (!time) return;
    const timer = setTimeout(commands.next, time);
    return () => clearTimeout(timer);
  }, [at, position, time]);
  const why = shown.findLast((one) => one.move > 0 && !one.is_own);
  // One after another, the present one stands first; all at once, in their order.
  const told = (time ? shown.slice(-1) : shown).map(
    (one) => html`<section key=${one.move}><h2>${one.by || WORDS.deal}</h2>
      ${!seated && html`<${Speech} says=${one.says} />`}<${Sentences} told=${one.told} /></section>`,
  );
  const go = time && !is_last ? WORDS.skip : WORDS.next;
  return html`<div class="step">${told}
    <p class="go"><button class="main" onClick=${commands.skip}>${go}</button>
    ${why && html`<button class="quiet" onClick=${() => commands.why(why.move)}>${WORDS.why}</button>`}</p>
  </div>`;
}

/**
 * The end of the game.
 * @param {{ commands: Commands }} props
 */
function Ending({ commands }) {
  const { position } = commands.get();
  const { verdict, prompt, headline, chapters, ending, taken_back, against, can_turn } = position;
  const [first, ...more] = new Set([headline, ...ending, prompt].filter(Boolean));
  const line = (/** @type {string} */ text) => html`<p><${Words} text=${text} /></p>`;
  const review = () => commands.show({ kind: "review" });
  const replay = (/** @type {number} */ at) => commands.show({ kind: "replay", at });
  const level = Number(LEVEL.exec(against)?.[1]);
  const next =
    verdict === "won" &&
    level < HIGHEST &&
    html`<button class="main"
      onClick=${() => commands.rise(`level:${level + 1}`)}>${WORDS.nextLevel}</button>`;
  return html`<div class="step over">
    <h2 class=${`verdict ${verdict}`}>${verdict && WORDS.verdict[verdict]}</h2>
    <p class="headline"><${Words} text=${first} /></p>
    <p class="go">${next}<button class=${next ? "" : "main"} onClick=${commands.again}>
        ${can_turn ? WORDS.againTurned : WORDS.again}</button>
      <button onClick=${review}>${WORDS.review}</button></p>
    <details><summary>${WORDS.ended}</summary>
      ${chapters.map(
        (x) => html`<details class="chapter"><summary>${x.title}</summary>
          ${x.told.length ? x.told.map(line) : html`<p class="dim">${WORDS.quiet}</p>`}
          <p><button class="quiet" onClick=${() => replay(x.move)}>${WORDS.replay}</button></p></details>`,
      )}
      ${more.map(line)}
      ${taken_back > 0 && html`<p class="dim">${WORDS.takenBack(taken_back)}</p>`}</details></div>`;
}

/**
 * The last lines of what happened.
 * @param {{ steps: Wire.Step[] }} props
 */
function Recent({ steps }) {
  const lines = steps.flatMap((step) => step.told).slice(-MOST_RECENT);
  if (!lines.length) return null;
  return html`<section class="recent" aria-label=${WORDS.recent}>
    <${Sentences} told=${lines.reverse()} /></section>`;
}

/**
 * The current decision.
 * @param {{ commands: Commands, total: string | undefined }} props
 */
function Deciding({ commands, total }) {
  const state = commands.get();
  const { position, busy, typed, guided } = state;
  const { forced } = position;
  const teaches = guided && position.lessons.length > 0;
  const again = askedAgain(state);
  const some = listed(state);
  const fewer = some.length < position.choices.length;
  const look = (/** @type {number} */ action) => commands.send({ type: "choose", action });
  const sum = total && html`${" "}<span class="total">${WORDS.total(total)}</span>`;
  const choices = html`<${Choices} choices=${some} play=${commands.play} shown=${lookedAt(state)}
      look=${look} />
    ${fewer && html`<button class="quiet" onClick=${commands.clear}>${WORDS.allChoices}</button>`}`;
  const asked =
    again &&
    html`<${Sure} choice=${again} key=${again.action}
      play=${() => commands.play(again)} back=${commands.clear} />`;
  return html`<h2><${Words} text=${position.prompt} />${sum}</h2>
    ${forced && html`<p class="forced">${WORDS.forced}${" "}<${Words} text=${forced} /></p>`}
    ${teaches && html`<${Lesson} position=${position} leave=${commands.guide} />`}
    ${typed && html`<p role="status">${WORDS.number(typed)}</p>`}
    ${busy ? html`<p class="dim" role="status">${WORDS.working}</p>` : asked || choices}
    <${Recent} steps=${position.steps} />`;
}

/**
 * @param {object} props
 * @param {Commands} props.commands
 * @param {{ current: HTMLElement | null }} props.ask the place of what is asked
 * @param {string | undefined} props.total
 * @param {boolean} props.seated whether the speaker of the step sits at the table
 * @param {unknown} props.children shown above all
 */
export function Dock({ commands, ask, total, seated, children }) {
  const state = commands.get();
  const { folded, position, step } = state;
  const fold = () => commands.send({ type: "fold" });
  // What is new begins at its top, whatever was scrolled to before.
  useEffect(() => ask.current?.parentElement?.scrollTo(0, 0), [position, step]);
  const body = stepOf(state)
    ? html`<${Told} commands=${commands} seated=${seated} />`
    : position.verdict
      ? html`<${Ending} commands=${commands} />`
      : html`<${Deciding} commands=${commands} total=${total} />`;
  return html`<section class=${`dock ${folded ? "folded" : ""}`}>
    <button class="quiet fold" aria-expanded=${!folded} onClick=${fold}>
      ${folded ? WORDS.unfold : WORDS.fold}</button>
    ${children}
    <div class="ask" ref=${ask} tabIndex="-1">${body}</div>
  </section>`;
}
