"""Dice and rerolls (rulebook III; ES-GEN-02, ES-ROLL-01 to ES-ROLL-06)."""

from __future__ import annotations

from typing import Any

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.escape.state import RESISTANCE, Character
from fireteam.games.escape.table import Table
from fireteam.games.escape.windows import Reroll, Skill, Supplement


class Test:
    """The record of dice that are neither an attack nor a hack: initiative, event, drill."""

    __test__ = False

    def __init__(self, name: str) -> None:
        self.name = name
        self.dice: list[int] = []

    def key(self) -> tuple[Any, ...]:
        """What is rolled, and the dice so far."""
        return (self.name, *self.dice)


def reroll_sources(t: Table, side: int, fighter: Character | None) -> list[Reroll]:
    """What a player may reroll a die with: skills for a Combat roll, what its faction has for any (ES-ROLL-06)."""
    found: list[Reroll] = []
    if fighter is not None:
        for own in t.hooks(fighter, Skill.rerolls):
            found += own(t, fighter)
    for rerolls in t.windows[Supplement.rerolls]:
        found += rerolls(t, side)
    return found


def reroll(t: Table, side: int, die: str, fighter: Character | None) -> Rule[int]:
    """One window to reroll one die; the new face stands, even if it is worse. 0: the die is kept (ES-FAC-08,
    ES-SKILL-01, ES-ROLL-06)."""
    sources = reroll_sources(t, side, fighter)
    if not sources:
        return 0
    pick: Option = yield t.ask(
        side, topic("reroll {die}", die), lambda: [t.ground.option("keep"), *(source.option for source in sources)]
    )
    source = next((source for source in sources if source.option is pick), None)
    if source is None:
        return 0
    source.use()
    (face,) = yield t.die(side, topic("{die} again", die))
    t.tell("rerolled", source.rule, topic=die, face=face, side=side)
    found: int = face
    return found


def roll_both(t: Table, record: Test) -> Rule[None]:
    """Both players roll one die each; then the Resistance may reroll its own with tokens (ES-INIT-01, ES-EVT-01,
    ES-FAC-08)."""
    record.dice = []
    for side, name in ((RESISTANCE, "Resistance"), (1 - RESISTANCE, "I.S.C.")):
        (face,) = yield t.die(side, topic("{side} {test} die", name, record.name))
        record.dice.append(face)
    while True:
        again = yield from reroll(t, RESISTANCE, topic("{side} {test} die", "Resistance", record.name), None)
        if not again:
            return
        record.dice[RESISTANCE] = again
