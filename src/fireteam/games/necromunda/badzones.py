"""Badzones: one environment for the battle, one event at a time (NE-EVT)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.conditions import INSANE
from fireteam.games.necromunda.dice import d3, d6
from fireteam.games.necromunda.movement.falling import near_edge, test_edge
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.scenarios import has_special
from fireteam.games.necromunda.windows import Supplement

if TYPE_CHECKING:
    from fireteam.games.necromunda.cards import Weapon
    from fireteam.games.necromunda.state import Frame
    from fireteam.games.necromunda.table import Table

OLD_CACHE, LIGHTS_OUT, RESTLESS, TREMOR, QUIET = "old-cache", "lights-out", "restless", "tremor", ""
EVENTS = (QUIET, QUIET, OLD_CACHE, LIGHTS_OUT, RESTLESS, TREMOR)
"""The events by the D6 (see NE-EVT-04)."""
PLAIN, FOUNDRY, HAUNTED = "plain", "foundry", "haunted"
ENVIRONMENTS = (PLAIN, FOUNDRY, HAUNTED)
"""The environments by the D3: in an old foundry industrial terrain triggers on 4+ instead of 6+, and a campaign makes
reward rolls twice and keeps the higher (NE-EVT-03)."""
ENDS = {OLD_CACHE: 3}
"""From which face on an event is discarded; others on a 4+."""
LONGEST = 3
"""Rounds that an event lasts at most (see NE-EVT-04)."""

kinds(
    ammo_again=("roll again", ("NE-EVT-01",)),
    ammo_stands=("let it stand", ("NE-EVT-01",)),
)


class Badzones(Supplement):
    """What the place does: events if the match has them, the Old Cache where the scenario says so."""

    name = "badzones"

    def round_start(self, t: Table, r: Frame) -> Rule[bool]:
        """One environment for the battle on a D3, one event at a time on a D6: rolled as the first round starts, and
        whenever the last one is discarded, if the match has the module; without it nothing is rolled at all, also where
        the scenario has the Old Cache (NE-EVT-04)."""
        searched, module = has_special(t, OLD_CACHE), t.house_rule("badzone_events")
        if module and not t.state.environment:
            face = yield from d3(t.state.priority, "environment of the battle")
            t.set_environment(ENVIRONMENTS[face - 1])
            t.tell("environment", "NE-EVT-04", name=ENVIRONMENTS[face - 1])
        if searched:
            if not t.state.event:
                t.set_event(OLD_CACHE, t.state.round)
        elif module and not t.state.event:
            yield from next_event(t)
        return False

    def event_ends(self, t: Table, e: Frame) -> Rule[bool]:
        """The event is discarded on a 4+, the Old Cache on a 3+, and always after 3 rounds; where a scenario has it the
        Old Cache stays (see NE-EVT-04)."""
        event = t.state.event
        if not event or has_special(t, OLD_CACHE):
            return False
        if t.state.round - t.state.event_since + 1 < LONGEST:
            least = ENDS.get(event, 4)
            alike = tuple(1 if face < least else least for face in range(1, 7))
            face = yield from d6(t.state.priority, topic("whether {event} ends", event), alike)
            if face < least:
                return False
        t.set_event(QUIET, 0)
        t.tell("event_over", "NE-EVT-04", name=event)
        return False

    def rerolls_ammo(self, t: Table, who: int, weapon: Weapon) -> Rule[bool]:
        """While the Old Cache is in play failed Ammo tests may be rolled again, grenades that run out may be reloaded,
        and fighters may scavenge (NE-EVT-01)."""
        if t.state.event != OLD_CACHE:
            return False
        pick: Option = yield t.ask(
            t.player(who),
            topic("failed Ammo test of {who}", t.name(who)),
            lambda: [option("ammo_again"), option("ammo_stands")],
        )
        return pick.kind == "ammo_again"

    def restocks_grenades(self, t: Table) -> bool:
        return t.state.event == OLD_CACHE

    def test_failed(self, t: Table, who: int, stat: str) -> None:
        """In a haunted place any failed Willpower or Cool test makes Insane, too; what else it does matters to a
        campaign (NE-EVT-02)."""
        if t.state.environment == HAUNTED and stat in ("wil", "cl") and t.in_play(who):
            t.afflict(who, INSANE, "NE-EVT-02")


def next_event(t: Table) -> Rule[None]:
    """The next event; quiet and a tremor are over at once (see NE-EVT-04)."""
    face = yield from d6(t.state.priority, "badzone event", (1, 1, 3, 4, 5, 6))
    event = EVENTS[face - 1]
    t.tell("event", "NE-EVT-04", name=event or "quiet", shown=face)
    if event == TREMOR:
        yield from tremble(t)
    elif event:
        t.set_event(event, t.state.round)


def tremble(t: Table) -> Rule[None]:
    """Every Standing fighter within half an inch of an edge passes Initiative or falls (see NE-EVT-04)."""
    for who in sorted(t.fighters(), key=lambda who: (t.side(who) != t.state.priority, who)):
        edge = near_edge(t, who) if t.stands(who) and not t.model(who).inside else None
        if edge is not None:
            yield from test_edge(t, who, edge)
