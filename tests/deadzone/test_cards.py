"""Cards of Deadzone: how keywords are read and written, and what a pack's cards become."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.core.errors import SetupError
from fireteam.games.deadzone import cards
from fireteam.games.deadzone.cards import (
    ITEMS,
    KEYWORDS,
    Form,
    Word,
    deck,
    keyword,
    supplement,
    weapon_card,
    word,
    words,
)
from fireteam.games.deadzone.content.packs import PACKS
from fireteam.games.deadzone.content.parts import Weapon as WeaponData
from fireteam.kit.supplements import Supplement

WRITTEN = {name: form for name, form in KEYWORDS.items() if "(" not in name}


def texts_of(name: str, form: Form) -> list[str]:
    """Every way to write a keyword, with numbers 1 and 9."""
    found = [f"{name} ({variant})" for variant in form.variants]
    if form.inner:
        return [f"{name} ({inside})" for inner in form.inner for inside in texts_of(inner, KEYWORDS[inner])]
    if form.number != "must":
        found.append(name)
    if form.number != "none":
        found += [f"{name} (1)", f"{name} (9)"]
    return found


ALL_TEXTS = [text for name, form in WRITTEN.items() for text in texts_of(name, form)]


def test_there_are_74_keywords() -> None:
    assert len(KEYWORDS) == 74
    assert len(ALL_TEXTS) == len(set(ALL_TEXTS)) == 111
    assert {name for text in ALL_TEXTS for name in word(text).names} == set(KEYWORDS)


@pytest.mark.parametrize("text", ALL_TEXTS)
def test_a_keyword_is_written_as_it_is_read(text: str) -> None:
    read = word(text)
    assert str(read) == text
    assert word(str(read)) == read
    assert read.rule.startswith("DZ-AB-")
    assert word(f"  {text.upper()} ".replace(" (", "(").replace("(ENLARGED)", "(enlarged)")) == read


def test_numbers_and_nested_keywords() -> None:
    assert word("Energy Shield (2)") == Word("Energy Shield", 2)
    assert word("Grenade (Trap (Frag (3)))") == Word("Grenade", inner=Word("Trap", inner=Word("Frag", 3)))
    assert word("Defender Shield (enlarged)") == Word("Defender Shield", variant="enlarged")
    assert word("Grenade (Gas Cloud (Toxic (1)))").names == ("Grenade", "Gas Cloud", "Gas Cloud (Toxic)", "Toxic")
    assert [word(text).rule for text in ("Gas Cloud (Smoke)", "Gas Cloud (Toxic (2))", "Frag (3)")] == [
        "DZ-AB-GAS-02",
        "DZ-AB-GAS-03",
        "DZ-AB-FRAG-01",
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Tugh", "unknown keyword 'Tugh'; did you mean 'Tough'?"),
        ("Weight of Fie (2)", "unknown keyword 'Weight of Fie'; did you mean 'Weight of Fire'?"),
        ("xyzzy", "unknown keyword 'xyzzy'; there are Aerial Deployment, Agile"),
        ("Tough (2)", "keyword Tough takes nothing in brackets, not '2' (DZ-AB-TOUGH-01)"),
        ("Frag", "keyword Frag needs a number: Frag (1) (DZ-AB-FRAG-01)"),
        ("Frag (0)", "keyword Frag takes a whole number from 1 to 9, not '0' (DZ-AB-FRAG-01)"),
        ("Frag (10)", "keyword Frag takes a whole number from 1 to 9, not '10'"),
        ("Frag (x)", "keyword Frag takes a whole number from 1 to 9, not 'x'"),
        ("Frag ()", "keyword Frag takes a whole number from 1 to 9, not ''"),
        ("Frag (3", "'Frag (3' is no keyword: a name, and brackets that match"),
        ("", "'' is no keyword"),
        ("Grenade (" * 200 + "Smoke" + ")" * 200, "is no keyword"),
        ("Grenade", "keyword Grenade holds one of Frag, Blast, Smoke, Stun, Gas Cloud, Trap, not 'nothing'"),
        ("Grenade (Tough)", "not 'Tough' (DZ-AB-GRENADE-01)"),
        ("Grenade (Trap (Frg (3)))", "unknown keyword 'Frg'; did you mean 'Frag'?"),
        ("Gas Cloud (Frag (1))", "keyword Gas Cloud holds one of Smoke, Toxic, not 'Frag (1)' (DZ-AB-GAS-01)"),
        ("Defender Shield (3)", "keyword Defender Shield takes nothing but enlarged in brackets, not '3'"),
    ],
)
def test_a_wrong_keyword_is_named(text: str, reason: str) -> None:
    with pytest.raises(SetupError) as caught:
        word(text)
    assert reason in str(caught.value)


@given(st.text(alphabet="Frag Toxic(1)9é\n", max_size=30))
def test_any_text_is_a_keyword_or_an_error(text: str) -> None:
    try:
        read = word(text)
    except SetupError:
        return
    assert word(str(read)) == read


def test_keywords_stand_on_the_right_cards_once() -> None:
    assert [str(found) for found in words(("Tough", "Resilient (2)"), "unit")] == ["Tough", "Resilient (2)"]
    with pytest.raises(SetupError, match=r"keyword Heavy is for weapon cards, not for a unit \(DZ-AB-HEAVY-01\)"):
        words(("Heavy",), "unit")
    with pytest.raises(SetupError, match=r"keyword Frenzy stands on the card twice \(DZ-AB-FRENZY-01\)"):
        words(("Frenzy (1)", "Frenzy (2)"), "weapon")


def test_classes_enter_under_a_name_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "_CLASSES", {})

    class Shield(Supplement):
        name = "Energy Shield"

        def __init__(self, read: Word) -> None:
            self.number = read.number

    with pytest.raises(SetupError, match=r"keyword Energy Shield has no class \(DZ-AB-ESHIELD-01\)"):
        supplement(word("Energy Shield (2)"))
    assert keyword(Shield) is Shield
    made = supplement(word("Energy Shield (2)"))
    assert isinstance(made, Shield) and made.number == 2
    with pytest.raises(ValueError, match="keyword Energy Shield has two classes: Shield and Shield"):
        keyword(Shield)
    with pytest.raises(ValueError, match="Other is no keyword of the table: 'Gas Cloud \\(Smoke\\)'"):
        keyword(type("Other", (Supplement,), {"name": "Gas Cloud (Smoke)"}))


# -- cards -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-CORE-07")
def test_a_unit_card_has_the_profile_of_a_model() -> None:
    unit = deck(PACKS.load()).units["lamp_captain"]
    assert (unit.name, unit.faction, unit.role) == ("Lamp Captain", "wardens", "Leader")
    assert (unit.speed, unit.ranged, unit.fight, unit.survive) == ((1, 2), 4, 4, 4)
    assert (unit.armour, unit.health, unit.size, unit.points, unit.victory_points) == (1, 3, 1, 32, 4)
    assert unit.text == ("Tactician (1)", "Combat Team Training")
    assert [(weapon.name, weapon.close, weapon.range, weapon.ap) for weapon in unit.weapons] == [
        ("Slug pistol", False, 3, 0),
        ("Oath edge", True, 0, 1),
    ]
    assert unit.recon == 5 and unit.order is not None
    assert (unit.order.name, unit.order.moment, unit.order.effect) == ("Hold the Light", "before_survive_dice", "grant")
    assert unit.order.numbers["keyword"] == "Resilient (2)"
    assert (unit.order.numbers["near"].size, unit.order.numbers["near"].cubes) == (1, 3)


def test_a_dash_is_a_zero() -> None:
    unit = deck(PACKS.load()).units["hum_pylon"]
    assert (unit.speed, unit.ranged, unit.fight, unit.survive, unit.weapons) == ((0, 0), 0, 0, 5, ())


def test_cards_do_not_change() -> None:
    unit = deck(PACKS.load()).units["husk"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        unit.points = 4  # type: ignore[misc]
    assert len({unit, unit}) == 1


def test_cards_write_their_keywords_as_the_pack_does() -> None:
    pack = PACKS.load()
    found = deck(pack)
    for faction in pack.factions:
        for data in faction.units:
            assert found.units[data.id].text == data.keywords
    assert {id: weapon.text for id, weapon in found.weapons.items()} == {
        id: weapon.keywords for id, weapon in pack.weapons.items()
    }


def test_who_has_a_keyword() -> None:
    units = deck(PACKS.load()).units
    assert [id for id, unit in units.items() if unit.vehicle] == ["striding_bastion", "ore_hauler", "pollen_rider"]
    assert units["blight_censer"].has("Toxic") and units["fog_bearer"].has("Tough", "Gas Cloud (Smoke)")
    assert not units["husk"].has("Tough")


@pytest.mark.rule("DZ-AB-GRENADE-04")
def test_a_grenade_is_used_up_and_reaches_three_cubes_unless_it_says_otherwise() -> None:
    plain = weapon_card("a", WeaponData(name="A", keywords=("Grenade (Frag (3))",)))
    assert (plain.range, plain.one_use) == (3, True)
    kept = weapon_card("b", WeaponData(name="B", range=4, keywords=("Grenade (Trap (Frag (2)))",), one_use=False))
    assert (kept.range, kept.one_use) == (4, False)
    rifle = weapon_card("c", WeaponData(name="C", range=6))
    assert (rifle.range, rifle.one_use) == (6, False)


def test_items_are_the_twelve_of_the_book() -> None:
    assert len(ITEMS) == 12
    assert [name for name, item in ITEMS.items() if not item.sold] == ["Booby Trap", "Intel"]
    grenades = {name: (item.range, item.text) for name, item in ITEMS.items() if item.range is not None}
    assert grenades == {
        "Frag Grenade": (3, ("Grenade (Frag (3))", "One-Use")),
        "Smoke Grenade": (3, ("Grenade (Smoke)", "One-Use")),
        "Stun Grenade": (3, ("Grenade (Stun)", "One-Use")),
    }
    assert [name for name, item in ITEMS.items() if not item.one_use] == ["Shock Baton"]


def test_cards_need_no_library() -> None:
    code = "import sys, fireteam.games.deadzone.cards; print({'yaml', 'pydantic'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
