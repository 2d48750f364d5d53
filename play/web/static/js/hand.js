// A person's hand as a fan, or as several if it is large: tags say what each card does before it is played.
import { html, useRef, useState } from "../vendor/preact-htm.js";
import { Card, cardName, HIDDEN, isCard } from "./cards.js";
import { Cards, Figure, facing } from "./figures.js";
import { Words } from "./text.js";
import { WORDS } from "./words.js";

/** @type {Record<string, string>} */
const MARKS = { barred: "✕", costly: "!", good: "+", plain: "" };
const LONGEST = 12;
const DRAGGED = 12; // pixels after which a press is a drag

/** @typedef {Record<string, Wire.Choice[]>} Plays */

/**
 * The viewing person, if the cards can be drawn as a hand; of several, the one with the most playable cards.
 * @param {Wire.Scene} scene
 * @param {Plays} plays
 * @returns {Wire.Person | null}
 */
export function whoLooks(scene, plays) {
  const own = facing(scene).near.filter(
    (p) => p.is_viewer && p.cards.length && p.cards.every((c) => isCard(c) && c !== HIDDEN),
  );
  const fit = (/** @type {Wire.Person} */ person) =>
    person.cards.filter((card) => plays[card]).length + (person.is_to_move ? 0.5 : 0);
  return own.length ? own.reduce((best, person) => (fit(person) > fit(best) ? person : best)) : null;
}

/**
 * The explanation of a card (its effect, or why it cannot be played), its mark, and its tag.
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
  const state = !can.length
    ? playable || why
      ? "barred"
      : ""
    : marks.includes("good")
      ? "good"
      : marks.every((m) => m === "costly")
        ? "costly"
        : "plain";
  const best = can.find((c) => c.tag && c.mark === "good") ?? can.find((c) => c.tag);
  return { why, state, tag: best?.tag || MARKS[state] };
}

/**
 * Lets a card be drawn off the hand: released above it, the card is played.
 * @param {(card: string) => void} drop
 */
function useDrag(drop) {
  const from = useRef({ x: 0, y: 0, is_drag: false });
  const down = (/** @type {PointerEvent} */ event) => {
    from.current = { x: event.clientX, y: event.clientY, is_drag: false };
    // Moves are told even if the first one is already beside the card.
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
  };
  const move = (/** @type {PointerEvent} */ event) => {
    if (!event.buttons) return;
    const element = /** @type {HTMLElement} */ (event.currentTarget);
    const [x, y] = [event.clientX - from.current.x, event.clientY - from.current.y];
    if (Math.hypot(x, y) > DRAGGED) from.current.is_drag = true;
    if (from.current.is_drag) element.style.translate = `${x}px ${y}px`;
  };
  const up = (/** @type {PointerEvent} */ event, /** @type {string} */ card) => {
    const element = /** @type {HTMLElement} */ (event.currentTarget);
    element.style.translate = "";
    const above = element.closest(".hand")?.getBoundingClientRect().top ?? 0;
    if (from.current.is_drag && event.type === "pointerup" && event.clientY < above) drop(card);
  };
  return { down, move, up, wasDrag: () => from.current.is_drag };
}

/**
 * @param {object} props
 * @param {Wire.Person} props.person
 * @param {Plays} props.plays
 * @param {Record<string, string>} props.blocked
 * @param {Wire.Choice} [props.shown] the choice that is looked at
 * @param {Map<string, number>} [props.after] the values of gauges after it, by name
 * @param {string} props.held the card that was taken up
 * @param {(card: string) => void} props.take takes a card up; plays it if it already is
 * @param {(card: string) => void} props.drop plays a card
 */
export function Hand({ person, plays, blocked, shown, after, held, take, drop }) {
  const [told, setTold] = useState(/** @type {{ card: string, line: string } | null} */ (null));
  const drag = useDrag(drop);
  const rows = Math.max(1, Math.ceil(person.cards.length / LONGEST));
  const each = Math.ceil(person.cards.length / rows);
  const playable = person.cards.some((card) => card in plays);
  const hush = () => setTold(null);
  const lineOf = (/** @type {string} */ card) => {
    const { why } = about(card, plays, blocked, playable);
    return card in plays ? `${card}: ${why}` : why;
  };
  const draw = (/** @type {string} */ card, /** @type {number} */ k, /** @type {number} */ n) => {
    const { why, state, tag } = about(card, plays, blocked, playable);
    const from = k - (n - 1) / 2;
    const spread = Math.max(6, n);
    const style = `--turn:${(from * 18) / spread}deg;--drop:${6 * (from / spread) ** 2}rem`;
    const up = card === held || (shown && shown.on === card);
    const say = () => setTold({ card, line: lineOf(card) });
    const press = () => {
      if (drag.wasDrag()) return;
      say();
      take(card);
    };
    return html`<button class=${`hand-card ${state} ${up ? "up" : ""}`} key=${k} style=${style}
      data-held=${card} aria-disabled=${!(card in plays)}
      aria-pressed=${card in plays ? card === held : undefined}
      aria-label=${why ? `${cardName(card)}: ${why}` : cardName(card)}
      onPointerEnter=${(/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && say()}
      onFocus=${say} onPointerLeave=${hush} onBlur=${hush} onClick=${press}
      onPointerDown=${drag.down} onPointerMove=${drag.move}
      onPointerUp=${(/** @type {PointerEvent} */ event) => drag.up(event, card)}
      onPointerCancel=${(/** @type {PointerEvent} */ event) => drag.up(event, card)}>
      <${Card} card=${card} large=${true} />
      ${tag && html`<span class="tag" aria-hidden="true">${tag}</span>`}
    </button>`;
  };
  const fans = Array.from({ length: rows }, (_, r) => {
    const some = person.cards.slice(r * each, (r + 1) * each);
    return html`<div class="fan" style=${`--gaps:${Math.max(1, some.length - 1)}`}>
      ${some.map((card, k) => draw(card, k, some.length))}</div>`;
  });
  const one = shown && person.cards.includes(shown.on) ? shown : undefined;
  const line = one
    ? [`${one.name} ${one.what}`, one.cost, one.effect].filter(Boolean).join(", ")
    : told && person.cards.includes(told.card) && told.line;
  return html`<section class=${`hand ${rows > 1 ? "many" : ""}`} data-place="hand" aria-label=${WORDS.hand}>
    <div class=${`me ${person.is_to_move ? "to-move" : ""}`} data-place=${`person ${person.name}`}
      style=${person.colour ? `--own:${person.colour}` : ""}>
      <${Figure} person=${person} after=${after} />
      ${person.laid.length > 0 && html`<${Cards} cards=${person.laid} />`}</div>
    <div class="fans">${fans}
      <p class="hand-told" aria-hidden="true">
        ${line && html`<span><${Words} plain text=${line} /></span>`}</p></div>
  </section>`;
}
