"""Games with real cards on the terminal: prints instructions and questions, passes answers to the companion."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.kit import IllegalAction, InvalidConfig, ThrowdownError
from throwdown.play import screen, storage
from throwdown.play.companion import showing
from throwdown.play.companion.companion import Companion
from throwdown.play.companion.dealer import HANDS, Line
from throwdown.play.session import called
from throwdown.play.terminal import MOST_ENTRIES, Left, play_on


class CompanionTerminal:
    """Plays a game with real cards on the terminal.

    Args:
        game: the game.
        console: for all output.
        read: asks for a line; raises EOFError when there are no more.
        how_to_resume: the command line that resumes a saved file, with ``{}`` for its name.
    """

    def __init__(
        self,
        game: Companion,
        console: Console,
        read: Callable[[str], str] = input,
        how_to_resume: str = "throwdown companion --resume {}",
    ) -> None:
        self.game, self.console, self.read, self.how_to_resume = game, console, read, how_to_resume

    def run(self) -> int:
        """Play until the person leaves or the input ends, and return the exit code."""
        return play_on(self._play, self._leave, self.console)

    def _play(self) -> None:
        self._greet()
        self._show()
        while True:
            self._turn()

    def _greet(self) -> None:
        game = self.game
        how = (
            tr("You deal real cards; nobody tells the program what lies face-down.")
            if game.deal == HANDS
            else tr("The program deals; you take the same cards out of your deck.")
        )
        title = tr(
            "{title}, scenario {scenario}, seed {seed}, against {against}.",
            title=game.setup.game.title,
            scenario=game.setup.scenario,
            seed=game.seed,
            against=called(game.against),
        )
        self.console.print(Text(f"{title} {how}"))
        self.console.print(Text(tr("help lists the commands."), "dim"))

    def _show(self) -> None:
        """Print the news, the instructions, the table, and the question."""
        self.console.print()
        for line in self.game.lines:
            self._tell(line)
        question = self.game.question
        if question is None or question.kind == "move":
            self._show_table()
        if question is None:
            self.console.print(showing.result(self.game))
            return
        if question.eyes:
            self._alone(question.eyes)
        self.console.print(showing.question(question))

    def _show_table(self) -> None:
        scene = self.game.scene()
        if scene is None:
            raise IllegalAction(tr("The cards are being dealt; there is no table yet."))
        self.console.print(showing.table_panel(scene, self.game.setup.game.title))

    def _tell(self, line: Line) -> None:
        if not line.eyes:
            self.console.print(showing.told(line))
            return
        self._alone(line.eyes)
        self.console.print(showing.told(line))
        self.read(tr("{who}, press Enter when you have done it. ", who=line.eyes))
        self._wipe()

    def _alone(self, who: str) -> None:
        self.read(tr("Only {who} may look now. Press Enter. ", who=who))

    def _wipe(self) -> None:
        if self.console.is_terminal:
            self.console.clear()

    def _turn(self) -> None:
        """Read and execute a line."""
        question = self.game.question
        line = " ".join(self.read(f"{question.about if question else tr('Over')}> ").split())
        try:
            if line and self._obey(line):
                self._keep()
                self._show()
        except ThrowdownError as error:
            self.console.print(screen.with_cards(str(error), "yellow"))

    def _obey(self, line: str) -> bool:
        """Execute a line and return whether to show the table anew."""
        word, _, rest = line.partition(" ")
        word = word.lower()
        if line.startswith("?"):
            self._explain(line[1:].strip())
        elif word == "help" and not rest:
            self.console.print(screen.commands(showing.COMMANDS))
        elif word in ("quit", "q", "exit") and not rest:
            raise Left
        elif word in ("undo", "u") and not rest:
            self.game.correct(len(self.game.noted))
            return True
        elif word == "correct":
            self._correct(rest)
            return True
        elif not self._show_more(word, rest):
            self.game.enter(line)
            return True
        return False

    def _correct(self, rest: str) -> None:
        number, _, text = rest.partition(" ")
        if not number.isdecimal():
            raise IllegalAction(tr("correct takes the number of an entry: correct 7, or correct 7 9H."))
        for dropped in self.game.correct(int(number), text):
            self.console.print(screen.with_cards(tr("No longer fits: {entry}", entry=dropped), "yellow"))

    def _show_more(self, word: str, rest: str) -> bool:
        """Execute a command that only shows or saves something; return whether the line was one."""
        if word == "save":
            self._saved(self.game.save(rest or None))
        elif word == "why" and (not rest or rest.isdecimal()):
            for told in self.game.why(int(rest) if rest else None):
                self.console.print(screen.with_cards(told))
        elif word == "ledger" and not rest:
            self.console.print(showing.ledger(self.game.noted))
        elif word == "table" and not rest:
            self._show_table()
        else:
            return False
        return True

    def _explain(self, text: str) -> None:
        table = self.game.table
        if table is None:
            raise IllegalAction(tr("The cards are being dealt; nothing is decided yet."))
        if not text:
            self.console.print(screen.with_cards(table.help()))
            return
        entries = table.look_up(text)
        if not entries:
            raise IllegalAction(tr("'{word}' is not a word of this game.", word=text))
        self.console.print(screen.entries_list(entries[:MOST_ENTRIES]))

    def _keep(self) -> None:
        """Store the game after every entry, in case the program is interrupted."""
        with contextlib.suppress(InvalidConfig):  # reported when the game is left
            self.game.save(self.game.path or storage.companion_file())

    def _leave(self) -> None:
        try:
            self._saved(self.game.save(self.game.path or storage.companion_file()))
        except InvalidConfig as error:
            told = tr("The game could not be saved: {error}", error=error)
            self.console.print(Text(told, "yellow"), soft_wrap=True)

    def _saved(self, file: Path) -> None:
        name = storage.LAST if file == storage.companion_file() else shlex.quote(str(file))
        line = tr("Saved to {file}. Continue with: {line}", file=file, line=self.how_to_resume.format(name))
        self.console.print(Text(line), soft_wrap=True)
