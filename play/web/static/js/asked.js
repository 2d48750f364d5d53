// The dialogs of a game.
import { html, useState } from "../vendor/preact-htm.js";
import { Dialog, fieldValue } from "./dialog.js";
import { Log } from "./log.js";
import { Replay } from "./moments.js";
import { Review, Worths } from "./review.js";
import { Share } from "./share.js";
import { Words } from "./text.js";
import { WORDS } from "./words.js";

/** @typedef {import("./commands.js").Commands} Commands */

/**
 * The open dialog, if any.
 * @param {{ commands: Commands, net: Page.Net, open: Page.Open, problem: Page.Problem }} props
 */
export function Asked({ commands, net, open, problem }) {
  const { dialog, position } = commands.get();
  const [word, setWord] = useState("");
  if (!dialog) return null;
  const close = () => commands.show(null);
  const whole = () => commands.share(commands.write);
  const box = (/** @type {string} */ title, /** @type {unknown} */ body) =>
    html`<${Dialog} key=${title} title=${title} close=${close}>${body}<//>`;
  const find = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (word.trim()) commands.look(word.trim());
  };
  const type = (/** @type {Event} */ event) => setWord(fieldValue(event));
  switch (dialog.kind) {
    case "thinking":
      return box(dialog.title, html`<p role="status">${dialog.about}</p><progress />`);
    case "hint": {
      const { options, reason, about } = dialog.found;
      const best = WORDS.best(options[0].name);
      return box(
        WORDS.hint,
        html`<p><b><${Words} text=${best} /></b></p>
          <p><${Words} text=${reason} /></p>
          <${Worths} options=${options} /><p class="dim">${about}</p>`,
      );
    }
    case "told":
      return box(
        dialog.title,
        dialog.entries.map(
          ([name, text]) => html`${name && html`<h3>${name}</h3>`}<p><${Words} text=${text} /></p>`,
        ),
      );
    case "log":
      return box(WORDS.log, html`<${Log} log=${dialog.found.entries} />`);
    case "keys":
      return box(
        WORDS.keys,
        html`<form onSubmit=${find}>
            <label>${WORDS.lookUp}${" "}<input value=${word} onInput=${type} /></label></form>
          <table><tbody>${WORDS.keyList.map(
            ([key, what]) => html`<tr><th>${key}</th><td>${what}</td></tr>`,
          )}</tbody></table>`,
      );
    case "replay":
      return html`<${Replay} net=${net} position=${position} start=${dialog.at} close=${close} open=${open}
        problem=${problem} />`;
    case "review":
      return box(
        WORDS.review,
        html`<${Review} net=${net} position=${position} open=${open} problem=${problem} />`,
      );
    case "share":
      return box(WORDS.share, html`<${Share} position=${position} share=${() => commands.share()} />`);
    case "save":
      return box(
        WORDS.exported,
        html`<p>${WORDS.saveAbout}</p>
          <p><button class="main" onClick=${whole}>${WORDS.saveWhole}</button>${" "}
          <button onClick=${commands.write}>${WORDS.saveTrial}</button></p>`,
      );
  }
}
