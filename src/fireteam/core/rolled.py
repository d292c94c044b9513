"""Every roll of a match as it was made, and whether sealed dice fell as they had to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from fireteam.core.questions import Faces, Roll
from fireteam.core.runner import Runner, value_of
from fireteam.core.sealed import Sealed

if TYPE_CHECKING:
    from fireteam.core.match import Match


class Rolled(NamedTuple):
    """One roll: its number in the game, what was asked, and what fell."""

    number: int
    roll: Roll
    faces: Faces

    @property
    def dice(self) -> int:
        """How many dice fell."""
        return sum(len(part) if isinstance(part, tuple) else 1 for part in self.faces)


class Verified(NamedTuple):
    """What throwing the dice of a match again has shown: how many rolls and dice are right, and the first that is
    not."""

    rolls: int
    dice: int
    wrong: Rolled | None
    others: int
    """Rolls from before these dice, of which their seed says nothing."""


def rolls_of(match: Match) -> Iterator[Rolled]:
    """All rolls of a match in order."""
    root = match.root()
    runner = Runner(match.setting, match.setting.table(root.state, False))
    index = root.rolls
    for entry in match.answers():
        question = runner.question
        if isinstance(question, Roll):
            assert isinstance(entry, tuple)
            yield Rolled(index, question, entry)
            index += 1
        runner.send(value_of(entry))


def verify(match: Match) -> Verified | None:
    """Throw every die of a match again; None where its dice were not sealed, or their seed is not known."""
    dice = match.dice
    if not isinstance(dice, Sealed):
        return None
    rolls = thrown = others = 0
    for rolled in rolls_of(match):
        if not dice.covers(rolled.number):
            others += 1
        elif dice.faces(rolled.roll, rolled.number) != rolled.faces:
            return Verified(rolls, thrown, rolled, others)
        else:
            rolls += 1
            thrown += rolled.dice
    return Verified(rolls, thrown, None, others)


def other_dice(match: Match) -> list[str]:
    """From which roll on the dice of a match are those of its seed, in words, where others fell before."""
    dice = match.dice
    if not isinstance(dice, Sealed) or not dice.seal.since:
        return []
    since = dice.seal.since
    before = "roll 1" if since == 1 else f"rolls 1 to {since}"
    return [f"Other dice made {before} of this game; from roll {since + 1} on they come from a seed of their own."]
