// Part of the first screen: a game with real cards is begun.
import { html, useState } from "../vendor/preact-htm.js";
import { fieldValue } from "./dialog.js";
import { Radios } from "./opponents.js";
import { useSeats } from "./seats.js";
import { WORDS } from "./words.js";

const GAME = "throwdown-v0";
const PROGRAM_ROLE = "coach";
const DEALERS = Object.entries(WORDS.deals).map(([value, text]) => ({ value, text }));
/** @typedef {keyof typeof WORDS.deals} Deal the dealer */

/**
 * Scenario, dealer and opponent.
 * @param {{ net: Page.Net, tables: Wire.TableInfo[], open: Page.Open, problem: Page.Problem }} props
 */
export function BeginCompanion({ net, tables, open, problem }) {
  const [scenario, setScenario] = useState("");
  const [deal, setDeal] = useState(/** @type {Deal} */ ("hands"));
  const [against, setAgainst] = useState("");
  const [seed, setSeed] = useState("");
  const [busy, setBusy] = useState(false);
  const chosen = scenario || tables[0]?.scenario || "";
  const about = useSeats(net, GAME, chosen, () => setAgainst(""), problem);
  const opponents = about?.opponents.filter((x) => x.roles.includes(PROGRAM_ROLE)) ?? [];
  const opponent = against || (opponents[0]?.spec ?? "");
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    const data = { game: GAME, scenario: chosen, deal, against: opponent };
    net
      .ask("real", seed === "" ? data : { ...data, seed: Number(seed) })
      .then(open)
      .catch(problem)
      .finally(() => setBusy(false));
  };
  const label = (/** @type {string} */ what) => `${WORDS.real}: ${what}`;
  return html`<form class="sheet-of-table" onSubmit=${begin}>
    <p class="about">${WORDS.realAbout}</p>
    <label>${WORDS.scenario}${" "}<select aria-label=${label(WORDS.scenario)}
      onChange=${(/** @type {Event} */ e) => setScenario(fieldValue(e))}>
      ${tables.map(
        (x) => html`<option value=${x.scenario} selected=${x.scenario === chosen}>${x.name}</option>`,
      )}
      </select></label>
    <${Radios} name=${WORDS.dealing} kind="others" value=${deal} options=${DEALERS} choose=${setDeal} />
    <label>${WORDS.against}${" "}<select aria-label=${label(WORDS.against)}
      onChange=${(/** @type {Event} */ e) => setAgainst(fieldValue(e))}>
      ${opponents.map(
        (x) => html`<option value=${x.spec} selected=${x.spec === opponent}>${x.name}</option>`,
      )}
      </select></label>
    <details><summary>${WORDS.more}</summary>
      <label>${WORDS.realSeed}${" "}<input inputmode="numeric" pattern="[0-9]{0,16}" value=${seed}
      onInput=${(/** @type {Event} */ e) => setSeed(fieldValue(e))} /></label></details>
    <button class="main go-play" disabled=${busy || !opponents.length}>
      ${busy ? WORDS.working : WORDS.begin}</button></form>`;
}
