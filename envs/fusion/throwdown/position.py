from pydantic import BaseModel


class Position(BaseModel):
    pass


def to_position(s, setup):
    return Position()


def from_position(p, setup, s):
    pass
