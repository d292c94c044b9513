"""Campaigns: a chain of games kept in one file, and the course of a campaign in which sides also decide and roll.

The file is written whole or not at all. What a course says is a pure function of seed, answers and reports, so that a
file can be read again line by line and compared.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from fireteam.core.dice import Dice
from fireteam.core.errors import IllegalAnswer, SaveError, SetupError
from fireteam.core.game import Matter
from fireteam.core.match import Match
from fireteam.core.questions import Roll
from fireteam.core.saves import LARGEST, read, write_file

FORMAT = "fireteam campaign 1"
T = TypeVar("T")


class Campaign(ABC):
    """What the campaigns of all games have in common: the file, and the game in progress."""

    __slots__ = ("running",)
    title: ClassVar[str]
    """What the game is called."""
    running: str | None
    """The save of the game in progress."""

    @staticmethod
    @abstractmethod
    def played() -> Any:
        """The game whose campaign it is."""

    @abstractmethod
    def check(self, match: Match) -> None:
        """The match is the one that is due; anything else is a SetupError."""

    @abstractmethod
    def save(self) -> str:
        """The campaign as text."""

    @classmethod
    @abstractmethod
    def load(cls, text: str) -> Self:
        """A campaign from its text; what is wrong with it is a SaveError."""

    @property
    def matter(self) -> Matter | None:
        """What has to be decided before the next game."""
        return None

    def answer(self, key: str) -> None:
        """Decide it."""
        raise IllegalAnswer(f"nothing is asked; {key!r} answers nothing")

    def write(self, path: Path) -> None:
        """Save to a file, whole or not at all."""
        write_file(path, self.save())

    @classmethod
    def read(cls, path: Path) -> Self:
        """A campaign from its file."""
        try:
            return cls.load(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise SaveError(f"{path} cannot be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise SaveError(f"{path} is not text") from None

    def hold(self, match: Match, rule: str) -> None:
        """Keep a game in progress; `rule` says why one that is over is not held."""
        self.check(match)
        if match.over:
            raise SetupError(f"this game is over: it is recorded, not held ({rule})")
        self.running = match.save()

    def resume(self, dice: Dice | None = None) -> Match | None:
        """The game in progress, if there is one; dice may be given where the save does not hold its seed."""
        return None if self.running is None else self.read_match(self.running, dice)

    @classmethod
    def read_match(cls, text: str, dice: Dice | None = None) -> Match:
        """A game of the campaign from its save."""

        def named(name: str) -> Any:
            if name != cls.played().name:
                raise SetupError(f"a campaign of {cls.title} holds no game of {name!r}")
            return cls.played()

        return read(text, named, dice)


# -- the file ----------------------------------------------------------------------------------------------------------


def want(passed: bool, reason: str) -> None:
    """What a file must hold; a SaveError says what is wrong."""
    if not passed:
        raise SaveError(reason)


def whole(value: Any) -> bool:
    """Whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def parse(text: str, game: str, title: str, fields: Sequence[str]) -> dict[str, Any]:
    """The entries of a campaign's file: each field once, and no others."""
    if len(text) > LARGEST:
        raise SaveError(f"larger than {LARGEST // 1_000_000} MB: not a campaign")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise SaveError(f"not JSON: {error.msg}", error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise SaveError(f"not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SaveError(f"not a Fireteam campaign: 'format' must be {FORMAT!r}")
    for name in fields:
        want(name in data, f"{name!r} is missing")
    strangers = sorted(set(data) - set(fields))
    want(not strangers, f"unknown entry {strangers[:1]}")
    want(data["game"] == game, f"a campaign of {title} was expected; this is one of {data['game']!r}")
    return data


# -- the course --------------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of a campaign's ledger: the rule, whose it is, what changed, and the dice it was by."""

    rule: str
    whose: str
    text: str
    dice: tuple[int, ...] = ()

    def __str__(self) -> str:
        rolled = f" [{' '.join(map(str, self.dice))}]" if self.dice else ""
        return f"{self.rule} {self.whose}: {self.text}{rolled}"


class Due(NamedTuple):
    """A game that is due: what it is created with."""

    wish: dict[str, Any]


Step = Generator[Roll | Matter | Due, Any, T]
"""A rule of a campaign: it rolls, asks a side, or waits for the report of a game."""


class Course:
    """A campaign under way: its rules run until a side must decide or a game must be played.

    Dice are a pure function of their index, answers and reports are kept in order: the same three give the same course.
    """

    def __init__(self, begin: Callable[[], Step[None]], dice: Dice) -> None:
        self.dice = dice
        self.rolls = 0
        self.answers: list[str] = []
        self.reports: list[Any] = []
        self.pending: Matter | Due | None = None
        self._rules = begin()
        self._go_on(None)

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide or to play."""
        return self.pending is None

    @property
    def matter(self) -> Matter | None:
        """What a side must decide now."""
        return self.pending if isinstance(self.pending, Matter) else None

    @property
    def due(self) -> Due | None:
        """The game that must be played now."""
        return self.pending if isinstance(self.pending, Due) else None

    def answer(self, key: str) -> None:
        """A side decides; a key that is not offered changes nothing."""
        matter = self.matter
        if matter is None or key not in (known for known, _ in matter.options):
            offered = ", ".join(known for known, _ in matter.options) if matter else "nothing is asked"
            raise IllegalAnswer(f"{key!r} is not on offer: {offered}")
        self.answers.append(key)
        self._go_on(key)

    def report(self, report: Any) -> None:
        """A game has been played."""
        if self.due is None:
            raise IllegalAnswer("no game is due")
        self.reports.append(report)
        self._go_on(report)

    def _go_on(self, sent: Any) -> None:
        try:
            asked = self._rules.send(sent)
            while isinstance(asked, Roll):
                faces = self.dice.faces(asked, self.rolls)
                self.rolls += 1
                asked = self._rules.send(faces)
        except StopIteration:
            self.pending = None
        else:
            self.pending = asked


def decide(seat: int, text: str, options: Sequence[tuple[str, str]]) -> Step[str]:
    """A side decides; where there is nothing to decide nobody is asked."""
    if len(options) == 1:
        return options[0][0]
    found: str = yield Matter(seat, text, tuple(options))
    return found
