// Begins the page: the connection, which screen is shown, and what went wrong.
import { html, render, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { Companion } from "./companion.js";
import { Game } from "./game.js";
import { Home } from "./home.js";
import { Net } from "./net.js";
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
  const net = useRef(null);
  const problem = (error) => error?.message !== "gone" && setMessage(error ? error.message : ""); // null: all is well again
  const open = (found) => {
    setMessage("");
    setPosition(found);
    location.hash = `#/game/${found.game}`;
  };
  const leave = () => {
    setPosition(null);
    location.hash = "";
  };
  const back = () => {
    const key = keyInAddress();
    if (key) net.current.ask("open", { game: key }).then(open).catch((error) => { problem(error); leave(); });
  };
  if (!net.current) {
    net.current = new Net((there) => {
      setThere(there);
      if (there) back();
    });
  }
  useEffect(() => {
    const onHash = () => {
      if (dealInAddress(location.hash)) location.reload(); // the form is filled in when the page begins
      else if (!keyInAddress()) setPosition(null);
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
    ${position?.type === "real"
      ? html`<${Companion} key=${position.game} net=${net.current} first=${position} leave=${leave} problem=${problem} />`
      : position
      ? html`<${Game} key=${`${position.game}`} net=${net.current} first=${position} leave=${leave} open=${open} problem=${problem} />`
      : html`<${Home} net=${net.current} open=${open} problem=${problem} />`}`;
}

const place = document.getElementById("page");
place.textContent = "";
render(html`<${Page} />`, place);
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
