import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """Return the policy files of a short run, by role."""
    from tests.training.support import TINY
    from throwdown.envs.core.names import Typed
    from throwdown.training.train import train

    own = TINY | {"critic": "own", "mix": {"latest": 1.0}}
    result = train(own, tmp_path_factory.mktemp("run"), progress=False, rows=256, steps=40_000)
    return {role: Typed(file) for role, file in result.policies.items()}
