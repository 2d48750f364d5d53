// The opponents of a table, and how one is chosen.
import { html } from "../vendor/preact-htm.js";
import { WORDS } from "./words.js";

/**
 * The opponents of a seat: those with all roles of the other sides.
 * @param {Wire.Seats} about
 * @param {string} seat
 */
export function opponentsOf(about, seat) {
  const side = about.seats.find((x) => x.seat === seat)?.side;
  const others = new Set(about.seats.filter((x) => x.side !== side).map((x) => x.role));
  return about.opponents.filter((x) => [...others].every((role) => x.roles.includes(role)));
}

/** The levels among opponents, the weakest first. @param {Wire.Opponent[]} opponents */
export const ladderOf = (opponents) =>
  opponents.filter((x) => x.level).sort((a, b) => (a.level ?? 0) - (b.level ?? 0));

/**
 * A choice between several, as radio buttons.
 * @param {object} props
 * @param {string} props.name
 * @param {string} props.kind the class of the list
 * @param {string} props.value
 * @param {{ value: string, text: string, title?: string }[]} props.options
 * @param {(value: string) => void} props.choose
 */
export function Radios({ name, kind, value, options, choose }) {
  return html`<fieldset class=${kind}><legend>${name}</legend>${options.map(
    (x) => html`<label key=${x.value} title=${x.title ?? ""}><input type="radio" name=${kind} value=${x.value}
      checked=${x.value === value} onChange=${() => choose(x.value)} /><span>${x.text}</span></label>`,
  )}</fieldset>`;
}

/** @param {{ opponents: Wire.Opponent[], value: string, choose: (value: string) => void }} props */
export function Opponents({ opponents, value, choose }) {
  const told = (/** @type {Wire.Opponent} */ x) => ({ value: x.spec, text: x.name });
  const ladder = ladderOf(opponents);
  const others = opponents.filter((x) => !x.level && !x.is_more);
  const chosen = opponents.find((x) => x.spec === value);
  const steps = ladder.map((x) => ({ value: x.spec, text: `${x.level}`, title: x.name }));
  return html`
    ${
      steps.length > 0 &&
      html`<${Radios} name=${WORDS.level} kind="levels" value=${value}
      options=${steps} choose=${choose} />`
    }
    ${
      others.length > 0 &&
      html`<${Radios} name=${steps.length ? WORDS.orAgainst : WORDS.against} kind="others" value=${value}
        options=${others.map(told)} choose=${choose} />`
    }
    ${
      chosen &&
      html`<p class="about" role="status"><b>${chosen.name}.</b>${" "}${WORDS.plays(chosen.note)}</p>`
    }`;
}
