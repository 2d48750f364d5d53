// Reviews, trials, puzzles and statistics.
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { fieldValue } from "./dialog.js";
import { Table } from "./table.js";
import { Words } from "./text.js";
import { WORDS } from "./words.js";

const PARENT = "throwdown-parent-";
const WIDE = 640;
const TALL = 200;
const LEFT = 44;
const MOST_WORTHS = 8;

/** @typedef {{ net: Page.Net, open: Page.Open, problem: Page.Problem }} Means */

/**
 * The game that a trial was branched from, by the trial's key; "" if none.
 * @param {string} key
 */
export const parentOf = (key) => sessionStorage.getItem(PARENT + key) || "";

/**
 * Begins a trial at a moment of a game.
 * @param {Means & { game: string, move: number }} props
 */
export function TryOut({ net, game, move, open, problem }) {
  const go = (/** @type {boolean} */ is_alone) =>
    net
      .ask("branch", { game, move, is_alone })
      .then((found) => {
        sessionStorage.setItem(PARENT + found.game, game);
        open(found);
      })
      .catch(problem);
  return html`<p><button onClick=${() => go(false)}>${WORDS.playOn}</button>${" "}
    <button onClick=${() => go(true)}>${WORDS.playAlone}</button></p>`;
}

/**
 * The position of a win chance in the chart.
 * @param {number} move
 * @param {number} chance
 * @param {number} last the last move
 */
function point(move, chance, last) {
  return { x: LEFT + ((WIDE - LEFT - 10) * move) / Math.max(1, last), y: 10 + (TALL - 20) * (1 - chance) };
}

/** @typedef {ReturnType<typeof point>} Point */

/**
 * The chart of win chances over time: from the seat's information, and with hindsight.
 * @param {object} props
 * @param {Wire.JudgedTold[]} props.judged
 * @param {number} props.moves the number of moves made
 * @param {number | null} props.won the result, once the review is complete
 */
