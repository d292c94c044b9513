"""A match from a position that was laid by hand: for puzzles, odds that are typed in, and tests. Every mistake is
named."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from fireteam.core.dice import Dice
from fireteam.core.errors import FireteamError, PackError, SetupError
from fireteam.core.match import CHECKPOINT_AFTER, Checkpoint, Match
from fireteam.core.yamlfile import suggestion
from fireteam.kit.setting import OVER
from fireteam.kit.state import State

T = TypeVar("T")


class PositionError(SetupError):
    """A position cannot be laid as asked; the message names the piece, the place or the word that is wrong."""


@contextmanager
def naming() -> Iterator[None]:
    """What a game, a pack or a board refuses is a mistake of the position, in the same words; of a file with its
    line."""
    try:
        yield
    except PositionError:
        raise
    except PackError as error:
        raise PositionError(str(error) if error.file else error.reason) from error
    except FireteamError as error:
        raise PositionError(str(error)) from error


def known(kind: str, names: Iterable[str], among: Collection[str]) -> None:
    """Every name is one of those that there are."""
    for name in names:
        if name not in among:
            raise PositionError(f"no {kind} {name!r}; there are {', '.join(among)}{suggestion(str(name), among)}")


def once(kind: str, names: Iterable[str]) -> None:
    """No name is given twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise PositionError(f"{kind} {name!r} is given twice")
        seen.add(name)


def apart(places: Mapping[str, T], spoken: Mapping[T, str] | None = None) -> None:
    """No two stand on one place; a place is said as `spoken` has it."""
    taken: dict[T, str] = {}
    for name, place in places.items():
        if place in taken:
            raise PositionError(f"{taken[place]} and {name} both stand on {(spoken or {}).get(place, place)}")
        taken[place] = name


def within(what: str, number: Any, least: int, most: int) -> None:
    """A number is one that can be."""
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise PositionError(f"{what} is {number!r}; it can be {least} to {most}")


def numbers(what: str, given: Any, counts: Collection[int]) -> tuple[int, ...]:
    """So many whole numbers together, such as the coordinates of a place."""
    found = tuple(given) if isinstance(given, list | tuple) else ()
    if len(found) not in counts or any(type(number) is not int for number in found):
        raise PositionError(f"{what} is {given!r}; it is {' or '.join(map(str, counts))} whole numbers")
    return found


def state_of(setting: Any, base: State, fields: Mapping[str, Any]) -> Any:
    """A state like another one but for some fields; a name, a phase or a kind of value that no state has is an
    error."""
    cls = type(base)
    known("field of a position", fields, cls.FIELDS)
    phase = fields.get("phase", base.phase)
    if phase != OVER:
        known("phase", [phase], tuple(setting.steps))
    found = cls(**{name: fields.get(name, getattr(base, name)) for name in cls.FIELDS})
    try:
        return cls.load(found.dump())
    except (ValueError, TypeError, AttributeError) as error:
        raise PositionError(f"no position can hold this: {error}") from error


def match_at(
    setting: Any, state: State, dice: Dice | None, *, events: bool = True, checkpoints: int = CHECKPOINT_AFTER
) -> Match:
    """A match that begins at a position."""
    match = Match(setting, dice, events=events, checkpoints=checkpoints)
    match.checkpoint = Checkpoint(state, 0, None, [], None)
    return match
