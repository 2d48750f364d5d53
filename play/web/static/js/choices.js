// The choices, and lines of opponents.
import { html, useEffect, useRef } from "../vendor/preact-htm.js";
import { capital, Words } from "./text.js";
import { WORDS } from "./words.js";

/** @typedef {ReturnType<typeof import("./shown.js").listed>[number]} Numbered */

/**
 * The cost and effect of a choice.
 * @param {{ choice: { cost: string, effect: string }, plain?: boolean }} props
 */
export function Effect({ choice: { cost, effect }, plain }) {
  if (!cost && !effect) return null;
  const price = cost && html`<em><${Words} plain=${plain} text=${capital(cost)} /></em>`;
  return html`<span class="effect">${price}${cost && effect && ": "}
    <${Words} plain=${plain} text=${cost ? effect : capital(effect)} /></span>`;
}

/**
 * @param {object} props
 * @param {Numbered[]} props.choices
 * @param {(choice: Wire.Choice) => void} props.play
 * @param {Wire.Choice} [props.shown] the choice that is looked at
 * @param {(action: number) => void} props.look looks at a choice; -1: at none
 */
export function Choices({ choices, play, shown, look }) {
  /** @type {Map<string, Numbered[]>} */
  const groups = new Map();
  for (const choice of choices) {
    const key = `${choice.name}|${choice.cost}|${choice.effect}`;
    groups.set(key, [...(groups.get(key) ?? []), choice]);
  }
  const button = (/** @type {Numbered} */ choice, /** @type {unknown} */ said, is_told = true) =>
    html`<button class=${[shown?.action === choice.action && "chosen", choice.mark].filter(Boolean).join(" ")}
      onClick=${() => play(choice)} onFocus=${() => look(choice.action)} onBlur=${() => look(-1)}
      onMouseEnter=${() => look(choice.action)} onMouseLeave=${() => look(-1)}>
      <kbd>${choice.n}</kbd>${" "}<span class="name">${said}</span>
      ${is_told && !choice.effect.includes(choice.tag) && html`<small>${choice.tag}</small>`}</button>`;
  const buttons = (/** @type {Numbered[]} */ group) => {
    const name = html`<b>${group[0].name}</b>`;
    if (group.length === 1)
      return button(group[0], html`${name}${" "}<${Words} plain text=${group[0].what} />`);
    const is_told = !group[0].effect || new Set(group.map((c) => c.tag)).size > 1;
    const each = group.map((c) => button(c, html`<${Words} plain text=${c.what || c.name} />`, is_told));
    return html`<span class="group">${name}${" "}${each}</span>`;
  };
  return html`<ol class="choices">
    ${[...groups.values()].map(
      (group) => html`<li class="choice" key=${group[0].action}>
        ${buttons(group)}
        <${Effect} choice=${group[0]} /></li>`,
    )}
  </ol>`;
}

/**
 * Asks once more before something is given up.
 * @param {{ choice: Wire.Choice, play: () => void, back: () => void }} props
 */
export function Sure({ choice, play, back }) {
  const go = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => go.current?.focus(), []);
  return html`<div class="sure" role="alertdialog" aria-label=${WORDS.sure}>
    <p><b>${WORDS.sure}</b>${" "}${choice.name}${choice.what && " "}
      <${Words} plain text=${choice.what} />${": "}
      <${Words} plain text=${choice.effect || choice.tag} /></p>
    <p class="choices"><button ref=${go} onClick=${play}>${WORDS.playIt}</button>
      <button onClick=${back}>${WORDS.back}</button></p></div>`;
}

/**
 * A line of an opponent.
 * @param {{ says: Wire.SpeechTold | null }} props
 */
export function Speech({ says }) {
  if (!says) return null;
  return html`<blockquote class="speech"><p>${says.text}</p><cite>${says.who}</cite></blockquote>`;
}
