// What a test sees of the page of a game: its texts and cards, and its boxes by their rectangles.

/** @param {Node | null | undefined} node */
const textOf = (node) => (node?.textContent ?? "").replace(/\s+/g, " ").trim();
/** @param {string} what @param {ParentNode} [within] @returns {HTMLElement[]} */
const all = (what, within = document) => [...within.querySelectorAll(what)];
/** @param {Element | null} node */
const labelOf = (node) => node?.getAttribute("aria-label") ?? "";
/** @param {HTMLElement} card */
const heldOf = (card) => card.dataset.held ?? "";
/** @param {ParentNode} within */
const cardsIn = (within) =>
  all(".slot:not(.ghost) svg[data-card], .slot .named", within).map((x) => x.dataset.card ?? textOf(x));

/** The choices in the order of their numbers: number, name and what, cost and effect. */
function choices() {
  const found = all(".choices button:not(.word)").map((button) => {
    const group = textOf(button.closest(".group")?.querySelector("b"));
    const said = textOf(button.querySelector(".name"));
    const effect = textOf(button.closest("li")?.querySelector(".effect"));
    const name = !group || said === group ? said : `${group} ${said}`;
    return { n: Number(textOf(button.querySelector("kbd"))), said: name, effect };
  });
  return found.sort((a, b) => a.n - b.n);
}

/** What lies on the table, who sits there, and what is asked. */
function table() {
  /** @type {Record<string, string>} */
  const gauges = {};
  /** @type {Record<string, { known: string[], n: number }>} */
  const people = {};
  for (const x of all("[data-place^='person ']")) {
    const name = x.dataset.place?.slice(7) ?? "";
    const hand = x.matches(".me") ? all(".hand-card").map(heldOf) : [];
    const heaps = [hand, ...all(".cards", x).map(cardsIn)];
    const known = heaps.flat().filter((card) => card !== "??");
    const hidden = heaps.flat().length - known.length;
    const counted = all(".cards", x).map((heap) => {
      const more = Number(textOf(heap.querySelector(".count")).slice(1));
      return more && more - cardsIn(heap).filter((card) => card === "??").length;
    });
    people[name] = { known, n: known.length + hidden + counted.reduce((a, b) => a + b, 0) };
    gauges[name] = labelOf(x.querySelector(".gauges"));
  }
  gauges[""] = labelOf(document.querySelector(".of-table .gauges"));
  return {
    asked: textOf(document.querySelector(".ask h2")),
    choices: choices(),
    people,
    gauges,
    piles: all("[data-place^='pile ']")
      .map((x) => ({
        title: x.dataset.place?.slice(5),
        cards: cardsIn(x),
        worth: textOf(x.querySelector(".medal")?.lastChild),
      }))
      .filter((x) => x.cards.length || x.worth),
    ring: labelOf(document.querySelector(".ring")),
    score: textOf(document.querySelector(".bar-top .score")),
    things: all(".thing h3").map(textOf),
    stocks: all(".stock .label").map(textOf),
    rows: all(".card-row").map((row) => all(".face-name", row).map(textOf)),
    map: labelOf(document.querySelector(".map")),
    lines: all(".lanes .line").map(textOf),
    recent: all(".recent p").map(textOf),
  };
}

/**
 * The part of a box that is not cut off by the boxes around it.
 * @param {Element} node
 * @param {boolean} [is_swiped] whether what can be scrolled to sideways counts as well
 */
function seen(node, is_swiped = false) {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  const box = { left, top, right, bottom };
  for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
    const { display, overflowX, overflowY } = getComputedStyle(at);
    if (display === "contents") continue;
    const edge = at.getBoundingClientRect();
    if (is_swiped && /auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth) break;
    if (overflowX !== "visible") {
      box.left = Math.max(box.left, edge.left);
      box.right = Math.min(box.right, edge.right);
    }
    if (overflowY !== "visible") {
      box.top = Math.max(box.top, edge.top);
      box.bottom = Math.min(box.bottom, edge.bottom);
    }
  }
  return box;
}

