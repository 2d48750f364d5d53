// A game with real cards: instructions, the current question, and the ledger of answers.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { grouped } from "./answers.js";
import { Card, cardName } from "./cards.js";
import { Effect } from "./choices.js";
import { fieldValue } from "./dialog.js";
import { learnWords, WordBox } from "./glossary.js";
import { Refusal } from "./net.js";
import { useSeats } from "./seats.js";
import { download } from "./share.js";
import { Table } from "./table.js";
import { Words } from "./text.js";
import { WORDS } from "./words.js";

const GAME = "throwdown-v0";
const PROGRAM_ROLE = "coach";
const RANKS = [..."23456789TJQKA"];
const SUITS = [..."SHDC"];
const MOST_TYPED = 80;
/** @typedef {import("./answers.js").Say} Say */
/** @typedef {"hands" | "program"} Deal the dealer */
/** @type {Deal[]} */
const DEALS = ["hands", "program"];

/**
 * Part of the first screen: scenario, dealer and opponent.
 * @param {{ net: Page.Net, tables: Wire.TableInfo[], open: Page.Open, problem: Page.Problem }} props
 */
export function BeginCompanion({ net, tables, open, problem }) {
  const [scenario, setScenario] = useState("");
  const [deal, setDeal] = useState(/** @type {Deal} */ ("hands"));
  const [against, setAgainst] = useState("");
  const [seed, setSeed] = useState("");
  const [busy, setBusy] = useState(false);
  const chosen = scenario || tables[0]?.scenario || "";
  const about = useSeats(net, GAME, chosen, () => setAgainst(""), problem);
  const opponents = about?.opponents.filter((x) => x.roles.includes(PROGRAM_ROLE)) ?? [];
  const opponent = against || (opponents[0]?.spec ?? "");
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    const data = { game: GAME, scenario: chosen, deal, against: opponent };
    net
      .ask("real", seed === "" ? data : { ...data, seed: Number(seed) })
      .then(open)
      .catch(problem)
      .finally(() => setBusy(false));
  };
  const setDealer = (/** @type {Event} */ e) => setDeal(DEALS.find((x) => x === fieldValue(e)) ?? DEALS[0]);
  const label = (/** @type {string} */ what) => `${WORDS.real}: ${what}`;
  return html`<form onSubmit=${begin}>
    <p class="about">${WORDS.realAbout}</p>
    <label>${WORDS.scenario}${" "}<select aria-label=${label(WORDS.scenario)}
      onChange=${(/** @type {Event} */ e) => setScenario(fieldValue(e))}>
      ${tables.map(
        (x) => html`<option value=${x.scenario} selected=${x.scenario === chosen}>${x.name}</option>`,
      )}
      </select></label>
    <label>${WORDS.dealing}${" "}<select onChange=${setDealer}>
      ${DEALS.map((x) => html`<option value=${x} selected=${x === deal}>${WORDS.deals[x]}</option>`)}
      </select></label>
    <label>${WORDS.against}${" "}<select aria-label=${label(WORDS.against)}
      onChange=${(/** @type {Event} */ e) => setAgainst(fieldValue(e))}>
      ${opponents.map(
        (x) => html`<option value=${x.spec} selected=${x.spec === opponent}>${x.name}</option>`,
      )}
      </select></label>
    <label>${WORDS.realSeed}${" "}<input inputmode="numeric" pattern="[0-9]{0,16}" value=${seed}
      onInput=${(/** @type {Event} */ e) => setSeed(fieldValue(e))} /></label>
    <button class="main" disabled=${busy || !opponents.length}>
      ${busy ? WORDS.working : WORDS.begin}</button></form>`;
}

/**
 * Content for one reader, to be opened; shown directly if it is for everybody.
 * @param {{ eyes: string, children?: unknown }} props
 */
function ForEyes({ eyes, children }) {
  if (!eyes) return children;
  return html`<details><summary>${WORDS.onlyFor(eyes)}</summary>${children}</details>`;
}

