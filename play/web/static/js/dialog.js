// A modal dialog.
import { html, useEffect, useRef } from "../vendor/preact-htm.js";
import { WORDS } from "./words.js";

/**
 * The value of an event's field.
 * @param {Event} event
 */
export const fieldValue = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/** @param {{ title: string, close: () => void, children?: unknown }} props */
export function Dialog({ title, close, children }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    if (!ref.current?.open) ref.current?.showModal();
  }, []);
  const leave = (/** @type {Event} */ event) => {
    event.preventDefault(); // close at once: a key that follows must not find it half closed
    close();
  };
  return html`<dialog ref=${ref} onCancel=${leave} onClose=${close} aria-label=${title}>
    <header><h2>${title}</h2><button onClick=${close}>${WORDS.close}</button></header>
    <div class="body">${children}</div>
  </dialog>`;
}