const LOOSE = 2; // pixels that rounding, shadows and borders may take
/** Of these no two may lie on each other; what lies in another is its part. */
const APART =
  ".bar-top, .dock, .hand, .person, .thing, .stock, .pile, .card-row, .map, .of-table, .lanes .line, " +
  ".choices button:not(.word)";
/** These may not be cut off at the sides, unless one can scroll to them. */
const WIDE = "h2, h3, button, .who, .note, .tag, .medal, .label, .lesson, .choice, .pile, .laid .card";
/** These are in view as they are. */
const IN_VIEW = ".ask h2, .hand, .pile.lit .slot.top .card";

/** @param {HTMLElement} node */
const told = (node) =>
  `${node.getAttribute("class") ?? node.tagName} "${node.dataset.place ?? textOf(node)}"`;

/**
 * Whether a box is left out on purpose: only told to those who hear the page, or in a strip that unfolds.
 * @param {Element} node
 */
function isFolded(node) {
  for (let at = node.parentElement; at; at = at.parentElement) if (at.clientWidth === 1) return true;
  const strip = node.closest(".edges:not(.open)");
  return strip?.querySelector(":scope > .around")?.checkVisibility() ?? false;
}

/**
 * What is cut off at its sides.
 * @returns {string[]}
 */
function cutOff() {
  return all(WIDE, document.querySelector("main") ?? document).flatMap((node) => {
    const [part, box] = [seen(node, true), node.getBoundingClientRect()];
    const lost = Math.max(part.left - box.left, box.right - part.right);
    if (!box.width || lost <= LOOSE || isFolded(node)) return [];
    return [`${told(node)} is cut off at the side by ${lost.toFixed()}`];
  });
}

/**
 * What is wrong with the places of boxes: overlaps, and what sticks out or is cut off.
 * @returns {string[]}
 */
function misplaced() {
  const wrong = cutOff();
  const whole = document.documentElement;
  if (whole.scrollWidth > whole.clientWidth) wrong.push(`the page is ${whole.scrollWidth} pixels wide`);
  if (whole.scrollHeight > innerHeight + 1) wrong.push(`the page is ${whole.scrollHeight} pixels high`);
  const boxes = all(APART).map((node) => ({ node, box: seen(node) }));
  boxes.forEach(({ node, box }, k) => {
    for (const other of boxes.slice(k + 1)) {
      if (node.contains(other.node) || other.node.contains(node)) continue;
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (wide > LOOSE && high > LOOSE)
        wrong.push(`${told(node)} and ${told(other.node)} overlap by ${wide.toFixed()} x ${high.toFixed()}`);
    }
  });
  for (const node of all(IN_VIEW)) {
    const [part, box] = [seen(node), node.getBoundingClientRect()];
    const lost = Math.max(part.top - box.top, box.bottom - part.bottom, part.bottom - innerHeight);
    if (lost > LOOSE) wrong.push(`${told(node)} is not whole in view: ${lost.toFixed()} are missing`);
  }
  return wrong;
}

/**
 * The choices, and the cards in hand that can be played, which cannot be pressed or reached by keys.
 * @returns {string[]}
 */
function unreachable() {
  const can = all(".choices button:not(.word), .hand-card[aria-disabled=false]");
  const lost = can.filter((node) => {
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = node.getBoundingClientRect();
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9];
    const hit = shares.some((x) =>
      shares.some((y) => node.contains(document.elementFromPoint(left + x * width, top + y * height))),
    );
    return !hit || node.tabIndex < 0 || node.hasAttribute("disabled");
  });
  for (const node of all(".dock, .choices")) node.scrollTo(0, 0);
  return lost.map((node) => `${told(node)} cannot be pressed`);
}

/**
 * What is pressed and is smaller than so many pixels; words in a text are as small as the text.
 * @param {number} least
 * @returns {string[]}
 */
function small(least) {
  return all(".playing button:not(.word), .playing .gauges.word").flatMap((node) => {
    const { width, height } = node.getBoundingClientRect();
    const fits = !width || (width > least - 0.5 && height > least - 0.5) || !node.checkVisibility();
    return fits ? [] : `${told(node)} is only ${width.toFixed()} x ${height.toFixed()}`;
  });
}

Object.assign(globalThis, { probe: { table, cutOff, misplaced, unreachable, small } });
