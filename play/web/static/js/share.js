// A deal as an address: the same game, seats, opponent and cards for everyone who opens it.
import { html, useState } from "../vendor/preact-htm.js";
import { WORDS } from "./words.js";

/** @typedef {{ game: string, scenario: string, seats: string, against: string, seed: string }} Deal */

/** @param {Wire.Position} position */
export function addressOf({ id, scenario, seats, against, seed }) {
  const values = [id, scenario, seats, against, `${seed}`];
  return `${location.origin}/#/deal/${values.map(encodeURIComponent).join("/")}`;
}

/**
 * The deal in an address, as values of the form of a new game; null if none. Empty values stand for the usual
 * ones, and for an unpredictable seed.
 * @param {string} hash
 * @returns {Deal | null}
 */
export function dealInAddress(hash) {
  const found = /^#\/deal\/([^/]+)\/([^/]+)\/([^/]*)\/([^/]*)\/(\d{0,16})$/.exec(hash);
  if (!found) return null;
  try {
    const [game, scenario, seats, against, seed] = found.slice(1).map(decodeURIComponent);
    return { game, scenario, seats, against, seed };
  } catch {
    return null;
  }
}

/**
 * Downloads a text as a file.
 * @param {string} text
 * @param {string} name
 */
export function download(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {{ position: Wire.Position, share: () => void }} props */
export function Share({ position, share }) {
  const [copied, setCopied] = useState(false);
  if (position.seed === null) {
    return html`<p>${WORDS.shareAsk}</p>
      <p><button class="main" onClick=${share}>${WORDS.shareNow}</button></p>`;
  }
  const address = addressOf(position);
  const select = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select();
  const copy = () =>
    navigator.clipboard
      .writeText(address)
      .then(() => setCopied(true))
      .catch(() => setCopied(false));
  return html`<p>${WORDS.shareAbout(position.seed)}</p>
    <label>${WORDS.address}${" "}<input readonly value=${address} onFocus=${select} /></label>
    <p><button class="main" onClick=${copy}>${WORDS.copy}</button>${" "}
      <span role="status">${copied ? WORDS.copied : ""}</span></p>`;
}
