"""A toy on the kit: two duellists roll pools that roll on against each other, and may roll dice again, some for nothing
and one for a coin."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from fireteam.core.dice import Dice
from fireteam.core.match import Match
from fireteam.core.pools import Pool, again, batches, standing, successes, ways
from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.scene import Scene
from fireteam.core.scene import Side as SideView
from fireteam.core.topics import topic
from fireteam.kit import agenda, game, setting, state, table
from fireteam.kit.agenda import Sequence, Steps, aftermath, repeat, then
from fireteam.kit.records import Record, field, late
from fireteam.kit.words import Catalogue

SIDES = 8
LIFE = 4
COINS = ("copper", "silver", "gold")


class Arms(NamedTuple):
    """What a duellist fights with: dice, what a success needs, and how many dice it may roll again for nothing."""

    dice: int
    target: int
    free: int


SWORD, KNIFE = Arms(3, 5, 1), Arms(2, 4, 0)


class Frame(agenda.Frame):
    """What is under way in a duel."""


class State(state.State):
    frames = Frame
    turn: int = 0
    life: tuple[int, int] = (LIFE, LIFE)
    coins: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


class Table(table.Table[State, "Setting"]):
    def hurt(self, seat: int, harm: int) -> None:
        s = self.writes()
        s.life = tuple([max(0, life - harm * (who == seat)) for who, life in enumerate(s.life)])  # type: ignore[assignment]
        self.tell("hurt", "DUEL-1", seat=seat, harm=harm)

    def pay(self, seat: int, coin: str) -> None:
        s = self.writes()
        purse = list(s.coins[seat])
        purse.remove(coin)
        s.coins = tuple([tuple(purse) if who == seat else coins for who, coins in enumerate(s.coins)])  # type: ignore[assignment]


class Side(Record):
    """One pool of a clash: what may be rolled again, as far as it can be."""

    seat: int
    dice: int
    target: int
    free: int
    paid: bool = False
    misses: int = 0
    hits: int = 0

    def pool(self, t: Table) -> Pool:
        """The pool, with what may still be rolled again."""
        return Pool(self.dice, self.target, self.free, int(not self.paid and len(t.state.coins[self.seat]) > 0))


class Clash(Sequence, Frame):
    """Both roll; the first to roll again is who strikes. Whoever has more successes wounds the other."""

    kind = "clash"
    solved = True
    seat: int
    a: Side = late()
    b: Side = late()
    lead: int = field(default=0, init=False)

    @staticmethod
    def steps() -> Steps[Table, Clash]:
        return (
            roll_together,
            repeat(reroll_first, first_may),
            then(first_stands),
            repeat(reroll_second, second_may),
            then(second_stands),
            then(wound),
            aftermath(then(cheer)),
        )


LOW, HIGH = -LIFE, LIFE


def roll_together(t: Table, c: Clash) -> Rule[None]:
    arms, depth = t.setting.arms, t.setting.depth
    c.a, c.b = (Side(seat, *arms[seat]) for seat in (c.seat, 1 - c.seat))
    a, b = c.a.pool(t), c.b.pool(t)
    mine, theirs = yield Roll(
        c.seat, "the clash", sides=SIDES, pools=(a.dice, b.dice),
        ways=lambda: ways(a, b, low=LOW, high=HIGH, depth=depth),
    )  # fmt: skip
    c.lead = successes(mine, a.target) - successes(theirs, b.target)
    c.a.misses, c.a.hits = standing(mine, a.target, a.again)
    c.b.misses, c.b.hits = standing(theirs, b.target, b.again)


def may_reroll(t: Table, side: Side) -> bool:
    return side.misses + side.hits > 0 and side.pool(t).again > 0


def first_may(t: Table, c: Clash) -> bool:
    return may_reroll(t, c.a)


def second_may(t: Table, c: Clash) -> bool:
    return may_reroll(t, c.b)


def reroll_first(t: Table, c: Clash) -> Rule[bool]:
    return (yield from reroll(t, c, c.a, c.b.pool(t), 1))


def reroll_second(t: Table, c: Clash) -> Rule[bool]:
    return (yield from reroll(t, c, c.b, Pool(0, 2), -1))


def reroll(t: Table, c: Clash, side: Side, other: Pool, sign: int) -> Rule[bool]:
    """First a batch for nothing, picked together, then one die for a coin."""
    name = t.setting.game.seats[side.seat]
    if side.free:
        most, misses, hits = side.free, side.misses, side.hits
        side.free = 0
        pick: Option = yield t.ask(
            side.seat,
            topic("dice to roll again, {who}", name),
            lambda: [Option(f"{m} misses {h} hits", "again", (m, h)) for m, h in batches(most, misses, hits)],
        )
        taken = pick.args
    else:
        side.paid = True
        pick = yield t.ask(side.seat, topic("a die for a coin, {who}", name), lambda: paying(t, side), alike=which_die)
        taken = pick.args[-2:] if pick.kind == "pay" else (0, 0)
        if pick.kind == "pay":
            t.pay(side.seat, pick.args[0])
    count = sum(taken)
    if not count:
        return True
    side.misses -= taken[0]
    side.hits -= taken[1]
    c.lead -= sign * taken[1]
    left = side.pool(t)
    lead = sign * c.lead
    (faces,) = yield Roll(
        side.seat, topic("dice rolled again, {who}", name), sides=SIDES, pools=(count,),
        ways=lambda: again(count, left, other, lead=lead, low=LOW, high=HIGH, depth=t.setting.depth),
    )  # fmt: skip
    c.lead += sign * successes(faces, side.target)
    misses, hits = standing(faces, side.target, left.again, rerolled=count)
    side.misses, side.hits = min(side.misses + misses, left.again), min(side.hits + hits, left.again)
    return True


def paying(t: Table, side: Side) -> list[Option]:
    found = [Option("keep", "keep")]
    for coin in t.state.coins[side.seat]:
        found += [Option(f"{coin} for a miss", "pay", (coin, 1, 0))] * (side.misses > 0)
        found += [Option(f"{coin} for a hit", "pay", (coin, 0, 1))] * (side.hits > 0)
    return found


def which_die(option: Option) -> tuple[Any, ...]:
    """Which coin pays does not matter."""
    return option.args[1:]


def first_stands(t: Table, c: Clash) -> Rule[None]:
    c.clear("a")
    yield from ()


def second_stands(t: Table, c: Clash) -> Rule[None]:
    c.clear("b")
    c.lead = max(LOW, min(HIGH, c.lead))
    yield from ()


def wound(t: Table, c: Clash) -> Rule[None]:
    if c.lead:
        t.hurt(1 - c.seat if c.lead > 0 else c.seat, abs(c.lead))
    yield from ()


def cheer(t: Table, c: Clash) -> Rule[None]:
    yield t.ask(c.seat, "cheer", lambda: [Option("loudly", "cheer"), Option("not", "cheer")])


def take_turn(t: Table) -> Rule[None]:
    s = t.state
    if 0 in s.life:
        t.end(s.life.index(max(s.life)), "struck down")
        return
    seat = s.turn % 2
    pick = yield t.ask(seat, "your turn", lambda: [Option("strike", "strike"), Option("wait", "wait")])
    t.writes().turn += 1
    if pick.kind == "strike":
        t.begin(Clash(seat))


class Harm:
    """Life lost on the other side, less one's own; a coin is worth something, too."""

    text = "harm"

    def __init__(self, coin: Fraction) -> None:
        self.coin = coin

    def worth(self, outcome: tuple[tuple[str, int], ...], setting: object, seat: int) -> Fraction:
        found = dict(outcome)
        harm = found.get(f"life {1 - seat}", 0) - found.get(f"life {seat}", 0)
        return harm + self.coin * (found.get(f"coins {1 - seat}", 0) - found.get(f"coins {seat}", 0))


