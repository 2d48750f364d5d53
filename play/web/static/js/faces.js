// Cards known by their names, with their numbers on symbols.
import { html } from "../vendor/preact-htm.js";
import { HIDDEN } from "./cards.js";
import { Emblem, emblemAt } from "./figures.js";
import { WORDS } from "./words.js";

const BURST = emblemAt("symbol", "Power", "");

/**
 * A small number beside its symbol.
 * @param {{ sign: Wire.Sign }} props
 */
function Sign({ sign: { name, number, icon } }) {
  return html`<span class="sign-of" title=${name}><${Emblem} kind="symbol" name=${icon} />
    <span class="unseen">${name}${" "}</span><b>${number}</b></span>`;
}

/** @param {{ face: Wire.Face, pick: import("./table.js").Pick | null }} props */
export function Face({ face, pick }) {
  const is_back = face.name === HIDDEN;
  const [to] = pick?.after(face.name)?.values() ?? [];
  const changes = to !== undefined && `${to}` !== face.number;
  const looks = [
    face.is_lit && "lit",
    face.is_dim && "dim",
    is_back && "back",
    pick?.is_open(face.name) && "open",
    changes && "changes",
    face.kind && `of-${face.kind}`,
  ]
    .filter(Boolean)
    .join(" ");
  const signs = face.signs.map((sign) => html`<${Sign} sign=${sign} key=${sign.icon} />`);
  const inner = html`${face.kind && !is_back && html`<${Emblem} kind=${face.kind} name=${face.name} />`}
    <span class="face-name">${is_back ? WORDS.faceDown : face.name}</span>
    ${
      face.number &&
      html`<b class="face-number" style=${BURST && `background-image:url(${BURST})`}>
        ${changes ? to : face.number}</b>`
    }
    ${signs.length > 0 && html`<span class="signs">${signs}</span>`}
    ${face.notes.map((note) => html`<span class="face-note">${note}</span>`)}`;
  return !is_back && pick?.can(face.name)
    ? html`<button class=${`named-card ${looks} can`} ...${pick.state(face.name)}
        onClick=${() => pick.take(face.name)}>${inner}</button>`
    : html`<span class=${`named-card ${looks}`}>${inner}</span>`;
}
