// Begins the page: the connection, which screen is shown, and what went wrong.
import { html, render, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { Companion } from "./companion.js";
import { Game } from "./game.js";
import { Home } from "./home.js";
import { Net } from "./net.js";
import { Preparing } from "./preparing.js";
import { dealInAddress } from "./share.js";
import { WORDS } from "./words.js";

function keyInAddress() {
  const found = /^#\/game\/([\w-]+)$/.exec(location.hash);
  return found ? found[1] : "";
}

function Page() {
  const [position, setPosition] = useState(null);
  const [is_there, setThere] = useState(true);
  const [message, setMessage] = useState("");
  const [opening, setOpening] = useState(!!keyInAddress());
  const [preparing, setPreparing] = useState(null);
  const net = useRef(null);
  const shown = useRef(""); // the key of the game that is shown
  const problem = (error) => error?.message !== "gone" && setMessage(error ? error.message : ""); // null: all is well again
  const show = (found) => {
    setOpening(false);
    shown.current = found ? found.game : "";
    setPosition(found);
  };
  const open = (found) => {
    setMessage("");
    show(found);
    location.hash = `#/game/${found.game}`;
  };
  const leave = () => {
    show(null);
    location.hash = "";
  };
  // Shows the game that the address names, however it came to name it.
  const follow = () => {
    const key = keyInAddress();
    if (!key) { show(null); return; }
    if (key !== shown.current) { shown.current = key; setPosition(null); setOpening(true); }
    net.current.ask("open", { game: key })
      .then((found) => keyInAddress() === key && show(found))
      .catch((error) => { if (error.message !== "gone" && keyInAddress() === key) { problem(error); leave(); } });
  };
  if (!net.current) {
    net.current = new Net({
      onState: (there) => {
        setThere(there);
        if (there && keyInAddress()) follow();
      },
      onNews: (found) => found.game === shown.current && setPosition(found), // from another tab
      onPreparing: setPreparing,
    });
  }
  useEffect(() => {
    const onHash = () => {
      if (dealInAddress(location.hash)) location.reload(); // the form is filled in when the page begins
      else if (keyInAddress() !== shown.current) follow();
    };
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(""), 8000);
    return () => clearTimeout(timer);
  }, [message]);
  return html`
    ${!is_there && html`<p class="gone" role="alert">${WORDS.gone}</p>`}
    ${message && html`<p class="problem" role="alert">${message} <button class="quiet" onClick=${() => setMessage("")}>${WORDS.close}</button></p>`}
    ${preparing && html`<${Preparing} told=${preparing} net=${net.current} problem=${problem} />`}
    ${position?.type === "real"
      ? html`<${Companion} key=${position.game} net=${net.current} first=${position} leave=${leave} problem=${problem} />`
      : position
      ? html`<${Game} key=${`${position.game}`} net=${net.current} first=${position} leave=${leave} open=${open} problem=${problem} />`
      : opening
      ? html`<main class="home"><h1>${WORDS.name}</h1><p role="status">${WORDS.opening}</p></main>`
      : html`<${Home} net=${net.current} open=${open} problem=${problem} />`}`;
}

const place = document.getElementById("page");
place.textContent = "";
render(html`<${Page} />`, place);
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
