"""Specs of searching agents."""

from pathlib import Path

from throwdown.agents import archive, policy, shipped
from throwdown.agents.search import budget, improve, ismcts
from throwdown.envs.core.kit import InvalidConfig, Setup
from throwdown.envs.core.names import check_open

ISMCTS, SEARCH, SAMPLE, AND = "ismcts", "search", "sample", "+"


def is_search(spec: str) -> bool:
    """Return whether a spec names a searching agent."""
    return spec.split(":", 1)[0] in (ISMCTS, SEARCH)


def make_search(
    spec: str, setup: Setup, role: str | None = None
) -> ismcts.IsmctsAgent | improve.PolicySearchAgent:
    """Return the agent of a spec.

    Args:
        spec: ``ismcts``, ``ismcts:BUDGET`` or ``ismcts:BUDGET:sample``; or ``search:FILE`` or ``search:FILE:BUDGET``,
            where FILE is a policy file, with those of the other roles beside it, or ``OWN+OTHER`` for all of them;
            ``trained`` in place of a file is the shipped policy of the setup's scenario. Files are opened only if the
            spec is `names.Typed`.
        setup: the setup it plays.
        role: the role it plays; ``trained`` needs it.

    Raises:
        InvalidConfig: the spec is malformed, or contains a file but is not typed, or a file is missing.
        InvalidRecord: a policy file is damaged.
    """
    kind, *parts = spec.split(":")
    if kind == SEARCH:
        own, *others = policies_of(spec, setup, role)
        title = parts[0].partition(AND)[0]
        return improve.PolicySearchAgent(
            policy.PolicyAgent(own, name=shipped.TRAINED if title == shipped.TRAINED else ""),
            [policy.PolicyAgent(other) for other in others],
            _budget(parts[1:], improve.DEFAULT),
        )
    is_sampling = bool(parts) and parts[-1] == SAMPLE
    if is_sampling:
        parts.pop()
    if len(parts) > 1:
        raise InvalidConfig(
            f"'{spec}' is not an agent: write {ISMCTS}, {ISMCTS}:BUDGET or {ISMCTS}:BUDGET:{SAMPLE}."
        )
    return ismcts.IsmctsAgent(_budget(parts, ismcts.DEFAULT), "sample" if is_sampling else "most")


def names_files(spec: str) -> bool:
    """Return whether the spec of a searching agent contains a path."""
    kind, *parts = spec.split(":")
    return kind == SEARCH and bool(parts) and any(part != shipped.TRAINED for part in parts[0].split(AND))


def _budget(parts: list[str], default: budget.Budget) -> budget.Budget:
    return budget.read_budget(parts[0]) if parts else default


def policies_of(spec: str, setup: Setup, role: str | None) -> list[Path]:
    """Return the files of the policy to improve and of the other roles' policies."""
    parts = spec.split(":")[1:]
    if not parts or not parts[0] or len(parts) > 2:
        raise InvalidConfig(
            f"'{spec}' is not an agent: write {SEARCH}:FILE or {SEARCH}:FILE:BUDGET, where FILE is a policy's."
        )
    if names_files(spec):
        check_open(spec, "a search with policy files")
    own, *named = parts[0].split(AND)
    if own != shipped.TRAINED and not named:
        return _beside(Path(own), setup)
    if role is None and shipped.TRAINED in (own, *named):
        raise InvalidConfig(f"'{shipped.TRAINED}' is one policy per role; say which role it is to play.")
    mine = shipped.find_shipped(setup, role or "") if own == shipped.TRAINED else Path(own)
    if not named or shipped.TRAINED in named:
        rest = [other for other in dict.fromkeys(setup.roles) if other != role]
        return [mine, *(shipped.find_shipped(setup, other) for other in rest)]
    return [mine, *map(Path, named)]


def _beside(path: Path, setup: Setup) -> list[Path]:
    """Return a policy's file and those of the other roles, whose names differ only by the role."""
    role = str(archive.read_header(path).get("role"))
    rest = [other for other in dict.fromkeys(setup.roles) if other != role]
    found = [path.with_name(path.name.replace(role, other)) for other in rest]
    for other, file in zip(rest, found):
        if file == path or not file.is_file():
            raise InvalidConfig(
                f"'{path}' has no policy of the {other} beside it; name all files, as in {SEARCH}:{path}{AND}OTHER."
            )
    return [path, *found]


def policy_file(spec: str) -> str:
    """Return the policy file in a spec, ``search:FILE`` or a file; else the spec."""
    kind, _, rest = spec.partition(":")
    return rest.partition(":")[0].partition(AND)[0] if kind == SEARCH else spec
