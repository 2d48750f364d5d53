// What a state of a game's page shows: pure functions.

/** @typedef {import("./state.js").State} State */

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

/** @typedef {Wire.Step["sounds"][number] | "won" | "lost"} Sound */

/**
 * What sounds when a state is first shown: the moves that have come into view, and the end of the game.
 * @param {State} state
 * @returns {Sound[]}
 */
export function heard({ position, step, pace }) {
  const { steps, verdict } = position;
  const first = pace === "fast" ? 0 : step;
  const moves = step >= 0 ? steps.slice(first, step + 1) : steps.every((one) => one.is_own) ? steps : [];
  const sounds = moves.flatMap((one) => one.sounds);
  return step < 0 && (verdict === "won" || verdict === "lost") ? [...sounds, verdict] : sounds;
}

/**
 * The moves shown so far, from the person's last decision on.
 * @param {State} state
 */
export function shownSteps({ position, step }) {
  return step < 0 ? position.steps : position.steps.slice(0, step + 1);
}

/**
 * The listed choices, each with its number in the list of all: those of the pressed part, or of the card
 * taken up if it has several.
 * @param {State} state
 * @returns {(Wire.Choice & { n: number })[]}
 */
export function listed({ position, picked, held }) {
  const all = position.choices.map((choice, k) => ({ ...choice, n: k + 1 }));
  const on = picked || held;
  const some = all.filter((choice) => on && choice.on === on);
  return picked || some.length > 1 ? some : all;
}

/**
 * The choice that is looked at, if any: the typed one, the one in focus, or the first of the card taken up.
 * @param {State} state
 * @returns {Wire.Choice | undefined}
 */
export function lookedAt(state) {
  if (!mayChoose(state)) return undefined;
  const { choices } = state.position;
  const { chosen, held } = state;
  return (
    typedChoice(state) ??
    choices.find((choice) => choice.action === chosen) ??
    choices.find((choice) => held && choice.on === held)
  );
}

/**
 * The choice that asks once more, if any.
 * @param {State} state
 * @returns {Wire.Choice | undefined}
 */
export function askedAgain(state) {
  return mayChoose(state) ? state.position.choices.find((choice) => choice.action === state.sure) : undefined;
}

/**
 * The choice with the typed number, if any.
 * @param {State} state
 * @returns {Wire.Choice | undefined}
 */
export function typedChoice(state) {
  return mayChoose(state) && state.typed ? state.position.choices[Number(state.typed) - 1] : undefined;
}
