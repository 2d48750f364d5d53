// The review of a game: what each decision cost, and decisions to be tried again.
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { Chart } from "./chart.js";
import { Table } from "./table.js";
import { Words } from "./text.js";
import { TryOut } from "./trial.js";
import { WORDS } from "./words.js";

const MOST_WORTHS = 8;

/** @typedef {import("./trial.js").Means} Means */

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
      <b><${Words} plain text=${again === best.action ? WORDS.found : WORDS.notFound(best.name)} /></b>
      ${" "}${WORDS.itCost(one)}</p>
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
  const [first, ...more] = whole?.told ?? [];
  const status = whole
    ? html`<div role="status">
        ${whole.quality && html`<p class="quality">${Math.round(whole.quality[0])} %</p>`}
        <p>${first}</p></div>`
    : html`<p role="status">${WORDS.looking}${" "}
        <progress max=${found?.of ?? 1} value=${found?.done ?? 0} /></p>`;
  const costliest = own
    .filter((x) => whole?.costliest.includes(x.move))
    .sort((a, b) => b.cost[0] - a.cost[0]);
  const retry = costliest.map((x) => html`<button onClick=${() => setOne(x)}>${WORDS.moveCost(x)}</button>`);
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
    ${
      retry.length > 0 &&
      html`<p class="puzzle"><b>${WORDS.costliest}</b>${" "}<${Words} text=${costliest[0].reason} /></p>
        <h3>${WORDS.retry}</h3><p class="retry">${retry}</p>`
    }
    ${more.map((text) => html`<p>${text}</p>`)}
    ${own.length > 0 && all}</div>`;
}
