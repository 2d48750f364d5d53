"""Builds a state out of a position, and refuses what cannot occur."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from throwdown.envs.core import kit
from throwdown.envs.core.kit import NONE, Setup, how_many
from throwdown.envs.core.situations import need, pick_name
from throwdown.envs.showdown import flow, state as st, table
from throwdown.envs.showdown.decisions import DECISIONS
from throwdown.envs.showdown.positions import checks, position as plain
from throwdown.envs.showdown.state import BACK, CARDS, FRONT, GEARS, LEADER, SLOTS, Kind, Phase, Step
from throwdown.envs.showdown.words import names


def from_position(position: BaseModel, setup: Setup, s: st.State) -> None:
    """Write a position into a record; the record is unchanged if it is refused.

    Raises:
        InvalidPosition: the position cannot occur in this scenario.
    """
    assert isinstance(position, plain.Position)
    room = setup.game.state.blank()
    room[:] = setup.template
    Builder(position, setup, kit.row(room)).build()
    kit.copy_record(s, kit.row(room))


class Builder:
    """One position on its way into a record that holds the configuration."""

    def __init__(self, position: plain.Position, setup: Setup, s: Any) -> None:
        self.p, self.setup, self.s = position, setup, s

    def build(self) -> None:
        """Run all steps."""
        p, s = self.p, self.s
        s.phase = Phase(pick_name(p.phase, plain.PHASES, "phase"))
        if not p.over:
            checks.check_parts(p, int(s.phase))
        s.turn = p.turn if p.turn is not None else int(s.phase != Phase.MULLIGAN)
        need(s.turn <= s.cfg.turns, f"turn is {p.turn}; there are {int(s.cfg.turns)}.")
        s.tic, s.is_bought, s.in_combat, s.over = p.tic, p.bought, p.combat, p.over
        s.rng.key, s.rng.count = p.chance, p.asked_chance
        s.ended = NONE if p.ended is None else st.End.of(p.ended)
        for side, part in enumerate((p.heroes, p.villains)):
            self.write_side(side, part)
        self.write_whose()
        self.write_running()
        for side, part in enumerate((p.heroes, p.villains)):
            self.write_stack(side, part)
        checks.check(s, self.setup)
        self.write_decider()
        checks.check_choice(s, self.setup)

    # Sides --------------------------------------------------------------------------------------------------------

    def cards(self, side: int) -> list[str]:
        """Return the names of a side's list."""
        return [card["name"] for card in self.setup.config[names.SIDES[side]]["cards"]]

    def take(self, side: int, name: str, n: int, place: str) -> int:
        """Take copies of a card out of what is left of a deck; return which card of the list it is."""
        k = pick_name(name, self.cards(side), place)
        have, team = int(self.s.cfg.deck[side, k]), self.s.teams[side]
        times = "once" if have == 1 else f"{have} times"
        need(
            n <= team.deck[k],
            f"{place} has {name} too often; in all places together there may be {times}.",
        )
        team.deck[k] -= n
        team.deck_n -= n
        return k

    def write_side(self, side: int, part: plain.SidePart) -> None:
        """Write a side's cards and its Leader."""
        s, place = self.s, names.SIDES[side]
        team = s.teams[side]
        team.deck[:] = s.cfg.deck[side]
        team.deck_n = int(team.deck.sum())
        for field, zone in (("hand", team.hand), ("discards", team.trash), ("removed", team.gone)):
            for name, n in getattr(part, field).items():
                zone[self.take(side, name, n, f"{place}.{field}")] = n
        team.hand_n = int(team.hand.sum())
        for name in part.missions:
            k = pick_name(name, self.cards(side), f"{place}.missions")
            is_mission = s.cfg.cards[side * CARDS + k].kind == Kind.MISSION
            need(is_mission, f"{place}.missions lists {name}, which is not a Mission.")
            team.missions |= 1 << k
        team.wounds, team.drama, team.leader = part.wounds, part.drama, part.leader_action
        team.actions, team.valor, team.is_over, team.draws = part.actions, part.valor, part.over, part.draws
        self.write_characters(side, part)

    def write_characters(self, side: int, part: plain.SidePart) -> None:
        """Write a side's Characters; by default the Initial Cards as they begin."""
        team, place = self.s.teams[side], names.SIDES[side]
        parts = part.characters
        if parts is None:
            initials = self.setup.config[place]["initials"]
            begin = [{"name": x["front"]["name"], "face": "front"} for x in initials]
            parts = [plain.CharacterPart.model_validate(x) for x in begin]
        order = 0
        for i, own in enumerate(parts):
            order = self.write_character(side, own, f"{place}.characters.{i}", order)
        needed = order if part.entered is None else part.entered
        need(
            needed >= order,
            f"{place}.entered is {needed}; at least {how_many(order, 'card')} came into Play.",
        )
        team.entered = needed

    def card_of(self, side: int, own: plain.CharacterPart, place: str) -> int:
        """Return a Character's card, taken out of the deck if it is an Ally's."""
        if own.face is None:
            k = self.take(side, own.name, 1, f"{place}.name")
            need(
                self.s.cfg.cards[side * CARDS + k].kind == Kind.ALLY,
                f"{place}.name is '{own.name}', which is not an Ally; for an Initial Card give the name of "
                "its face.",
            )
            return side * CARDS + k
        initials = self.setup.config[names.SIDES[side]]["initials"]
        k = pick_name(own.name, [x[own.face]["name"] for x in initials], f"{place}.name")
        return side * CARDS + (FRONT if own.face == "front" else BACK) + k

    def write_character(self, side: int, own: plain.CharacterPart, place: str, order: int) -> int:
        """Write a Character and its Attachments; return the order of what comes into Play next."""
        s = self.s
        c = side * SLOTS + own.place - 1 if own.place is not None else int(table.free_slot(s, side))
        most = int(s.cfg.slots[side])
        need(
            0 <= c % SLOTS < most,
            f"{place}.place is {c % SLOTS + 1}; the deck has {how_many(most, 'Character')}, and as many "
            "places.",
        )
        w = s.characters[c]
        need(w.card == NONE, f"{place}.place is {own.place}, where there is already another Character.")
        w.card = self.card_of(side, own, place)
        w.seq = order if own.since is None else own.since
        order = max(order, int(w.seq) + 1)
        s.teams[side].top = max(int(s.teams[side].top), c % SLOTS + 1)
        w.upgrades, w.bonus, w.used = own.upgrades, own.bonus, sum(1 << (k - 1) for k in set(own.used))
        w.is_wounded, w.is_employed, w.in_combat = own.wounded, own.employed, own.in_combat
        w.has_flipped, w.has_switched = own.flipped, own.switched
        need(not own.flipped or own.face is not None, f"{place}.flipped: only Initial Cards flip.")
        for j, gear in enumerate(own.attachments):
            order = self.write_gear(side, c, gear, f"{place}.attachments.{j}", order)
        has_ship = w.gear[st.Gear.SHIP_VEHICLE] != NONE
        need(has_ship or own.ship is None, f"{place}.ship is '{own.ship}', but there is no Ship Vehicle.")
        need(has_ship or not own.switched, f"{place}.switched: there is no Ship Vehicle.")
        w.is_active = has_ship and own.ship != "inactive"
        return order

    def write_gear(self, side: int, c: int, gear: plain.GearPart, place: str, order: int) -> int:
        """Write an Attachment."""
        s, w = self.s, self.s.characters[c]
        card = side * CARDS + self.take(side, gear.name, 1, f"{place}.name")
        is_gear = s.cfg.cards[card].kind in (Kind.EQUIPMENT, Kind.VEHICLE)
        need(is_gear, f"{place}.name is '{gear.name}', which is not an Attachment.")
        k = int(table.gear_of(s.cfg.cards[card]))
        need(w.gear[k] == NONE, f"{place}.name is '{gear.name}', a second {names.GEARS[k]}.")
        w.gear[k], w.gear_seq[k] = card, order if gear.since is None else gear.since
        w.gear_used[k] = sum(1 << (n - 1) for n in set(gear.used))
        return max(order, int(w.gear_seq[k]) + 1)

    def write_stack(self, side: int, part: plain.SidePart) -> None:
        """Write a side's Stack."""
        s = self.s
        for j, own in enumerate(part.stack):
            place = f"{names.SIDES[side]}.stack.{j}"
            entry = s.stack[side * SLOTS + j]
            entry.text = own.text - 1
            if own.by is None:
                entry.card = side * CARDS + self.take(side, own.card, 1, f"{place}.card")
                is_combat = s.cfg.cards[int(entry.card)].kind == Kind.COMBAT
                need(
                    is_combat,
                    f"{place}.card is '{own.card}', which is not a Combat Card; for an Ability, give by as well.",
                )
            else:
                self.write_ability(side, entry, own, place)
            texts = self.setup_texts(int(entry.card))
            need(own.text <= len(texts), f"{place}.text is {own.text}; {own.card} has {len(texts)}.")
            entry.target = self.whom(own.target, f"{place}.target")
            entry.way, entry.status = own.way == "in", st.Status.of(own.status)
            s.teams[side].stack_n = j + 1

    def setup_texts(self, card: int) -> Sequence[Any]:
        """Return the texts that a card has."""
        found: Sequence[Any] = names.printed(card, self.setup)["texts"]
        return found

    def write_ability(self, side: int, entry: Any, own: plain.EntryPart, place: str) -> None:
        """Write an Ability in a Stack."""
        assert own.by is not None
        c = side * SLOTS + own.by - 1
        w = self.s.characters[c]
        need(w.card != NONE, f"{place}.by is {own.by}, where there is no Character.")
        texts = {names.printed_name(int(w.card), self.setup): (NONE, int(w.card))}
        for k in range(GEARS):
            if w.gear[k] != NONE:
                texts[names.printed_name(int(w.gear[k]), self.setup)] = (k, int(w.gear[k]))
        pick_name(own.card, list(texts), f"{place}.card")
        entry.source = c
        entry.gear, entry.card = texts[own.card]

    def whom(self, part: plain.WhomPart | None, place: str) -> int:
        """Return a Character by its side and place."""
        if part is None:
            return NONE
        return names.SIDES.index(part.side) * SLOTS + part.place - 1

    # What is being decided ----------------------------------------------------------------------------------------

    def write_whose(self) -> None:
        """Write the step that asks and whose it is, by default that of who decides; in a window the other side's."""
        p, s = self.p, self.s
        s.seat = 0 if p.decides is None else pick_name(p.decides, self.setup.seats, "decides")
        row = DECISIONS.rows[int(s.phase)]
        is_others = p.decides is not None and row.who is flow.waiting
        s.side = names.SIDES.index(p.side) if p.side is not None else 1 - s.seat if is_others else s.seat
        s.step = Step.END_TURN if p.over else Step.ACTION if row.step is None else row.step
        if p.asked is not None:
            s.at = int(s.side) * SLOTS + p.asked - 1

    def write_decider(self) -> None:
        """Write who decides."""
        p, s = self.p, self.s
        if not p.over:
            s.seat = DECISIONS.who(s)
        agent = self.setup.seats[int(s.seat)]
        need(p.decides in (None, agent), f"decides is {p.decides}; in phase '{p.phase}' it is {agent}.")

    def write_running(self) -> None:
        """Write the text that is being resolved."""
        part, s = self.p.running, self.s
        if part is None:
            return
        side = names.SIDES.index(part.side)
        leader = self.setup.config[part.side]["leader"]["name"]
        faces = [int(w.card) for w in s.characters[side * SLOTS : (side + 1) * SLOTS] if w.card != NONE]
        known = {names.printed_name(card, self.setup): card for card in faces}
        known |= {name: side * CARDS + k for k, name in enumerate(self.cards(side))}
        if part.source is not None:
            card = int(s.characters[side * SLOTS + part.source - 1].card)
            need(card != NONE, f"running.source is {part.source}, where there is no Character.")
            known[names.printed_name(card, self.setup)] = card
        known.setdefault(leader, side * CARDS + LEADER)
        pick_name(part.card, list(known), "running.card")
        s.card = known[part.card]
        if self.p.phase == Phase.BEARER.label:
            self.take(side, part.card, 1, "running.card")
            return
        texts = self.setup_texts(int(s.card))
        need(part.text <= len(texts), f"running.text is {part.text}; {part.card} has {len(texts)}.")
        s.by, s.text, s.effect = side, part.text - 1, part.effect - 1
        s.source = NONE if part.source is None else side * SLOTS + part.source - 1
        s.left = NONE if part.left is None else part.left
        s.last = self.whom(part.last, "running.last")
        s.price = part.price
        s.step = Step.of(plain.THEN[pick_name(str(part.then), plain.THEN, "running.then")])
