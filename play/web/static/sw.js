// Shows the page when the server is gone; what is shown is always fetched anew where the server answers.
const KEPT = "throwdown-1";
const FILES = [
  "/",
  "/static/page.css",
  "/static/table.css",
  "/static/learn.css",
  "/static/companion.css",
  "/static/icon.svg",
  "/static/manifest.webmanifest",
  "/static/vendor/preact-htm.js",
  ...[
    "after",
    "cards",
    "catalogue",
    "companion",
    "game",
    "glossary",
    "guide",
    "home",
    "learn",
    "log",
    "main",
    "motion",
    "net",
    "preparing",
    "seats",
    "share",
    "table",
    "words",
  ].map((name) => `/static/js/${name}.js`),
];
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.addAll(FILES))
      .catch(() => {}),
  );
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  event.respondWith(
    (async () => {
      const kept = await caches.open(KEPT);
      try {
        const fresh = await fetch(event.request);
        if (fresh.ok) kept.put(event.request, fresh.clone());
        return fresh;
      } catch (error) {
        const found = await kept.match(event.request, { ignoreSearch: true });
        if (found) return found;
        throw error;
      }
    })(),
  );
});
