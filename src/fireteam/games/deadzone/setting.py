"""A battle that can be played: cards, battlefield, scenario, and what hangs into the chapters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from fireteam.core.game import Aim
from fireteam.games.deadzone.aims import AIMS, changes
from fireteam.games.deadzone.cards import Unit, Weapon, supplement, word
from fireteam.games.deadzone.geometry import Field
from fireteam.games.deadzone.limits import LIMITS, check_together, things_of
from fireteam.games.deadzone.round import play_round
from fireteam.games.deadzone.setup import Setup
from fireteam.games.deadzone.state import NOBODY, NOW, Model, State, drawn_afresh, without_secrets
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit import setting as kit
from fireteam.kit.odds import HarmWords
from fireteam.kit.supplements import Windows
from fireteam.space.cubes.steps import Gait, Mode

if TYPE_CHECKING:
    from random import Random

    from fireteam.games.deadzone.content.pack import Pack
    from fireteam.games.deadzone.content.parts import ReconRow
    from fireteam.games.deadzone.content.scenarios import Scenario

FREEST = (Mode.DRIVE, Mode.WALK, Mode.JUMP, Mode.FLY)
"""Ways of moving, the freest last (see DZ-MEET-23)."""
HALF = 2
"""The quarters of a half-cube."""


class Setting(kit.Setting):
    """Everything about one battle that never changes."""

    state_class = State
    table_class = Table
    steps: ClassVar[Mapping[str, kit.Step]] = {"round": play_round}
    package = "fireteam.games.deadzone"
    windows_class = Supplement
    result_rule = "DZ-WIN-01"
    limits = LIMITS
    harm_words = HarmWords("damage", "killed")
    odds_nodes: ClassVar[int] = 10_000
    """How much of a tree odds look at before they leave out what is rare, and say how much that is."""

    def __init__(
        self,
        game: Any,
        field: Field,
        cards: Sequence[Unit],
        sides: Sequence[int],
        options: Mapping[str, Any],
        *,
        names: Sequence[str],
        needed_points: int,
        pack: Pack | None = None,
        scenarios: Sequence[Scenario] = (),
        items: Sequence[str] = (),
        supplements: Iterable[Supplement] = (),
        beginning: Mapping[str, Any] | None = None,
        players: Sequence[str] = (),
    ) -> None:
        super().__init__(game, options, supplements, beginning=beginning)
        self.players = tuple(players) or tuple(map(str, game.seats))
        """What the sides are called: by their factions, if they have some."""
        self.pack = pack
        self.field = field
        self.cards = tuple(cards)
        self.sides = tuple(sides)
        self.names = tuple(names)
        self.numbers = {name: number for number, name in enumerate(names)}
        self.needed_points = needed_points
        """The VP that win the battle (see DZ-WIN-02)."""
        self.scenarios = tuple(scenarios)
        """What the battle is about: one that was agreed on, or all that a die may choose; a position laid by hand has
        none, nor a set-up."""
        self.items = tuple(items) or ("",) * len(self.cards)
        """The item that was bought for each model, by name (see DZ-ITEM-23)."""
        self.counts_reserve = options["drop_suit_reserve"] == "counted"
        """Whether a suit that nobody has called counts as a model to be activated (see DZ-AB-DROP-06)."""

    def header(self) -> dict[str, Any]:
        """What must be known to build this setting again; the digest is reckoned when a save asks for it."""
        found = super().header()
        return found if self.pack is None else {**found, "digest": self.pack.digest}

    @property
    def recon_table(self) -> tuple[ReconRow, ...]:
        """What the winner of the recon test gets (see DZ-SETUP-11)."""
        return () if self.pack is None else self.pack.recon_table

    def scenario(self, number: int) -> Scenario | None:
        """The scenario that is played, once it is known (see DZ-SETUP-02)."""
        return None if number == NOBODY or not self.scenarios else self.scenarios[number]

    def bag(self, scenario: Scenario) -> tuple[tuple[str, int], ...]:
        """All item tokens, shuffled: those of the pack and those that the scenario adds (see DZ-SETUP-05)."""
        found = Counter[str]()
        for tokens in ({} if self.pack is None else self.pack.items.tokens, scenario.extra_tokens):
            for name, count in tokens.items():
                found[name] += count
        return tuple(found.items())

    @cached_property
    def gaits(self) -> tuple[Gait, ...]:
        """How each model moves: the freest way that its keywords give it."""
        return tuple(Gait(card.size, mode_of(card)) for card in self.cards)

    @cached_property
    def printed(self) -> tuple[tuple[Windows, ...], ...]:
        """The keywords of each model as its card has them."""
        return tuple((card.windows,) for card in self.cards)

    @cached_property
    def arsenals(self) -> tuple[tuple[Weapon, ...], ...]:
        """The weapons of each model: of its card, and those that its keywords are."""
        return tuple(
            (*card.weapons, *(weapon for weapons in card.windows[Keyword.weapons] for weapon in weapons()))
            for card in self.cards
        )

    @cached_property
    def halves(self) -> int:
        """The places that are half a cube, as bits."""
        board = self.field.board
        return sum(1 << place for place in range(board.places) if board.quarters[place].bit_count() == HALF)

    @staticmethod
    @lru_cache(maxsize=256)
    def lent(lasting: frozenset[str]) -> tuple[Windows, ...]:
        """The keywords that a model has for a while, as they are written on cards."""
        return tuple(
            Windows(Keyword, [supplement(word(text))])
            for text in sorted({what.removeprefix(NOW).removeprefix("has ") for what in lasting if "has " in what})
        )

    def strength(self, seat: int) -> int:
        """How many models a strike team started with (see DZ-CMD-03)."""
        return self.sides.count(seat)

    def first_state(self) -> State:
        """Nobody is on the battlefield yet, and the set-up begins."""
        models = [
            Model(number, side, item=item, bought=bool(item))
            for number, (side, item) in enumerate(zip(self.sides, self.items, strict=True))
        ]
        begun: dict[str, Any] = {"phase": next(iter(self.steps)), "models": models}
        if self.scenarios:
            begun |= {"agenda": [Setup()], "scenario": NOBODY}
        if len(self.scenarios) == 1:
            begun |= {"scenario": 0, "bag": self.bag(self.scenarios[0])}
        return State(**begun)

    def load_state(self, data: dict[str, Any]) -> State:
        """A state from its dump; what cannot be a state of this setting is a ValueError."""
        state: State = super().load_state(data)
        check_together(self, state)
        return state

    def world(self, state: State) -> dict[str, Collection[Any]]:
        """What there is in the match and in a state."""
        return {**super().world(state), **things_of(self, state)}

    def known(self, table: Table, seat: int | None) -> dict[str, Any]:
        """All that a seat may know: a token that it has not seen is one of the bag (see DZ-SETUP-05)."""
        found: dict[str, Any] = without_secrets(table.state, seat).dump()
        return found

    def imagined(self, state: State, seat: int, rng: Random) -> State:
        """A state like this one in which the tokens that the other side alone has seen are drawn afresh."""
        return drawn_afresh(state, seat, rng)

    def aims(self) -> Mapping[str, Aim]:
        """What odds may be solved for."""
        return AIMS

    def outcome(self, before: State, after: State) -> tuple[tuple[str, int], ...]:
        """What a step changed."""
        return changes(self.names, before, after)


def mode_of(card: Unit) -> Mode:
    """How a model moves (see DZ-MEET-23)."""
    found = [mode for modes in card.windows[Keyword.mode] if (mode := modes()) is not None]
    return max(found, key=FREEST.index, default=Mode.WALK)
