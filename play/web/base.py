"""What all messages have: the roots of requests and answers, and the kinds of text in them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_BYTES = 1 << 20
"""Of one message from a client: a whole recorded game fits."""
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,40}$")]
Name = Annotated[str, Field(max_length=80)]
Seed = Annotated[int, Field(ge=0, lt=2**53)]
"""Of a deal; no greater than numbers that JavaScript tells apart, and of so many that nobody tries them all."""
Move = Annotated[int, Field(ge=0, le=100_000)]
Action = Annotated[int, Field(ge=0, lt=2**31)]
"""The id of an action."""
Verdict = Literal["", "won", "drawn", "lost"]
"""How a game ended for the person; empty while it goes on."""


class Message(BaseModel):
    """Any message; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Request(Message):
    """What a client asks.

    Attributes:
        request: the client's own number for it, which the answer repeats.
    """

    request: int = Field(0, ge=0, le=2**31 - 1)


class OfGame(Request):
    """A request about one game of the player's own."""

    game: Key


class Answer(Message):
    """What the server says.

    Attributes:
        request: the number of the request that is answered.
    """

    request: int = 0
