// A person's hand as a fan, or as several if it is large; the effect of a card is told before it is played.
import { html, useState } from "../vendor/preact-htm.js";
import { Card, cardName, HIDDEN, isCard } from "./cards.js";
import { Words } from "./table.js";
import { WORDS } from "./words.js";

/** @type {Record<string, string>} */
const MARKS = { barred: "✕", costly: "!", good: "+", plain: "" };
const LONGEST = 9;

/** @typedef {Record<string, Wire.Choice[]>} Plays */

/**
 * The viewing person, if the cards can be drawn as a hand; of several, the one with the most playable cards.
 * @param {Wire.Scene} scene
 * @param {Plays} plays
 * @returns {Wire.Person | null}
 */
export function whoLooks(scene, plays) {
  const own = scene.near.filter(
    (p) => p.is_viewer && p.cards.length && p.cards.every((c) => isCard(c) && c !== HIDDEN),
  );
  const fit = (/** @type {Wire.Person} */ person) =>
    person.cards.filter((card) => plays[card]).length + (person.is_to_move ? 0.5 : 0);
  return own.length ? own.reduce((best, person) => (fit(person) > fit(best) ? person : best)) : null;
}

/**
 * The explanation of a card (its effect, or why it cannot be played) and its mark.
 * @param {string} card
 * @param {Plays} plays
 * @param {Record<string, string>} blocked
 * @param {boolean} playable whether some card of the hand can be played
 */
function about(card, plays, blocked, playable) {
  const can = plays[card] ?? [];
  const told = can.map((c) => [c.name, c.cost, c.effect].filter(Boolean).join(", ")).join("; ");
  const why = can.length ? told : (blocked[card] ?? "");
  const marks = can.map((c) => c.mark);
  if (!can.length) return { why, state: playable || why ? "barred" : "" };
  if (marks.includes("good")) return { why, state: "good" };
  return { why, state: marks.every((m) => m === "costly") ? "costly" : "plain" };
}

/**
 * @param {object} props
 * @param {Wire.Person} props.person
 * @param {Plays} props.plays
 * @param {Record<string, string>} props.blocked
 * @param {import("./table.js").Pick | null} props.pick
 */
export function Hand({ person, plays, blocked, pick }) {
  const [told, setTold] = useState(/** @type {{ card: string, line: string } | null} */ (null));
  const rows = Math.max(1, Math.ceil(person.cards.length / LONGEST));
  const each = Math.ceil(person.cards.length / rows);
  const playable = person.cards.some((card) => card in plays);
  const hush = () => setTold(null);
  const draw = (/** @type {string} */ card, /** @type {number} */ k, /** @type {number} */ n) => {
    const { why, state } = about(card, plays, blocked, playable);
    const from = k - (n - 1) / 2;
    const spread = Math.max(6, n);
    const style = `--turn:${(from * 18) / spread}deg;--drop:${(from * from * 1.6) / spread}rem`;
    const can = card in plays;
    const say = () => setTold({ card, line: can ? `${card}: ${why}` : why });
    const is_open = pick?.is_open(card);
    return html`<button class=${`hand-card ${state} ${is_open ? "open" : ""}`} key=${k} style=${style}
      aria-disabled=${!can} aria-expanded=${is_open}
      aria-label=${why ? `${cardName(card)}: ${why}` : cardName(card)}
      onMouseEnter=${say} onFocus=${say} onMouseLeave=${hush} onBlur=${hush}
      onClick=${() => (can ? pick?.take(card) : say())}>
      <${Card} card=${card} large=${true} />
      ${MARKS[state] && html`<span class="tag" aria-hidden="true">${MARKS[state]}</span>`}
    </button>`;
  };
  const fans = Array.from({ length: rows }, (_, r) => {
    const held = person.cards.slice(r * each, (r + 1) * each);
    return html`<div class="fan" style=${`--gaps:${Math.max(1, held.length - 1)}`}>
      ${held.map((card, k) => draw(card, k, held.length))}</div>`;
  });
  const line = told && person.cards.includes(told.card) ? told.line : "";
  return html`<section class="hand" data-place="hand" aria-label=${WORDS.hand}>
    ${fans}
    <p class="hand-told" aria-hidden="true">${line && html`<span><${Words} plain text=${line} /></span>`}</p>
  </section>`;
}
