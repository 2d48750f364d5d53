// The commands for a game on the page.
import { switchGuide } from "./guide.js";
import { Refusal } from "./net.js";
import { paceNow, settings } from "./settings.js";
import { download } from "./share.js";
import { WORDS } from "./words.js";

/** @typedef {import("./state.js").Message} Message */

/**
 * The commands for a game.
 * @param {object} means
 * @param {() => import("./state.js").State} means.get
 * @param {(message: Message) => void} means.send
 * @param {Page.Net} means.net
 * @param {Page.Open} means.open
 * @param {Page.Problem} means.problem
 */
export function commandsOf({ get, send, net, open, problem }) {
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
  // What gives something up asks once more, unless that is switched off; the second time it is played.
  const play = (/** @type {Wire.Choice} */ { action, gives_up }) => {
    if (get().busy) return;
    if (gives_up && settings().sure && get().sure !== action) send({ type: "ask", action });
    else run(net.ask("act", { game, move: get().position.moves, action }), take);
  };
  const hold = (/** @type {string} */ name) => send({ type: "hold", name });
  const clear = () => send({ type: "clear" });
  // Takes up the next card of the hand.
  const along = (/** @type {number} */ by) => {
    const cards = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".hand-card"));
    const at = [...cards].findIndex((card) => card.matches(":focus"));
    const next = cards[(at < 0 && by < 0 ? cards.length - 1 : at + by + cards.length) % cards.length];
    next?.focus();
    if (next?.dataset.held) hold(next.dataset.held);
  };
  const undo = () => {
    const { can_undo, moves } = get().position;
    if (can_undo) run(net.ask("undo", { game, move: moves }), take);
  };
  /**
   * What takes a while to answer is shown to be under way, unless it was closed meanwhile.
   * @template T
   * @param {string} title
   * @param {Promise<T>} promise
   * @param {(found: T) => void} then
   * @param {string} [about]
   */
  const think = (title, promise, then, about = WORDS.thinking) => {
    const waiting = { kind: /** @type {const} */ ("thinking"), title, about };
    const isOpen = () => get().dialog === waiting;
    show(waiting);
    run(promise, (found) => isOpen() && then(found)).finally(() => isOpen() && show(null));
  };
  const hint = () => {
    const then = (/** @type {Wire.HintTold} */ found) => show({ kind: "hint", found });
    if (get().position.choices.length) think(WORDS.hint, net.ask("hint", ask), then);
  };
  const why = (/** @type {number | undefined} */ move) => {
    const data = move === undefined ? ask : { game, move };
    if (get().position.moves) think(WORDS.why, net.ask("why", data), told(WORDS.why));
  };
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
    hold,
    clear,
    along,
    next: () => send({ type: "next" }),
    skip: () => send({ type: "skip" }),
    pace: () => send({ type: "pace", pace: paceNow() }),
    look: (/** @type {string} */ text) =>
      think(text, net.ask("word", { game, text }), told(text), WORDS.working),
    rise: (/** @type {string} */ against) => {
      const { id, scenario, seats } = get().position;
      run(net.ask("new", { game: id, scenario, seats, against }), open);
    },
    again: () => run(net.ask("rematch", { game, is_turned: true }), open),
    // Leaving a trial deletes it.
    part: (/** @type {() => void} */ then) =>
      get().position.is_trial ? net.ask("remove", ask).catch(problem).then(then) : then(),
  };
}

/** @typedef {ReturnType<typeof commandsOf>} Commands */
