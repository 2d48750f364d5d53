"""A session on the terminal: prints what `screen` makes, reads what the person types, and hands it to the session."""

import shlex
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from throwdown.envs.core.kit import ThrowdownError
from throwdown.play import screen
from throwdown.play.reading import find_action
from throwdown.play.session import Session

FINISHED, STOPPED, INTERRUPTED = 0, 0, 130
"""Exit codes: the person ended it, the input ended, Ctrl-C."""


class _Left(Exception):
    """The person typed ``quit``."""


class Terminal:
    """Plays sessions with whoever sits at the keyboard.

    Args:
        session: the game.
        console: where everything is printed.
        read: asks for a line; raises EOFError when there are no more.
        keep: whether to save the game when it is left and after every decision, to the session's file.
        how_to_resume: the command line that goes on with a saved file, with ``{}`` for its name.
    """

    def __init__(
        self,
        session: Session,
        console: Console,
        read: Callable[[str], str] = input,
        keep: bool = False,
        how_to_resume: str = "throwdown play --resume {}",
    ) -> None:
        self.session, self.console, self.read = session, console, read
        self.keep, self.how_to_resume = keep, how_to_resume
        self._at: str | None = None

    def run(self) -> int:
        """Play until the person leaves or the input ends, and return the exit code."""
        try:
            self._greet()
            while True:
                self._game()
                if not self._wants_rematch():
                    return FINISHED
        except _Left:
            self._leave()
            return FINISHED
        except EOFError:
            self.console.print()
            self._leave()
            return STOPPED
        except KeyboardInterrupt:
            self.console.print()
            self._leave()
            return INTERRUPTED

    def _greet(self) -> None:
        session = self.session
        seats = ", ".join(f"{seat}: {session.name_of(seat)}" for seat in session.table.setup.seats)
        game = session.table.game.title
        self.console.print(
            Text(f"{game}, scenario {session.table.setup.scenario}, seed {session.seed}. {seats}.")
        )
        self.console.print(Text("Type a number or an action; ? explains, help lists the commands.", "dim"))

    def _leave(self) -> None:
        """Save the game if it is to be kept, and say how it goes on."""
        if self.keep:
            file = self.session.save()
            self._saved(file)

    def _saved(self, file: Path) -> None:
        """Say how the game goes on, in a line that can be pasted."""
        line = f"Saved to {file}. Continue with: {self.how_to_resume.format(shlex.quote(str(file)))}"
        self.console.print(Text(line), soft_wrap=True)

    def _game(self) -> None:
        self.session.advance()
        while (seat := self.session.seat) is not None:
            self._hand_over(seat)
            self._show(seat, self.session.news(seat))
            self._decide(seat)
            if self.keep:
                self.session.save()
            self.session.advance()
        seat = self.session.people[0]
        self.console.print()
        news = self.session.news(seat)
        self.console.print(screen.result(self.session.table, seat, news, self.console.width))

    def _show(self, seat: str, news: list[str] | None = None) -> None:
        self.console.print()
        self.console.print(screen.turn(self.session.table, seat, news, self.console.width))

    def _hand_over(self, seat: str) -> None:
        """Hide one person's cards before the next sits down."""
        if self.session.is_shared and self._at != seat:
            self._wipe()
            self.read(f"{seat} is to move; everybody else, please look away. Press Enter. ")
            self._wipe()
        self._at = seat

    def _wipe(self) -> None:
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")  # the lines that scrolled away, too

    def _decide(self, seat: str) -> None:
        """Read lines until one of them decides something or takes a decision back."""
        while True:
            line = " ".join(self.read(f"{seat}> ").split())
            try:
                if line and self._obey(seat, line):
                    return
            except ThrowdownError as error:
                self.console.print(screen.with_cards(str(error), "yellow"))

    def _obey(self, seat: str, line: str) -> bool:
        """Do what a line says and return whether the turn is to be shown anew."""
        word, _, rest = line.partition(" ")
        word = word.lower()
        if line.startswith("?"):
            self._explain(line[1:].strip())
        elif word == "help" and not rest:
            self.console.print(screen.commands())
        elif word in ("undo", "u") and not rest:
            self.session.undo()
            return True
        elif word in ("quit", "q", "exit") and not rest:
            raise _Left
        elif not self._show_more(seat, word, rest):
            self.session.act(line)
            return True
        return False

    def _show_more(self, seat: str, word: str, rest: str) -> bool:
        """Obey the commands that only show or save something; return whether it was one of them."""
        table = self.session.table
        if word == "save":
            file = self.session.save(rest or None)
            self._saved(file)
        elif rest:
            return False
        elif word == "hint":
            self.console.print(screen.with_cards(f"The heuristic would play: {self.session.hint()}"))
        elif word == "log":
            self.console.print(screen.news_list(table.narrate(seat), seat))
        elif word == "table":
            self._show(seat)
        else:
            return False
        return True

    def _explain(self, action: str) -> None:
        """Print the rules of what is being decided, or what an action means, or why it is not allowed."""
        table = self.session.table
        if not action:
            self.console.print(screen.with_cards(table.help()))
            self.console.print(Text("help lists the commands.", "dim"))
            return
        self.console.print(screen.with_cards(screen.explained(table, find_action(table, action))))

    def _wants_rematch(self) -> bool:
        self._leave_finished()
        answer = self.read("Another game? [y/N] ").strip().lower()
        if answer not in ("y", "yes"):
            return False
        self.session = self.session.rematch()
        self._at = None
        self._greet()
        return True

    def _leave_finished(self) -> None:
        if self.keep:
            file = self.session.save()
            self.console.print(
                Text(f"The game is saved in {file}; throwdown replay shows it move by move.", "dim")
            )
