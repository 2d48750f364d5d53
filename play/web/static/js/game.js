// The screen of a game: events step by step, the table, the choices, and dialogs.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact-htm.js";
import { byThing } from "./about.js";
import { PuzzleAnswer, parentOf, Review, Worths } from "./after.js";
import { Choices, Speech } from "./choices.js";
import { commandsOf, keyed, useGame } from "./commands.js";
import { Dialog, fieldValue } from "./dialog.js";
import { learnWords, WordBox } from "./glossary.js";
import { Lesson } from "./guide.js";
import { Hand, whoLooks } from "./hand.js";
import { Learn } from "./learn.js";
import { Log } from "./log.js";
import { Replay } from "./moments.js";
import { useMotion } from "./motion.js";
import { Share } from "./share.js";
import { listed, mayChoose, sceneOf, stepOf } from "./state.js";
import { Sentences, Table, Words } from "./table.js";
import { WORDS } from "./words.js";

/** @typedef {import("./commands.js").Commands} Commands */

/**
 * The moves of others, one at a time.
 * @param {{ commands: Commands, step: Wire.Step }} props
 */
function StepTold({ commands, step }) {
  const { position, step: at } = commands.get();
  const skip = () => commands.send({ type: "skip" });
  const why = step.move > 0 && !step.is_own;
  const more = at + 1 < position.steps.length;
  return html`<div class="step"><h2>${step.by || WORDS.deal}</h2>
    <${Speech} says=${step.says} />
    <${Sentences} told=${step.told} />
    <p class="go"><button class="main" onClick=${commands.next}>${WORDS.next}</button>
    ${why && html`<button class="quiet" onClick=${() => commands.why(step.move)}>${WORDS.why}</button>`}
    ${more && html`<button class="quiet" onClick=${skip}>${WORDS.skip}</button>`}</p></div>`;
}

/**
 * The end of the game.
 * @param {{ commands: Commands, position: Wire.Position }} props
 */
function Ending({ commands, position }) {
  const { verdict, prompt, chapters, ending, taken_back } = position;
  const line = (/** @type {string} */ text) => html`<p><${Words} text=${text} /></p>`;
  const review = () => commands.show({ kind: "review" });
  const replay = (/** @type {number} */ at) => commands.show({ kind: "replay", at });
  return html`<div class="step"><h2 class=${verdict}>${verdict && WORDS.verdict[verdict]}</h2>
    ${line(prompt)}
    <h3>${WORDS.ended}</h3>
    ${chapters.map(
      (x) => html`<details class="chapter"><summary>${x.title}</summary>
        ${x.told.length ? x.told.map(line) : html`<p class="dim">${WORDS.quiet}</p>`}
        <p><button class="quiet" onClick=${() => replay(x.move)}>${WORDS.replay}</button></p></details>`,
    )}
    ${ending.map(line)}
    ${taken_back > 0 && html`<p class="dim">${WORDS.takenBack(taken_back)}</p>`}
    <p class="go"><button class="main" onClick=${review}>${WORDS.review}</button>
      <button class="main" onClick=${commands.again}>${WORDS.again}</button></p></div>`;
}

/**
 * The current decision.
 * @param {{ commands: Commands, total: string | undefined }} props
 */
function Deciding({ commands, total }) {
  const { position, busy, picked, typed, guided } = commands.get();
  const { forced } = position;
  const all = () => commands.send({ type: "clear" });
  const sum = total && html`${" "}<span class="total">${WORDS.total(total)}</span>`;
  const choices = html`<${Choices} choices=${listed(commands.get())} play=${commands.play}
      number=${Number(typed)} />
    ${picked && html`<button class="quiet" onClick=${all}>${WORDS.allChoices}</button>`}`;
  return html`<h2><${Words} text=${position.prompt} />${sum}</h2>
    ${forced && html`<p class="forced">${WORDS.forced}${" "}<${Words} text=${forced} /></p>`}
    ${guided && position.lessons.length > 0 && html`<${Lesson} position=${position} />`}
    ${typed && html`<p role="status">${WORDS.number(typed)}</p>`}
    ${busy ? html`<p class="dim" role="status">${WORDS.working}</p>` : choices}`;
}

/**
 * The open dialog, if any.
 * @param {{ commands: Commands, net: Page.Net, open: Page.Open, problem: Page.Problem }} props
 */
