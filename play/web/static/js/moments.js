// Replay of a game move by move.
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { Dialog, fieldValue } from "./dialog.js";
import { Table } from "./table.js";
import { Sentences, Words } from "./text.js";
import { TryOut } from "./trial.js";
import { WORDS } from "./words.js";

/**
 * @param {object} props
 * @param {Page.Net} props.net
 * @param {Wire.Position} props.position the game
 * @param {number} [props.start] the move shown first
 * @param {() => void} props.close
 * @param {Page.Open} props.open
 * @param {Page.Problem} props.problem
 */
export function Replay({ net, position, start, close, open: begin, problem }) {
  const { game, moves, chapters } = position;
  const over = !!position.verdict;
  const [at, setAt] = useState(start ?? moves);
  const [open, setOpen] = useState(false);
  const [moment, setMoment] = useState(/** @type {Wire.Moment | null} */ (null));
  const [reasons, setReasons] = useState(/** @type {Wire.Told["entries"]} */ ([]));
  const why = (/** @type {number} */ move) =>
    net
      .ask("why", { game, move })
      .then((found) => setReasons(found.entries))
      .catch(problem);
  useEffect(() => {
    let late = false;
    setReasons([]);
    net
      .ask("moment", { game, move: at, is_open: open })
      .then((found) => !late && setMoment(found))
      .catch(problem);
    return () => {
      late = true;
    };
  }, [at, open]);
  const go = (/** @type {Event} */ event) => setAt(Number(fieldValue(event)));
  const turn = () => setOpen(!open);
  const chapter = html`<label>${WORDS.chapter}${" "}<select onChange=${go}>
    ${chapters.map((x) => html`<option value=${x.move}>${x.title}</option>`)}</select></label>`;
  const shown = (/** @type {Wire.Moment} */ now) => {
    const told = reasons.length
      ? reasons.map(([, text]) => html`<p class="effect"><${Words} text=${text} /></p>`)
      : html`<p><button class="quiet" onClick=${() => why(now.move)}>${WORDS.why}</button></p>`;
    const mayTry = now.move < moves || !over;
    return html`<div class="told" tabIndex="0"><${Sentences} told=${now.told} />${now.move > 0 && told}</div>
      ${
        mayTry &&
        html`<${TryOut} net=${net} game=${game} move=${now.move} open=${begin} problem=${problem} />`
      }
      <${Table} scene=${now.scene} />`;
  };
  return html`<${Dialog} title=${WORDS.replay} close=${close}>
    <label>${moment && `${moment.move} / ${moment.moves}`}${" "}
      <input type="range" min="0" max=${moves} value=${at} onInput=${go} /></label>
    ${chapters.length > 1 && chapter}
    ${over && html`<label><input type="checkbox" checked=${open} onChange=${turn} /> ${WORDS.all}</label>`}
    ${moment && shown(moment)}
  <//>`;
}
