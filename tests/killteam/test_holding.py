"""Conditions and selectors of entries, each for itself; and entries that no bundled kill team has."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.core.refusals import Check
from fireteam.games.killteam import arena, overrides, stats
from fireteam.games.killteam.abilities.entries import Book, Entry, in_force
from fireteam.games.killteam.abilities.selectors import chosen
from fireteam.games.killteam.abilities.vocabulary import Ability
from fireteam.games.killteam.abilities.word import Context
from fireteam.games.killteam.abilities.words.dice import Modify
from fireteam.games.killteam.content.terrain import part as typed
from fireteam.games.killteam.state import CONCEAL, EXPENDED
from fireteam.games.killteam.table import Table
from tests.killteam.warband import effect, keys, laid, man, marker, play, told
from tests.space.plane.reference import features_of

CREW = {"cv-sentinel": (5.0, 5.0), "cv-prior": (5.0, 8.0)}
FOES = {"vr-runner": (9.0, 5.0)}
RAISED = features_of(
    (
        typed(
            "deck-1", "deck", ((400, 400), (600, 400), (600, 600), (400, 600)), 0, 300, frozenset(("Heavy", "Vantage"))
        ),
    )
)


def entry(
    when: str = "passive",
    *,
    seat: int = 0,
    card: str = "",
    limit: str = "",
    conditions: Any = (),
    **given: Any,
) -> Entry:
    """An entry as a pack would have it."""
    data = {
        "id": "test-entry",
        "name": "Test",
        "when": when,
        "do": [{"cp": {"by": 1}}],
        "text": "A text of six words or more.",
        "if": list(conditions),
        **given,
    }
    found = Ability.model_validate(data | ({"limit": limit} if limit else {}))
    return Entry(found, "faction", seat, "VIGIL" if seat == 0 else "VEIL", card)


def fulfilled(t: Table, condition: dict[str, Any], **about: Any) -> bool:
    """Whether a condition holds for the sentinel; whoever asks why is told the same."""
    found, checks = entry(conditions=[condition]), list[Check]()
    verdict = found.holds(t, Context(0, **about))
    assert found.holds(t, Context(0, **about), checks) is verdict
    assert checks[-1].passed is verdict
    return verdict


@pytest.mark.parametrize(
    ("condition", "about", "wanted"),
    [
        ({"order": "engage"}, {}, True),
        ({"order": "conceal"}, {}, False),
        ({"target_order": "engage"}, {"target": 2}, True),
        ({"target_order": "conceal"}, {"target": 2}, False),
        ({"target_order": "engage"}, {}, False),
        ({"target_within": 3}, {"target": 2}, True),
        ({"target_within": 2}, {"target": 2}, False),
        ({"target_within": 3}, {}, False),
        ({"target_beyond": 2}, {"target": 2}, True),
        ({"target_beyond": 3}, {"target": 2}, False),
        ({"target_beyond": 2}, {}, False),
        ({"target_in_control_range": True}, {"target": 2}, False),
        ({"target_in_control_range": False}, {"target": 2}, True),
        ({"attacker_within": 3}, {"attacker": 2}, True),
        ({"attacker_within": 2}, {"attacker": 2}, False),
        ({"attacker_beyond": 2}, {"attacker": 2}, True),
        ({"attacker_beyond": 3}, {"attacker": 2}, False),
        ({"attacker_beyond": 2}, {}, False),
        ({"friendly_within": {"inches": 2, "keyword": "LEADER"}}, {}, True),
        ({"friendly_within": {"inches": 2, "keyword": "MEDIC"}}, {}, False),
        ({"friendly_within": {"inches": 1}}, {}, False),
        ({"no_friendly_within": 1}, {}, True),
        ({"no_friendly_within": 2}, {}, False),
        ({"enemy_in_control_range": False}, {}, True),
        ({"enemy_in_control_range": True}, {}, False),
        ({"contests": "objective"}, {}, False),
        ({"contests": "relic"}, {}, True),
        ({"in_territory": "own"}, {}, True),
        ({"in_territory": "enemy"}, {}, False),
        ({"dealt_damage": True}, {"hurt": (2,)}, True),
        ({"dealt_damage": True}, {}, False),
        ({"did": "DASH"}, {}, True),
        ({"did": "CHARGE"}, {}, False),
        ({"did": "DASH"}, {"done": "SHOOT"}, False),
        ({"not_did": "DASH"}, {}, False),
        ({"not_did": "CHARGE"}, {}, True),
        ({"in_cover": True}, {"cover": True}, True),
        ({"in_cover": True}, {}, False),
        ({"on_vantage": True}, {}, False),
        ({"injured": "self"}, {}, True),
        ({"injured": "target"}, {"target": 2}, False),
        ({"target_wounds_min": 8}, {"target": 2}, True),
        ({"target_wounds_min": 9}, {"target": 2}, False),
        ({"tp_min": 1}, {}, True),
        ({"tp_min": 2}, {}, False),
        ({"expended": True}, {}, True),
        ({"expended": False}, {}, False),
    ],
)
def test_conditions(condition: dict[str, Any], about: dict[str, Any], wanted: bool) -> None:
    given = {"cv-sentinel": {"wounds": 5, "readiness": EXPENDED, "activation": ("DASH",), "actions": ("CHARGE",)}}
    t = laid(CREW, FOES, operatives=given, markers=[marker("relic", 5.6, 5.0), marker("objective", 9.0, 9.0)])
    assert fulfilled(t, condition, **about) is wanted


@pytest.mark.parametrize(
    ("condition", "weapon", "wanted"),
    [
        ({"weapon_type": "ranged"}, "kiln-pistol", True),
        ({"weapon_type": "melee"}, "kiln-pistol", False),
        ({"weapon": "kiln-pistol"}, "kiln-pistol", True),
        ({"weapon": "kiln-pistol"}, "oath-blade", False),
        ({"has_rule": ["Blast", "Piercing"]}, "kiln-pistol", True),
        ({"has_rule": "Piercing"}, "oath-blade", False),
    ],
)
def test_conditions_about_weapons(condition: dict[str, Any], weapon: str, wanted: bool) -> None:
    t = laid(CREW, FOES)
    assert fulfilled(t, condition, weapon=t.weapon(1, weapon)) is wanted
    assert not fulfilled(t, condition)


def test_in_an_activation_its_own_actions_count() -> None:
    given = {"cv-sentinel": {"activation": ("DASH",), "actions": ("SHOOT",)}}
    t = laid(CREW, FOES, active="cv-sentinel", operatives=given)
    assert fulfilled(t, {"did": "SHOOT"})
    assert not fulfilled(t, {"did": "DASH"})


def test_a_place_on_vantage_terrain() -> None:
    t = laid({"cv-sentinel": (5.0, 5.0)}, FOES, features=RAISED, heights={"cv-sentinel": 3.0})
    assert fulfilled(t, {"on_vantage": True})


def test_dice_are_left_to_whoever_uses_the_entry() -> None:
    assert entry(conditions=[{"roll": 6}]).holds(laid(CREW, FOES), Context(0))


@pytest.mark.parametrize(
    ("who", "found"),
    [
        ("self", [0]),
        ("target", [2]),
        ("attacker", [3]),
        ({"friendly": {"within": 1}}, [0]),
        ({"friendly": {"within": 2}}, [0, 1]),
        ({"friendly": {"within": 2, "not_self": True}}, [1]),
        ({"friendlies": {"keyword": "LEADER"}}, [1]),
        ({"friendly": {"beyond": 1}}, [1]),
        ({"enemy": {"within": 3}}, [2]),
        ({"enemies": {"beyond": 3}}, [3]),
        ({"enemies": {"visible": True}}, [2]),
    ],
)
def test_selectors(who: Any, found: list[int]) -> None:
    wall = features_of(
        (typed("wall-1", "wall", ((1200, 200), (1220, 200), (1220, 800), (1200, 800)), 0, 400, frozenset(("Heavy",))),)
    )
    t = laid(CREW, {"vr-runner": (9.0, 5.0), "vr-needle": (16.0, 5.0)}, features=wall)
    assert chosen(t, entry(who=who), Context(0, target=2, attacker=3)) == found


# -- entries that no bundled kill team has -----------------------------------------------------------------------------


def with_book(t: Table, *found: Entry) -> Table:
    """The same position with other entries; the setting is this table's alone."""
    t.setting.book = Book(found)
    return t


