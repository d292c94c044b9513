"""What a battle can show, read from the rules and the pack; and what battles have shown of it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest

import fireteam.games.deadzone.keywords  # noqa: F401 - enters the keywords
from fireteam.core import refusals
from fireteam.core.match import Match
from fireteam.core.questions import Forced, Option
from fireteam.core.topics import Topic, form_of
from fireteam.games.deadzone import cards, geometry
from fireteam.games.deadzone.actions import Activation, deeds, may_do
from fireteam.games.deadzone.cards import ITEMS
from fireteam.games.deadzone.game import GAME
from fireteam.games.deadzone.movement import Move, may_step
from fireteam.games.deadzone.options import KINDS
from fireteam.games.deadzone.orders import EFFECTS, SpecialOrder
from fireteam.games.deadzone.show.words import EVENTS, TOPICS
from fireteam.games.deadzone.state import SYMBOLS
from fireteam.games.deadzone.table import ITEM_NUMBERS, Table
from fireteam.games.deadzone.windows import Keyword
from fireteam.space.cubes.steps import Bar
from tests.deadzone.playing import PACK, READINGS
from tests.kit.noting import noting, windows_of

RULE = re.compile(r"DZ-[A-Z0-9]+(?:-[A-Z0-9]+)?-\d+")
CLASSES = dict(cards._CLASSES)
"""The class of every keyword."""
NO_STEP = (Bar.OFF_BOARD, Bar.TIGHT)
"""No step is asked for over the edge of the board; of a tight face the shape says by which rule."""
HATCHES = ("DZ-TERR-06", "DZ-TERR-11")
USED = {
    name
    for name, item in ITEMS.items()
    if item.close or item.range is not None or name in ("Ammo", "AP Ammo", "Stimulants", "Adrenaline Shot", "Medi-Pack")
}
"""The items that somebody uses; the others work when they are turned up."""


# -- what there is -----------------------------------------------------------------------------------------------------


@cache
def _calls() -> tuple[tuple[str, ast.Call], ...]:
    """Every call in the rules, with the name of what is called."""
    files = [file for file in sorted(GAME.folder().rglob("*.py")) if file.parent.name not in ("content", "bot")]
    return tuple(
        (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", ""), node)
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    )


def refusal_rules() -> set[str]:
    """The rule ids of every law, read from the source, and of what bars a step."""
    found: set[str] = set()
    for name, call in _calls():
        place = {"need": 2, "Check": 0}.get(name)
        if place is not None and len(call.args) > place:
            rule = call.args[place]
            found |= {
                str(part.value)
                for part in ast.walk(rule)
                if isinstance(part, ast.Constant) and RULE.fullmatch(str(part.value))
            }
    bars = {rule for bar, (rule, _) in geometry.BARS.items() if bar not in NO_STEP}
    return found | bars | {rule for rule, _ in geometry.CROWDS.values()} | {*geometry.GAPS.values(), *HATCHES}


def keyword_windows() -> set[str]:
    """Every keyword, with each window it hangs in; those that hang in none say what cards and teams may be."""
    return {
        f"{name}.{window}" if window else name
        for name, cls in CLASSES.items()
        for window in [*windows_of(cls, Keyword)] or [""]
    }


def forms(topic: str) -> Iterator[str]:
    """The form of a topic, as a whole and without what it holds, and those of the topics inside it."""
    yield form_of(topic)
    if isinstance(topic, Topic):
        yield topic.outer
        for part in topic.parts.values():
            yield from forms(part)


def endings() -> set[str]:
    """Every scenario won by points and after the last round, and every other way in which a battle ends."""
    found = {f"{scenario.id} {reason}" for scenario in PACK.scenarios for reason in ("points", "rounds")}
    return found | {"points draw", "rounds draw", "wiped_out", "wiped_out draw"}


def scorings() -> set[str]:
    """The rule of every call that scores."""
    return {
        str(call.args[2].value)
        for name, call in _calls()
        if name == "score" and len(call.args) > 2 and isinstance(call.args[2], ast.Constant)
    }


class Tally:
    """What is still to be seen, by sort; it is read from rules and pack, never written by hand."""

    def __init__(self) -> None:
        self.left: dict[str, set[str]] = {
            "option": set(KINDS),
            "event": set(EVENTS),
            "question": set(TOPICS),
            "keyword": keyword_windows(),
            "found item": set(ITEMS),
            "used item": set(USED),
            "command result": set(SYMBOLS),
            "order": {kind.__name__ for kind in EFFECTS.values()},
            "ending": endings(),
            "scoring": scorings(),
            "reading": {f"{name} {value}" for name, reading in READINGS.items() for value in reading.values},
            "refusal": refusal_rules(),
        }

    def missing(self) -> list[str]:
        """Everything that has not been seen."""
        return [f"{sort}: {name}" for sort, names in self.left.items() for name in sorted(names)]

    def keywords(self) -> list[str]:
        """The keywords of which something has not been seen."""
        return sorted({entry.partition(".")[0] for entry in self.left["keyword"]})

    # -- seeing --------------------------------------------------------------------------------------------------------

    def answered(self, match: Match, option: Option, *, look: bool) -> None:
        """An option is about to be taken."""
        self.left["option"].discard(option.kind)
        self.left["question"] -= {*forms(match.decision.topic)}
        if option.kind in ("shoot", "free_shoot", "second", "with") and option.args:
            self.left["used item"] -= {name for name, number in ITEM_NUMBERS.items() if number == option.args[0]}
        if look and self.left["refusal"]:
            self.refused(match)

    def refused(self, match: Match) -> None:
        """All that is refused now, by the questions and by the laws of actions and steps."""
        for refusal in match.refusals():
            self.left["refusal"].discard(refusal.decisive.rule)
        t: Any = match.table
        frame = match.state.agenda[-1] if match.state.agenda else None
        why: list[refusals.Check] = []
        if isinstance(frame, Activation):
            for deed in deeds(t, frame.who):
                may_do(t, frame, deed, why)
        if isinstance(frame, Move):
            here = t.cube(frame.who)
            for place in range(t.board.places):
                if t.board.distance(here, t.board.cube_of[place]) <= 1:
                    may_step(t, frame, place, why)
        self.left["refusal"] -= {check.rule for check in why if not check.passed}

    def over(self, match: Match) -> None:
        """A battle was played out, or as far as it was looked at."""
        self.left["option"].difference_update(
            entry.option.kind for entry in match.answers() if isinstance(entry, Forced)
        )
        left = self.left
        for event in match.log:
            params = event.params
            left["event"].discard(event.code)
            if event.code == "turned_up":
                left["found item"].discard(params["label"])
            elif event.code == "used_up":
                left["used item"].discard(params["what"])
            elif event.code == "spent":
                left["command result"].discard(params["die"])
            elif event.code == "scored":
                left["scoring"].discard(event.rule)
        setting: Any = match.setting
        for card in setting.cards:
            left["keyword"] -= {word.name for one in (card, *card.weapons) for word in one.keywords}
        if any(card.has("Drop Suit") for card in setting.cards):  # the one reading that is read when a battle is laid
            left["reading"].discard(f"drop_suit_reserve {setting.options['drop_suit_reserve']}")
        result = match.result
        if result is not None:
            draw = result.winner is None
            scenario = setting.scenario(match.state.scenario)
            where = "" if scenario is None else scenario.id
            left["ending"] -= {result.reason + (" draw" if draw else ""), f"{where} {result.reason}"}

    # -- listening -----------------------------------------------------------------------------------------------------

    def listen(self, patch: pytest.MonkeyPatch) -> None:
        """From now on, note which keywords do something, which orders are given, which readings are asked for, and
        which laws refuse."""
        left = self.left
        for name, cls in CLASSES.items():
            for window in windows_of(cls, Keyword):
                patch.setattr(cls, window, noting(cls, Keyword, window, left["keyword"], f"{name}.{window}"))
        for unit_or_weapon in _all_cards():
            unit_or_weapon.__dict__.pop("windows", None)  # what hangs in a window is kept with the card
        paid, house_rule = SpecialOrder.pay, Table.house_rule

        def pay(order: SpecialOrder, t: Table) -> None:
            left["order"].discard(type(order).__name__)
            paid(order, t)

        def read(table: Table, name: str) -> Any:
            value = house_rule(table, name)
            left["reading"].discard(f"{name} {value}")
            return value

        patch.setattr(SpecialOrder, "pay", pay)
        patch.setattr(Table, "house_rule", read)
        _replace_need(patch, left["refusal"])


def _all_cards() -> Iterable[Any]:
    from tests.deadzone.directing import CARDS

    return [*CARDS.units.values(), *CARDS.weapons.values(), *ITEMS.values()]


def _replace_need(patch: pytest.MonkeyPatch, left: set[str]) -> None:
    """Note every law that refuses where somebody asks why."""
    need = refusals.need

    def noted(why: Any, holds: bool, rule: str, *args: Any, **named: Any) -> bool:
        if why is not None and not holds:
            left.discard(rule)
        return need(why, holds, rule, *args, **named)

    for name, module in list(sys.modules.items()):
        if name.startswith("fireteam.games.deadzone"):
            for attribute, value in list(vars(module).items()):
                if value is need:
                    patch.setattr(module, attribute, noted)
