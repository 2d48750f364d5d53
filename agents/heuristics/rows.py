"""What heuristics read off observations."""

from throwdown.envs.core.kit import Flags, Ints, kernel


@kernel
def one_of(row: Ints, at: int, n: int) -> int:
    """Return which of ``n`` numbers from ``at`` on is not 0, or -1."""
    for k in range(n):
        if row[at + k] != 0:
            return k
    return -1


@kernel
def which(flags: Flags) -> int:
    """Return which of the flags is set first, or -1."""
    for k in range(flags.shape[0]):
        if flags[k]:
            return k
    return -1
