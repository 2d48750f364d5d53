// What a person has set for all games, kept by the browser.

/** @typedef {"slow" | "normal" | "fast"} Pace how fast the moves of others are shown; fast: all at once */
/**
 * sure: whether a choice that gives something up asks once more; sound: whether the page makes sound
 * @typedef {{ pace: Pace, sure: boolean, sound: boolean }} Settings
 */

const KEY = "throwdown-settings";
/** @type {Settings} */
const USUAL = { pace: "normal", sure: true, sound: false };
/** @type {Pace[]} */
export const PACES = ["slow", "normal", "fast"];
/** @type {Record<Pace, number>} */
const MILLISECONDS = { slow: 3200, normal: 1500, fast: 0 };
const READ = 0.25; // of that time, for each line after the first two
const OWN = 0.6; // of that time, for what one has done oneself

/** @returns {Settings} */
export function settings() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "null") };
  } catch {
    return USUAL;
  }
}

/** @param {Partial<Settings>} change */
export function set(change) {
  localStorage.setItem(KEY, JSON.stringify({ ...settings(), ...change }));
}

/** The pace of this person on this machine. */
export function paceNow() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "fast" : settings().pace;
}

/**
 * The time for which a move is shown, in milliseconds; 0: until the person goes on.
 * @param {Pace} pace
 * @param {Wire.Step} step
 */
export function timeOf(pace, { told, is_own }) {
  const lines = Math.max(0, new Set(told).size - 2);
  return MILLISECONDS[pace] * (1 + READ * lines) * (is_own ? OWN : 1);
}
