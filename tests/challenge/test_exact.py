"""The odds of an Attempt: published figures, and the lone Attempt solved by the kit's solver."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from typer.testing import CliRunner

from tests.challenge.support import ID
from throwdown.cli import main
from throwdown.envs.challenge import decks
from throwdown.envs.challenge.state import KINDS, Core
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.registry import make_setup
from throwdown.evaluation.balance import Cell, measure, tier
from throwdown.evaluation.exact import build_tree, solve

VALUES = [decks.value(card, Core.SPEED) for card in range(KINDS)]
NUMBERED = [v for v in VALUES if v not in (0, 15)]


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


@cache
def optimal(needs: tuple[int, ...], actions: int, price: Fraction = Fraction(0)) -> tuple[Fraction, Fraction]:
    """Return the best mean return, and the mean number of Actions where as few as may be are used, by enumeration.

    An own count over the values of the cards, apart from the game's kernels.
    """
    deck = Counter(VALUES)

    def chance(score: int) -> Fraction:
        return Fraction(sum(score >= need for need in needs), len(needs))

    def best(first: int, total: int, n: int) -> tuple[Fraction, Fraction]:
        stay = chance(total)
        if n == actions:
            return stay, Fraction(0)
        left = 54 - n
        go = spent = Fraction(0)
        for v, k in deck.items():
            if k == 0:
                continue
            weight = Fraction(k, left)
            deck[v] -= 1
            if v in (0, 15) or (n == 2 and total + v > 15):
                worth, more = chance(first), Fraction(0)
            else:
                worth, more = best(first, total + v, n + 1)
            deck[v] += 1
            go, spent = go + weight * worth, spent + weight * (1 + more)
        return (go - price, spent) if go - price > stay else (stay, Fraction(0))

    found = mean([Fraction(0)]), mean([Fraction(0)])
    for v, k in list(deck.items()):
        deck[v] -= 1
        worth, spent = best(v, v, 1)
        deck[v] += 1
        found = found[0] + Fraction(k, 54) * worth, found[1] + Fraction(k, 54) * spent
    return found[0], 1 + found[1]


KNOWN = {
    5: ("13/18", "2773/2862", "6112/6201"),
    7: ("31/54", "2641/2862", "35827/37206"),
    9: ("23/54", "815/954", "34121/37206"),
    12: ("11/54", "2029/2862", "14582/18603"),
    14: ("1/18", "1673/2862", "23747/37206"),
    15: ("1/54", "493/954", "20363/37206"),
    16: ("0", "71/159", "71/159"),
    20: ("0", "100/477", "100/477"),
    25: ("0", "56/1431", "56/1431"),
    29: ("0", "1/1431", "1/1431"),
}
"""The chance of success with 1, 2, 3 Actions, by what the cards must count."""
AVERAGE, ABOVE, CHAMPION = range(5, 10), range(10, 15), range(15, 20)
HIDDEN = {
    ("average", -1): ("1/2", "4223/4770", "57079/62010"),
    ("average", 0): ("31/54", "13121/14310", "17560/18603"),
    ("average", 3): ("43/54", "311/318", "28211/28620"),
    ("above-average", -1): ("37/270", "9227/14310", "21419/31005"),
    ("above-average", 0): ("11/54", "10069/14310", "140401/186030"),
    ("above-average", 3): ("23/54", "1349/1590", "1274/1431"),
    ("above-average", 4): ("1/2", "4223/4770", "57079/62010"),
    ("champion", -1): ("0", "2311/7155", "2311/7155"),
    ("champion", 0): ("1/270", "5501/14310", "72649/186030"),
    ("champion", 3): ("11/135", "832/1431", "57626/93015"),
    ("champion", 4): ("37/270", "9227/14310", "21419/31005"),
}
"""The same against a hidden Difficulty of a band, by the Core."""
PRICED = {
    ("average", Fraction(1, 10)): "327401/372060",
    ("average", Fraction(1, 5)): "152011/186030",
    ("above-average", Fraction(1, 10)): "15901/24804",
    ("above-average", Fraction(1, 5)): "16454/31005",
    ("champion", Fraction(1, 10)): "8507/28620",
    ("champion", Fraction(1, 5)): "107/477",
}
"""The best return with three Actions and Core 0, if every Action beyond the first has a price."""
BANDS = {"average": AVERAGE, "above-average": ABOVE, "champion": CHAMPION}


def needs(band: str, core: int) -> tuple[int, ...]:
    return tuple(d - core for d in BANDS[band])


def test_the_published_odds_follow_from_the_values_of_the_cards() -> None:
    """Colours do not matter: all four Cores see the same values."""
    for core in Core:
        assert Counter(decks.value(card, core) for card in range(KINDS)) == Counter(VALUES)
    for need, chances in KNOWN.items():
        assert [optimal((need,), n)[0] for n in (1, 2, 3)] == [Fraction(x) for x in chances], need
    for (band, core), chances in HIDDEN.items():
        assert [optimal(needs(band, core), n)[0] for n in (1, 2, 3)] == [Fraction(x) for x in chances], (
            band,
            core,
        )
    for (band, price), value in PRICED.items():
        assert optimal(needs(band, 0), 3, price)[0] == Fraction(value), (band, price)


def test_ch_29_mean_actions_of_the_best_play() -> None:
    for need, mean_actions in ((5, 1.299), (7, 1.487), (9, 1.698), (12, 2.058), (14, 2.325), (16, 1.944)):
        assert float(optimal((need,), 3)[1]) == pytest.approx(mean_actions, abs=5e-4)
    assert optimal(needs("average", 0), 3)[1] == Fraction(4705, 2862)
    assert optimal(needs("above-average", 0), 3)[1] == Fraction(685, 318)
    assert optimal(needs("champion", 0), 3)[1] == Fraction(389, 159)


def solved(**options: object) -> float:
    """Return the chance of success, less prices, by the kit's solver on the game's own kernels."""
    found = solve(build_tree(make_setup(ID, "attempt", cast="analyst", **options), views=False, threads=1))
    assert found.found.share == pytest.approx(0, abs=1e-12) and found.value[0] == pytest.approx(
        found.value[1]
    )
    return (1 - found.value[0]) / 2


compiled = pytest.mark.skipif(not IS_COMPILED, reason="trees are built compiled only")


@compiled
@pytest.mark.parametrize("need", [5, 12, 14, 16])
def test_che_11_cha_30_a_known_difficulty_is_solved_exactly(need: int) -> None:
    for actions in (1, 2, 3):
        value = solved(value=-2, difficulty=need - 2, actions=actions)
        assert value == pytest.approx(float(Fraction(KNOWN[need][actions - 1])), abs=1e-12)


@compiled
@pytest.mark.parametrize("core", ["brawn", "heart"])
@pytest.mark.parametrize(("band", "value"), [("average", 0), ("champion", 3)])
def test_che_11_a_hidden_difficulty_is_solved_exactly(band: str, value: int, core: str) -> None:
    for actions in (1, 2):
        found = solved(core=core, value=value, band=band, actions=actions)
        assert found == pytest.approx(float(Fraction(HIDDEN[band, value][actions - 1])), abs=1e-12)


@compiled
def test_che_11_the_whole_table_is_solved_with_three_actions_and_a_price() -> None:
    assert solved(value=0, band="above-average") == pytest.approx(140401 / 186030, abs=1e-12)
    assert solved(value=0, band="champion", price=10) == pytest.approx(8507 / 28620, abs=1e-6)


TINY = {"ranks": "4A", "suits": "CDHS", "jokers": "rb"}


@compiled
@pytest.mark.parametrize(("difficulty", "actions"), [(5, 2), (8, 3)])
def test_a_tiny_deck_is_solved_as_an_enumeration_says(difficulty: int, actions: int) -> None:
    """Ten cards: the solver on the kernels and an enumeration of all orders agree."""
    data = {**make_setup(ID, "attempt").config, "deck": TINY}
    found = solve(
        build_tree(
            make_setup(ID, data, value=0, difficulty=difficulty, actions=actions), views=False, threads=1
        )
    )
    values = [4, 4, 4, 4, 14, 14, 1, 1, 0, 15]

    def best(first: int, total: int, left: list[int], n: int) -> Fraction:
        stay = Fraction(total >= difficulty)
        if n == actions:
            return stay
        go = [
            Fraction(first >= difficulty)
            if v in (0, 15) or (n == 2 and total + v > 15)
            else best(first, total + v, left[:k] + left[k + 1 :], n + 1)
            for k, v in enumerate(left)
        ]
        return max(stay, mean(go))

    want = mean([best(v, v, values[:k] + values[k + 1 :], 1) for k, v in enumerate(values)])
    assert (1 - found.value[0]) / 2 == pytest.approx(float(want), abs=1e-12)


@compiled
def test_the_command_prints_a_table_by_core_and_difficulty() -> None:
    """CHE-11: the table of the rulebook page; a lone player's chance to win."""
    own = ("solve", "attempt", "--game", ID, "--option", "cast=analyst", "--vary", "attempt.value=-1,3")
    said = CliRunner().invoke(main.app, [*own, "--vary", "attempt.band=average,champion"])
    assert said.exit_code == 0 and "the chance to win of the Character" in said.output
    for value in (".9205", ".3230", ".9857", ".6195"):
        assert value in said.output
    data = CliRunner().invoke(main.app, [*own, "--json"])
    assert [row["values"]["attempt.value"] for row in json.loads(data.output)["cells"]] == ["-1", "3"]


