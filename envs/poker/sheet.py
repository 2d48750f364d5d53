"""Which poker is played: the numbers in which Kuhn's and Leduc differ."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from throwdown.envs.core.errors import one_sentence
from throwdown.envs.core.game import CUSTOM, refuse_unknown
from throwdown.envs.core.kit import Game, InvalidConfig, Setup, row, strictly, tr
from throwdown.envs.poker.state import RANKS, SUITED, State


class Sheet(BaseModel):
    """A kind of poker with Jacks, Queens and Kings."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    copies: Literal[1, 2]
    """cards of a rank in the pack"""
    suits: bool = False
    """whether the cards of a rank can be told apart"""
    raises: Annotated[int, Field(ge=1, le=2)]
    """raises that a round may have"""
    stakes: Annotated[tuple[Annotated[int, Field(ge=1, le=4)], ...], Field(min_length=1, max_length=2)]
    """chips of a raise, round by round"""


KUHN = {"standard": Sheet(copies=1, raises=1, stakes=(1,))}
LEDUC = {
    "standard": Sheet(copies=2, raises=2, stakes=(2, 4)),
    "suits": Sheet(copies=2, suits=True, raises=2, stakes=(2, 4)),
}


def make_setup(
    game: Game,
    scenario: str | Mapping[str, Any],
    options: Mapping[str, Any],
    name: str = CUSTOM,
    *,
    sheets: Mapping[str, Sheet],
) -> Setup:
    """Return the setup of one of the sheets, or of a sheet as plain data.

    Raises:
        InvalidConfig: there is no such scenario or option, or a field is wrong.
    """
    refuse_unknown(game, scenario, options)
    if isinstance(scenario, Mapping):
        try:
            sheet = strictly(Sheet, scenario)
        except ValidationError as error:
            raise InvalidConfig(one_sentence(error, f"Scenario '{name}'", Sheet.model_fields)) from None
    else:
        name, sheet = scenario, sheets[scenario]
    template = game.state.blank()
    write(sheet, row(template))
    return Setup(
        game=game,
        scenario=name,
        seats=("player_0", "player_1"),
        roles=("first", "second"),
        template=template,
        config=sheet.model_dump(mode="json"),
        people=(tr("Ann"), tr("Ben")),
    )


def write(sheet: Sheet, s: State) -> None:
    """Write a sheet into a state."""
    kit = SUITED if sheet.suits else RANKS
    each = 1 if sheet.suits else sheet.copies
    s.faces[:] = kit.words_of([*range(len(kit.names))] * each)
    s.kinds, s.rounds, s.most_raises = len(kit.names), len(sheet.stakes), sheet.raises
    s.stakes[: s.rounds] = np.array(sheet.stakes)
