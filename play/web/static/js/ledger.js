// What has happened with real cards: the last lines, Coach's row, and the ledger of answers.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { ForEyes, MOST_TYPED } from "./answering.js";
import { Card } from "./cards.js";
import { fieldValue } from "./dialog.js";
import { Words } from "./text.js";
import { WORDS } from "./words.js";

/** @param {{ lines: Wire.Line[] }} props */
export function Lines({ lines }) {
  const todo = html`<span class="unseen">${WORDS.todo}: </span>`;
  return html`<ul class="lines" aria-label=${WORDS.happened}>
    ${lines.map(
      (line, k) => html`<li class=${line.kind} key=${k}>
        ${line.kind === "do" && todo}<${ForEyes} eyes=${line.eyes}><${Words} text=${line.text} /><//></li>`,
    )}</ul>`;
}

/**
 * Coach's cards on the table with their numbers; the one asked for stands out.
 * @param {{ row: string[], asked: number | null | undefined }} props
 */
export function Row({ row, asked }) {
  const cards = row.map(
    (
      card,
      k,
    ) => html`<li key=${k} class=${k === asked ? "asked" : ""}><span aria-hidden="true">${k + 1}</span>
      <${Card} card=${card} note=${WORDS.rowCard(k + 1)} lit=${k === asked} /></li>`,
  );
  return html`<section class="panel row-of-cards" aria-label=${WORDS.row}>
    <h2>${WORDS.row}</h2><ol>${cards}</ol></section>`;
}

/** @param {{ told: Wire.CompanionTold, fix: (number: number, text: string) => void }} props */
export function Ledger({ told, fix }) {
  const [fixing, setFixing] = useState(0);
  const [text, setText] = useState("");
  const end = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    setFixing(0);
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [told]);
  const entry = told.ledger[fixing - 1];
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim()) fix(fixing, text.trim());
  };
  const begin = (/** @type {number} */ number) => {
    setFixing(number);
    setText("");
  };
  const entries = told.ledger.map(
    (x, k) => html`<li key=${k}><button class="quiet" onClick=${() => begin(k + 1)}>
      <${Words} plain text=${`${x.about}: ${x.told}`} /></button></li>`,
  );
  const form = () => html`<form class="fixing" onSubmit=${send}>
    <p><b><${Words} text=${WORDS.correctIt(fixing, entry)} /></b></p>
    <label>${WORDS.shouldBe}${" "}<input maxlength=${MOST_TYPED} value=${text}
      onInput=${(/** @type {Event} */ e) => setText(fieldValue(e))} /></label>
    <p class="verbs"><button class="main" disabled=${!text.trim()}>${WORDS.correct}</button>${" "}
      <button type="button" onClick=${() => fix(fixing, "")}>${WORDS.goBack}</button>${" "}
      <button type="button" class="quiet" onClick=${() => setFixing(0)}>${WORDS.close}</button></p></form>`;
  return html`<section class="ledger"><h3>${WORDS.ledger}</h3>
    <p class="note">${told.ledger.length ? WORDS.ledgerAbout : WORDS.noEntry}</p>
    ${entries.length > 0 && html`<ol ref=${end} tabIndex="0" aria-label=${WORDS.ledger}>${entries}</ol>`}
    ${entry && form()}</section>`;
}
