"""An object as an argument of a cache: the same object, the same content."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class ById(Generic[T]):
    """Equal to another only if both hold the very same object, whatever equality that has of its own, and none at all
    perhaps."""

    __slots__ = ("thing",)

    def __init__(self, thing: T) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return object.__hash__(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ById) and self.thing is other.thing