function Chart({ judged, moves, won }) {
  const own = judged.filter((x) => x.is_own).map((x) => ({ x, at: point(x.move, x.could_know, moves) }));
  const open = judged.map((x) => point(x.move, x.hindsight, moves));
  if (won !== null) open.push(point(moves + 0.5, won, moves));
  const path = (/** @type {Point[]} */ points) =>
    points.map(({ x, y }, k) => `${k ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const { y } = point(0, share, 1);
    return html`<line class="grid" x1=${LEFT} x2=${WIDE - 8} y1=${y} y2=${y} />
      <text x=${LEFT - 6} y=${y + 4} text-anchor="end">${100 * share} %</text>`;
  });
  const dots = own.map(
    ({ x, at }) => html`<circle class=${x.is_costly ? "costly" : ""} cx=${at.x} cy=${at.y}
      r=${x.is_costly ? 6 : 3.5}><title>${WORDS.point(x)}</title></circle>`,
  );
  const box = `0 0 ${WIDE} ${TALL}`;
  return html`<div><svg class="chart" viewBox=${box} role="img" aria-label=${WORDS.chartAbout}>
    ${grid}
    <path class="open-line" d=${path(open)} /><path class="known-line" d=${path(own.map(({ at }) => at))} />
    ${dots}
  </svg>
  <p class="legend"><span class="known-key"></span>${" "}${WORDS.couldKnow}${" "}
    <span class="open-key"></span>${" "}${WORDS.hindsight}${" "}
    <span class="costly-key"></span>${" "}${WORDS.costly}</p></div>`;
}

/**
 * @param {object} props
 * @param {Wire.Worth[]} props.options
 * @param {number | null} [props.chosen] the id of the choice made
 */
export function Worths({ options, chosen = null }) {
  const yours = html`${" "}<span class="dim">${WORDS.yours}</span>`;
  const row = ({ action, name, chance: [, low, high] } = options[0]) => {
    const own = action === chosen;
    return html`<tr class=${own ? "taken" : ""}><td><${Words} text=${name} />${own && yours}</td>
      <td>${WORDS.chance(low, high)}</td></tr>`;
  };
  return html`<table><thead><tr><th></th><th>${WORDS.wins}</th></tr></thead>
    <tbody>${options.slice(0, MOST_WORTHS).map((x) => row(x))}</tbody></table>`;
}

/**
 * A decision to be tried again before the answer is shown.
 * @param {Means & { game: string, one: Wire.JudgedTold, back: () => void }} props
 */
function Retry({ net, game, one, back, open, problem }) {
  const [moment, setMoment] = useState(/** @type {Wire.Moment | null} */ (null));
  const [again, setAgain] = useState(/** @type {number | null} */ (null));
  const move = one.move - 1;
  useEffect(() => {
    net.ask("moment", { game, move }).then(setMoment).catch(problem);
  }, [one]);
  const [best] = one.options;
  const answer = () => html`<p role="status">
      <b>${again === best.action ? WORDS.found : WORDS.notFound(best.name)}</b>${" "}${WORDS.itCost(one)}</p>
    ${one.reason && html`<p><${Words} text=${one.reason} /></p>`}
    <${Worths} options=${one.options} chosen=${one.chosen} />
    <${TryOut} net=${net} game=${game} move=${move} open=${open} problem=${problem} />`;
  const ask = () => {
    const sorted = [...one.options].sort((a, b) => a.action - b.action);
    const button = (/** @type {Wire.Worth} */ o) =>
      html`<button onClick=${() => setAgain(o.action)}><${Words} plain text=${o.name} /></button>`;
    return html`<p>${WORDS.tryAgain}</p><p class="retry">${sorted.map(button)}</p>`;
  };
  return html`<div><p><button class="quiet" onClick=${back}>${WORDS.back}</button></p>
    <h3>${WORDS.move(one.move)}</h3>
    ${again === null ? ask() : answer()}
    ${moment && html`<${Table} scene=${moment.scene} />`}</div>`;
}

/** @param {Means & { position: Wire.Position }} props */
export function Review({ net, position, open, problem }) {
  const [judged, setJudged] = useState(/** @type {Wire.JudgedTold[]} */ ([]));
  const [found, setFound] = useState(/** @type {Wire.Reviewed | null} */ (null));
  const [one, setOne] = useState(/** @type {Wire.JudgedTold | null} */ (null));
  const { game, moves, verdict } = position;
  useEffect(() => {
    let late = false;
    const more = async (/** @type {number} */ first) => {
      const answer = await net.ask("review", { game, first });
      if (late) return;
      setJudged((all) => [...all, ...answer.judged]);
      setFound(answer);
      if (answer.done < answer.of) await more(answer.done);
    };
    more(0).catch(problem);
    return () => {
      late = true;
    };
  }, []);
  if (one) {
    return html`<${Retry} net=${net} game=${game} one=${one} back=${() => setOne(null)} open=${open}
      problem=${problem} />`;
  }
  const own = judged.filter((x) => x.is_own);
  const whole = found?.done === found?.of ? found : null;
  const won = whole && verdict ? { won: 1, drawn: 0.5, lost: 0 }[verdict] : null;
  const status = whole
    ? html`<div role="status">
        ${whole.quality && html`<p class="quality">${Math.round(whole.quality[0])} %</p>`}
        ${whole.told.map((text) => html`<p>${text}</p>`)}</div>`
    : html`<p role="status">${WORDS.looking}${" "}
        <progress max=${found?.of ?? 1} value=${found?.done ?? 0} /></p>`;
  const costliest = own.filter((x) => whole?.costliest.includes(x.move));
  const retry = costliest
    .sort((a, b) => b.cost[0] - a.cost[0])
    .map((x) => html`<button onClick=${() => setOne(x)}>${WORDS.moveCost(x)}</button>`);
  const heads = [WORDS.moveHead, WORDS.bestHead, WORDS.couldKnow, WORDS.costHead];
  const rows = own.map(
    (x) => html`<tr><td><button class="quiet" onClick=${() => setOne(x)}>${x.move}</button></td>
      <td><${Words} text=${x.options[0].name} /></td><td>${Math.round(100 * x.could_know)} %</td>
      <td>${x.is_costly ? Math.round(100 * x.cost[0]) : "–"}</td></tr>`,
  );
  const all = html`<details><summary>${WORDS.allDecisions}</summary><table>
    <thead><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead>
    <tbody>${rows}</tbody></table></details>`;
  return html`<div>${status}
    ${judged.length > 0 && html`<${Chart} judged=${judged} moves=${moves} won=${won} />`}
    ${retry.length > 0 && html`<h3>${WORDS.costliest}</h3><p class="retry">${retry}</p>`}
    ${own.length > 0 && all}</div>`;
}

/**
 * The answer to a puzzle, after a choice.
 * @param {Means & { told: Wire.PuzzleTold }} props
 */
export function PuzzleAnswer({ told, net, open, problem }) {
  const begin = (/** @type {string} */ name) => net.ask("puzzle", { name }).then(open).catch(problem);
  if (told.chosen === null) {
    return html`<p class="puzzle" role="status">
      <b>${WORDS.puzzle(told.name)}</b>${" "}${WORDS.puzzleTask}</p>`;
  }
  const said = told.is_solved ? WORDS.found : WORDS.notFound(told.options[0].name);
  return html`<details class="puzzle" open>
    <summary><b class=${told.is_solved ? "won" : "lost"}>${said}</b></summary>
    <p class="unseen" role="status">${said}</p>
    <${Worths} options=${told.options} chosen=${told.chosen} /><p><${Words} text=${told.reason} /></p>
    <p><button class="main" onClick=${() => begin(told.next)}>${WORDS.nextPuzzle}</button>${" "}
      <button onClick=${() => begin(told.name)}>${WORDS.samePuzzle}</button>${" "}
      <span class="dim">${WORDS.goesOn}</span></p></details>`;
}

/** @param {{ found: Wire.Records, begin: (name: string) => void }} props */
export function Puzzles({ found: { puzzles, solved, missed }, begin }) {
  const done = new Set([...solved, ...missed]);
  const fresh = puzzles.find((name) => !done.has(name)) ?? puzzles[0];
  const sign = (/** @type {string} */ name) =>
    solved.includes(name) ? " ✓" : missed.includes(name) ? " ✕" : "";
  const pick = (/** @type {Event} */ event) => fieldValue(event) && begin(fieldValue(event));
  return html`<section class="panel"><h2>${WORDS.puzzles}</h2>
    <p>${WORDS.puzzlesAbout(puzzles.length)}${" "}
      ${done.size > 0 && WORDS.solved(solved.length, done.size)}</p>
    <p><button onClick=${() => begin(fresh)}>${WORDS.another}</button></p>
    <label>${WORDS.pickPuzzle}${" "}<select onChange=${pick}><option value="">…</option>
      ${puzzles.map((name) => html`<option value=${name}>${name}${sign(name)}</option>`)}
      </select></label></section>`;
}

/** @param {{ kinds: Wire.RecordTold[] }} props */
export function Statistics({ kinds }) {
  const rows = kinds.map((x) => {
    const [, low, high] = x.chance;
    const quality = x.quality === null ? "–" : `${Math.round(x.quality)} % (${x.reviewed})`;
    return html`<tr><td>${x.title}, ${x.scenario}, ${x.person}</td><td>${x.opponent}</td><td>${x.won}</td>
      <td>${x.drawn}</td><td>${x.lost}</td><td>${WORDS.chance(low, high)}</td><td>${quality}</td></tr>`;
  });
  return html`<section class="panel"><h2>${WORDS.statistics}</h2>
    <div class="wide" tabIndex="0" role="group" aria-label=${WORDS.statistics}><table>
      <thead><tr>${WORDS.statisticsHead.map((name) => html`<th>${name}</th>`)}</tr></thead>
      <tbody>${rows}</tbody></table></div></section>`;
}