def played(t: Table, *dice: int) -> Match:
    match = arena.match_over(t, Given(list(dice)))
    assert match.decision is not None
    return match


def test_an_aura_against_enemies_is_looked_up_live() -> None:
    fear = entry(
        card="cv-prior",
        who={"enemies": {"within": 3}},
        do=[{"modify": {"stat": "hit", "by": -1, "until": "end_of_battle"}}],
    )
    t = with_book(laid({"cv-prior": (5.0, 5.0)}, FOES), fear)
    assert [found.id for found, _ in in_force(t, 1, Modify)] == ["test-entry"]
    assert sum(part.amount for part in stats.hit_parts(t, 1, t.weapon(1, "runner-carbine"))) == 4
    t.stand(1, 1500, 500, 0)
    assert in_force(t, 1, Modify) == []
    assert in_force(t, 0, Modify) == []


def test_what_works_by_itself_does_so_once_although_a_free_action_interrupts_the_window() -> None:
    """The sentinel heals by itself when its activation ends; a DASH of a friend opens the window once more."""
    heals = entry("activation_end", do=[{"heal": {"amount": 1}}])
    dashes = entry(
        "activation_end",
        who={"friendly": {"not_self": True}},
        limit="once_per_tp",
        id="test-dash",
        do=[{"free_action": {"action": "DASH"}}],
    )
    t = with_book(laid(CREW, FOES, active="cv-sentinel", operatives={"cv-sentinel": {"wounds": 5}}), heals, dashes)
    match = play(played(t), "end", "use test-dash with cv-sentinel", "to 6.00,8.00")
    assert man(match, "cv-sentinel").wounds == 6
    assert (man(match, "cv-sentinel").readiness, man(match, "cv-prior").x) == (EXPENDED, 600)
    assert len(told(match, "healed")) == 1


