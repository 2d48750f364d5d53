"""The command line for tests."""

from __future__ import annotations

from typer.testing import CliRunner, Result

from throwdown.cli.main import app


def call(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=typed, prog_name="throwdown")


def refused(result: Result) -> str:
    """Check that the input was refused in one sentence, with no empty line before or after, and return it."""
    assert result.exit_code == 2, result.output
    # Whichever test comes first on a machine may have the rules compiled, and be told so.
    lines = [x for x in result.stderr.splitlines() if not x.startswith("throwdown: compiling the rules")]
    assert len(lines) == 1 and lines[0].startswith("throwdown: ") and lines[0].endswith(".")
    assert "Traceback" not in result.output
    return lines[0]
