import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
