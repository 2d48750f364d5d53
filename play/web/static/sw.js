// Shows the page when the server is unreachable; otherwise everything is fetched anew.
const KEPT = "throwdown-1";
const FILES = [
  "/",
  "/static/page.css",
  "/static/table.css",
  "/static/learn.css",
  "/static/companion.css",
  "/static/home.css",
  "/static/icon.svg",
  "/static/icon-192.png",
  "/static/icon-512.png",
  "/static/manifest.webmanifest",
  "/static/vendor/preact-htm.js",
  ...[
    "about",
    "answering",
    "answers",
    "asked",
    "bar",
    "begin",
    "board",
    "cards",
    "catalogue",
    "chart",
    "choices",
    "commands",
    "companion",
    "dialog",
    "dock",
    "drawn",
    "faces",
    "figures",
    "flights",
    "gallery",
    "game",
    "gauges",
    "glossary",
    "guide",
    "hand",
    "hero",
    "home",
    "keys",
    "lanes",
    "learn",
    "ledger",
    "log",
    "main",
    "middles",
    "moments",
    "more",
    "motion",
    "needed",
    "net",
    "notice",
    "opponents",
    "picture",
    "preferences",
    "preparing",
    "preview",
    "puzzles",
    "review",
    "seats",
    "settings",
    "share",
    "shown",
    "sound",
    "starting",
    "state",
    "table",
    "text",
    "trial",
    "words",
  ].map((name) => `/static/js/${name}.js`),
];
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @param {Request} request */
async function answer(request) {
  const kept = await caches.open(KEPT);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) kept.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const found = await kept.match(request, { ignoreSearch: true });
    if (found) return found;
    throw error;
  }
}

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  const keep = caches.open(KEPT).then((kept) => kept.addAll(FILES));
  event.waitUntil(keep.catch(() => {}));
});
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== worker.location.origin) return;
  event.respondWith(answer(event.request));
});
