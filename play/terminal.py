"""Sessions on the terminal: prints the output of `screen`, reads input and passes it to the session."""

import contextlib
import shlex
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.kit import IllegalAction, InvalidConfig, ThrowdownError
from throwdown.play import rulebook, screen, speaking, storage
from throwdown.play.course import Course
from throwdown.play.puzzles import puzzle_of
from throwdown.play.reading import find_action, unknown
from throwdown.play.review import Review
from throwdown.play.session import Session

FINISHED, STOPPED, INTERRUPTED = 0, 0, 130
"""Exit codes: ended by the person, by the end of the input, by Ctrl-C."""
SPOKEN = {
    tr("help"): "help",
    tr("undo"): "undo",
    tr("quit"): "quit",
    tr("save"): "save",
    tr("why"): "why",
    tr("hint"): "hint",
    tr("log"): "log",
    tr("learn"): "learn",
    tr("history"): "history",
    tr("table"): "table",
    tr("review"): "review",
    tr("y"): "y",
    tr("n"): "n",
}
"""Commands in the language of the process; the English ones are accepted, too."""
LEAVING = ("", "n", "no", "q", "quit", "exit")
"""Answers that decline another game."""
MOST_ENTRIES = 6
"""The maximum number of glossary entries shown for a word."""


def _command(line: str) -> tuple[str, str]:
    """Return the first word of a line, in English if it is a command, and the rest."""
    word, _, rest = line.partition(" ")
    return SPOKEN.get(word.lower(), word.lower()), rest


class Left(Exception):
    """The person typed ``quit``."""


def play_on(play: Callable[[], None], leave: Callable[[], None], console: Console) -> int:
    """Play until the end, or until the person leaves or the input ends; return the exit code.

    Args:
        play: plays; raises `Left`, `EOFError` or `KeyboardInterrupt` when the person stops.
        leave: called at that point.
        console: gets a line break after incomplete input.
    """
    try:
        play()
        return FINISHED
    except Left:
        code = FINISHED
    except EOFError:
        console.print()
        code = STOPPED
    except KeyboardInterrupt:
        console.print()
        code = INTERRUPTED
    leave()
    return code


