"""Games on the page: a session, and its messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from throwdown.agents.search.watch import is_late
from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.core.scene import Pile, Scene
from throwdown.envs.pictures import draw
from throwdown.envs.tables.table import Table
from throwdown.play import screen, speaking, storage
from throwdown.play.reading import refused
from throwdown.play.session import Session, no_such_move
from throwdown.play.web import after, learning, messages as say, offers
from throwdown.play.web.base import Verdict
from throwdown.play.web.blocked import blocked
from throwdown.play.web.kept import Kept, Overtaken

VERDICTS: tuple[Verdict, ...] = ("lost", "drawn", "won")
NOT_YET = tr(
    "The file of an unfinished game reveals its deal; share the deal first, or wait until the game is over."
)
MOST_TAKEN_BACK = 1000
"""The maximum number of undos in a game: all moves taken back are stored."""
MOST_LOOKED_BACK = 60
"""The maximum number of moves before the end in which the last cards in use are sought."""
MOST_STEPS = 400
"""The maximum number of other players' moves shown one by one: the last ones."""


def scene_of(table: Table, seat: str | None) -> Scene:
    """Return a table as seen by a seat (None: everything)."""
    viewer = None if seat is None else table.setup.seat(seat)
    return draw.scene_of(table.state, viewer, table.setup)


def open_scene(table: Table, seat: str) -> Scene:
    """Return a table with everything shown, still from the side of a seat."""
    own, whole = scene_of(table, seat), scene_of(table, None)
    mine = {x.name for x in (*own.far, *own.near) if x.is_viewer}
    far, near = (
        tuple(replace(x, is_viewer=x.name in mine) for x in people) for people in (whole.far, whole.near)
    )
    if {x.name for x in far} & {x.name for x in own.near}:
        far, near = near, far
    return replace(whole, far=far, near=near)


def last_scene(table: Table, seat: str) -> Scene:
    """Return a table that is over as `open_scene`, with the cards that lay last on a pile in use: they decided it."""
    scene, then = open_scene(table, seat), table.clone()
    is_there = not scene.piles or any(pile.is_lit and pile.cards for pile in scene.piles)
    for _ in range(0 if is_there else min(MOST_LOOKED_BACK, len(then.history))):
        then.undo()
        for pile in scene_of(then, None).piles:
            if pile.is_lit and pile.cards:
                return replace(scene, piles=_with_last(scene.piles, pile))
    left = [pile for pile in scene.piles if pile.cards]
    return scene if is_there or not left else replace(scene, piles=_with_last(scene.piles, left[-1]))


def _with_last(piles: tuple[Pile, ...], last: Pile) -> tuple[Pile, ...]:
    """Return piles with the last one in use, at its place if it is still there, else instead of bare ones."""
    if any(pile.title == last.title for pile in piles):
        return tuple(
            replace(pile, is_lit=True, cards=pile.cards or last.cards) if pile.title == last.title else pile
            for pile in piles
        )
    return (*(pile for pile in piles if pile.cards or pile.owner or pile.chips), last)


