// Sound, made by the page itself: short tones for what happens, silent until it is switched on.
import { useEffect, useRef } from "../vendor/preact-htm.js";
import { settings } from "./settings.js";
import { heard } from "./shown.js";

/** @typedef {import("./shown.js").Sound} Sound */
/**
 * A tone: when it begins and how long it lasts, in seconds; its pitch at both ends, in Hz, where 0 is a
 * rustle; its loudness, from 0 to 1.
 * @typedef {[at: number, length: number, from: number, to: number, loudness: number]} Tone
 */

/** @type {(length: number, ...pitches: number[]) => Tone[]} */
const run = (length, ...pitches) => pitches.map((x, k) => [k * length, length * 1.8, x, x, 0.22]);
/** @type {Tone[]} */
const LAID = [[0, 0.07, 0, 0, 0.5]];
/** @type {Record<Exclude<Sound, "">, Tone[]>} */
const TONES = {
  card: LAID,
  counter: [...LAID, [0.02, 0.16, 440, 660, 0.2]],
  block: [...LAID, [0, 0.22, 170, 70, 0.6]],
  escalate: [[0, 0.4, 220, 660, 0.2], ...run(0.12, 330, 495)],
  rumble: [
    [0, 0.9, 80, 30, 0.7],
    [0, 0.8, 0, 0, 0.4],
  ],
  concede: [
    [0, 0.25, 392, 330, 0.25],
    [0.22, 0.45, 294, 196, 0.25],
  ],
  won: run(0.13, 523, 659, 784, 1047),
  lost: run(0.2, 392, 349, 294, 220),
};
const APART = 0.22; // seconds between what sounds in a row
const MOST = 4; // in a row
const FORBIDS = "(prefers-reduced-motion: reduce)"; // who asks for rest gets it

/** @type {AudioContext | null} */
let context = null;

/** Whether a person's system leaves room for sound. */
export const maySound = () => "AudioContext" in globalThis && !matchMedia(FORBIDS).matches;

/**
 * @param {AudioContext} on
 * @param {number} length in seconds
 */
function rustle(on, length) {
  const buffer = on.createBuffer(1, Math.ceil(length * on.sampleRate), on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let k = 0; k < samples.length; k++) samples[k] = Math.random() * 2 - 1;
  const source = on.createBufferSource();
  source.buffer = buffer;
  const dull = on.createBiquadFilter();
  dull.frequency.value = 1800;
  source.connect(dull);
  return { source, end: dull };
}

/**
 * @param {AudioContext} on
 * @param {number} start
 * @param {Tone} tone
 */
function sing(on, start, [at, length, from, to, loudness]) {
  const [begin, stop] = [start + at, start + at + length];
  const fade = on.createGain();
  fade.gain.setValueAtTime(loudness, begin);
  fade.gain.exponentialRampToValueAtTime(0.001, stop);
  fade.connect(on.destination);
  if (!from) {
    const { source, end } = rustle(on, length);
    end.connect(fade);
    source.start(begin);
    return;
  }
  const voice = on.createOscillator();
  voice.type = "triangle";
  voice.frequency.setValueAtTime(from, begin);
  voice.frequency.exponentialRampToValueAtTime(to, stop);
  voice.connect(fade);
  voice.start(begin);
  voice.stop(stop);
}

/**
 * Plays sounds one after another, if sound is switched on.
 * @param {Sound[]} sounds
 */
export function play(sounds) {
  if (!sounds.length || !settings().sound || !maySound()) return;
  context ??= new AudioContext();
  context.resume().catch(() => {});
  const start = context.currentTime + 0.02;
  for (const [k, sound] of sounds.slice(-MOST).entries())
    if (sound) for (const tone of TONES[sound]) sing(context, start + k * APART, tone);
}

/**
 * Lets be heard what is shown of a game; not how it stood when it was opened.
 * @param {import("./state.js").State} state
 */
export function useSound(state) {
  const opened = useRef(true);
  const { position, step } = state;
  useEffect(() => {
    if (!opened.current) play(heard(state));
    opened.current = false;
  }, [position.moves, position.taken_back, step]);
}
