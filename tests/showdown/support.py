"""Showdowns set up for a rule: positions, whole plays, and what happened."""

from __future__ import annotations

from typing import Any

from throwdown.envs.showdown import table as rules
from throwdown.envs.showdown.state import CARDS, SLOTS
from throwdown.envs.showdown.words import names
from throwdown.envs.tables.table import Table

ID = "showdown-v0"
FACES = {
    "Red Sentai": "front",
    "Blue Sentai": "front",
    "Gold Sentai": "front",
    "Doctor Umbra": "front",
    "Umbra Rex": "back",
}
HEROES = ("Red Sentai", "Blue Sentai", "Gold Sentai")
SIDES = ("heroes", "villains")


class Game:
    """A game that tests may meddle with; moves are the texts of actions."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def s(self) -> Any:
        return self.table.state

    @property
    def legal(self) -> list[str]:
        return self.table.legal()

    @property
    def phase(self) -> str:
        return self.table.phase

    def team(self, side: str) -> Any:
        return self.s.teams[SIDES.index(side)]

    def number(self, name: str, side: str | None = None) -> int:
        """The place of a Character; of several with one name the first."""
        for c in range(2 * SLOTS):
            card = int(self.s.characters[c].card)
            if card >= 0 and name in (
                names.card_name(card, self.table.setup),
                names.character(self.s, c, self.table.setup),
            ):
                if side is None or SIDES[c // SLOTS] == side:
                    return c
        raise KeyError(name)

    def has(self, name: str) -> bool:
        try:
            return self.number(name) >= 0
        except KeyError:
            return False

    def character(self, name: str) -> Any:
        return self.s.characters[self.number(name)]

    def power(self, name: str) -> int:
        return int(rules.power(self.s, self.number(name)))

    def wounded(self, name: str) -> bool:
        return bool(self.character(name).is_wounded)

    def at(self, name: str) -> str:
        """The action that names a Character."""
        c = self.number(name)
        return f"{'own' if c // SLOTS == self.s.seat else 'opposing'} {c % SLOTS + 1}"

    def card(self, name: str, side: str | None = None) -> str:
        """The action that names a card of the list of who decides."""
        return f"card {self.index(name, side) + 1}"

    def index(self, name: str, side: str | None = None) -> int:
        own = side or SIDES[int(self.s.seat)]
        return [card["name"] for card in self.table.setup.config[own]["cards"]].index(name)

    def ability(self, name: str, k: int = 0) -> str:
        return f"ability {self.number(name) % SLOTS + 1}{'ab'[k]}"

    def count(self, side: str, zone: str, name: str) -> int:
        """Copies of a card in a zone: hand, trash, gone or deck."""
        return int(getattr(self.team(side), zone)[self.index(name, side)])

    def gear(self, name: str) -> list[str]:
        """The Attachments of a Character."""
        return [names.card_name(int(g), self.table.setup) for g in self.character(name).gear if g >= 0]

    def do(self, *moves: str) -> Game:
        for move in moves:
            self.table.play(move)
        return self

    def play(self, *cards: str) -> Game:
        for name in cards:
            self.do(self.card(name))
        return self

    def on(self, *whom: str) -> Game:
        for name in whom:
            self.do(self.at(name))
        return self

    def told(self, kind: str) -> list[Any]:
        return [e for e in self.table.events if e.kind == kind]

    def kinds(self) -> list[str]:
        return [e.kind for e in self.table.events]

    def why(self, move: str) -> str:
        return self.table.explain(move)

    def card_of(self, event: Any) -> str:
        return names.card_name(event.card, self.table.setup)


def ch(name: str, *attachments: str, **data: Any) -> dict[str, Any]:
    """A Character of a position."""
    found: dict[str, Any] = {"name": name, **data}
    if name in FACES:
        found.setdefault("face", FACES[name])
    if attachments:
        found["attachments"] = [{"name": gear} for gear in attachments]
    return found


def fighters(*own: str, **data: Any) -> list[dict[str, Any]]:
    """Characters in Combat."""
    return [ch(name, in_combat=True, **data) for name in own]


def position(scenario: Any = "showdown", options: dict[str, Any] | None = None, **data: Any) -> Game:
    """A game in a position."""
    return Game(Table.from_position(data, ID, scenario, **(options or {})))


def action(
    side: str = "heroes", n: int = 3, scenario: Any = "showdown", options: Any = None, **data: Any
) -> Game:
    """An Action Phase with some Actions left."""
    own = {"actions": n, **data.pop(side, {})}
    return position(scenario, options, **{side: own, "decides": f"{side}_0", **data})


def missions(side: str = "heroes", **data: Any) -> Game:
    """A Mission Phase."""
    return position(phase="mission", decides=f"{side}_0", **data)


def tic(n: int, heroes: dict[str, Any], villains: dict[str, Any], options: Any = None, **data: Any) -> Game:
    """The beginning of a Tic: the Villains compose."""
    found = {"phase": "compose", "decides": "villains_0", "bought": True, "combat": True, "tic": n, **data}
    sides = {"heroes": {"valor": 30, **heroes}, "villains": {"valor": 30, **villains}}
    return position(found.pop("scenario", "showdown"), options, **sides, **found)


def before_combat(heroes: dict[str, Any], villains: dict[str, Any], options: Any = None, **data: Any) -> Game:
    """The Villains' Mission Phase of a Turn with a Combat, which begins when it is passed."""
    found = {"phase": "mission", "decides": "villains_0", "bought": True, **data}
    return position("showdown", options, heroes=heroes, villains=villains, **found)


def deal(scenario: Any = "showdown", seed: int = 1, **options: Any) -> Game:
    return Game(Table.deal(ID, seed, scenario, **options))


def index_of(side: str) -> int:
    return SIDES.index(side) * CARDS


RED, UMBRA = {"characters": fighters("Red Sentai")}, {"characters": fighters("Doctor Umbra")}


def fight(n: int, heroes: dict[str, Any], villains: dict[str, Any], **data: Any) -> Game:
    """The same with Red Sentai against Doctor Umbra, unless a side says otherwise."""
    return tic(n, {**RED, **heroes}, {**UMBRA, **villains}, **data)


def settle(game: Game, *moves: str) -> Game:
    """Play on with what a test does not care about: pay everything, aim at the first."""
    game.do(*moves)
    while game.phase in ("pay", "aim"):
        game.do("pay" if game.phase == "pay" else game.legal[0])
    return game


def hurt(game: Game) -> set[str]:
    """Who has been Wounded; the next opening heals Heroes and Villains."""
    return {game.card_of(event) for event in game.told("wounded")}
