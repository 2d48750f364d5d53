"""The deck and the options of the stages edition, by clause; see RULES.md for what each clause says."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support import all_cards, assert_conserved
from tests.throwdown.scenes import kinds, size, stage_one
from throwdown import InvalidConfig, Table
from throwdown.envs.fusion.world.cards import NAMES


class TestDeck:
    """The deck: CD-02 to CD-28, C-10, C-11, C-15, G-65, G-67."""

    def test_g_67_census(self) -> None:
        """CD-02, CD-03: eight of a rank, 26 of a suit, two of each card, four Jokers; the deal loses none."""
        table = Table.deal(seed=1, scenario="duel")
        named = Counter({NAMES[c]: n for c, n in all_cards(table.state).items()})
        jokers = {name: named.pop(name) for name in list(named) if name.startswith("*")}
        assert jokers == {"*r": 2, "*b": 2}
        assert named == {r + s: 2 for r in "23456789TJQKA" for s in "CDHS"}
        for place, number in ((0, 8), (1, 26)):
            found = Counter[str]()
            for name, n in named.items():
                found[name[place]] += n
            assert set(found.values()) == {number}
        assert sum(n for name, n in named.items() if name[0] in "JQK") == 24
        assert_conserved(table.state, table.setup)

    def test_g_65_cd_25_c_11_a_joker_surfaces_after_a_draw(self) -> None:
        """Every Pilot at the table gains a Charge, involved or not, and the drawer her full count."""
        table = stage_one(
            "KC",
            by="coach_0",
            hands={"pilot_0": [], "coach_0": []},
            charges={"pilot_0": 0, "pilot_1": 1, "pilot_2": 0},
            involved=["coach_0", "pilot_0"],
            scenario="trio",
            deck={"next": ["4C", "*r", "5C"], "jokers": ["*r"]},
        )
        table.play("concede")
        while not table.over:
            table.play("spoil none" if "spoil none" in table.legal() else table.legal()[-1])
        surfaced = [e for e in table.events if e.kind == "JOKER_SURFACED"]
        assert len(surfaced) == 1 and int(table.state.world.omens) == 4  # three were Omens before
        assert table.state.world.charges[1:4].tolist() == [1, 2, 1]
        drawn = Counter(e.seat for e in table.events if e.kind == "CARD_DRAWN")
        assert drawn == {p: size(table, p) for p in range(4)} and drawn[0] == table.state.cfg.hand_max[0]

    @pytest.mark.parametrize(("deck_out", "drawn"), [("reshuffle", 6), ("no-cards", 0)])
    def test_c_15_an_empty_deck_takes_its_trash_back(self, deck_out: str, drawn: int) -> None:
        trash = [r + s for r in "3456" for s in "DS" for _ in range(2)]
        trash.remove("3D")
        options = {"discard_and_draw": True, "deck_out": deck_out}
        table = stage_one(
            "3D", scenario="small", hands={}, trash=trash, charges={"pilot_0": 1}, options=options
        )
        table.play("concede")
        while not table.over:
            table.play(table.legal()[-1])
        happened = kinds(table)
        assert happened.count("CARD_DRAWN") == drawn and ("DECK_RESHUFFLED" in happened) == (drawn > 0)

    def test_c_16_separate_decks(self) -> None:
        table = Table.deal(seed=1, decks="separate")
        decks = table.state.world.decks
        assert int(decks[0].n) > 0 and int(decks[1].n) > 0
        while not table.over:
            table.play(table.legal()[0])


class TestOptions:
    """Every ruling marked as an option is one, and its default is the ruling."""

    def test_c_01_ace_as_plain_eleven(self) -> None:
        table = stage_one("JS", hands={"pilot_0": ["AH", "QH"], "coach_0": ["3C"]}, options={"ace": "eleven"})
        assert [a for a in table.legal() if a.startswith("counter")] == ["counter QH"]

    def test_c_01_ace_as_plain_fourteen(self) -> None:
        table = stage_one(
            "KS",
            hands={"pilot_0": ["AH"], "coach_0": ["3C"]},
            strike={"pilot_0": 1},
            options={"ace": "fourteen"},
        )
        assert "RESONATED" in [e.kind for e in table.play("counter AH")]

    def test_c_04_without_two_beats_ace(self) -> None:
        table = stage_one(
            "AS", hands={"pilot_0": ["2H"], "coach_0": ["3C"]}, options={"two_beats_ace": False}
        )
        assert not any(a.startswith("counter") for a in table.legal())

    def test_c_94_strict_block(self) -> None:
        hands = {"pilot_0": ["9D", "9H"], "coach_0": ["3C"]}
        table = stage_one("9D", under=[("5C", "pilot_0")], hands=hands, options={"block": "higher"})
        assert [a for a in table.legal() if a.startswith("block")] == ["block 9H"]

    @pytest.mark.parametrize(("reference", "happens"), [("zero", True), ("exempt", False)])
    def test_c_100_escalate_reference(self, reference: str, happens: bool) -> None:
        table = stage_one(
            "6S",
            hands={"pilot_0": ["9H"], "coach_0": ["2C"]},
            strike={"pilot_0": 3},
            buffers={"pilot_0": 0},
            options={"escalate_reference": reference},
        )
        assert ("DISSONATED" in [e.kind for e in table.play("escalate 9H")]) is happens

    def test_unknown_rule_value_names_the_field(self) -> None:
        with pytest.raises(InvalidConfig, match=r"block"):
            Table.deal(block="sometimes")
