"""A battle that can be played: cards, the map, the scenario, and what hangs into the chapters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from fireteam.core.by_id import ById
from fireteam.core.game import Aim
from fireteam.games.necromunda.aims import AIMS, changes
from fireteam.games.necromunda.cards import QUALITIES, Card
from fireteam.games.necromunda.conditions import ORDER
from fireteam.games.necromunda.limits import LIMITS, things_of
from fireteam.games.necromunda.round import play_round
from fireteam.games.necromunda.sound import faults
from fireteam.games.necromunda.state import Model, State, Thing
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement
from fireteam.kit import setting as kit
from fireteam.kit.agenda import Frame
from fireteam.kit.odds import HarmWords
from fireteam.kit.supplements import Windows
from fireteam.space.plane.free.plan import Plan

if TYPE_CHECKING:
    from fireteam.games.necromunda.content.pack import Pack
    from fireteam.games.necromunda.scenarios import Mission


class Setting(kit.Setting):
    """Everything about one battle that never changes."""

    state_class = State
    table_class = Table
    steps: ClassVar[Mapping[str, kit.Step]] = {"round": play_round}
    package = "fireteam.games.necromunda"
    windows_class = Supplement
    result_rule = "NE-RND-10"
    limits = LIMITS
    harm_words = HarmWords("wounds", "out")
    odds_nodes: ClassVar[int] = 4_000
    """How much of a tree odds look at before they leave out what is rare, and say how much that is."""
    odds_between_steps: ClassVar[bool] = True
    """Steps keep in mind what they have asked: odds know like moments between them alone."""

    def __init__(
        self,
        game: Any,
        plan: Plan,
        cards: Sequence[Card],
        sides: Sequence[int],
        options: Mapping[str, Any],
        *,
        names: Sequence[str],
        things: Iterable[Thing] = (),
        pack: Pack | None = None,
        mission: Mission | None = None,
        supplements: Iterable[Supplement] = (),
        beginning: Mapping[str, Any] | None = None,
        players: Sequence[str] = (),
        opening: Frame | None = None,
        first_side: int = 0,
    ) -> None:
        super().__init__(game, options, supplements, beginning=beginning)
        self.players = tuple(players) or tuple(map(str, game.seats))
        self.pack = pack
        self.battlefield = plan
        self.cards = tuple(cards)
        self.sides = tuple(sides)
        self.names = tuple(names)
        self.numbers = {name: number for number, name in enumerate(names)}
        self.mission = mission
        """The scenario that is played; a position laid by hand has none."""
        self.things = {thing.id: thing for thing in things}
        """What is on the table when the battle begins."""
        self.fixed = frozenset(id for id, thing in self.things.items() if thing.kind in STATEFUL)
        """The pieces of the map that have states there."""
        self.hulls = frozenset(number for number, card in enumerate(self.cards) if card.vehicle)
        """The vehicles."""
        self.doubled = ("reload", "vehicle_reload", "reload_gun") if options["hr_reload_double"] else ()
        """Actions that cost both actions by a house rule (NE-HR-01)."""
        self.first_side = first_side
        """The seat that is side a of the scenario until somebody chooses."""
        self.fallouts: dict[Any, Any] = {}
        """Where markers may scatter to in positions that odds have looked at, as far as it matters."""
        self.opened_with = opening
        """What a battle begins with: its set-up; a position laid by hand has none."""

        self._kept: dict[tuple[ById[Mapping[str, Thing]], object], dict[Any, Any]] = {}

    def kept(self, things: Mapping[str, Thing], wrecks: object) -> dict[Any, Any]:
        """What is worked out from things and wrecks alone, for all tables on which they are the same."""
        key = (ById(things), wrecks)
        known = self._kept.get(key)
        if known is None:
            for old in list(self._kept)[: -KEPT + 1]:
                self._kept.pop(old, None)
            known = self._kept[key] = {}
        return known

    def header(self) -> dict[str, Any]:
        """What must be known to build this setting again; the digest is reckoned when a save asks for it."""
        found = super().header()
        return found if self.pack is None else {**found, "digest": self.pack.digest}

    @staticmethod
    @lru_cache(maxsize=512)
    def conditions(names: frozenset[str]) -> tuple[Windows, ...]:
        """Where the conditions of a model hang, in the order in which they have their turn (see NE-COND-12)."""
        known = [name for name in ORDER if name in names]
        return tuple(Windows(Quality, [QUALITIES[name]()]) for name in known)

    def first_state(self) -> State:
        """Nobody is on the table yet, and the set-up begins."""
        models = [
            Model(number, side, wounds=card.stats["w"])
            for number, (side, card) in enumerate(zip(self.sides, self.cards, strict=True))
        ]
        state = State(phase=next(iter(self.steps)), models=models, things=dict(self.things), first_side=self.first_side)
        if self.opened_with is not None:
            state.agenda.append(self.opened_with.copy())
        return state

    def load_state(self, data: dict[str, Any]) -> State:
        """A state from its dump; what cannot be a state of this setting is a ValueError."""
        state: State = super().load_state(data)
        if len(state.models) != len(self.cards):
            raise ValueError(f"state.models has {len(state.models)} entries: the gangs have {len(self.cards)}")
        for what in faults(self, state):
            raise ValueError(what)
        return state

    def world(self, state: State) -> dict[str, Collection[Any]]:
        """What there is in the match and in a state."""
        return {**super().world(state), **things_of(self, state)}

    def aims(self) -> Mapping[str, Aim]:
        """What odds may be solved for."""
        return AIMS

    def outcome(self, before: State, after: State) -> tuple[tuple[str, int], ...]:
        """What a step changed."""
        return changes(self.names, self.hulls, before, after)


KEPT = 32
"""For how many sets of things what follows from them is kept."""
STATEFUL = ("door", "lift", "platform", "crane", "drums", "still", "fuel-pipe", "barricade", "hut")
"""Kinds of things that are pieces of the map: the field changes with them."""
