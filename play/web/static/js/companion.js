// A game with real cards: instructions, the current question, and the ledger of answers.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { Asking } from "./answering.js";
import { useGlossary, WordBox } from "./glossary.js";
import { Ledger, Lines, Row } from "./ledger.js";
import { Refusal } from "./net.js";
import { download } from "./share.js";
import { Table } from "./table.js";
import { Words } from "./text.js";
import { WORDS } from "./words.js";

/** @typedef {import("./answers.js").Say} Say */

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
  const [reasons, setReasons] = useState(/** @type {Wire.Told["entries"] | null} */ ([]));
  const [folded, setFolded] = useState(false);
  const [saving, setSaving] = useState(false);
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const { question, game, ledger, ending } = told;
  const entries = ledger.length;
  useGlossary(net, game);
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
  const why = () => {
    setReasons(null);
    run(net.ask("why", { game }), (found) => setReasons(found.entries)).then(() =>
      setReasons((r) => r ?? []),
    );
  };
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
      <h1>${told.title}${" "}<span class="dim">${told.scene?.place}</span></h1>
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
      ${
        reasons?.map(([, text]) => html`<p class="effect"><${Words} text=${text} /></p>`) ??
        html`<p role="status">${WORDS.thinking}</p><progress />`
      }
      <${Lines} lines=${told.lines} />
      ${question ? html`<${Asking} question=${question} input=${input} busy=${busy} say=${say} />` : end}
      <${Ledger} told=${told} fix=${fix} />
    </div></section>
    <${WordBox} net=${net} game=${game} />
  </main>`;
}
