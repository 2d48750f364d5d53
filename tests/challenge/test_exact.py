"""The odds of an Attempt: published figures, and the lone Attempt solved by the kit's solver."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.challenge.support import ID
from throwdown.cli import main
from throwdown.envs.challenge import decks
from throwdown.envs.challenge.state import KINDS, Core
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.registry import make_setup
from throwdown.evaluation.balance import Cell
from throwdown.evaluation.exact import build_tree, exploitability, solve
from throwdown.evaluation.study import measure, tier

VALUES = [decks.value(card, Core.SPEED) for card in range(KINDS)]


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
    assert [row["values"]["attempt.value"] for row in json.loads(data.stdout)["cells"]] == ["-1", "3"]


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
        (0, 10, "18/53"),
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


def attempts(doubles: bool) -> Counter[tuple[int, int]]:
    """How often a fresh deck gives a score with Core 0, out of 54 · 53; and whether an Attempt was Doubled (0, 1)."""
    found: Counter[tuple[int, int]] = Counter()
    for i, first in enumerate(VALUES):
        for k, second in enumerate(VALUES):
            if i != k:
                score = first if not doubles or second in (0, 15) else first + second
                found[score, int(doubles)] += 1
    return found


@pytest.mark.parametrize(
    ("attacker_doubles", "defender_doubles", "fails", "harm"),
    [
        (False, False, "1357/2916", "653/972"),
        (True, False, "128183/154548", "270229/154548"),
        (False, True, "21035/154548", "3929/12879"),
        (True, True, "3895085/8191044", "2651261/2047761"),
    ],
)
def test_cho_25_cho_28_contests_with_doubles_and_their_mean_harm(
    attacker_doubles: bool, defender_doubles: bool, fails: str, harm: str
) -> None:
    """At equal Cores; the extra degree depends on the defender's Double alone."""
    chance = mean_harm = Fraction(0)
    for (attack, _), n in attempts(attacker_doubles).items():
        for (defence, doubled), k in attempts(defender_doubles).items():
            if defence < attack:
                weight = Fraction(n * k, (54 * 53) ** 2)
                chance += weight
                mean_harm += weight * (min(3, 1 + (attack - defence - 1) // 5) + doubled)
    assert chance == Fraction(fails) and mean_harm == Fraction(harm)


@pytest.mark.parametrize(
    ("drawn", "kept", "falls_to", "need", "chance"),
    [
        ((4,), None, None, 9, "23/53"),
        ((6,), None, None, 11, "15/53"),
        ((4, 2), (4,), 4, 12, "1/2"),
        ((5, 4, 7), (5, 4), 5, 14, "7/51"),
        ((9, 15), (9,), 9, 13, "41/52"),
    ],
)
def test_ch_51_cha_18_knuckling_down(
    drawn: tuple[int, ...], kept: tuple[int, ...] | None, falls_to: int | None, need: int, chance: str
) -> None:
    """The last card is drawn anew, and the Flop is tested with the new one."""
    left, good = without(*drawn), 0
    for v in left:
        if kept is None:
            good += v >= need
            continue
        flops = v in (0, 15) or (len(kept) == 2 and sum(kept) + v > 15)
        good += (falls_to if flops else sum(kept) + v) >= need  # type: ignore[operator]
    assert Fraction(good, len(left)) == Fraction(chance)


@pytest.mark.parametrize(("band", "totals"), [("average", 23), ("above-average", 55), ("champion", 105)])
def test_on_how_many_doubled_totals_a_triple_is_right(band: str, totals: int) -> None:
    """Core 0, ordered pairs of what cards count: against an Average Difficulty 6 then 1 goes on, 1 then 6 stands."""
    reached, right = BANDS[band], set()

    def chance(score: int) -> Fraction:
        return Fraction(sum(score >= need for need in reached), len(reached))

    for first in range(16):
        for second in range(1, 15):
            if first == second and VALUES.count(first) < 2:
                continue
            third = [
                chance(first if v in (0, 15) or first + second + v > 15 else first + second + v)
                for v in without(first, second)
            ]
            if mean(third) > chance(first + second):
                right.add((first, second))
    assert len(right) == totals
    if band == "average":
        assert (6, 1) in right and (1, 6) not in right


# A duel of two Rounds ------------------------------------------------------------------------------------------------


def lean(rounds: int) -> Fraction:
    """Return what the first seat gets from `mini` with one Action a Round, by an enumeration apart from the kernels.

    With one Action nobody can Double, so nothing that matters is hidden: an attacker's one card is shown before anybody
    decides again.
    """
    goal = 3

    @cache
    def play(
        r: int,
        turn: int,
        passes: int,
        actions: tuple[int, int],
        stagger: tuple[int, int],
        harm: tuple[int, int],
        decks: tuple[tuple[int, ...], tuple[int, ...]],
    ) -> Fraction:
        for seat in (0, 1):
            if harm[seat] >= goal:
                return Fraction(1 if seat else -1)
        if passes == 2:
            if r == rounds:
                lead = Fraction(harm[1] - harm[0], goal)
                return max(Fraction(-1), min(Fraction(1), lead)) / 2
            return play(r + 1, r % 2, 0, (1, 1), (0, 0), harm, decks)
        best = max if turn == 0 else min
        stay = play(r, 1 - turn, passes + 1, actions, stagger, harm, decks)
        if actions[turn] == 0:
            return stay
        return best(stay, answer(r, turn, change(actions, turn, 0), stagger, harm, decks))

    def answer(r: int, by: int, actions: Any, stagger: Any, harm: Any, decks: Any) -> Fraction:
        other = 1 - by
        take = press(r, by, by, False, actions, stagger, harm, decks)
        if actions[other] == 0:
            return take
        react = press(r, by, by, True, change(actions, other, 0), stagger, harm, decks)
        return (max if other == 0 else min)(take, react)

    def press(
        r: int, mover: int, by: int, reacts: bool, actions: Any, stagger: Any, harm: Any, decks: Any
    ) -> Fraction:
        other, total = 1 - by, Fraction(0)
        minus = penalty(stagger[by])
        if actions[other] > 0:
            actions = change(actions, other, actions[other] - 1)
        else:
            stagger = change(stagger, other, stagger[other] + 1)
        theirs = penalty(stagger[other])
        for a, ways, mine in draws(decks[by]):
            for d, more, his in draws(decks[other]):
                short = (a - minus) - (d - theirs)
                hurt = min(3, 1 + (short - 1) // 5) if short > 0 else 0
                after = change(harm, other, min(goal, harm[other] + hurt))
                left = change(change(decks, by, mine), other, his)
                if reacts and after[other] < goal:
                    value = press(r, mover, other, False, actions, stagger, after, left)
                else:
                    value = play(r, 1 - mover, 0, actions, stagger, after, left)
                total += ways * more * value
        return total

    def draws(deck: tuple[int, ...]) -> list[tuple[int, Fraction, tuple[int, ...]]]:
        whole = deck or (3, 3, 9, 9)
        found = []
        for v in sorted(set(whole)):
            rest = list(whole)
            rest.remove(v)
            found.append((v, Fraction(whole.count(v), len(whole)), tuple(rest)))
        return found

    def change(pair: Any, at: int, value: Any) -> Any:
        return (value, pair[1]) if at == 0 else (pair[0], value)

    def penalty(steps: int) -> int:
        return 0 if steps == 0 else 1 << (steps - 1)

    return play(1, 0, 0, (1, 1), (0, 0), (0, 0), ((3, 3, 9, 9), (3, 3, 9, 9)))


@compiled
@pytest.mark.parametrize("rounds", [1, 2])
def test_a_lean_duel_is_worth_what_an_enumeration_says(rounds: int) -> None:
    """`mini` with one Action a Round: the solver on the kernels against a second reading of the rules."""
    found = solve(
        build_tree(make_setup(ID, "mini", actions=1, rounds=rounds), views=False, threads=1), until=1e-5
    )
    assert found.value[0] == pytest.approx(float(lean(rounds)), abs=1e-4)


@compiled
def test_the_two_round_duel_is_solved_exactly() -> None:
    """`mini`: sizes and value are pinned; uniform play is far from them."""
    tree = build_tree(make_setup(ID, "mini"), views=False, threads=1)
    assert (len(tree.parent), len(tree.key)) == (68_106, 13_048)
    found = solve(tree, until=1e-4)
    assert found.found.share < 1e-4 and found.value[0] == pytest.approx(0.0088, abs=2e-4)
    assert exploitability(tree, tree.uniform()).share > 0.4
