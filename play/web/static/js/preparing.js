// While a game's rules are compiled: a first lesson on a still table, a bar, and the seconds left.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { Card } from "./cards.js";
import { Learn } from "./learn.js";
import { WORDS } from "./words.js";

const TICK = 200; // milliseconds
const STRIKE = 4;
const HAND = ["9S", "QH", "3D"];
/** The still table at each step: the Pile, the stage, the card to be played, and who answers. */
const STEPS = [
  { pile: ["6C"], stage: 1, card: "" },
  { pile: ["6C"], stage: 1, card: "9S" },
  { pile: ["6C", "9S", "QC"], stage: 1, card: "QH" },
  { pile: ["6C", "9S", "KD"], stage: 1, card: "3D" },
  { pile: ["3D"], stage: 2, card: "" },
];

/**
 * A fight in five steps; the lit card, or the button, leads to the next.
 */
export function FirstLesson() {
  const [step, setStep] = useState(0);
  const { pile, stage, card } = STEPS[step];
  const { title, text } = WORDS.lessons[step];
  const gone = STEPS.slice(0, step).map((x) => x.card);
  const next = () => setStep((step + 1) % STEPS.length);
  const hand = HAND.filter((x) => !gone.includes(x)).map((x) =>
    x === card
      ? html`<button class="lesson-card lit" onClick=${next}><${Card} card=${x} lit=${true} /></button>`
      : html`<span class="lesson-card"><${Card} card=${x} /></span>`,
  );
  const last = step === STEPS.length - 1;
  return html`<div class="first-lesson">
    <div class="lesson-table">
      <p>${WORDS.stageWorth(stage, 2 ** (stage - 1))}</p>
      <div class="lesson-pile">${pile.map((x) => html`<${Card} key=${x} card=${x} />`)}</div>
      <p>${WORDS.lessonHand(STRIKE)}</p>
      <div class="lesson-hand">${hand}</div></div>
    <div role="status"><h3>${title}</h3><p>${text}</p></div>
    <p class="lesson-go"><span class="dim">${WORDS.stepOf(step + 1, STEPS.length)}</span>
      ${step > 0 && html`<button class="quiet" onClick=${() => setStep(step - 1)}>${WORDS.earlier}</button>`}
      <button class="main" onClick=${next}>${last ? WORDS.fromTheStart : WORDS.nextStep}</button></p></div>`;
}

/**
 * The progress told by the server, carried on between its messages.
 * @param {Wire.Compiling} told
 */
function useProgress(told) {
  const [began] = useState(() => performance.now());
  const [heard, setHeard] = useState({ told, at: began });
  const [now, setNow] = useState(began);
  useEffect(() => setHeard({ told, at: performance.now() }), [told]);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  const since = Math.max(0, now - heard.at) / 1000;
  const pace = heard.told.left > 0 ? (1 - heard.told.share) / heard.told.left : 0;
  return {
    share: Math.min(0.99, heard.told.share + pace * since),
    left: Math.max(1, Math.round(heard.told.left - since)),
    gone: Math.round((now - began) / 1000),
  };
}

/**
 * @param {object} props
 * @param {Wire.Compiling} props.told
 * @param {Page.Net} props.net
 * @param {() => void} props.leave waits no longer
 * @param {Page.Problem} props.problem
 */
export function Preparing({ told, net, leave, problem }) {
  const [reading, setReading] = useState(false);
  const { share, left, gone } = useProgress(told);
  const percent = Math.round(100 * share);
  const turn = () => setReading(!reading);
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => ref.current?.showModal(), []); // above the sheet of a table, if one is open
  const about = WORDS.preparing(told.title);
  const cancel = (/** @type {Event} */ event) => {
    event.preventDefault();
    leave();
  };
  return html`<dialog ref=${ref} class="preparing" aria-label=${about}
    onCancel=${cancel}>
    <header><p role="status">${about}</p><button onClick=${leave}>${WORDS.leave}</button></header>
    <progress max="100" value=${percent} aria-label=${about}></progress>
    <p class="about" aria-live="off">${WORDS.preparedBy(percent, left)}${" "}${WORDS.soFar(gone)}</p>
    <${FirstLesson} />
    <p><button onClick=${turn} aria-pressed=${reading}>${WORDS.readMeanwhile}</button></p>
    ${
      reading &&
      html`<${Learn} net=${net} id=${told.game} close=${() => setReading(false)}
      problem=${problem} />`
    }
  </dialog>`;
}
