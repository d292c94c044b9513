"""Entering a cube: what lies there, and whom one has to fight (DZ-MOVE-08, DZ-MOVE-17, DZ-PIN-05, DZ-PIN-06)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.deadzone.assault import FORCED, MOVED, Assault
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.pinning import attackable, pick_striker, stand_for_free, strikers
from fireteam.games.deadzone.state import NOWHERE, Frame
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Supplement
from fireteam.kit.agenda import Sequence, Steps, each, then


class Arrival(Sequence, Frame):
    """A model has come into a cube: traps first, then items, then a fight (DZ-MOVE-17)."""

    kind = "arrival"
    who: int
    forced: bool = False
    lunge: bool = False
    """Whether it is too large for the half-cube and goes back after the fight (see DZ-PART-04)."""
    place: int = NOWHERE
    """The place it has come into."""
    met: tuple[str, ...] = ()
    """What lies there and has had its turn."""
    stops: bool = False
    """Whether the move ends here because of that (see DZ-MOVE-16)."""

    @staticmethod
    def steps() -> Steps[Table, Arrival]:
        return (
            come_in,
            each(Supplement.entered, stops=False),
            then(stop_moving, is_stopped),
            then(stand_among_enemies, lies_among_enemies),
            then(pick_fight, stands_among_enemies),
        )


def come_in(t: Table, e: Arrival) -> Rule[None]:
    """Where it is now, for what follows only there."""
    yield from ()
    e.place = t.place(e.who)


def is_there(t: Table, e: Arrival) -> bool:
    """Whether it is in play and has not been thrown out again."""
    return t.in_play(e.who) and t.place(e.who) == e.place


def is_stopped(t: Table, e: Arrival) -> bool:
    return e.stops and not lies_among_enemies(t, e) and not stands_among_enemies(t, e)


def stop_moving(t: Table, e: Arrival) -> Rule[None]:
    """The move goes no further (see DZ-MOVE-16, DZ-AB-ENGINEER-01)."""
    yield from ()
    t.finish(1)


def lies_among_enemies(t: Table, e: Arrival) -> bool:
    """Whether it lies pinned in a place with enemies."""
    return is_there(t, e) and t.state.models[e.who].pinned and bool(t.foes(e.who))


def stands_among_enemies(t: Table, e: Arrival) -> bool:
    """Whether it stands in a place with enemies whom it has to fight."""
    return is_there(t, e) and not t.state.models[e.who].pinned and bool(attackable(t, e.who))


def stand_among_enemies(t: Table, e: Arrival) -> Rule[None]:
    """Forced in and pinned: it stands up and is attacked by one enemy of the opponent's choice; if all enemies there
    are pinned, one of them stands up, too, and nobody fights (DZ-PIN-05)."""
    foes = t.foes(e.who)
    able = strikers(t, e.who)
    stand_for_free(t, e.who)
    t.finish()
    if able:
        striker = yield from pick_striker(t, e.who, able, topic("who attacks {who}", t.name(e.who)), must=True)
        t.begin(Assault(striker, e.who, FORCED))
    elif all(t.state.models[foe].pinned for foe in foes):
        theirs = [foe for foe in foes if t.player(foe) != t.player(e.who)] or foes
        pick: Option = yield t.ask(
            t.player(theirs[0]),
            topic("who stands up with {who}", t.name(e.who)),
            lambda: [option("up", t.name(foe), args=(foe,)) for foe in theirs],
        )
        stand_for_free(t, pick.args[0])


def pick_fight(t: Table, e: Arrival) -> Rule[None]:
    """Who moves in must fight at once with FIGHT, one enemy of its player's choice (DZ-MOVE-08); that is no action
    (DZ-ASLT-02), moved by force or not (DZ-PIN-06)."""
    foes = attackable(t, e.who)
    pick: Option = yield t.ask(
        t.player(e.who),
        topic("whom {who} fights", t.name(e.who)),
        lambda: [option("fight", t.name(foe), args=(foe,)) for foe in foes],
    )
    t.begin(Assault(e.who, pick.args[0], MOVED, e.lunge))
