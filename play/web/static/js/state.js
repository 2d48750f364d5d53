// The state of a game's page and its reducer: pure functions without a document or a connection.
import { mayChoose } from "./shown.js";

/**
 * The open dialog, with its data.
 * @typedef {{ kind: "keys" | "review" | "share" | "save" }
 *   | { kind: "replay", at?: number }
 *   | { kind: "thinking", title: string, about: string }
 *   | { kind: "hint", found: Wire.HintTold }
 *   | { kind: "log", found: Wire.Logged }
 *   | { kind: "told", title: string, entries: Wire.Told["entries"] }} Dialog
 */

/**
 * @typedef {object} State
 * @property {Wire.Position} position the game
 * @property {number} step the last shown one of the position's steps; -1: all were seen
 * @property {import("./settings.js").Pace} pace how fast the moves of others are shown
 * @property {boolean} busy whether a request is pending
 * @property {string} picked the pressed part of the table, whose choices alone are listed; empty: all
 * @property {string} held the card that was taken up from the hand; empty: none
 * @property {number} chosen the action of the choice that is looked at; -1: none
 * @property {number} sure the action of the choice that asks once more; -1: none
 * @property {string} typed the typed digits of a choice's number
 * @property {boolean} folded whether the choices are folded on a small screen, to make room for the table
 * @property {boolean} learning whether the rulebook is open
 * @property {boolean} guided whether lessons are shown
 * @property {Dialog | null} dialog
 */

/**
 * Messages: the game was answered or replaced (`position`), only its seed was revealed (`shared`), a part of
 * the table was pressed (`pick`), a card was taken up (`hold`), a choice is looked at (`choose`), a choice
 * asks once more (`ask`).
 * @typedef {{ type: "position" | "shared", position: Wire.Position }
 *   | { type: "busy", busy: boolean }
 *   | { type: "next" | "skip" | "learn" | "fold" | "guide" | "clear" }
 *   | { type: "pick" | "hold", name: string }
 *   | { type: "choose" | "ask", action: number }
 *   | { type: "pace", pace: import("./settings.js").Pace }
 *   | { type: "digit", digit: string }
 *   | { type: "dialog", dialog: Dialog | null }} Message
 */

const MOST_DIGITS = 3;

/**
 * The state of a newly opened game.
 * @param {Wire.Position} position
 * @param {boolean} guided
 * @param {import("./settings.js").Pace} pace
 * @returns {State}
 */
export function begun(position, guided, pace) {
  return { ...seen(position, pace), pace, busy: false, learning: false, guided, dialog: null };
}

const FREE = { picked: "", held: "", chosen: -1, sure: -1, typed: "" };

/**
 * What is shown of a new position: the moves of others one after another, or all at once; one's own alone
 * never ask.
 * @param {Wire.Position} position
 * @param {import("./settings.js").Pace} pace
 */
function seen(position, pace) {
  const last = position.steps.length - 1;
  const step = position.steps.every((one) => one.is_own) ? -1 : pace === "fast" ? last : 0;
  return { ...FREE, position, step, folded: false };
}

/**
 * The state after a message; the same object if nothing changes.
 * @param {State} state
 * @param {Message} message
 * @returns {State}
 */
export function reduce(state, message) {
  switch (message.type) {
    case "position":
      return { ...state, ...seen(message.position, state.pace) };
    case "shared":
      return { ...state, position: message.position };
    case "busy":
      return { ...state, busy: message.busy };
    case "next":
      return { ...state, step: state.step + 1 < state.position.steps.length ? state.step + 1 : -1 };
    case "skip":
      return { ...state, step: -1 };
    case "pick": {
      if (!mayChoose(state)) return state;
      const picked = state.picked === message.name ? "" : message.name;
      return { ...state, ...FREE, picked, folded: false };
    }
    case "hold":
      return mayChoose(state) ? { ...state, ...FREE, held: message.name } : state;
    case "choose":
      return mayChoose(state) && message.action !== state.chosen
        ? { ...state, chosen: message.action }
        : state;
    case "ask":
      return mayChoose(state) ? { ...state, sure: message.action, folded: false } : state;
    case "pace":
      return { ...state, pace: message.pace };
    case "digit":
      return mayChoose(state)
        ? { ...state, chosen: -1, typed: (state.typed + message.digit).slice(-MOST_DIGITS) }
        : state;
    case "clear":
      return { ...state, ...FREE };
    case "learn":
      return { ...state, learning: !state.learning };
    case "fold":
      return { ...state, folded: !state.folded };
    case "guide":
      return { ...state, guided: !state.guided };
    case "dialog":
      return { ...state, dialog: message.dialog };
  }
}