def test_scenarios_with_other_sides_are_measured_one_at_a_time() -> None:
    cells = [Cell(make_setup(ID, name), (name,)) for name in ("scene", "duel")]
    with pytest.raises(InvalidConfig, match="'duel' is played by a and b, 'scene' by table and character"):
        measure(cells, [tier("random", "random")], deals=2)


# Single decisions ----------------------------------------------------------------------------------------------------


def without(*drawn: int) -> list[int]:
    left = list(VALUES)
    for v in drawn:
        left.remove(v)
    return left


def share(values: list[int], *accepted: int) -> Fraction:
    return Fraction(sum(v in accepted for v in values), len(values))


def test_fresh_cards() -> None:
    """G3.35 to G3.37."""
    assert share(VALUES, *range(8, 16)) == Fraction(1, 2) and mean([Fraction(v) for v in VALUES]) == Fraction(
        15, 2
    )
    for need in range(1, 17):
        left = sum(v >= need for v in VALUES)
        want = {1: 53, 14: 3, 15: 1, 16: 0}.get(need, 4 * (14 - need) + 3)
        assert left == want


@pytest.mark.parametrize(
    ("first", "need", "chance"),
    [
        (8, 14, "33/53"),
        (4, 12, "26/53"),
        (6, 14, "26/53"),
        (3, 9, "34/53"),
        (10, 17, "29/53"),
        (15, 20, "38/53"),
    ],
)
def test_a_double_succeeds(first: int, need: int, chance: str) -> None:
    """G3.38 and others: a Joker falls back to the first card."""
    good = [v for v in without(first) if v not in (0, 15) and first + v >= need]
    assert Fraction(len(good), 53) == Fraction(chance)


