// What is there beside a game: looking at it again, trials, puzzles, and how one has done.
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { Table, Words } from "./table.js";
import { WORDS } from "./words.js";

const PARENT = "throwdown-parent-";
const WIDE = 640;
const TALL = 200;
const LEFT = 44;

// The game that a trial came from, by the trial's key; "" if there is none.
export const parentOf = (key) => sessionStorage.getItem(PARENT + key) || "";

// Goes on in a trial from a moment of a game.
export function branch(net, game, move, is_alone) {
  return net.ask("branch", { game, move, is_alone }).then((found) => {
    sessionStorage.setItem(PARENT + found.game, game);
    return found;
  });
}

export function TryOut({ net, game, move, open, problem }) {
  const go = (is_alone) => branch(net, game, move, is_alone).then(open).catch(problem);
  return html`<p><button onClick=${() => go(false)}>${WORDS.playOn}</button> <button onClick=${() => go(true)}>${WORDS.playAlone}</button></p>`;
}

function line(points, last) {
  const x = (move) => LEFT + ((WIDE - LEFT - 10) * move) / Math.max(1, last);
  const y = (chance) => 10 + (TALL - 20) * (1 - chance);
  return points.map(([move, chance]) => [x(move), y(chance)]);
}

// The chance of winning over time: what one could know, and with hindsight.
function Chart({ judged, moves, won }) {
  const known = line(
    judged.filter((x) => x.is_own).map((x) => [x.move, x.could_know]),
    moves,
  );
  const open = line(
    [...judged.map((x) => [x.move, x.hindsight]), ...(won === null ? [] : [[moves + 0.5, won]])],
    moves,
  );
  const path = (points) =>
    points.map(([x, y], k) => `${k ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const own = judged.filter((x) => x.is_own);
  return html`<div><svg class="chart" viewBox=${`0 0 ${WIDE} ${TALL}`} role="img" aria-label=${WORDS.chartAbout}>
    ${[0, 0.25, 0.5, 0.75, 1].map((share) => {
      const [[, y]] = line([[0, share]], 1);
      return html`<line class="grid" x1=${LEFT} x2=${WIDE - 8} y1=${y} y2=${y} /><text x=${LEFT - 6} y=${y + 4} text-anchor="end">${100 * share} %</text>`;
    })}
    <path class="open-line" d=${path(open)} /><path class="known-line" d=${path(known)} />
    ${known.map(([x, y], k) => html`<circle class=${own[k].is_costly ? "costly" : ""} cx=${x} cy=${y} r=${own[k].is_costly ? 6 : 3.5}><title>${WORDS.point(own[k])}</title></circle>`)}
  </svg>
  <p class="legend"><span class="known-key"></span> ${WORDS.couldKnow} <span class="open-key"></span> ${WORDS.hindsight} <span class="costly-key"></span> ${WORDS.costly}</p></div>`;
}

export function Worths({ options, chosen }) {
  return html`<table><thead><tr><th></th><th>${WORDS.wins}</th></tr></thead><tbody>
    ${options.slice(0, 8).map((o) => html`<tr class=${o.action === chosen ? "taken" : ""}><td><${Words} text=${o.name} />${o.action === chosen ? html` <span class="dim">${WORDS.yours}</span>` : ""}</td><td>${WORDS.chance(o.chance[1], o.chance[2])}</td></tr>`)}</tbody></table>`;
}

// A decision to be made again before the answer is shown.
function Retry({ net, game, one, back, open, problem }) {
  const [moment, setMoment] = useState(null);
  const [again, setAgain] = useState("");
  useEffect(() => {
    net
      .ask("moment", { game, move: one.move - 1 })
      .then(setMoment)
      .catch(problem);
  }, [one]);
  const sorted = [...one.options].sort((a, b) => (a.action < b.action ? -1 : 1));
  return html`<div><p><button class="quiet" onClick=${back}>${WORDS.back}</button></p>
    <h3>${WORDS.move(one.move)}</h3>
    ${
      again
        ? html`<p role="status"><b>${again === one.options[0].action ? WORDS.found : WORDS.notFound(one.options[0].name)}</b> ${WORDS.itCost(one)}</p><${Worths} options=${one.options} chosen=${one.chosen} />
          <${TryOut} net=${net} game=${game} move=${one.move - 1} open=${open} problem=${problem} />`
        : html`<p>${WORDS.tryAgain}</p><p class="retry">${sorted.map((o) => html`<button onClick=${() => setAgain(o.action)}><${Words} plain text=${o.name} /></button>`)}</p>`
    }
    ${moment && html`<${Table} scene=${moment.scene} />`}</div>`;
}

export function Review({ net, position, open, problem }) {
  const [judged, setJudged] = useState([]);
  const [found, setFound] = useState(null);
  const [one, setOne] = useState(null);
  useEffect(() => {
    let late = false;
    const more = (first, all) =>
      net
        .ask("review", { game: position.game, first })
        .then((answer) => {
          if (late) return;
          const now = [...all, ...answer.judged];
          setJudged(now);
          setFound(answer);
          if (answer.done < answer.of) more(answer.done, now);
        })
        .catch(problem);
    more(0, []);
    return () => {
      late = true;
    };
  }, []);
  const own = judged.filter((x) => x.is_own);
  const whole = found && found.done === found.of;
  const won = whole ? { won: 1, drawn: 0.5, lost: 0 }[position.verdict] : null;
  if (one)
    return html`<${Retry} net=${net} game=${position.game} one=${one} back=${() => setOne(null)} open=${open} problem=${problem} />`;
  return html`<div>${!whole && html`<p role="status">${WORDS.looking} <progress max=${found ? found.of : 1} value=${found ? found.done : 0}></progress></p>`}
    ${whole && html`<div role="status">${found.quality && html`<p class="quality">${Math.round(found.quality[0])} %</p>`}${found.told.map((text) => html`<p>${text}</p>`)}</div>`}
    ${judged.length > 0 && html`<${Chart} judged=${judged} moves=${position.moves} won=${won} />`}
    ${whole && found.costliest.length > 0 && html`<h3>${WORDS.costliest}</h3><p class="retry">${found.costliest.map((move) => html`<button onClick=${() => setOne(own.find((x) => x.move === move))}>${WORDS.moveCost(own.find((x) => x.move === move))}</button>`)}</p>`}
    ${
      own.length > 0 &&
      html`<details><summary>${WORDS.allDecisions}</summary><table><thead><tr><th>${WORDS.moveHead}</th><th>${WORDS.bestHead}</th><th>${WORDS.couldKnow}</th><th>${WORDS.costHead}</th></tr></thead><tbody>
      ${own.map((x) => html`<tr><td><button class="quiet" onClick=${() => setOne(x)}>${x.move}</button></td><td><${Words} text=${x.options[0].name} /></td><td>${Math.round(100 * x.could_know)} %</td><td>${x.is_costly ? Math.round(100 * x.cost[0]) : "–"}</td></tr>`)}</tbody></table></details>`
    }</div>`;
}

// What became of a puzzle, once a choice was made.
export function PuzzleAnswer({ told, net, open, problem }) {
  const next = () => net.ask("puzzle", { name: told.next }).then(open).catch(problem);
  const again = () => net.ask("puzzle", { name: told.name }).then(open).catch(problem);
  if (!told.chosen)
    return html`<p class="puzzle" role="status"><b>${WORDS.puzzle(told.name)}</b> ${WORDS.puzzleTask}</p>`;
  return html`<details class="puzzle" open><summary><b class=${told.is_solved ? "won" : "lost"}>${told.is_solved ? WORDS.found : WORDS.notFound(told.options[0].name)}</b></summary><p class="unseen" role="status">${told.is_solved ? WORDS.found : WORDS.notFound(told.options[0].name)}</p>
    <${Worths} options=${told.options} chosen=${told.chosen} /><p><${Words} text=${told.reason} /></p>
    <p><button class="main" onClick=${next}>${WORDS.nextPuzzle}</button> <button onClick=${again}>${WORDS.samePuzzle}</button> <span class="dim">${WORDS.goesOn}</span></p></details>`;
}

// The first screen's part: the puzzle of today, others, and statistics.
export function Beside({ net, open, problem }) {
  const [found, setFound] = useState(null);
  useEffect(() => {
    net.ask("records").then(setFound).catch(problem);
  }, []);
  if (!found) return null;
  const begin = (name) => net.ask("puzzle", { name }).then(open).catch(problem);
  const done = new Set([...found.solved, ...found.missed]);
  const fresh = found.puzzles.find((name) => !done.has(name)) || found.puzzles[0];
  return html`${
    found.puzzles.length > 0 &&
    html`<section class="panel"><h2>${WORDS.puzzles}</h2>
      <p>${WORDS.puzzlesAbout(found.puzzles.length)} ${done.size > 0 && WORDS.solved(found.solved.length, done.size)}</p>
      <p><button onClick=${() => begin("")}>${WORDS.today}</button> <button onClick=${() => begin(fresh)}>${WORDS.another}</button></p>
      <label>${WORDS.pickPuzzle} <select onChange=${(e) => e.target.value && begin(e.target.value)}><option value="">…</option>
        ${found.puzzles.map((name) => html`<option value=${name}>${name}${found.solved.includes(name) ? " ✓" : found.missed.includes(name) ? " ✕" : ""}</option>`)}</select></label></section>`
  }
    ${
      found.kinds.length > 0 &&
      html`<section class="panel"><h2>${WORDS.statistics}</h2><div class="wide" tabIndex="0" role="group" aria-label=${WORDS.statistics}><table><thead><tr>${WORDS.statisticsHead.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>
      ${found.kinds.map((x) => html`<tr><td>${x.title}, ${x.scenario}, ${x.person}</td><td>${x.opponent}</td><td>${x.won}</td><td>${x.drawn}</td><td>${x.lost}</td><td>${WORDS.chance(x.chance[1], x.chance[2])}</td><td>${x.quality === null ? "–" : `${Math.round(x.quality)} % (${x.reviewed})`}</td></tr>`)}</tbody></table></div></section>`
    }`;
}
