"""A battle that can be played: cards, battlefield, scenario, and what hangs into the chapters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from fireteam.core.game import Aim
from fireteam.games.deadzone.aims import AIMS, changes
from fireteam.games.deadzone.cards import Unit, Weapon, supplement, word
from fireteam.games.deadzone.geometry import Field
from fireteam.games.deadzone.round import play_round
from fireteam.games.deadzone.state import Model, State
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit import setting as kit
from fireteam.kit.supplements import Windows
from fireteam.space.cubes.steps import Gait, Mode

if TYPE_CHECKING:
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
        scenario: Scenario | None = None,
        supplements: Iterable[Supplement] = (),
        digest: str = "",
        beginning: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(game, options, supplements, digest=digest, beginning=beginning)
        self.field = field
        self.cards = tuple(cards)
        self.sides = tuple(sides)
        self.names = tuple(names)
        self.numbers = {name: number for number, name in enumerate(names)}
        self.needed_points = needed_points
        """The VP that win the battle (see DZ-WIN-02)."""
        self.scenario = scenario

    @cached_property
    def gaits(self) -> tuple[Gait, ...]:
        """How each model moves: the freest way that its keywords give it."""
        return tuple(Gait(card.size, mode_of(card)) for card in self.cards)

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
            Windows(Keyword, [supplement(word(text.removeprefix("has ")))])
            for text in sorted(lasting)
            if text.startswith("has ")
        )

    def strength(self, seat: int) -> int:
        """How many models a strike team started with (see DZ-CMD-03)."""
        return self.sides.count(seat)

    def first_state(self) -> State:
        """Nobody is on the battlefield yet."""
        found = State(phase=next(iter(self.steps)))
        found.models = [Model(number, side) for number, side in enumerate(self.sides)]
        return found

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
