"""A game with real cards on the page: the companion, and what the page is told of it."""

from __future__ import annotations

from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.tables.table import Table
from throwdown.play.companion.companion import Companion
from throwdown.play.companion.dealer import HANDS
from throwdown.play.session import called
from throwdown.play.web import learning, live, messages as say
from throwdown.play.web.base import Answer, OfGame
from throwdown.play.web.kept import Kept, Overtaken
from throwdown.play.web.real_cards import CompanionTold, Correct, Enter, EntryTold


class LiveCompanion(Kept):
    """One game with real cards of one player.

    Args:
        key: names it.
        owner: the player whose it is.
        companion: the game itself.
    """

    def __init__(self, key: str, owner: str, companion: Companion) -> None:
        super().__init__(key, owner)
        self.companion = companion

    def to_json(self) -> str:
        """Return the game as JSON."""
        return self.companion.to_json()

    def answer(self, asked: OfGame) -> Answer:
        """Return the answer to a request about the game; its lock is held.

        Raises:
            ThrowdownError: it cannot be carried out; nothing has changed.
        """
        n = asked.request
        if isinstance(asked, say.AskWhy):
            return say.Told(request=n, entries=[("", text) for text in self.companion.why(asked.move)])
        if isinstance(asked, say.AskWord):
            return say.Told(request=n, entries=self._word(asked.text))
        if isinstance(asked, learning.AskGlossary):
            return learning.glossary(self._any_table(), n)
        if isinstance(asked, say.Export):
            return say.Exported(request=n, text=self._exported())
        if isinstance(asked, say.Share):
            self.companion.is_shared_deal = self.is_changed = True
        elif isinstance(asked, Enter):
            self._at(asked.entries)
            self.companion.enter(asked.text)
            self.is_changed = True
        elif isinstance(asked, Correct):
            self._at(asked.entries)
            self.companion.correct(asked.number, asked.text)
            self.is_changed = True
        elif not isinstance(asked, say.Open):
            raise kit.IllegalAction(tr("A game with real cards has nothing of the kind."))
        return self.told(n)

    def _exported(self) -> str:
        if not (self.companion.over or self.companion.is_shared_deal):
            raise kit.IllegalAction(live.NOT_YET)
        return self.to_json()

    def _at(self, entries: int | None) -> None:
        """Refuse what was told after another number of entries."""
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

    def _word(self, text: str) -> list[tuple[str, str]]:
        entries = [(f"{x.name} ({x.kind})", x.text) for x in self._any_table().look_up(text)]
        if not entries:
            raise kit.IllegalAction(tr("'{word}' is no word of this game.", word=text))
        return entries

    def _any_table(self) -> Table:
        """Return a table of what is played, of which only the names are read."""
        return self.companion.table or Table.from_setup(self.companion.setup)

    @property
    def verdict(self) -> str:
        """How the game ended for the Pilots: one of `VERDICTS`, empty while it goes on."""
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

    def told(self, request: int = 0) -> CompanionTold:
        """Return the game as the page shows it."""
        game = self.companion
        return CompanionTold(
            request=request,
            game=self.key,
            id=game.setup.game.id,
            title=game.setup.game.title,
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
            title=self.companion.setup.game.title,
            scenario=self.companion.setup.scenario,
            about=self._about(),
            moves=self.companion.moves,
            verdict=self.verdict,
            changed=changed,
        )
