"""A toy of a few lines on the kit: a walk, in paces, with guides and shoes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from fireteam.core.dice import Dice
from fireteam.core.match import Match
from fireteam.core.questions import Option, Roll, Rule
from fireteam.kit import agenda, game, setting, state, table
from fireteam.kit.agenda import Sequence, Steps, aftermath, back_to, carried, each, repeat, then, when
from fireteam.kit.records import late
from fireteam.kit.supplements import Supplement, Windows


class Frame(agenda.Frame):
    """What is under way on a walk."""


class Guides(Supplement):
    """The windows of a walk."""

    def after(self, t: Table, w: Walk) -> Rule[bool]:
        yield from ()
        return False


class Shoe(Supplement):
    """The windows of what walkers wear."""

    def worn(self, t: Table, w: Walk) -> Rule[None]:
        yield from ()


class State(state.State):
    frames = Frame
    seen: tuple[str, ...] = ()


class Table(table.Table[State, "Setting"]):
    def see(self, what: str) -> None:
        s = self.writes()
        s.seen = (*s.seen, what)


class Walk(Sequence, Frame):
    kind = "walk"
    solved = True
    left: int = 0
    place: str = late()

    @staticmethod
    def steps() -> Steps[Table, Walk]:
        return (
            choose,
            repeat(pace, some_left),
            then(arrive),
            back_to(choose, lost),
            carried(Shoe.worn, shoes),
            each(Guides.after),
            when(rest, tired),
            aftermath(then(look_back)),
            arrive,
        )


class Stumble(Sequence, Frame):
    kind = "stumble"

    @staticmethod
    def steps() -> Steps[Table, Stumble]:
        return (fall,)


def choose(t: Table, w: Walk) -> Rule[None]:
    pick = yield t.ask(0, "how far", lambda: [Option("2", "far", (2,)), Option("0", "far", (0,))])
    w.left, w.place = pick.args[0], "on the way"


def some_left(t: Table, w: Walk) -> bool:
    return w.left > 0


def pace(t: Table, w: Walk) -> Rule[bool]:
    pick = yield t.ask(0, "on?", lambda: [Option("on", "on"), Option("halt", "halt")])
    w.left -= 1
    return bool(pick.kind == "on")


def arrive(t: Table, w: Walk) -> Rule[None]:
    t.see(w.place)
    yield from ()


def lost(t: Table, w: Walk) -> bool:
    return len(t.state.seen) < 2


def shoes(t: Table, w: Walk) -> tuple[Windows, ...]:
    return t.setting.shoes


def tired(t: Table, w: Walk) -> bool:
    return w.returned > 3


def rest(t: Table, w: Walk) -> Rule[None]:
    t.see("rests")
    yield from ()


def look_back(t: Table, w: Walk) -> Rule[None]:
    t.see("looks back")
    yield from ()


def fall(t: Table, s: Stumble) -> Rule[None]:
    (face,) = yield Roll(0, "a fall")
    t.finish(face)


class Loud(Guides):
    name = "loud"

    def after(self, t: Table, w: Walk) -> Rule[bool]:
        t.see("loud")
        t.begin(Stumble())
        yield from ()
        return False


class Calm(Guides):
    name = "calm"


class Last(Guides):
    name = "last"

    def after(self, t: Table, w: Walk) -> Rule[bool]:
        t.see("last")
        yield from ()
        return False


class Nailed(Shoe):
    def __init__(self, name: str) -> None:
        self.name = name

    def worn(self, t: Table, w: Walk) -> Rule[None]:
        t.see(self.name)
        t.begin(Stumble())
        yield from ()


class Points:
    text = "what was seen"

    def worth(self, outcome: tuple[tuple[str, int], ...], setting: object, seat: int) -> Fraction:
        return Fraction(sum(amount for _, amount in outcome))


def begin(t: Table) -> Rule[None]:
    t.end(0, "walked")
    t.begin(Walk())
    yield from ()


ORDERS = {Guides.after: ("last", "loud")}


class Setting(setting.Setting):
    state_class, table_class, steps, windows_class = State, Table, {"begin": begin}, Guides
    orders = ORDERS

    def __init__(self, game: Any) -> None:
        super().__init__(game, {}, (Calm(), Loud(), Last()))
        self.shoes = (Windows(Shoe, (Nailed("left"), Nailed("right"))), Windows(Shoe))

    def aims(self) -> Mapping[str, Points]:
        return {"seen": Points()}

    def outcome(self, before: State, after: State) -> tuple[tuple[str, int], ...]:
        return (("seen", len(after.seen) - len(before.seen)),)

    def appraise(self, state: State, seat: int) -> float:
        return float(len(state.seen))


class Walking(game.Game):
    name, title, version, seats = "walk", "Walk", "1", ("walker",)

    def setting(
        self, scenario: str | None, options: dict[str, Any], pack: str | None, setup: Mapping[str, Any]
    ) -> Setting:
        return Setting(self)


def walk(dice: Dice | None, *, checkpoints: int = 5) -> Match:
    """A walk that has just begun."""
    return Match(Walking().prepare(), dice, checkpoints=checkpoints)