@pytest.mark.parametrize(
    ("first", "second", "chance"),
    [
        (8, 4, "5/26"),
        (8, 2, "17/52"),
        (2, 3, "9/13"),
        (5, 5, "4/13"),
        (7, 6, "3/26"),
        (9, 5, "1/26"),
        (0, 9, "11/26"),
        (1, 2, "11/13"),
    ],
)
def test_a_triple_does_not_flop(first: int, second: int, chance: str) -> None:
    """G3.39, G3.40; G3.17: after two cards that count 15 it always does."""
    left = [v for v in without(first, second) if v not in (0, 15)]
    assert Fraction(sum(first + second + v <= 15 for v in left), 52) == Fraction(chance)
    assert not any(8 + 7 + v <= 15 for v in without(8, 7) if v not in (0, 15))


def test_a_blind_triple_flops_mostly() -> None:
    """G3.41."""
    flops = jokers = 0
    for a, x in enumerate(VALUES):
        for b, y in enumerate(VALUES):
            for c, z in enumerate(VALUES):
                if len({a, b, c}) == 3:
                    is_joker = y in (0, 15) or z in (0, 15)
                    jokers += is_joker
                    flops += is_joker or x + y + z > 15
    assert Fraction(flops, 54 * 53 * 52) == Fraction(64123, 74412) and Fraction(
        jokers, 54 * 53 * 52
    ) == Fraction(2, 54) + Fraction(52, 54) * Fraction(2, 53)


def test_contests_of_single_cards() -> None:
    """G3.42, and the chances by how far the attacking Core leads; the decks are apart."""
    want = {
        -5: "521/2916",
        -3: "809/2916",
        -1: "43/108",
        0: "1357/2916",
        1: "1559/2916",
        3: "1939/2916",
        5: "251/324",
    }
    for lead, chance in want.items():
        fails = sum(a + lead > d for a in VALUES for d in VALUES)
        assert Fraction(fails, 54 * 54) == Fraction(chance)
