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


def need_part(name: str, is_given: object, is_due: object, phase: str) -> None:
    """Raise unless a part of a position is given exactly if it is due in a phase.

    Args:
        name: the part's place in the position.
        is_given: whether the position has it.
        is_due: whether there is such a thing in this phase.
        phase: the phase's label.

    Raises:
        InvalidPosition: it is missing, or given where it has no place.
    """
    need(is_given or not is_due, f"{name} is missing in phase '{phase}'.")
    need(is_due or not is_given, f"{name} does not fit phase '{phase}'.")


def pick_name(name: str, known: Sequence[str], place: str) -> int:
    """Return the index of a name among the known ones.

    Raises:
        InvalidPosition: it is not among them.
    """
    if name not in known:
        have = f"; it must be one of {', '.join(known)}" if known else "; there are none here"
        raise InvalidPosition(f"Position: {place} is '{name}'{did_you_mean(name, known) or have}.")
    return list(known).index(name)
