// The keys of a game.
import { useLayoutEffect } from "../vendor/preact-htm.js";
import { askedAgain, lookedAt, mayChoose, stepOf, typedChoice } from "./shown.js";

/** @typedef {import("./commands.js").Commands} Commands */

/**
 * The command of a key; digits type the number of a choice.
 * @param {Commands} commands
 * @param {KeyboardEvent} event
 * @returns {(() => unknown) | null}
 */
function keyed(commands, event) {
  const target = /** @type {Element} */ (event.target);
  if (document.querySelector("dialog[open]") || target.closest("input, select, .learn")) return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const key = event.key.toLowerCase();
  if ((key === " " || key === "enter") && target.closest(".word, .bar-top, .quiet")) return null;
  const state = commands.get();
  const step = stepOf(state);
  // If Enter is still held after pressing something on the table, it does not press the focused choice.
  if (event.repeat && key === "enter" && target.closest(".choices")) return () => {};
  if (step && (key === " " || key === "enter")) return commands.skip;
  const again = askedAgain(state);
  if (again) {
    if (key === "escape") return commands.clear;
    if (key === "enter" && !target.closest("button")) return () => commands.play(again);
    return null;
  }
  if (/^[0-9]$/.test(key))
    return mayChoose(state) ? () => commands.send({ type: "digit", digit: key }) : null;
  if (key === "enter") {
    const choice = typedChoice(state) ?? (target.closest("button") ? undefined : lookedAt(state));
    if (choice) return () => commands.play(choice);
    return state.typed ? commands.clear : null;
  }
  if (key === "escape") return commands.clear;
  if (key === "arrowleft" || key === "arrowright")
    return target.closest(".map, .table") ? null : () => commands.along(key === "arrowleft" ? -1 : 1);
  if (key === "w") return () => commands.why(step?.move || undefined);
  if (key === "a") return state.position.verdict ? () => commands.show({ kind: "review" }) : null;
  return commands.keys[key] ?? null;
}

/** @param {Commands} commands */
export function useKeys(commands) {
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
}
