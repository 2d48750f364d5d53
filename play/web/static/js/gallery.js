// The gallery of tables on the first screen.
import { html } from "../vendor/preact-htm.js";
import { Picture } from "./picture.js";
import { WORDS } from "./words.js";

/** @typedef {{ game: Wire.GameInfo, table: Wire.TableInfo }} Offer */

/**
 * The table of a game and a scenario.
 * @param {Wire.GameInfo[]} kinds
 * @param {string} id
 * @param {string} scenario
 * @returns {Offer | null}
 */
export function offerOf(kinds, id, scenario) {
  const game = kinds.find((x) => x.id === id);
  const table = game?.tables.find((x) => x.scenario === scenario);
  return game && table ? { game, table } : null;
}

/**
 * The name of a table for people.
 * @param {Wire.GameInfo[]} kinds
 * @param {{ game: string, scenario: string, title: string }} about
 */
export const tableName = (kinds, { game, scenario, title }) =>
  offerOf(kinds, game, scenario)?.table.name ?? `${title}, ${scenario}`;

/** @param {{ table: Wire.TableInfo }} props */
export function Facts({ table: { sides, minutes, difficulty } }) {
  return html`<span class="facts">
    ${sides?.length === 2 && html`<span>${WORDS.allies(sides[0] - 1)}</span>`}
    ${!!minutes && html`<span>${WORDS.minutes(minutes)}</span>`}
    ${
      !!difficulty &&
      html`<span role="img" aria-label=${WORDS.difficulty(difficulty)} title=${WORDS.difficulty(difficulty)}>
        ${"●".repeat(difficulty)}${"○".repeat(3 - difficulty)}</span>`
    }</span>`;
}

/** @param {{ offers: Offer[], choose: (offer: Offer) => void }} props */
export function Tiles({ offers, choose }) {
  return html`<ul class="tiles">${offers.map(
    (offer) => html`<li key=${`${offer.game.id}/${offer.table.scenario}`}>
      <button class="tile" data-table=${`${offer.game.id}/${offer.table.scenario}`}
        onClick=${() => choose(offer)}>
        <${Picture} table=${offer.table} />
        <span class="kind">${offer.game.title}</span><b>${offer.table.name}</b>
        ${offer.table.about && html`<span class="dim">${offer.table.about}</span>`}
        <${Facts} table=${offer.table} /></button></li>`,
  )}</ul>`;
}
