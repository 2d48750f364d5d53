"""Prompts list what can be legal in this scenario and stage, as far as everybody knows, and nothing else."""

from __future__ import annotations

import pytest

from tests.support import walk
from tests.throwdown.scenes import ROBO, RUMBLES, THREAT, coach_assisting, fight, sheet, third
from throwdown import Table

WAYS = {
    "throwdown-v0": {
        "counter": "Counter",
        "block": "Block",
        "escalate": "Escalate",
        "rumble": "Initiate Rumble",
        "concede": "Concede",
        "ask": "ask an ally",
        "tech": "a Tech",
        "robo-tech": "a Robo Tech",
        "gear": "Gear",
        "sacrifice": "Gear",
        "summon": "her Robo",
        "charge": "a Charge Tech",
        "rumble-tech": "her Rumble Tech",
        "boon": "the Location",
        "wave": "a Wave",
        "storm": "a Storm",
        "omen": "an Omen",
    },
    "pile-v0": {
        "push": "Push",
        "beat-back": "Beat-Back",
        "card-assist": "Assist",
        "strike-assist": "Assist",
        "fold": "Fold",
        "join": "join",
        "oppose": "oppose",
        "sit-out": "sit out",
        **dict.fromkeys(("tech", "gear", "recharge", "invoke", "wave", "storm", "omen"), "Side actions"),
    },
    "gambit-v0": {
        "blind": "top card of the deck unseen",
        "flip": "or flip",
        "threshold": "lay a Hand card",
        "claim": "claim",
    },
    "session-v0": {"venture": "venture", "challenge": "challenge", "rest": "rest", "omen": "Spend an Omen"},
}
PHASES = {
    "throwdown-v0": ("drive", "assist", "coach-assist"),
    "pile-v0": ("turn", "side"),
    "gambit-v0": ("threshold", "answer", "claim"),
    "session-v0": ("scene", "plot"),
}


@pytest.mark.parametrize(("id", "scenario"), [(id, s) for id in WAYS for s in ("duel", "trio")])
def test_whatever_is_legal_is_listed(id: str, scenario: str) -> None:
    asked = 0
    for seed in range(2):
        for table in walk(id, scenario, seed, keep=0.02):
            if table.over or table.phase not in PHASES[id]:
                continue
            asked += 1
            for verb in {action.split(" ")[0] for action in table.legal()} & set(WAYS[id]):
                assert WAYS[id][verb] in table.prompt(), (table.prompt(), verb)
    assert asked > 3


def test_ts_66_ts_53_no_escalate_in_the_last_stage_and_a_rumble_only_where_there_is_one() -> None:
    plain = fight(sheet())
    assert plain.prompt().startswith("Ada: Counter, Escalate or Concede (stage 1")
    last = third(sheet())
    assert last.prompt().startswith("Ada: Counter, Block or Concede (stage 3")
    rumbling = third(sheet({"robo": ROBO}, **RUMBLES))
    assert ": Counter, Block, Initiate Rumble or Concede" in rumbling.prompt()
    gated = {**RUMBLES, "crisis": {"tier": 0, "gate": 3, "needs_giant": False}}
    assert "Rumble" not in third(sheet({"robo": ROBO}, **gated), by="coach_0").prompt()
    assert "Rumble" in third(sheet({"robo": ROBO}, **RUMBLES), by="coach_0").prompt()


def test_ts_46_no_block_of_the_card_that_won_initiative() -> None:
    pile = [
        {"opened": "initiative", "cards": [{"card": "3C", "by": "pilot_0"}, {"card": "5C", "by": "coach_0"}]}
    ]
    assert "Block" in fight(sheet(), pile=pile).prompt() and "Block" not in fight(sheet()).prompt()


def test_c_91_allies_are_asked_by_a_commander_who_has_some_left() -> None:
    team = sheet({}, {})
    assert "ask an ally" in fight(team).prompt()
    assert "ask an ally" not in fight(team, by="pilot_0").prompt()
    assert "ask an ally" not in fight(team, asked=["pilot_1"]).prompt()
    assert "ask an ally" not in fight(team, involved=["pilot_0", "coach_0"]).prompt()
    assert "ask an ally" not in fight(sheet()).prompt()


def test_ts_76_ts_82_assists_that_the_scenario_has() -> None:
    table = fight(sheet({"techs": [{"name": "Hit", "effects": ["+Rally"]}]}, charge_techs=[]), phase="assist")
    assert table.prompt() == "Ada: Assist with a Tech, or pass."
    waves = {**THREAT, "waves": [{"name": "Surge", "effects": ["+Rally"]}]}
    assert coach_assisting(sheet(threats=[waves]), ["KS"]).prompt() == "Coach: Assist with a Wave, or pass."


def test_prompts_of_the_other_games() -> None:
    duel = Table.deal("pile-v0", 1, "duel")
    while duel.phase != "turn":
        duel.play(duel.legal()[0])
    assert "Fold" in duel.prompt() and "Assist or" not in duel.prompt()
    gambit = {"hands": {"coach_0": ["2D"], "pilot_0": ["9S"]}, "phase": "threshold"}
    assert "unseen" in Table.from_position(gambit, "gambit-v0").prompt()
    suits = {"ranks": "2349", "suits": "DS", "copies": 1, "jokers": 0}  # all cards are held
    last = {**sheet(deck=suits, coach={"hand_max": 1}), "threats": [{"name": "T", "rating": 2}]}
    held = {
        "hands": {"coach_0": ["2D", "3D", "4D", "9D"], "pilot_0": ["2S", "3S", "4S", "9S"]},
        "phase": "threshold",
    }
    table = Table.from_position(held, "gambit-v0", last)
    assert table.prompt() == "Coach: lay a Hand card face-down as the Threshold."
    session = Table.deal("session-v0", 4, "duel")
    assert "Omen" not in session.prompt()
