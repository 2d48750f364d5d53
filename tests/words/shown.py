"""Plays games in the language of this process and collects what people are shown: ``python -m tests.words.shown``.

It prints JSON: by game, what is shown outside of ⟦⟧ with where it is shown, and texts that the catalogue lacks.
"""

from __future__ import annotations

import io
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

from rich.console import Console

from tests.play.support import script
from tests.words.pseudo import prose
from throwdown.agents.personalities import personalities
from throwdown.envs.core import catalogue
from throwdown.envs.games import OWN
from throwdown.envs.registry import games, make_setup
from throwdown.play import screen, storage
from throwdown.play.companion.companion import Companion
from throwdown.play.companion.dealer import HANDS
from throwdown.play.companion.terminal import CompanionTerminal
from throwdown.play.outlook import Effort
from throwdown.play.session import Session
from throwdown.play.web import after, learning, offers
from throwdown.play.web.live import Live

PROGRAMS = {
    "type", "request", "game", "id", "scenario", "seat", "seats", "against", "role", "side", "roles", "spec", "action",
    "verdict", "key", "colour", "card", "cards", "top", "mark", "best", "usual", "scenarios", "chosen", "clauses",
    "next", "icon", "owner", "tint", "kind", "sounds",
}  # fmt: skip
"""Fields that programs read."""
MOVES, LOOKS, WIDE = 120, 6, 10_000
SHORT = {
    "challenge-v0": ("scene", "duel", "attempt"),
    "gambit-v0": ("trio",),
    "pile-v0": ("trio",),
    "session-v0": ("small", "intrigue"),
    "showdown-v0": ("short",),
    "skirmish-v0": ("boss",),
    "throwdown-v0": ("titan", "trio"),
}
"""Scenarios with much content, of games that have a longer one by default."""


