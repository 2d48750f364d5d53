// The rest of the first screen: small tables, saved games, all puzzles, and figures.
import { html } from "../vendor/preact-htm.js";
import { Tiles, tableName } from "./gallery.js";
import { Puzzles } from "./puzzles.js";
import { WORDS } from "./words.js";

/** @typedef {import("./gallery.js").Offer} Offer */

/**
 * The player's games, to go on with, look at or remove; and files.
 * @param {object} props
 * @param {Page.Net} props.net
 * @param {Wire.Saved[]} props.games
 * @param {Wire.GameInfo[]} props.kinds
 * @param {(game: string) => void} props.drop
 * @param {Page.Open} props.open
 * @param {Page.Problem} props.problem
 */
function Games({ net, games, kinds, drop, open, problem }) {
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
      .then(() => drop(game))
      .catch(problem);
  const nameOf = (/** @type {Wire.Saved} */ g) =>
    g.is_damaged ? g.title : tableName(kinds, { ...g, game: g.id ?? "" });
  const line = (/** @type {Wire.Saved} */ g) => html`<b>${nameOf(g)}.</b>${" "}${g.about}${" "}
    ${!g.is_damaged && WORDS.moves(g.moves)}${" "}${g.verdict && WORDS.verdict[g.verdict]}`;
  return html`<section class="panel"><h3>${WORDS.yourGames}</h3>
    <ul class="games">${games.map(
      (g) => html`<li key=${g.game}><span>${line(g)}</span>
        <button onClick=${() => enter(g.game)}>${g.verdict ? WORDS.lookAt : WORDS.goOn}</button>
        <button class="quiet" onClick=${() => remove(g.game)}>${WORDS.remove}</button></li>`,
    )}</ul>
    <label class="file">${WORDS.imported}${" "}
      <input type="file" accept=".json,application/json" onChange=${take} /></label></section>`;
}

/** @param {{ records: Wire.RecordTold[], kinds: Wire.GameInfo[] }} props */
function Statistics({ records, kinds }) {
  const rows = records.map((x) => {
    const [, low, high] = x.chance;
    const quality = x.quality === null ? "–" : `${Math.round(x.quality)} % (${x.reviewed})`;
    return html`<tr><td>${tableName(kinds, x)}, ${x.person}</td><td>${x.opponent}</td><td>${x.won}</td>
      <td>${x.drawn}</td><td>${x.lost}</td><td>${WORDS.chance(low, high)}</td><td>${quality}</td></tr>`;
  });
  return html`<section class="panel"><h2>${WORDS.statistics}</h2>
    <div class="wide" tabIndex="0" role="group" aria-label=${WORDS.statistics}><table>
      <thead><tr>${WORDS.statisticsHead.map((name) => html`<th>${name}</th>`)}</tr></thead>
      <tbody>${rows}</tbody></table></div></section>`;
}

/**
 * @param {object} props
 * @param {Page.Net} props.net
 * @param {Wire.Saved[]} props.games
 * @param {Wire.GameInfo[]} props.kinds
 * @param {Wire.Records | null} props.found
 * @param {(offer: Offer) => void} props.choose
 * @param {(name: string) => void} props.solve
 * @param {(game: string) => void} props.drop
 * @param {Page.Open} props.open
 * @param {Page.Problem} props.problem
 */
export function More({ net, games, kinds, found, choose, solve, drop, open, problem }) {
  const offers = kinds.flatMap((game) =>
    game.tables.filter((table) => table.is_more).map((table) => ({ game, table })),
  );
  return html`<details class="more"><summary><h2>${WORDS.more}</h2>
      <span class="dim">${WORDS.moreAbout}</span></summary>
    <${Games} net=${net} games=${games} kinds=${kinds} drop=${drop} open=${open} problem=${problem} />
    ${!!found?.puzzles.length && html`<${Puzzles} found=${found} begin=${solve} />`}
    ${!!found?.kinds.length && html`<${Statistics} records=${found.kinds} kinds=${kinds} />`}
    <h2>${WORDS.smallTables}</h2><${Tiles} offers=${offers} choose=${choose} /></details>`;
}
