"""The progress bar of commands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from throwdown.evaluation.playout import Progress


@contextmanager
def playing_bar(
    show: bool, what: str = "", doing: str = "playing", unit: str | None = None
) -> Iterator[Progress]:
    """Yield a function to call with (done, total), which shows a bar on a stderr that is a terminal.

    It also shows the rate if there is a ``unit``.
    """
    from rich import progress
    from rich.console import Console
    from rich.text import Text

    class Rate(progress.ProgressColumn):
        def render(self, task: progress.Task) -> Text:
            speed = task.speed
            return Text("" if speed is None else f"{speed:,.{0 if speed >= 10 else 1}f} {unit}/s")

    text = progress.TextColumn(f"[bold]{doing} {what}".rstrip())
    share, left = progress.TextColumn("{task.percentage:>3.0f} %"), progress.TimeRemainingColumn()
    console = Console(file=sys.stderr)
    columns = (text, progress.BarColumn(), share, *([Rate()] if unit else []), left)
    is_hidden = not (show and console.is_interactive)  # elsewhere a bar would only leave an empty line
    with progress.Progress(*columns, console=console, disable=is_hidden, transient=True) as bar:
        task = bar.add_task(doing)
        yield lambda done, total: bar.update(task, completed=done, total=total)