class Terminal:
    """Plays sessions on the terminal.

    Args:
        session: the game.
        console: for all output.
        read: asks for a line; raises EOFError when there are no more.
        keep: whether to save the game to the session's file after every decision and on leaving; else it is stored as
            the last game.
        how_to_resume: the command line that resumes a saved file, with ``{}`` for its name.
        tutor: the lessons to tell on the way, each when it first applies; None: none.
    """

    def __init__(
        self,
        session: Session,
        console: Console,
        read: Callable[[str], str] = input,
        keep: bool = False,
        how_to_resume: str = "throwdown play --resume {}",
        tutor: Course | None = None,
    ) -> None:
        self.session, self.console, self.read = session, console, read
        self.keep, self.how_to_resume = keep, how_to_resume
        self._at: str | None = None
        self.tutor = tutor
        self._has_played = False
        """Whether a decision was made since the last result was noted."""
        self._has_hinted = False
        """Whether the figures of hints have been explained."""
        self._is_safe = False
        """Whether ``save`` has saved the current state."""

    def run(self) -> int:
        """Play until the person leaves or the input ends, and return the exit code."""
        return play_on(self._play, self._leave, self.console)

    def _play(self) -> None:
        self._greet()
        self._game()
        while self._wants_rematch():
            self._game()

    def _greet(self) -> None:
        session = self.session
        setup, table = session.table.setup, session.table
        line = tr(
            "{game}, scenario {scenario}, seed {seed}. {who}",
            game=table.game.title,
            scenario=setup.scenario,
            seed=session.seed,
            who=session.who_plays(),
        )
        self.console.print(Text(line))
        if goal := table.goal(session.people[0]):
            self.console.print(Text(goal, "bold"))
        self.console.print(
            Text(
                tr(
                    "Type a number or a name; ? explains the decision, ? WORD a word; help lists the commands."
                ),
                "dim",
            )
        )

    def _leave(self) -> None:
        """Save the game on leaving, to its own file or as the last game, and tell how to resume it."""
        if self.session.table.over:
            self._note()
        if self.keep:
            self._saved(self.session.save())
        elif self.session.table.history and not self._is_safe and not self.session.is_trial:
            try:
                file = storage.keep(self.session)
            except InvalidConfig as error:
                self.console.print(
                    Text(tr("The game could not be saved: {error}", error=error), "yellow"), soft_wrap=True
                )
                return
            self._saved(file, storage.LAST)

    def _saved(self, file: Path, name: str = "") -> None:
        """Tell how to resume the game, in a line that can be pasted."""
        command = self.how_to_resume.format(name or shlex.quote(str(file)))
        line = tr("Saved to {file}. Continue with: {command}", file=file, command=command)
        self.console.print(Text(line), soft_wrap=True)

    def _store(self) -> None:
        """Store the game after a decision, in case the program is interrupted."""
        if self.keep:
            self.session.save()
        elif not self.session.is_trial:
            with contextlib.suppress(InvalidConfig):  # reported when the game is left
                storage.keep(self.session)

    def _game(self) -> None:
        self.session.advance()
        while (seat := self.session.seat) is not None:
            self._hand_over(seat)
            self._show(seat, self.session.news(seat))
            self._decide(seat)
            self._store()
            self.session.advance()
        seat = self.session.people[0]
        self.console.print()
        news = self.session.news(seat)
        self.console.print(screen.result(self.session.table, seat, news, self.console.width))
        self._store()

    def _show(self, seat: str, news: list[str] | None = None) -> None:
        self.console.print()
        table = self.session.table
        if self.tutor is not None and (lesson := self.tutor.lesson(table)):
            self.console.print(screen.lesson_panel(lesson))
        said = [] if news is None else speaking.Banter(self.session, seat).since()
        self.console.print(screen.turn(self.session.table, seat, news, self.console.width, said))

    def _hand_over(self, seat: str) -> None:
        """Hide one person's cards before the next sits down."""
        if self.session.is_shared and self._at != seat:
            self._wipe()
            person = self.session.table.setup.person(seat)
            asked = tr("{who} is to move; everybody else, please look away. Press Enter.", who=person)
            self.read(asked + " ")
            self._wipe()
        self._at = seat

    def _wipe(self) -> None:
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")  # the scrollback, too

    def _decide(self, seat: str) -> None:
        """Read lines until a decision is made or taken back."""
        while True:
            line = " ".join(self.read(f"{self.session.table.setup.person(seat)}> ").split())
            try:
                if line and self._obey(seat, line):
                    return
            except ThrowdownError as error:
                self.console.print(screen.with_cards(str(error), "yellow"))

    def _obey(self, seat: str, line: str) -> bool:
        """Execute a line and return whether to show the turn anew."""
        word, rest = _command(line)
        if line.startswith("?"):
            self._explain(line[1:].strip())
        elif word == "help" and not rest:
            self.console.print(screen.commands())
        elif word in ("undo", "u") and not rest:
            self._is_safe = False
            self.session.undo()
            return True
        elif word in ("quit", "q", "exit") and not rest:
            raise Left
        elif not self._show_more(seat, word, rest):
            begins = len(self.session.table.history) == self.session.given
            self.session.act(find_action(self.session.table, line))
            self._has_played, self._is_safe = True, False
            if self.session.puzzle and begins:
                self._tell_puzzle()
            return True
        return False

    def _show_more(self, seat: str, word: str, rest: str) -> bool:
        """Execute a command that only shows or saves something; return whether the line was one."""
        table = self.session.table
        if word == "save":
            self._saved(self.session.save(rest or None))
            self._is_safe = True
        elif word == "why" and (not rest or rest.isdecimal()):
            for told in speaking.reasons(self.session, seat, int(rest) if rest else None):
                self.console.print(screen.with_cards(told))
        elif rest:
            return False
        elif word == "hint":
            self._hint()
        elif word == "log":
            self.console.print(screen.news_list(table.narrate(seat), table.setup.person(seat)))
        elif word == "learn":
            self.console.print(screen.rulebook_page(rulebook.page_of(table.game.id)))
        elif word == "history":
            lines = storage.history_lines() or [tr("No game has been finished yet.")]
            self.console.print(Text("\n".join(lines)))
        elif word == "table" and not table.over:
            self._show(seat)
        elif word == "review":
            self._review()
        else:
            return False
        return True

    def _review(self) -> None:
        """Print the review of the finished game, with a progress bar during the playouts."""
        looked = Review(self.session)
        judged = []
        with Progress(console=self.console, transient=True, disable=not self.console.is_interactive) as bar:
            for move in bar.track(looked.moves, description=tr("Playing decisions out")):
                judged.append(looked.judge(move))
        summary = looked.summary(judged)
        self.console.print(screen.review(summary, judged))
        if summary.quality is not None:
            storage.note_review(self.session, summary.quality.mean)

    def _tell_puzzle(self) -> None:
        """Print the value of the choice in a puzzle, and note whether it was the best."""
        session = self.session
        one, chosen = puzzle_of(session.puzzle), session.table.history[session.given][1]
        then = session.table.before(session.given + 1)
        is_solved = one.judge(chosen) is one.puzzle.answers[0]
        storage.note_puzzle(one.name, is_solved)
        options = [(then.describe(x.action).title, x.chance, x.action == chosen) for x in one.puzzle.answers]
        self.console.print(screen.puzzle_answer(options, one.reason()))

    def _hint(self) -> None:
        """Print a hint, with a progress bar during the playouts."""
        with Progress(console=self.console, transient=True, disable=not self.console.is_interactive) as bar:
            task = bar.add_task(tr("Playing games out"), total=None)
            hint = self.session.hint(lambda done, total: bar.update(task, completed=done, total=total))
        reward = str(self.session.table.setup.options.get("reward", "none"))
        self.console.print(screen.advice(hint, "" if self._has_hinted else reward))
        self._has_hinted = True

    def _explain(self, text: str) -> None:
        """Print the rules of the current decision, the meaning of a word or an action, or why it is not allowed."""
        table = self.session.table
        if not text:
            self.console.print(screen.with_cards(table.help()))
            self.console.print(Text(tr("? WORD looks a word up; help lists the commands."), "dim"))
            return
        entries = table.look_up(text)
        if entries:
            self.console.print(screen.entries_list(entries[:MOST_ENTRIES]))
        try:
            self.console.print(screen.with_cards(screen.explained(table, find_action(table, text))))
        except IllegalAction as error:
            if not entries:
                raise IllegalAction(unknown(table, text) or str(error)) from None

    def _wants_rematch(self) -> bool:
        """Execute commands about the finished game until the person wants a new one or none; see `_game`."""
        seat = self.session.people[0]
        self.console.print(
            Text(
                tr(
                    "review looks back at your decisions, undo takes the last one back, why explains a "
                    "move; log, save FILE and history work, too."
                ),
                "dim",
            )
        )
        while True:
            line = " ".join(self.read(tr("Another game? [y/N]") + " ").split())
            word, rest = _command(line)
            try:
                if word in ("undo", "u") and not rest:
                    self._is_safe = False
                    self.session.undo()
                    self._game()
                elif line.startswith("?"):
                    self._explain(line[1:].strip())
                elif word in ("y", "yes"):
                    self._note()
                    self.session = self.session.rematch()
                    self.tutor = self.tutor and self.tutor.next()
                    self._at = None
                    self._greet()
                    return True
                elif word in LEAVING and not rest:
                    self._note()
                    self._leave_finished()
                    return False
                elif not self._show_more(seat, word, rest):
                    self.console.print(
                        Text(tr("The game is over: y for another one, n to leave, undo to go back."), "dim")
                    )
            except ThrowdownError as error:
                self.console.print(screen.with_cards(str(error), "yellow"))

    def _note(self) -> None:
        """Note the result of the finished game, once."""
        if self._has_played:
            storage.note_result(self.session)
            self._has_played = False

    def _leave_finished(self) -> None:
        file = self.session.save() if self.keep else storage.last_file()
        if file.exists():
            self.console.print(
                Text(
                    tr("The game is saved in {file}; throwdown replay shows it move by move.", file=file),
                    "dim",
                ),
                soft_wrap=True,
            )