function Asked({ commands, net, open, problem }) {
  const { dialog, position } = commands.get();
  const [word, setWord] = useState("");
  if (!dialog) return null;
  const close = () => commands.show(null);
  const whole = () => commands.share(commands.write);
  const box = (/** @type {string} */ title, /** @type {unknown} */ body) =>
    html`<${Dialog} title=${title} close=${close}>${body}<//>`;
  const find = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (word.trim()) commands.look(word.trim());
  };
  const type = (/** @type {Event} */ event) => setWord(fieldValue(event));
  switch (dialog.kind) {
    case "hint": {
      const { options, reason, about } = dialog.found;
      const best = WORDS.best(options[0].name);
      return box(
        WORDS.hint,
        html`<p><b><${Words} text=${best} /></b></p>
          <${Worths} options=${options} />
          <p><${Words} text=${reason} /></p><p class="dim">${about}</p>`,
      );
    }
    case "told":
      return box(
        dialog.title,
        dialog.entries.map(
          ([name, text]) => html`${name && html`<h3>${name}</h3>`}<p><${Words} text=${text} /></p>`,
        ),
      );
    case "log":
      return box(WORDS.log, html`<${Log} log=${dialog.found.entries} />`);
    case "keys":
      return box(
        WORDS.keys,
        html`<form onSubmit=${find}>
            <label>${WORDS.lookUp}${" "}<input value=${word} onInput=${type} /></label></form>
          <table><tbody>${WORDS.keyList.map(
            ([key, what]) => html`<tr><th>${key}</th><td>${what}</td></tr>`,
          )}</tbody></table>`,
      );
    case "replay":
      return html`<${Replay} net=${net} position=${position} start=${dialog.at} close=${close} open=${open}
        problem=${problem} />`;
    case "review":
      return box(
        WORDS.review,
        html`<${Review} net=${net} position=${position} open=${open} problem=${problem} />`,
      );
    case "share":
      return box(WORDS.share, html`<${Share} position=${position} share=${() => commands.share()} />`);
    case "save":
      return box(
        WORDS.exported,
        html`<p>${WORDS.saveAbout}</p>
          <p><button class="main" onClick=${whole}>${WORDS.saveWhole}</button>${" "}
          <button onClick=${commands.write}>${WORDS.saveTrial}</button></p>`,
      );
  }
}

/** @param {{ commands: Commands, leave: () => void, may: boolean }} props */
function TopBar({ commands, leave, may }) {
  const { position, busy, learning, guided } = commands.get();
  const why = () => commands.why(undefined);
  const show = (/** @type {"replay" | "share" | "keys"} */ kind) => () => commands.show({ kind });
  return html`<header class="bar-top">
    <button class="quiet" onClick=${() => commands.part(leave)}>${WORDS.home}</button>
    <h1>${position.title}${" "}<span class="dim">${sceneOf(commands.get()).place}</span></h1>
    <nav>
      <button onClick=${commands.hint} disabled=${!may}>${WORDS.hint}</button>
      <button onClick=${why} disabled=${!position.moves || busy}>${WORDS.why}</button>
      <button onClick=${commands.undo} disabled=${!position.can_undo || busy}>${WORDS.undo}</button>
      <button onClick=${commands.tell}>${WORDS.log}</button>
      <button onClick=${show("replay")} disabled=${!position.moves}>${WORDS.replay}</button>
      <button onClick=${commands.save}>${WORDS.exported}</button>
      <button onClick=${show("share")} disabled=${position.is_trial}>${WORDS.share}</button>
      <button onClick=${commands.learn} aria-pressed=${learning}>${WORDS.learn}</button>
      <button onClick=${commands.guide} aria-pressed=${guided}>${WORDS.guide}</button>
      <button onClick=${show("keys")} aria-label=${WORDS.keys}>?</button>
    </nav>
  </header>`;
}

/**
 * The parts of the table that can be pressed.
 * @param {Record<string, Wire.Choice[]>} plays
 * @param {string} picked
 * @param {(name: string) => void} take
 * @returns {import("./table.js").Pick}
 */
function pickOf(plays, picked, take) {
  const is_open = (/** @type {string} */ name) => (plays[name]?.length > 1 ? name === picked : undefined);
  return { can: (name) => name in plays, is_open, take };
}

/**
 * Moves the focus to the first choice of the pressed part, and back to the part when all are listed again.
 * @param {{ current: HTMLElement | null }} ask the list of choices
 * @param {import("./state.js").State} state
 */