/** @param {{ lines: Wire.Line[] }} props */
function Lines({ lines }) {
  const todo = html`<span class="unseen">${WORDS.todo}: </span>`;
  return html`<ul class="lines" aria-label=${WORDS.happened}>
    ${lines.map(
      (line, k) => html`<li class=${line.kind} key=${k}>
        ${line.kind === "do" && todo}<${ForEyes} eyes=${line.eyes}><${Words} text=${line.text} /><//></li>`,
    )}</ul>`;
}

/**
 * Coach's cards on the table with their numbers; the one asked for stands out.
 * @param {{ row: string[], asked: number | null | undefined }} props
 */
function Row({ row, asked }) {
  const cards = row.map(
    (
      card,
      k,
    ) => html`<li key=${k} class=${k === asked ? "asked" : ""}><span aria-hidden="true">${k + 1}</span>
      <${Card} card=${card} note=${WORDS.rowCard(k + 1)} lit=${k === asked} /></li>`,
  );
  return html`<section class="panel row-of-cards" aria-label=${WORDS.row}>
    <h2>${WORDS.row}</h2><ol>${cards}</ol></section>`;
}

/**
 * All cards by suit. The answers among them can be pressed, and so can the others: the server then says why
 * they are refused.
 * @param {{ options: Wire.Answerable[], say: Say }} props
 */
function Deck({ options, say }) {
  const can = new Map(options.map((option) => [option.card, option]));
  const button = (/** @type {string} */ card) => {
    const option = can.get(card);
    const more = option?.effect ?? "";
    const name = more ? `${cardName(card)}, ${more}` : cardName(card);
    return html`<button key=${card} class=${option?.mark ?? ""} aria-disabled=${!option} title=${more}
      data-card=${card} aria-label=${option ? name : WORDS.cannotBe(cardName(card))}
      onClick=${() => say(options[0].id, card)}><${Words} plain text=${card} /></button>`;
  };
  return html`<div class="deck">${SUITS.map(
    (suit) => html`<div class="suit-row" key=${suit}>${RANKS.map((rank) => button(rank + suit))}</div>`,
  )}</div>`;
}

/**
 * The possible answers: directly if they need no card, else first the kind and then the card.
 * @param {{ question: Wire.Question, say: Say }} props
 */
function Answers({ question, say }) {
  const [kind, setKind] = useState("");
  useEffect(() => setKind(""), [question]);
  if (question.kind === "card") return html`<${Deck} options=${question.options} say=${say} />`;
  const groups = grouped(question.options);
  const open = groups.find(([one]) => one.card && one.kind === kind);
  const button = (/** @type {Wire.Answerable} */ one) =>
    one.card
      ? html`<button key=${one.kind} aria-expanded=${kind === one.kind}
          onClick=${() => setKind(kind === one.kind ? "" : one.kind)}><b>${one.name}</b> …</button>`
      : html`<button key=${one.id} onClick=${() => say(one.id)}><b>${one.name}</b>${" "}
          <${Words} plain text=${one.what} /><${Effect} plain choice=${one} /></button>`;
  return html`<div class="verbs">${groups.map(([one]) => button(one))}</div>
    ${open && html`<${Deck} options=${open} say=${say} />`}`;
}

/** @param {{ told: Wire.CompanionTold, fix: (number: number, text: string) => void }} props */
function Ledger({ told, fix }) {
  const [fixing, setFixing] = useState(0);
  const [text, setText] = useState("");
  const end = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    setFixing(0);
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [told]);
  const entry = told.ledger[fixing - 1];
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim()) fix(fixing, text.trim());
  };
  const begin = (/** @type {number} */ number) => {
    setFixing(number);
    setText("");
  };
  const entries = told.ledger.map(
    (x, k) => html`<li key=${k}><button class="quiet" onClick=${() => begin(k + 1)}>
      <${Words} plain text=${`${x.about}: ${x.told}`} /></button></li>`,
  );
  const form = () => html`<form class="fixing" onSubmit=${send}>
    <p><b><${Words} text=${WORDS.correctIt(fixing, entry)} /></b></p>
    <label>${WORDS.shouldBe}${" "}<input maxlength=${MOST_TYPED} value=${text}
      onInput=${(/** @type {Event} */ e) => setText(fieldValue(e))} /></label>
    <p class="verbs"><button class="main" disabled=${!text.trim()}>${WORDS.correct}</button>${" "}
      <button type="button" onClick=${() => fix(fixing, "")}>${WORDS.goBack}</button>${" "}
      <button type="button" class="quiet" onClick=${() => setFixing(0)}>${WORDS.close}</button></p></form>`;
  return html`<section class="ledger"><h3>${WORDS.ledger}</h3>
    <p class="note">${told.ledger.length ? WORDS.ledgerAbout : WORDS.noEntry}</p>
    ${entries.length > 0 && html`<ol ref=${end} tabIndex="0" aria-label=${WORDS.ledger}>${entries}</ol>`}
    ${entry && form()}</section>`;
}

/**
 * The question, a field to type the answer into, and the answers to press.
 * @param {object} props
 * @param {Wire.Question} props.question
 * @param {{ current: HTMLInputElement | null }} props.input the field
 * @param {boolean} props.busy
 * @param {Say} props.say
 */
function Asking({ question, input, busy, say }) {
  const [text, setText] = useState("");
  useEffect(() => setText(""), [question]);
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim()) say(text.trim());
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && setText("");
  return html`<h2 role="status"><${Words} text=${question.text} /></h2>
    <form class="entry-form" onSubmit=${send}>
      <label>${WORDS.sayIt}${" "}<input ref=${input} autocomplete="off" maxlength=${MOST_TYPED}
        placeholder=${WORDS.sayIts[question.kind]} value=${text}
        onInput=${(/** @type {Event} */ e) => setText(fieldValue(e))} onKeyDown=${onKey} /></label>
      <button class="main" disabled=${busy}>${WORDS.enterIt}</button></form>
    <${ForEyes} eyes=${question.eyes}><${Answers} question=${question} say=${say} /><//>`;
}

