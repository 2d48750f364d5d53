"""Builds a state out of a position, and refuses what cannot occur."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from throwdown.envs.challenge import attempts, decks, redeal, state
from throwdown.envs.challenge.decisions import DECISIONS
from throwdown.envs.challenge.positions import checks, position as plain
from throwdown.envs.challenge.positions.draft import Draft
from throwdown.envs.challenge.words import names
from throwdown.envs.core import cardset, deck as piles, kit
from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.core.situations import need, pick_name

Phase, Kind, Mode, Shelf, Reaction = state.Phase, state.Kind, state.Mode, state.Shelf, state.Reaction
KIT = state.KIT
FLAGS = ("frenzied", "barred", "awarded")


def from_position(position: BaseModel, setup: Setup, s: state.State) -> None:
    """Write a position into a record; the record is unchanged if it is refused.

    Raises:
        InvalidPosition: the position cannot occur in this scenario.
    """
    assert isinstance(position, plain.Position)
    room = setup.game.state.blank()
    room[:] = setup.template
    builder = Builder(position, setup, kit.row(room))
    builder.build()
    kit.copy_record(s, kit.row(room))


class Builder(Draft):
    """Writes one position, part by part."""

    def build(self) -> None:
        """Run all steps."""
        p, s = self.p, self.s
        self.phase = Phase(pick_name(p.phase, plain.PHASES, "phase"))
        if not p.over:
            checks.check_parts(self)
        need(p.round <= s.cfg.rounds, f"round is {p.round}; there are {int(s.cfg.rounds)}.")
        s.round_no, s.passes, s.phase, s.over = p.round, p.passes, self.phase, p.over
        s.rng.key, s.rng.count = p.chance, p.asked
        s.spent, s.won, s.bar = p.spent, p.won, p.bar
        for name in p.characters:
            pick_name(name, self.setup.seats, "characters")
            need(self.hero(name) >= 0, f"characters.{name}: the Table is not a Character.")
        for h in range(int(s.cfg.heroes)):
            self.write_hero(h)
        self.write_table()
        self.write_press()
        self.write_turn()
        for name in ("attempt", "attack"):
            self.write_attempt(name)
        self.close_decks()
        s.seat = self.decider()
        checks.check(self)

    def write_hero(self, h: int) -> None:
        """Write a Character and her deck."""
        s, w, agent = self.s, self.s.heroes[h], self.setup.seats[names.seat_of(h, self.setup)]
        part, place = (
            self.p.characters.get(agent, plain.CharacterPart.model_validate({})),
            f"characters.{agent}",
        )
        cast = [person["name"] for person in names.characters(self.setup)]
        own = [cast[int(k)] for k in s.cfg.candidate[h, : int(s.cfg.candidate_n[h])]]
        name = part.character or own[0]
        pick_name(name, own, f"{place}.character")
        w.character = cast.index(name)
        w.core[:] = s.cfg.cast_core[int(w.character)]
        limits = {
            "stamina": int(s.cfg.cast_stamina[int(w.character)]),
            "actions": int(s.cfg.actions),
            "harm": int(s.cfg.limit),
            "dealt": 100,
        }
        for field, most in limits.items():
            value = getattr(part, field)
            value = most if value is None else value
            need(value <= most, f"{place}.{field} is {value}; it can be at most {most}.")
            w[field] = value
        for field in ("stagger", "bang", "joker", *FLAGS):
            w[field] = getattr(part, field)
        is_dealt = self.mode != Mode.ATTEMPT
        for field, dealt in (("token", s.cfg.cast_busted), ("boon", s.cfg.cast_boons)):  # CHE-15, CHE-17
            value = getattr(part, field)
            w[field] = (is_dealt and dealt[w.character]) if value is None else value
        w.is_out = part.harm == s.cfg.limit and is_dealt
        self.write_deck(h, part, place)

    def write_deck(self, h: int, part: plain.CharacterPart, place: str) -> None:
        """Write a personal deck; what lies nowhere else is in it."""
        deck = self.s.heroes[h].deck
        piles.fill(deck, self.s.cfg.faces)
        deck.draws = part.draws
        for text in part.discards:
            cardset.add(deck.trash, self.take(deck, text, f"{place}.discards"))
        seen = [self.take(deck, text, f"{place}.seen") for text in part.seen]
        deck.ahead[: len(seen)] = seen[::-1]
        deck.ahead_n = len(seen)
        deck.n = cardset.size(deck.cards) + len(seen)
        for text in part.above:
            card = self.card(text, f"{place}.above")
            need(not cardset.has(deck.upper, card), f"{place}.above lists {text} twice.")
            cardset.add(deck.upper, card)

    def write_table(self) -> None:
        """Write what the Table has posted and what it has left."""
        p, s = self.p, self.s
        is_scene = self.mode == Mode.SCENE
        left = {"hostile": int(s.cfg.hostile), "tokens": int(s.cfg.tokens) - checks.tokens_laid(self)}
        for bill in p.posted:
            left["hostile"] -= bill.kind == "hazard" and bill.round in (None, p.round)
        for field, given in (("hostile", p.hostile_actions), ("tokens", p.tokens)):
            most = max(0, left[field]) if is_scene else 0
            name = "hostile_actions" if field == "hostile" else field
            need(given is None or given <= most, f"{name} is {given}; it can be at most {most}.")
            setattr(s, field, most if given is None else given)
        need(
            p.progress <= (s.cfg.goal if is_scene else 0),
            f"progress is {p.progress}, which is more than is possible.",
        )
        need(p.over or p.progress < s.cfg.goal, f"progress is {p.progress}, which ends the scene.")
        s.progress = p.progress
        need(self.mode != Mode.DUEL or not p.posted, "posted: nothing is posted in a duel.")
        need(self.mode != Mode.ATTEMPT or len(p.posted) <= 1, "posted: a lone Attempt has one Challenge.")
        posted = list(p.posted)
        if self.mode == Mode.ATTEMPT and not posted:
            low = int(s.cfg.low[s.cfg.template_band[0, 0]])
            challenge = plain.template_name(Shelf.OBSTACLE, 0, self.setup)
            told = {"name": challenge, "difficulty": low, "known": s.cfg.known, "open": True}
            posted = [plain.BillPart.model_validate(told)]
        for k, bill in enumerate(posted):
            self.write_bill(k, bill)
        self.write_points(posted)
        if is_scene:
            checks.check_bills(self)
        for field in ("target", "hazard"):
            value = getattr(p, field)
            need(value is None or value < len(posted), f"{field} is {value}; {len(posted)} have been posted.")
            setattr(s, field, NONE if value is None else value)
        need(s.hazard == NONE or s.bills[int(s.hazard)].shelf == Shelf.HAZARD, "hazard names an obstacle.")

    def write_bill(self, k: int, bill: plain.BillPart) -> None:
        """Write an obstacle or a hazard."""
        s, row, place = self.s, self.s.bills[k], f"posted.{k}"
        shelf = Shelf.of(bill.kind)
        known = [x["name"] for x in names.templates(shelf, self.setup)]
        row.shelf, row.template = shelf, pick_name(bill.name, known, f"{place}.name")
        band = int(s.cfg.template_band[shelf, int(row.template)])
        low, high = int(s.cfg.low[band]), int(s.cfg.high[band])
        need(
            low <= bill.difficulty <= high,
            f"{place}.difficulty is {bill.difficulty}; {bill.name} has {low} to {high}.",
        )
        round_no = bill.round or self.p.round
        before = int(s.bills[k - 1].round_no) if k else 1
        need(
            before <= round_no <= self.p.round,
            f"{place}.round is {round_no}; entries must be in the order of their Rounds.",
        )
        row.difficulty, row.known = bill.difficulty, bill.known
        row.round_no = 0 if self.mode == Mode.ATTEMPT else round_no
        s.bill_n = k + 1
        if bill.open:
            most = 1 if self.mode == Mode.ATTEMPT else int(s.cfg.open_most)
            need(shelf == Shelf.OBSTACLE, f"{place}.open: only obstacles stay open.")
            need(s.open_n < most, f"{place}.open: at most {most} may be open.")
            s.open[int(s.open_n)] = k
            s.open_n += 1

    def write_points(self, posted: Sequence[plain.BillPart]) -> None:
        """Write the Table's points, which follow from its bills, and the template that it is posting."""
        p, s = self.p, self.s
        if self.phase == Phase.POST:
            s.shelf = Shelf.OBSTACLE
        if self.mode != Mode.SCENE:
            need(not p.points, f"points is {p.points}; there are none in this game.")
            return
        if p.posting is not None:
            need(not p.over, "posting: in a game that is over nothing is posted.")
            obstacles, hazards = ([x["name"] for x in names.templates(k, self.setup)] for k in Shelf)
            s.shelf = Shelf.OBSTACLE if p.posting in obstacles else Shelf.HAZARD
            s.template = pick_name(p.posting, obstacles if p.posting in obstacles else hazards, "posting")
        need(redeal.could_pay(s), f"posted: the Table could not have paid for all {len(posted)} of them.")
        need(
            p.points in (None, int(s.points)),
            f"points is {p.points}; after what was posted, {int(s.points)} are left.",
        )

    def write_press(self) -> None:
        """Write a press and the Reaction to it."""
        p, s = self.p, self.s
        s.reaction = Reaction.of(p.reaction)
        if p.press is None:
            return
        need(self.mode == Mode.DUEL, "press: there are presses in duels only.")
        known = [x["name"] for x in self.setup.config["presses"]]
        s.press = pick_name(p.press.name, known, "press.name")
        s.attacker = self.need_hero(p.press.by, "press.by")
        if p.press.on is not None:
            s.defender = self.need_hero(p.press.on, "press.on")
            need(
                (int(s.attacker) - int(s.defender)) % 2,
                f"press.on is '{p.press.on}', an ally of the Character that presses.",
            )
        if p.press.waiting is not None:
            need(p.reaction == "fast", "press.waiting: a press waits only for a Fast Reaction.")
            s.main_press = pick_name(p.press.waiting, known, "press.waiting")

    def write_turn(self) -> None:
        """Write whose priority it is."""
        s, setup = self.s, self.setup
        n = max(2, int(s.cfg.heroes))
        if self.p.turn is None:
            s.turn = (self.p.round - 1) % n
        else:
            seat = pick_name(self.p.turn, setup.seats, "turn")
            s.turn = seat if self.mode == Mode.DUEL else 1 - seat
        active = n - sum(int(s.heroes[h].is_out) for h in range(int(s.cfg.heroes)))
        need(self.p.passes < active or self.p.over, f"passes is {self.p.passes}; the Round would be over.")

    def write_attempt(self, name: str) -> None:
        """Write an Attempt with its cards."""
        part, a = getattr(self.p, name), getattr(self.s, name)
        if part is None:
            return
        is_attack = part.kind == "attack"
        need(is_attack or name == "attempt", "attack.kind must be 'attack'.")
        h = self.need_hero(part.by, f"{name}.by")
        a.hero, a.kind, a.core = h, Kind.of(part.kind), state.Core.of(part.core)
        deck = self.s.heroes[h].deck
        for k, text in enumerate(part.cards):
            a.cards[k] = self.take(deck, text, f"{name}.cards")
            a.n = k + 1
            a.flopped = attempts.flops(self.s, a)
            need(
                not a.flopped or k == len(part.cards) - 1,
                f"{name}.cards: {text} Flopped, so no card follows.",
            )
        deck.n -= len(part.cards)
        a.penalty = decks.penalty_of(self.s.heroes[h])

    def close_decks(self) -> None:
        """Check that what others know to lie above is what they have not seen."""
        for h in range(int(self.s.cfg.heroes)):
            deck = self.s.heroes[h].deck
            unseen = {int(c) for c in deck.ahead[: int(deck.ahead_n)]}
            for a in (self.s.attempt, self.s.attack):
                if a.hero == h and a.kind == Kind.ATTACK:
                    unseen |= {int(c) for c in a.cards[: int(a.n)]}
            above = set(KIT.cards_in(deck.upper))
            need(above <= unseen, "above lists a card that is neither among the cards seen nor in an attack.")

    def decider(self) -> int:
        """Return the seat that decides."""
        p, s = self.p, self.s
        if p.over:
            return 0 if p.decides is None else pick_name(p.decides, self.setup.seats, "decides")
        seat = int(DECISIONS.who(s))
        agent = self.setup.seats[seat]
        need(p.decides in (None, agent), f"decides is '{p.decides}'; in phase '{p.phase}' it is {agent}.")
        return seat
