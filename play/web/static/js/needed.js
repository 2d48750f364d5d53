// Which gauges a guided game shows: those that have changed since its beginning, or that something speaks of.
import { useEffect, useMemo, useRef, useState } from "../vendor/preact-htm.js";

/** @param {Wire.Scene} scene */
const ownersOf = (scene) => [...scene.far, ...scene.near, { name: "", gauges: scene.gauges }];

/**
 * The gauges that are needed, as owner and name.
 * @param {Wire.Position} position
 * @param {Wire.Scene} scene the present table
 * @param {Wire.Scene} first the table at the beginning
 * @returns {string[]}
 */
export function neededGauges(position, scene, first) {
  const said = [
    position.prompt,
    ...position.choices.flatMap((x) => [x.cost, x.effect, x.tag, ...x.then.map(([name]) => name)]),
    ...position.lessons.map((x) => x.text),
  ].join("\n");
  const before = new Map(
    ownersOf(first).flatMap((owner) =>
      owner.gauges.map((g) => [`${owner.name}|${g.name}`, `${g.value} ${g.note}`]),
    ),
  );
  return ownersOf(scene).flatMap((owner) =>
    owner.gauges
      .filter(
        (g) => said.includes(g.name) || before.get(`${owner.name}|${g.name}`) !== `${g.value} ${g.note}`,
      )
      .map((g) => `${owner.name}|${g.name}`),
  );
}

/**
 * A table with some of its gauges alone.
 * @param {Wire.Scene} scene
 * @param {Set<string>} needed
 * @returns {Wire.Scene}
 */
export function withGauges(scene, needed) {
  const some = (/** @type {string} */ owner, /** @type {Wire.Gauge[]} */ gauges) =>
    gauges.filter((g) => needed.has(`${owner}|${g.name}`));
  const people = (/** @type {Wire.Person[]} */ all) =>
    all.map((person) => ({ ...person, gauges: some(person.name, person.gauges) }));
  return { ...scene, far: people(scene.far), near: people(scene.near), gauges: some("", scene.gauges) };
}

/**
 * The table as it is shown: in a guided game only with the gauges that were needed so far.
 * @param {Page.Net} net
 * @param {import("./state.js").State} state
 * @param {Wire.Scene} scene
 */
export function useNeeded(net, { position, guided }, scene) {
  const [first, setFirst] = useState(/** @type {Wire.Scene | null} */ (null));
  const needed = useRef(/** @type {Set<string>} */ (new Set()));
  const hides = guided && !position.verdict;
  useEffect(() => {
    if (!hides || first) return;
    net
      .ask("moment", { game: position.game, move: 0, is_open: false })
      .then((found) => setFirst(found.scene))
      .catch(() => {});
  }, [hides]);
  return useMemo(() => {
    if (!hides || !first) return scene;
    for (const name of neededGauges(position, scene, first)) needed.current.add(name);
    return withGauges(scene, needed.current);
  }, [hides, first, scene, position]);
}
