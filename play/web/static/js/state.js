// The state of a game's page and its reducer: pure functions without a document or a connection.

/**
 * The open dialog, with its data.
 * @typedef {{ kind: "keys" | "review" | "share" | "save" }
 *   | { kind: "replay", at?: number }
 *   | { kind: "hint", found: Wire.HintTold }
 *   | { kind: "log", found: Wire.Logged }
 *   | { kind: "told", title: string, entries: Wire.Told["entries"] }} Dialog
 */

/**
 * @typedef {object} State
 * @property {Wire.Position} position the game
 * @property {number} step the shown one of the position's steps; -1: all were seen
 * @property {boolean} busy whether a request is pending
 * @property {string} picked the pressed part of the table, whose choices alone are listed; empty: all
 * @property {string} typed the typed digits of a choice's number
 * @property {boolean} folded whether the choices are folded on a small screen, to make room for the table
 * @property {boolean} learning whether the rulebook is open
 * @property {boolean} guided whether lessons are shown
 * @property {Dialog | null} dialog
 */

/**
 * Messages: the game was answered or replaced (`position`), only its seed was revealed (`shared`), a part of
 * the table was pressed (`pick`).
 * @typedef {{ type: "position" | "shared", position: Wire.Position }
 *   | { type: "busy", busy: boolean }
 *   | { type: "next" | "skip" | "learn" | "fold" | "guide" | "clear" }
 *   | { type: "pick", name: string }
 *   | { type: "digit", digit: string }
 *   | { type: "dialog", dialog: Dialog | null }} Message
 */

const MOST_DIGITS = 3;

/**
 * The state of a newly opened game.
 * @param {Wire.Position} position
 * @param {boolean} guided
 * @returns {State}
 */
export function begun(position, guided) {
  return { ...seen(position), busy: false, learning: false, guided, dialog: null };
}

/** @param {Wire.Position} position */
function seen(position) {
  return { position, step: position.steps.length ? 0 : -1, picked: "", typed: "", folded: false };
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
      return { ...state, ...seen(message.position) };
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
      return { ...state, picked, typed: "", folded: false };
    }
    case "digit":
      return mayChoose(state)
        ? { ...state, typed: (state.typed + message.digit).slice(-MOST_DIGITS) }
        : state;
    case "clear":
      return { ...state, typed: "", picked: "" };
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

/**
 * The step shown, if any.
 * @param {State} state
 * @returns {Wire.Step | undefined}
 */
export function stepOf({ position, step }) {
  return position.steps[step];
}

/**
 * The table shown.
 * @param {State} state
 */
export function sceneOf(state) {
  return stepOf(state)?.scene ?? state.position.scene;
}

/**
 * Whether the person has a choice now.
 * @param {State} state
 */
export function mayChoose(state) {
  return !stepOf(state) && !state.busy && state.position.choices.length > 0;
}

/**
 * The listed choices, each with its number in the list of all.
 * @param {State} state
 * @returns {(Wire.Choice & { n: number })[]}
 */
export function listed({ position, picked }) {
  const all = position.choices.map((choice, k) => ({ ...choice, n: k + 1 }));
  return picked ? all.filter((choice) => choice.on === picked) : all;
}

/**
 * The choice with the typed number, if any.
 * @param {State} state
 * @returns {Wire.Choice | undefined}
 */
export function typedChoice(state) {
  return mayChoose(state) && state.typed ? state.position.choices[Number(state.typed) - 1] : undefined;
}
