"""True positions with one to three things changed that still look like what stood there: numbers far off, names of
other things, entries too many or too few. Each is refused by name, or played on."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import fireteam
from fireteam.core.errors import FireteamError, IllegalAnswer, SaveError
from fireteam.core.match import Match
from tests.kit.hostile import beginning_at, patience, spots
from tests.kit.playing import drawn

FAR = (-1, 0, 1, 2, 3, 7, 99, -99, 1 << 20, -(10**12), 10**15)
ANSWERS = 30
Play = Callable[[Match, random.Random], Any]
"""How one answer is chosen."""


def mutant(position: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A position of its own with one to three things changed in its state."""
    found: dict[str, Any] = json.loads(json.dumps(position))
    for _ in range(rng.randint(1, 3)):
        places = list(spots(found["state"]))
        holder, key = rng.choice(places)
        holder[key] = _other(holder[key], places, rng)
    return found


def _other(value: Any, places: list[tuple[Any, Any]], rng: random.Random) -> Any:
    """Something else of the same kind."""
    alike = [holder[key] for holder, key in places if type(holder[key]) is type(value)]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return rng.choice(FAR if rng.random() < 0.7 else alike)
    if isinstance(value, str):
        return rng.choice(("", "nonsense") if rng.random() < 0.4 else alike)
    if isinstance(value, list):
        more = [json.loads(json.dumps(rng.choice(value)))] if value else []
        return rng.choice(([], value[:-1], value + more, value + more * 2_000))
    if isinstance(value, dict):
        gone = rng.choice(list(value) or [""])
        return {name: one for name, one in value.items() if name != gone}
    return rng.choice((None, 0, ""))


def positions(match: Match, rng: random.Random, play: Play, steps: int, stops: int) -> Iterator[tuple[str, Any]]:
    """Saves of a match at moments of it, each with its position."""
    at = sorted(rng.sample(range(steps), stops))
    for number in range(at[-1] + 1):
        if match.over:
            return
        if number in at:
            yield match.save(), {"state": json.loads(json.dumps(match.state.dump())), "rolls": match.rolls}
        match.answer(play(match, rng))


class Met(dict[str, int]):
    """How mutants were met: refused for what they hold, found late by the rules, or played."""

    def count(self, what: str) -> None:
        """One more."""
        self[what] = self.get(what, 0) + 1


def meet(text: str, position: Any, rng: random.Random, play: Play, met: Met) -> str:
    """What is wrong with how a mutant was met; nothing, if all is well."""
    broken = beginning_at(text, mutant(position, rng))
    try:
        with patience():
            match = fireteam.load(broken)
            for _ in range(ANSWERS):
                if match.over:
                    break
                match.answer(play(match, rng))
    except SaveError as error:
        met.count("found late" if "cannot be played" in error.reason else "refused")
    except IllegalAnswer as error:
        return f"what was offered is not taken: {error}"
    except FireteamError:
        met.count("found late")
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    else:
        met.count("played")
    return ""


def faults(
    match: Match, number: int, each: int, *, steps: int = 240, stops: int = 6, play: Play = drawn
) -> tuple[list[str], Met]:
    """All that is wrong with how mutants of a match are met, so many of each of its positions; and how they were."""
    rng, found, met = random.Random(number), [], Met()
    for text, position in positions(match, rng, play, steps, stops):
        fireteam.load(beginning_at(text, position))
        for _ in range(each):
            fault = meet(text, position, rng, play, met)
            if fault:
                found.append(f"match {number}, answer {position['rolls']}: {fault}")
    return found, met