class Setting(setting.Setting):
    state_class, table_class, steps = State, Table, {"turn": take_turn}
    result_rule = "DUEL-2"
    words = Catalogue(
        events={"hurt": "{seat} loses {harm}."},
        options={
            "strike": "strike", "wait": "wait", "again": "{0} misses and {1} hits again", "keep": "keep them",
            "pay": "pay {0}", "cheer": "cheer",
        },
        topics={
            "your turn": "your turn", "dice to roll again, {who}": "dice to roll again, {who}",
            "a die for a coin, {who}": "a die for a coin, {who}", "cheer": "cheer",
        },
        rolls={"the clash": "the clash", "dice rolled again, {who}": "dice rolled again, {who}"},
    )  # fmt: skip

    def __init__(self, game: Any, arms: tuple[Arms, Arms], coins: tuple[int, int], depth: int, coin: Fraction) -> None:
        super().__init__(game)
        self.arms, self.coins, self.depth, self.coin = arms, coins, depth, coin

    def first_state(self) -> State:
        first, second = (COINS[:count] for count in self.coins)
        return State(phase="turn", coins=(first, second))

    def aims(self) -> Mapping[str, Harm]:
        return {"harm": Harm(self.coin)}

    def outcome(self, before: State, after: State) -> tuple[tuple[str, int], ...]:
        found = [(f"coins {seat}", len(before.coins[seat]) - len(after.coins[seat])) for seat in (0, 1)]
        found += [(f"life {seat}", before.life[seat] - after.life[seat]) for seat in (0, 1)]
        return tuple([(label, amount) for label, amount in found if amount])

    def appraise(self, state: State, seat: int) -> float:
        return (state.life[seat] - state.life[1 - seat]) / LIFE

    def scene(self, table: Table, seat: int | None) -> Scene:
        sides: list[SideView] = [{"name": name, "mark": name[0].upper(), "form": "disc"} for name in self.game.seats]
        return {
            "game": "duel", "title": "Duel", "sides": sides, "status": {}, "briefing": [], "parts": {}, "pieces": {},
            "cards": {},
        }  # fmt: skip


class Duel(game.Game):
    name, title, version, seats = "duel", "Duel", "1", ("red", "blue")

    def __init__(
        self,
        first: Arms = SWORD,
        second: Arms = KNIFE,
        coins: tuple[int, int] = (1, 2),
        depth: int = 1,
        coin: Fraction = Fraction(1, 4),
    ) -> None:
        self.wish = ((first, second), coins, depth, coin)

    def setting(
        self, scenario: str | None, options: dict[str, Any], pack: str | None, setup: Mapping[str, Any]
    ) -> Setting:
        return Setting(self, *self.wish)


GAME = Duel()


def duel(dice: Dice | None, game: Duel | None = None, *, checkpoints: int = 5) -> Match:
    """A duel that has just begun."""
    return Match((game or GAME).prepare(), dice, checkpoints=checkpoints)
