"""A battle of a campaign: who met whom on which terms, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fireteam.games.necromunda.campaign.ledger import Fellow, Gang
from fireteam.games.necromunda.campaign.report import Fate, Report


@dataclass
class Battle:
    """Two gangs by seat, and the report."""

    pair: tuple[Gang, Gang]
    report: Report
    underdog: int | None = None
    last: bool = False
    conceded: bool = False
    dead: list[tuple[int, str]] = field(default_factory=list)
    """Who has died of it, by seat and name."""
    treated: list[str] = field(default_factory=list)
    """For whom a doctor was paid."""

    @property
    def seats(self) -> tuple[int, int]:
        """The winner first in each step (see NE-CAMP-07)."""
        return (1, 0) if self.report.winner == 1 else (0, 1)

    @property
    def gangs(self) -> tuple[Gang, Gang]:
        """The same as gangs."""
        first, second = self.seats
        return self.pair[first], self.pair[second]

    def seat(self, gang: Gang) -> int:
        """The seat of a gang."""
        return 0 if self.pair[0] is gang else 1

    def won(self, gang: Gang) -> bool:
        """Whether a gang has won."""
        return self.report.winner == self.seat(gang)

    def fates(self, gang: Gang) -> Iterator[tuple[Fate, Fellow]]:
        """What became of the members of a gang that took part."""
        for fate in self.report.fates:
            if self.pair[fate.seat] is gang:
                who = gang.named(fate.name)
                assert who is not None, fate.name
                yield fate, who

    def felled_by(self, gang: Gang, name: str) -> Iterator[tuple[Fate, Fellow]]:
        """The enemies that a member of a gang put Out of Action."""
        for fate, who in self.fates(self.pair[1 - self.seat(gang)]):
            if fate.by == name:
                yield fate, who
