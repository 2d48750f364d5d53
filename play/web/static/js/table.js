// Draws a scene: people with their hands, what lies between them, a map, or rows of named cards.
import { html, useState } from "../vendor/preact-htm.js";
import { Card, HIDDEN, cardName, isCard } from "./cards.js";
import { marked } from "./glossary.js";
import { WORDS } from "./words.js";

const suited = /(^|[^\w-])(10|[2-9TJQKA])([CDHS])(?![\w-])/g;
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

// A text with its cards drawn and its words to look up; plain where it stands inside a button.
export function Words({ text, plain }) {
  const said = (part) => (plain ? [part] : marked(part));
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(suited)) {
    const [, before, rank, suit] = found;
    parts.push(...said(text.slice(at, found.index) + before));
    parts.push(html`<b class=${suit === "D" || suit === "H" ? "red" : "black"}>${rank.replace("T", "10")}${SIGNS[suit]}</b>`);
    at = found.index + found[0].length;
  }
  return html`<span>${parts}${said(text.slice(at))}</span>`;
}

// A gauge of a few steps shows them one by one, one whose steps have colours shows these, any other is a bar.
function Scale({ value, most, colours }) {
  if (colours.length > 1) return html`<span class="steps tinted" aria-hidden="true">${colours.map((colour, k) => html`<i class=${k === value - 1 || (k === 0 && value < 1) ? "here" : ""} style=${`background:${colour}`} />`)}</span>`;
  const fill = colours[0] ? `background:${colours[0]}` : "";
  if (most <= 8) return html`<span class="steps" aria-hidden="true">${Array.from({ length: most }, (_, k) => html`<i class=${k < value ? "full" : ""} style=${k < value ? fill : ""} />`)}</span>`;
  return html`<span class="bar" aria-hidden="true"><span style=${`width:${(100 * Math.min(value, most)) / most}%;${fill}`}></span></span>`;
}

function Gauge({ gauge }) {
  const { name, value, most, colour, note } = gauge;
  const said = note || (most ? `${value} / ${most}` : `${value}`);
  return html`<div class=${`gauge ${name ? "" : "nameless"}`} title=${name ? `${name}: ${said}` : said}>
    ${name && html`<span class="gauge-name">${name}</span>`}
    ${most > 0 && html`<${Scale} value=${value} most=${most} colours=${(colour || "").split(" ").filter(Boolean)} />`}
    <span class="gauge-value"><${Words} text=${said} /></span>
  </div>`;
}

// What happened, in sentences; the same one several times is said once.
export function Sentences({ told }) {
  const runs = [];
  for (const line of told) {
    if (runs.length && runs.at(-1)[0] === line) runs.at(-1)[1] += 1;
    else runs.push([line, 1]);
  }
  return runs.map(([line, n]) => html`<p><${Words} text=${line} />${n > 1 && html` <span class="dim">${WORDS.times(n)}</span>`}</p>`);
}

function Cards({ cards, small }) {
  const hidden = cards.filter((card) => card === HIDDEN).length;
  const shown = hidden > 6 ? [...cards.filter((card) => card !== HIDDEN), HIDDEN, HIDDEN, HIDDEN] : cards;
  return html`<div class=${`cards ${small ? "small" : ""}`}>
    ${shown.map((card, k) => html`<span class="slot" key=${k}>${isCard(card) ? html`<${Card} card=${card} />` : html`<span class="named">${card}</span>`}</span>`)}
    ${hidden > 6 && html`<span class="count">×${hidden}</span>`}
  </div>`;
}

function Person({ person, hideHand }) {
  return html`<section data-place=${`person ${person.name}`} class=${`person ${person.is_to_move ? "to-move" : ""}`} style=${person.colour ? `--own:${person.colour}` : ""}>
    <h3>${person.is_viewer ? WORDS.you(person.name) : person.name}${person.is_to_move && html` <span class="turn">${WORDS.toMove}</span>`}</h3>
    ${person.notes.length > 0 && html`<p class="note">${person.notes.map((note, k) => html`${k > 0 && " · "}<${Words} text=${note} />`)}</p>`}
    ${!hideHand && person.has_hand && (person.cards.length ? html`<${Cards} cards=${person.cards} small=${true} />` : html`<p class="dim">${WORDS.empty}</p>`)}
    ${person.laid.length > 0 && html`<${Cards} cards=${person.laid} small=${true} />`}
    <div class="gauges">${person.gauges.map((g) => html`<${Gauge} gauge=${g} key=${g.name} />`)}</div>
  </section>`;
}

function Pile({ pile }) {
  return html`<section data-place=${`pile ${pile.title}`} class=${`pile ${pile.is_lit ? "lit" : ""}`} style=${`flex-grow:${pile.share}`}>
    <h3>${pile.title}${pile.total && html` <span class="total">${WORDS.total(pile.total)}</span>`}</h3>
    <div class="cards laps">
      ${pile.cards.map((laid, k) => html`<span class="slot" key=${k}>${isCard(laid.card) ? html`<${Card} card=${laid.card} mark=${laid.colour} note=${laid.by} by=${laid.by} lit=${k === pile.cards.length - 1} />` : html`<span class="named">${laid.card}</span>`}<span class="by">${pile.cards[k + 1]?.by === laid.by ? "" : laid.by}</span></span>`)}
    </div>
    ${pile.note && html`<p class="note"><${Words} text=${pile.note} /></p>`}
  </section>`;
}

