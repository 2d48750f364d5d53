// The connection: requests with answers, and reconnection.
const KEY = "throwdown-player";
const RETRY = 1000;
const FIRST_DELAY = 250;
const LAST_DELAY = 4000;

/** The refusal of a request: a sentence, and the current game if it has changed elsewhere. */
export class Refusal extends Error {
  /** @param {string} message @param {Wire.Problem["now"]} [now] */
  constructor(message, now = null) {
    super(message);
    this.now = now;
  }
}

/** The connection broke off before the answer. */
export class Gone extends Error {}

function player() {
  const key = localStorage.getItem(KEY) || crypto.getRandomValues(new Uint32Array(3)).join("-");
  localStorage.setItem(KEY, key);
  return key;
}

/**
 * @typedef {object} Listener
 * @property {(there: boolean) => void} onState the connection was made or lost
 * @property {(news: Wire.Position | Wire.CompanionTold) => void} onNews a game has changed elsewhere
 * @property {(told: Wire.Compiling | null) => void} onPreparing the rules of a game are being compiled; null:
 * no request waits for that
 */

/**
 * @template {keyof Wire.Requests} T
 * @typedef {{ type: T } & Wire.Requests[T]} Request
 */

export class Net {
  /** @type {Map<number, { resolve: (answer: Wire.Answer) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  #next = 1;
  #waits = 0; // requests that wait for rules to be compiled
  #left = 0; // how often those were given up
  #delay = FIRST_DELAY;
  #listener;
  /** @type {WebSocket} */
  #socket;
  /** @type {Promise<void>} */
  #ready;

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
    [this.#socket, this.#ready] = this.#connect();
  }

  /** @returns {[WebSocket, Promise<void>]} */
  #connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play`);
    /** @type {Promise<void>} */
    const ready = new Promise((resolve) => {
      socket.addEventListener("open", () => {
        this.#delay = FIRST_DELAY;
        this.#send({ type: "hello", player: player() });
        this.#listener.onState(true);
        resolve();
      });
      socket.addEventListener("close", () => {
        for (const { reject } of this.#waiting.values()) reject(new Gone());
        this.#waiting.clear();
        this.#listener.onState(false);
        setTimeout(() => {
          [this.#socket, this.#ready] = this.#connect();
          this.#ready.then(resolve); // requests that have waited since before the first connection
        }, this.#delay);
        this.#delay = Math.min(LAST_DELAY, 2 * this.#delay);
      });
    });
    socket.addEventListener("message", (event) => this.#take(JSON.parse(event.data)));
    return [socket, ready];
  }

  /**
   * @template {keyof Wire.Requests} T
   * @param {Request<T>} message
   * @returns {Promise<Wire.Answer>}
   */
  #send(message) {
    const request = this.#next++;
    /** @type {Promise<Wire.Answer>} */
    const answer = new Promise((resolve, reject) => this.#waiting.set(request, { resolve, reject }));
    this.#socket.send(JSON.stringify({ ...message, request }));
    return answer;
  }

  /** @param {Wire.Answer} answer */
  #take(answer) {
    if (!answer.request) {
      if (answer.type === "position" || answer.type === "real") this.#listener.onNews(answer);
      return;
    }
    const asked = this.#waiting.get(answer.request);
    this.#waiting.delete(answer.request);
    if (answer.type === "problem") asked?.reject(new Refusal(answer.message, answer.now));
    else asked?.resolve(answer);
  }

  /**
   * Sends a request, repeatedly while the rules of the game are being compiled.
   * @template {keyof Wire.Requests} T
   * @param {T} type
   * @param {Wire.Requests[T]} data
   * @returns {Promise<Wire.Answers[T]>}
   */
  async ask(type, data) {
    await this.#ready;
    const message = { type, ...data };
    let answer = await this.#send(message);
    if (answer.type === "preparing") answer = await this.#wait(answer, message);
    return /** @type {Wire.Answers[T]} */ (answer);
  }

  /**
   * @template {keyof Wire.Requests} T
   * @param {Wire.Answer} answer
   * @param {Request<T>} message
   */
  async #wait(answer, message) {
    this.#waits += 1;
    const left = this.#left;
    try {
      for (; answer.type === "preparing"; answer = await this.#send(message)) {
        this.#listener.onPreparing(answer);
        await new Promise((resolve) => setTimeout(resolve, RETRY));
        if (left !== this.#left) throw new Gone();
      }
      return answer;
    } finally {
      this.#waits -= 1;
      if (!this.#waits) this.#listener.onPreparing(null);
    }
  }

  /** Gives up what waits for rules to be compiled. */
  leave() {
    this.#left += 1;
    this.#listener.onPreparing(null);
  }
}
