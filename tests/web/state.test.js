// What a game's page shows after what happened: run by tests/web/test_script.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  askedAgain,
  heard,
  listed,
  lookedAt,
  mayChoose,
  sceneOf,
  shownSteps,
  stepOf,
  typedChoice,
} from "../../play/web/static/js/shown.js";
import { begun, reduce } from "../../play/web/static/js/state.js";

const choices = Array.from({ length: 12 }, (_, k) => ({
  action: 100 + k,
  name: `choice ${k + 1}`,
  on: ["Depot", "Hydra", ""][k % 3],
}));
const step = (move) => ({ move, by: "Coach", told: [], scene: { place: `after ${move}` } });
const position = (more = {}) => ({ moves: 3, steps: [], choices, scene: { place: "now" }, ...more });
const press = (name) => ({ type: "pick", name });
const numbers = (state) => listed(state).map((choice) => choice.n);
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

test("moves are shown at once if that is wished, and one's own alone never ask", () => {
  const steps = [step(1), step(2), step(3)];
  const slow = begun(position({ steps }), false, "normal");
  assert.deepEqual(
    shownSteps(slow).map((one) => one.move),
    [1],
  );
  assert.deepEqual(
    shownSteps(reduce(slow, { type: "next" })).map((one) => one.move),
    [1, 2],
  );
  const fast = begun(position({ steps }), false, "fast");
  assert.deepEqual([stepOf(fast).move, shownSteps(fast).length, mayChoose(fast)], [3, 3, false]);
  assert.equal(mayChoose(reduce(fast, { type: "next" })), true);
  const own = begun(position({ steps: [{ ...step(1), is_own: true }] }), false, "normal");
  assert.deepEqual([mayChoose(own), shownSteps(own).length], [true, 1]);
  const later = reduce(reduce(own, { type: "pace", pace: "fast" }), {
    type: "position",
    position: position({ steps }),
  });
  assert.equal(stepOf(later).move, 3);
});

test("what comes into view is heard once, and the end after it", () => {
  const sounding = (move, sound, is_own = false) => ({ ...step(move), sounds: [sound], is_own });
  const steps = [sounding(1, "card", true), sounding(2, "counter")];
  const won = position({ steps, verdict: "won" });
  const slow = begun(won, false, "normal");
  const next = reduce(slow, { type: "next" });
  assert.deepEqual([slow, next, reduce(next, { type: "next" })].map(heard), [["card"], ["counter"], ["won"]]);
  assert.deepEqual(heard(begun(won, false, "fast")), ["card", "counter"]);
  const own = position({ steps: steps.slice(0, 1) });
  assert.deepEqual(heard(begun(own, false, "normal")), ["card"]);
  assert.deepEqual(heard(begun({ ...own, verdict: "drawn" }, false, "normal")), ["card"]);
});

test("a card is taken up and looked at, and what is typed or in focus goes before it", () => {
  const state = begun(position(), false);
  assert.equal(lookedAt(state), undefined);
  const held = reduce(state, { type: "hold", name: "Hydra" });
  assert.deepEqual([held.held, lookedAt(held).action], ["Hydra", 101]);
  assert.deepEqual(numbers(held), [2, 5, 8, 11]);
  const other = reduce(held, { type: "choose", action: 104 });
  assert.deepEqual([other.held, lookedAt(other).action], ["Hydra", 104]);
  assert.equal(lookedAt(reduce(other, { type: "choose", action: -1 })).action, 101);
  assert.equal(lookedAt(reduce(other, { type: "digit", digit: "3" })).action, 102);
  assert.equal(lookedAt(reduce(other, { type: "clear" })), undefined);
  assert.equal(lookedAt(reduce(other, { type: "busy", busy: true })), undefined);
  const one = begun(position({ choices: [...choices, { action: 200, name: "last", on: "KD" }] }), false);
  assert.equal(
    numbers(reduce(one, { type: "hold", name: "KD" })).length,
    13,
    "a card's only choice hides none",
  );
});

test("what asks once more is let go by whatever else is done", () => {
  const asked = reduce(begun(position(), false), { type: "ask", action: 103 });
  assert.equal(askedAgain(asked).action, 103);
  for (const message of [{ type: "clear" }, { type: "hold", name: "Depot" }, { type: "pick", name: "Depot" }])
    assert.equal(askedAgain(reduce(asked, message)), undefined, message.type);
  assert.equal(askedAgain(reduce(asked, { type: "position", position: position() })), undefined);
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
    { type: "hold", name: "Depot" },
    { type: "choose", action: 101 },
    { type: "ask", action: 101 },
    { type: "pace", pace: "slow" },
    { type: "digit", digit: "1" },
    { type: "dialog", dialog: { kind: "keys" } },
  ];
  for (const message of messages) {
    assert.ok(reduce(state, freeze(message)), message.type);
  }
});