/**
 * @param {object} props
 * @param {Page.Net} props.net
 * @param {Wire.CompanionTold} props.first the game as opened, or as updated by another tab
 * @param {() => void} props.leave
 * @param {Page.Problem} props.problem
 */
export function Companion({ net, first, leave, problem }) {
  const [told, setTold] = useState(first);
  const [busy, setBusy] = useState(false);
  const [reasons, setReasons] = useState(/** @type {Wire.Told["entries"]} */ ([]));
  const [folded, setFolded] = useState(false);
  const [saving, setSaving] = useState(false);
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const { question, game, ledger, ending } = told;
  const entries = ledger.length;
  useEffect(() => {
    scrollTo(0, 0);
    learnWords([], []);
    net
      .ask("glossary", { game })
      .then((found) => learnWords(found.entries, found.clauses))
      .catch(() => {});
  }, []);
  const take = (/** @type {Page.Shown} */ found) => {
    if (found.type === "real") setTold(found);
    setReasons([]);
    problem(null);
  };
  useEffect(() => {
    if (first.ledger.length !== entries) take(first);
  }, [first]);
  /**
   * @template T
   * @param {Promise<T>} promise
   * @param {(found: T) => void} then
   */
  const run = (promise, then) => {
    setBusy(true);
    return promise
      .then(then)
      .catch((error) => {
        if (error instanceof Refusal && error.now) take(error.now); // it went on elsewhere: show how
        problem(error);
      })
      .finally(() => {
        setBusy(false);
        input.current?.focus({ preventScroll: true });
      });
  };
  /** @type {Say} */
  const say = (answer, card = "") => {
    if (!busy) run(net.ask("enter", { game, entries, answer, card }), take);
  };
  const fix = (/** @type {number} */ number, /** @type {string} */ text) =>
    run(net.ask("correct", { game, entries, number, text }), take);
  const why = () => run(net.ask("why", { game }), (found) => setReasons(found.entries));
  const write = () =>
    run(net.ask("export", { game }), (found) => {
      download(found.text, `throwdown-companion-${told.scenario}.json`);
      setSaving(false);
    });
  const shareAndWrite = () =>
    run(net.ask("share", { game }), (found) => {
      if (found.type === "real") setTold(found);
      write();
    });
  const save = () => (told.verdict || told.is_shared_deal ? write() : setSaving(true));
  useEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {Element} */ (event.target);
      if (target.closest("input, select, dialog, textarea")) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^[\p{L}\p{N}*]$/u.test(event.key)) input.current?.focus(); // what is typed goes into the answer
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  // The cards of the people on the far side are shown in the row.
  const far = told.scene?.far.map((p) => ({ ...p, cards: [], has_hand: false }));
  const scene = told.scene && far && told.row.length ? { ...told.scene, far } : told.scene;
  const line = (/** @type {string} */ text) => html`<p><${Words} text=${text} /></p>`;
  const dropped = html`<div class="puzzle" role="status">
    <p>${WORDS.dropped}</p>${told.dropped.map(line)}</div>`;
  const asking = html`<div class="puzzle" role="status"><p>${WORDS.saveRealAbout}</p>
    <p class="verbs"><button class="main" onClick=${shareAndWrite}>${WORDS.saveWhole}</button>${" "}
      <button class="quiet" onClick=${() => setSaving(false)}>${WORDS.close}</button></p></div>`;
  const end = html`<div class="step">
    <h2 class=${told.verdict}>${ending[0]}</h2>${ending.slice(1).map(line)}</div>`;
  return html`<main class="game companion">
    <header class="bar-top">
      <button class="quiet" onClick=${leave}>${WORDS.home}</button>
      <h1>${told.title}${" "}<span class="dim">${told.scene ? told.scene.place : told.scenario}</span></h1>
      <nav><button onClick=${why} disabled=${!told.moves || busy}>${WORDS.why}</button>
        <button onClick=${() => fix(entries, "")} disabled=${!entries || busy}>${WORDS.undo}</button>
        <button onClick=${save}>${WORDS.exported}</button></nav>
    </header>
    <p class="goal">${told.about}</p>
    <div class="table-row">${told.row.length > 0 && html`<${Row} row=${told.row} asked=${question?.place} />`}
      ${scene ? html`<${Table} scene=${scene} />` : html`<p class="panel">${WORDS.noTable}</p>`}</div>
    <section class=${`dock ${folded ? "folded" : ""}`}>
    <button class="quiet fold" aria-expanded=${!folded} onClick=${() => setFolded(!folded)}>
      ${folded ? WORDS.unfold : WORDS.fold}</button>
    <div class="ask">
      ${told.dropped.length > 0 && dropped}
      ${saving && asking}
      ${reasons.map(([, text]) => html`<p class="effect"><${Words} text=${text} /></p>`)}
      <${Lines} lines=${told.lines} />
      ${question ? html`<${Asking} question=${question} input=${input} busy=${busy} say=${say} />` : end}
      <${Ledger} told=${told} fix=${fix} />
    </div></section>
    <${WordBox} net=${net} game=${game} />
  </main>`;
}
