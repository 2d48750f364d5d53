// How answers to a question about real cards are put together: run by tests/web/test_script.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped } from "../../play/web/static/js/answers.js";

const option = (id, kind, card, name) => ({ id, kind, card, name, what: card });

test("cards of a kind stand together and all else alone, whatever it is called", () => {
  const options = [
    option(10, "counter", "9S", "Play"),
    option(20, "escalate", "9S", "Play"),
    option(11, "counter", "TH", "Play on"),
    option(30, "initiative", "", "Play"),
    option(40, "tech", "", "Play"),
    option(41, "tech", "", "Play"),
  ];
  const ids = grouped(options).map((group) => group.map((one) => one.id));
  assert.deepEqual(ids, [[10, 11], [20], [30], [40], [41]]);
});
