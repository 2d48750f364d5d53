"""What some tests need beside the package itself: PyTorch and its friends, ONNX, a browser, OpenSpiel, Sphinx."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from importlib.util import find_spec
from typing import NamedTuple

TRAIN = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard")
PAGE = ("starlette", "uvicorn", "websockets", "httpx2", "playwright", "axe_playwright_python", "babel")
RLLIB = "pyarrow"
"""What RLlib needs and Ray alone does not: Ray contains RLlib's modules in any case."""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome") or ""
"""The program of a browser; empty if there is none."""
NODE = shutil.which("node") or ""
"""The program that runs scripts without a browser; empty if there is none."""
SETUP = "make setup"
RUNTIME = "install Debian's package nodejs (apt-get install nodejs npm), or Node 18 or newer"
BROWSER = "install Debian's package chromium (apt-get install chromium), or Chrome"


class Need(NamedTuple):
    """Something that tests need.

    Attributes:
        tested: what is not tested without it.
        missing: says what is missing; nothing if all is there.
        install: how to get it.
        variable: set to 1 where it is installed on purpose, so that its absence is a failure.
    """

    tested: str
    missing: Callable[[], list[str]]
    install: str
    variable: str


def absent(*modules: str) -> list[str]:
    """Return those modules that are not installed."""
    return [name for name in modules if find_spec(name) is None]


NEEDS = (
    Need("training", lambda: absent(*TRAIN), SETUP, "THROWDOWN_REQUIRE_TRAIN"),
    Need("the export to OpenSpiel", lambda: absent("pyspiel"), SETUP, "THROWDOWN_REQUIRE_TRAIN"),
    Need("OpenSpiel's algorithms", lambda: absent("pyspiel", "tree"), SETUP, "THROWDOWN_REQUIRE_TRAIN"),
    Need(
        "the examples of RLlib, TorchRL and Tianshou",
        lambda: absent(RLLIB, "torchrl", "tianshou"),
        "make frameworks runs them",
        "THROWDOWN_REQUIRE_FRAMEWORKS",
    ),
    Need("work on a Ray cluster", lambda: absent("ray"), "make ray tests it", "THROWDOWN_REQUIRE_RAY"),
    Need("models in ONNX", lambda: absent("onnx", "onnxruntime"), SETUP, "THROWDOWN_REQUIRE_TRAIN"),
    Need("pictures in reports", lambda: absent("matplotlib"), SETUP, "THROWDOWN_REQUIRE_TRAIN"),
    Need(
        "the documentation", lambda: absent("sphinx", "myst_parser", "furo"), SETUP, "THROWDOWN_REQUIRE_TRAIN"
    ),
    Need("the page's server", lambda: absent(*PAGE), SETUP, "THROWDOWN_REQUIRE_PAGE"),
    Need(
        "the page in a browser", lambda: [] if CHROMIUM else ["Chromium"], BROWSER, "THROWDOWN_REQUIRE_PAGE"
    ),
    Need("the page's scripts", lambda: [] if NODE else ["Node"], RUNTIME, "THROWDOWN_REQUIRE_PAGE"),
)


def is_required(need: Need) -> bool:
    """Return whether its absence is a failure."""
    return os.environ.get(need.variable) == "1"


def report() -> list[str]:
    """Return a line for everything that cannot be tested here: what, why, and how to change that."""
    plain = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    return [
        "not tested: what takes too long in plain Python, and compiled code, since NUMBA_DISABLE_JIT is set"
    ] * plain + [
        f"not tested: {need.tested}, since {', '.join(missing)} is not installed: {need.install}"
        for need in NEEDS
        if (missing := need.missing())
    ]


def refused() -> str:
    """Return what is missing although it is required, as a sentence; empty if nothing is."""
    for need in NEEDS:
        if is_required(need) and (missing := need.missing()):
            return f"{need.variable}=1, but {', '.join(missing)} is not installed: {need.install}."
    return ""
