"""Odds that games have in common: a calculator for what is typed in is a dataclass, and the options of its command are
made from its fields; and what odds say of the pieces that may be hurt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import MISSING, Field, field, fields
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from fireteam.core.errors import SetupError
from fireteam.core.odds import Odds

if TYPE_CHECKING:
    from fireteam.core.scene import HarmAmount, HarmView, Piece


def asked(
    text: str, default: Any = MISSING, *, flag: str = "", least: int | None = None, most: int | None = None
) -> Any:
    """A field that is typed in: what it means, its flag where the name of the field will not do, and the numbers it may
    be."""
    return field(default=default, metadata={"text": text, "flag": flag, "least": least, "most": most})


def flag_of(one: Field[Any]) -> str:
    """What is typed for a field: --vs-cbt for vs_cbt."""
    return one.metadata["flag"] or f"--{one.name.replace('_', '-')}"


class Calculator(ABC):
    """Odds of something that is typed in. A subclass is a frozen dataclass of `asked` fields; its docstring says what
    it reckons."""

    examples: ClassVar[tuple[str, ...]]
    """What may be typed, as an example; the first stands in the help of the game as well."""

    def odds(self) -> Odds:
        """The exact odds, reckoned once; what cannot be is a SetupError."""
        return _odds_of(self)

    @abstractmethod
    def solve(self) -> Odds:
        """The odds of fields whose numbers are within their bounds."""

    @abstractmethod
    def title(self) -> str:
        """What the odds are of, in a few words."""

    def notes(self, odds: Odds) -> list[str]:
        """Lines below the odds."""
        return []

    def summary(self, odds: Odds) -> dict[str, Any]:
        """What a program reads first, before everything else that there is, as plain JSON data."""
        return {}


@lru_cache(maxsize=256)
def _odds_of(calculator: Any) -> Odds:
    for one in fields(calculator):
        value, least, most = getattr(calculator, one.name), one.metadata["least"], one.metadata["most"]
        if least is not None and value is not None and not least <= value <= most:
            raise SetupError(f"{flag_of(one)} must be from {least} to {most}; got {value}")
    found: Odds = calculator.solve()
    return found


def check_aim(aim: str, known: Collection[str]) -> None:
    """An aim that is typed in must be one of the game's."""
    if aim not in known:
        raise SetupError(f"no aim {aim!r}; there are {', '.join(known)}")


# -- harm --------------------------------------------------------------------------------------------------------------


class HarmWords(NamedTuple):
    """How the labels of a game's outcomes begin that say how much damage a piece takes, and that it is taken out."""

    damage: str
    out: str


def harms(odds: Odds, words: HarmWords, pieces: Mapping[str, Piece], aimed: str) -> list[HarmView]:
    """What odds say of each piece that may be hurt: the one that is aimed at first, then the others of the other side,
    those that lose most first, and whoever acts and its friends last."""
    found = [
        _harm(odds, words, id_, piece)
        for id_, piece in pieces.items()
        if "wounds" in piece and (id_ == aimed or {f"{words.damage} {id_}", f"{words.out} {id_}"} & set(odds.labels()))
    ]
    return sorted(found, key=lambda harm: (harm["piece"] != aimed, harm["seat"] == odds.seat, -harm["mean"]))


def _harm(odds: Odds, words: HarmWords, id_: str, piece: Piece) -> HarmView:
    damage, out = f"{words.damage} {id_}", f"{words.out} {id_}"
    amounts: dict[int, tuple[Fraction, Fraction]] = {}
    for outcome, chance in odds.chances.items():
        told = dict(outcome)
        amount = told.get(damage, 0)
        share, kills = amounts.get(amount, (Fraction(0), Fraction(0)))
        amounts[amount] = (share + chance, kills + chance if told.get(out, 0) > 0 else kills)
    kill = sum((kills for _, kills in amounts.values()), Fraction(0))
    spread: list[HarmAmount] = [
        {"amount": amount, "chance": float(share), "kills": float(kills)}
        for amount, (share, kills) in sorted(amounts.items())
    ]
    return {
        "piece": id_,
        "name": piece["name"],
        "seat": piece.get("seat", -1),
        "kill": {"chance": float(kill), "exact": str(kill)},
        "mean": float(odds.mean(damage)),
        "of": piece["wounds"][0],
        "spread": spread,
    }
