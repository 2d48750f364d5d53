"""The environments: every game as an AEC environment, a vector environment, a batch of arrays, or one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any


def make(id: str, scenario: str | Mapping[str, Any] | None = None, **options: Any) -> Any:
    """Return a game as a PettingZoo AEC environment, wrapped with order and bounds checks.

    Args:
        id: the game's id, such as ``throwdown-v0``; see `throwdown.ids`.
        scenario: a scenario's name, the path of a TOML file, or its data; by default ``duel``.
        **options: ``reward`` (``win``, ``score`` or ``stakes``), ``max_pilots`` (Pilot slots of the observation, so
            that a net carries over between team sizes), any option of the rules (``ace``, ``block``, ``schism`` …), and
            ``render_mode``, ``render_seat``, ``terminate_illegal``.

    Raises:
        UnknownGame, InvalidConfig: there is no such game, scenario or option, or a field of it is wrong.
    """
    from throwdown.envs.aec import make_env
    from throwdown.envs.registry import make_setup

    own = {k: options.pop(k) for k in ("render_mode", "render_seat", "terminate_illegal") if k in options}
    return make_env(make_setup(id, scenario, **options), **own)


def make_raw(id: str, scenario: str | Mapping[str, Any] | None = None, **options: Any) -> Any:
    """Return a game as a bare AEC environment, without wrappers; see `make`."""
    from throwdown.envs.aec import ThrowdownAEC
    from throwdown.envs.registry import make_setup

    own = {k: options.pop(k) for k in ("render_mode", "render_seat") if k in options}
    return ThrowdownAEC(make_setup(id, scenario, **options), **own)


def pettingzoo_module(id: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the functions ``env`` and ``raw_env`` of a game's PettingZoo module."""

    def env(**options: Any) -> Any:
        return make(id, **options)

    def raw_env(**options: Any) -> Any:
        return make_raw(id, **options)

    env.__doc__, raw_env.__doc__ = make.__doc__, make_raw.__doc__
    return env, raw_env


def ids() -> list[str]:
    """Return the ids of all games, without importing them: each has a module ``<id>.py`` here."""
    return sorted(file.stem.replace("_v", "-v") for file in Path(__file__).parent.glob("*_v[0-9]*.py"))


def register() -> None:
    """Enter every game into PettingZoo's own registry as ``throwdown/<id>``."""
    import pettingzoo

    for id in ids():
        module = id.replace("-", "_")
        if f"throwdown/{id}" not in pettingzoo.aec_registry:
            pettingzoo.register("aec", f"throwdown/{id}", entry_point=f"throwdown.envs.{module}:env")
