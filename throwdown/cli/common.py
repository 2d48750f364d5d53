"""Shared parts of the commands: options, output, and errors as one sentence instead of a traceback."""

from __future__ import annotations

import contextlib
import functools
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec, TypeVar

import typer

from throwdown import interrupt
from throwdown.bars import playing_bar as playing_bar
from throwdown.envs.core.errors import InvalidConfig, ThrowdownError, harmless, is_harmless, missing_extra
from throwdown.envs.core.locks import owned
from throwdown.envs.core.names import typed

if TYPE_CHECKING:
    from rich.console import Console


P = ParamSpec("P")
R = TypeVar("R")

DEFAULT_GAME = "throwdown-v0"
OK, FAILED, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, interrupt.INTERRUPTED, 141

JSON = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def _game_of(context: typer.Context, game: str) -> str:
    """Return a command's game: the given one, else that of the scenario's file, if there is one."""
    source = context.get_parameter_source("game")
    if source is None or source.name != "DEFAULT":
        return game
    for name in ("scenario", "scenarios", "name", "file"):  # typed parameters are processed before others
        value = context.params.get(name)
        for one in value if isinstance(value, list | tuple) else (value,):
            if one is not None and str(one).endswith(".toml"):
                from throwdown.envs.registry import game_of

                with contextlib.suppress(InvalidConfig):  # an unreadable file is reported later
                    return game_of(str(one))
    return game


GAME = Annotated[
    str,
    typer.Option(
        "--game",
        "-g",
        help="The game's id; `throwdown envs` lists them. By default the game of the scenario's file, by its line "
        "game = ... or its fields.",
        callback=_game_of,
    ),
]
SCENARIO = Annotated[
    str | None,
    typer.Option(
        "--scenario",
        "-s",
        help="One of the game's scenarios, or a TOML file of your own; by default the game's own choice.",
    ),
]


def _check_on(on: str) -> str:
    """Return where to run; see `evaluation.workers.start_workers`."""
    from throwdown.evaluation.workers import check_place

    return guarded(check_place)(on) if on else on


ON = Annotated[
    str,
    typer.Option(
        help="Where to run: nothing for this machine, ray:auto or ray://HOST:PORT for a Ray cluster.",
        callback=_check_on,
    ),
]
WORKERS = Annotated[
    int | None, typer.Option(min=1, help="Maximum number of processes; by default one per core.")
]
QUIET = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")]
VARY = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PATH=VALUES",
        help="Values of the scenario to try, such as threats.0.rating=1,2,3,4; repeat for a grid.",
    ),
]
OPTIONS = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="A rule or reward, such as ace=eleven.",
    ),
]


def say(text: str) -> None:
    """Print a line on stdout at once, a pipe or file included, with terminal control characters escaped."""
    print(harmless(text), flush=True)


def complain(text: str) -> None:
    """Print a line on stderr."""
    sys.stderr.write(f"throwdown: {harmless(text)}\n")