def test_several_are_chosen_one_after_the_other_where_an_entry_says_how_many() -> None:
    two = entry(
        "activation_end", who={"friendly": {"count": 2}}, limit="once_per_tp", do=[{"set_order": {"order": "conceal"}}]
    )
    t = with_book(laid({**CREW, "cv-mender": (5.0, 11.0)}, FOES, active="cv-sentinel"), two)
    match = play(played(t), "end", "use test-entry with cv-sentinel", "for cv-prior")
    assert keys(match) == ["for cv-sentinel", "for cv-mender"]
    play(match, "for cv-mender")
    assert [man(match, name).order == CONCEAL for name in ("cv-sentinel", "cv-prior", "cv-mender")] == [
        False,
        True,
        True,
    ]


def test_damage_outside_an_action_removes_the_incapacitated() -> None:
    blast = entry(
        "activation_end", who={"enemies": {"within": 3}}, limit="once_per_tp", do=[{"damage": {"amount": "D6"}}]
    )
    t = with_book(
        laid(
            CREW,
            {"vr-runner": (9.0, 5.0), "vr-needle": (20.0, 5.0)},
            active="cv-sentinel",
            operatives={"vr-runner": {"wounds": 4}},
        ),
        blast,
    )
    match = play(played(t, 4), "end", "use test-entry with cv-sentinel")
    assert man(match, "vr-runner").status == 2
    assert match.state.kills == ((0, 2, 1),)


def test_effects_laid_on_an_operative_count_like_those_in_force() -> None:
    t = laid(
        CREW, FOES, operatives={"cv-sentinel": {"effects": (effect("dash", "forbid"), effect("carry_two", "allow"))}}
    )
    assert overrides.forbidden(t, 0, "dash")
    assert not overrides.forbidden(t, 1, "dash")
    assert overrides.allowed(t, 0, "carry_two")
