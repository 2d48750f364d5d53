"""Games with real cards on the page: the companion, and its messages."""

from __future__ import annotations

from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.tables.table import Table
from throwdown.play.companion.companion import Companion
from throwdown.play.companion.dealer import HANDS
from throwdown.play.session import called
from throwdown.play.web import live, messages as say, offers
from throwdown.play.web.base import Verdict
from throwdown.play.web.kept import Kept, Overtaken
from throwdown.play.web.real_cards import CompanionTold, EntryTold


class LiveCompanion(Kept):
    """One game with real cards of one player.

    Args:
        key: its key.
        owner: its player.
        companion: the game itself.
    """

    def __init__(self, key: str, owner: str, companion: Companion) -> None:
        super().__init__(key, owner)
        self.companion = companion

    def to_json(self) -> str:
        """Return the game as JSON."""
        return self.companion.to_json()

    def share(self) -> None:
        """Mark the deal as shared."""
        self.companion.is_shared_deal = self.is_changed = True

    def enter(self, entries: int, answer: str | int, card: str = "") -> None:
        """Answer the current question; see `Companion.enter`.

        Raises:
            IllegalAction: the ledger has another number of entries, or the answer is not accepted; nothing has changed.
        """
        self._at(entries)
        self.companion.enter(answer, card)
        self.is_changed = True

    def correct(self, entries: int | None, number: int, text: str) -> None:
        """Change an entry of the ledger; see `Companion.correct`.

        Raises:
            IllegalAction: the ledger has another number of entries, or the text is no answer; nothing has changed.
        """
        self._at(entries)
        self.companion.correct(number, text)
        self.is_changed = True

    def note(self) -> None:
        """Do nothing: games with real cards do not count in the results."""

    def why(self, move: int | None) -> list[str]:
        """Return the alternatives to a move."""
        return self.companion.why(move)

    def exported(self) -> str:
        """Return the game as JSON for the person."""
        if not (self.companion.over or self.companion.is_shared_deal):
            raise kit.IllegalAction(live.NOT_YET)
        return self.to_json()

    def _at(self, entries: int | None) -> None:
        """Raise if an answer was given at another number of entries."""
        n = len(self.companion.noted)
        if entries not in (None, n):
            raise Overtaken(
                plural(
                    "That was entered after {n} entry, and the ledger has {now}; look at the table and enter it again.",
                    "That was entered after {n} entries, and the ledger has {now}; look at the table and enter it "
                    "again.",
                    entries,
                    now=n,
                )
            )

    def word(self, text: str) -> list[tuple[str, str]]:
        """Look up a word or a name."""
        entries = [(f"{x.name} ({x.kind})", x.text) for x in self.table.look_up(text)]
        if not entries:
            raise kit.IllegalAction(tr("'{word}' is not a word of this game.", word=text))
        return entries

    @property
    def table(self) -> Table:
        """The game's table; before the deal, one from which only names are read."""
        return self.companion.table or Table.from_setup(self.companion.setup)

    @property
    def verdict(self) -> Verdict:
        """The outcome for the Pilots: one of `VERDICTS`, empty while the game goes on."""
        table = self.companion.table
        if table is None or not self.companion.over:
            return ""
        value = table.returns()[self.companion.setup.seats[-1]]
        return live.VERDICTS[1 + (value > 0) - (value < 0)]

    def _about(self) -> str:
        how = (
            tr("With real cards that you deal.")
            if self.companion.deal == HANDS
            else tr("With real cards that the program deals.")
        )
        who = tr("Coach: {agent}.", agent=called(self.companion.against))
        return f"{how} {who}"

    def told(self) -> CompanionTold:
        """Return the game as the page shows it."""
        game = self.companion
        return CompanionTold(
            game=self.key,
            id=game.setup.game.id,
            title=offers.table_info(game.setup.game, game.setup.scenario).name,
            scenario=game.setup.scenario,
            deal=game.deal,
            about=self._about(),
            moves=game.moves,
            lines=game.lines,
            question=game.question,
            scene=game.scene(),
            row=game.row(),
            ledger=[EntryTold(about=x.about, told=x.told) for x in game.noted],
            dropped=game.dropped,
            is_shared_deal=game.is_shared_deal,
            verdict=self.verdict,
            ending=game.ending(),
        )

    def saved(self, changed: float) -> say.Saved:
        """Return the game's line in the list of games."""
        return say.Saved(
            game=self.key,
            id=self.companion.setup.game.id,
            title=self.companion.setup.game.title,
            is_apart=True,
            scenario=self.companion.setup.scenario,
            about=self._about(),
            moves=self.companion.moves,
            verdict=self.verdict,
            changed=changed,
        )
