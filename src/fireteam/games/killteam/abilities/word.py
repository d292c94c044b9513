"""What a word of the vocabulary is: an effect or a condition, one class each, with all that anybody asks of it.

The fields that a class annotates are those a pack gives it (`as_` is written `as`), and make its schema; a number with
a `range` lies in it. The methods are its windows: the loop that uses entries, the dice, the bots, the checks of packs
call them and know no word. A new word is a new class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self

from fireteam.core.questions import Rule
from fireteam.games.killteam.state import NOBODY
from fireteam.games.killteam.state import Effect as Laid

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.entries import Entry
    from fireteam.games.killteam.abilities.using import Use
    from fireteam.games.killteam.cards import Weapon
    from fireteam.games.killteam.moving.hindrances import Near
    from fireteam.games.killteam.table import Table

ENTRY, CHOICE = "entry", "choice"
"""What a state's Effect is that puts a whole entry, or one choice of it, in force."""
Until = Literal[
    "end_of_sequence",
    "end_of_action",
    "end_of_activation",
    "end_of_tp",
    "start_of_next_tp",
    "end_of_next_activation",
    "end_of_battle",
]
Named = tuple[str, str, Iterable[str]]
"""Something of the pack that a word names: what it is, its name, and the names there are."""
UNTIL: dict[str, str] = {
    "end_of_sequence": "sequence",
    "end_of_action": "action",
    "end_of_activation": "activation",
    "end_of_next_activation": "next activation",
    "end_of_tp": "turning point",
    "start_of_next_tp": "turning point",
    "end_of_battle": "battle",
}
"""How long an effect of a pack lasts, as the state has it; between two turning points nothing happens that would need a
scope."""


class Context(NamedTuple):
    """What the conditions of an entry look at."""

    who: int
    """The operative that triggers the entry, or one that it covers."""
    target: int = NOBODY
    """Whom it attacks, or whose activation or action opened the window."""
    attacker: int = NOBODY
    """Who attacks it."""
    weapon: Weapon | None = None
    """The weapon of the attack: its own, or the one used against it."""
    cover: bool = False
    """Whether it is in cover in the shot that is judged."""
    hurt: tuple[int, ...] = ()
    """Who has lost wounds in the action that opened the window."""
    done: str = ""
    """The action that opened the window; empty: none did."""


class Nameable(NamedTuple):
    """What words of an entry may name."""

    weapons: Sequence[str]
    keywords: Sequence[str]
    tokens: Iterable[str]
    marker_kinds: Iterable[str]


class Word:
    """A word as an entry has it, with what the pack gives it."""

    word: ClassVar[str]
    """How packs write it; a class without is a sort of words."""
    fields: ClassVar[tuple[str, ...]] = ()
    known: ClassVar[dict[str, Any]]
    """Every word of its sort."""

    def __init_subclass__(cls) -> None:
        own = [name for name, kind in get_annotations(cls).items() if not str(kind).startswith("ClassVar")]
        taken = [name for name in own if hasattr(cls.__base__, name)]
        if taken:
            raise TypeError(f"{cls.__name__}: every word has a {taken[0]!r} already; call the field otherwise")
        cls.fields = tuple(dict.fromkeys((*cls.fields, *own)))
        if "word" in vars(cls):
            cls.known[cls.word] = cls

    def __init__(self, **given: Any) -> None:
        self.__dict__.update(given)

    @classmethod
    def written(cls, part: Any) -> Self:
        """The word that a part of a pack has as its one key."""
        kind, value = cls.known[part.kind], part.value
        made: Self = kind(**{name: value if name == "value" else getattr(value, name) for name in kind.fields})
        return made

    def sound(self) -> None:
        """ValueError if its fields do not go together."""

    def names(self, there: Nameable) -> Iterator[Named]:
        """What it names of the pack."""
        yield from ()


class Condition(Word):
    """Something that an entry looks at before it works (see KT-PLOY-03 and KT-ACT-06)."""

    known: ClassVar[dict[str, type[Condition]]] = {}
    text: ClassVar[str]
    """How it is said, with its value in it."""
    chance: ClassVar[float] = 1.0
    """How much of its worth an entry keeps for bots that has this condition."""
    counts_wounds: ClassVar[bool] = False
    """Whether it looks at how many wounds somebody has left."""

    def holds(self, t: Table, c: Context) -> bool:
        """Whether it holds."""
        raise NotImplementedError

    def spoken(self) -> str:
        """The condition in words."""
        (value,) = vars(self).values()
        if isinstance(value, bool):
            value = "yes" if value else "no"
        return self.text.format(" or ".join(value) if isinstance(value, tuple) else value)

    def in_melee(self) -> bool:
        """Whether it can hold against a melee weapon."""
        return True

    def awaits(self, t: Table, who: int, enemy: int) -> bool | None:
        """Whether the enemy that has just acted is one that it is about; None: it says nothing of that."""
        return None

    def gambit_worth(self) -> float | None:
        """What bots think a gambit worth that has this condition; None: its usual worth."""
        return None


