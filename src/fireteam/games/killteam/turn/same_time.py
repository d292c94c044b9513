"""What would happen at the same time: the player with initiative decides the order (KT-INIT-04)."""

from __future__ import annotations

from collections.abc import Sequence

from fireteam.core.questions import Option, Rule
from fireteam.games.killteam.cards import option, options_of
from fireteam.games.killteam.table import Table


def what_comes_next(t: Table, about: str, left: Sequence[str]) -> Rule[str]:
    """Of all that happens at the same time the player with initiative names what comes next; the last one comes by
    itself (KT-INIT-04)."""
    names = list(dict.fromkeys(left))
    if len(names) == 1:
        return names[0]
    pick: Option = yield t.ask(t.state.initiative, about, options_of("comes_next", names))
    name: str = pick.args[0]
    return name


def who_goes_first(t: Table, about: str) -> Rule[int]:
    """The same for what both sides do (see KT-INIT-04)."""
    holder = t.state.initiative
    pick: Option = yield t.ask(holder, about, lambda: [option("goes_first", seat) for seat in (holder, 1 - holder)])
    first: int = pick.args[0]
    return first
