"""A Ray cluster on this machine, of two nodes with a processor each and with token authentication."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import ROOT

SMALL = {"num_cpus": 1, "object_store_memory": 150 << 20, "include_dashboard": False}


@pytest.fixture(scope="session")
def cluster() -> Iterator[Any]:
    place = Path(tempfile.mkdtemp(prefix="td"))  # short, since paths of sockets are limited
    token = place / "token"
    token.write_text(secrets.token_hex(32), encoding="utf-8")
    os.environ |= {
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN_PATH": str(token),
        "RAY_USAGE_STATS_ENABLED": "0",
        "PYTHONPATH": str(ROOT),  # the nodes find the functions of the tests
    }
    from ray.cluster_utils import Cluster

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    head = SMALL | {"temp_dir": str(place), "ray_client_server_port": port}
    made = Cluster(initialize_head=True, head_node_args=head)
    made.add_node(**SMALL)
    os.environ["RAY_ADDRESS"] = made.address  # what ray:auto finds
    made.client = f"ray://127.0.0.1:{port}"
    yield made
    import ray

    ray.shutdown()
    made.shutdown()
    shutil.rmtree(place, ignore_errors=True)
