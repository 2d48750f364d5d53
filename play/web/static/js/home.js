// The first screen: games that were begun, and a new one.
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { Beside } from "./after.js";
import { BeginCompanion } from "./companion.js";
import { useSeats } from "./seats.js";
import { dealInAddress } from "./share.js";
import { WORDS } from "./words.js";

export function Home({ net, open, problem }) {
  const [games, setGames] = useState([]);
  const [kinds, setKinds] = useState([]);
  const [id, setId] = useState("");
  const [scenario, setScenario] = useState("");
  const [seat, setSeat] = useState("");
  const [against, setAgainst] = useState("");
  const [shared] = useState(() => dealInAddress(location.hash));
  const [seed, setSeed] = useState(shared ? shared.seed : "");
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    net
      .ask("games")
      .then((found) => setGames(found.games))
      .catch(problem);
    net
      .ask("catalogue")
      .then((found) => {
        setKinds(found.games);
        const first = found.games.find((x) => x.id === shared?.game) || found.games[0];
        setId(first.id);
        setScenario(first.scenarios.includes(shared?.scenario) ? shared.scenario : first.scenarios[0]);
      })
      .catch(problem);
  }, []);
  const about = useSeats(
    net,
    id,
    scenario,
    (found) => {
      const same = shared && shared.game === id && shared.scenario === scenario;
      setSeat(same ? shared.seats : found.usual);
      setAgainst(same ? shared.against : "");
    },
    problem,
  );

  const latest = games.find((g) => !g.verdict && !g.is_damaged);
  const kind = kinds.find((x) => x.id === id);
  const side = about && about.seats.find((x) => x.seat === seat)?.side;
  const others = about ? [...new Set(about.seats.filter((x) => x.side !== side).map((x) => x.role))] : [];
  const opponents = about
    ? about.opponents.filter((x) => others.every((role) => x.roles.includes(role)))
    : [];
  const chosen = opponents.find((x) => x.spec === against) || opponents[0];
  const start = (event) => {
    event.preventDefault();
    setBusy(true);
    const data = { game: id, scenario, seats: seat, against: against || (opponents[0]?.spec ?? "") };
    if (seed !== "") data.seed = Number(seed);
    net
      .ask("new", data)
      .then(open)
      .catch(problem)
      .finally(() => setBusy(false));
  };
  const take = (event) => {
    const file = event.target.files[0];
    if (file)
      file
        .text()
        .then((text) => net.ask("import", { text }))
        .then(open)
        .catch(problem);
  };
  const remove = (key) =>
    net
      .ask("remove", { game: key })
      .then(() => setGames(games.filter((g) => g.game !== key)))
      .catch(problem);

  return html`<main class="home">
    <h1>${WORDS.name}</h1>
    <p class="tagline">${WORDS.tagline}</p>
    ${latest && html`<p><button class="main" onClick=${() => net.ask("open", { game: latest.game }).then(open).catch(problem)}>${WORDS.latest(latest)}</button></p>`}
    <form class="panel" onSubmit=${start}>
      <h2>${WORDS.newGame}</h2>
      <label>${WORDS.game}
        <select value=${id} onChange=${(e) => {
          const k = kinds.find((x) => x.id === e.target.value);
          setId(k.id);
          setScenario(k.scenarios[0]);
        }}>
          ${kinds.map((k) => html`<option value=${k.id} selected=${k.id === id}>${k.title}</option>`)}
        </select></label>
      <label>${WORDS.scenario}
        <select value=${scenario} onChange=${(e) => setScenario(e.target.value)}>
          ${kind && kind.scenarios.map((s) => html`<option value=${s} selected=${s === scenario}>${s}</option>`)}
        </select></label>
      ${
        about &&
        html`<p class="about"><b>${about.title}</b>${about.about && `. ${about.about}`}</p>
        <label>${WORDS.seat}
          <select value=${seat} onChange=${(e) => {
            setSeat(e.target.value);
            setAgainst("");
          }}>
            ${about.seats.map((x) => html`<option value=${x.seat} selected=${x.seat === seat}>${x.person}</option>`)}
          </select></label>
        <p class="about">${about.seats.find((x) => x.seat === seat)?.goal}</p>
        <label>${WORDS.against}
          <select value=${against || opponents[0]?.spec} onChange=${(e) => setAgainst(e.target.value)}>
            ${opponents.map((x) => html`<option value=${x.spec} selected=${x.spec === (against || opponents[0]?.spec)}>${x.name}${x.rating ? ` (${WORDS.points(x.rating)})` : ""}</option>`)}
          </select></label>
        ${chosen && html`<p class="about">${WORDS.plays(chosen.note)}${chosen.rating ? ` ${WORDS.rating(chosen.rating)}` : ""}</p>`}`
      }
      <label>${WORDS.seed} <input inputmode="numeric" pattern="[0-9]{0,16}" value=${seed} onInput=${(e) => setSeed(e.target.value)} /></label>
      <button class="main" disabled=${busy || !about}>${busy ? WORDS.working : WORDS.start}</button>
      ${!about && html`<p class="dim" role="status">${WORDS.lookingUp}</p>`}
    </form>
    <${BeginCompanion} net=${net} scenarios=${kinds.find((x) => x.id === "throwdown-v0")?.scenarios || []} open=${open} problem=${problem} />
    <${Beside} net=${net} open=${open} problem=${problem} />
    <section class="panel">
      <h2>${WORDS.yourGames}</h2>
      <ul class="games">
        ${games.map(
          (g) => html`<li key=${g.game}>
          <span>${g.is_damaged ? html`<b>${g.title}.</b> ${g.about}` : html`<b>${g.title}</b>, ${g.scenario}. ${g.about} ${WORDS.moves(g.moves)}. ${g.verdict && WORDS.verdict[g.verdict]}`}</span>
          <button onClick=${() => net.ask("open", { game: g.game }).then(open).catch(problem)}>${g.verdict ? WORDS.lookAt : WORDS.goOn}</button>
          <button class="quiet" onClick=${() => remove(g.game)}>${WORDS.remove}</button>
        </li>`,
        )}
      </ul>
      <label class="file">${WORDS.imported} <input type="file" accept=".json,application/json" onChange=${take} /></label>
    </section>
  </main>`;
}
