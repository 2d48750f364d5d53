// The sheet on which a game is begun: seat, opponent, more.
import { html, useState } from "../vendor/preact-htm.js";
import { Dialog, fieldValue } from "./dialog.js";
import { Facts } from "./gallery.js";
import { ladderOf, Opponents, opponentsOf, Radios } from "./opponents.js";
import { Picture } from "./picture.js";
import { useSeats } from "./seats.js";
import { WORDS } from "./words.js";

/**
 * The sheet of a table.
 * @param {object} props
 * @param {Page.Net} props.net
 * @param {import("./gallery.js").Offer} props.offer
 * @param {import("./share.js").Deal | null} props.deal asked for by an address
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
  // An address may name a seat or an opponent that there is not.
  const check = (/** @type {Wire.Seats} */ { seats, opponents }) => {
    const is_good =
      (!deal?.seats || seats.some((x) => x.seat === deal.seats)) &&
      (!deal?.against || opponents.some((x) => x.spec === deal.against));
    if (is_good) return;
    close();
    problem(new Error(WORDS.nowhere));
  };
  const about = useSeats(net, game.id, table.scenario, check, problem);
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
      html`<${Radios} name=${WORDS.otherOpponents} kind="others" value=${opponent} choose=${setAgainst}
        options=${rare.map((x) => ({ value: x.spec, text: x.name }))} />`
    }
    <label>${WORDS.seed}${" "}<input inputmode="numeric" pattern="[0-9]{0,16}" value=${seed}
      onInput=${(/** @type {Event} */ e) => setSeed(fieldValue(e))} /></label></details>`;
  return html`<${Dialog} title=${table.name} close=${close}><form class="sheet-of-table" onSubmit=${start}>
    <${Picture} table=${table} />
    <p>${table.about}${" "}<span class="dim">${game.title}</span></p><${Facts} table=${table} />
    ${about ? people(about) : html`<p class="dim" role="status">${WORDS.lookingUp}</p>`}
    ${more}
    <p class="play-bar"><button class="main go-play" disabled=${busy || !about}>
      ${busy ? WORDS.working : WORDS.start}</button>
    </p></form><//>`;
}