function Thing({ thing }) {
  return html`<section class="thing"><h3>${thing.name}</h3>
    ${thing.note && html`<p class="note"><${Words} text=${thing.note} /></p>`}
    <div class="gauges">${thing.gauges.map((g) => html`<${Gauge} gauge=${g} />`)}</div>
    ${thing.cards.length > 0 && html`<${Cards} cards=${thing.cards} small=${true} />`}
  </section>`;
}

function Stock({ stock }) {
  return html`<div class="stock" data-place="stock"><span class="slot">${stock.top === null ? html`<span class="no-card"></span>` : isCard(stock.top) ? html`<${Card} card=${stock.top} />` : html`<span class="named">${stock.top}</span>`}</span>
    <span class="label">${stock.name}<br />${WORDS.cards(stock.n)}</span></div>`;
}

// What makes a part of a picture a button.
function asButton(act, label) {
  const take = (event) => { event.stopPropagation(); event.preventDefault(); act(); };
  return { role: "button", tabIndex: 0, "aria-label": label, onClick: take, onKeyDown: (event) => (event.key === "Enter" || event.key === " ") && take(event) };
}

function Board({ map, pick }) {
  const xs = map.spots.map((s) => s.x);
  const ys = map.spots.map((s) => s.y);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [wide, edge] = innerWidth < 640 ? [270, 48] : [560, 70]; // names stay readable on a phone
  const scale = wide / Math.max(1e-6, right - left);
  const tall = high > low ? Math.min(420, Math.max(160, (high - low) * scale)) : 30;
  const place = (s) => [edge + ((s.x - left) / Math.max(1e-6, right - left)) * wide, 50 + ((high - s.y) / Math.max(1e-6, high - low)) * tall];
  return html`<svg class="map" viewBox=${`0 0 ${wide + 2 * edge} ${tall + 90}`} role="group" aria-label=${map.spots.map((s) => `${s.name}: ${s.figures.map((f) => f.name).join(", ") || WORDS.empty}`).join("; ")}>
    ${map.ways.map((way) => {
      const [ax, ay] = place(map.spots[way.start]);
      const [bx, by] = place(map.spots[way.end]);
      return html`<g class=${`way ${way.is_sight ? "sight" : ""} ${way.is_one_way ? "one-way" : ""}`}><line x1=${ax} y1=${ay} x2=${bx} y2=${by} />
        ${way.note && html`<text x=${(ax + bx) / 2} y=${(ay + by) / 2 - 4} text-anchor="middle">${way.note}</text>`}</g>`;
    })}
    ${map.spots.map((spot) => {
      const [x, y] = place(spot);
      const can = pick && pick.can(spot.name);
      return html`<g class=${`spot ${spot.is_lit ? "lit" : ""} ${can ? "can" : ""}`} ...${can ? asButton(() => pick.take(spot.name), spot.name) : {}}><circle cx=${x} cy=${y} r="30" style=${spot.colour ? `stroke:${spot.colour}` : ""} />
        <text x=${x} y=${y - 36} text-anchor="middle">${spot.name}${spot.note ? ` · ${spot.note}` : ""}</text>
        ${spot.figures.map((f, k) => {
          const n = spot.figures.length; // several stand in a ring
          const [ring, size] = n === 1 ? [0, 11] : n === 2 ? [12, 11] : n < 6 ? [14.5 + n / 2, 11] : [21, 8];
          const fx = x - ring * Math.cos((2 * Math.PI * k) / n);
          const fy = y - ring * Math.sin((2 * Math.PI * k) / n);
          const may = pick && pick.can(f.name);
          return html`<g class=${`figure ${f.is_lit ? "lit" : ""} ${may ? "can" : ""}`} ...${may ? asButton(() => pick.take(f.name), f.name) : {}}><circle cx=${fx} cy=${fy} r=${size} style=${`fill:${f.colour || "#888"}`} /><text x=${fx} y=${fy + 4} text-anchor="middle">${f.name[0]}${(/\d+$/.exec(f.name) || [""])[0]}</text><title>${`${f.name}: ${f.gauge.name} ${f.gauge.value}/${f.gauge.most}`}</title></g>`;
        })}</g>`;
    })}
  </svg>`;
}

function Face({ face, onPick }) {
  const inner = html`<span class="face-name">${face.name === HIDDEN ? WORDS.faceDown : face.name}</span>${face.number && html`<b class="face-number">${face.number}</b>`}${face.notes.map((note) => html`<span class="face-note">${note}</span>`)}`;
  const kind = `named-card ${face.is_lit ? "lit" : ""} ${face.is_dim ? "dim" : ""} ${face.name === HIDDEN ? "back" : ""}`;
  return onPick ? html`<button class=${`${kind} can`} onClick=${onPick}>${inner}</button>` : html`<span class=${kind}>${inner}</span>`;
}

