// The first screen: games begun, and a new one.
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { Beside } from "./after.js";
import { BeginCompanion } from "./companion.js";
import { fieldValue } from "./dialog.js";
import { useSeats } from "./seats.js";
import { WORDS } from "./words.js";

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

/**
 * A selection field; texts may differ from their values.
 * @param {object} props
 * @param {string} props.name
 * @param {string} props.value
 * @param {{ value: string, text: string }[]} props.options
 * @param {(value: string) => void} props.choose
 */
function Select({ name, value, options, choose }) {
  return html`<label>${name}
    <select value=${value} onChange=${(/** @type {Event} */ e) => choose(fieldValue(e))}>
      ${options.map((x) => html`<option value=${x.value} selected=${x.value === value}>${x.text}</option>`)}
    </select></label>`;
}

/**
 * The form of a new game.
 * @param {{ net: Page.Net, kinds: Wire.GameInfo[], deal: Deal | null, open: Page.Open, problem: Page.Problem }} props
 */
function NewGame({ net, kinds, deal: shared, open, problem }) {
  const [id, setId] = useState(shared?.game ?? "");
  const [scenario, setScenario] = useState(shared?.scenario ?? "");
  const [seat, setSeat] = useState("");
  const [against, setAgainst] = useState("");
  const [seed, setSeed] = useState(shared?.seed ?? "");
  const [busy, setBusy] = useState(false);
  const kind = kinds.find((x) => x.id === id) ?? kinds[0];
  const played = kind?.scenarios.includes(scenario) ? scenario : (kind?.scenarios[0] ?? "");
  const about = useSeats(
    net,
    kind?.id ?? "",
    played,
    (found) => {
      const same = shared?.game === kind?.id && shared?.scenario === played ? shared : null;
      setSeat(same?.seats || found.usual);
      setAgainst(same ? same.against : "");
    },
    problem,
  );
  const opponents = about ? opponentsOf(about, seat) : [];
  const chosen = opponents.find((x) => x.spec === against) ?? opponents[0];
  const opponent = against || (chosen?.spec ?? "");
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    const data = { game: kind.id, scenario: played, seats: seat, against: opponent };
    net
      .ask("new", seed === "" ? data : { ...data, seed: Number(seed) })
      .then(open)
      .catch(problem)
      .finally(() => setBusy(false));
  };
  const setGame = (/** @type {string} */ value) => {
    setId(value);
    setScenario("");
  };
  const sit = (/** @type {string} */ value) => {
    setSeat(value);
    setAgainst("");
  };
  const said = (/** @type {Wire.Opponent} */ x) =>
    x.rating ? `${x.name} (${WORDS.points(x.rating)})` : x.name;
  const people = (/** @type {Wire.Seats} */ { title, about: text, seats }) => html`
    <p class="about"><b>${title}</b>${text && `. ${text}`}</p>
    <${Select} name=${WORDS.seat} value=${seat} choose=${sit}
      options=${seats.map((x) => ({ value: x.seat, text: x.person }))} />
    <p class="about">${seats.find((x) => x.seat === seat)?.goal}</p>
    <${Select} name=${WORDS.against} value=${opponent} choose=${setAgainst}
      options=${opponents.map((x) => ({ value: x.spec, text: said(x) }))} />
    ${
      chosen &&
      html`<p class="about">${WORDS.plays(chosen.note)}
        ${chosen.rating && ` ${WORDS.rating(chosen.rating)}`}</p>`
    }`;
  return html`<form class="panel" onSubmit=${start}>
    <h2>${WORDS.newGame}</h2>
    <${Select} name=${WORDS.game} value=${kind?.id ?? ""} choose=${setGame}
      options=${kinds.map((x) => ({ value: x.id, text: x.title }))} />
    <${Select} name=${WORDS.scenario} value=${played} choose=${setScenario}
      options=${kind?.scenarios.map((x) => ({ value: x, text: x })) ?? []} />
    ${about && people(about)}
    <label>${WORDS.seed}${" "}<input inputmode="numeric" pattern="[0-9]{0,16}" value=${seed}
      onInput=${(/** @type {Event} */ e) => setSeed(fieldValue(e))} /></label>
    <button class="main" disabled=${busy || !about}>${busy ? WORDS.working : WORDS.start}</button>
    ${!about && html`<p class="dim" role="status">${WORDS.lookingUp}</p>`}
  </form>`;
}

/** @typedef {import("./share.js").Deal} Deal */

/** @param {{ net: Page.Net, deal: Deal | null, open: Page.Open, problem: Page.Problem }} props */
export function Home({ net, deal, open, problem }) {
  const [games, setGames] = useState(/** @type {Wire.Saved[]} */ ([]));
  const [kinds, setKinds] = useState(/** @type {Wire.GameInfo[]} */ ([]));
  useEffect(() => {
    net
      .ask("games", {})
      .then((found) => setGames(found.games))
      .catch(problem);
    net
      .ask("catalogue", {})
      .then((found) => setKinds(found.games))
      .catch(problem);
  }, []);
  const latest = games.find((g) => !g.verdict && !g.is_damaged);
  const enter = (/** @type {string} */ game) => net.ask("open", { game }).then(open).catch(problem);
  const take = (/** @type {Event} */ event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    file
      ?.text()
      .then((text) => net.ask("import", { text }))
      .then(open)
      .catch(problem);
  };
  const remove = (/** @type {string} */ game) =>
    net
      .ask("remove", { game })
      .then(() => setGames(games.filter((g) => g.game !== game)))
      .catch(problem);
  const line = (/** @type {Wire.Saved} */ g) =>
    g.is_damaged
      ? html`<b>${g.title}.</b>${" "}${g.about}`
      : html`<b>${g.title}</b>, ${g.scenario}. ${g.about} ${WORDS.moves(g.moves)}.${" "}
        ${g.verdict && WORDS.verdict[g.verdict]}`;
  const scenarios = kinds.find((x) => x.id === "throwdown-v0")?.scenarios ?? [];
  return html`<main class="home">
    <h1>${WORDS.name}</h1>
    <p class="tagline">${WORDS.tagline}</p>
    ${
      latest &&
      html`<p><button class="main" onClick=${() => enter(latest.game)}>${WORDS.latest(latest)}</button></p>`
    }
    <${NewGame} net=${net} kinds=${kinds} deal=${deal} open=${open} problem=${problem} />
    <${BeginCompanion} net=${net} scenarios=${scenarios} open=${open} problem=${problem} />
    <${Beside} net=${net} open=${open} problem=${problem} />
    <section class="panel">
      <h2>${WORDS.yourGames}</h2>
      <ul class="games">
        ${games.map(
          (g) => html`<li key=${g.game}>
            <span>${line(g)}</span>
            <button onClick=${() => enter(g.game)}>${g.verdict ? WORDS.lookAt : WORDS.goOn}</button>
            <button class="quiet" onClick=${() => remove(g.game)}>${WORDS.remove}</button>
          </li>`,
        )}
      </ul>
      <label class="file">${WORDS.imported}${" "}
        <input type="file" accept=".json,application/json" onChange=${take} /></label>
    </section>
  </main>`;
}
