"""Builds a state of the pile edition out of a position, and refuses what cannot occur."""

from __future__ import annotations

from collections import Counter

import numpy as np
from pydantic import BaseModel

from throwdown.envs.core.kit import NONE, Setup, did_you_mean
from throwdown.envs.fusion.pile import initiative, outcome, table
from throwdown.envs.fusion.pile.decisions import DECISIONS
from throwdown.envs.fusion.pile.positions.position import FLOW, Position
from throwdown.envs.fusion.pile.state import PHASES, Assist, Focus, Phase, Result, State, Step
from throwdown.envs.fusion.positions import conflict_builder, world_builder
from throwdown.envs.fusion.world import book, order
from throwdown.envs.fusion.world.cards import cards_in, words_of
from throwdown.envs.fusion.world.terms import COACH, PILE_CARDS, SEATS, Choice, Commitment


def from_position(position: BaseModel, setup: Setup, s: State) -> None:
    """Write a position into a record; the record is unchanged if it is refused.

    Raises:
        InvalidPosition: the position cannot occur in this scenario.
    """
    Builder.write(position, setup, s)


class Builder(conflict_builder.ConflictBuilder[Position, State]):
    """One position on its way into a record."""

    model = Position
    jokers_only = "{place} holds Jokers only; they would have surfaced as Omens (CD-24)."

    def build(self) -> None:
        """Run all steps."""
        self.seats = self.setup.seats
        self.write_world()
        self.write_all_cards()
        self.write_sides()
        self.write_conflict()
        self.write_throwdown()
        self.write_pending()
        self.write_turn()
        self.write_flow()
        self.write_decider()
        self.write_stream()
        self.s.start[:] = self.stock() if self.p.start is None else self.p.start
        self.s.stakes = self.p.stakes or 0.0
        self.check()

    def read_table(self) -> None:
        """Read the face-down initiative cards and the Pile."""
        p, s = self.p, self.s
        self.sealed = {}
        for name, card in p.initiative.items():
            seat = self.seat(name, "initiative")
            self.sealed[seat] = s.sealed[seat] = self.claim([card], f"initiative.{name}", self.deck_of(seat))[
                0
            ]
        if p.blind is not None:
            s.blind = self.claim([p.blind], "blind", 0)[0]
        down = [x.face_down for x in p.pile]
        world_builder.need(
            down == sorted(down, reverse=True), "pile: face-down cards lie at the bottom (TP-61)."
        )
        is_open = p.result in (None, Result.RUNNING.label)
        world_builder.need(not is_open or not down or not down[-1], "pile: its top card lies face-up (C-50).")
        for i, x in enumerate(p.pile):
            by = self.seat(x.by, "pile")
            s.pile_card[i], s.pile_by[i] = self.claim([x.card], "pile", self.deck_of(by))[0], by
        s.pile_n, s.pile_down = len(p.pile), sum(down)

    def write_flow(self) -> None:
        """Write how far the flow is."""
        for name, value in self.p.flow.items():
            world_builder.need(name in FLOW, f"flow: '{name}' is not a field{did_you_mean(name, FLOW)}.")
            now, given = np.asarray(getattr(self.s, name)), np.asarray(value)
            world_builder.need(given.shape == now.shape, f"flow.{name} has another shape.")
            low, high = self.limits(name)
            world_builder.need(
                bool((given >= low).all() and (given <= high).all()),
                f"flow.{name} is out of range: it is {low} to {high}.",
            )
            setattr(self.s, name, given)

    def limits(self, name: str) -> tuple[int, int]:
        """Return the least and the greatest value of a field of the flow."""
        last = len(self.seats) - 1
        known = {
            "taker": (NONE, 1),
            "relay": (0, 1),
            "assist": (0, len(Assist) - 1),
            "step": (0, len(Step) - 1),
            "at": (0, last + 1),
            **dict.fromkeys(("owner", "leader"), (NONE, last)),
            **dict.fromkeys(("effect", "landing"), (0, len(book.Kind) - 1)),
            **dict.fromkeys(("done", "asked", "agreed", "received_from"), (0, (1 << SEATS) - 1)),
            **dict.fromkeys(("owed", "concessions"), (0, PILE_CARDS)),
            "owed_class": (0, len(book.CardClass) - 1),
            "won": (0, PILE_CARDS),
            "turns": (0, np.iinfo(np.int16).max - 1),
        }
        return known[name]

    # The conflict ----------------------------------------------------------------------------------------------------

    def write_sides(self) -> None:
        """Write who takes part on which side; by default everybody who has anything to do with it."""
        p, s = self.p, self.s
        if p.sides:
            for name, side in p.sides.items():
                s.side[self.seat(name, "sides")] = side
        else:
            named = [*p.initiative, *([self.seats[COACH]] if p.blind else [])]
            named += [x for x in (p.turn, p.challenger, p.decides, *p.folded) if x is not None]
            if p.pile:
                named += [*(x.by for x in p.pile), *[n for n, cards in p.hands.items() if cards]]
            for name in named:
                seat = self.seat(name, "sides")
                s.side[seat] = 0 if seat == COACH else 1
        for i in range(int(s.pile_n)):
            world_builder.need(
                s.side[s.pile_by[i]] != NONE,
                f"pile: {self.seats[s.pile_by[i]]}, who laid one of its cards, takes no part in this "
                "Throwdown.",
            )
        is_pvp = self.cfg.pvp > 0 and self.cfg.pilots > 1
        for seat in range(1, len(self.seats)):
            wrong = not is_pvp and s.side[seat] == 0
            world_builder.need(not wrong, f"sides: {self.seats[seat]} cannot be on Coach's side (TP-109).")
        world_builder.need(
            not is_pvp or s.side[COACH] == NONE, "sides: when Pilots fight Pilots, Coach takes no part."
        )

    def write_throwdown(self) -> None:
        """Write Strike, Assists, Payloads and who has Folded or fused."""
        p, s, c = self.p, self.s, self.s.conflict
        total = sum(
            int(self.w.rating[t] + self.cfg.strike_bonus[t])
            for t in range(self.cfg.threats)
            if self.w.rating[t]
        )
        for seat in range(len(self.seats)):
            own = total if seat == COACH else int(self.w.commitment[seat, Commitment.STEEL])
            c.strike[seat] = min(order.MAX_STRIKE, own) if s.pile_n else 0
            there = s.pile_n > 0 if p.involved is None else self.seats[seat] in p.involved
            # Who stays out after a tie was in it, and is told so, until the new cards are turned up.
            c.involved[seat] = there and (s.side[seat] != NONE or bool(self.p.flow.get("relay")))
            c.opposes[seat] = c.involved[seat] and seat != COACH and s.side[seat] == 0
        c.deferred = p.deferred
        for name, n in p.strike.items():
            world_builder.need(
                n <= order.MAX_STRIKE, f"strike.{name} is {n}; it is at most {order.MAX_STRIKE}."
            )
            c.strike[self.seat(name, "strike")] = n
        for field, given in (("modifier", p.modifiers), ("passed", p.passed), ("strife", p.strife)):
            for name, n in given.items():
                world_builder.need(-100 <= n <= 100, f"{field}: {name} has {n}, which is out of range.")
                getattr(s, field)[self.pilot(name, field)] = n
        for name, texts in p.received.items():
            seat = self.pilot(name, "received")
            cards = [self.card(text, f"received.{name}") for text in texts]
            extra = Counter(cards) - Counter(cards_in(self.w.hand[seat]))
            world_builder.need(not extra, f"received.{name}: a card is not in the hand of {name}.")
            s.received[seat] = words_of(cards)
        for name in p.folded:
            s.folded[self.seat(name, "folded")] = True
        for name, leader in p.fused.items():
            s.fused[self.pilot(name, "fused")] = self.pilot(leader, f"fused.{name}")
        self.write_payloads()

    def write_payloads(self) -> None:
        """Write the triggers that wait for the end."""
        for side, load in self.p.payloads.items():
            world_builder.need(side in ("0", "1"), f"payloads: '{side}' is not a side; they are 0 and 1.")
            for name, n in load.items():
                world_builder.need(
                    name in book.Kind.labels(),
                    f"payloads.{side}: '{name}' is not a trigger{did_you_mean(name, book.Kind.labels())}.",
                )
                world_builder.need(n <= 99, f"payloads.{side}.{name} is {n}; it is at most 99.")
                self.s.conflict.payload[int(side), book.Kind.of(name)] = n

    def write_turn(self) -> None:
        """Write who decides what, and who leads each side."""
        p, s = self.p, self.s
        phase = p.phase or ("over" if p.winner is not None else "turn" if p.pile else "lay")
        world_builder.need(phase in PHASES, f"phase is '{phase}'{did_you_mean(phase, PHASES)}.")
        default = "fought" if p.winner is not None else "running"
        world_builder.need(
            p.result is None or p.result in Result.labels(),
            f"result is '{p.result}'; it is one of {', '.join(Result.labels())}.",
        )
        s.phase, s.over, s.result = PHASES.index(phase), phase == "over", Result.of(p.result or default)
        step = DECISIONS.rows[int(s.phase)].step
        s.step = Step.TURN if step is None else step
        for i in range(int(s.pile_down), int(s.pile_n)):
            s.leader[s.side[s.pile_by[i]]] = s.pile_by[i]
        boss = int(s.leader[1]) if p.commander is None else self.pilot(p.commander, "commander")
        s.conflict.commander[1] = boss
        first = p.decides or p.turn or p.challenger or self.seats[COACH if phase == "over" else 1]
        s.turn = self.seat(p.turn or (p.decides if phase == "turn" else None) or first, "turn")
        s.challenger = self.seat(p.challenger or self.seats[1], "challenger")
        s.focus = Focus.of(p.stakes_about or "fight")
        s.winner = NONE if p.winner is None else p.winner
        s.turns = 1 if s.pile_n and s.result == Result.RUNNING else 0
        if s.result == Result.FOUGHT and phase in ("spoils", "concession", "restore"):
            s.taker, s.won = s.winner if phase != "concession" else 1 - s.winner, s.pile_n

    def write_decider(self) -> None:
        """Write who decides: it follows from the rest, but for who is asked by an effect or to fuse."""
        p, s = self.p, self.s
        told = int(s.turn) if p.decides is None else self.seat(p.decides, "decides")
        s.seat = told
        if s.over:
            return
        if s.phase in (Choice.RECOVER, Choice.DISCARD_ONE):
            s.pending.target = told
        elif s.phase == Phase.CONSENT:
            s.invited = told
        elif "at" not in p.flow and s.step in (Step.SIDES, Step.DROPS):
            s.at = self.round_of(told)
        phase = PHASES[s.phase]
        if phase in ("spoils", "concession", "restore", "payload", "order"):
            world_builder.need(
                s.winner != NONE and s.taker != NONE,
                f"winner is missing; it has been settled in phase '{phase}'.",
            )
            world_builder.need(
                s.leader[s.taker] != NONE,
                f"flow.leader: nobody leads the side that decides in phase '{phase}'.",
            )
        who = int(DECISIONS.who(s))
        world_builder.need(who != NONE, f"phase is '{phase}', but nobody can decide there as things stand.")
        world_builder.need(
            p.decides in (None, self.seats[who]),
            f"decides is '{p.decides}'; in phase '{phase}' here it is {self.seats[who]}.",
        )
        s.seat = who

    def round_of(self, seat: int) -> int:
        """Return where a round stands when a seat decides; of the challenge the challenger is in after a tie only."""
        s, n = self.s, len(self.seats)
        if s.step == Step.DROPS:
            return (seat - outcome.seat_in_order(s, 0)) % n
        return max(0 if s.relay else 1, (seat - s.challenger) % n)

    def check(self) -> None:
        """Refuse decisions that nobody has."""
        s, phase = self.s, PHASES[int(self.s.phase)]
        name = self.seats[int(s.seat)]
        step = DECISIONS.rows[int(s.phase)].step
        world_builder.need(
            step is None or s.step == step, f"flow.step is {int(s.step)}; in phase '{phase}' it is {step}."
        )
        last = len(self.seats) - 1
        is_asked = phase in ("lay", "side", "drop")
        world_builder.need(
            not is_asked or s.at <= last, f"flow.at is {int(s.at)}; in phase '{phase}' it is at most {last}."
        )
        if phase in ("side", "lay"):
            self.check_laid()
        if phase in ("turn", "partner", "recharge", "assist-discard", "assist-pass", "invite"):
            world_builder.need(s.pile_n > 0, f"pile is empty; in phase '{phase}' there is a Pile to play on.")
            world_builder.need(
                s.side[s.seat] != NONE and not s.folded[s.seat],
                f"{name} has no turn: she takes no part, or has Folded.",
            )
        if phase in ("lay", "drop"):
            world_builder.need(
                bool(self.w.hand[s.seat, 0]), f"hands: {name} has no card to choose in phase '{phase}'."
            )
        if phase == "payload":
            world_builder.need(
                s.conflict.payload[s.taker, s.effect] > 0,
                "payloads hold none of the damage that is landing in phase 'payload' (flow.effect).",
            )

    def check_laid(self) -> None:
        """Refuse initiative cards laid too early, or not at all: it goes round from the challenger (TP-21)."""
        s = self.s
        world_builder.need(
            bool(s.at >= 1 or s.relay), "flow.at is 0; the challenger is asked first only after a tie."
        )
        for k in range(len(self.seats)):
            p = int(table.seat_after(s, int(s.challenger), k))
            has_laid, name = initiative.laid_by(s, p) != NONE, self.seats[p]
            is_over = k < s.at and p != s.seat
            world_builder.need(
                has_laid or not is_over or s.side[p] == NONE,
                f"initiative: {name} takes part, but has laid no card.",
            )
            world_builder.need(is_over or not has_laid, f"initiative: {name} lays a card later.")
