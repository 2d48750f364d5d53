// One game: what happened step by step, the table, the choices, and all that may be asked.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact-htm.js";
import { byCard, isAbout } from "./about.js";
import { PuzzleAnswer, parentOf, Review, Worths } from "./after.js";
import { Choices, Speech } from "./choices.js";
import { Dialog, fieldValue } from "./dialog.js";
import { learnWords, WordBox } from "./glossary.js";
import { isGuided, Lesson, switchGuide } from "./guide.js";
import { Hand, whoLooks } from "./hand.js";
import { Learn } from "./learn.js";
import { Log } from "./log.js";
import { Replay } from "./moments.js";
import { useMotion } from "./motion.js";
import { Refusal } from "./net.js";
import { download, Share } from "./share.js";
import { begun, mayChoose, reduce, sceneOf, stepOf, typedChoice } from "./state.js";
import { Sentences, Table, Words } from "./table.js";
import { WORDS } from "./words.js";

/** @typedef {import("./state.js").Message} Message */

/**
 * What tells the state of the page, and what changes it: keys may come faster than the page is drawn.
 * @param {Wire.Position} first
 * @returns {[() => import("./state.js").State, (message: Message) => void]}
 */
function useGame(first) {
  const [kept] = useState(() => ({ state: begun(first, isGuided(first)) }));
  const [, draw] = useState(0);
  const send = (/** @type {Message} */ message) => {
    kept.state = reduce(kept.state, message);
    draw((n) => n + 1);
  };
  return [() => kept.state, send];
}

/**
 * What a key does, by its name; a digit types a choice's number.
 * @param {Deeds} does
 * @param {KeyboardEvent} event
 * @returns {(() => unknown) | null}
 */
function keyed(does, event) {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("input, select, dialog, .learn") || event.ctrlKey || event.metaKey || event.altKey)
    return null;
  const key = event.key.toLowerCase();
  if ((key === " " || key === "enter") && target.closest(".word, .bar-top, .quiet")) return null;
  const state = does.get();
  const step = stepOf(state);
  if (step && (key === " " || key === "enter")) return does.next;
  if (/^[0-9]$/.test(key)) return mayChoose(state) ? () => does.send({ type: "digit", digit: key }) : null;
  if (key === "enter")
    return state.typed && mayChoose(state) && !target.closest("button") ? does.playTyped : null;
  if (key === "escape") return () => does.send({ type: "clear" });
  if (key === "w") return () => does.why(step?.move || undefined);
  if (key === "a") return state.position.verdict ? () => does.show({ kind: "review" }) : null;
  return does.keys[key] ?? null;
}

/**
 * What can be done with a game.
 * @param {object} with_
 * @param {() => import("./state.js").State} with_.get
 * @param {(message: Message) => void} with_.send
 * @param {Page.Net} with_.net
 * @param {Page.Open} with_.open
 * @param {Page.Problem} with_.problem
 */
function deeds({ get, send, net, open, problem }) {
  const game = get().position.game;
  const show = (/** @type {import("./state.js").Dialog | null} */ dialog) => send({ type: "dialog", dialog });
  const take = (/** @type {Page.Shown} */ found) => {
    if (found.type === "position") send({ type: "position", position: found });
    problem(null);
  };
  /**
   * @template T
   * @param {Promise<T>} promise
   * @param {(found: T) => void} then
   */
  const run = (promise, then) => {
    send({ type: "busy", busy: true });
    return promise
      .then(then)
      .catch((error) => {
        if (error instanceof Refusal && error.now) take(error.now); // it went on elsewhere: show how
        problem(error);
      })
      .finally(() => send({ type: "busy", busy: false }));
  };
  const ask = { game };
  const told = (/** @type {string} */ title) => (/** @type {Wire.Told} */ found) =>
    show({ kind: "told", title, entries: found.entries });
  const play = (/** @type {Wire.Choice} */ { action }) =>
    run(net.ask("act", { game, move: get().position.moves, action }), take);
  const undo = () => {
    const { can_undo, moves } = get().position;
    if (can_undo) run(net.ask("undo", { game, move: moves }), take);
  };
  const hint = () => {
    if (get().position.choices.length) run(net.ask("hint", ask), (found) => show({ kind: "hint", found }));
  };
  const why = (/** @type {number | undefined} */ move) =>
    run(net.ask("why", move === undefined ? ask : { game, move }), told(WORDS.why));
  const tell = () => run(net.ask("log", ask), (found) => show({ kind: "log", found }));
  const rules = () => {
    const { help } = get().position;
    if (help) show({ kind: "told", title: WORDS.rules, entries: [["", help]] });
  };
  const learn = () => send({ type: "learn" });
  const guide = () => {
    const { position, guided } = get();
    switchGuide(position, !guided);
    send({ type: "guide" });
  };
  const share = (then = () => {}) =>
    run(net.ask("share", ask), (found) => {
      if (found.type === "position") send({ type: "shared", position: found });
      then();
    });
  const write = () =>
    run(net.ask("export", ask), (found) => {
      const { scenario, seed } = get().position;
      download(found.text, `throwdown-${scenario}${seed === null ? "" : `-${seed}`}.json`);
      show(null);
    });
  const save = () => {
    const { verdict, is_shared_deal } = get().position;
    if (verdict || is_shared_deal) write();
    else show({ kind: "save" });
  };
  /** @type {Record<string, () => unknown>} */
  const keys = { h: hint, u: undo, r: rules, l: tell, b: learn, g: guide, "?": () => show({ kind: "keys" }) };
  return {
    get,
    send,
    keys,
    show,
    take,
    play,
    undo,
    hint,
    why,
    tell,
    learn,
    guide,
    share,
    write,
    save,
    next: () => send({ type: "next" }),
    look: (/** @type {string} */ text) => run(net.ask("word", { game, text }), told(text)),
    again: () => run(net.ask("rematch", ask), open),
    playTyped: () => {
      const choice = typedChoice(get());
      if (choice) play(choice);
      send({ type: "clear" });
    },
    // A trial is over when it is left.
    part: (/** @type {() => void} */ then) =>
      get().position.is_trial ? net.ask("remove", ask).catch(problem).then(then) : then(),
  };
}

