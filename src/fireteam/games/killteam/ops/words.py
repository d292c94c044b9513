"""What every word of the language of ops is: one small class with what it takes, what it means, and how it is said
(KT-OPS-16)."""

from __future__ import annotations

from typing import Any, ClassVar

from fireteam.kit.supplements import Supplement


class Word(Supplement):
    """A word by its name in packs. A family of words derives from it, and lists the windows that its words hang in.

    What a word takes in a pack is the type of its `value`: the schema is made of that.
    """

    known: ClassVar[dict[str, Any]]
    """The words of the family, in the order in which packs are told of them."""
    text: ClassVar[str] = ""
    """How it is said; empty: by its name."""

    def __init_subclass__(cls) -> None:
        if "name" in vars(cls):
            cls.known[cls.name] = cls

    def said(self) -> str:
        """It in words."""
        return self.text or spoken(self.name)


def spoken(text: str) -> str:
    """A word of a pack as people say it."""
    return text.replace("_", " ").replace(" this tp", " this turning point")
