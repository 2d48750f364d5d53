// A deal as an address: the same game, seats, opponent and cards for whoever opens it.
import { html, useState } from "../vendor/preact-htm.js";
import { WORDS } from "./words.js";

const PARTS = ["game", "scenario", "seats", "against", "seed"];

export function addressOf(position) {
  const values = [position.id, position.scenario, position.seats, position.against, position.seed];
  return `${location.origin}/#/deal/${values.map(encodeURIComponent).join("/")}`;
}

// The deal that an address names, as the first screen's form takes it; null if it names none.
export function dealInAddress(hash) {
  const found = /^#\/deal\/([^/]+)\/([^/]+)\/([^/]*)\/([^/]*)\/(\d{1,16})$/.exec(hash);
  if (!found) return null;
  try {
    return Object.fromEntries(PARTS.map((name, k) => [name, decodeURIComponent(found[k + 1])]));
  } catch (error) {
    return null;
  }
}

// Gives the person a text as a file.
export function download(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export function Share({ position, share }) {
  const [copied, setCopied] = useState(false);
  if (position.seed === null) return html`<p>${WORDS.shareAsk}</p><p><button class="main" onClick=${share}>${WORDS.shareNow}</button></p>`;
  const address = addressOf(position);
  const copy = () => navigator.clipboard.writeText(address).then(() => setCopied(true)).catch(() => setCopied(false));
  return html`<p>${WORDS.shareAbout(position.seed)}</p>
    <label>${WORDS.address} <input readonly value=${address} onFocus=${(event) => event.target.select()} /></label>
    <p><button class="main" onClick=${copy}>${WORDS.copy}</button> <span role="status">${copied ? WORDS.copied : ""}</span></p>`;
}
