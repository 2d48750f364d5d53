"""``throwdown words``: the catalogue of all texts that people read, for who translates them."""

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
            help="Write the catalogue into this file; if it is a translation, bring it up to date and keep what it "
            "has."
        ),
    ] = None,
    check: Annotated[
        Path | None, typer.Option(help="Say how much of this translation is done, and what is wrong with it.")
    ] = None,
) -> None:
    """Write down every text that people read, to be translated into one PO file, or check a translation.

    THROWDOWN_WORDS=FILE.po in the environment shows everything in its language.

    Example: throwdown words --out de.po
    """
    from throwdown.play import words as catalogue

    if (out is None) == (check is None):
        raise InvalidConfig(
            "Give --out FILE to write the catalogue, or --check FILE to look through a translation."
        )
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
