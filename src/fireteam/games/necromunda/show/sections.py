"""Sections of the catalogue of words: each chapter of the rules has its own, with all that is said and seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from fireteam.core.scene import Leads
from fireteam.kit.moments import Moment
from fireteam.kit.options import Menu
from fireteam.kit.words import Catalogue

DICE = Moment("fates")
"""What is to be seen of an event that says what became of dice."""


class Told(NamedTuple):
    """What is said of an event, and what is to be seen of it; None: nothing."""

    words: str
    moment: Moment | None = None


class Listed(NamedTuple):
    """How the options of a kind are listed: in words, under a heading, and what they do in one sentence."""

    words: str
    group: str
    note: str = ""
    leads: Leads | None = None
    chance: bool = False
    """Whether dice decide what comes of it."""
    passes: str = ""
    """The window that it lets pass."""


class Section(NamedTuple):
    """The words of a chapter. `topics` are for choices, `rolls` for dice; {what} stands for a name."""

    events: Mapping[str, Told]
    options: Mapping[str, Listed]
    topics: Mapping[str, str]
    rolls: Mapping[str, str]
    windows: Mapping[str, str] = {}
    """Questions that a player may always decline, by code, with what they are called."""


def joined(sections: Iterable[Section]) -> Section:
    """All sections as one; what two of them name is a ValueError."""
    whole = Section({}, {}, {}, {}, {})
    for section in sections:
        for mine, theirs in zip(whole, section, strict=True):
            assert isinstance(mine, dict)
            twice = mine.keys() & theirs.keys()
            if twice:
                raise ValueError(f"two sections have words for {', '.join(sorted(twice))}")
            mine.update(theirs)
    return whole


def catalogue_of(whole: Section) -> Catalogue:
    """The words of a section alone."""
    return Catalogue(
        {code: told.words for code, told in whole.events.items()},
        {kind: listed.words for kind, listed in whole.options.items()},
        whole.topics,
        whole.rolls,
    )


def menu_of(whole: Section, other: str, points: str) -> Menu:
    """How the options of a section are listed."""
    options = whole.options.items()
    groups: dict[str, list[str]] = {}
    leads: dict[Leads, list[str]] = {}
    for kind, listed in options:
        groups.setdefault(listed.group, []).append(kind)
        if listed.leads is not None:
            leads.setdefault(listed.leads, []).append(kind)
    return Menu(
        groups,
        other=other,
        windows=whole.windows,
        passes={kind: listed.passes for kind, listed in options if listed.passes},
        chances=[kind for kind, listed in options if listed.chance],
        leads=leads,
        notes={kind: listed.note for kind, listed in options if listed.note},
        points=points,
    )
