"""Keys of moves and the region over them, with snails."""

from __future__ import annotations

import pytest

from fireteam.core.questions import Option
from fireteam.core.refusals import Check
from fireteam.kit.plane.destinations import STRAIGHT, Leg
from fireteam.kit.plane.refusals import Refused, failed, in_words
from fireteam.space.plane import faults
from fireteam.space.plane.faults import Fault
from fireteam.space.plane.proofs import Open
from tests.kit.plane.boards import block, body, deck, ground
from tests.kit.plane.snails import FAULTS, Crawl, Snails

OPEN = ground()
DECK = ground(deck("deck", (0, 0, 5, 20), 3), block("hut", (8, 9, 10, 11), 2))


def snail(*, salt: bool = False) -> Snails:
    return Snails(OPEN, body(6, 10), salt)


@pytest.mark.parametrize(
    ("key", "legs"),
    [
        ("to 12.34,5.60", (Leg(1234, 560),)),
        ("straight to 12.34,5.60 up 3", (Leg(1234, 560, 300),)),
        ("to 1.1,2 hop via 9.746,4 up 3.00 then 11.00,5.00 hop", (Leg(974.6, 400, 300), Leg(1100, 500, None, "hop"),
                                                                Leg(110, 200, None, "hop"))),
    ],
)  # fmt: skip
def test_a_key_is_read(key: str, legs: tuple[Leg, ...]) -> None:
    assert snail().read(key) == legs


@pytest.mark.parametrize(
    "key", ["", "at 1,1", "to 1", "to 1,1 fly", "to 1,1 up", "to -1,1", "to 1,1 via", "straight to 1,1 via 2,2"]
)
def test_what_is_no_key_is_refused_by_the_rule_of_the_game(key: str) -> None:
    refusal = snail().refusal(key)
    assert refusal is not None
    assert refusal.checks == (Check("snails read", False, "a move reads like 'to 1.00,2.00 hop'"),)
    assert snail().find(key) is None


def test_a_bare_end_means_the_route_and_else_the_straight_leg() -> None:
    south, north = snail().find("to 6,8"), snail().find("to 6,12")
    assert south is not None and south.key == "to 6.00,8.00" and south.args[3] == 2
    assert north is not None and north.key == "to 6.00,12.00", "the search does not know it, but it can be made"
    too_far = snail().refusal("to 6,15")
    assert too_far is not None and too_far.decisive.rule == "snails know"


def test_named_legs_are_exactly_those() -> None:
    found = snail().find("to 7,8 via 7,10")
    assert found is not None and found.key == "to 7.00,8.00 via 7.00,10.00"
    assert (found.kind, found.rules) == ("move", ("snails",))
    straight = snail().find("straight to 7,10")
    assert straight is not None and straight.key == "straight to 7.00,10.00" and straight.args == (700, 1000, 0, 1, (
        (700, 1000, 0, 1, ""),
    ))  # fmt: skip


def test_the_end_of_named_legs_is_the_nearest_legal_hundredth() -> None:
    # A base of half an inch before a hut at 8".
    region = Snails(DECK, body(6, 10))
    found = region.find("straight to 7.51,10")
    assert found is not None and found.key == "straight to 7.50,10.00"
    assert region.find("straight to 7.55,10") is None


def test_a_refusal_names_the_legs_that_can_be_made_and_the_one_that_cannot() -> None:
    refusal = Snails(DECK, body(6, 10)).refusal("to 9,10 via 6,9 then 7,9")
    assert refusal is not None
    assert refusal.checks == (
        Check("snails crawl", True, "leg 1 can be made"),
        Check("snails crawl", True, "leg 2 can be made"),
        Check(
            "snails stand",
            False,
            "leg 3 can be made at 9.00,10.00 (it cannot end there; this does not hold: in part hut)",
            ("hut",),
        ),
    )
    assert snail().refusal("to 6,8") is None


def test_heights_are_named_where_there_are_several_or_the_legs_change_them() -> None:
    up = Snails(DECK, body(4, 10, 3))
    there = up.find("to 3,9 up 3")
    assert there is not None and there.key == "to 3.00,9.00 up 3.00"
    assert up.refusal("straight to 6,10") is not None, "a snail hops down"
    down = up.find("to 6,10 hop")
    assert down is not None and down.key == "to 6.00,10.00 up 0.00 hop"
    assert up.stay == "to 4.00,10.00 up 3.00"


def test_suggestions_draws_and_the_outline_come_from_the_reach() -> None:
    region = snail()
    assert [option.key for option in region.suggest(2)] == ["to 2.00,10.00", "to 3.00,10.00"]
    drawn = region.draw(lambda: 0.0)
    assert drawn is not None and drawn.key == "straight to 2.00,10.00"
    assert region.find(drawn.key) is not None and region.anywhere()
    outline = region.outline()
    assert (outline["start"], outline["inches"]) == ([600, 1000, 0], 4)
    assert outline["contours"][0][0][0] == [200, 1000]


def test_what_the_search_does_not_know_is_judged_again() -> None:
    region = snail(salt=True)
    assert [option.args[0] for option in region.suggest(99)] == [200, 300, 400, 500], "none to the east"
    east, west = region.draw(lambda: 0.99), region.draw(lambda: 0.0)
    assert east is None and west is not None and west.key == STRAIGHT + "to 2.00,10.00"
    refusal = region.refusal("to 7,10")
    assert refusal is not None and refusal.decisive.rule == "salt" and region.anywhere()


class Cornered(Snails):
    """A snail whose reach is too narrow for what it looks at; what it knows of that by heart differs."""

    inches = 0
    give_up = Option("turn round", "turn", ())
    heart: Crawl | Refused | Open = Open(0)

    def proof(self) -> Crawl | Refused | Open:
        return self.heart


def test_where_the_search_finds_nothing_a_closer_look_says_yes_or_no() -> None:
    region = Cornered(OPEN, body(6, 10))
    region.heart = Refused("the shell is too wide", "snails fit")
    assert not region.anywhere() and region.draw(lambda: 0.5) is None
    assert region.suggest(5) == [] and region.find("turn round") is None
    region.heart = Crawl(region.start, (), region.start)
    assert region.anywhere() and [option.key for option in region.suggest(5)] == ["to 6.00,10.00"]
    assert region.find("turn round") is None, "there is a move"


def test_where_it_stays_open_the_move_is_on_offer_and_can_be_given_up() -> None:
    region = Cornered(OPEN, body(6, 10))
    assert region.anywhere() and region.some() == Open(0)
    assert [option.key for option in region.suggest(5)] == ["turn round"]
    assert region.find("turn round") is region.give_up
    assert region.find("to 6,10") is not None, "whoever knows a way may take it"


def test_faults_of_the_plane_in_the_words_of_a_game() -> None:
    assert in_words(FAULTS, faults.Refused(Fault.WALL, part="w", at=(1, 2), leg=3)) == Refused(
        "wall w", "snails stand", "w", (1, 2), 3
    )
    assert in_words(FAULTS, faults.Refused(Fault.TOO_LONG, rule="tired")).rule == "tired", "the terms may name the rule"
    assert in_words(FAULTS, faults.Refused(Fault.OUTSIDE)).reason.startswith("it cannot end there")
    assert failed(FAULTS, faults.Refused(Fault.IN_PART, part="hut")) == Check(
        "snails stand", False, "in part hut", ("hut",)
    )
