"""How the options of a game are listed on a table: under which headings, what dice follow, what lets a window pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fireteam.core.questions import Option
from fireteam.core.scene import Leads


class Menu:
    """The kinds of options of a game, as a table lists them."""

    __slots__ = ("chances", "group_of", "leads", "notes", "other", "passes", "points", "windows")

    def __init__(
        self,
        groups: Mapping[str, Iterable[str]] | None = None,
        *,
        other: str = "",
        windows: Mapping[str, str] | None = None,
        passes: Mapping[str, str] | None = None,
        chances: Iterable[str] = (),
        leads: Mapping[Leads, Iterable[str]] | None = None,
        notes: Mapping[str, str] | None = None,
        points: str = "",
    ) -> None:
        self.group_of = {kind: group for group, kinds in (groups or {}).items() for kind in kinds}
        """The heading of a kind."""
        self.other = other
        """The heading of all kinds that have none."""
        self.windows = windows or {}
        """Questions that a player may always decline, by code, with what they are called."""
        self.passes = passes or {}
        """Kinds that let such a window pass, with its code."""
        self.chances = frozenset(chances)
        """Kinds after which dice decide."""
        self.leads: dict[str, Leads] = {kind: where for where, kinds in (leads or {}).items() for kind in kinds}
        """What a kind leads to."""
        self.notes = notes or {}
        """What a kind does, in one sentence."""
        self.points = points
        """What the points are called that actions cost."""

    def window(self, options: Iterable[Option]) -> str:
        """The window that one of the options lets pass; empty: there is none."""
        return next((self.passes[option.kind] for option in options if option.kind in self.passes), "")
