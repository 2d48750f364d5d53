// A game with real cards: what to do on the table, what is asked, and the ledger of all that was told.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { Card, isCard, cardName } from "./cards.js";
import { WordBox, learnWords } from "./glossary.js";
import { useSeats } from "./seats.js";
import { download } from "./share.js";
import { Table, Words } from "./table.js";
import { WORDS } from "./words.js";

const RANKS = [..."23456789TJQKA"];
const SUITS = [..."SHDC"];

// The first screen's part: what is played, who deals, against whom.
export function BeginCompanion({ net, scenarios, open, problem }) {
  const [scenario, setScenario] = useState("");
  const [deal, setDeal] = useState("hands");
  const [against, setAgainst] = useState("");
  const [seed, setSeed] = useState("");
  const [busy, setBusy] = useState(false);
  const chosen = scenario || scenarios[0] || "";
  const about = useSeats(net, "throwdown-v0", chosen, () => setAgainst(""), problem);
  const opponents = about ? about.opponents.filter((x) => x.roles.includes("coach")) : [];
  const begin = (event) => {
    event.preventDefault();
    setBusy(true);
    const data = {
      game: "throwdown-v0",
      scenario: chosen,
      deal,
      against: against || opponents[0]?.spec || "",
    };
    if (seed !== "") data.seed = Number(seed);
    net
      .ask("real", data)
      .then(open)
      .catch(problem)
      .finally(() => setBusy(false));
  };
  return html`<form class="panel" onSubmit=${begin}><h2>${WORDS.real}</h2><p class="about">${WORDS.realAbout}</p>
    <label>${WORDS.scenario} <select aria-label=${`${WORDS.real}: ${WORDS.scenario}`} onChange=${(e) => setScenario(e.target.value)}>${scenarios.map((s) => html`<option value=${s} selected=${s === chosen}>${s}</option>`)}</select></label>
    <label>${WORDS.dealing} <select onChange=${(e) => setDeal(e.target.value)}>${Object.entries(WORDS.deals).map(([key, text]) => html`<option value=${key} selected=${key === deal}>${text}</option>`)}</select></label>
    <label>${WORDS.against} <select aria-label=${`${WORDS.real}: ${WORDS.against}`} onChange=${(e) => setAgainst(e.target.value)}>${opponents.map((x) => html`<option value=${x.spec} selected=${x.spec === (against || opponents[0]?.spec)}>${x.name}</option>`)}</select></label>
    <label>${WORDS.realSeed} <input inputmode="numeric" pattern="[0-9]{0,16}" value=${seed} onInput=${(e) => setSeed(e.target.value)} /></label>
    <button class="main" disabled=${busy || !opponents.length}>${busy ? WORDS.working : WORDS.begin}</button></form>`;
}

function Lines({ lines }) {
  return html`<ul class="lines" aria-label=${WORDS.happened}>${lines.map(
    (
      line,
      k,
    ) => html`<li class=${line.kind} key=${k}>${line.kind === "do" && html`<span class="unseen">${WORDS.todo}: </span>`}
    ${line.eyes ? html`<details><summary>${WORDS.onlyFor(line.eyes)}</summary><${Words} text=${line.text} /></details>` : html`<${Words} text=${line.text} />`}</li>`,
  )}</ul>`;
}

// Coach's cards as they lie on the table, with their numbers; the one that is asked for stands out.
function Row({ row, asked }) {
  return html`<section class="panel row-of-cards" aria-label=${WORDS.row}><h2>${WORDS.row}</h2><ol>${row.map((card, k) => html`<li key=${k} class=${k === asked ? "asked" : ""}><span aria-hidden="true">${k + 1}</span><${Card} card=${card} note=${WORDS.rowCard(k + 1)} lit=${k === asked} /></li>`)}</ol></section>`;
}

// All cards by suit; the answers among them can be pressed, and so can the others, which the server refuses with a reason.
function Deck({ options, say }) {
  const can = Object.fromEntries(options.map((option) => [option.what || option.action, option]));
  return html`<div class="deck">${SUITS.map(
    (suit) =>
      html`<div class="suit-row" key=${suit}>${RANKS.map((rank) => {
        const card = rank + suit;
        const option = can[card];
        const more = option ? [option.effect].filter(Boolean).join() : "";
        return html`<button key=${card} class=${option ? option.mark : ""} aria-disabled=${!option} title=${more} data-card=${card}
      aria-label=${option ? cardName(card) + (more ? `, ${more}` : "") : WORDS.cannotBe(cardName(card))} onClick=${() => say(option ? option.action : card)}><${Words} plain text=${card} /></button>`;
      })}</div>`,
  )}</div>`;
}

