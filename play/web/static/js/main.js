// Starts the page: the connection, the current screen, and error messages.
import { html, render, useLayoutEffect, useRef, useState } from "../vendor/preact-htm.js";
import { Companion } from "./companion.js";
import { Game } from "./game.js";
import { Home } from "./home.js";
import { Gone, Net } from "./net.js";
import { Preparing } from "./preparing.js";
import { dealInAddress } from "./share.js";
import { WORDS } from "./words.js";

const TOLD = 8000; // milliseconds for which a problem is shown

function keyInAddress() {
  return /^#\/game\/([\w-]{8,40})$/.exec(location.hash)?.[1] ?? "";
}

function Page() {
  const [position, setPosition] = useState(/** @type {Page.Shown | null} */ (null));
  const [is_there, setThere] = useState(true);
  const [message, setMessage] = useState("");
  const [deal, setDeal] = useState(() => dealInAddress(location.hash));
  const [opening, setOpening] = useState(!!keyInAddress());
  const [preparing, setPreparing] = useState(/** @type {Wire.Compiling | null} */ (null));
  const shown = useRef(""); // the key of the game that is shown
  /** @type {Page.Problem} */
  const problem = (error) => {
    if (!(error instanceof Gone)) setMessage(error?.message ?? "");
  };
  const show = (/** @type {Page.Shown | null} */ found) => {
    setOpening(false);
    shown.current = found?.game ?? "";
    setPosition(found);
  };
  /** @type {Page.Open} */
  const open = (found) => {
    setMessage("");
    show(found);
    location.hash = `#/game/${found.game}`;
  };
  const leave = () => {
    show(null);
    location.hash = "";
  };
  // Says if the address is none.
  const refuse = () => {
    const { hash } = location;
    if (hash && !keyInAddress() && !dealInAddress(hash)) setMessage(WORDS.nowhere);
  };
  const giveUp = (/** @type {Net} */ net) => {
    net.leave();
    if (opening) leave();
  };
  // Shows the game in the address.
  const follow = (/** @type {Net} */ net) => {
    const key = keyInAddress();
    if (!key) {
      show(null);
      return;
    }
    if (key !== shown.current) {
      shown.current = key;
      setPosition(null);
      setOpening(true);
    }
    const isHere = () => keyInAddress() === key;
    net
      .ask("open", { game: key })
      .then((found) => isHere() && show(found))
      .catch((error) => {
        if (error instanceof Gone || !isHere()) return;
        problem(error);
        leave();
      });
  };
  const [net] = useState(() => {
    const made = new Net({
      onState: (there) => {
        setThere(there);
        if (there && keyInAddress()) follow(made);
      },
      onNews: (found) => found.game === shown.current && setPosition(found), // from another tab
      onPreparing: setPreparing,
    });
    return made;
  });
  // useEffect would miss changes before the first paint.
  useLayoutEffect(() => {
    const onHash = () => {
      setDeal(dealInAddress(location.hash));
      if (keyInAddress() !== shown.current) follow(net);
      refuse();
    };
    refuse();
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  useLayoutEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(""), TOLD);
    return () => clearTimeout(timer);
  }, [message]);
  const screen = () => {
    if (position?.type === "real") {
      return html`<${Companion} key=${position.game} net=${net} first=${position} leave=${leave}
        problem=${problem} />`;
    }
    if (position) {
      return html`<${Game} key=${position.game} net=${net} first=${position} leave=${leave} open=${open}
        problem=${problem} />`;
    }
    if (opening) {
      return html`<main class="home"><h1>${WORDS.name}</h1><p role="status">${WORDS.opening}</p></main>`;
    }
    return html`<${Home} key=${JSON.stringify(deal)} deal=${deal} net=${net} open=${open}
      problem=${problem} />`;
  };
  const close = html`<button class="quiet" onClick=${() => setMessage("")}>${WORDS.close}</button>`;
  return html`
    ${!is_there && html`<p class="gone" role="alert">${WORDS.gone}</p>`}
    ${message && html`<p class="problem" role="alert">${message}${" "}${close}</p>`}
    ${
      preparing &&
      html`<${Preparing} told=${preparing} net=${net} leave=${() => giveUp(net)} problem=${problem} />`
    }
    ${screen()}`;
}

const place = document.getElementById("page");
if (place) {
  place.textContent = "";
  render(html`<${Page} />`, place);
}
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
