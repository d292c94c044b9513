"""The state of a battle: models, command dice, tokens, and what is under way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from fireteam.kit import agenda, state
from fireteam.kit.bounds import Among, Bits, Most, Range
from fireteam.kit.records import Record, constant, field

if TYPE_CHECKING:
    from random import Random

NOBODY = state.NOBODY
RESERVE, PLAY, DEAD, GONE = range(4)
"""Not on the battlefield yet; on it; killed; left by an exit (see DZ-CORE-06)."""
NOWHERE = -1
SYMBOLS = ("+1 model", "Dice", "Advance", "Shoot", "Assault", "Special")
"""The results of a command die, in the order of its faces."""
PLUS, DICE, ADVANCE, SHOOT, ASSAULT, SPECIAL = range(6)
NO_DICE = (0,) * 6
BOTH = 3
"""Both seats, as bits."""
NOW = "now "
"""What begins so among the lasting things of a model holds for this activation only."""
ITEM, TRAP, SMOKE, COMM = "item", "trap", "smoke", "comm"
"""Kinds of tokens."""


Seat = Annotated[int, Among("seats")]
AnySeat = Annotated[int, Among("seats", (NOBODY,))]
Seats = Annotated[int, Bits("seats")]
Someone = Annotated[int, Among("models", (NOBODY,))]


class Frame(agenda.Frame):
    """Something under way in a battle."""

    def knocked_down(self, who: int) -> None:
        """A model is pinned while it is under way."""


class Token(NamedTuple):
    """Something that lies in a cube: an item, a trap, a marker of smoke or of a Comm-Link."""

    id: str
    kind: Annotated[str, Among("kinds")]
    label: str
    """What it is; empty until somebody has seen it (see DZ-ITEM-04)."""
    cube: Annotated[int, Among("cubes")]
    seen: Seats = 3
    """The seats that know it, as bits."""
    owner: AnySeat = NOBODY
    """The side that has laid it."""
    number: Annotated[int, Range(NOBODY, 99)] = 0
    """The AP of a trap, the Toxic of smoke, the model whose Comm-Link it is."""


class Model(Record):
    """One model; what never changes about it is on its card."""

    index: Someone = constant()
    side: Seat = constant()
    status: Annotated[int, Range(RESERVE, GONE)] = RESERVE
    place: Annotated[int, Among("places", (NOWHERE,))] = NOWHERE
    quarters: Annotated[int, Range(0, 15)] = 0
    """The quarters of its place that it stands on; none while it passes (see DZ-GEO-02)."""
    damage: Annotated[int, Range(0, 99)] = 0
    pinned: bool = False
    activated: bool = False
    burning: bool = False
    item: str = ""
    """The item it carries, by name (see DZ-ITEM-01)."""
    bought: bool = False
    """Whether that item was bought with the team (see DZ-ITEM-23)."""
    prey: Seats = 0
    """The sides that have a prey marker on it, as bits (see DZ-AB-PREY-01)."""
    spent: frozenset[str] = frozenset()
    """What it can do once in a battle, and has done."""
    lasting: frozenset[str] = frozenset()
    """What holds for it until the end of the round (see DZ-ROUND-12)."""


class State(state.State):
    """A whole position."""

    frames = Frame

    models: Annotated[list[Model], Most(99)] = field(default=[], key=False, copied=False)
    round: Annotated[int, Range(0, 99)] = 0
    points: Annotated[tuple[int, int], Range(0, 999)] = (0, 0)
    """Victory points (see DZ-WIN-01)."""
    scenario: Annotated[int, Among("scenarios", (NOBODY, 0))] = 0
    """Which of the scenarios that could be is played; nobody knows until the die has fallen (see DZ-SETUP-02)."""
    command: Annotated[tuple[tuple[int, ...], tuple[int, ...]], Range(0, 99)] = (NO_DICE, NO_DICE)
    """The command dice that each side holds, by symbol (see DZ-CMD-04)."""
    zones: Annotated[tuple[int, int], Among("seats")] = (0, 1)
    """The deployment zone of each side."""
    initiative: Seat = 0
    acting: Seat = 0
    """Whose turn it is."""
    active: Someone = NOBODY
    """The model that is being activated."""
    controller: AnySeat = NOBODY
    """Who decides for the active model, where that is not its owner (see DZ-AB-RAMPAGE-06)."""
    over: bool = False
    """Whether its activation ends early (see DZ-ROUND-14)."""
    ordered: Seats = 0
    """The sides that have given a special order in this activation, as bits (see DZ-CMD-12)."""
    finished: AnySeat = NOBODY
    """Who was first to be done with all activations of this round (see DZ-ROUND-09)."""
    smoke: Annotated[int, Bits("cubes")] = 0
    """The cubes with smoke in them, as bits: it follows from the tokens."""
    tokens: dict[str, Token] = field(default={})
    bag: tuple[tuple[str, Annotated[int, Range(0, 99)]], ...] = ()
    """What the tokens that nobody has seen can be."""
    settled: frozenset[str] = frozenset()
    """What happens once for a side or in the battle, and has happened: steps of the set-up, consoles, orders."""


# -- what a seat knows -------------------------------------------------------------------------------------------------


def may_see(token: Token, seat: int | None) -> bool:
    """Whether a seat knows what a token is; who watches knows what both do."""
    return token.seen == BOTH if seat is None else bool(token.seen >> seat & 1)


def without_secrets(state: State, seat: int | None) -> State:
    """The state as a seat knows it: what it has not seen goes back into the bag."""
    found = state.copy()
    unseen = [token for token in state.tokens.values() if token.label and not may_see(token, seat)]
    labels = [token.label for token in unseen]
    found.tokens = state.tokens | {token.id: token._replace(label="") for token in unseen}
    found.bag = tuple((name, count + labels.count(name)) for name, count in state.bag)
    return found


def drawn_afresh(state: State, seat: int, rng: Random) -> State:
    """A state like this one in which the tokens that the other side alone has seen are drawn afresh."""
    found = without_secrets(state, seat)
    bag = [name for name, count in found.bag for _ in range(count)]
    for token in state.tokens.values():
        if token.label and not may_see(token, seat):
            label = bag.pop(rng.randrange(len(bag)))
            found.tokens[token.id] = token._replace(label=label)
            found.bag = tuple((name, count - (name == label)) for name, count in found.bag)
    return found
