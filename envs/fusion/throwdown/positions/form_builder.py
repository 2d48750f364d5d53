"""Builds the Final Form of a Throwdown's state out of a position, and refuses one that cannot stand (C-160)."""

from __future__ import annotations

from throwdown.envs.core.cards import NONE
from throwdown.envs.fusion.positions import world_builder
from throwdown.envs.fusion.throwdown.positions.reader import SHARE_PHASES, Reader
from throwdown.envs.fusion.throwdown.rumble import HEAD
from throwdown.envs.fusion.throwdown.state import LAST_STAGE, RUMBLE_STAGE, Result
from throwdown.envs.fusion.world.cards import NAMES, words_of


class FormBuilder(Reader):
    """Writes Positions, the Head, and what the Final Form has."""

    def write_form(self) -> None:
        """Write the Final Form of a Rumble, with all that follows by the rules."""
        s, c, p = self.s, self.s.conflict, self.p
        self.rumbles = int(s.stage) >= RUMBLE_STAGE
        c.position[:], c.head, c.rumble = NONE, NONE, 0
        c.form_buffers = p.form_buffers or 0
        if not self.rumbles:
            world_builder.need(
                not p.positions, "positions: there is no Final Form before stage 4 (TS-53, TS-99)."
            )
            return
        self.write_positions()
        if self.phase != "position":
            self.check_form()
            c.rumble = int(s.stage) - LAST_STAGE if self.result == Result.RUNNING else 0
            self.write_bank()
        s.gap = p.gap
        self.write_drawn()

    def joiners(self) -> list[int]:
        """Return the Pilots who may be part of the Final Form: involved, with a Robo."""
        c, cfg = self.s.conflict, self.cfg
        seats = range(1, len(self.setup.seats))
        return [q for q in seats if c.involved[q] and cfg.endurance[q] > 0]

    def write_positions(self) -> None:
        """Write who has which Position; by default the Commander is the Head and the others follow in seat order."""
        c, n, told = self.s.conflict, int(self.cfg.positions), self.p.positions
        joiners = self.joiners()
        for name, i in told.items():
            seat = self.pilot(name, "positions")
            world_builder.need(
                0 <= i < n, f"positions.{name} is {i}; this scenario has {n}, numbered from 0, the Head."
            )
            world_builder.need(
                i not in c.position,
                f"positions: Position {i} is taken twice; each is chosen once (TS-99).",
            )
            world_builder.need(seat in joiners, f"positions: {name} is not involved or has no Robo (TS-99).")
            c.position[seat] = i
        if not told and self.phase != "position":
            able = [q for q in joiners if self.w.endurance[q] > 0]
            able.sort(key=lambda q: (q != self.boss, q))
            for i, seat in enumerate(able):
                c.position[seat] = i
        heads = [q for q in joiners if c.position[q] == HEAD]
        c.head = heads[0] if heads else NONE

    def check_form(self) -> None:
        """Refuse a Final Form without a Head, and mark those whose Robos threw them out."""
        c, w = self.s.conflict, self.w
        world_builder.need(c.head != NONE, "positions: somebody must be the Head, Position 0 (TS-99).")
        for q in self.joiners():
            name = self.setup.seats[q]
            if c.position[q] == NONE:
                world_builder.need(
                    w.endurance[q] == 0, f"positions lacks {name}, whose Robo has Endurance (TS-99)."
                )
            elif w.endurance[q] == 0 and self.p.ejected is None:
                c.ejected[q] = True
        if self.result == Result.RUNNING and not self.waits:
            world_builder.need(
                not c.ejected[c.head],
                "positions: the Head's Robo needs Endurance; without it there would be a Rout (TS-131).",
            )

    def write_bank(self) -> None:
        """Write Buffers and Charges of the Final Form where they are left out (TS-89, TS-90, C-119)."""
        c, p, w = self.s.conflict, self.p, self.w
        harmony = int(w.harmony)
        if p.form_buffers is None:
            c.form_buffers = harmony
        if p.form_charges is None:
            inside = [q for q in self.joiners() if c.position[q] != NONE]
            charges = (harmony, sum(int(w.charges[q]) for q in inside), 0)
            c.form_charges = charges[int(self.cfg.rumble_charges)]

    def write_drawn(self) -> None:
        """Write the cards that the Head drew and may still share (TS-100)."""
        p, s = self.p, self.s
        cards = [self.card(text, "drawn") for text in p.drawn]
        if p.sharing is not None:
            s.shared = self.card(p.sharing, "sharing")
        world_builder.need(
            (s.shared != NONE) == (self.phase == "share-to"), "sharing is the card of phase 'share-to'."
        )
        if not cards:
            world_builder.need(
                self.phase not in SHARE_PHASES,
                f"phase '{self.phase}' needs drawn, the cards to be shared.",
            )
            return
        world_builder.need(
            self.phase in SHARE_PHASES, f"drawn: no cards are shared in phase '{self.phase}' (TS-100)."
        )
        head = int(s.conflict.head)
        held = list(self.hands.get(head, []))
        for c in cards:
            world_builder.need(c in held, f"drawn: the Head does not hold {NAMES[c]} (TS-100).")
            held.remove(c)
        world_builder.need(s.shared in (NONE, *cards), "sharing: the card is not among those drawn.")
        s.fresh = words_of(cards)

    def acts(self, seat: int) -> bool:
        """Return whether a Pilot may act: in a Rumble as part of the Final Form."""
        c = self.s.conflict
        return not c.rumble or bool(c.position[seat] != NONE and not c.ejected[seat])
