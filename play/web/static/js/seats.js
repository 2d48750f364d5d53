// The seats and opponents of a scenario.
import { useEffect, useState } from "../vendor/preact-htm.js";

/**
 * Requests them whenever the scenario changes; null until the answer, so that nobody of the last scenario can
 * be chosen.
 * @param {Page.Net} net
 * @param {string} game
 * @param {string} scenario
 * @param {(about: Wire.Seats) => void} begin called with every answer
 * @param {Page.Problem} problem
 * @returns {Wire.Seats | null}
 */
export function useSeats(net, game, scenario, begin, problem) {
  const [told, setTold] = useState(
    /** @type {{ game: string, scenario: string, about: Wire.Seats } | null} */ (null),
  );
  useEffect(() => {
    if (!game || !scenario) return;
    let late = false;
    net
      .ask("seats", { game, scenario })
      .then((about) => {
        if (late) return;
        setTold({ game, scenario, about });
        begin(about);
      })
      .catch(problem);
    return () => {
      late = true;
    };
  }, [game, scenario]);
  return told?.game === game && told.scenario === scenario ? told.about : null;
}
