"""The write gate of a battle: its verbs, and what everybody asks about models."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import hypot
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, TypeVar

from fireteam.games.necromunda.cards import Card, Fighter, Profile, Vehicle, Weapon
from fireteam.games.necromunda.geometry import field_under, states_of
from fireteam.games.necromunda.state import (
    AWAY,
    INJURED,
    LEFT,
    MOBILE,
    NOBODY,
    OUT,
    PINNED,
    PLAY,
    STALLED,
    STANDING,
    WRECKED,
    Casualty,
    Line,
    Model,
    State,
    Thing,
)
from fireteam.games.necromunda.windows import Quality, Supplement
from fireteam.kit import table
from fireteam.kit.supplements import Windows
from fireteam.space.plane.model import INCH

if TYPE_CHECKING:
    from fireteam.games.necromunda.setting import Setting
    from fireteam.space.plane.free.field import Field
    from fireteam.space.plane.free.plan import Piece

P = ParamSpec("P")
R = TypeVar("R")
STANCES = ("standing", "pinned", "injured")
MOTIONS = ("mobile", "stalled", "wrecked")
WRECK = "wreck"
"""Among what a wrecked vehicle has lost: its wreck has been driven to pieces (see NE-VHIT-10)."""
UNARMED = Profile("unarmed", melee=True, strength=0, of_user=True)
"""Bare hands (see NE-CC-02)."""


class Table(table.Table[State, Any]):
    """A battle in play. Rules hold the numbers of models, never the models."""

    units: ClassVar[str] = "models"
    __slots__ = ("_hulls", "_kept", "_kept_of", "cards")

    setting: Setting

    def laid(self) -> None:
        self.cards: tuple[Card, ...] = self.setting.cards
        self._kept: dict[Any, Any] = {}
        self._kept_of: tuple[object, object] = (None, None)
        self._hulls = tuple(number for number, card in enumerate(self.cards) if card.vehicle)

    # -- the table itself ----------------------------------------------------------------------------------------------

    @property
    def field(self) -> Field:
        """The field as doors, lifts, pieces and vehicles stand now: on a deck one can stand."""
        if not self._hulls:
            return self.ground
        kept, key = self.kept, ("field", self._parked(all_of=True))
        known: Field | None = kept.get(key)
        if known is None:
            known = kept[key] = self._made(Supplement.placed_pieces, Supplement.decks)
        return known

    @property
    def ground(self) -> Field:
        """The same as vehicles drive on it: they are hulls to one another."""
        kept = self.kept
        known: Field | None = kept.get("ground")
        if known is None:
            known = kept["ground"] = self._made(Supplement.placed_pieces)
        return known

    @property
    def kept(self) -> dict[Any, Any]:
        """What others have worked out from things and wrecks alone, by a name of their own: none of it outlives a
        change of them."""
        things, wrecks = self.state.things, self._parked(all_of=False) if self._hulls else ()
        if self._kept_of[0] is not things or self._kept_of[1] != wrecks:
            self._kept_of, self._kept = (things, wrecks), self.setting.kept(things, wrecks)
        return self._kept

    def _parked(self, *, all_of: bool) -> tuple[object, ...]:
        """Where wrecks stand, or vehicles too: what the field depends on besides things."""
        found = []
        for number in self._hulls:
            m = self.state.models[number]
            if m.stance == WRECKED or (all_of and m.status == PLAY):
                found.append((number, m.status, m.x, m.y, m.z, m.facing, m.lost))
        return tuple(found)

    @property
    def placed(self) -> tuple[Piece, ...]:
        """The pieces that have been put down or moved."""
        kept = self.kept
        known: tuple[Piece, ...] | None = kept.get("placed")
        if known is None:
            known = tuple([piece for places in self.windows[Supplement.placed_pieces] for piece in places(self)])
            kept["placed"] = known
        return known

    def _made(self, *windows: Callable[[Any, Table], Iterable[Any]]) -> Field:
        placed = tuple([piece for window in windows for places in self.windows[window] for piece in places(self)])
        return field_under(self.setting.battlefield, states_of(self.state.things, self.setting.fixed, placed))

    def surfaces(self, x: int, y: int) -> tuple[int, ...]:
        """The heights at which something can stand at a place, the lowest first, in hundredths."""
        return tuple(dict.fromkeys(round(surface.z * INCH) for surface in self.field.surfaces(x, y)))

    def floor_at(self, x: int, y: int, z: int) -> int:
        """The height of the floor at a place on a level, or of the next one below it."""
        found = self.field.floor_under(x, y, z)
        return z if found is None else round(found.z * INCH)

    def clouds(self) -> tuple[tuple[int, int, int, float, float], ...]:
        """What blocks sight as smoke does: middle, radius and height in inches (see NE-TRT-11)."""
        return tuple([cloud for clouds in self.windows[Supplement.clouds] for cloud in clouds(self)])

    def distance_to(self, who: int, x: int, y: int) -> float:
        """From the middle of a model to a place, in inches."""
        m = self.state.models[who]
        return hypot(m.x - x, m.y - y) / INCH

    # -- who -----------------------------------------------------------------------------------------------------------

    def model(self, who: int) -> Model:
        """A model, to look at."""
        return self.state.models[who]

    def name(self, who: int) -> str:
        """The name of a model."""
        return self.setting.names[who]

    def number(self, name: str) -> int:
        """The number of a model."""
        return self.setting.numbers[name]

    def side(self, who: int) -> int:
        """Whose gang a model belongs to."""
        return self.state.models[who].side

    def player(self, who: int) -> int:
        """Who decides for a model: its owner, or whoever controls it in its activation (see NE-COND-07)."""
        s = self.state
        return s.controller if who == s.active and s.controller != NOBODY else s.models[who].side

    def roller(self, who: int) -> int:
        """Who rolls for a model: its owner, whoever decides for it (see NE-END-03)."""
        return self.state.models[who].side

    def fighter(self, who: int) -> Fighter:
        """The card of a fighter."""
        card = self.cards[who]
        assert isinstance(card, Fighter)
        return card

    def vehicle(self, who: int) -> Vehicle:
        """The card of a vehicle."""
        card = self.cards[who]
        assert isinstance(card, Vehicle)
        return card

    def is_vehicle(self, who: int) -> bool:
        """Whether a model is a vehicle."""
        return self.cards[who].vehicle

    def in_play(self, who: int) -> bool:
        """Whether a model is on the table."""
        return self.state.models[who].status == PLAY

    def on_table(self) -> Iterator[int]:
        """All models on the table."""
        return (m.index for m in self.state.models if m.status == PLAY)

    def fighters(self, seat: int | None = None) -> Iterator[int]:
        """The fighters on the table, of a side or of both."""
        cards = self.cards
        return (
            m.index
            for m in self.state.models
            if m.status == PLAY and not cards[m.index].vehicle and (seat is None or m.side == seat)
        )

    def vehicles(self, seat: int | None = None) -> Iterator[int]:
        """The vehicles on the table that are no wrecks, of a side or of both."""
        cards = self.cards
        return (
            m.index
            for m in self.state.models
            if m.status == PLAY and cards[m.index].vehicle and (seat is None or m.side == seat)
        )

    def wrecks(self) -> Iterator[int]:
        """The wrecks that stand on the table as terrain (see NE-VHIT-10)."""
        cards = self.cards
        return (
            m.index for m in self.state.models if m.stance == WRECKED and cards[m.index].vehicle and WRECK not in m.lost
        )

    def enemies(self, who: int) -> Iterator[int]:
        """The enemies of a model on the table, vehicles among them."""
        side = self.state.models[who].side
        return (m.index for m in self.state.models if m.status == PLAY and m.side != side)

    def prey(self, who: int) -> Iterator[int]:
        """Whom a model may shoot at or finish: its enemies; while the other side decides for it, its own gang (see
        NE-COND-07)."""
        side = 1 - self.player(who)
        return (m.index for m in self.state.models if m.status == PLAY and m.side == side and m.index != who)

    def friends(self, who: int) -> Iterator[int]:
        """The friends of a model on the table, itself not among them."""
        side = self.state.models[who].side
        return (m.index for m in self.state.models if m.status == PLAY and m.side == side and m.index != who)

    def stands(self, who: int) -> bool:
        """Whether a fighter is Standing on the table."""
        m = self.state.models[who]
        return m.status == PLAY and m.stance == STANDING and not self.cards[who].vehicle

    def is_prone(self, who: int) -> bool:
        """Whether a fighter lies on the table, Pinned or Seriously Injured (NE-STAT-03)."""
        m = self.state.models[who]
        return m.status == PLAY and m.stance != STANDING and not self.cards[who].vehicle

    def is_injured(self, who: int) -> bool:
        """Whether a fighter is Seriously Injured."""
        m = self.state.models[who]
        return m.status == PLAY and m.stance == INJURED and not self.cards[who].vehicle

    def has(self, who: int, condition: str) -> bool:
        """Whether a model has a condition."""
        return condition in self.state.models[who].conditions

    # -- cards ---------------------------------------------------------------------------------------------------------

    def bearers(self, who: int) -> tuple[Windows, ...]:
        """Where skills and gear of a model hang, and the conditions it is under."""
        conditions = self.state.models[who].conditions
        own = self.cards[who].windows
        return (own, *self.setting.conditions(conditions)) if conditions else (own,)

    def sum_of(
        self, who: int, window: Callable[Concatenate[Any, P], Iterable[R]], *args: P.args, **named: P.kwargs
    ) -> tuple[R, ...]:
        """What all that hang in a window of a model add."""
        return tuple(
            [part for windows in self.bearers(who) for hook in windows[window] for part in hook(*args, **named)]
        )

    def says(self, who: int, window: Callable[Concatenate[Any, P], bool], *args: P.args, **named: P.kwargs) -> bool:
        """Whether anything that hangs in a window of a model says yes."""
        return any(hook(*args, **named) for windows in self.bearers(who) for hook in windows[window])

    def weapons(self, who: int) -> list[Weapon]:
        """The weapons of a model that are not gone for the battle."""
        lost = self.state.models[who].lost
        return [weapon for weapon in self.cards[who].weapons if weapon.id not in lost]

    def strength(self, who: int) -> int:
        """The Strength of a fighter as it counts now."""
        printed = self.cards[who].stats.get("s", 0)
        more = [
            part.amount
            for windows in self.bearers(who)
            for hook in windows[Quality.changes]
            for part in hook(self, who, "s")
        ]
        return max(1, printed + sum(more))

    def weapon_name(self, who: int, id: str) -> str:
        """What a weapon of a model is called; bare hands have a name, too."""
        return next((weapon.name for weapon in self.cards[self.bearer(who, id)].weapons if weapon.id == id), id)

    def profile_of(self, who: int, weapon: str, profile: str) -> Profile:
        """The profile of a weapon, or of bare hands."""
        return UNARMED if weapon == "unarmed" else self.profile(who, weapon, profile)

    def weapon(self, who: int, id: str) -> Weapon:
        """A weapon of a model by its id, or a gun of what it rides."""
        return next(weapon for weapon in self.cards[self.bearer(who, id)].weapons if weapon.id == id)

    def bearer(self, who: int, id: str) -> int:
        """Whose weapon it is that somebody uses: its own, or a gun of the vehicle it rides (see NE-VEH-33)."""
        own = any(weapon.id == id for weapon in self.cards[who].weapons)
        return who if own or self.state.models[who].aboard == NOBODY else self.state.models[who].aboard

    def profile(self, who: int, weapon: str, profile: str) -> Profile:
        """A profile of a weapon by its name."""
        return next(found for found in self.weapon(who, weapon).profiles if found.name == profile)

    # -- things --------------------------------------------------------------------------------------------------------

    def thing(self, id: str) -> Thing:
        """A thing on the table."""
        return self.state.things[id]

    def things(self, *kinds: str) -> tuple[Thing, ...]:
        """The things of these kinds that are there."""
        kept = self.kept
        known: tuple[Thing, ...] | None = kept.get(kinds)
        if known is None:
            known = kept[kinds] = tuple([thing for thing in self.state.things.values() if thing.kind in kinds])
        return known

    # -- verbs: models -------------------------------------------------------------------------------------------------

    def deploy(self, who: int, x: int, y: int, z: int, facing: int) -> None:
        """A model is set up on the table (see NE-RND-08)."""
        m = self.own(who)
        m.status, m.x, m.y, m.z, m.facing = PLAY, x, y, z, facing % 360
        self.tell("deployed", "NE-RND-08", who=self.name(who), x=x, y=y, z=z, facing=m.facing)

    def stay_home(self, who: int) -> None:
        """A model that is not in the crew takes no part (see NE-RND-08)."""
        self.own(who).status = LEFT

    def move(self, who: int, x: int, y: int, z: int, rule: str, how: str = "moves") -> None:
        """A model goes somewhere else."""
        m = self.own(who)
        before = (m.x, m.y, m.z)
        m.x, m.y, m.z, m.hatch = x, y, z, ""
        m.conditions = m.conditions - {"sheltered"}  # until it moves or is moved (see NE-BAD-04)
        self.tell(how, rule, who=self.name(who), x=x, y=y, z=z, before=before)

    def turn(self, who: int, facing: int, rule: str = "NE-RND-05") -> None:
        """A model is turned."""
        if self.state.models[who].facing != facing % 360:
            self.own(who).facing = facing % 360
            self.tell("turns", rule, who=self.name(who), facing=facing % 360)

    def add_distance(self, who: int, hundredths: int) -> None:
        """A model has moved so far in its activation (see NE-MNT-01)."""
        self.own(who).moved += hundredths

    def set_ready(self, who: int, ready: bool) -> None:
        """A model gets a Ready marker, or loses it (see NE-RND-03)."""
        if self.state.models[who].ready != ready:
            self.own(who).ready = ready

    def set_idle(self, who: int, idle: bool) -> None:
        """A model is not readied for a while (see NE-RND-03)."""
        self.own(who).idle = idle

    def stand(self, who: int, rule: str) -> None:
        """A fighter stands up."""
        self.own(who).stance = STANDING
        self.tell("stands", rule, who=self.name(who))

    def pin(self, who: int, rule: str) -> None:
        """A fighter goes Prone and Pinned."""
        self.own(who).stance = PINNED
        self.tell("pinned", rule, who=self.name(who))

    def injure(self, who: int, rule: str) -> None:
        """A fighter goes Prone and Seriously Injured; friends will test their Nerve (see NE-NRV-01)."""
        m = self.own(who)
        m.stance = INJURED
        self.tell("injured", rule, who=self.name(who))
        self._went_down(Casualty(who, m.x, m.y, m.z, out=False))

    def take_out(self, who: int, rule: str, by: int = NOBODY, *, quiet: bool = False) -> None:
        """A model goes Out of Action; `quiet`: nobody is frightened by it (see NE-NRV-01)."""
        m = self.own(who)
        if "webbed" in m.conditions:
            self.note("webbed out", m.side, who)
        m.status, m.ready, m.conditions = OUT, False, frozenset()
        if self.cards[who].vehicle:
            m.stance = WRECKED
        self.tell("out", rule, who=self.name(who), by=self.name(by) if by != NOBODY else "")
        self.note("vehicle-wrecked" if self.cards[who].vehicle else "fighter-out", 1 - m.side, who)
        if by != NOBODY:
            self.note("takes out", self.side(by), by, who)
        if not quiet:
            self._went_down(Casualty(who, m.x, m.y, m.z, out=True))

    def flee(self, who: int, rule: str) -> None:
        """A model leaves the battle because its gang has bottled out: it counts as Out of Action, and frightens nobody;
        a vehicle is abandoned (see NE-END-03)."""
        injured = self.is_injured(who)
        if self.is_vehicle(who):
            self.take_out(who, rule, quiet=True)
            for hook in self.windows[Supplement.abandoned]:
                hook(self, who)
        else:
            m = self.own(who)
            m.status, m.ready, m.conditions = OUT, False, frozenset()
            self.tell("flees", rule, who=self.name(who))
            self.note("fighter-out", 1 - m.side, who)
        self.note("fled injured" if injured else "fled", self.side(who), who)

    def recover(self, who: int, rule: str) -> None:
        """A Seriously Injured fighter comes round: it is Pinned (see NE-END-06)."""
        m = self.own(who)
        m.stance, m.conditions = PINNED, m.conditions - {"webbed"}
        self.tell("recovers", rule, who=self.name(who))

    def leave(self, who: int, rule: str) -> None:
        """A model leaves the battle by an exit (see NE-MOV-14)."""
        m = self.own(who)
        m.status, m.ready = LEFT, False
        self.tell("left", rule, who=self.name(who))
        self.note("left by an exit", m.side, who)

    def go_away(self, who: int, hatch: str, rule: str) -> None:
        """A fighter goes into a hatch (see NE-TER-14)."""
        m = self.own(who)
        m.status, m.hatch, m.ready = AWAY, hatch, False
        self.tell("vanishes", rule, who=self.name(who), thing=hatch)

    def hide(self, who: int, hatch: str, rule: str) -> None:
        """A fighter hides in a hatch and stays on the table (see NE-TER-15)."""
        thing, m = self.state.things[hatch], self.own(who)
        m.hatch, m.x, m.y, m.z, m.ready = hatch, thing.x, thing.y, thing.z, False
        self.tell("hides", rule, who=self.name(who), thing=hatch, x=m.x, y=m.y, z=m.z)

    def come_back(self, who: int, x: int, y: int, z: int, rule: str) -> None:
        """A fighter comes out of a hatch, Standing."""
        m = self.own(who)
        m.status, m.stance, m.hatch, m.x, m.y, m.z = PLAY, STANDING, "", x, y, z
        self.tell("reappears", rule, who=self.name(who), x=x, y=y, z=z)

    def _went_down(self, casualty: Casualty) -> None:
        s = self.writes()
        s.casualties = (*s.casualties, casualty)
        for hook in self.windows[Supplement.went_down]:
            hook(self, casualty)

    def forget_casualties(self) -> None:
        """Nerve has been tested for all that went down."""
        self.writes().casualties = ()

    def wound(self, who: int, points: int, rule: str) -> int:
        """A model loses Wounds; how many were lost (see NE-HIT-04)."""
        m = self.state.models[who]
        lost = min(points, m.wounds)
        if lost:
            left = m.wounds - lost
            self.own(who).wounds = left
            self.tell("wounded", rule, who=self.name(who), points=lost, left=left)
        return lost

    def add_flesh(self, who: int, count: int, rule: str) -> None:
        """A model gets or loses Flesh Wounds (see NE-INJ-02)."""
        m = self.own(who)
        m.flesh = max(0, m.flesh + count)
        self.tell("flesh", rule, who=self.name(who), count=count, has=m.flesh)

    def afflict(self, who: int, condition: str, rule: str) -> None:
        """A model gets a condition; the same one twice counts once (see NE-COND-12)."""
        if condition not in self.state.models[who].conditions:
            m = self.own(who)
            m.conditions = m.conditions | {condition}
            self.tell("afflicted", rule, who=self.name(who), condition=condition)

    def relieve(self, who: int, condition: str, rule: str) -> None:
        """A model loses a condition."""
        if condition in self.state.models[who].conditions:
            m = self.own(who)
            m.conditions = m.conditions - {condition}
            self.tell("relieved", rule, who=self.name(who), condition=condition)

    def run_dry(self, who: int, weapon: str, rule: str) -> None:
        """A weapon is Out of Ammo (see NE-SHT-14)."""
        m = self.own(self.bearer(who, weapon))
        m.empty = m.empty | {weapon}
        self.tell("dry", rule, who=self.name(who), weapon=weapon)

    def reload(self, who: int, weapon: str, rule: str) -> None:
        """A weapon has ammo again (see NE-STD-11)."""
        m = self.own(self.bearer(who, weapon))
        m.empty = m.empty - {weapon}
        self.tell("reloaded", rule, who=self.name(who), weapon=weapon)

    def lose(self, who: int, what: str, rule: str) -> None:
        """Something of a model is gone for the battle: a weapon, a profile, gear."""
        m = self.own(who)
        m.lost = m.lost | {what}
        self.tell("lost", rule, who=self.name(who), what=what)

    def mark(self, who: int, what: str) -> None:
        """A model has done something that it does once in an activation (see NE-ACT-02)."""
        m = self.own(who)
        m.done = m.done | {what}

    def mark_round(self, who: int, what: str) -> None:
        """A model has used something that it uses once in a round."""
        m = self.own(who)
        m.used = m.used | {what}

    def drink(self, who: int, what: str, rule: str) -> None:
        """A fighter gets an Intoxicated token (see NE-SWIG-01)."""
        m = self.own(who)
        m.drinks, m.drink = m.drinks + 1, what
        self.tell("drinks", rule, who=self.name(who), what=what, tokens=m.drinks)

    def hang(self, who: int, climb: tuple[int, ...]) -> None:
        """A fighter is in the middle of a climb, or no longer (see NE-MOV-12)."""
        self.own(who).climb = climb

    # -- verbs: vehicles -----------------------------------------------------------------------------------------------

    def stall(self, who: int, rule: str) -> None:
        """A vehicle cannot move any more (see NE-STAT-06)."""
        if self.state.models[who].stance == MOBILE:
            self.own(who).stance = STALLED
            self.tell("stalls", rule, who=self.name(who))

    def start_engine(self, who: int, rule: str) -> None:
        """A vehicle is Mobile again (see NE-VEND-01)."""
        self.own(who).stance = MOBILE
        self.tell("starts", rule, who=self.name(who))

    def worsen_handling(self, who: int, by: int) -> None:
        """The Handling of a vehicle is worse for the battle (see NE-VHIT-08)."""
        self.own(who).handling += by

    def cap_movement(self, who: int) -> None:
        """A vehicle moves no more than its Movement in one activation (see NE-VHIT-06)."""
        self.own(who).capped = True

    def set_restart(self, who: int, bonus: int) -> None:
        """What the next Restart test of a vehicle adds (see NE-VEH-15, NE-VEH-20)."""
        self.own(who).restart = bonus

    def board(self, who: int, vehicle: int, berth: tuple[int, int], *, seated: bool) -> None:
        """A fighter rides a vehicle, or leaves it (see NE-VEH-31)."""
        m = self.own(who)
        m.aboard, m.berth, m.seated = vehicle, berth, seated

    # -- verbs: activations --------------------------------------------------------------------------------------------

    def activate(self, who: int) -> None:
        """A model's activation begins: its Ready marker goes (see NE-RND-03)."""
        m = self.own(who)
        m.ready, m.done, m.moved = False, frozenset(), 0
        self.writes().active = who
        self.tell("activated", "NE-RND-04", who=self.name(who))

    def forget_activation(self, who: int) -> None:
        """What a model does now is an activation of its own: nothing of its last one counts in it (see NE-NRV-03)."""
        m = self.own(who)
        m.done, m.moved = frozenset(), 0

    def deactivate(self) -> None:
        """An activation is over."""
        s = self.writes()
        s.active = s.controller = NOBODY

    def resume(self, who: int, controller: int) -> None:
        """Go on with an activation that another one has interrupted (see NE-NRV-03)."""
        s = self.writes()
        s.active, s.controller = who, controller

    def control(self, seat: int) -> None:
        """A side decides for the active model in this activation (see NE-COND-07)."""
        self.writes().controller = seat

    def nominate(self, group: tuple[int, ...]) -> None:
        """Those who activate after the active model (see NE-RND-06)."""
        self.writes().group = group

    # -- verbs: the battle ---------------------------------------------------------------------------------------------

    def put(self, thing: Thing) -> None:
        """A thing is put on the table, or changed."""
        s = self.writes()
        s.things = {**s.things, thing.id: thing}

    def remove(self, id: str) -> None:
        """A thing is taken off the table."""
        s = self.writes()
        s.things = {name: thing for name, thing in s.things.items() if name != id}

    def note(self, what: str, seat: int, who: int = NOBODY, number: int = 1) -> None:
        """Write a line into the ledger; a scenario may score it (see NE-RND-10)."""
        s = self.writes()
        s.ledger = (*s.ledger, Line(what, seat, who, number))
        for hook in self.windows[Supplement.happened]:
            hook(self, what, seat, who)

    def score(self, seat: int, points: int, what: str) -> None:
        """A side gets points (see NE-RND-10)."""
        s = self.writes()
        s.points = (s.points[0] + points, s.points[1]) if seat == 0 else (s.points[0], s.points[1] + points)
        self.tell("scores", "NE-RND-10", seat=seat, points=points, what=what)

    def bottle_out(self, seat: int) -> None:
        """A side has bottled out for good (see NE-END-02)."""
        s = self.writes()
        s.bottled |= 1 << seat
        self.tell("bottles", "NE-END-02", seat=seat)
        self.note("bottled", 1 - seat)

    def set_round(self, number: int) -> None:
        """A round begins."""
        self.writes().round = number

    def set_priority(self, seat: int, rule: str = "NE-RND-02") -> None:
        """A side has Priority."""
        s = self.writes()
        s.priority = s.acting = seat
        self.tell("priority", rule, seat=seat)

    def set_acting(self, seat: int) -> None:
        """Whose turn it is to pick a model."""
        self.writes().acting = seat

    def settle(self, what: str) -> None:
        """Something that happens once in a battle has happened."""
        s = self.writes()
        s.settled = s.settled | {what}

    def set_event(self, event: str, since: int) -> None:
        """A badzone event comes into play, or goes (see NE-EVT-04)."""
        s = self.writes()
        s.event, s.event_since = event, since

    def set_environment(self, environment: str) -> None:
        """The environment of the battle (see NE-EVT-04)."""
        self.writes().environment = environment

    def take_sides(self, first: int) -> None:
        """Which seat is side a of the scenario (see NE-RND-08)."""
        self.writes().first_side = first

    def count_strength(self, strength: tuple[int, int]) -> None:
        """How many models each side begins with (see NE-END-02)."""
        self.writes().strength = strength

    def check_end(self, *, round_over: bool = False) -> None:
        """The battle is over if a side has nobody left, or the scenario says so (NE-RND-07): what is scored at the end
        is scored, and more points win; a tie goes to the side with fewer models Out of Action (NE-RND-10)."""
        if self.state.ending:
            return
        reasons = [reason for ends in self.windows[Supplement.ends_battle] if (reason := ends(self, round_over))]
        if not reasons:
            return
        for scores in self.windows[Supplement.last_points]:
            scores(self)
        mine, theirs = self.state.points
        if mine == theirs:
            outs = [sum(m.side == seat and m.status == OUT for m in self.state.models) for seat in (0, 1)]
            mine, theirs = outs[1], outs[0]
        self.put_aside()
        self.end(NOBODY if mine == theirs else 0 if mine > theirs else 1, reasons[0])

    def leave_marker(self, kind: str, place: tuple[int, int, int], label: str, seat: int, number: int = 0) -> None:
        """A Blast marker stays where it fell: smoke, a flare, a well (see NE-END-09)."""
        x, y, z = place
        self.put(Thing(self.new_id(kind), kind, x, y, z, "", seat, number, label))
        self.tell("marker", "NE-END-09", kind=kind, x=x, y=y, z=z)

    def end_round_marks(self) -> None:
        """What was used once in this round may be used again."""
        for m in list(self.state.models):
            if m.used:
                self.own(m.index).used = frozenset()