class Effect(Word):
    """Something that an entry does."""

    known: ClassVar[dict[str, type[Effect]]] = {}
    worth: ClassVar[float]
    """What it is worth to bots when it is used, in victory points."""
    stands: ClassVar[bool] = False
    """Whether it is in force for a while, and looked up as long as it is."""
    at_once: ClassVar[bool] = False
    """Whether somebody must be there for it when it is used."""

    def about(self) -> str:
        """What it is about, where that is looked up: a stat, something ignored, allowed or forbidden, a token."""
        return ""

    def token(self) -> str:
        """The token that it gives; empty: none."""
        return ""

    # -- when the entry may be used ------------------------------------------------------------------------------------

    def early(self, entry: Entry) -> bool:
        """Whether it comes before what its window is about: another target, no casualty."""
        return False

    def helps(self, t: Table, who: int) -> bool:
        """Whether it does anything for an operative."""
        return True

    def possible(self, t: Table, entry: Entry, who: int) -> bool:
        """Whether an operative can do what it makes it do."""
        return True

    # -- when it is used -----------------------------------------------------------------------------------------------

    def happens(self, t: Table, use: Use) -> Rule[None]:
        """It happens: dice of the sequence under way gain it, or those that the entry is used for."""
        if not use.window.gains(use.entry, self):
            for who in use.whom:
                yield from self.bestow(t, use, who)

    def bestow(self, t: Table, use: Use, who: int) -> Rule[None]:
        """What it does to one operative."""
        yield from ()

    def prepares(self, t: Table, entry: Entry, who: int) -> None:
        """What it does to somebody before a free action of the same entry, where that is thought through."""

    # -- where it is looked up -----------------------------------------------------------------------------------------

    def texts(self, source: str) -> tuple[str, ...]:
        """What it grants to dice, as they know it."""
        return ()

    def concerns(self, weapon: Weapon | None, stats: Sequence[str]) -> bool:
        """Whether it is for attack dice of a weapon, or for defence dice where none is given; of stats, for these."""
        return False

    def outlasts(self) -> bool:
        """Whether dice keep it longer than for a sequence."""
        return False

    def reduced(self, dice: Sequence[tuple[str, int]]) -> list[tuple[str, int]] | None:
        """What attack dice inflict after it, each with its grade; None: it is about something else."""
        return None

    # -- near a marker that has it -------------------------------------------------------------------------------------

    def hinders(self, near: Near) -> Near:
        """What the marker does to moves near it that would do this."""
        return near

    def met(self, t: Table, marker: str, who: int) -> Rule[None]:
        """What it does to somebody whose move came near."""
        yield from ()

    # -- what others think of it ---------------------------------------------------------------------------------------

    def spills(self) -> bool:
        """Whether, while somebody is shot, it could change the wounds of somebody else."""
        return False

    def gambit_worth(self, turning_point: int) -> float | None:
        """What bots think a gambit worth that does this; None: its usual worth."""
        return None


class Lasting(Effect):
    """An effect that is laid on somebody, or stands for a side, and is looked up while it lasts (see KT-PLOY-02)."""

    stands = True

    def laid(self, entry: Entry) -> Laid:
        """How it lies on an operative: its whole entry is in force."""
        return Laid(entry.id, ENTRY, 0, entry.until(None), entry.id)

    def prepares(self, t: Table, entry: Entry, who: int) -> None:
        t.affect(who, self.laid(entry))

    def bestow(self, t: Table, use: Use, who: int) -> Rule[None]:
        yield from ()
        self.prepares(t, use.entry, who)


def listed(words: Iterable[Effect]) -> Mapping[tuple[type[Effect], str], tuple[Effect, ...]]:
    """Effects by their class, and by their class with what they are about."""
    found: dict[tuple[type[Effect], str], tuple[Effect, ...]] = {}
    for word in words:
        for about in dict.fromkeys(("", word.about())):
            key = (type(word), about)
            found[key] = (*found.get(key, ()), word)
    return found