function usePickFocus(ask, { picked, position }) {
  const pressed = useRef(/** @type {{ thing: Element | null, position: Wire.Position } | null} */ (null));
  const focus = (/** @type {Element | null | undefined} */ element) =>
    /** @type {HTMLElement | SVGElement | null | undefined} */ (element)?.focus();
  useEffect(() => {
    const was = pressed.current;
    pressed.current = picked ? { thing: document.activeElement, position } : null;
    if (picked) focus(ask.current?.querySelector(".choices button:not(.word)"));
    else if (was?.position === position) focus(was.thing);
  }, [picked]);
}

/**
 * @param {object} props
 * @param {Page.Net} props.net
 * @param {Wire.Position} props.first the game as opened, or as updated by another tab or after reconnecting
 * @param {() => void} props.leave
 * @param {Page.Open} props.open
 * @param {Page.Problem} props.problem
 */
export function Game({ net, first, leave, open, problem }) {
  const [get, send] = useGame(first);
  const commands = commandsOf({ get, send, net, open, problem });
  const state = get();
  const { position, folded, learning, picked, step: at } = state;
  const [, setLearnt] = useState(false);
  useEffect(() => {
    scrollTo(0, 0);
    learnWords([], []);
    net
      .ask("glossary", { game: first.game })
      .then((found) => {
        learnWords(found.entries, found.clauses);
        setLearnt(true);
      })
      .catch(() => {});
  }, []);
  useEffect(() => {
    const known = get().position;
    if (first.moves !== known.moves || first.taken_back !== known.taken_back) commands.take(first);
  }, [first]);

  const shown = stepOf(state);
  const scene = sceneOf(state);
  const may = mayChoose(state);
  const plays = useMemo(() => byThing(may ? position.choices : []), [position, may]);
  const me = position.verdict && !shown ? null : whoLooks(scene, plays);
  const total = scene.piles.find((pile) => pile.is_lit && pile.total)?.total;
  const root = useMotion(scene);
  const ask = useRef(/** @type {HTMLElement | null} */ (null));
  // If a pressed button is gone, the focus moves to the place of the next one.
  useEffect(() => {
    if (document.activeElement === document.body) ask.current?.focus({ preventScroll: true });
  }, [position, at]);
  // Pressing a part plays its only choice; several are listed alone, or all again if they already are.
  const take = (/** @type {string} */ name) => {
    if (plays[name].length === 1) commands.play(plays[name][0]);
    else send({ type: "pick", name });
  };
  usePickFocus(ask, state);
  const pick = may ? pickOf(plays, picked, take) : null;
  useLayoutEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      const act = keyed(commands, event);
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const parent = parentOf(position.game);
  const openThen = (/** @type {Page.Shown} */ found) => commands.part(() => open(found));
  const back = () => net.ask("open", { game: parent }).then(openThen).catch(problem);
  const trial = html`<p class="puzzle">${WORDS.trial}${" "}
    ${parent && html`<button onClick=${back}>${WORDS.trialBack}</button>`}</p>`;
  const puzzle = html`<${PuzzleAnswer} told=${position.puzzle} net=${net} open=${openThen}
    problem=${problem} />`;
  const status = shown ? `${shown.by || WORDS.deal}: ${shown.told.join(" ")}` : position.prompt;
  const body = shown
    ? html`<${StepTold} commands=${commands} step=${shown} />`
    : position.verdict
      ? html`<${Ending} commands=${commands} position=${position} />`
      : html`<${Deciding} commands=${commands} total=${total} />`;
  const fold = () => send({ type: "fold" });
  const blocked = may ? position.blocked : {};
  return html`<main class="game" ref=${root}>
    <${TopBar} commands=${commands} leave=${leave} may=${may} />
    <p class="goal">${position.about}${" "}${position.goal}</p>
    ${position.is_trial && !position.puzzle && trial}
    ${position.puzzle && puzzle}
    <${Table} scene=${scene} me=${me} pick=${pick} />
    <p class="unseen" role="status">${status}</p>
    <section class=${`dock ${folded ? "folded" : ""}`}>
    <button class="quiet fold" aria-expanded=${!folded} onClick=${fold}>
      ${folded ? WORDS.unfold : WORDS.fold}</button>
    ${me && html`<${Hand} person=${me} plays=${plays} blocked=${blocked} pick=${pick} />`}
    <div class="ask" ref=${ask} tabIndex="-1">${body}</div>
    </section>
    <${Asked} commands=${commands} net=${net} open=${open} problem=${problem} />
    ${learning && html`<${Learn} net=${net} id=${position.id} close=${commands.learn} problem=${problem} />`}
    <${WordBox} net=${net} game=${position.game} />
  </main>`;
}