// What may be answered: what needs no card at once, else first what is done and then the card.
function Answers({ question, say }) {
  const [verb, setVerb] = useState("");
  useEffect(() => setVerb(""), [question]);
  if (question.kind === "card") return html`<${Deck} options=${question.options} say=${say} />`;
  const groups = new Map();
  question.options.forEach((option) => {
    const name = isCard(option.what) ? option.name : option.action;
    groups.set(name, [...(groups.get(name) || []), option]);
  });
  const open = groups.get(verb);
  const first = open && open[0].action.split(" ")[0];
  return html`<div class="verbs">${[...groups].map(([name, some]) =>
    isCard(some[0].what)
      ? html`<button key=${name} aria-expanded=${verb === name} onClick=${() => setVerb(verb === name ? "" : name)}><b>${name}</b> …</button>`
      : html`<button key=${name} onClick=${() => say(some[0].action)}><b>${some[0].name}</b> <${Words} plain text=${some[0].what} />
          ${(some[0].cost || some[0].effect) && html`<span class="effect"><${Words} plain text=${[some[0].cost, some[0].effect].filter(Boolean).join(": ")} /></span>`}</button>`,
  )}</div>
    ${open && html`<${Deck} options=${open} say=${(text) => say(text.includes(" ") ? text : `${first} ${text}`)} />`}`;
}

