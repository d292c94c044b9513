"""Places of a made-up game: models are put down in the west of a board, on its floor or on a deck."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from fireteam.core.refusals import Check
from fireteam.kit.plane.places import Place, Places, lattice, spread

WEST = ((0, 0), (600, 0), (600, 600), (0, 600))
DECK = 300


class Camps(Places):
    """Where tents are pitched."""

    reading_rule = "how places read"


def surfaces(x: int, y: int) -> tuple[int, ...]:
    return (0, DECK) if x < 200 else (0,)


def judge(place: Place) -> Check | None:
    """In the west; the floor under the deck is taken."""
    if place.x >= 600:
        return Check("west", False, "it is in the west")
    if place.z not in surfaces(place.x, place.y) or (place.x < 200 and place.z == 0):
        return Check("floor", False, "there is a free floor")
    return None


def tries() -> Iterable[Place]:
    return (Place(x, y, z) for x, y in lattice((WEST,), 200) for z in surfaces(x, y))


def camps(*, rotates: bool = False) -> Camps:
    return Camps(
        "pitch", ("tents",), judge, tries, surfaces=surfaces, args=("tent",), areas=(WEST,), radius=0.5, rotates=rotates
    )


@pytest.mark.parametrize(
    ("place", "key"),
    [
        (Place(1234, 560, 0), "at 12.34,5.60"),
        (Place(1234, 560, 300), "at 12.34,5.60 up 3.00"),
        (Place(0, 0, 300, 90), "at 0.00,0.00 up 3.00 turned 90"),
    ],
)
def test_a_key_is_written_and_read(place: Place, key: str) -> None:
    assert place.key == key
    assert camps(rotates=True).read(key) == (place.x, place.y, place.z or None, place.turned)


@pytest.mark.parametrize("key", ["", "to 1,1", "at 1", "at -1,1", "at 1,1 up", "at 1,1 turned 90", "at 1,1 up 3 jump"])
def test_what_is_no_key_is_refused_by_the_rule_of_the_game(key: str) -> None:
    region = camps()
    assert region.find(key) is None
    refusal = region.refusal(key)
    assert refusal is not None
    assert refusal.checks == (Check("how places read", False, "a place reads like 'at 12.34,5.60 up 3.00'"),)
    assert camps(rotates=True).at("at 1,1 turned 360") == Check(
        "how places read", False, "a place reads like 'at 12.34,5.60 turned 90'"
    )


def test_a_key_means_the_lowest_surface_that_is_legal_and_the_nearest_hundredth() -> None:
    region = camps()
    assert region.at("at 1.00,1.00") == Place(100, 100, DECK)
    assert region.at("at 3,3") == Place(300, 300, 0)
    # 6.00 is out; the hundredth beside it is not.
    assert region.at("at 6.00,3.00") == Place(599, 300, 0)
    assert region.at("at 6.50,3.00") == Check("west", False, "it is in the west")
    assert region.refusal("at 1.00,1.00") is None


def test_an_option_holds_what_is_put_and_where() -> None:
    found = camps(rotates=True).find("at 1.00,1.00 turned 45")
    assert found is not None
    assert (found.key, found.kind, found.rules) == ("at 1.00,1.00 up 3.00 turned 45", "pitch", ("tents",))
    assert found.args == ("tent", 100, 100, DECK, 45)


def test_suggestions_are_legal_and_far_apart() -> None:
    region = camps()
    assert [option.key for option in region.suggest(1)] == ["at 0.00,0.00 up 3.00"]
    assert [option.key for option in region.suggest(3)] == [
        "at 0.00,0.00 up 3.00",
        "at 4.00,6.00",
        "at 0.00,6.00 up 3.00",
    ]
    assert len(region.suggest(99)) == 12
    assert all(region.find(option.key) is not None for option in region.suggest(99))


def test_a_random_player_draws_legal_places() -> None:
    lot = random.Random(3).random
    drawn = [camps().draw(lot) for _ in range(20)]
    assert all(option is not None and judge(Place(*option.args[1:])) is None for option in drawn)
    nowhere = Places("pitch", (), lambda place: Check("never", False, "no"), tries, drawn=lambda: [Place(1, 1, 0)])
    assert nowhere.draw(lot) is None and nowhere.suggest(5) == []
    assert Places("pitch", (), judge, lambda: ()).draw(lot) is None


def test_the_outline_is_plain_data() -> None:
    assert camps().outline() == {
        "areas": [[[0, 0], [600, 0], [600, 600], [0, 600]]],
        "radius": 0.5,
        "rotates": False,
        "footprint": [],
    }


def test_places_are_spread_by_height_and_turn_too() -> None:
    here, turned, high = Place(0, 0, 0), Place(0, 0, 0, 90), Place(0, 0, 300)
    assert spread([here, turned, high], 2) == [here, high]
    assert spread([here, turned], 5) == [here, turned]
