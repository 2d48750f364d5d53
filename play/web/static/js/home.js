// The first screen: a button to play, today's puzzle, what was won, the gallery of tables, and more.
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { BeginCompanion } from "./begin.js";
import { Dialog } from "./dialog.js";
import { offerOf, Tiles } from "./gallery.js";
import { Hero, Today, Won } from "./hero.js";
import { More } from "./more.js";
import { Sheet } from "./starting.js";
import { WORDS } from "./words.js";

/** @typedef {import("./share.js").Deal} Deal */
/** @typedef {import("./gallery.js").Offer} Offer */

const REAL = "throwdown-v0";

/** @param {{ net: Page.Net, deal: Deal | null, open: Page.Open, problem: Page.Problem }} props */
export function Home({ net, deal, open, problem }) {
  const [games, setGames] = useState(/** @type {Wire.Saved[] | null} */ (null));
  const [kinds, setKinds] = useState(/** @type {Wire.GameInfo[]} */ ([]));
  const [found, setFound] = useState(/** @type {Wire.Records | null} */ (null));
  const [chosen, setChosen] = useState(/** @type {Offer | null} */ (null));
  const [real, setReal] = useState(false);
  useEffect(() => {
    net
      .ask("games", {})
      .then((told) => setGames(told.games))
      .catch(problem);
    net
      .ask("catalogue", {})
      .then((told) => {
        setKinds(told.games);
        if (!deal) return;
        const asked = offerOf(told.games, deal.game, deal.scenario);
        if (!asked) problem(new Error(WORDS.nowhere));
        setChosen(asked);
      })
      .catch(problem);
    net.ask("records", {}).then(setFound).catch(problem);
  }, []);
  const solve = (/** @type {string} */ name) => net.ask("puzzle", { name }).then(open).catch(problem);
  const close = () => {
    setChosen(null);
    if (deal) location.hash = "";
  };
  const offers = kinds.flatMap((game) =>
    game.tables.filter((table) => !table.is_more).map((table) => ({ game, table })),
  );
  const companion = () => html`<${Dialog} title=${WORDS.real} close=${() => setReal(false)}>
    <${BeginCompanion} net=${net} tables=${kinds.find((x) => x.id === REAL)?.tables ?? []} open=${open}
      problem=${problem} /><//>`;
  return html`<main class="home first">
    ${!games && html`<h1>${WORDS.name}</h1><p role="status">${WORDS.working}</p>`}
    ${
      games &&
      html`<${Hero} net=${net} games=${games} kinds=${kinds} choose=${setChosen} open=${open}
        problem=${problem} />
      <${Today} found=${found} solve=${solve} real=${() => setReal(true)} />
      ${found && html`<${Won} records=${found.kinds} kinds=${kinds} />`}
      <section><h2>${WORDS.tables}</h2><${Tiles} offers=${offers} choose=${setChosen} /></section>
      <${More} net=${net} games=${games} kinds=${kinds} found=${found} choose=${setChosen} solve=${solve}
        drop=${(/** @type {string} */ key) => setGames(games.filter((g) => g.game !== key))} open=${open}
        problem=${problem} />`
    }
    ${
      chosen &&
      html`<${Sheet} key=${`${chosen.game.id}/${chosen.table.scenario}`} net=${net} offer=${chosen}
        deal=${deal?.game === chosen.game.id && deal.scenario === chosen.table.scenario ? deal : null}
        records=${found?.kinds ?? []} close=${close} open=${open} problem=${problem} />`
    }
    ${real && companion()}
  </main>`;
}
