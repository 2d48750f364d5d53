// One game: what happened step by step, the table, the choices, and all that may be asked.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact-htm.js";
import { PuzzleAnswer, Review, TryOut, Worths, parentOf } from "./after.js";
import { isCard } from "./cards.js";
import { WordBox, learnWords } from "./glossary.js";
import { Lesson, isGuided, switchGuide } from "./guide.js";
import { Learn } from "./learn.js";
import { Share, download } from "./share.js";
import { Log } from "./log.js";
import { useMotion } from "./motion.js";
import { Hand, Sentences, Table, Words, whoLooks } from "./table.js";
import { WORDS } from "./words.js";

function Choices({ choices, play, number }) {
  const groups = new Map();
  choices.forEach((choice) => {
    const key = `${choice.name}|${choice.cost}|${choice.effect}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(choice);
  });
  return html`<ol class="choices">
    ${[...groups.values()].map((group) => {
      const [first] = group;
      return html`<li class="choice" key=${first.action}>
        ${group.length === 1
          ? html`<button class=${number === first.n ? "chosen" : ""} onClick=${() => play(first)}><kbd>${first.n}</kbd> <b>${first.name}</b> <${Words} plain text=${first.what} /></button>`
          : html`<span class="group"><b>${first.name}</b> ${group.map((c) => html`<button class=${number === c.n ? "chosen" : ""} onClick=${() => play(c)}><kbd>${c.n}</kbd> <${Words} plain text=${c.what || c.name} /></button>`)}</span>`}
        ${(first.cost || first.effect) && html`<span class="effect">${first.cost && html`<em><${Words} text=${first.cost} /></em>`}${first.cost && first.effect && ": "}<${Words} text=${first.effect} /></span>`}
      </li>`;
    })}
  </ol>`;
}

// What an opponent says, "Coach: Beat that."
function Speech({ text }) {
  if (!text) return null;
  const at = text.indexOf(": ");
  return html`<blockquote class="speech"><p>${text.slice(at + 2)}</p><cite>${text.slice(0, at)}</cite></blockquote>`;
}

function Dialog({ title, close, children }) {
  const ref = useRef(null);
  useEffect(() => { if (ref.current && !ref.current.open) ref.current.showModal(); }, []);
  const leave = (event) => { event.preventDefault(); close(); }; // at once: a key that follows must not find it half closed
  return html`<dialog ref=${ref} onCancel=${leave} onClose=${close} aria-label=${title}>
    <header><h2>${title}</h2><button onClick=${close}>${WORDS.close}</button></header>
    <div class="body">${children}</div>
  </dialog>`;
}

function Replay({ net, game, moves, chapters, start, over, close, open: begin, problem }) {
  const [at, setAt] = useState(start ?? moves);
  const [open, setOpen] = useState(false);
  const [moment, setMoment] = useState(null);
  const [reasons, setReasons] = useState([]);
  const why = () => net.ask("why", { game, move: moment.move }).then((found) => setReasons(found.entries)).catch(problem);
  useEffect(() => {
    let late = false;
    setReasons([]);
    net.ask("moment", { game, move: at, is_open: open }).then((found) => !late && setMoment(found)).catch(problem);
    return () => { late = true; };
  }, [at, open]);
  return html`<${Dialog} title=${WORDS.replay} close=${close}>
    <label>${moment && `${moment.move} / ${moment.moves}`} <input type="range" min="0" max=${moves} value=${at} onInput=${(e) => setAt(Number(e.target.value))} /></label>
    ${chapters.length > 1 && html`<label>${WORDS.chapter} <select onChange=${(e) => setAt(Number(e.target.value))}>${chapters.map((x) => html`<option value=${x.move}>${x.title}</option>`)}</select></label>`}
    ${over && html`<label><input type="checkbox" checked=${open} onChange=${(e) => setOpen(e.target.checked)} /> ${WORDS.all}</label>`}
    ${moment && html`<div class="told" tabIndex="0"><${Sentences} told=${moment.told} />
      ${moment.move > 0 && (reasons.length ? reasons.map(([, text]) => html`<p class="effect"><${Words} text=${text} /></p>`) : html`<p><button class="quiet" onClick=${why}>${WORDS.why}</button></p>`)}</div>${moment.move < moves || !over ? html`<${TryOut} net=${net} game=${game} move=${moment.move} open=${begin} problem=${problem} />` : ""}<${Table} scene=${moment.scene} />`}
  <//>`;
}

export function Game({ net, first, leave, open, problem }) {
  const [position, setPosition] = useState(first);
  const [step, setStep] = useState(first.steps.length ? 0 : -1);
  const [busy, setBusy] = useState(false);
  const [dialog, setDialog] = useState(null);
  const [picked, setPicked] = useState("");
  const [typed, setShownNumber] = useState("");
  const number = useRef(""); // keys may come faster than the page is drawn
  const setTyped = (text) => { number.current = text; setShownNumber(text); };
  const [word, setWord] = useState("");
  const [learning, setLearning] = useState(false);
  const [folded, setFolded] = useState(false); // whether the choices make room for the table on a small screen
  useEffect(() => scrollTo(0, 0), []);
  const [guided, setGuided] = useState(isGuided(first));
  const [, setLearnt] = useState(0);
  useEffect(() => {
    learnWords([], []);
    net.ask("glossary", { game: first.game }).then((found) => { learnWords(found.entries, found.clauses); setLearnt(1); }).catch(() => {});
  }, []);
  const guide = (on) => { switchGuide(position, on); setGuided(on); };

  const shows = step >= 0 && step < position.steps.length;
  const scene = shows ? position.steps[step].scene : position.scene;
  const mayChoose = !shows && !busy && position.choices.length > 0;
  const plays = useMemo(() => {
    const found = {};
    if (mayChoose) for (const choice of position.choices) if (isCard(choice.what)) (found[choice.what] ||= []).push(choice);
    return found;
  }, [position, mayChoose]);
  const me = position.verdict && !shows ? null : whoLooks(scene, plays);
  const total = scene.piles.find((pile) => pile.is_lit && pile.total)?.total;
  const root = useMotion(scene);
  const ask = useRef(null);
  // Who has just pressed a button that is gone goes on from the place where the next one is.
  useEffect(() => { if (document.activeElement === document.body) ask.current?.focus({ preventScroll: true }); }, [position, step]);

  const take = (found) => {
    setPosition(found);
    setStep(found.steps.length ? 0 : -1);
    setPicked("");
    setTyped("");
    setFolded(false);
    problem(null);
  };
  // The page was given the game anew: by another tab, or after the connection came back.
  useEffect(() => {
    if (first.moves !== position.moves || first.taken_back !== position.taken_back) take(first);
  }, [first]);
  const run = (promise, then) => {
    setBusy(true);
    const refused = (error) => { if (error.now) take(error.now); problem(error); }; // it went on elsewhere: show how
    return promise.then(then).catch(refused).finally(() => setBusy(false));
  };
  const play = (choice) => run(net.ask("act", { game: position.game, move: position.moves, action: choice.action }), take);
  const undo = () => position.can_undo && run(net.ask("undo", { game: position.game, move: position.moves }), take);
  const hint = () => position.choices.length && run(net.ask("hint", { game: position.game }), (found) => setDialog({ kind: "hint", found }));
  const why = (move) => run(net.ask("why", Number.isInteger(move) ? { game: position.game, move } : { game: position.game }), (found) => setDialog({ kind: "told", title: WORDS.why, entries: found.entries }));
  const tell = () => run(net.ask("log", { game: position.game }), (found) => setDialog({ kind: "log", found }));
  const look = (text) => run(net.ask("word", { game: position.game, text }), (found) => setDialog({ kind: "told", title: text, entries: found.entries }));
  const next = () => setStep(step + 1 < position.steps.length ? step + 1 : -1);
  const share = (then) => run(net.ask("share", { game: position.game }), (found) => { setPosition(found); then(); });
  const write = () => run(net.ask("export", { game: position.game }), (found) => {
    download(found.text, `throwdown-${position.scenario}${position.seed === null ? "" : `-${position.seed}`}.json`);
    setDialog(null);
  });
  const save = () => (position.verdict || position.is_shared_deal ? write() : setDialog({ kind: "save" }));
  // A trial is over when it is left.
  const part = (then) => (position.is_trial ? net.ask("remove", { game: position.game }).catch(problem).then(then) : then());
  const parent = parentOf(position.game);
  const onCard = (card) => {
    const can = plays[card] || [];
    if (can.length === 1) play(can[0]);
    else if (can.length) setPicked(picked === card ? "" : card);
  };

  // What a name on the table is for: the choices that are made with it.
  const named = (choice, name) => choice.what === name || choice.name === name || choice.what.endsWith(` ${name}`);
  const pick = mayChoose && {
    can: (name) => position.choices.some((choice) => named(choice, name)),
    take: (name) => {
      const can = position.choices.filter((choice) => named(choice, name));
      if (can.length === 1) play(can[0]);
      else setPicked(picked === name ? "" : name);
    },
  };

  useLayoutEffect(() => {
    const onKey = (event) => {
      if (event.target.closest("input, select, dialog, .learn") || event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.toLowerCase();
      if (event.target.closest(".word") && (key === " " || key === "enter")) return;
      if (event.target.closest(".bar-top, .quiet") && (key === " " || key === "enter")) return;
      if (shows && (key === " " || key === "enter")) next();
      else if (/^[0-9]$/.test(key) && mayChoose) setTyped((number.current + key).slice(-3));
      else if (key === "enter" && number.current && mayChoose && !event.target.closest("button")) {
        const choice = position.choices[Number(number.current) - 1];
        if (choice) play(choice);
        setTyped("");
      } else if (key === "escape") { setTyped(""); setPicked(""); }
      else if (key === "h") hint();
      else if (key === "w") why(shows && position.steps[step].move > 0 ? position.steps[step].move : undefined);
      else if (key === "u") undo();
      else if (key === "r") position.help && setDialog({ kind: "told", title: WORDS.rules, entries: [["", position.help]] });
      else if (key === "l") tell();
      else if (key === "b") setLearning(!learning);
      else if (key === "g") guide(!guided);
      else if (key === "a" && position.verdict) setDialog({ kind: "review" });
      else if (event.key === "?") setDialog({ kind: "keys" });
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const numbered = position.choices.map((choice, k) => ({ ...choice, n: k + 1 }));
  const shown = picked ? numbered.filter((choice) => named(choice, picked)) : numbered;
  return html`<main class="game" ref=${root}>
    <header class="bar-top">
      <button class="quiet" onClick=${() => part(leave)}>${WORDS.home}</button>
      <h1>${position.title} <span class="dim">${scene.place}</span></h1>
      <nav>
        <button onClick=${hint} disabled=${!mayChoose}>${WORDS.hint}</button>
        <button onClick=${why} disabled=${!position.moves || busy}>${WORDS.why}</button>
        <button onClick=${undo} disabled=${!position.can_undo || busy}>${WORDS.undo}</button>
        <button onClick=${tell}>${WORDS.log}</button>
        <button onClick=${() => setDialog({ kind: "replay" })} disabled=${!position.moves}>${WORDS.replay}</button>
        <button onClick=${save}>${WORDS.exported}</button>
        <button onClick=${() => setDialog({ kind: "share" })} disabled=${position.is_trial}>${WORDS.share}</button>
        <button onClick=${() => setLearning(!learning)} aria-pressed=${learning}>${WORDS.learn}</button>
        <button onClick=${() => guide(!guided)} aria-pressed=${guided}>${WORDS.guide}</button>
        <button onClick=${() => setDialog({ kind: "keys" })} aria-label=${WORDS.keys}>?</button>
      </nav>
    </header>
    <p class="goal">${position.about} ${position.goal}</p>
    ${position.is_trial && !position.puzzle && html`<p class="puzzle">${WORDS.trial} ${parent && html`<button onClick=${() => net.ask("open", { game: parent }).then((found) => part(() => open(found))).catch(problem)}>${WORDS.trialBack}</button>`}</p>`}
    ${position.puzzle && html`<${PuzzleAnswer} told=${position.puzzle} net=${net} open=${(found) => part(() => open(found))} problem=${problem} />`}
    <${Table} scene=${scene} me=${me} pick=${pick} />
    <p class="unseen" role="status">${shows ? `${position.steps[step].by || WORDS.deal}: ${position.steps[step].told.join(" ")}` : position.prompt}</p>
    <section class=${`dock ${folded ? "folded" : ""}`}>
    <button class="quiet fold" aria-expanded=${!folded} onClick=${() => setFolded(!folded)}>${folded ? WORDS.unfold : WORDS.fold}</button>
    ${me && html`<${Hand} person=${me} plays=${plays} blocked=${mayChoose ? position.blocked : {}} onCard=${onCard} />`}
    <div class="ask" ref=${ask} tabIndex="-1">
      ${shows
        ? html`<div class="step"><h2>${position.steps[step].by || WORDS.deal}</h2>
            <${Speech} text=${position.steps[step].says} />
            <${Sentences} told=${position.steps[step].told} />
            <p class="go"><button class="main" onClick=${next}>${WORDS.next}</button>
            ${position.steps[step].move > 0 && !position.steps[step].is_own && html`<button class="quiet" onClick=${() => why(position.steps[step].move)}>${WORDS.why}</button>`}
            ${step + 1 < position.steps.length && html`<button class="quiet" onClick=${() => setStep(-1)}>${WORDS.skip}</button>`}</p></div>`
        : position.verdict
          ? html`<div class="step"><h2 class=${position.verdict}>${WORDS.verdict[position.verdict]}</h2>
              <p><${Words} text=${position.prompt} /></p>
              <h3>${WORDS.ended}</h3>${position.chapters.map((x) => html`<details class="chapter"><summary>${x.title}</summary>${x.told.length ? x.told.map((line) => html`<p><${Words} text=${line} /></p>`) : html`<p class="dim">${WORDS.quiet}</p>`}<p><button class="quiet" onClick=${() => setDialog({ kind: "replay", at: x.move })}>${WORDS.replay}</button></p></details>`)}${position.ending.map((line) => html`<p><${Words} text=${line} /></p>`)}
              ${position.taken_back > 0 && html`<p class="dim">${WORDS.takenBack(position.taken_back)}</p>`}
              <p class="go"><button class="main" onClick=${() => setDialog({ kind: "review" })}>${WORDS.review}</button>
                <button class="main" onClick=${() => run(net.ask("rematch", { game: position.game }), open)}>${WORDS.again}</button></p></div>`
          : html`<h2><${Words} text=${position.prompt} />${total && html` <span class="total">${WORDS.total(total)}</span>`}</h2>
              ${position.forced && html`<p class="forced">${WORDS.forced} <${Words} text=${position.forced} /></p>`}
              ${guided && position.lessons.length > 0 && html`<${Lesson} position=${position} />`}
              ${typed && html`<p role="status">${WORDS.number(typed)}</p>`}
              ${busy ? html`<p class="dim" role="status">${WORDS.working}</p>` : html`<${Choices} choices=${shown} play=${play} number=${Number(typed)} />${shown.length < numbered.length && html`<button class="quiet" onClick=${() => setPicked("")}>${WORDS.allChoices}</button>`}`}`}
    </div>
    </section>
    ${dialog?.kind === "hint" && html`<${Dialog} title=${WORDS.hint} close=${() => setDialog(null)}>
      <p><b><${Words} text=${WORDS.best(dialog.found.options[0].name)} /></b></p>
      <${Worths} options=${dialog.found.options} />
      <p><${Words} text=${dialog.found.reason} /></p><p class="dim">${dialog.found.about}</p><//>`}
    ${dialog?.kind === "told" && html`<${Dialog} title=${dialog.title} close=${() => setDialog(null)}>
      ${dialog.entries.map(([name, text]) => html`${name && html`<h3>${name}</h3>`}<p><${Words} text=${text} /></p>`)}<//>`}
    ${dialog?.kind === "log" && html`<${Dialog} title=${WORDS.log} close=${() => setDialog(null)}>
      <${Log} log=${dialog.found.entries} /><//>`}
    ${dialog?.kind === "keys" && html`<${Dialog} title=${WORDS.keys} close=${() => setDialog(null)}>
      <form onSubmit=${(e) => { e.preventDefault(); if (word.trim()) look(word.trim()); }}><label>${WORDS.lookUp} <input value=${word} onInput=${(e) => setWord(e.target.value)} /></label></form>
      <table><tbody>${WORDS.keyList.map(([key, what]) => html`<tr><th>${key}</th><td>${what}</td></tr>`)}</tbody></table><//>`}
    ${dialog?.kind === "replay" && html`<${Replay} net=${net} game=${position.game} moves=${position.moves} chapters=${position.chapters} start=${dialog.at} over=${!!position.verdict} close=${() => setDialog(null)} open=${open} problem=${problem} />`}
    ${dialog?.kind === "review" && html`<${Dialog} title=${WORDS.review} close=${() => setDialog(null)}><${Review} net=${net} position=${position} open=${open} problem=${problem} /><//>`}
    ${dialog?.kind === "share" && html`<${Dialog} title=${WORDS.share} close=${() => setDialog(null)}><${Share} position=${position} share=${() => share(() => {})} /><//>`}
    ${dialog?.kind === "save" && html`<${Dialog} title=${WORDS.exported} close=${() => setDialog(null)}>
      <p>${WORDS.saveAbout}</p><p><button class="main" onClick=${() => share(write)}>${WORDS.saveWhole}</button> <button onClick=${write}>${WORDS.saveTrial}</button></p><//>`}
    ${learning && html`<${Learn} net=${net} id=${position.id} close=${() => setLearning(false)} problem=${problem} />`}
    <${WordBox} net=${net} game=${position.game} />
  </main>`;
}