def output() -> Console:
    """Return the console for stdout; it raises on a broken pipe and escapes terminal control characters."""
    from rich.console import Console
    from rich.segment import Segment

    class Output(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

        def render(self, *what: Any, **how: Any) -> Iterator[Segment]:
            for part in super().render(*what, **how):
                is_fine = part.control or is_harmless(part.text)
                yield part if is_fine else Segment(harmless(part.text), part.style)

    return Output(highlight=False)


def _silence() -> None:
    """Discard the output still buffered for a closed pipe."""
    with contextlib.suppress(OSError, ValueError):  # stdout may not be a real file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def guarded(command: Callable[P, R]) -> Callable[P, R]:
    """Convert a command's exceptions to a sentence on stderr and an exit code, and mark its arguments as typed."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        for name in kwargs:
            kwargs[name] = typed(kwargs[name])
        try:
            with interrupt.heard(), _ending():
                result = command(*args, **kwargs)
                sys.stdout.flush()
            return result
        except ThrowdownError as error:
            complain(str(error))
            code = BAD_INPUT
        except KeyboardInterrupt:
            complain("stopped.")
            code = INTERRUPTED
        except BrokenPipeError:
            _silence()
            code = BROKEN_PIPE
        except ImportError as error:
            complain(str(missing_extra(error)))
            code = BAD_INPUT
        except OSError as error:
            complain(_file_trouble(error))
            code = BAD_INPUT if error.filename else FAILED
        raise typer.Exit(code)

    return run


_at_end: ContextVar[contextlib.ExitStack] = ContextVar("_at_end")
"""Resources to release at the end of the command."""


@contextlib.contextmanager
def _ending() -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        before = _at_end.set(stack)
        try:
            yield
        finally:
            _at_end.reset(before)


def own_folder(folder: Path | None) -> None:
    """Own a folder exclusively until the command ends; see `owned`.

    Raises:
        InvalidConfig: it cannot be created or written to, or another program is writing there.
    """
    check_folder(folder)
    if folder is not None:
        _at_end.get().enter_context(owned(folder))


def own_file(file: Path | None) -> None:
    """Own a file exclusively until the command ends; non-regular files are shared.

    Raises:
        InvalidConfig: its folder cannot be created or written to, or another program is writing it.
    """
    if file is None or (file.exists() and not file.is_file()):
        return
    file = file.resolve()
    check_folder(file.parent)
    _at_end.get().enter_context(owned(file.parent, file.name))


def _file_trouble(error: OSError) -> str:
    place = f"'{error.filename}': " if error.filename else ""
    return f"{place}{error.strerror or error}."


def parse_options(pairs: list[str] | None) -> dict[str, Any]:
    """Return options given as ``name=value``; see `plain_value`.

    Raises:
        InvalidConfig: one has no ``=``.
    """
    found: dict[str, Any] = {}
    for pair in pairs or ():
        name, sign, value = pair.partition("=")
        if not sign or not name.strip():
            raise InvalidConfig(f"'{pair}' is not an option; write NAME=VALUE, such as reward=win.")
        found[name.strip()] = plain_value(value)
    return found


def check_folder(folder: Path | None) -> None:
    """Raise if a folder cannot be created or written to, before any work is done for it.

    Raises:
        InvalidConfig: it, or a part of its path, is a file, or it is not writable.
    """
    if folder is None:
        return
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir():
        raise InvalidConfig(f"'{there}' is a file; give a folder that exists or can be created.")
    if not os.access(there, os.W_OK):
        raise InvalidConfig(f"'{there}' cannot be written to; give another folder.")


def refuse_with_resume(context: typer.Context, *allowed: str) -> None:
    """Raise for options given with ``--resume``, except the allowed ones.

    Raises:
        InvalidConfig: an option is already fixed by the resumed run or game.
    """
    for option in context.command.params:
        source = context.get_parameter_source(option.name or "")
        if (
            source is not None
            and source.name == "COMMANDLINE"
            and option.opts[0][2:] not in ("resume", *allowed)
        ):
            *most, last = (f"--{name}" for name in allowed)
            rest = f"{', '.join(most)} and {last}" if most else last
            raise InvalidConfig(
                f"{option.opts[0]} cannot be changed with --resume; only {rest} can be given."
            )


def named_again(agents: Mapping[str, str]) -> str:
    """Return options that repeat the files and the code among agents, for a command to paste."""
    from throwdown.agents import is_opened

    words = [word for option, name in agents.items() if is_opened(name) for word in (option, name)]
    return "".join(f" {shlex.quote(word)}" for word in words).replace("{", "{{").replace("}", "}}")


def fresh(save: Path | None) -> Path | None:
    """Return the file to save a game in; raise before play if it is a folder or already exists."""
    if save is not None and save.is_dir():
        raise InvalidConfig(f"'{save}' is a folder; give a file, such as --save {save / 'game.json'}.")
    if save is not None and save.is_file():
        raise InvalidConfig(f"'{save}' exists; continue it with --resume {save}, or choose another name.")
    return save


def plain_value(text: str) -> Any:
    """Parse a whole number, a number, true or false; return any other text unchanged."""
    plain = text.strip()
    words: dict[str, Any] = {"true": True, "false": False}
    if plain.lower() in words:
        return words[plain.lower()]
    for kind in (int, float):
        with contextlib.suppress(ValueError):
            return kind(plain)
    return plain


def command_line() -> str:
    """Return the command line that repeats this run, on any machine."""
    return shlex.join(["throwdown", *sys.argv[1:]])


def program() -> str:
    """Return the program's name as called from the working directory, for commands to paste."""
    import shutil

    script = Path(sys.executable).parent / "throwdown"
    if not script.is_file():
        return f"{_short(Path(sys.executable))} -m throwdown"
    on_path = shutil.which("throwdown")
    return "throwdown" if on_path and Path(on_path).resolve() == script.resolve() else _short(script)


def _short(path: Path) -> str:
    """Return a path relative to the working directory if it is inside it."""
    try:
        return str(path.absolute().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
