"""The write gate of a battle: its verbs, and what everybody asks about models and places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from fireteam.games.deadzone.cards import ITEMS, Item, Unit, Weapon
from fireteam.games.deadzone.state import (
    DEAD,
    GONE,
    NO_DICE,
    NOBODY,
    NOW,
    NOWHERE,
    PLAY,
    RESERVE,
    SMOKE,
    SYMBOLS,
    State,
    Token,
)
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit import table
from fireteam.kit.agenda import Frame
from fireteam.kit.supplements import Windows
from fireteam.space.cubes.board import EVERY, Board
from fireteam.space.cubes.quarters import Room, Standing, fitting, room_for
from fireteam.space.cubes.sight import Pose, Sight
from fireteam.space.cubes.steps import Gait, Steps

if TYPE_CHECKING:
    from fireteam.games.deadzone.content.scenarios import Scenario
    from fireteam.games.deadzone.setting import Setting


UNARMED = -1
"""The number of bare hands."""
ITEM_NUMBERS = {name: UNARMED - 1 - place for place, name in enumerate(ITEMS)}
"""The numbers of items as weapons: an item that is used up in an attack stays its weapon to the end."""
FISTS = Weapon(id="unarmed", name="Unarmed", close=True, range=0, ap=0, one_use=False)


class Table(table.Table[State, Any]):
    """A battle in play. Rules hold the numbers of models, never the models."""

    units: ClassVar[str] = "models"
    __slots__ = ("board", "cards", "gaits", "printed", "sight", "steps")

    setting: Setting

    def laid(self) -> None:
        setting = self.setting
        self.board: Board = setting.field.board
        self.steps: Steps = setting.field.steps
        self.sight: Sight = setting.field.sight
        self.cards: tuple[Unit, ...] = setting.cards
        self.gaits: tuple[Gait, ...] = setting.gaits
        self.printed: tuple[tuple[Windows, ...], ...] = setting.printed

    @property
    def pending(self) -> list[Frame]:
        """What is under way and is solved through by odds: nothing that waits for a sequence in its aftermath."""
        found: list[Frame] = []
        for frame in self.state.agenda:
            if frame.solved_through():
                found.append(frame)
            elif frame.solved:
                found = []
        return found

    @property
    def scenario(self) -> Scenario | None:
        """The scenario that is played, once it is known (see DZ-SETUP-02)."""
        return self.setting.scenario(self.state.scenario)

    # -- who and where -------------------------------------------------------------------------------------------------

    def name(self, who: int) -> str:
        """The name of a model."""
        return self.setting.names[who]

    def number(self, name: str) -> int:
        """The number of a model."""
        return self.setting.numbers[name]

    def side(self, who: int) -> int:
        """Who owns a model (DZ-CORE-01)."""
        return self.state.models[who].side

    def player(self, who: int) -> int:
        """Who decides for a model: its owner, or who controls it in its activation (see DZ-AB-RAMPAGE-06)."""
        s = self.state
        return s.controller if who == s.active and s.controller != NOBODY else s.models[who].side

    def controlled(self, who: int) -> bool:
        """Whether somebody else than its owner decides for it (see DZ-AB-RAMPAGE-06)."""
        s = self.state
        return who == s.active and s.controller not in (NOBODY, s.models[who].side)

    def hostile(self, who: int, other: int) -> bool:
        """Whether two models are enemies: a controlled one has no friends (see DZ-AB-RAMPAGE-06)."""
        s = self.state
        if s.models[who].side != s.models[other].side:
            return True
        return s.controller != NOBODY and (self.controlled(who) or self.controlled(other))

    def in_play(self, who: int) -> bool:
        """Whether a model is on the battlefield."""
        return self.state.models[who].status == PLAY

    def place(self, who: int) -> int:
        """The place where a model is."""
        return self.state.models[who].place

    def cube(self, who: int) -> int:
        """The cube in which a model is (DZ-CORE-03)."""
        return self.board.cube_of[self.state.models[who].place]

    def level(self, who: int) -> int:
        """The level of its cube, from 0."""
        return self.board.level(self.cube(who))

    def apart(self, who: int, other: int) -> int:
        """Cubes between two models, as ranges count (see DZ-SHOOT-06)."""
        return self.board.distance(self.cube(who), self.cube(other))

    def everybody(self) -> Iterator[int]:
        """All models on the battlefield."""
        return (m.index for m in self.state.models if m.place >= 0)

    def here(self, place: int) -> list[int]:
        """The models in a place."""
        return [m.index for m in self.state.models if m.place == place]

    def in_cube(self, cube: int) -> list[int]:
        """The models in a cube, in either half: what works on the cube reaches them all (DZ-PART-07)."""
        places = self.board.places_of[cube]
        return [m.index for m in self.state.models if m.place in places]

    def foes(self, who: int, place: int = NOWHERE) -> list[int]:
        """The enemies of a model in its place, or in another one: across a dividing wall nobody meets
        (DZ-PART-03)."""
        s = self.state
        me = s.models[who]
        place = me.place if place == NOWHERE else place
        if s.controller == NOBODY:
            side = me.side
            return [m.index for m in s.models if m.place == place and m.side != side]
        return [m.index for m in s.models if m.place == place and m.index != who and self.hostile(who, m.index)]

    def enemies(self, who: int) -> list[int]:
        """The enemies of a model on the battlefield."""
        s = self.state
        if s.controller == NOBODY:
            side = s.models[who].side
            return [m.index for m in s.models if m.place >= 0 and m.side != side]
        return [m.index for m in s.models if m.place >= 0 and m.index != who and self.hostile(who, m.index)]

    def friends(self, who: int) -> list[int]:
        """Its friends in its place, itself not among them."""
        place = self.place(who)
        return [
            m.index for m in self.state.models if m.place == place and m.index != who and not self.hostile(who, m.index)
        ]

    def pose(self, who: int) -> Pose:
        """How a model stands or lies, for sight (see DZ-GEO-10)."""
        m, size = self.state.models[who], self.cards[who].size
        quarters = m.quarters or next(iter(fitting(self.board.quarters[m.place], size)), EVERY)  # who passes has none
        return self.sight.pose(m.place, quarters, size, lying=m.pinned)

    def poses(self, *without: int) -> list[Pose]:
        """How all others stand or lie."""
        return [self.pose(who) for who in self.everybody() if who not in without]

    # -- cards ---------------------------------------------------------------------------------------------------------

    def health(self, who: int) -> int:
        """The HP that a model has left."""
        return self.cards[who].health - self.state.models[who].damage

    def item(self, who: int) -> Item | None:
        """The item that a model carries."""
        name = self.state.models[who].item
        return ITEMS.get(name) if name else None

    def weapon(self, who: int, number: int) -> Weapon | Item:
        """A weapon of a model by its number; items have one, too, and so have its bare hands."""
        if number == UNARMED:
            return FISTS
        if number < UNARMED:
            return tuple(ITEMS.values())[UNARMED - 1 - number]
        return self.setting.arsenals[who][number]

    def weapons(self, who: int) -> list[tuple[int, Weapon | Item]]:
        """The weapons that a model has and has not used up, by number: those of its card, those that keywords give it,
        and its item if that is one (see DZ-AB-ONEUSE-01)."""
        spent = self.state.models[who].spent
        found: list[tuple[int, Weapon | Item]] = [
            (number, weapon) for number, weapon in enumerate(self.setting.arsenals[who]) if weapon.id not in spent
        ]
        item = self.item(who)
        if item is not None and (item.close or item.range is not None):
            found.append((ITEM_NUMBERS[item.name], item))
        return found

    def bearers(self, who: int) -> tuple[Windows, ...]:
        """The keywords that a model has: its own, those an order has lent it, and those of its item."""
        m, own = self.state.models[who], self.printed[who]
        if m.lasting:
            own = self.own_keywords(who)
        if m.item and (item := self.item(who)) is not None:
            own = (*own, item.windows)
        return own

    def own_keywords(self, who: int) -> tuple[Windows, ...]:
        """The keywords that count in all its attacks, whatever weapon it uses: those of an item that is a weapon count
        when it is the one (see DZ-MEET-21)."""
        lasting, own = self.state.models[who].lasting, self.printed[who]
        return (*own, *self.setting.lent(lasting)) if lasting else own

    def has(self, who: int, window: Callable[[Any], bool]) -> bool:
        """Whether a keyword of a model answers a check of its nature with yes."""
        for windows in self.bearers(who):
            for answers in windows[window]:
                if answers():
                    return True
        return False

    def all_say(self, who: int, window: Callable[[Any], bool]) -> bool:
        """Whether no keyword of a model answers a check with no."""
        for windows in self.bearers(who):
            for answers in windows[window]:
                if not answers():
                    return False
        return True

    # -- room ----------------------------------------------------------------------------------------------------------

    def room(self, who: int, place: int) -> Room:
        """How a model finds room in a place beside the others of its side (DZ-MOVE-06, see DZ-GEO-20)."""
        return self.room_beside(who, place, self.sharers(who, place))

    def room_beside(self, who: int, place: int, mates: list[int]) -> Room:
        """How it finds room beside some others."""
        gaits, models, room = self.gaits, self.state.models, self.steps.room
        own = gaits[who]
        standing: tuple[Standing, ...] = ()
        if mates:
            standing = tuple(
                [Standing(gaits[mate].size, models[mate].quarters, room(place, gaits[mate])) for mate in mates]
            )
        return room_for(own.size, room(place, own), standing)

    def mates(self, who: int, place: int) -> list[int]:
        """The models of its side that stand in a place, itself not among them."""
        side = self.side(who)
        return [m.index for m in self.state.models if m.place == place and m.side == side and m.index != who]

    def sharers(self, who: int, place: int) -> list[int]:
        """Those of them that share the room there with it: a controlled model belongs to no side
        (see DZ-AB-RAMPAGE-04)."""
        if self.state.controller == NOBODY:
            return self.mates(who, place)
        if self.controlled(who):
            return []
        return [mate for mate in self.mates(who, place) if not self.controlled(mate)]

    def fits(self, who: int, place: int) -> bool:
        """Whether a model can stand in a place beside the others of its side (see DZ-MOVE-06)."""
        if not self.steps.stands(self.gaits[who]) >> place & 1:
            return False
        mates = self.sharers(who, place)
        return not mates or bool(self.room_beside(who, place, mates).placings)

    def crowded(self, who: int) -> bool:
        """Whether the models of its side in its place are too large for it together (see DZ-AB-RAMPAGE-05)."""
        place = self.place(who)
        others = self.sharers(who, place)
        if not others:
            return False
        ground = sizes = 0
        for one in (who, *others):
            ground |= self.steps.room(place, self.gaits[one])
            sizes += self.cards[one].size
        return sizes > ground.bit_count()

    # -- the round -----------------------------------------------------------------------------------------------------

    @property
    def takes_turns(self) -> tuple[int, ...]:
        """Of what status a model is that is activated once in a round; a suit that nobody has called is among them only
        if the match says so (see DZ-AB-DROP-06)."""
        return (PLAY, RESERVE) if self.setting.counts_reserve else (PLAY,)

    def waiting(self, seat: int) -> list[int]:
        """The models of a side that are still to be activated (see DZ-ROUND-02)."""
        among = self.takes_turns
        return [m.index for m in self.state.models if not m.activated and m.side == seat and m.status in among]

    def left(self, seat: int) -> list[int]:
        """The models of a side on the battlefield."""
        return [m.index for m in self.state.models if m.side == seat and m.status == PLAY]

    def reserves(self, seat: int) -> list[int]:
        """The models of a side that have not come to the battlefield yet."""
        return [m.index for m in self.state.models if m.side == seat and m.status == RESERVE]

    # -- verbs: models -------------------------------------------------------------------------------------------------

    def put(self, who: int, place: int, quarters: int) -> None:
        """A model stands somewhere; without quarters it only passes."""
        m = self.own(who)
        was = m.place
        m.status, m.place, m.quarters = PLAY, place, quarters
        if place != was and self.events is not None:
            name = self.board.place_name
            before = {"was": name(was)} if was != NOWHERE else {}
            self.tell("moved", "DZ-MOVE-03", who=self.name(who), at=name(place), **before)

    def lay_down(self, who: int) -> None:
        """A model lies on its side (see DZ-PIN-01)."""
        self.own(who).pinned = True
        under_way: list[Any] = self.state.agenda
        for frame in under_way:
            frame.knocked_down(who)
        self.tell("pinned", "DZ-PIN-01", who=self.name(who))

    def set_upright(self, who: int) -> None:
        """A pinned model stands again (see DZ-STAND-01)."""
        self.own(who).pinned = False
        self.tell("stood_up", "DZ-STAND-01", who=self.name(who))

    def cut_short(self, who: int) -> None:
        """If it is the active model, its activation ends (see DZ-ROUND-14)."""
        if who == self.state.active:
            self.writes().over = True

    def lose_health(self, who: int, points: int, rule: str) -> None:
        """A model loses HP (see DZ-DMG-03)."""
        self.own(who).damage += points
        self.tell("hurt", rule, who=self.name(who), points=points, left=self.health(who))

    def recover(self, who: int, points: int, rule: str) -> None:
        """A model gets HP back, never more than it has lost."""
        m = self.own(who)
        points = min(points, m.damage)
        m.damage -= points
        self.tell("recovered", rule, who=self.name(who), points=points)

    def remove(self, who: int, rule: str) -> None:
        """A killed model is taken off the battlefield (see DZ-DMG-01)."""
        m = self.own(who)
        m.status, m.place, m.quarters, m.pinned, m.burning = DEAD, NOWHERE, 0, False, False
        self.tell("killed", rule, who=self.name(who))
        self.cut_short(who)
        self.look_finished()

    def leave(self, who: int) -> None:
        """A model has left the board for good (see DZ-CORE-06)."""
        m = self.own(who)
        m.status, m.place, m.quarters, m.item = GONE, NOWHERE, 0, ""
        self.tell("left", "DZ-CORE-06", who=self.name(who))
        self.cut_short(who)
        self.look_finished()

    def use_up(self, who: int, what: str, rule: str) -> None:
        """Something that works once has been used; an item is gone with it (see DZ-ITEM-22)."""
        m = self.own(who)
        m.spent |= {what}
        if m.item == what:
            m.item = ""
        self.tell("used_up", rule, who=self.name(who), what=what)

    def use_weapon(self, who: int, weapon: Weapon | Item) -> None:
        """A weapon that works once has been used (see DZ-AB-ONEUSE-01)."""
        if weapon.one_use:
            self.use_up(who, weapon.name if isinstance(weapon, Item) else weapon.id, "DZ-AB-ONEUSE-01")

    def lend(self, who: int, what: str) -> None:
        """Something holds for a model until the end of the round, or of its activation if it begins with NOW; "has "
        and a keyword gives it that keyword."""
        self.own(who).lasting |= {what}

    def mark_prey(self, who: int, seat: int) -> None:
        """A side has a prey marker on a model, for the rest of the battle (see DZ-AB-PREY-01)."""
        if not self.state.models[who].prey >> seat & 1:
            self.own(who).prey |= 1 << seat
            self.tell("prey", "DZ-AB-PREY-01", who=self.name(who), seat=seat)

    def set_alight(self, who: int) -> None:
        """A model has a fire marker, one at the most (see DZ-AB-BURN-04)."""
        if not self.state.models[who].burning:
            self.own(who).burning = True
            self.tell("burns", "DZ-AB-BURN-03", who=self.name(who))

    def put_out(self, who: int) -> None:
        """The fire of a model is out (see DZ-AB-BURN-06)."""
        self.own(who).burning = False

    # -- verbs: activations --------------------------------------------------------------------------------------------

    def activate(self, who: int) -> None:
        """A model is the active one (see DZ-ROUND-03)."""
        s = self.writes()
        s.active, s.over, s.ordered, s.controller = who, False, 0, NOBODY
        self.tell("activated", "DZ-ROUND-03", who=self.name(who))

    def single_out(self, who: int) -> None:
        """A model moves out of its turn: what ends activations ends its move (see DZ-MEET-24)."""
        s = self.writes()
        s.active, s.over, s.controller = who, False, NOBODY

    def take_control(self, seat: int) -> None:
        """Somebody else than its owner decides for the active model (see DZ-AB-RAMPAGE-02)."""
        s = self.writes()
        s.controller = seat
        self.tell("controlled", "DZ-AB-RAMPAGE-02", who=self.name(s.active), seat=seat)

    def deactivate(self) -> None:
        """No model is active."""
        s = self.writes()
        s.active, s.over, s.controller = NOBODY, False, NOBODY

    def mark_activated(self, who: int) -> None:
        """A model has had its activation of this round (see DZ-ROUND-03)."""
        if not self.state.models[who].activated:
            self.own(who).activated = True
            self.look_finished()

    def clear_marker(self, who: int) -> None:
        """At the end of a round a model loses its activation marker (see DZ-ROUND-12)."""
        self.own(who).activated = False

    def make_ready(self, who: int) -> None:
        """A model may be activated again in this round (see DZ-AB-INVIGORATE-01)."""
        m = self.own(who)
        m.activated = False
        if self.state.finished == m.side:
            self.writes().finished = NOBODY

    def forget_lasting(self, who: int) -> None:
        """What held until the end of the round is over (see DZ-ROUND-12)."""
        self.own(who).lasting = frozenset()

    def forget_now(self, who: int) -> None:
        """What held until the end of its activation is over."""
        lasting = self.state.models[who].lasting
        if any(what.startswith(NOW) for what in lasting):
            self.own(who).lasting = frozenset(what for what in lasting if not what.startswith(NOW))

    def look_finished(self) -> None:
        """Who has nobody left to activate first has the initiative next; of both at once, who is not acting
        (see DZ-ROUND-09)."""
        s = self.state
        if s.finished == NOBODY and s.round:
            for seat in (1 - s.acting, s.acting):
                if not self.waiting(seat):
                    self.writes().finished = seat
                    return

    def give_turn(self, seat: int) -> None:
        """The turn passes (see DZ-ROUND-02)."""
        self.writes().acting = seat

    def settle_on(self, scenario: int) -> None:
        """A scenario has been rolled, and with it the item tokens are known (see DZ-SETUP-02)."""
        s, found = self.writes(), self.setting.scenarios[scenario]
        s.scenario, s.bag = scenario, self.setting.bag(found)
        self.tell("scenario", "DZ-SETUP-02", what=found.name)

    def let_start(self, seat: int) -> None:
        """Somebody is the starting player (see DZ-SETUP-12)."""
        s = self.writes()
        s.initiative = s.acting = seat
        self.tell("starts", "DZ-SETUP-12", seat=seat)

    def take_zone(self, seat: int, zone: int) -> None:
        """A side has one deployment zone, the other the other one (see DZ-SETUP-12)."""
        self.writes().zones = (zone, 1 - zone) if seat == 0 else (1 - zone, zone)
        self.tell("zone", "DZ-SETUP-12", seat=seat, zone="AB"[zone])

    def begin_round(self, initiative: int) -> None:
        """The next round begins, with command dice for nobody yet (see DZ-ROUND-01)."""
        s = self.writes()
        s.round += 1
        s.initiative = s.acting = initiative
        s.finished = NOBODY
        s.command = (NO_DICE, NO_DICE)
        self.tell("round", "DZ-ROUND-01", round=s.round, seat=initiative)

    # -- verbs: command dice and points --------------------------------------------------------------------------------

    def hold(self, seat: int, change: tuple[int, ...]) -> None:
        """Command dice of a side come and go, by symbol."""
        s = self.writes()
        mine = tuple(n + more for n, more in zip(s.command[seat], change, strict=True))
        s.command = (mine, s.command[1]) if seat == 0 else (s.command[0], mine)

    def spend(self, seat: int, symbol: int) -> None:
        """A command die is spent (see DZ-CMD-04)."""
        self.hold(seat, tuple(-(n == symbol) for n in range(6)))
        self.tell("spent", "DZ-CMD-04", seat=seat, die=SYMBOLS[symbol])

    def discard(self, seat: int, symbol: int) -> None:
        """A command die is lost unspent."""
        self.hold(seat, tuple(-(n == symbol) for n in range(6)))
        self.tell("discarded", "DZ-CMD-12", seat=seat, die=SYMBOLS[symbol])

    def note_order(self, seat: int) -> None:
        """A side has given a special order in this activation (see DZ-CMD-12)."""
        self.writes().ordered |= 1 << seat

    def score(self, seat: int, points: int, rule: str) -> None:
        """Victory points (see DZ-WIN-01)."""
        s = self.writes()
        s.points = (s.points[0] + points, s.points[1]) if seat == 0 else (s.points[0], s.points[1] + points)
        self.tell("scored", rule, seat=seat, points=points, total=s.points[seat])

    def settle(self, what: str) -> None:
        """Something that happens once has happened."""
        self.writes().settled |= {what}

    # -- verbs: tokens -------------------------------------------------------------------------------------------------

    def lay(self, kind: str, cube: int, *, label: str = "", owner: int = NOBODY, number: int = 0, rule: str) -> str:
        """A token lies in a cube; an item without a label lies face down (see DZ-SETUP-05)."""
        name = self.new_id(kind)
        s = self.writes()
        hidden = kind == "item" and not label
        s.tokens[name] = Token(name, kind, label, cube, 0 if hidden else 3, owner, number)
        if kind == SMOKE:
            s.smoke |= 1 << cube
        self.tell("laid", rule, what=kind, label=label, at=self.board.name(cube), token=name)
        return name

    def take_up(self, token: str) -> Token:
        """A token is taken off the board."""
        s = self.writes()
        found = s.tokens.pop(token)
        if found.kind == SMOKE:
            s.smoke = 0
            for other in s.tokens.values():
                if other.kind == SMOKE:
                    s.smoke |= 1 << other.cube
        return found

    def fill(self, cube: int, toxic: int, rule: str) -> None:
        """Smoke fills a cube, toxic or not: one marker, whose number goes up only (see DZ-MEET-08)."""
        for found in self.state.tokens.values():
            if found.kind == SMOKE and found.cube == cube:
                if toxic > found.number:
                    self.writes().tokens[found.id] = found._replace(number=toxic)
                    self.tell("thicker", rule, at=self.board.name(cube), number=toxic)
                return
        self.lay(SMOKE, cube, number=toxic, rule=rule)

    def shift(self, token: str, cube: int, rule: str) -> None:
        """A token is placed somewhere else."""
        s = self.writes()
        s.tokens[token] = s.tokens[token]._replace(cube=cube)
        self.tell("shifted", rule, what=token, at=self.board.name(cube))

    def turn_up(self, token: str, label: str, seat: int = NOBODY) -> None:
        """Somebody sees what a token is: everybody, or one seat alone (see DZ-ITEM-04)."""
        s = self.writes()
        found = s.tokens[token]
        if not found.label:
            s.bag = tuple((name, n - (name == label)) for name, n in s.bag)
        s.tokens[token] = found._replace(label=label, seen=3 if seat == NOBODY else found.seen | 1 << seat)
        if seat == NOBODY:
            self.tell("turned_up", "DZ-ITEM-04", what=token, label=label)
        else:
            self.sealed = True
            self.tell("looked_at", "DZ-ITEM-04", seat=seat, what=token)

    def carry(self, who: int, item: str, *, bought: bool = False) -> None:
        """A model carries an item, or none (see DZ-ITEM-01)."""
        m = self.own(who)
        m.item, m.bought = item, bought
        if item:
            self.tell("carries", "DZ-ITEM-02", who=self.name(who), what=item)

    # -- killed --------------------------------------------------------------------------------------------------------

    def tell_of_death(self, who: int, cube: int) -> None:
        """Scenario and keywords have their say, in this order (see DZ-MEET-03)."""
        for killed in self.windows[Supplement.killed]:
            killed(self, who, cube)
        for killed_too in self.cards[who].windows[Keyword.killed]:
            killed_too(self, who, cube)
