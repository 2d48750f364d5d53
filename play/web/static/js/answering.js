// The question of a game with real cards: a field to type the answer into, and the answers to press.
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { grouped } from "./answers.js";
import { cardName } from "./cards.js";
import { Effect } from "./choices.js";
import { fieldValue } from "./dialog.js";
import { Words } from "./text.js";
import { WORDS } from "./words.js";

const RANKS = [..."23456789TJQKA"];
const SUITS = [..."SHDC"];
export const MOST_TYPED = 80;
/** @typedef {import("./answers.js").Say} Say */

/**
 * Content for one reader, to be opened; shown directly if it is for everybody.
 * @param {{ eyes: string, children?: unknown }} props
 */
export function ForEyes({ eyes, children }) {
  if (!eyes) return children;
  return html`<details><summary>${WORDS.onlyFor(eyes)}</summary>${children}</details>`;
}

/**
 * All cards by suit. The answers among them can be pressed, and so can the others: the server then says why
 * they are refused.
 * @param {{ options: Wire.Answerable[], say: Say }} props
 */
function Deck({ options, say }) {
  const can = new Map(options.map((option) => [option.card, option]));
  const button = (/** @type {string} */ card) => {
    const option = can.get(card);
    const more = option?.effect ?? "";
    const name = more ? `${cardName(card)}, ${more}` : cardName(card);
    return html`<button key=${card} class=${option?.mark ?? ""} aria-disabled=${!option} title=${more}
      data-card=${card} aria-label=${option ? name : WORDS.cannotBe(cardName(card))}
      onClick=${() => say(options[0].id, card)}><${Words} plain text=${card} /></button>`;
  };
  return html`<div class="deck">${SUITS.map(
    (suit) => html`<div class="suit-row" key=${suit}>${RANKS.map((rank) => button(rank + suit))}</div>`,
  )}</div>`;
}

/**
 * The possible answers: directly if they need no card, else first the kind and then the card.
 * @param {{ question: Wire.Question, say: Say }} props
 */
function Answers({ question, say }) {
  const [kind, setKind] = useState("");
  useEffect(() => setKind(""), [question]);
  if (question.kind === "card") return html`<${Deck} options=${question.options} say=${say} />`;
  const groups = grouped(question.options);
  const open = groups.find(([one]) => one.card && one.kind === kind);
  const button = (/** @type {Wire.Answerable} */ one) =>
    one.card
      ? html`<button key=${one.kind} aria-expanded=${kind === one.kind}
          onClick=${() => setKind(kind === one.kind ? "" : one.kind)}><b>${one.name}</b> …</button>`
      : html`<button key=${one.id} onClick=${() => say(one.id)}><b>${one.name}</b>${" "}
          <${Words} plain text=${one.what} /><${Effect} plain choice=${one} /></button>`;
  return html`<div class="verbs">${groups.map(([one]) => button(one))}</div>
    ${open && html`<${Deck} options=${open} say=${say} />`}`;
}

/**
 * @param {object} props
 * @param {Wire.Question} props.question
 * @param {{ current: HTMLInputElement | null }} props.input the field
 * @param {boolean} props.busy
 * @param {Say} props.say
 */
export function Asking({ question, input, busy, say }) {
  const [text, setText] = useState("");
  useEffect(() => setText(""), [question]);
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim()) say(text.trim());
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && setText("");
  return html`<h2 role="status"><${Words} text=${question.text} /></h2>
    <form class="entry-form" onSubmit=${send}>
      <label>${WORDS.sayIt}${" "}<input ref=${input} autocomplete="off" maxlength=${MOST_TYPED}
        placeholder=${WORDS.sayIts[question.kind]} value=${text}
        onInput=${(/** @type {Event} */ e) => setText(fieldValue(e))} onKeyDown=${onKey} /></label>
      <button class="main" disabled=${busy}>${WORDS.enterIt}</button></form>
    <${ForEyes} eyes=${question.eyes}><${Answers} question=${question} say=${say} /><//>`;
}
