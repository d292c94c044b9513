"""Words: every event, option, question and roll has some, names stand for ids, and seats are called by their kill
teams."""

from __future__ import annotations

import random
import re

import pytest

import fireteam
from fireteam.core.chronicle import Chronicle
from fireteam.core.events import Event
from fireteam.core.questions import Option, Roll
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.killteam import arena
from fireteam.games.killteam.content.packs import content
from fireteam.games.killteam.show import op_words, words
from fireteam.games.killteam.show.names import Names, spelt

ID = re.compile(r"\b(?:cv|vr|ir|sl)-[a-z]|\b(?:objective|stronghold|hatch)-[a-z0-9]|[a-z]_[a-z]")
"""What no person should read."""


@pytest.mark.parametrize("killzone", ["shellmarket", "quenchworks", "derelict-spine"])
def test_a_game_is_told_and_asked_in_names(killzone: str) -> None:
    """Whatever is told, asked, offered or refused in the first hundreds of decisions reads without ids."""
    match = fireteam.new("killteam", scenario=killzone, seed=11, rosters="default", equipment="default")
    rng = random.Random(5)
    setting = match.setting
    said = set()
    for number in range(160):
        if match.over:
            break
        question = match.decision
        said.add(setting.ask(match.table, question))
        if number % 4 == 0:
            said |= {option["text"] for option in setting.question_view(match.table, question, True)["options"]}
        if number % 16 == 0:
            for refusal in match.refusals()[:20]:
                view = setting.why_view(match.table, refusal)
                said |= {view["text"], *(check["text"] for check in view["checks"])}
        match.answer(rng.choice(question.options))
    chronicle = Chronicle(match)
    chronicle.follow()
    said |= {line["text"] for line in chronicle.log} | {
        status["value"] for status in setting.scene(match.table, 0)["status"].values()
    }
    assert len(said) > 100
    assert not sorted(text for text in said if ID.search(text))


def names(teams: tuple[str, str] = ("cinder-vigil", "veilrunners")) -> Names:
    setting, _ = arena.battle(teams=teams)
    return setting.names


def test_names_stand_for_ids() -> None:
    found = names()
    assert found.seats == ("Cinder Vigil", "Veilrunners of the Ninth Quay")
    spoken = {
        "cv-prior": "Vigil Prior",
        "vr-runner-2": "Veil Runner 2",
        "kiln-pistol": "Kiln pistol",
        "cv-a1": "Litany of Embers",
        "objective-a": "Objective A",
        "objective-centre": "Centre objective",
        "stronghold-a/south-wall-west": "Stronghold A, south wall west",
        "seven": "seven",
    }
    assert {name: found(name) for name in spoken} == spoken
    assert (
        found.all_of("cv-prior sees vr-runner-2: a re-roll of hit-and-miss")
        == "Vigil Prior sees Veil Runner 2: a re-roll of hit-and-miss"
    )


@pytest.mark.rule("KT-EQ-00")
def test_equipment_is_called_by_whose_it_is() -> None:
    found = names()
    spoken = {
        "mines-0": "Mines of Cinder Vigil",
        "light_barricades-1-2": "Light barricade 2 of Veilrunners of the Ninth Quay",
        "light_barricades-1-2/left-wall": "Light barricade 2 of Veilrunners of the Ninth Quay, left wall",
        "ladders-0-1": "Ladder 1 of Cinder Vigil",
        "vr-e2-1": "Glass Caltrops of Veilrunners of the Ninth Quay",
        "sl-e3-0-2": "Fascines 2 of Cinder Vigil",
        "crate-a1": "Crate 1 of Cinder Vigil",
        "proof-vr-runner-2": "Proof from Veil Runner 2",
        "mine-3": "Mine 3",
    }
    assert {name: found(name) for name in spoken} == spoken
    assert found.all_of("more than 2 from mines-0: re-roll") == "more than 2 from Mines of Cinder Vigil: re-roll"


def test_two_teams_of_one_kind_are_told_apart() -> None:
    found = names(("cinder-vigil", "cinder-vigil"))
    assert found.seats == ("Cinder Vigil (first)", "Cinder Vigil (second)")
    assert (found("cv-prior"), found("cv-prior-b")) == ("Vigil Prior (first)", "Vigil Prior (second)")
    assert found("cv-sentinel-b-2") == "Vigil Sentinel (second) 2"


def test_ids_are_spelt_as_words() -> None:
    assert [spelt(slug) for slug in ("light-rubble-1-a", "razor_wire", "long-a/wall-2")] == [
        "Light rubble 1 A",
        "Razor wire",
        "Long A, wall 2",
    ]


def test_numbers_are_told_as_sums_where_there_is_more_than_one_reason() -> None:
    plain = Event(
        "armed",
        "KT-FIGHT-04",
        {"who": "cv-prior", "weapon": "oath-blade", "parts": (Modifier(3, "HIT of Oath blade", "KT-BASE-19"),)},
    )
    assert words.tell(names(), plain) == "Vigil Prior uses Oath blade: HIT 3+."
    plain.params["parts"] = (*plain.params["parts"], Modifier(1, "injured", "KT-DMG-05"))
    assert words.tell(names(), plain) == "Vigil Prior uses Oath blade: HIT 4+ (3 for HIT of Oath blade, 1 for injured)."


def test_moves_and_places_are_said_in_inches() -> None:
    move = Option("to 12.34,5.60 up 3.00 via 10.00,4.00", "move", (1234, 560, 300, 5, ()))
    assert words.describe(names(), move) == 'To 12.3, 5.6, 3" up: 5"'
    turned = Option("at 12.00,5.50 turned 90", "set_up", (1200, 550, 0, 90))
    assert words.describe(names(), turned) == "At 12.0, 5.5, turned 90 degrees"
    event = Event(
        "moves",
        "KT-REPO-01",
        {"who": "cv-prior", "action": "DASH", "inches": 3, "x": 500, "y": 640, "z": 0, "legs": ()},
    )
    assert words.tell(names(), event) == 'Vigil Prior moves 3" to 5.0, 6.4.'


def test_rolls_name_who_rolls() -> None:
    assert words.roll_name(names(), Roll(0, topic("attack dice of {who}", "cv-prior"), 4)) == "Vigil Prior: attack dice"
    assert (
        words.roll_name(names(), Roll(1, topic("{what} of {player}", "initiative", "the second player")))
        == "Initiative: Veilrunners of the Ninth Quay"
    )
    assert (
        words.ask(names(), Roll(0, topic("attack dice of {who}", "cv-prior"), 4))
        == "Roll 4 dice: Vigil Prior: attack dice"
    )


def test_every_op_is_told_with_what_it_scores() -> None:
    pack = content(None)
    for op in (*pack.crit_ops, *pack.tac_ops):
        text = op_words.op_text(op)
        assert text.count("VP") >= len(op.scoring)
        assert "_" not in text
    seals = next(op for op in pack.crit_ops if op.id == "plant-the-seals")
    assert op_words.op_text(seals).endswith(
        "1 VP if more objectives sealed by you than objectives sealed by the enemy."
    )
