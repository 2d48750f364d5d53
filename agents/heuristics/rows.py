"""What heuristics read off observations."""

from throwdown.envs.core.kit import Flags, kernel


@kernel
def which(flags: Flags) -> int:
    """Return which of the flags is set first, or -1."""
    for k in range(flags.shape[0]):
        if flags[k]:
            return k
    return -1
