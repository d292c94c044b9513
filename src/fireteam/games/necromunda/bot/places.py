"""What a place is worth to a model: whom it can shoot from there, who can strike at it, and how near its goals are."""

from __future__ import annotations

from functools import cached_property
from math import ceil, hypot

from fireteam.games.necromunda.bot.goals import Goals
from fireteam.games.necromunda.bot.values import blows_worth, shot_worth, worth_of
from fireteam.games.necromunda.positions import STANDING_EYE, TALL_EYE
from fireteam.games.necromunda.shooting.targets import arms
from fireteam.games.necromunda.sight import OPEN, UNSEEN, Eye, cover_of, watched
from fireteam.games.necromunda.state import STANDING
from fireteam.games.necromunda.stats import movement
from fireteam.games.necromunda.table import Table
from fireteam.space.plane.free.seeing import Watched
from fireteam.space.plane.model import INCH

FEAR, MORE = 0.45, 0.3
"""How much of what an enemy may do counts against a place: of the worst, and of each other."""
LATER = 0.45
"""How much of a shot counts that can be made in the next activation only."""
COVER = 0.12
"""What it is worth to have cover from somebody that sees it."""
CLOSING = 2.0
"""Inches that a charge brings on average beside the Movement."""
TEMPLATE, TEMPLATE_WORTH = 7.0, 0.6


class Prospects:
    """What places are worth to one model, as everybody else stands now: looked at once, asked about many places."""

    def __init__(self, t: Table, who: int) -> None:
        self.t, self.who = t, who
        self.goals = Goals(t, who)
        self._shots: dict[tuple[int, int, int], float] = {}
        self._threats: dict[tuple[int, int, int], float] = {}
        self._sights: dict[int, Watched] = {}

    @cached_property
    def foes(self) -> list[int]:
        """The enemies that count: those that are not Seriously Injured."""
        return [foe for foe in self.t.enemies(self.who) if not self.t.is_injured(foe)]

    @cached_property
    def height(self) -> int:
        """Its eye over the floor; of a vehicle its own height."""
        card = self.t.cards[self.who]
        if card.vehicle:
            return self.t.vehicle(self.who).height
        return TALL_EYE if getattr(card, "tall", False) else STANDING_EYE

    def seen(self, foe: int, x: int, y: int, z: int) -> int:
        """The cover of an enemy from an eye over a place."""
        if foe not in self._sights:
            self._sights[foe] = watched(self.t, Eye(x, y, z, self.who), foe)
        return cover_of(self.t, foe, self._sights[foe].hidden((x, y, z + self.height)))

    def worth(self, x: int, y: int, z: int, *, shoots: bool) -> float:
        """What it is worth to stand there; `shoots`: it may still shoot in this activation."""
        best, against = self.look(x, y, z)
        return best * (1.0 if shoots else LATER) - against + self.goals.pull(x, y, z)

    def look(self, x: int, y: int, z: int) -> tuple[float, float]:
        """The best shot from a place, and what is to be feared there."""
        t, card = self.t, self.t.cards[self.who]
        best, shelter, worst, others = 0.0, 0.0, 0.0, 0.0
        for foe in self.foes:
            m = t.model(foe)
            distance = max(0.0, hypot(m.x - x, m.y - y) / INCH - card.radius - t.cards[foe].radius)
            seen = self.seen(foe, x, y, z)
            if seen == UNSEEN:
                continue
            best = max(best, self.shot(foe, seen, distance))
            if m.stance == STANDING:
                threat = self.threat(foe, seen, distance)
                others += min(worst, threat)
                worst = max(worst, threat)
                shelter += COVER if seen != OPEN else 0.0
        return best, FEAR * (worst + MORE * others) - min(shelter, COVER)

    def shot(self, foe: int, seen: int, distance: float) -> float:
        """What its best shot at an enemy is worth from so far away."""
        key = (foe, seen, ceil(distance))
        found = self._shots.get(key)
        if found is None:
            t, who, far = self.t, self.who, float(ceil(distance))
            found = max(
                (
                    (TEMPLATE_WORTH * worth_of(t.cards[foe]) if far <= TEMPLATE else 0.0)
                    if profile.template
                    else shot_worth(t, who, weapon, profile, foe, seen, far)
                    for weapon, profile in arms(t, who)
                ),
                default=0.0,
            )
            self._shots[key] = found
        return found

    def threat(self, foe: int, seen: int, distance: float) -> float:
        """What an enemy may do to it from so far away: shoot, or charge."""
        key = (foe, seen, ceil(distance))
        found = self._threats.get(key)
        if found is None:
            t, who, far = self.t, self.who, float(ceil(distance))
            strikes = [
                shot_worth(t, foe, weapon, profile, who, seen, far)
                for weapon, profile in arms(t, foe)
                if not profile.template
            ]
            sprays = far <= TEMPLATE and any(profile.template for _, profile in arms(t, foe))
            strikes += [TEMPLATE_WORTH * worth_of(t.cards[who])] if sprays else []
            if not t.is_vehicle(foe) and not t.is_vehicle(who) and far <= movement(t, foe) / INCH + CLOSING:
                strikes.append(self.blows(foe))
            found = min(worth_of(t.cards[who]), max(strikes, default=0.0))
            self._threats[key] = found
        return found

    def blows(self, foe: int) -> float:
        """What a charge of an enemy is worth to it."""
        if not hasattr(self, "_blows"):
            self._blows: dict[int, float] = {}
        if foe not in self._blows:
            self._blows[foe] = blows_worth(self.t, foe, self.who, charged=True)
        return self._blows[foe]
