// The header of a game: where one is, what one plays for, and what can be asked; the rest in a menu.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { Preferences } from "./preferences.js";
import { mayChoose, sceneOf } from "./shown.js";
import { Words } from "./text.js";
import { WORDS } from "./words.js";

/** @typedef {import("./commands.js").Commands} Commands */

/** @param {{ commands: Commands }} props */
function Menu({ commands }) {
  const [open, setOpen] = useState(false);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const { position, learning, guided } = commands.get();
  useEffect(() => {
    if (!open) return;
    const shut = (/** @type {Event} */ event) => {
      const escaped = event instanceof KeyboardEvent && event.key === "Escape";
      if (escaped || !box.current?.contains(/** @type {Node} */ (event.target))) setOpen(false);
    };
    addEventListener("pointerdown", shut);
    addEventListener("keydown", shut);
    return () => {
      removeEventListener("pointerdown", shut);
      removeEventListener("keydown", shut);
    };
  }, [open]);
  const then = (/** @type {() => unknown} */ act) => () => {
    setOpen(false);
    act();
  };
  const show = (/** @type {"replay" | "share" | "keys"} */ kind) => then(() => commands.show({ kind }));
  const list = html`<div class="menu-list" id="menu">
    <p class="about">${position.about}${" "}<${Words} text=${position.goal} /></p>
    <button onClick=${then(commands.tell)}>${WORDS.log}</button>
    <button onClick=${show("replay")} disabled=${!position.moves}>${WORDS.replay}</button>
    <button onClick=${then(commands.save)}>${WORDS.exported}</button>
    <button onClick=${show("share")} disabled=${position.is_trial}>${WORDS.share}</button>
    <button onClick=${then(commands.learn)} aria-pressed=${learning}>${WORDS.learn}</button>
    <button onClick=${then(commands.guide)} aria-pressed=${guided}>${WORDS.guide}</button>
    <button onClick=${show("keys")}>${WORDS.keys}</button>
    <${Preferences} pace=${commands.pace} />
  </div>`;
  return html`<div class="menu" ref=${box}>
    <button class="sign" aria-label=${WORDS.menu} title=${WORDS.menu} aria-expanded=${open}
      onClick=${() => setOpen(!open)}>⋯</button>${open && list}</div>`;
}

/**
 * @param {object} props
 * @param {Commands} props.commands
 * @param {() => void} props.leave
 * @param {Wire.Gauge | undefined} props.score
 */
export function TopBar({ commands, leave, score }) {
  const state = commands.get();
  const { position, busy } = state;
  const { place } = sceneOf(state);
  const sign = (
    /** @type {string} */ name,
    /** @type {string} */ drawn,
    /** @type {() => unknown} */ act,
    /** @type {boolean} */ can,
  ) =>
    html`<button class="sign" aria-label=${name} title=${name}
      onClick=${act} disabled=${!can}>${drawn}</button>`;
  return html`<header class="bar-top">
    <button class="sign leave" aria-label=${WORDS.home} title=${WORDS.home}
      onClick=${() => commands.part(leave)}>‹</button>
    <h1><span class="title">${position.title}</span>
      ${place && html`${" "}<span class="dim">${place}</span>`}</h1>
    <p class="goal" title=${position.goal}>${position.goal}</p>
    ${score && html`<p class="score" title=${score.name}>${score.note}</p>`}
    <nav>
      ${sign(WORDS.hint, "✦", commands.hint, mayChoose(state))}
      ${sign(WORDS.why, "?", () => commands.why(undefined), position.moves > 0 && !busy)}
      ${sign(WORDS.undo, "↶", commands.undo, position.can_undo && !busy)}
      <${Menu} commands=${commands} />
    </nav>
  </header>`;
}
