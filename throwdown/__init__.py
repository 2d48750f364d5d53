"""Throwdown: tabletop card duels as environments to train in, to measure in, and to play."""

__version__ = "0.1.0"

from pathlib import Path as _Path

_root = _Path(__file__).resolve().parent.parent
if (_root / "pyproject.toml").is_file() and (_root / "envs" / "__init__.py").is_file():
    __path__.append(str(_root))  # a checkout: envs/, agents/, ... lie beside throwdown/

# ---- public API: imports and __all__ go below this line ----
