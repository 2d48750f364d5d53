// What a game's page shows after what happened: run by tests/web/test_script.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begun,
  listed,
  mayChoose,
  reduce,
  sceneOf,
  stepOf,
  typedChoice,
} from "../../play/web/static/js/state.js";

const choices = Array.from({ length: 12 }, (_, k) => ({
  action: 100 + k,
  name: `choice ${k + 1}`,
  on: ["Depot", "Hydra", ""][k % 3],
}));
const step = (move) => ({ move, by: "Coach", told: [], scene: { place: `after ${move}` } });
const position = (more = {}) => ({ moves: 3, steps: [], choices, scene: { place: "now" }, ...more });
const after = (state, ...messages) => messages.reduce(reduce, state);

test("steps are shown one by one, then there is something to choose", () => {
  let state = begun(position({ steps: [step(1), step(2)] }), false);
  assert.deepEqual([stepOf(state).move, sceneOf(state).place, mayChoose(state)], [1, "after 1", false]);
  state = after(state, { type: "next" });
  assert.equal(stepOf(state).move, 2);
  state = after(state, { type: "next" });
  assert.deepEqual([stepOf(state), sceneOf(state).place, mayChoose(state)], [undefined, "now", true]);
  const skipped = after(begun(position({ steps: [step(1), step(2)] }), false), { type: "skip" });
  assert.equal(mayChoose(skipped), true);
});

test("a number is typed digit by digit and names a choice", () => {
  const state = begun(position(), false);
  const digits = (text) => after(state, ...[...text].map((digit) => ({ type: "digit", digit })));
  assert.equal(typedChoice(state), undefined);
  assert.equal(typedChoice(digits("1")).action, 100);
  assert.equal(typedChoice(digits("12")).action, 111);
  assert.equal(typedChoice(digits("13")), undefined);
  assert.equal(digits("91012").typed, "012");
  assert.equal(after(digits("12"), { type: "clear" }).typed, "");
});

test("nothing is typed or chosen while an answer is waited for, or while steps are shown", () => {
  const waits = after(begun(position(), false), { type: "busy", busy: true });
  assert.equal(mayChoose(waits), false);
  assert.equal(reduce(waits, { type: "digit", digit: "1" }), waits);
  assert.equal(reduce(waits, { type: "pick", name: "Depot" }), waits);
  const told = begun(position({ steps: [step(1)] }), false);
  assert.equal(reduce(told, { type: "digit", digit: "1" }), told);
  assert.equal(reduce(told, { type: "pick", name: "Depot" }), told);
  const typed = after(begun(position(), false), { type: "digit", digit: "1" }, { type: "busy", busy: true });
  assert.equal(typedChoice(typed), undefined);
});

const press = (name) => ({ type: "pick", name });
const numbers = (state) => listed(state).map((choice) => choice.n);

test("what is pressed on the table lists its choices; pressed again, or by Escape, all are listed", () => {
  const state = begun(position(), false);
  const all = numbers(state);
  assert.deepEqual(all, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const depot = after(state, press("Depot"));
  assert.deepEqual([depot.picked, numbers(depot)], ["Depot", [1, 4, 7, 10]]);
  assert.deepEqual(numbers(after(depot, press("Depot"))), all);
  assert.deepEqual(numbers(after(depot, { type: "clear" })), all);
  assert.deepEqual(numbers(after(depot, press("Hydra"))), [2, 5, 8, 11]);
  assert.deepEqual(numbers(after(depot, press("Hydra"), press("Hydra"))), all);
  assert.deepEqual(numbers(after(depot, press("Depot"), press("Depot"))), [1, 4, 7, 10]);
});

test("choices that made room for the table come back when something on it is pressed", () => {
  const folded = after(begun(position(), false), { type: "fold" }, { type: "digit", digit: "1" });
  const pressed = after(folded, press("Depot"));
  assert.deepEqual([folded.folded, pressed.folded, pressed.typed], [true, false, ""]);
});

test("an answer begins anew what is shown of the game, and leaves what else is open", () => {
  const before = after(
    begun(position(), true),
    { type: "pick", name: "Depot" },
    { type: "digit", digit: "1" },
    { type: "fold" },
    { type: "learn" },
    { type: "dialog", dialog: { kind: "keys" } },
  );
  const state = after(before, { type: "position", position: position({ moves: 5, steps: [step(4)] }) });
  assert.deepEqual([state.typed, state.picked, state.folded, state.step], ["", "", false, 0]);
  assert.deepEqual([state.learning, state.guided, state.dialog], [true, true, { kind: "keys" }]);
  assert.equal(state.position.moves, 5);
});

test("a seed that is told changes nothing of what is shown", () => {
  const before = after(begun(position({ steps: [step(1), step(2)] }), false), { type: "next" });
  const state = after(before, { type: "shared", position: position({ steps: [step(1), step(2)], seed: 7 }) });
  assert.deepEqual([state.step, state.position.seed], [1, 7]);
});

test("nothing that is given is changed", () => {
  const freeze = (x) => {
    if (x && typeof x === "object") Object.values(Object.freeze(x)).forEach(freeze);
    return x;
  };
  const state = freeze(begun(position({ steps: [step(1)] }), false));
  const messages = [
    { type: "position", position: position() },
    { type: "shared", position: position() },
    { type: "busy", busy: true },
    ...["next", "skip", "learn", "fold", "guide", "clear"].map((type) => ({ type })),
    { type: "pick", name: "Depot" },
    { type: "digit", digit: "1" },
    { type: "dialog", dialog: { kind: "keys" } },
  ];
  for (const message of messages) {
    assert.ok(reduce(state, freeze(message)), message.type);
  }
});
