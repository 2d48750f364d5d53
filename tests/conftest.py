"""Settings of every test run."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import extras

settings.register_profile(
    "throwdown",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("throwdown")

TRAIN_REQUIRED = os.environ.get("THROWDOWN_REQUIRE_TRAIN") == "1"
"""Set where the extra `train` is installed on purpose: a test that then skips for want of it is a failure."""

if _refused := extras.refused():
    raise pytest.UsageError(_refused)

try:
    import torch as _torch
except ImportError as _error:
    _torch = None
    if TRAIN_REQUIRED:
        raise pytest.UsageError(f"THROWDOWN_REQUIRE_TRAIN=1, but torch does not import: {_error}.") from None
else:
    _torch.set_num_threads(1)


def pytest_report_header() -> list[str]:
    """Tell in the first lines what cannot be tested here."""
    return extras.report()


@pytest.fixture(scope="session", autouse=True)
def _data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep what programs write for the user, such as games that were left, out of the user's folder."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def torch() -> Any:
    """Return the module torch; without it the test is skipped, or fails where the extra is required."""
    if _torch is None:
        pytest.skip("the extra 'train' is not installed")
    return _torch


@pytest.fixture
def loopback(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let no process start, see `support.Loopback`; return the numbers that would have been."""
    from tests.support import Loopback

    monkeypatch.setattr("throwdown.evaluation.workers.start_workers", Loopback)
    monkeypatch.setattr(Loopback, "started", [])
    return Loopback.started


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Turn a skip for want of the extra `train` into a failure where the extra is required."""
    outcome = yield
    report = outcome.get_result()
    if TRAIN_REQUIRED and report.skipped and call.excinfo is not None:
        reason = str(call.excinfo.value)
        if {*extras.TRAIN, "train"} & set(re.findall(r"\w+", reason)):
            report.outcome = "failed"
            report.longrepr = f"{item.nodeid} was skipped although THROWDOWN_REQUIRE_TRAIN=1: {reason}"
