"""Builds a state out of a position, and refuses what cannot occur."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from throwdown.envs.core import cardset, deck as piles, kit
from throwdown.envs.core.kit import NONE, Setup, how_many
from throwdown.envs.core.situations import need, pick_name
from throwdown.envs.skirmish import chart, commits, decks, fights, interrupts, state as st, terrain
from throwdown.envs.skirmish.decisions import DECISIONS
from throwdown.envs.skirmish.positions import checks, position as plain
from throwdown.envs.skirmish.positions.draft import Draft
from throwdown.envs.skirmish.state import Doing, Phase
from throwdown.envs.skirmish.words import names


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


class Builder(Draft):
    """Writes one position, part by part."""

    def __init__(self, position: plain.Position, setup: Setup, s: Any) -> None:
        super().__init__(position, setup, s)
        self.areas = plain.area_names(setup)

    def build(self) -> None:
        """Run all steps."""
        p, s = self.p, self.s
        self.phase = Phase(pick_name(p.phase, plain.PHASES, "phase"))
        if p.ended is None:
            checks.check_parts(self)
        need(p.fight <= s.cfg.fights, f"fight is {p.fight}; there are {int(s.cfg.fights)}.")
        need(p.round <= s.cfg.rounds, f"round is {p.round}; a fight has {int(s.cfg.rounds)}.")
        s.fight, s.round_no, s.phase = p.fight - 1, p.round, self.phase
        s.rng.key, s.rng.count = p.chance, p.asked
        s.ended = NONE if p.ended is None else st.End.of(p.ended)
        s.over = p.ended is not None
        for side in st.Side:
            piles.fill(s.teams[side].deck, s.cfg.faces)
        self.write_processes()
        checks.check_end(self)
        self.write_sides()
        self.write_lays()
        self.write_turn()
        self.write_commit()
        self.write_decider()
        for side in st.Side:
            deck = s.teams[side].deck
            deck.n = cardset.size(deck.cards)
        in_count = self.in_count and not s.over
        for i in range(int(s.cfg.mcs)):
            s.hands[i].due = in_count and decks.has_run_out(s, i) and not decks.has_cards(s, st.Side.MCS)
        checks.check_knowledge(self)
        checks.check_phase(self)

    # What there is ------------------------------------------------------------------------------------------------

    def write_processes(self) -> None:
        """Write who is in the fight."""
        s = self.s
        for i in range(int(s.cfg.mcs)):
            fights.enter_mc(s, i)
        for p in range(st.MCS, st.PROCESSES):
            fights.enter_mob(s, p)
        for name in self.p.processes:
            self.process(name, "processes")
        for p in self.there:
            name = self.name_of(p)
            given = self.p.processes.get(name) or plain.ProcessPart.model_validate({})
            self.write_process(p, given, f"processes.{name}")

    def write_process(self, p: int, part: plain.ProcessPart, place: str) -> None:
        """Write a process."""
        s, w, sheet = self.s, self.s.processes[p], terrain.sheet_of(self.s, p)
        own = names.sheet(s, p, self.setup)
        levels = [int(sheet.hp)]
        while levels[-1] < st.MOST_HP:
            levels.append(min(st.MOST_HP, int(terrain.raised(s, levels[-1]))))
        most = levels[0] if part.max_hp is None else part.max_hp
        need(
            most in levels,
            f"{place}.max_hp is {most}; it must be {levels[0]}, or a value raised from it: {levels[1]} and "
            "so on.",
        )
        hp = most if part.hp is None else part.hp
        need(hp <= most, f"{place}.hp is {hp}; MaxHP is {most}.")
        w.max_hp, w.hp, w.is_up = most, hp, hp > 0
        limits = {"points": int(sheet.most), "steps": int(sheet.auto)}
        for field, limit in limits.items():
            value = getattr(part, field)
            need(value <= limit, f"{place}.{field} is {value}; it can be at most {limit}.")
            setattr(w, field, value)
        if part.meter is not None:
            need(
                part.meter == 0 or sheet.interrupt_n,
                f"{place}.meter is {part.meter}; without Interrupts it must be left out.",
            )
            w.meter = part.meter
        w.status = sum(1 << k for k, name in enumerate(plain.STATUSES) if name in part.statuses)
        if part.loadout is not None:
            w.loadout = pick_name(part.loadout, [x["name"] for x in own["loadouts"]], f"{place}.loadout")
        if part.interrupt is not None:
            w.interrupt = pick_name(
                part.interrupt, [x["name"] for x in own["interrupts"]], f"{place}.interrupt"
            )
        for field in ("has_income", "gave", "acted", "brace"):
            setattr(w, field, getattr(part, field))
        used = [k for k in part.bonus_used if k >= len(own["bonus"])]
        need(
            not used,
            f"{place}.bonus_used names a bonus action that does not exist; there are {len(own['bonus'])}.",
        )
        w.bonus = sum(1 << k for k in set(part.bonus_used))
        need(
            w.is_up or not (part.laid or part.brace),
            f"{place} is down and can have neither laid cards nor a Brace.",
        )
        self.write_area(p, part, place)
        self.write_laid(p, part, place)

    def write_area(self, p: int, part: plain.ProcessPart, place: str) -> None:
        """Write where a process is."""
        s, w = self.s, self.s.processes[p]
        if part.area is not None:
            w.area = pick_name(part.area, self.areas, f"{place}.area")
        elif self.phase != Phase.DEPLOY and w.area == NONE:
            grounds = [a for a in range(int(s.cfg.areas)) if a != s.cfg.start and not s.cfg.falling[a]]
            w.area = grounds[0]
        if w.area == NONE:
            need(p >= st.MCS, f"{place}.area is missing.")
            return
        flies, falls = terrain.sheet_of(s, p).flying, s.cfg.falling[w.area]
        is_falling = self.p.faller == self.name_of(p)
        where = self.areas[int(w.area)]
        need(
            flies or not falls or is_falling or not w.is_up,
            f"{place}.area: only a flyer can be at {where}.",
        )

    def write_laid(self, p: int, part: plain.ProcessPart, place: str) -> None:
        """Write the cards laid for an Interrupt, each of which must have fitted."""
        if not part.laid:
            return
        s, w, side = self.s, self.s.processes[p], terrain.side_of(p)
        need(
            terrain.sheet_of(s, p).interrupt_n and w.meter == st.FULL,
            f"{place}.laid: the meter must be full.",
        )
        need(
            len(part.laid) < interrupts.own(s, p).cards,
            f"{place}.laid: once all its cards are laid, the Interrupt is over.",
        )
        hand = s.hands[interrupts.holder_of(p)]
        for k, text in enumerate(part.laid):
            card = self.take(side, text, f"{place}.laid")
            hand.cards = 1 << card
            need(interrupts.fitting(s, p), f"{place}.laid: {text} does not fit.")
            hand.cards = 0
            w.laid[k] = card
            w.laid_n = k + 1

    def write_sides(self) -> None:
        """Write hands and Team Hands."""
        s, p = self.s, self.p
        for name, part in p.hands.items():
            h = self.holder(name, "hands")
            side = decks.side_of_holder(h)
            for text in part.cards:
                s.hands[h].cards |= 1 << self.take(side, text, f"hands.{name}.cards")
            is_down = h != st.CPU and not s.processes[h].is_up
            need(not is_down or not part.cards, f"hands.{name}: a process that is down holds no cards.")
        for name, team in p.teams.items():
            self.write_team(st.Side.of(name), team, f"teams.{name}")
        standing = terrain.standing(s, st.Side.MCS)
        s.draw = standing + 1 if p.draw is None else p.draw
        most = 2 * int(s.cfg.mcs)
        mcs = how_many(int(s.cfg.mcs), "MC")
        need(s.draw <= most, f"draw is {s.draw}; with {mcs} it can be at most {most}.")

    def write_team(self, side: int, part: plain.TeamPart, place: str) -> None:
        """Write a side's Team Hand."""
        team = self.s.teams[side]
        for k, text in enumerate(part.cards):
            team.cards[k] = self.take(side, text, f"{place}.cards")
        for text in part.discards:
            cardset.add(team.deck.trash, self.take(side, text, f"{place}.discards"))
        team.n, team.ward, team.deck.draws = len(part.cards), part.ward, part.draws
        limit = int(self.s.cfg.limit)
        need(team.n < limit, f"{place}.cards has {len(part.cards)}; with {limit} the Team Hand is discarded.")
        rows = [pick_name(name, plain.ROWS, f"{place}.uptimes") for name in part.uptimes]
        need(0 not in rows, f"{place}.uptimes: a High Card brings no Uptime.")
        team.rows = sum(1 << row for row in set(rows))
        need(not rows or team.n, f"{place}.uptimes: without a Team Hand there are no Uptimes.")
        row = chart.row_of(team.cards, int(team.n))
        need(max(rows, default=0) >= row, f"{place}.uptimes lacks {names.CHART[row]}, which its cards make.")
        for field in ("boot", "boot_now"):
            value = getattr(part, field)
            if value is not None:
                boot = pick_name(value, plain.ROWS, f"{place}.{field}")
                is_waiting = boot > 0 and not chart.IMMEDIATE >> boot & 1
                need(is_waiting, f"{place}.{field}: the Boot of {names.CHART[boot]} does not wait.")
                setattr(team, field, boot)

    def write_lays(self) -> None:
        """Write what has been laid for the count."""
        s, p = self.s, self.p
        s.is_sealed = self.is_committing and not p.ended
        for k, part in enumerate(p.lays):
            is_given = k == p.at and p.acting is not None and p.active is None
            self.write_lay(s.lays[k], part, f"lays.{k}", k >= p.at and not is_given)
        s.lay_n, s.at = len(p.lays), p.at
        need(p.at <= len(p.lays), f"at is {p.at}; {len(p.lays)} have been laid.")
        need(not s.is_sealed or p.at == 0, f"at is {p.at}; while cards are laid in secret it is 0.")
        keys = [int(commits.key(lay)) for lay in s.lays[: len(p.lays)]]
        need(s.is_sealed or keys == sorted(keys), "lays are not in the order of the count.")
        owners = [int(lay.owner) for lay in s.lays[: len(p.lays)]]
        for i in range(int(s.cfg.mcs)):
            plays = int(terrain.sheet_of(s, i).plays)
            name = plain.process_name(i, self.setup)
            need(
                owners.count(i) <= plays,
                f"lays has {owners.count(i)} entries for {name}, which may lay {plays}.",
            )
        need(
            owners.count(st.CPU) <= st.HAND,
            f"lays has {owners.count(st.CPU)} entries for the CPU; a hand holds {st.HAND} cards.",
        )
        for name in p.reloading:
            h = self.holder(name, "reloading")
            need(h != st.CPU, "reloading: the CPU reloads at the end of every round.")
            s.reloading |= 1 << h

    def write_lay(self, lay: Any, part: plain.LayPart, place: str, is_open: bool) -> None:
        """Write one of them; cards whose turn is over have been discarded, or given."""
        lay.owner = self.holder(part.by, f"{place}.by")
        side = decks.side_of_holder(lay.owner)
        if part.card is None:
            need(lay.owner != st.CPU, f"{place}: the CPU takes no turn without a card.")
            need(
                part.rank in (None, 0) and part.place in (None, st.LAST),
                f"{place}: a turn without a card comes last.",
            )
            lay.rank, lay.count = 0, st.LAST
            return
        lay.card = (
            self.take(side, part.card, f"{place}.card") if is_open else self.card(part.card, f"{place}.card")
        )
        is_wild = commits.is_wild(int(lay.card))
        rank = (14 if is_wild else int(lay.card) // 4 + 2) if part.rank is None else part.rank
        is_ace = int(lay.card) // 4 == commits.ACES
        fits = rank == 14 if is_ace else 2 <= rank <= 14 if is_wild else rank == int(lay.card) // 4 + 2
        need(fits, f"{place}.rank is {rank}; {part.card} cannot be played as that.")
        near = [0, 13] if rank == 14 else [rank - 1]
        where = near[0] if part.place is None else part.place
        can_be = any(spot - 1 <= where <= spot + 2 for spot in near) and where <= st.HIGH_ACE
        need(can_be, f"{place}.place is {where}; {part.card} cannot come at that place.")
        lay.rank, lay.count = rank, where

    # What is going on ---------------------------------------------------------------------------------------------

    def write_turn(self) -> None:
        """Write whose turn it is and what is being resolved."""
        s, p = self.s, self.p
        for field, name in (
            ("actor", "acting"),
            ("target", "target"),
            ("shooter", "shooter"),
            ("faller", "faller"),
        ):
            setattr(s, field, self.process(getattr(p, name), name))
        s.active_rank, s.has_attacked, s.is_closed = p.active_rank, p.has_attacked, p.walk_ended
        s.has_switched, s.left = p.has_switched, p.left
        s.window = NONE if p.window is None else ("mcs", "cpu", "passed").index(p.window)
        s.doing = NONE if p.doing is None else Doing.of(p.doing)
        if s.over:
            need(p.acting is None and p.active is None, "acting: a game that is over has no turn.")
            return
        if not self.in_count:
            need(p.active is None and not p.active_rank, f"active: no card is in play in phase '{p.phase}'.")
            return
        need(p.at < len(p.lays), f"lays: phase '{p.phase}' needs the card with which the turn is taken.")
        self.write_active(s.lays[p.at])

    def write_active(self, lay: Any) -> None:
        """Write the card by which the turn is taken."""
        s, p = self.s, self.p
        is_open = s.actor != NONE or self.phase == Phase.ACTIVATE
        if not is_open:
            need(p.active is None and not p.active_rank, "active: nobody has the turn yet.")
            return
        if s.actor != NONE:
            owner = interrupts.holder_of(int(s.actor))
            need(lay.owner == owner, f"acting is '{p.acting}', but the card at {p.at} belongs to another.")
            need(s.processes[s.actor].is_up, f"acting is '{p.acting}', which is down.")
            need(
                p.active_rank == lay.rank,
                f"active_rank is {p.active_rank}; the card is laid as {int(lay.rank)}.",
            )
            text = None if lay.card == NONE else st.KIT.name(int(lay.card))
            if p.active is None and text is not None:  # it has been given, and counts among the Team Hand
                need(s.has_attacked, "active is missing; only a card that attacked can be given.")
                s.active_rank = lay.rank
                return
            need(p.active == text, f"active is '{p.active}'; the card at {p.at} is {text}.")
        else:
            need(lay.owner == st.CPU, "phase 'activate' needs a card of the CPU.")
        s.active, s.active_rank = lay.card, lay.rank

    def write_commit(self) -> None:
        """Write who commits, is placed, or lays a card."""
        s, p = self.s, self.p
        if s.over:
            need(p.asked_of is None, "asked_of: a game that is over asks nobody.")
        elif self.is_committing:
            first = min((i for i in range(int(s.cfg.mcs)) if s.processes[i].is_up), default=0)
            s.by = first if p.asked_of is None else self.holder(p.asked_of, "asked_of")
            need(
                s.by == st.CPU or s.processes[s.by].is_up or s.over,
                f"asked_of is '{p.asked_of}', which is down.",
            )
        elif p.asked_of is not None:
            s.by = self.process(p.asked_of, "asked_of")
        s.plays = p.plays
        if p.card is not None:
            s.card = self.card(p.card, "card")
        s.rank = 0 if p.place is None else p.place

    def write_decider(self) -> None:
        """Write who decides."""
        s, p = self.s, self.p
        given = None if p.decides is None else int(st.Side.of(p.decides))
        if s.over:
            s.seat = 0 if given is None else given
            return
        who = int(DECISIONS.who(s))
        need(who in tuple(st.Side), f"window must name the side that may interrupt in phase '{p.phase}'.")
        need(
            given in (None, who),
            f"decides is '{p.decides}'; in phase '{p.phase}' it is {st.Side(who).label}.",
        )
        s.seat = who
