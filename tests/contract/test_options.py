"""Every option that a game takes changes what is played; those that it does not read are refused in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import numpy as np
import pytest

from tests.support import FUSION, GAMES, setup_of
from throwdown.envs.challenge.sheets import setups as challenge
from throwdown.envs.core.batch import Batch, BatchStep
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.fusion.sheets.scenario import REWARDS, Options, RulesSheet, SessionSheet
from throwdown.envs.fusion.sheets.setups import load_scenario
from throwdown.envs.showdown.sheets import setups as showdown
from throwdown.envs.skirmish.sheets import setups as skirmish

NUMBERS = {
    "scenes": (3,),
    "doom": (1,),
    "quiet": (6,),
    "mend": (3,),
    "lead": (50,),
    "calm": (0, 2),
    "idle": (5,),
    "strike_assist": ([-2, 0, 0, 0, 0, 0, 0],),
    "challenger": ("coach_0", "pilot_0"),
    "gambit_pilot": ("pilot_0",),
    "reward": REWARDS,
    "max_pilots": (5,),
}
"""Values of FUSION's options whose types do not list them."""
SAME = {"gambit_edition": "newer"}
"""What an option is where it is left out."""
TOLD = ("share_hands", "discard_and_draw", "coach_leftovers", "deck_out")
"""Options that may show in observations alone: others are told there, too, which by itself changes nothing."""
MORE = {
    "challenge-v0": {
        "rounds": (2,),
        "actions": (2,),
        "goal": (3,),
        "limit": (4,),
        "boon_at": (1,),
        "income": (5,),
        "carry": (9,),
        "hostile": (2,),
        "tokens": (0,),
        "open_most": (1,),
        "flop_limit": (5,),
        "flop_on_double": (True,),
        "degree_step": (1,),
        "degree_most": (1, 9),
        "core": ("heart",),
        "value": (9,),
        "stamina": (1,),
        "band": ("hero",),
        "difficulty": (1,),
        "price": (3,),
    },
    "showdown-v0": {
        "turns": (1,),
        "wounds": (1,),
        "handsize": (3,),
        "hero_actions": (1,),
        "villain_actions": (2,),
        "bonus_valor": (0,),
        "quiet_tic": (2,),
        "mulligan": (False,),
        "wound_scope": ("losers",),
        "wounded_power": ("counts",),
    },
    "skirmish-v0": {
        "rounds": (1,),
        "limit": (6,),
        "exposed": (9,),
        "jammed": (9,),
        "leak": (30,),
        "cut_by": (2,),
        "cut_of": (6,),
    },
}
"""Values of the options of other games; who plays, and where, are scenarios of their own."""
NAMES = {
    "challenge-v0": set(challenge.FILES.option_names()) - {"cast"},
    "showdown-v0": set(showdown.FILES.option_names()) - {"heroes", "villains"},
    "skirmish-v0": set(skirmish.FILES.option_names()) - {"mcs", "map"},
}
OLDER = "session-v0, older"
ROWS, PLIES = 200, 400


def fields() -> dict[str, Any]:
    """Return FUSION's options by name."""
    return {**Options.model_fields, **RulesSheet.model_fields, **SessionSheet.model_fields}


def values_of(name: str) -> Iterator[Any]:
    """Yield the values of one of FUSION's options that are not its default."""
    field = fields()[name]
    kinds = [field.annotation, *get_args(field.annotation)]
    known = [x for kind in kinds for x in get_args(kind) if isinstance(x, str)]
    flags = [not field.default] if field.annotation is bool else []
    found = (*known, *flags, *NUMBERS.get(name, ()))
    yield from (x for x in found if x != field.default and x != SAME.get(name))


def thin() -> dict[str, Any]:
    """Return `trio` in the Red, with hardly more cards than hands hold, where the rarest rules come up."""
    data = load_scenario("trio")[1].model_dump()
    data |= {"harmony": 1, "coach": {"hand_max": 3}, "crisis": {**data["crisis"], "gate": 1}}
    data["session"]["older"]["calm"] = 2  # without calm, as everywhere else, `calm = 0` would be no change
    data["deck"] = {"ranks": "2569A", "suits": "DS", "copies": 1, "jokers": 4}
    data["threats"] = [{**threat, "invested": 0, "extra": 0} for threat in data["threats"]]
    poor = {"hand_max": 2, "synch": 1, "solo": 1, "gear": []}
    data["pilots"] = [{**pilot, **poor} for pilot in data["pilots"]]
    data["factions"] = [{**faction, "strikes": 1, "favor": 0} for faction in data["factions"]]
    return data


def played(batch: Batch, step: BatchStep, sees: bool) -> Iterator[np.ndarray]:
    """Yield what a step shows: who moves, what is legal, what was paid, and if wanted what is seen."""
    yield from (step.seats, batch.words, step.rewards, *([step.observations] if sees else []))


def differ(id: str, scenario: Any, base: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Return whether options change anything in games that are played alike."""
    setups = [setup_of(id, scenario, **x) for x in (base, {**base, **options})]
    if setups[0].width != setups[1].width or setups[0].game.actions.n != setups[1].game.actions.n:
        return True
    one, other = (Batch(setup, ROWS, seed=11, autoreset=False) for setup in setups)
    sees = any(name in TOLD for name in options)
    steps = one.reset(), other.reset()
    for _ in range(PLIES):
        pairs = zip(played(one, steps[0], sees), played(other, steps[1], sees), strict=True)
        if any((a != b).any() for a, b in pairs):
            return True
        if (steps[0].seats < 0).all():
            return False
        actions = one.random_actions(0.1)
        steps = one.step(actions), other.step(actions)
    return False


@pytest.mark.parametrize("id", [*FUSION, OLDER])
@pytest.mark.parametrize("name", list(fields()))
def test_an_option_of_fusion_changes_something_or_is_refused(id: str, name: str) -> None:
    """Every value by itself; what is refused is named, with the games that it is for."""
    base = {"edition": "older"} if id == OLDER and name != "edition" else {}
    id = id.split(",")[0]
    refused = []
    for value in values_of(name):
        try:
            setup_of(id, "trio", **{**base, name: value})
        except InvalidConfig as error:
            text = str(error)
            assert (f"'{name}'" in text and text.endswith("leave it out.")) or name == "gambit_edition", text
            refused.append(value)
    if refused:
        assert refused == list(values_of(name)), "a game reads an option or it does not"
        return
    for value in values_of(name):
        found = (differ(id, x, base, {name: value}) for x in ("trio", thin(), "seven", "small"))
        assert any(found), f"{name} = {value!r} changes nothing"


@pytest.mark.parametrize("id", list(MORE))
def test_an_option_of_other_games_changes_something(id: str) -> None:
    scenarios = setup_of(id).game.scenarios
    assert set(MORE[id]) >= NAMES[id], "an option has no value here"
    for name, values in MORE[id].items():
        for value in values:
            assert any(changes(id, x, {name: value}) for x in scenarios), (
                f"{name} = {value!r} changes nothing"
            )


def changes(id: str, scenario: str, options: Mapping[str, Any]) -> bool:
    """Return whether options that a scenario takes change anything in it."""
    try:
        return differ(id, scenario, {}, options)
    except InvalidConfig:
        return False


def test_every_game_is_tested_or_has_no_options() -> None:
    for id in set(GAMES) - set(FUSION) - set(MORE):
        with pytest.raises(InvalidConfig, match="has none"):
            setup_of(id, None, rounds=1)
