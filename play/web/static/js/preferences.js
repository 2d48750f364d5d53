// What a person sets for all games, in the menu of a game.
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { PACES, set, settings } from "./settings.js";
import { maySound, play } from "./sound.js";
import { WORDS } from "./words.js";

/** A button for the whole screen, where the browser can give it. */
function FullScreen() {
  const [is_full, setFull] = useState(!!document.fullscreenElement);
  useEffect(() => {
    const look = () => setFull(!!document.fullscreenElement);
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const turn = () =>
    (is_full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
  return html`<button aria-pressed=${is_full} onClick=${turn}>${WORDS.fullScreen}</button>`;
}

/** @param {{ pace: () => void }} props pace: takes the pace that was set */
export function Preferences({ pace }) {
  const [kept, setKept] = useState(settings);
  const change = (/** @type {Partial<import("./settings.js").Settings>} */ some) => {
    set(some);
    setKept(settings());
  };
  const paces = PACES.map((one) => {
    const take = () => {
      change({ pace: one });
      pace();
    };
    return html`<button aria-pressed=${kept.pace === one} onClick=${take}>${WORDS.paces[one]}</button>`;
  });
  const turn = () => {
    change({ sound: !kept.sound });
    play(["card"]);
  };
  return html`<div class="paces" role="group" aria-label=${WORDS.pace}>
      <span>${WORDS.pace}</span>${paces}</div>
    ${maySound() && html`<button aria-pressed=${kept.sound} onClick=${turn}>${WORDS.sound}</button>`}
    <${FullScreen} />
    <label><input type="checkbox" checked=${kept.sure} onChange=${() => change({ sure: !kept.sure })} />
      ${WORDS.askSure}</label>`;
}
