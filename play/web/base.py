"""Base classes of requests and answers, and the types of their fields."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_BYTES = 1 << 20
"""The maximum size of a message from a client: a whole recorded game fits."""
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,40}$")]
Name = Annotated[str, Field(max_length=80)]
Seed = Annotated[int, Field(ge=0, lt=2**53)]
"""The seed of a deal: exact in JavaScript, in a range too large to search."""
Move = Annotated[int, Field(ge=0, le=100_000)]
Action = Annotated[int, Field(ge=0, lt=2**31)]
"""The id of an action."""
Verdict = Literal["", "won", "drawn", "lost"]
"""The outcome for the person; empty while the game goes on."""


class Message(BaseModel):
    """Any message; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Request(Message):
    """A request of a client.

    Attributes:
        request: its number, chosen by the client and repeated in the answer.
    """

    request: int = Field(0, ge=0, le=2**31 - 1)


class OfGame(Request):
    """A request about one of the player's games."""

    game: Key


class Answer(Message):
    """A message of the server.

    Attributes:
        request: the number of the answered request.
    """

    request: int = 0
