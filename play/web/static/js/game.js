// The screen of a game: the table, the person's hand, and what is asked beside them.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact-htm.js";
import { byThing } from "./about.js";
import { Asked } from "./asked.js";
import { TopBar } from "./bar.js";
import { commandsOf } from "./commands.js";
import { Dock } from "./dock.js";
import { useGlossary, WordBox } from "./glossary.js";
import { isGuided } from "./guide.js";
import { Hand, whoLooks } from "./hand.js";
import { useKeys } from "./keys.js";
import { Learn } from "./learn.js";
import { useMotion } from "./motion.js";
import { useNeeded } from "./needed.js";
import { Notice } from "./notice.js";
import { afterOf, previewOf } from "./preview.js";
import { paceNow } from "./settings.js";
import { lookedAt, mayChoose, sceneOf, stepOf } from "./shown.js";
import { useSound } from "./sound.js";
import { begun, reduce } from "./state.js";
import { Table } from "./table.js";
import { WORDS } from "./words.js";

/**
 * The state of the page: its getter and its dispatcher; keys may come faster than the page is drawn.
 * @param {Wire.Position} first
 * @returns {[() => import("./state.js").State, (message: import("./state.js").Message) => void]}
 */
function useGame(first) {
  const [kept] = useState(() => ({ state: begun(first, isGuided(first), paceNow()) }));
  const [, draw] = useState(0);
  const send = (/** @type {import("./state.js").Message} */ message) => {
    kept.state = reduce(kept.state, message);
    draw((n) => n + 1);
  };
  return [() => kept.state, send];
}

/**
 * What can be pressed on the table.
 * @param {Record<string, Wire.Choice[]>} plays
 * @param {import("./state.js").State} state
 * @param {(name: string) => void} take
 * @param {import("./preview.js").Preview | null} preview
 * @returns {import("./table.js").Pick}
 */
function pickOf(plays, { picked, held }, take, preview) {
  return {
    can: (name) => name in plays,
    is_open: (name) => name === picked || name === held,
    state: (name) =>
      plays[name].length > 1 ? { "aria-expanded": name === picked } : { "aria-pressed": name === held },
    take,
    after: (name) => (preview?.of === name ? preview.after : undefined),
  };
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
  const { position, learning, held, step: at } = state;
  useGlossary(net, first.game);
  useEffect(() => {
    const known = get().position;
    if (first.moves !== known.moves || first.taken_back !== known.taken_back) commands.take(first);
  }, [first]);

  const shown = stepOf(state);
  const over = !!position.verdict && !shown;
  const whole = sceneOf(state);
  const scene = useNeeded(net, state, whole);
  const may = mayChoose(state);
  const plays = useMemo(() => byThing(may ? position.choices : []), [position, may]);
  const me = over ? null : whoLooks(scene, plays);
  const total = scene.piles.find((pile) => pile.is_lit && pile.total)?.total;
  const score = whole.gauges.find((gauge) => gauge.note && !gauge.most);
  const looked = lookedAt(state);
  const root = useMotion(whole, over ? null : (shown ?? position.steps.at(-1) ?? null));
  const ask = useRef(/** @type {HTMLElement | null} */ (null));
  // If a pressed button is gone, the focus moves to the place of the next one.
  useEffect(() => {
    if (document.activeElement === document.body) ask.current?.focus({ preventScroll: true });
  }, [position, at]);
  const drop = (/** @type {string} */ card) => {
    const choice = looked?.on === card ? looked : plays[card]?.[0];
    if (choice) commands.play(choice);
  };
  const take = (/** @type {string} */ card) => (card === held ? drop(card) : commands.hold(card));
  // A part with one choice is taken up like a card; several are listed alone, or all if they already are.
  const press = (/** @type {string} */ name) =>
    plays[name].length > 1 ? send({ type: "pick", name }) : take(name);
  useSound(state);
  usePickFocus(ask, state);
  useKeys(commands);

  const status = shown ? `${shown.by || WORDS.deal}: ${shown.told.join(" ")}` : position.prompt;
  const says = shown?.says ?? null;
  const seated = !!says && [...scene.far, ...scene.near].some((person) => person.name === says.who);
  const gauges = scene.gauges.filter((gauge) => gauge.name !== score?.name);
  const drawn = { ...scene, gauges };
  const preview = previewOf(looked, whole);
  const hand =
    me &&
    html`<${Hand} person=${me} plays=${plays} blocked=${may ? position.blocked : {}}
      shown=${looked} after=${afterOf(preview, me)} held=${held}
      take=${take} drop=${drop} />`;
  return html`<main class=${`game playing ${me ? "handed" : ""} ${over ? "ended" : ""}`} ref=${root}
      style=${scene.tint ? `--tint:${scene.tint}` : ""}>
    <${TopBar} commands=${commands} leave=${leave} score=${score} />
    <${Table} scene=${drawn} goal=${position.goal} me=${me} preview=${preview} says=${says}
      pick=${may ? pickOf(plays, state, press, preview) : null} />
    <p class="unseen" role="status">${status}</p>
    ${hand}
    <${Dock} commands=${commands} ask=${ask} total=${total} seated=${seated}>
      <${Notice} commands=${commands} net=${net} open=${open} problem=${problem} /><//>
    <${Asked} commands=${commands} net=${net} open=${open} problem=${problem} />
    ${learning && html`<${Learn} net=${net} id=${position.id} close=${commands.learn} problem=${problem} />`}
    <${WordBox} net=${net} game=${position.game} />
  </main>`;
}