function CardRow({ row, pick }) {
  return html`<section class=${`card-row ${row.is_lit ? "lit" : ""}`} style=${row.colour ? `--own:${row.colour}` : ""}>
    <h3>${row.title} <span class="note">${row.note}</span></h3>
    <div class="faces">${row.faces.map((face, k) => html`<${Face} face=${face} key=${k} onPick=${pick && face.name !== HIDDEN && pick.can(face.name) ? () => pick.take(face.name) : null} />`)}${!row.faces.length && html`<span class="dim">${WORDS.empty}</span>`}</div>
  </section>`;
}

const MARKS = { barred: "✕", costly: "!", good: "+", plain: "" };
const LONGEST = 9;

// The hand as a fan, or as several where it is large; what a card would do is said before it is played.
export function Hand({ person, plays, blocked, onCard }) {
  const [told, setTold] = useState(null);
  const rows = Math.max(1, Math.ceil(person.cards.length / LONGEST));
  const each = Math.ceil(person.cards.length / rows);
  const about = (card) => {
    const can = plays[card] || [];
    const why = can.length ? can.map((c) => [c.name, c.cost, c.effect].filter(Boolean).join(", ")).join("; ") : blocked[card] || "";
    const marks = can.map((c) => c.mark);
    const state = !can.length ? (Object.keys(plays).length || why ? "barred" : "") : marks.includes("good") ? "good" : marks.every((m) => m === "costly") ? "costly" : "plain";
    return { can, why, state };
  };
  const draw = (card, k, n) => {
    const { can, why, state } = about(card);
    const from = k - (n - 1) / 2;
    const say = () => setTold([card, why]);
    return html`<button class=${`hand-card ${state}`} key=${k} aria-disabled=${!can.length} style=${`--turn:${(from * 18) / Math.max(6, n)}deg;--drop:${(from * from * 1.6) / Math.max(6, n)}rem`}
      aria-label=${`${cardName(card)}${why ? `: ${why}` : ""}`} onMouseEnter=${say} onFocus=${say} onMouseLeave=${() => setTold(null)} onBlur=${() => setTold(null)}
      onClick=${() => (can.length ? onCard(card) : say())}>
      <${Card} card=${card} large=${true} />${MARKS[state] && html`<span class="tag" aria-hidden="true">${MARKS[state]}</span>`}
    </button>`;
  };
  return html`<section class="hand" data-place="hand" aria-label=${WORDS.hand}>
    ${Array.from({ length: rows }, (_, r) => {
      const held = person.cards.slice(r * each, (r + 1) * each);
      return html`<div class="fan" style=${`--gaps:${Math.max(1, held.length - 1)}`}>${held.map((card, k) => draw(card, k, held.length))}</div>`;
    })}
    <p class="hand-told" aria-hidden="true">${told && person.cards.includes(told[0]) && told[1] && html`<span><${Words} plain text=${told[1].startsWith(told[0]) ? told[1] : `${told[0]}: ${told[1]}`} /></span>`}</p>
  </section>`;
}

// The person at the table who looks, if her cards can be drawn as a hand: of several, the one whose cards can be played.
export function whoLooks(scene, plays = {}) {
  const own = scene.near.filter((p) => p.is_viewer && p.cards.length && p.cards.every((c) => isCard(c) && c !== HIDDEN));
  const fit = (person) => person.cards.filter((card) => plays[card]).length + (person.is_to_move ? 0.5 : 0);
  return own.reduce((best, person) => (fit(person) > fit(best) ? person : best), own[0]);
}

export function Table({ scene, me, pick }) {
  if (scene.card_rows.length) return html`<div class="table rows">${scene.card_rows.map((row) => html`<${CardRow} row=${row} pick=${pick} key=${row.title} />`)}</div>`;
  return html`<div class="table">
    <div class="people far">${scene.far.map((p) => html`<${Person} person=${p} key=${p.name} />`)}</div>
    ${!scene.map && scene.things.length > 0 && html`<div class="things">${scene.things.map((t) => html`<${Thing} thing=${t} key=${t.name} />`)}</div>`}
    <div class=${`middle ${scene.map ? "mapped" : ""}`}>
      ${scene.map && html`<${Board} map=${scene.map} pick=${pick} />`}
      <div class="piles">${scene.piles.map((p, k) => html`<${Pile} pile=${p} key=${k} />`)}${scene.lines.map((line) => html`<p class="line"><${Words} text=${line} /></p>`)}</div>
      ${(scene.stocks.length > 0 || scene.gauges.length > 0) && html`<div class="side"><div class="stocks">${scene.stocks.map((s) => html`<${Stock} stock=${s} key=${s.name} />`)}</div><div class="gauges">${scene.gauges.map((g) => html`<${Gauge} gauge=${g} key=${g.name} />`)}</div></div>`}
    </div>
    <div class="people near">${scene.near.map((p) => html`<${Person} person=${p} key=${p.name} hideHand=${p === me} />`)}</div>
  </div>`;
}