/** @typedef {ReturnType<typeof deeds>} Deeds */

/**
 * What others did, one step at a time.
 * @param {{ does: Deeds, step: Wire.Step }} props
 */
function StepTold({ does, step }) {
  const { position, step: at } = does.get();
  const skip = () => does.send({ type: "skip" });
  const why = step.move > 0 && !step.is_own;
  const more = at + 1 < position.steps.length;
  return html`<div class="step"><h2>${step.by || WORDS.deal}</h2>
    <${Speech} text=${step.says} />
    <${Sentences} told=${step.told} />
    <p class="go"><button class="main" onClick=${does.next}>${WORDS.next}</button>
    ${why && html`<button class="quiet" onClick=${() => does.why(step.move)}>${WORDS.why}</button>`}
    ${more && html`<button class="quiet" onClick=${skip}>${WORDS.skip}</button>`}</p></div>`;
}

/**
 * How the game ended.
 * @param {{ does: Deeds, position: Wire.Position }} props
 */
function Ending({ does, position }) {
  const { verdict, prompt, chapters, ending, taken_back } = position;
  const line = (/** @type {string} */ text) => html`<p><${Words} text=${text} /></p>`;
  const replay = (/** @type {number} */ at) => does.show({ kind: "replay", at });
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
    <p class="go"><button class="main" onClick=${() => does.show({ kind: "review" })}>${WORDS.review}</button>
      <button class="main" onClick=${does.again}>${WORDS.again}</button></p></div>`;
}

/**
 * What is to be decided.
 * @param {{ does: Deeds, total: string | undefined }} props
 */
function Deciding({ does, total }) {
  const { position, busy, picked, typed, guided } = does.get();
  const { forced } = position;
  const numbered = position.choices.map((choice, k) => ({ ...choice, n: k + 1 }));
  const shown = picked ? numbered.filter((choice) => isAbout(choice, picked)) : numbered;
  const all = () => does.send({ type: "pick", name: "" });
  const sum = total && html`${" "}<span class="total">${WORDS.total(total)}</span>`;
  const choices = html`<${Choices} choices=${shown} play=${does.play} number=${Number(typed)} />
    ${
      shown.length < numbered.length &&
      html`<button class="quiet" onClick=${all}>${WORDS.allChoices}</button>`
    }`;
  return html`<h2><${Words} text=${position.prompt} />${sum}</h2>
    ${forced && html`<p class="forced">${WORDS.forced}${" "}<${Words} text=${forced} /></p>`}
    ${guided && position.lessons.length > 0 && html`<${Lesson} position=${position} />`}
    ${typed && html`<p role="status">${WORDS.number(typed)}</p>`}
    ${busy ? html`<p class="dim" role="status">${WORDS.working}</p>` : choices}`;
}

/**
 * The dialog that is open, if one is.
 * @param {{ does: Deeds, net: Page.Net, open: Page.Open, problem: Page.Problem }} props
 */
function Asked({ does, net, open, problem }) {
  const { dialog, position } = does.get();
  const [word, setWord] = useState("");
  if (!dialog) return null;
  const close = () => does.show(null);
  const box = (/** @type {string} */ title, /** @type {unknown} */ body) =>
    html`<${Dialog} title=${title} close=${close}>${body}<//>`;
  const find = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (word.trim()) does.look(word.trim());
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
      return box(WORDS.share, html`<${Share} position=${position} share=${() => does.share()} />`);
    case "save":
      return box(
        WORDS.exported,
        html`<p>${WORDS.saveAbout}</p>
          <p><button class="main" onClick=${() => does.share(does.write)}>${WORDS.saveWhole}</button>${" "}
          <button onClick=${does.write}>${WORDS.saveTrial}</button></p>`,
      );
  }
}

