"""Reports the progress of a run: a progress bar, TensorBoard files, and any function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from throwdown.evaluation.report.pictures import need_matplotlib

Log = Callable[[dict[str, float], int], object]
"""A function called after every turn with its figures by name, and the number of decisions learnt from so far."""


def draw_snapshots(figures: Mapping[str, Any]) -> Any:
    """Return the matrix of snapshots as a matplotlib figure."""
    need_matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 4), layout="constrained")
    axes = figure.subplots()
    drawn = axes.imshow(figures["returns"], cmap="RdBu_r", vmin=-1, vmax=1)
    (first, rows), (second, columns) = figures["turns"].items()
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.set(xlabel=f"{second} of turn", ylabel=f"{first} of turn", title=f"mean return of {second}")
    figure.colorbar(drawn)
    return figure


def scalars(entry: Mapping[str, Any]) -> dict[str, float]:
    """Return the figures of a turn as numbers by name, such as ``win_rate/player_against_random``."""
    found = {"time/steps_per_second": float(entry["steps_per_second"])}
    for what, figures in entry.items():
        if isinstance(figures, dict) and what not in ("snapshots", "warnings"):
            found.update({f"{what}/{name}": float(value) for name, value in figures.items()})
    return found


class Reporter:
    """The progress bar, the TensorBoard files, and the user's log function."""

    def __init__(self, folder: Path, show: bool, log: Log | None = None) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self.show, self.log = show, log
        self.writer = SummaryWriter(str(folder / "tensorboard"))
        console = Console(stderr=True)
        self.bar = Progress(
            TextColumn("[bold]training"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TextColumn("{task.fields[figures]}"),
            TimeRemainingColumn(compact=True),
            console=console,
            disable=not (show and console.is_interactive),
        )
        self.task = self.bar.add_task("training", total=1.0, figures="")

    def report(self, entry: Mapping[str, Any], progress: float) -> None:
        """Report a turn."""
        shown, done = [f"{entry['steps_per_second']:,.0f} steps/s"], entry["decisions"]
        if "snapshots" in entry:
            self.writer.add_figure("snapshots", draw_snapshots(entry["snapshots"]), done)
        for text in entry.get("warnings", {}).values():
            self.say("warnings", text, done)
        figures = scalars(entry)
        for name, value in figures.items():
            self.writer.add_scalar(name, value, done)
            what, _, kind = name.partition("/")
            if kind == "return/heuristic":
                shown.append(f"{what} {value:+.2f}")
        if self.log is not None:
            self.log(figures, done)
        self.bar.update(self.task, completed=progress, figures=" · ".join(shown))

    def say(self, subject: str, text: str, done: int) -> None:
        """Write a sentence to TensorBoard, under a subject, and beside the progress bar."""
        self.writer.add_text(subject, text, done)
        if self.show:
            self.bar.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def __enter__(self) -> Reporter:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()
        self.writer.close()
