"""What builders of positions refuse with: every refusal is one sentence that begins alike."""

from collections.abc import Sequence

from throwdown.envs.core.errors import InvalidPosition, did_you_mean


def need(is_so: object, sentence: str) -> None:
    """Refuse a position unless something holds.

    Raises:
        InvalidPosition: it does not; the sentence says what would be right.
    """
    if not is_so:
        raise InvalidPosition(f"Position: {sentence}")


def pick_name(name: str, known: Sequence[str], place: str) -> int:
    """Return which of some names one is.

    Raises:
        InvalidPosition: it is none of them.
    """
    if name not in known:
        have = f"; it must be one of {', '.join(known)}" if known else "; there are none here"
        raise InvalidPosition(f"Position: {place} is '{name}'{did_you_mean(name, known) or have}.")
    return list(known).index(name)
