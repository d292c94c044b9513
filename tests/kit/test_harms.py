"""What odds say of the pieces that may be hurt."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest

from fireteam.core.odds import Odds
from fireteam.core.scene import Piece
from fireteam.kit.odds import HarmWords, harms

WORDS = HarmWords("damage", "taken out")


def piece(seat: int, left: int) -> Piece:
    found: Piece = cast(Any, {"name": f"piece of {seat}", "seat": seat, "wounds": [left, 9]})
    return found


PIECES: dict[str, Piece] = {"me": piece(0, 4), "ann 1": piece(1, 3), "bob": piece(1, 9), "idle": piece(1, 2)}


def odds() -> Odds:
    """Ann is hit half of the time, and is taken out by a third of that, once without any damage; bob is hit for more;
    so is whoever acts."""
    chances = {
        (): Fraction(1, 2),
        (("damage ann 1", 2),): Fraction(1, 6),
        (("damage ann 1", 3), ("taken out ann 1", 1)): Fraction(1, 12),
        (("taken out ann 1", 1),): Fraction(1, 12),
        (("damage bob", 5), ("damage me", 6)): Fraction(1, 6),
    }
    return Odds("hit", 0, "damage", chances, Fraction(1), exact=True, nodes=1, samples=0)


def test_who_is_aimed_at_comes_first_then_the_others_by_what_they_lose_then_ones_own() -> None:
    assert [harm["piece"] for harm in harms(odds(), WORDS, PIECES, "ann 1")] == ["ann 1", "bob", "me"]
    assert [harm["piece"] for harm in harms(odds(), WORDS, PIECES, "")] == ["bob", "ann 1", "me"]


def test_the_chances_of_every_amount_and_how_much_of_each_takes_the_piece_out() -> None:
    ann = harms(odds(), WORDS, PIECES, "ann 1")[0]
    assert ann["kill"] == {"chance": pytest.approx(1 / 6), "exact": "1/6"}
    assert ann["mean"] == pytest.approx(2 / 6 + 3 / 12)
    assert (ann["of"], ann["seat"]) == (3, 1)
    assert [(one["amount"], round(one["chance"] * 12), round(one["kills"] * 12)) for one in ann["spread"]] == [
        (0, 9, 1),
        (2, 2, 0),
        (3, 1, 1),
    ]


def test_whoever_is_aimed_at_and_cannot_be_hurt_is_told_so() -> None:
    idle = harms(odds(), WORDS, PIECES, "idle")[0]
    assert (idle["piece"], idle["kill"]["exact"], idle["mean"]) == ("idle", "0", 0.0)
    assert idle["spread"] == [{"amount": 0, "chance": 1.0, "kills": 0.0}]
