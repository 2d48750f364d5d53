"""Games looked at again: chances over time, luck and skill, costly decisions, quality."""

from __future__ import annotations

import numpy as np
import pytest

from tests.play.support import deal, play_on
from throwdown.envs.core.errors import IllegalAction
from throwdown.evaluation.statistics import Interval
from throwdown.play import review as reviews
from throwdown.play.outlook import Effort
from throwdown.play.review import Judgement, Review
from throwdown.play.session import Session

SOME = Effort(48, 8_000)


def finished(
    seed: int = 5, people: str = "pilot_0", game: str = "throwdown-v0", worst: bool = False
) -> Session:
    """Return a game that is over: played anyhow, or giving up at once."""
    session = deal(seed, people, game)
    if not worst:
        play_on(session, 1)
        return session
    session.advance()
    while not session.table.over:
        session.act("concede" if "concede" in session.table.legal() else session.table.legal()[-1])
        session.advance()
    return session


def judged(session: Session, effort: Effort = SOME) -> tuple[Review, list[Judgement]]:
    look = Review(session, effort=effort)
    return look, [look.judge(move) for move in look.moves]


def test_a_game_that_goes_on_is_not_looked_at() -> None:
    with pytest.raises(IllegalAction, match="not over yet"):
        Review(deal())


@pytest.mark.parametrize(("game", "scenario"), [("throwdown-v0", "duel"), ("leduc-v0", "standard")])
def test_the_terms_add_up_to_the_result(game: str, scenario: str) -> None:
    session = deal(5, "", game, scenario)
    play_on(session, 1)
    look, every = judged(session)
    found = look.summary(every)
    assert found.before + found.luck + found.own + found.others == pytest.approx(found.result)
    value = session.table.returns()[session.people[0]]
    assert found.result == (1 + np.sign(value)) / 2
    assert found.decisions == sum(x.is_own for x in every) > 0


def test_giving_up_costs_and_is_named_first() -> None:
    session = finished(worst=True)
    look, every = judged(session)
    found = look.summary(every)
    concede = session.table.action_id("concede")
    last = [x for x in every if x.is_own and x.chosen == concede][-1]
    assert last.is_costly and last.options[0].action != concede
    assert last.cost.mean == pytest.approx(last.options[0].chance.mean, abs=0.02)  # who gives up wins nothing
    costs = {x.move: x.cost.mean for x in every}
    assert last.move in found.costliest
    assert list(found.costliest) == sorted(found.costliest, key=lambda move: -costs[move])
    assert found.quality is not None and found.quality.mean < 100
    assert any("cost you clearly" in text for text in found.sentences())
    assert any(text.startswith("Luck is the cards:") for text in found.sentences())
    assert (
        last.reason.startswith(f"{last.options[0].name} was better. ") and "fewer games in 100" in last.reason
    )
    assert all((x.reason != "") == x.is_costly for x in every)


def test_the_best_choices_cost_nothing() -> None:
    session = deal(6, "pilot_0", effort=SOME)  # a hint from fewer games misjudges more
    session.advance()
    while not session.table.over:
        session.act(session.hint().action)
        session.advance()
    look, every = judged(session)
    found = look.summary(every)
    assert found.quality is None or found.quality.mean > 90


def test_what_is_costly_depends_on_what_could_be_known_alone() -> None:
    """The same moves in a game in which hidden cards differ are judged the same."""
    session = finished()
    table, look = session.table, Review(session, effort=SOME)
    move = next(k for k in look.moves if table.history[k - 1][0] == "pilot_0")
    then = table.before(move)
    plain = look.judge(move)
    look._tables[move] = then.redeal("pilot_0", 99)
    other = look.judge(move)
    assert other.options == plain.options and other.could_know == plain.could_know
    assert other.hindsight != plain.hindsight


def test_hindsight_sees_what_was_hidden_and_does_not_know_the_draws() -> None:
    session = finished()
    look = Review(session, effort=SOME)
    view = reviews._open(look._tables[look.moves[0]])
    one, two = (view.worlds(np.random.default_rng(k)).states for k in (1, 2))
    assert one["rng"]["key"] != two["rng"]["key"]
    two["rng"]["key"] = one["rng"]["key"]
    assert one.tobytes() == two.tobytes()


def test_quality_is_a_share_of_what_was_at_stake() -> None:
    nothing, half = Interval(0.0, 0.0, 0.0), Interval(0.2, 0.1, 0.3)
    made = [
        Judgement(k, "pilot_0", True, "a", (), 0.5, cost, 0.4, 0.5, 0.0)
        for k, cost in enumerate((nothing, half))
    ]
    found = reviews._quality(made)
    assert found is not None and found.mean == pytest.approx(75)
    assert found.low == pytest.approx(62.5) and found.high == pytest.approx(87.5)
    assert reviews._quality([Judgement(1, "pilot_0", True, "a", (), 0.5, nothing, 0.0, 0.5, 0.0)]) is None
