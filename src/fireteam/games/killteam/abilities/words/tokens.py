"""Words for command points and tokens, and what tokens mean where a rule decides (KT-BASE-18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from fireteam.core.questions import Rule
from fireteam.core.refusals import Why, need
from fireteam.games.killteam.abilities.entries import Entry, book, in_force
from fireteam.games.killteam.abilities.word import Effect, Lasting, Nameable, Named
from fireteam.games.killteam.abilities.words.permissions import CLIMB_MINIMUM, VERTICAL
from fireteam.games.killteam.overrides import ignored
from fireteam.games.killteam.state import Effect as Laid
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.using import Use
    from fireteam.games.killteam.abilities.vocabulary import Token
    from fireteam.games.killteam.abilities.word import Until
    from fireteam.kit.content.models import Slug
    from fireteam.space.plane.legs import Gait

FALL_BACK = "FALL BACK"


class CommandPoints(Effect):
    """Command points are gained."""

    word, worth = "cp", 0.5
    by: Annotated[int, range(1, 3)]

    def spills(self) -> bool:
        return True

    def happens(self, t: Table, use: Use) -> Rule[None]:
        yield from ()
        t.gain_cp(use.entry.seat, self.by, use.entry.id)


class GiveToken(Lasting):
    """A token that other rules look at; its meaning is in `tokens`."""

    word, worth, at_once = "token", 0.2, True
    name: Slug
    until: Until | None = None

    def about(self) -> str:
        return self.name

    def token(self) -> str:
        return self.name

    def names(self, there: Nameable) -> Iterator[Named]:
        yield "token", self.name, there.tokens

    def laid(self, entry: Entry) -> Laid:
        return Laid(self.name, self.word, 0, entry.until(self.until), entry.id)

    @classmethod
    def held(cls, t: Table, who: int) -> list[Token]:
        """What the tokens of an operative mean: those laid on it, and those that entries in force give."""
        known = book(t).tokens
        if not known:
            return []
        names = [effect.name for effect in t.operative(who).effects if effect.what == cls.word]
        names += [given.name for _, given in in_force(t, who, cls)]
        return [known[name] for name in dict.fromkeys(names) if name in known]


def second(t: Table, who: int, action: str) -> Token | None:
    """The token that lets an action be performed a second time: one of its actions, and none before that voids it
    (see KT-BASE-18)."""
    actions = t.operative(who).actions
    for token in GiveToken.held(t, who):
        if action in token.second_action and not any(name in actions for name in token.forbids_after):
            if not any(actions.count(name) > 1 for name in token.second_action):
                return token
    return None


class TokenWindows(Supplement):
    """Where tokens mean something."""

    def more_for_control(self, t: Table, who: int) -> int:
        return (
            max([token.apl_for_control or 0 for token in GiveToken.held(t, who)], default=0) if book(t).steadies else 0
        )

    def gait(self, t: Table, who: int, gait: Gait) -> Gait:
        """Climbs at their real height, farther up, or heights ignored (KT-TM-02, KT-TM-03)."""
        if not book(t).topics:
            return gait
        least = 0 if ignored(t, who, CLIMB_MINIMUM) else gait.least
        reach = max((token.climb_reach or 0 for token in GiveToken.held(t, who)), default=0) or gait.reach
        return gait._replace(least=least, reach=reach, flies=ignored(t, who, VERTICAL))

    def repeats(self, t: Table, who: int, action: str) -> bool:
        return second(t, who, action) is not None

    def price(self, t: Table, who: int, action: str, ap: int) -> int:
        token = second(t, who, action) if action in t.operative(who).actions else None
        return ap if token is None or token.second_action_ap is None else token.second_action_ap

    def bars(self, t: Table, who: int, action: str, why: Why) -> bool:
        actions, name = t.operative(who).actions, t.name(who)
        spent = fled = False
        for token in GiveToken.held(t, who) if actions else ():
            twice = any(actions.count(name) > 1 for name in token.second_action)
            spent = spent or (action in token.forbids_after and twice)
            fled = fled or (action in token.forbids_after_fall_back and FALL_BACK in actions)
        return not (
            need(why, not spent, "KT-BASE-18", "no action was performed twice that rules out {} of {}", action, name)
            and need(why, not fled, "KT-BASE-18", "nothing keeps {} from {} after a FALL BACK", name, action)
        )
