// The choices, and lines of opponents.
import { html } from "../vendor/preact-htm.js";
import { Words } from "./table.js";

/** @typedef {ReturnType<typeof import("./state.js").listed>[number]} Numbered */

/**
 * The cost and effect of a choice.
 * @param {{ choice: { cost: string, effect: string }, plain?: boolean }} props
 */
export function Effect({ choice: { cost, effect }, plain }) {
  if (!cost && !effect) return null;
  const price = cost && html`<em><${Words} plain=${plain} text=${cost} /></em>`;
  return html`<span class="effect">${price}${cost && effect && ": "}
    <${Words} plain=${plain} text=${effect} /></span>`;
}

/**
 * @param {object} props
 * @param {Numbered[]} props.choices
 * @param {(choice: Wire.Choice) => void} props.play
 * @param {number} props.number of the typed choice
 */
export function Choices({ choices, play, number }) {
  /** @type {Map<string, Numbered[]>} */
  const groups = new Map();
  for (const choice of choices) {
    const key = `${choice.name}|${choice.cost}|${choice.effect}`;
    groups.set(key, [...(groups.get(key) ?? []), choice]);
  }
  const button = (/** @type {Numbered} */ choice, /** @type {unknown} */ said) =>
    html`<button class=${number === choice.n ? "chosen" : ""} onClick=${() => play(choice)}>
      <kbd>${choice.n}</kbd>${" "}${said}</button>`;
  const buttons = (/** @type {Numbered[]} */ group) => {
    const name = html`<b>${group[0].name}</b>`;
    if (group.length === 1)
      return button(group[0], html`${name}${" "}<${Words} plain text=${group[0].what} />`);
    const each = group.map((c) => button(c, html`<${Words} plain text=${c.what || c.name} />`));
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
 * A line of an opponent.
 * @param {{ says: Wire.SpeechTold | null }} props
 */
export function Speech({ says }) {
  if (!says) return null;
  return html`<blockquote class="speech"><p>${says.text}</p><cite>${says.who}</cite></blockquote>`;
}
