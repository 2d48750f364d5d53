"""The environments: every game as an AEC environment, a vector environment, a batch of arrays, or one table."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from throwdown.envs.games import DEFAULT, OWN, ids as ids


def make(id: str, scenario: str | Mapping[str, Any] | None = None, **options: Any) -> Any:
    """Return a game as a PettingZoo AEC environment, wrapped with order and bounds checks.

    Args:
        id: the game's id, such as ``throwdown-v0``; see `throwdown.ids`.
        scenario: a scenario's name, the path of a TOML file where the game reads files, or its data; by default the
            game's own default.
        **options: options of the game, and ``render_mode``, ``render_seat``, ``terminate_illegal``.

    Raises:
        UnknownGame, InvalidConfig: there is no such game, scenario or option, or a field of it is wrong.
    """
    from throwdown.envs.environments.aec import make_env
    from throwdown.envs.registry import typed_setup

    own = {k: options.pop(k) for k in ("render_mode", "render_seat", "terminate_illegal") if k in options}
    return make_env(typed_setup(id, scenario, **options), **own)


def make_raw(id: str, scenario: str | Mapping[str, Any] | None = None, **options: Any) -> Any:
    """Return a game as a bare AEC environment, without wrappers; see `make`."""
    from throwdown.envs.environments.aec import ThrowdownAEC
    from throwdown.envs.registry import typed_setup

    own = {k: options.pop(k) for k in ("render_mode", "render_seat") if k in options}
    return ThrowdownAEC(typed_setup(id, scenario, **options), **own)


def pettingzoo_module(id: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the functions ``env`` and ``raw_env`` of a game's PettingZoo module."""

    def env(**options: Any) -> Any:
        return make(id, **options)

    def raw_env(**options: Any) -> Any:
        return make_raw(id, **options)

    env.__doc__, raw_env.__doc__ = make.__doc__, make_raw.__doc__
    return env, raw_env


SOLO, VECTOR = "throwdown.api:registered_solo", "throwdown.api:registered_vec"
"""What gymnasium's ids stand for: texts, so that a specification can be written down."""


def own_scenarios() -> list[str]:
    """Return the names of the default game's scenarios, which are files, without importing a game."""
    family = OWN[DEFAULT].split(".")[2]
    folder = Path(__file__).parent / family / "content" / "scenarios"
    return sorted(file.stem for file in folder.glob("*.toml"))


def register() -> None:
    """Enter every game into the registries of gymnasium and, from 1.27 on, of PettingZoo as ``throwdown/<id>``.

    In gymnasium's every shipped scenario of the default game stands beside them, as ``throwdown/<scenario>-v0``.
    """
    import gymnasium
    import pettingzoo

    known: dict[str, dict[str, str]] = {
        f"throwdown/{name}-v0": {"scenario": name} for name in own_scenarios()
    }
    known |= {f"throwdown/{id}": {"game": id} for id in ids()}
    for name, given in known.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, SOLO, vector_entry_point=VECTOR, kwargs=given)
    if not hasattr(pettingzoo, "register"):  # PettingZoo has a registry from 1.27 on
        return
    for id in ids():
        if f"throwdown/{id}" not in pettingzoo.aec_registry:
            pettingzoo.register(
                "aec", f"throwdown/{id}", entry_point="throwdown.envs:make", kwargs={"id": id}
            )