function Ledger({ told, fix }) {
  const [fixing, setFixing] = useState(0);
  const [text, setText] = useState("");
  const end = useRef(null);
  useEffect(() => {
    setFixing(0);
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [told]);
  const entry = told.ledger[fixing - 1];
  const send = (event) => {
    event.preventDefault();
    if (text.trim()) fix(fixing, text.trim());
  };
  return html`<section class="ledger"><h3>${WORDS.ledger}</h3>
    <p class="note">${told.ledger.length ? WORDS.ledgerAbout : WORDS.noEntry}</p>
    ${
      told.ledger.length > 0 &&
      html`<ol ref=${end} tabIndex="0" aria-label=${WORDS.ledger}>${told.ledger.map(
        (x, k) =>
          html`<li key=${k}><button class="quiet" onClick=${() => {
            setFixing(k + 1);
            setText("");
          }}><${Words} plain text=${`${x.about}: ${x.told}`} /></button></li>`,
      )}</ol>`
    }
    ${
      entry &&
      html`<form class="fixing" onSubmit=${send}><p><b><${Words} text=${WORDS.correctIt(fixing, entry)} /></b></p>
      <label>${WORDS.shouldBe} <input maxlength="80" value=${text} onInput=${(e) => setText(e.target.value)} /></label>
      <p class="verbs"><button class="main" disabled=${!text.trim()}>${WORDS.correct}</button> <button type="button" onClick=${() => fix(fixing, "")}>${WORDS.goBack}</button> <button type="button" class="quiet" onClick=${() => setFixing(0)}>${WORDS.close}</button></p></form>`
    }</section>`;
}

export function Companion({ net, first, leave, problem }) {
  const [told, setTold] = useState(first);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [reasons, setReasons] = useState([]);
  const [folded, setFolded] = useState(false);
  const [saving, setSaving] = useState(false);
  const input = useRef(null);
  const { question, game } = told;
  useEffect(() => {
    scrollTo(0, 0);
    learnWords([], []);
    net
      .ask("glossary", { game })
      .then((found) => learnWords(found.entries, found.clauses))
      .catch(() => {});
  }, []);
  const take = (found) => {
    setTold(found);
    setText("");
    setReasons([]);
    problem(null);
  };
  useEffect(() => {
    if (first.ledger.length !== told.ledger.length) take(first);
  }, [first]); // given anew, by another tab
  const run = (promise, then) => {
    setBusy(true);
    const refused = (error) => {
      if (error.now) take(error.now);
      problem(error);
    }; // it went on elsewhere: show how
    return promise
      .then(then)
      .catch(refused)
      .finally(() => {
        setBusy(false);
        input.current?.focus({ preventScroll: true });
      });
  };
  const say = (answer) =>
    !busy && run(net.ask("enter", { game, entries: told.ledger.length, text: answer }), take);
  const fix = (number, answer) =>
    run(net.ask("correct", { game, entries: told.ledger.length, number, text: answer }), take);
  const why = () => run(net.ask("why", { game }), (found) => setReasons(found.entries));
  const write = () =>
    run(net.ask("export", { game }), (found) => {
      download(found.text, `throwdown-companion-${told.scenario}.json`);
      setSaving(false);
    });
  const shareAndWrite = () =>
    run(net.ask("share", { game }), (found) => {
      setTold(found);
      write();
    });
  const save = () => (told.verdict || told.is_shared_deal ? write() : setSaving(true));
  useEffect(() => {
    const onKey = (event) => {
      if (
        event.target.closest("input, select, dialog, textarea") ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return;
      if (/^[\p{L}\p{N}*]$/u.test(event.key)) input.current?.focus(); // what is typed goes into the answer
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const asked = question && /^row:(\d+)$/.exec(question.key);
  const scene =
    told.row.length && told.scene
      ? { ...told.scene, far: told.scene.far.map((p) => ({ ...p, cards: [], has_hand: false })) }
      : told.scene;
  const answers = question && html`<${Answers} question=${question} say=${say} />`;
  return html`<main class="game companion">
    <header class="bar-top">
      <button class="quiet" onClick=${leave}>${WORDS.home}</button>
      <h1>${told.title} <span class="dim">${told.scene ? told.scene.place : told.scenario}</span></h1>
      <nav><button onClick=${why} disabled=${!told.moves || busy}>${WORDS.why}</button>
        <button onClick=${() => fix(told.ledger.length, "")} disabled=${!told.ledger.length || busy}>${WORDS.undo}</button>
        <button onClick=${save}>${WORDS.exported}</button></nav>
    </header>
    <p class="goal">${told.about}</p>
    <div class="table">${told.row.length > 0 && html`<${Row} row=${told.row} asked=${asked ? Number(asked[1]) : -1} />`}
      ${scene ? html`<${Table} scene=${scene} />` : html`<p class="panel">${WORDS.noTable}</p>`}</div>
    <section class=${`dock ${folded ? "folded" : ""}`}>
    <button class="quiet fold" aria-expanded=${!folded} onClick=${() => setFolded(!folded)}>${folded ? WORDS.unfold : WORDS.fold}</button>
    <div class="ask">
      ${told.dropped.length > 0 && html`<div class="puzzle" role="status"><p>${WORDS.dropped}</p>${told.dropped.map((line) => html`<p><${Words} text=${line} /></p>`)}</div>`}
      ${saving && html`<div class="puzzle" role="status"><p>${WORDS.saveRealAbout}</p><p class="verbs"><button class="main" onClick=${shareAndWrite}>${WORDS.saveWhole}</button> <button class="quiet" onClick=${() => setSaving(false)}>${WORDS.close}</button></p></div>`}
      ${reasons.map(([, line]) => html`<p class="effect"><${Words} text=${line} /></p>`)}
      <${Lines} lines=${told.lines} />
      ${
        question
          ? html`<h2 role="status"><${Words} text=${question.text} /></h2>
            <form class="entry-form" onSubmit=${(e) => {
              e.preventDefault();
              if (text.trim()) say(text.trim());
            }}>
              <label>${WORDS.sayIt} <input ref=${input} autocomplete="off" maxlength="80" placeholder=${WORDS.sayIts[question.kind]} value=${text} onInput=${(e) => setText(e.target.value)}
                onKeyDown=${(e) => e.key === "Escape" && setText("")} /></label><button class="main" disabled=${busy}>${WORDS.enterIt}</button></form>
            ${question.eyes ? html`<details><summary>${WORDS.onlyFor(question.eyes)}</summary>${answers}</details>` : answers}`
          : html`<div class="step"><h2 class=${told.verdict}>${told.ending[0]}</h2>${told.ending.slice(1).map((line) => html`<p><${Words} text=${line} /></p>`)}</div>`
      }
      <${Ledger} told=${told} fix=${fix} />
    </div></section>
    <${WordBox} net=${net} game=${game} />
  </main>`;
}
