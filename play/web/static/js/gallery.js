// The gallery of tables on the first screen, and the sheet on which a game is begun.
import { html, useState } from "../vendor/preact-htm.js";
import { Dialog, fieldValue } from "./dialog.js";
import { Picture } from "./picture.js";
import { useSeats } from "./seats.js";
import { WORDS } from "./words.js";

/** @typedef {import("./share.js").Deal} Deal */
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

/**
 * The opponents of a seat: those with all roles of the other sides.
 * @param {Wire.Seats} about
 * @param {string} seat
 */
function opponentsOf(about, seat) {
  const side = about.seats.find((x) => x.seat === seat)?.side;
  const others = new Set(about.seats.filter((x) => x.side !== side).map((x) => x.role));
  return about.opponents.filter((x) => [...others].every((role) => x.roles.includes(role)));
}

/** The levels among opponents, the weakest first. @param {Wire.Opponent[]} opponents */
const ladderOf = (opponents) =>
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
function Radios({ name, kind, value, options, choose }) {
  return html`<fieldset class=${kind}><legend>${name}</legend>${options.map(
    (x) => html`<label key=${x.value} title=${x.title ?? ""}><input type="radio" name=${kind} value=${x.value}
      checked=${x.value === value} onChange=${() => choose(x.value)} /><span>${x.text}</span></label>`,
  )}</fieldset>`;
}

/** @param {{ opponents: Wire.Opponent[], value: string, choose: (value: string) => void }} props */
function Opponents({ opponents, value, choose }) {
  const told = (/** @type {Wire.Opponent} */ x) => ({ value: x.spec, text: x.name });
  const ladder = ladderOf(opponents);
  const others = opponents.filter((x) => !x.level && !x.is_more);
  const chosen = opponents.find((x) => x.spec === value);
  const steps = ladder.map((x) => ({ value: x.spec, text: `${x.level}`, title: x.name }));
  return html`
    ${
      steps.length > 0 &&
      html`<${Radios} name=${WORDS.level} kind="steps" value=${value}
      options=${steps} choose=${choose} />`
    }
    ${
      others.length > 0 &&
      html`<${Radios} name=${steps.length ? WORDS.orAgainst : WORDS.against} kind="chips" value=${value}
        options=${others.map(told)} choose=${choose} />`
    }
    ${
      chosen &&
      html`<p class="about" role="status"><b>${chosen.name}.</b>${" "}${WORDS.plays(chosen.note)}</p>`
    }`;
}

/**
 * The sheet of a table: seat, opponent, and more.
 * @param {object} props
 * @param {Page.Net} props.net
 * @param {Offer} props.offer
 * @param {Deal | null} props.deal that was asked for by an address
 * @param {Wire.RecordTold[]} props.records
 * @param {() => void} props.close
 * @param {Page.Open} props.open
 * @param {Page.Problem} props.problem
 */
export function Sheet({ net, offer: { game, table }, deal, records, close, open, problem }) {
  const [seat, setSeat] = useState(deal?.seats ?? "");
  const [against, setAgainst] = useState(deal?.against ?? "");
  const [seed, setSeed] = useState(deal?.seed ?? "");
  const [busy, setBusy] = useState(false);
  const about = useSeats(net, game.id, table.scenario, () => {}, problem);
  const sits = seat || (about?.usual ?? "");
  const role = about?.seats.find((x) => x.seat === sits)?.role;
  const opponents = about ? opponentsOf(about, sits) : [];
  const beaten = records
    .filter((x) => x.won && x.game === game.id && x.scenario === table.scenario && x.role === role)
    .map((x) => x.against);
  const next = ladderOf(opponents).find((x) => !beaten.includes(x.spec));
  const usual = next ?? opponents[0];
  const opponent = against || (usual?.spec ?? "");
  const sit = (/** @type {string} */ value) => {
    setSeat(value);
    setAgainst("");
  };
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    const data = { game: game.id, scenario: table.scenario, seats: sits, against: opponent };
    net
      .ask("new", seed === "" ? data : { ...data, seed: Number(seed) })
      .then(open)
      .catch((error) => {
        setBusy(false);
        problem(error);
      });
  };
  const rare = opponents.filter((x) => x.is_more);
  const people = (/** @type {Wire.Seats} */ { seats }) => html`
    <${Radios} name=${WORDS.seat} kind="seats" value=${sits} choose=${sit}
      options=${seats.map((x) => ({ value: x.seat, text: x.person }))} />
    <p class="about">${seats.find((x) => x.seat === sits)?.goal}</p>
    <${Opponents} opponents=${opponents} value=${opponent} choose=${setAgainst} />`;
  const rated = opponents.find((x) => x.spec === opponent)?.rating;
  const more = html`<details open=${!!deal}><summary>${WORDS.more}</summary>
    ${rated && html`<p class="dim">${WORDS.rating(rated)}</p>`}
    ${
      rare.length > 0 &&
      html`<${Radios} name=${WORDS.otherOpponents} kind="chips" value=${opponent} choose=${setAgainst}
        options=${rare.map((x) => ({ value: x.spec, text: x.name }))} />`
    }
    <label>${WORDS.seed}${" "}<input inputmode="numeric" pattern="[0-9]{0,16}" value=${seed}
      onInput=${(/** @type {Event} */ e) => setSeed(fieldValue(e))} /></label></details>`;
  return html`<${Dialog} title=${table.name} close=${close}><form class="sheet-of-table" onSubmit=${start}>
    <${Picture} table=${table} />
    <p>${table.about}${" "}<span class="dim">${game.title}</span></p><${Facts} table=${table} />
    ${about ? people(about) : html`<p class="dim" role="status">${WORDS.lookingUp}</p>`}
    ${more}
    <p class="play-bar"><button class="main go-play" disabled=${busy}>
      ${busy ? WORDS.working : WORDS.start}</button>
    </p></form><//>`;
}
