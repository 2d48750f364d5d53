"""Enums whose members are plain numbers in compiled code and know their labels."""

from collections.abc import Iterable
from enum import EnumMeta, IntEnum
from typing import Any, Self

from numba.core import types
from numba.extending import models, overload, register_model, typeof_impl


class _Meta(EnumMeta):
    """Lets the compiler distinguish `Named` from other enums."""


class Named(IntEnum, metaclass=_Meta):
    """Base of a game's enums: ``auto()`` counts from 0, or on from the previous member.

    A member compares, indexes, shifts and is stored like its number, compiled or not. The compiler would give each enum
    its own type and recompile kernels for each; here a member is an int64.
    """

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[Any]) -> int:
        return int(last_values[-1]) + 1 if last_values else 0

    @property
    def label(self) -> str:
        """The display name: ``DISCARD_ONE`` is *discard-one*."""
        return self.name.lower().replace("_", "-")

    @classmethod
    def labels(cls) -> tuple[str, ...]:
        """Return the labels of all members in order."""
        return tuple(member.label for member in cls)

    @classmethod
    def of(cls, label: str) -> Self:
        """Return the member with a label.

        Raises:
            ValueError: there is none.
        """
        for member in cls:
            if member.label == label:
                return member
        raise ValueError(f"{cls.__name__} has no '{label}'; it has {', '.join(cls.labels())}.")


def labels(*enums: type[Named]) -> tuple[str, ...]:
    """Return the labels of several enums, each continuing the numbers of the previous one."""
    return tuple(label for enum in enums for label in enum.labels())


def as_bits(members: Iterable[int]) -> int:
    """Return a set of members as a word: ``(word >> k) & 1`` is 1 for each member ``k`` of it, compiled or not.

    Args:
        members: different members, each from 0 to 62.
    """
    return sum(1 << member for member in members)


class _Members(types.IntEnumClass):
    """The compiler's type of a `Named` enum."""

    @property
    def member_type(self) -> types.Type:  # type: ignore[override]
        return types.int64


register_model(_Members)(models.OpaqueModel)


@typeof_impl.register(_Meta)
def _type_of_enum(enum: type[Named], context: Any) -> types.Type:
    return _Members(enum, types.int64)


@typeof_impl.register(Named)
def _type_of_member(member: Named, context: Any) -> types.Type:
    return types.int64


@overload(len)
def _len(enum: Any) -> Any:
    if not isinstance(enum, _Members):
        return None
    members: type[Named] = enum.instance_class
    n = len(members)

    def compiled(enum: Any) -> Any:
        return n

    return compiled
