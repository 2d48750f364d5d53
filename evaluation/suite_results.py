"""Results of the suite as plain data: written, read, and compared if they were played under the same conditions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from throwdown.envs.core.kit import InvalidConfig, InvalidRecord, one_sentence, parse_json
from throwdown.evaluation.statistics import Interval

FORMAT = "throwdown-suite"
PARTS = {"rules": "other rules", "deals": "other deals", "opponents": "other opponents"}
"""The parts of a pin, and what is said if they differ."""


def check_title(text: str) -> str:
    """Return a title, which stands in tables and on pages; raise a ``ValueError`` if it has other signs."""
    if not re.fullmatch(r"[\w .,:+()-]{0,60}", text):
        raise ValueError("it is at most 60 letters, digits, spaces and signs of .,:+()-")
    return text


Title = Annotated[str, AfterValidator(check_title)]

M = TypeVar("M", bound=BaseModel)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Pin(_Part):
    """Hashes of the conditions of figures.

    Attributes:
        rules: of the rules, the options and the scenario, also by what random games show.
        deals: of the deals and the seed.
        opponents: of the opponents and their files.
    """

    rules: str
    deals: str
    opponents: str

    @property
    def short(self) -> str:
        """The beginnings of the hashes, for names of folders."""
        return "".join(text[:4] for text in (self.rules, self.deals, self.opponents))


class Against(_Part):
    """Results against one opponent.

    Attributes:
        opponent: its spec.
        returns: the agent's mean return by AIVAT.
        wins: its win rate.
    """

    opponent: str
    returns: Interval
    wins: Interval


class Seconds(_Part):
    """The time of a single decision.

    Attributes:
        median: seconds.
        p95: the 95th percentile, in seconds.
        decisions: the number of decisions timed.
    """

    median: float
    p95: float
    decisions: int


class Exploited(_Part):
    """What a trained exploiter gains against the agent; see `training.exploit`.

    Attributes:
        gain: its return against the agent less that of the shipped opponent.
        steps: decisions of its training.
    """

    gain: Interval
    steps: int


class RoleLine(_Part):
    """An agent's figures in one role.

    Attributes:
        game: id of the game.
        scenario: name of the scenario.
        side: name of the agent's side.
        agent: the agent's label.
        identity: the agent's spec, with a hash of its file if it has one.
        pin: the conditions.
        deals: number of deals against every opponent.
        most: the game's largest return.
        returns: mean return against the best opponent, by AIVAT.
        wins: win rate against it.
        rating: on the ladder of the agent's role, in Elo points; None without a ladder.
        against: results against every opponent, the best one first.
        illegal: the agent's illegal answers in all games, see `Agent.illegal`.
        seconds: the time of a decision, which is no part of a comparison.
        exploiter: the gain of an exploiter, if one was trained.
    """

    game: str
    scenario: str
    side: str
    agent: str
    identity: str
    pin: Pin
    deals: int
    most: float
    returns: Interval
    wins: Interval
    rating: Interval | None
    against: tuple[Against, ...]
    illegal: int
    seconds: Seconds
    exploiter: Exploited | None = None

    @property
    def place(self) -> tuple[str, str, str]:
        """The game, the scenario and the side."""
        return self.game, self.scenario, self.side

    @property
    def title(self) -> str:
        """The place in words."""
        return "{}, {} as {}".format(*self.place)


class LeftOut(_Part):
    """A role that no agent could play.

    Attributes:
        game: id of the game.
        scenario: name of the scenario.
        side: name of the side.
        why: the reason.
    """

    game: str
    scenario: str
    side: str
    why: str


class Suite(_Part):
    """The results of one run of the suite.

    Attributes:
        format: tells it from other files.
        version: of the format.
        package: version of the package that played.
        command: the command line.
        is_standard: whether the deals are the suite's own; figures of other deals do not belong into a leaderboard.
        lines: the figures by role.
        left_out: roles that no agent could play.
        title: what the agents are called together; empty: their labels.
    """

    format: Literal["throwdown-suite"] = "throwdown-suite"
    version: Literal[2] = 2
    package: str
    command: str
    is_standard: bool
    lines: tuple[RoleLine, ...]
    left_out: tuple[LeftOut, ...]
    title: Title = ""

    @property
    def name(self) -> str:
        """The title, or the agents' labels."""
        return self.title or " + ".join(dict.fromkeys(line.agent for line in self.lines))


def renewed(row: Suite, new: Suite) -> Suite:
    """Return results with the roles of newer ones in place of the same roles; if others stay, so does the command."""
    lines = {line.place: line for line in (*row.lines, *new.lines)}
    command = new.command if len(new.lines) == len(lines) else row.command
    return new.model_copy(update={"lines": tuple(lines.values()), "command": command})


def mean_of(lines: Sequence[RoleLine]) -> Interval:
    """Return the mean of roles' returns, in shares of their games' largest, with its interval."""
    spans = np.array([line.returns for line in lines]) / np.array([[line.most] for line in lines])
    mean = float(spans[:, 0].mean())
    down, up = (float(np.linalg.norm(spans[:, 0] - spans[:, k])) / len(lines) for k in (1, 2))
    return Interval(mean, mean - down, mean + up)


def difference(first: Interval, second: Interval) -> Interval:
    """Return the difference of independent estimates with its interval, from the widths of theirs."""
    mean = first.mean - second.mean
    down = float(np.hypot(first.mean - first.low, second.high - second.mean))
    up = float(np.hypot(first.high - first.mean, second.mean - second.low))
    return Interval(mean, mean - down, mean + up)


def differing(line: RoleLine, pin: Pin) -> str:
    """Return the difference between a line's conditions and others in words, an empty text if there is none."""
    odd = [text for name, text in PARTS.items() if getattr(line.pin, name) != getattr(pin, name)]
    return " and ".join(odd)


def common(first: Suite, second: Suite, names: tuple[str, str]) -> Iterator[tuple[RoleLine, RoleLine]]:
    """Yield the lines of the roles that two results have in common.

    Args:
        first: one.
        second: the other.
        names: their names in errors.

    Raises:
        InvalidConfig: they have no role in common, or the conditions of one differ.
    """
    others = {line.place: line for line in second.lines}
    pairs = [(line, others[line.place]) for line in first.lines if line.place in others]
    if not pairs:
        raise InvalidConfig(f"'{names[0]}' and '{names[1]}' have no game and role in common.")
    for mine, other in pairs:
        if odd := differing(mine, other.pin):
            raise InvalidConfig(
                f"'{names[0]}' and '{names[1]}' cannot be compared: {mine.title} was played with {odd}."
            )
        yield mine, other


def read_seconds(file: Path) -> Seconds:
    """Return the times in a file; raises as `read_suite` does."""
    return _read(file, Seconds, "The times")


def read_suite(file: Path) -> Suite:
    """Return the results in a file of `throwdown suite`.

    Raises:
        InvalidRecord: it is missing, damaged, or something else.
    """
    return _read(file, Suite, "The results of the suite")


def _read(file: Path, kind: type[M], what: str) -> M:
    try:
        data = parse_json(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not valid JSON"
        raise InvalidRecord(f"{what} in '{file}' cannot be read: {reason}.") from None
    if not isinstance(data, dict) or ("format" in kind.model_fields and data.get("format") != FORMAT):
        raise InvalidRecord(f"'{file}' holds no results of throwdown suite.")
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        raise InvalidRecord(one_sentence(error, f"{what} in '{file}'", kind.model_fields)) from None
