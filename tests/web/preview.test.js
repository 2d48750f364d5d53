// Whose gauges the choice that is looked at would change: run by tests/web/test_script.py.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = /** @type {Document} */ ({ getElementById: () => null }); // without translations
const { afterOf, previewOf } = await import("../../play/web/static/js/preview.js");

const person = (name, more = {}) => ({ name, is_viewer: false, is_to_move: false, ...more });
const me = person("Ronin", { is_viewer: true, is_to_move: true });
const ally = person("Hacker", { is_viewer: true });
const coach = person("Coach");
const scene = {
  far: [coach],
  near: [me, ally],
  map: { spots: [{ figures: [{ name: "Glitch" }] }] },
  card_rows: [{ faces: [{ name: "Red Sentai" }] }],
  things: [{ name: "Gatekeeper", gauges: [{ name: "Rating" }] }],
};
const choice = (on, then) => ({ on, lies: "", tag: "", mark: "", then });
const changed = (preview) => [coach, me, ally].filter((one) => afterOf(preview, one)).map((one) => one.name);

test("what a choice changes is shown at who moves, or at whom it means", () => {
  const own = previewOf(choice("9S", [["Charges", 2]]), scene);
  assert.deepEqual([own.card, own.of, changed(own)], ["9S", "", ["Ronin"]]);
  assert.equal(afterOf(own, me)?.get("Charges"), 2);
  assert.deepEqual(changed(previewOf(choice("Hacker", [["Points", 1]]), scene)), ["Hacker"]);
  const gate = (/** @type {string} */ name) => previewOf(choice("Gatekeeper", [[name, 3]]), scene);
  assert.deepEqual([gate("Rating").of, changed(gate("Rating"))], ["Gatekeeper", []]);
  assert.deepEqual([gate("Charges").of, changed(gate("Charges"))], ["", ["Ronin"]]);
  for (const name of ["Glitch", "Red Sentai"]) {
    const other = previewOf(choice(name, [["HP", 3]]), scene);
    assert.deepEqual([other.card, other.of, changed(other)], ["", name, []]);
  }
});

test("without a choice nothing changes", () => {
  assert.equal(previewOf(undefined, scene), null);
  assert.deepEqual(changed(null), []);
});
