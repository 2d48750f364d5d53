"""Why: what else could have been played, and what nobody is told."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest
from rich.console import Console

from tests.play.support import deal, play_on, run
from tests.support import GAMES, TWO, walk
from tests.throwdown.scenes import sheet, third
from throwdown.envs.core.errors import IllegalAction
from throwdown.envs.registry import find_game
from throwdown.envs.tables.table import Table
from throwdown.envs.tables.view import View
from throwdown.play import screen, speaking
from throwdown.play.outlook import BRIEF, FULL, Adviser, Effort, Outlook
from throwdown.play.session import Session


@pytest.mark.parametrize(("game", "scenario"), TWO)
def test_what_others_might_have_played_is_the_same_in_every_possible_world(game: str, scenario: str) -> None:
    differed = compared = 0
    for seed in range(2):
        for table in islice(walk(game, scenario, seed, keep=0.02), 40):
            if table.over:
                break
            for seat in [name for name in table.setup.seats if name != table.agent][:2]:
                here = table.options(seat)
                assert set(table.legal_ids()) <= set(here)
                other = table.redeal(seat, 7 + seed)
                assert other.options(seat) == here, (table.phase, seat)
                differed += other.legal_ids() != table.legal_ids()
                compared += 1
    short, seldom = ("kuhn-v0", "leduc-v0"), ("attempt", "duel", "duel-2v2", "mini")
    assert compared > 5 or game in short or scenario == "attempt"
    if game not in short and (game, scenario) not in [
        *(("challenge-v0", name) for name in seldom),
        ("skirmish-v0", "mini"),
    ]:
        assert (
            differed
        )  # the hidden part mattered: bare masks would have told it; in duels only a Joker's Flop does


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_why_and_what_decided_it(game: str) -> None:
    for table in walk(game, find_game(game).default, 3):
        seat = table.agent
        if table.history:
            for asks in (None, *table.setup.seats):
                told = screen.why_text(table.why(None, asks))
                assert told.startswith(f"Move {len(table.history)}: ") and told.endswith("."), told
        if len(table.legal_ids()) == 1 and seat:
            assert table.forced().endswith(".")
    assert table.decided() == "" or table.decided().endswith(".")
    with pytest.raises(IllegalAction, match="There is no move 0"):
        table.why(0)


def _conceding(hand: list[str]) -> Table:
    """Return a table at which Coach has Conceded on a Four within his Strike of 4."""
    pile = [
        {"opened": "initiative", "cards": [{"card": "2C", "by": "coach_0"}]},
        {"opened": "escalate", "cards": [{"card": "2D", "by": "pilot_0"}]},
        {"opened": "escalate", "cards": [{"card": "3C", "by": "coach_0"}, {"card": "4S", "by": "pilot_0"}]},
    ]
    position = {"hands": {"coach_0": hand}, "pile": pile}
    table = Table.from_position(position)
    table.play("concede")
    return table


def test_ts_14_a_forced_concede_names_strike_card_and_rule_to_who_may_know() -> None:
    table = _conceding(["KS", "AD"])
    reason = "Coach must Concede: no card within Coach's Strike of 4 beats or Blocks 4S, and stage 3 has no Escalate"
    for asks in (None, "coach_0"):
        assert reason in screen.why_text(table.why(1, asks)) and "(TS-14" in screen.why_text(
            table.why(1, asks)
        )
    public = screen.why_text(table.why(1, "pilot_0"))
    assert "must Concede" not in public and "hidden" in public
    assert "Counter any 5 6 7 8" in public and "any 9" not in public


def test_why_of_a_free_choice_lists_the_others() -> None:
    table = _conceding(["5S", "6D", "KS"])
    told = screen.why_text(table.why(1, "coach_0"))
    assert "Also legal: Counter 6D 5S" in told or "Also legal: Counter 5S 6D" in told
    assert screen.why_text(table.why(1, "pilot_0")) == screen.why_text(_conceding(["KS"]).why(1, "pilot_0"))


def test_why_says_what_the_move_did_before_its_alternatives() -> None:
    table = _conceding(["5S", "6D", "KS"])
    told = screen.why_text(table.why(1, "coach_0"))
    assert "It ends the fight, and keeps 3 cards. Also legal: " in told
    assert "keeps 3 cards" not in screen.why_text(table.why(1, "pilot_0"))


def test_why_of_an_own_move_says_what_was_better() -> None:
    """Coach holds no card, so whatever beats the top of stage 3 wins."""
    session = deal(3, effort=Effort(16))
    session.advance()
    last = len(session.table.history) + 1
    session.act(session.hint().action)
    good = speaking.reasons(session, "pilot_0", last)
    assert good[0].startswith(f"Move {last}: ") and good[-1].startswith("Also legal: ")
    assert any(text.endswith("no other choice was better.") for text in good[1:-1])
    table = third(sheet(), hands={"pilot_0": ["KC", "2D"], "coach_0": []})
    bad = Session(table, ["pilot_0"], "random", effort=Effort(16))
    bad.act("concede")
    (better,) = [text for text in speaking.reasons(bad, "pilot_0", 1) if "was better." in text]
    assert better.startswith("Counter KC was better. The King beats the Five, which costs 3 Harmony; ")
    assert "Concede wins 100 fewer games in 100" in better


def test_why_plays_no_more_games_than_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a hint may take: it is asked beside the table, and answered within a moment."""
    asked, consider = [], Adviser.consider

    def noted(self: Adviser, view: View, seed: Sequence[int], effort: Effort = FULL, *more: Any) -> Outlook:
        asked.append(effort)
        return consider(self, view, seed, Effort(8), *more)

    monkeypatch.setattr(Adviser, "consider", noted)
    session = deal(3, effort=FULL)
    session.advance()
    session.act(session.hint().action)
    own = max(move for move, (agent, _) in enumerate(session.table.history, 1) if agent == "pilot_0")
    speaking.reasons(session, "pilot_0", own)
    assert asked == [FULL, BRIEF]


def test_the_command_why_and_a_forced_menu() -> None:
    session = deal(3)
    play_on(session, 1, 2)
    _, text = run(session, ["why", "why 1", "why 999", "quit"])
    assert "Move 1: " in text and "There is no move 999" in text
    table = _conceding(["KS", "AD"]).before(1)
    console = Console(file=io.StringIO(), width=80)
    console.print(screen.turn(table, "coach_0", None))
    assert isinstance(console.file, io.StringIO)
    assert "There is no other choice. Coach must Concede" in console.file.getvalue().replace("\n", " ")