class Live(Kept):
    """One game of one player.

    Args:
        key: its key.
        owner: its player.
        session: the game itself.

    Attributes:
        results: the folder of the player's results; see `storage`.
    """

    def __init__(self, key: str, owner: str, session: Session) -> None:
        super().__init__(key, owner)
        self.session = session
        self.results: Path | None = None
        self._viewer = session.people[0]
        self._steps: list[say.Step] = []
        self._talks: dict[str, speaking.Banter] = {}
        self._looking: after.Looking | None = None
        self._notes: list[Callable[[], None]] = []

    def to_json(self) -> str:
        """Return the game as JSON."""
        return self.session.to_json()

    @property
    def is_told(self) -> bool:
        """Whether everything may be revealed to the person."""
        return self.table.over or self.session.is_shared_deal

    def exported(self) -> str:
        """Return the game as JSON for the person, as a trial while it goes on; see `messages.Export`."""
        if self.is_told:
            return self.to_json()
        try:
            return self.session.branch(len(self.table.history), self.viewer).to_json()
        except kit.InvalidRecord:
            raise kit.IllegalAction(NOT_YET) from None

    @property
    def table(self) -> Table:
        """The game's table."""
        return self.session.table

    @property
    def viewer(self) -> str:
        """The viewing seat: the person's seat to move, else the one that decided last."""
        if self.session.seat is not None:
            self._viewer = self.session.seat
        return self._viewer

    @property
    def verdict(self) -> Verdict:
        """The outcome for the person: one of `VERDICTS`, empty while the game goes on."""
        if not self.table.over:
            return ""
        value = self.table.returns()[self.viewer]
        return VERDICTS[1 + (value > 0) - (value < 0)]

    def begin(self) -> None:
        """Narrate the deal if nothing was played, and let the agents play until the person decides."""
        if not self.table.history:
            self._steps = [self._step(0, self.viewer)]
        self._advance()

    def act(self, move: int, action: int) -> None:
        """Play a choice of the person and let the agents answer.

        Raises:
            IllegalAction: the choice belongs to another moment, or is not legal; nothing has changed.
        """
        played, was_over = self._at(move), self.table.over
        self._viewer = self.viewer
        self.session.act(action)
        self._begin_anew()
        self._note()
        if played == self.session.given and self.session.puzzle:
            told = after.puzzle_told(self.session)
            if told is not None:
                self._notes.append(partial(storage.note_puzzle, told.name, told.is_solved, self.results))
        self._advance()
        if self.table.over and not was_over:
            self._notes.append(partial(storage.note_result, self.session, self.results))

    def undo(self, move: int | None = None) -> None:
        """Take the person's last decision back; see `Session.undo`. What the end of the game revealed stays known.

        Raises:
            IllegalAction: the request belongs to another moment, or there is nothing to undo; nothing has changed.
        """
        self._at(move)
        if len(self.session.taken_back) >= MOST_TAKEN_BACK:
            raise kit.IllegalAction(
                plural(
                    "Decisions of this game were taken back {n} time, the most that is allowed.",
                    "Decisions of this game were taken back {n} times, the most that is allowed.",
                    MOST_TAKEN_BACK,
                )
            )
        was_over = self.table.over
        self.session.undo()
        self.session.is_shared_deal |= was_over
        self._begin_anew()

    def share(self) -> None:
        """Mark the deal as shared: its seed is revealed from now on."""
        self.session.is_shared_deal = self.is_changed = True

    def note(self) -> None:
        """Store the person's results of the last choice, after the game has been written."""
        notes, self._notes = self._notes, []
        for note in notes:
            note()

    def _at(self, move: int | None) -> int:
        """Return the number of moves; raise if a choice belongs to another number."""
        played = len(self.table.history)
        if move not in (None, played):
            raise Overtaken(
                plural(
                    "That was chosen after {n} move, and the game has {played}; look at the table and choose again.",
                    "That was chosen after {n} moves, and the game has {played}; look at the table and choose again.",
                    move,
                    played=played,
                )
            )
        return played

    def _begin_anew(self) -> None:
        self._steps, self._looking, self._notes, self.is_changed = [], None, [], True

    def _advance(self) -> None:
        self.session.advance(self._note)
        self._steps = self._steps[-MOST_STEPS:]

    def _note(self) -> None:
        """Store the last move as seen by the person, unless it showed nothing."""
        is_late()  # whoever waits for it may have left
        table, seat = self.table, self._viewer
        step = self._step(len(table.history), seat)
        if not step.told:
            return
        talk = self._talks.setdefault(seat, speaking.Banter(self.session, seat))
        mover, said = table.history[-1][0], talk.at(len(table.history))
        step.by, step.is_own = table.setup.person(mover), mover in self.session.people
        step.says = say.SpeechTold(**said._asdict()) if said else None
        self._steps.append(step)

    def _step(self, move: int, seat: str) -> say.Step:
        """Return the last move (0: the deal) as seen by a seat: what it tells and sounds like, and the table."""
        table = self.table
        sounds, events = table.game.event_sounds, table.events_at(move, seat)
        return say.Step(
            move=move,
            by="",
            is_own=False,
            told=[table.game.text.narrate(event, table.setup) for event in events],
            sounds=[sounds[event.kind] for event in events if event.kind in sounds],
            scene=scene_of(table, seat),
        )

    def told(self) -> say.Position:
        """Return the game as the person sees it now."""
        table, seat, session = self.table, self.viewer, self.session
        scene = last_scene(table, seat) if table.over else scene_of(table, seat)
        return say.Position(
            game=self.key,
            id=table.game.id,
            title=table.game.title,
            scenario=table.setup.scenario,
            seed=session.seed if self.is_told and not session.is_trial else None,
            is_shared_deal=session.is_shared_deal,
            seat=seat,
            seats=",".join(session.people),
            against=session.against,
            about=session.who_plays(),
            goal=table.goal(seat),
            moves=len(table.history),
            steps=self._steps,
            scene=scene,
            prompt=table.prompt(),
            help="" if table.over else table.help(),
            choices=self.choices(),
            lessons=learning.lessons(table) if session.seat else [],
            blocked=blocked(table, scene) if session.seat else {},
            forced=table.forced() if session.seat else "",
            can_undo=session.can_undo,
            can_turn=table.over and bool(offers.other_side(session)),
            taken_back=len(session.taken_back),
            is_trial=session.is_trial,
            puzzle=after.puzzle_told(session),
            verdict=self.verdict,
            headline=table.headline(seat),
            chapters=[say.ChapterTold(**x._asdict()) for x in table.chapters(seat)],
            ending=self.ending() if table.over else [],
        )

    def choices(self) -> list[say.Choice]:
        """Return the person's current choices."""
        table = self.table
        if self.session.seat is None:
            return []
        return [say.Choice(action=i, **table.describe(i)._asdict()) for i in table.legal_ids()]

    def ending(self) -> list[str]:
        """Return the outcome and the deciding moment, in sentences."""
        table, seat = self.table, self.viewer
        told = [] if table.chapters(seat) else list(screen.turning_points(table, seat))
        told += [text for text in (screen.score_line(table, seat), table.decided()) if text]
        if table.history:
            told.append(screen.why_text(table.why(table.decisive)))
        return list(dict.fromkeys(told))

    def _about(self) -> str:
        session = self.session
        if session.puzzle:
            name = session.puzzle.capitalize().replace("-", " ")
            return tr("Puzzle {name}. {who}", name=name, who=session.who_plays())
        if session.is_trial:
            return tr("A trial. {who}", who=session.who_plays())
        return session.who_plays()

    def saved(self, changed: float) -> say.Saved:
        """Return the game's line in the list of games."""
        return say.Saved(
            game=self.key,
            id=self.table.game.id,
            title=self.table.game.title,
            scenario=self.table.setup.scenario,
            about=self._about(),
            moves=len(self.table.history),
            verdict=self.verdict,
            is_apart=self.session.is_trial,
            changed=changed,
        )

    def look(self, first: int) -> after.Reviewed:
        """Return reviews of decisions of the finished game from one on; see `after.Looking`.

        Raises:
            IllegalAction: the game goes on.
        """
        if self._looking is None:
            self._looking = after.Looking(self.session, self.viewer, self.results)
        return self._looking.look(first)

    def branch(self, move: int, is_alone: bool) -> Session:
        """Return a trial that begins after a number of moves; see `Session.branch`."""
        return self.session.branch(move, self.viewer, self.table.setup.seats if is_alone else ())

    def hint(self) -> say.HintTold:
        """Return a hint; see `Session.hint`."""
        hint = self.session.hint()
        return say.HintTold(
            best=hint.action,
            options=[
                say.Worth(action=x.action, name=x.name, chance=[float(v) for v in x.chance])
                for x in hint.options
            ],
            reason=hint.reason,
            about=hint.about,
        )

    def why(self, move: int | None) -> list[str]:
        """Return the alternatives to a move and its purpose; see `speaking.reasons`."""
        return speaking.reasons(self.session, self.viewer, move)

    def log(self) -> list[tuple[str, str, list[str]]]:
        """Return the log from the deal on; see `messages.Logged`. Moves that showed the person nothing are left out."""
        table, seat = self.table, self.viewer
        tell, found = table.game.text.narrate, []
        movers = [("", ""), *((agent, table.setup.person(agent)) for agent, _ in table.history)]
        for move, (by, name) in enumerate(movers):
            if told := [tell(event, table.setup) for event in table.events_at(move, seat)]:
                found.append((by, name, told))
        return found

    def word(self, text: str) -> list[tuple[str, str]]:
        """Look up a word, a name or an action."""
        table = self.table
        entries = [(f"{x.name} ({x.kind})", x.text) for x in table.look_up(text)]
        if text in table.game.actions.labels and not table.over and self.session.seat is not None:
            entries.append((table.describe(text).title, refused(table, text) or str(table.describe(text))))
        if not entries:
            raise kit.IllegalAction(tr("'{text}' is neither a word nor an action of this game.", text=text))
        return entries

    def moment(self, move: int, is_open: bool) -> say.Moment:
        """Return the table after a number of moves.

        Raises:
            IllegalAction: there are fewer moves, or everything was requested in a game that goes on.
        """
        table, n = self.table, len(self.table.history)
        if move > n:
            raise kit.IllegalAction(no_such_move(n))
        if is_open and not table.over:
            raise kit.IllegalAction(tr("What is hidden is shown when the game is over."))
        seat = None if is_open else self.viewer
        then = table.before(move + 1) if move < n else table
        told = then.narrate(seat, move)
        by = table.setup.person(table.history[move - 1][0]) if move else ""
        scene = open_scene(then, self.viewer) if is_open else scene_of(then, seat)
        return say.Moment(move=move, moves=n, by=by, told=told, scene=scene)