def texts(data: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield what people read of a message, with where it stands."""
    if isinstance(data, str):
        yield place, data
    elif isinstance(data, dict):
        for name, value in data.items():
            if name not in PROGRAMS:
                yield from texts(value, f"{place}.{name}")
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts(value, place)


class Shown:
    """What a game shows: texts with words outside of brackets, by place."""

    def __init__(self, id: str, scenario: str) -> None:
        self.found: dict[str, str] = {}
        setup = make_setup(id, scenario)
        self.allowed = frozenset(
            {*games(), *setup.game.scenarios, *setup.seats, *screen.REWARDS, "throwdown"}
        )

    def take(self, data: Any, place: str, *quoted: str) -> None:
        """Look through something that is shown; it may quote texts of actions."""
        for where, text in texts(data, place):
            if words := prose(text, self.allowed | set(quoted)):
                self.found.setdefault(f"{where}: {' '.join(words)[:60]}", text[:300])

    def printed(self, what: Any, place: str) -> None:
        """Look through what a terminal shows."""
        file = io.StringIO()
        Console(file=file, width=WIDE).print(what)
        self.take(file.getvalue(), place)


def look(live: Live, shown: Shown, rng: random.Random) -> None:
    """Ask a table for everything that it can tell at a moment."""
    table, labels = live.table, live.table.game.actions.labels
    for label in rng.sample(labels, min(60, len(labels))):
        shown.take(table.describe(label)._asdict(), "describe")
        shown.take(table.explain(label), "explain", label, label.split(" ")[-1])
    for seat in (None, *table.setup.seats):
        shown.take(table.render(seat), "render")
        shown.take(table.narrate(seat), "narrate")
        shown.take(live.moment(len(table.history), False).model_dump(warnings=False), "moment")
    if table.history:
        shown.take(live.why(None), "why")
        shown.take(table.motives(len(table.history)), "motives")
    if not table.over:
        shown.printed(screen.table_panel(table, live.viewer, WIDE), "terminal")
        shown.printed(table.prompt(), "terminal")


def play(id: str, scenario: str, seed: int = 1) -> dict[str, str]:
    """Play a game at random and return what it shows outside of brackets."""
    shown, rng, setup = Shown(id, scenario), random.Random(seed), make_setup(id, scenario)
    session = Session.deal(setup, seed, against="random", allies="random", effort=Effort(3, 100))
    live = Live("game-of-test", "player-of-test", session)
    live.begin()
    about = offers.seats(id, scenario).model_dump(warnings=False)
    shown.take(about, "seats")
    for name, kind, text, *_ in (*setup.game.entries(None), *learning.glossary(live.table).entries):
        shown.take([name, kind, text], "glossary")
    shown.take([text for clause in setup.game.clauses for _, text in live.word(clause)], "clause")
    shown.take(live.hint().model_dump(warnings=False), "hint")
    page = learning.page(learning.AskRulebook(type="rulebook", id=id))
    shown.take(
        [cell for x in page.page.blocks if x.kind != "code" for row in x.rows for cell in row], "rulebook"
    )
    moves = 0
    while not live.table.over and moves < MOVES:
        shown.take(live.told().model_dump(warnings=False), "position")
        if moves < LOOKS or rng.random() < 0.08:
            look(live, shown, rng)
        choices = live.choices()
        exits = [x for x in choices if x.action not in setup.game.exits] or choices
        live.act(len(live.table.history), rng.choice(exits).action)
        moves += 1
    shown.take(live.told().model_dump(warnings=False), "position")
    shown.take(live.log(), "log")
    shown.take(live.saved(0.0).model_dump(warnings=False), "list of games")
    look(live, shown, rng)
    if live.table.over:
        person = session.people[0]
        shown.printed(screen.result(live.table, person, session.news(person), WIDE), "terminal")
        if len(live.table.history) < 20:
            shown.take(live.look(0).model_dump(warnings=False), "review")
    return shown.found


def keep_some_history() -> None:
    """Write a history with every game, role and kind of opponent."""
    lines = []
    for game in games().values():
        setup = make_setup(game.id, game.scenarios[0])
        for role in dict.fromkeys(setup.roles):
            others = ["heuristic, random", "trained", "level:2", "ismcts:1000"]
            others += [f"{one}:{name}" for one, kind in personalities(game.id).items() for name in kind]
            kind = {"game": game.id, "scenario": game.scenarios[0], "role": role}
            lines += [kind | {"against": name, "result": "won"} for name in others]
    file = storage.data_folder() / "history.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))


def everywhere() -> dict[str, str]:
    """Return what is shown outside of brackets beside the games."""
    shown = Shown("throwdown-v0", "duel")
    shown.take([game.title for game in offers.catalogue().games], "catalogue")
    shown.printed(screen.commands(), "terminal")
    keep_some_history()
    shown.take(after.records().model_dump(exclude={"puzzles", "today", "solved", "missed"}), "records")
    scenarios = [name for game in games().values() for name in game.scenarios]
    shown.take(storage.history_lines(), "history", *scenarios)
    for one in after.puzzles.puzzles()[::40]:
        shown.take(one.reason(), "puzzle")
    file = io.StringIO()
    lines = script(["?", "table", "help", "none", "1", "none", "AC", "9C", "?", "why", "ledger", ""])
    real = Companion(make_setup("throwdown-v0", "duel"), HANDS, "heuristic", 1)
    CompanionTerminal(real, Console(file=file, width=WIDE), lines).run()
    shown.take(
        file.getvalue(), "real cards", str(storage.data_folder()), "companion.json", "companion --resume last"
    )
    return shown.found


def main() -> None:
    """Print what is found."""
    lacking: dict[str, None] = {}
    translation = catalogue.translations()
    known, ask = translation._catalog, translation.gettext

    def heard(text: str) -> str:
        if text not in known and (text, 0) not in known:
            lacking[text] = None
        return ask(text)

    translation.gettext = heard  # type: ignore[method-assign]
    found = {"everywhere": everywhere()}
    for id in sys.argv[1:] or sorted(OWN):
        for scenario in SHORT.get(id, (games()[id].default,)):
            found.setdefault(id, {}).update(play(id, scenario))
    print(json.dumps({"found": found, "lacking": list(lacking)}, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
