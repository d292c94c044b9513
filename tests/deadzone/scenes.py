"""Positions of Deadzone for tests, and how they are played on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import fireteam.games.deadzone.keywords  # noqa: F401 - enters the keywords
from fireteam.core.dice import Given, Seeded
from fireteam.core.match import Match
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.assault import ACTION, Assault
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.geometry import Field
from fireteam.games.deadzone.state import Frame, Model
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Supplement

HERE = "3,3,1"


class Kills(Supplement):
    """A scenario that counts kills."""

    name = "kills"

    def killed(self, t: Table, who: int, cube: int) -> None:
        t.score(1 - t.side(who), t.cards[who].victory_points, "DZ-DMG-08")


def battle(
    cards: Mapping[str, tuple[int, Unit]],
    at: Mapping[str, str],
    *frames: Frame,
    dice: Iterable[int] = (),
    on: Field | None = None,
    options: Mapping[str, Any] | None = None,
    supplements: Sequence[Supplement] = (),
    **laid: Any,
) -> Match:
    """A match at a position: the given dice first, then any."""
    setting = arena.setting_for(cards, on=on, options=options, supplements=supplements)
    return play(arena.match_over(arena.lay(setting, at, *frames, **laid), Given(dice, then=Seeded(1))))


def duel(a: Unit, b: Unit, *more: tuple[int, Unit], why: str = ACTION, dice: Iterable[int] = (), **laid: Any) -> Match:
    """a assaults b, with others of either side beside them."""
    cards = {"a": (0, a), "b": (1, b), **{f"m{number}": one for number, one in enumerate(more)}}
    return battle(cards, dict.fromkeys(cards, HERE), Assault(0, 1, why), dice=dice, **laid)


def play(match: Match, *answers: str) -> Match:
    """Answer one question after the other; quarters are taken as they come."""
    for answer in ("", *answers):
        if answer:
            match.answer(answer)
        while match.decision is not None and match.decision.topic.startswith("quarters of "):
            match.answer(match.decision.options[0])
    return match


def offered(match: Match) -> set[str]:
    """What can be answered now."""
    return set(match.decision.keys())


def model(match: Match, name: str) -> Model:
    """A model as it is now."""
    setting: Any = match.setting
    found: Model = match.state.models[setting.numbers[name]]
    return found


def place(match: Match, name: str) -> str:
    """Where a model is."""
    setting: Any = match.setting
    return str(setting.field.board.place_name(model(match, name).place))


def rolled(match: Match) -> list[tuple[int, int, int]]:
    """The dice of both sides of every test so far, bonus dice among them, and the difference."""
    return [
        (len(told.params["first"]), len(told.params["second"]), told.params["difference"])
        for told in match.log
        if told.code == "rolled"
    ]


def told(match: Match, code: str) -> list[Any]:
    """The events of a kind so far, by what they say."""
    return [event.params for event in match.log if event.code == code]
