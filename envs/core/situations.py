"""Errors of position builders: each is one sentence with a common beginning."""

from collections.abc import Sequence

from throwdown.envs.core.errors import InvalidPosition, did_you_mean


def need(is_so: object, sentence: str) -> None:
    """Raise unless a condition of a position holds.

    Raises:
        InvalidPosition: it does not hold; the message states the condition.
    """
    if not is_so:
        raise InvalidPosition(f"Position: {sentence}")


def pick_name(name: str, known: Sequence[str], place: str) -> int:
    """Return the index of a name among the known ones.

    Raises:
        InvalidPosition: it is not among them.
    """
    if name not in known:
        have = f"; it must be one of {', '.join(known)}" if known else "; there are none here"
        raise InvalidPosition(f"Position: {place} is '{name}'{did_you_mean(name, known) or have}.")
    return list(known).index(name)
