"""``throwdown words``: the message catalogue, for translators."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from throwdown.cli.common import FAILED, guarded, say
from throwdown.envs.core.errors import InvalidConfig


@guarded
def words(
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write the catalogue into this file; an existing translation is updated and its texts are kept."
        ),
    ] = None,
    check: Annotated[
        Path | None, typer.Option(help="Report the progress and the mistakes of this translation.")
    ] = None,
) -> None:
    """Write all user-visible texts to a PO file for translation, or check a translation.

    Set THROWDOWN_WORDS=FILE.po in the environment to use a translation.

    Example: throwdown words --out de.po
    """
    from throwdown.play import words as catalogue

    if (out is None) == (check is None):
        raise InvalidConfig("Give --out FILE to write the catalogue, or --check FILE to check a translation.")
    if out is not None:
        catalogue.write(out)
        say(
            f"{len(catalogue.messages()):,} texts are in {out}; throwdown words --check {out} says what is left to do."
        )
    elif check is not None:
        found = catalogue.check(check)
        for sentence in found.sentences():
            say(sentence)
        if found.faults:
            raise typer.Exit(FAILED)