/** @param {{ does: Deeds, leave: () => void, may: boolean }} props */
function TopBar({ does, leave, may }) {
  const { position, busy, learning, guided } = does.get();
  const show = (/** @type {"replay" | "share" | "keys"} */ kind) => () => does.show({ kind });
  return html`<header class="bar-top">
    <button class="quiet" onClick=${() => does.part(leave)}>${WORDS.home}</button>
    <h1>${position.title}${" "}<span class="dim">${sceneOf(does.get()).place}</span></h1>
    <nav>
      <button onClick=${does.hint} disabled=${!may}>${WORDS.hint}</button>
      <button onClick=${() => does.why(undefined)} disabled=${!position.moves || busy}>${WORDS.why}</button>
      <button onClick=${does.undo} disabled=${!position.can_undo || busy}>${WORDS.undo}</button>
      <button onClick=${does.tell}>${WORDS.log}</button>
      <button onClick=${show("replay")} disabled=${!position.moves}>${WORDS.replay}</button>
      <button onClick=${does.save}>${WORDS.exported}</button>
      <button onClick=${show("share")} disabled=${position.is_trial}>${WORDS.share}</button>
      <button onClick=${does.learn} aria-pressed=${learning}>${WORDS.learn}</button>
      <button onClick=${does.guide} aria-pressed=${guided}>${WORDS.guide}</button>
      <button onClick=${show("keys")} aria-label=${WORDS.keys}>?</button>
    </nav>
  </header>`;
}

/**
 * @param {object} props
 * @param {Page.Net} props.net
 * @param {Wire.Position} props.first the game as it was opened, or told anew by another tab or a new
 * connection
 * @param {() => void} props.leave
 * @param {Page.Open} props.open
 * @param {Page.Problem} props.problem
 */
export function Game({ net, first, leave, open, problem }) {
  const [get, send] = useGame(first);
  const does = deeds({ get, send, net, open, problem });
  const state = get();
  const { position, folded, learning, step: at } = state;
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
    if (first.moves !== known.moves || first.taken_back !== known.taken_back) does.take(first);
  }, [first]);

  const shown = stepOf(state);
  const scene = sceneOf(state);
  const may = mayChoose(state);
  const plays = useMemo(() => byCard(may ? position.choices : []), [position, may]);
  const me = position.verdict && !shown ? null : whoLooks(scene, plays);
  const total = scene.piles.find((pile) => pile.is_lit && pile.total)?.total;
  const root = useMotion(scene);
  const ask = useRef(/** @type {HTMLElement | null} */ (null));
  // Who has just pressed a button that is gone goes on from the place where the next one is.
  useEffect(() => {
    if (document.activeElement === document.body) ask.current?.focus({ preventScroll: true });
  }, [position, at]);
  // What was pressed plays its only choice; of several, those are listed.
  const choose = (/** @type {Wire.Choice[]} */ can, /** @type {string} */ name) => {
    if (can.length === 1) does.play(can[0]);
    else if (can.length) send({ type: "pick", name });
  };
  const pick = may
    ? {
        can: (/** @type {string} */ name) => position.choices.some((choice) => isAbout(choice, name)),
        take: (/** @type {string} */ name) =>
          choose(
            position.choices.filter((choice) => isAbout(choice, name)),
            name,
          ),
      }
    : null;
  const onCard = (/** @type {string} */ card) => choose(plays[card] ?? [], card);
  useLayoutEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      const act = keyed(does, event);
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const parent = parentOf(position.game);
  const openThen = (/** @type {Page.Shown} */ found) => does.part(() => open(found));
  const back = () => net.ask("open", { game: parent }).then(openThen).catch(problem);
  const trial = html`<p class="puzzle">${WORDS.trial}${" "}
    ${parent && html`<button onClick=${back}>${WORDS.trialBack}</button>`}</p>`;
  const puzzle = html`<${PuzzleAnswer} told=${position.puzzle} net=${net} open=${openThen}
    problem=${problem} />`;
  const status = shown ? `${shown.by || WORDS.deal}: ${shown.told.join(" ")}` : position.prompt;
  const body = shown
    ? html`<${StepTold} does=${does} step=${shown} />`
    : position.verdict
      ? html`<${Ending} does=${does} position=${position} />`
      : html`<${Deciding} does=${does} total=${total} />`;
  const fold = () => send({ type: "fold" });
  const blocked = may ? position.blocked : {};
  return html`<main class="game" ref=${root}>
    <${TopBar} does=${does} leave=${leave} may=${may} />
    <p class="goal">${position.about}${" "}${position.goal}</p>
    ${position.is_trial && !position.puzzle && trial}
    ${position.puzzle && puzzle}
    <${Table} scene=${scene} me=${me} pick=${pick} />
    <p class="unseen" role="status">${status}</p>
    <section class=${`dock ${folded ? "folded" : ""}`}>
    <button class="quiet fold" aria-expanded=${!folded} onClick=${fold}>
      ${folded ? WORDS.unfold : WORDS.fold}</button>
    ${me && html`<${Hand} person=${me} plays=${plays} blocked=${blocked} onCard=${onCard} />`}
    <div class="ask" ref=${ask} tabIndex="-1">${body}</div>
    </section>
    <${Asked} does=${does} net=${net} open=${open} problem=${problem} />
    ${learning && html`<${Learn} net=${net} id=${position.id} close=${does.learn} problem=${problem} />`}
    <${WordBox} net=${net} game=${position.game} />
  </main>`;
}
