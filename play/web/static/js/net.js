// The connection: requests with answers, and connecting again when the server comes back.
const KEY = "throwdown-player";
const RETRY = 1000;

function player() {
  let key = localStorage.getItem(KEY);
  if (!key) {
    const bytes = crypto.getRandomValues(new Uint8Array(15));
    key = btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_");
    localStorage.setItem(KEY, key);
  }
  return key;
}

export class Net {
  // onState(there): the connection came or went; onNews(position): a game has changed elsewhere; onPreparing(told): the rules
  // of a game are being compiled, null: nobody waits for any.
  constructor({ onState, onNews, onPreparing }) {
    Object.assign(this, { onState, onNews, onPreparing });
    this.waiting = new Map();
    this.next = 1;
    this.waits = 0; // requests that wait for rules to be compiled
    this.delay = 250;
    this.connect();
  }

  connect() {
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play`;
    this.socket = new WebSocket(url);
    this.ready = new Promise((resolve) => {
      this.socket.addEventListener("open", () => {
        this.delay = 250;
        this.send({ type: "hello", player: player() });
        this.onState(true);
        resolve();
      });
    });
    this.socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => {
      for (const { reject } of this.waiting.values()) reject(new Error("gone"));
      this.waiting.clear();
      this.onState(false);
      setTimeout(() => this.connect(), this.delay);
      this.delay = Math.min(4000, 2 * this.delay);
    });
  }

  send(message) {
    const request = this.next++;
    const answer = new Promise((resolve, reject) => this.waiting.set(request, { resolve, reject }));
    this.socket.send(JSON.stringify({ ...message, request }));
    return answer;
  }

  take(answer) {
    if (!answer.request) { this.onNews(answer); return; }
    const asked = this.waiting.get(answer.request);
    if (!asked) return;
    this.waiting.delete(answer.request);
    if (answer.type === "problem") asked.reject(Object.assign(new Error(answer.message), { now: answer.now }));
    else asked.resolve(answer);
  }

  // Asks, and asks again while the rules of the game are being compiled.
  async ask(type, data = {}) {
    await this.ready;
    const answer = await this.send({ type, ...data });
    return answer.type === "preparing" ? this.wait(answer, type, data) : answer;
  }

  async wait(told, type, data) {
    this.waits += 1;
    try {
      for (let answer = told; ; answer = await this.send({ type, ...data })) {
        if (answer.type !== "preparing") return answer;
        this.onPreparing(answer);
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    } finally {
      this.waits -= 1;
      if (!this.waits) this.onPreparing(null);
    }
  }
}
