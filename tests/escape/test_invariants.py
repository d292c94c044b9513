"""What must hold at every state of every game, in all scenarios and with both option settings."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
import yaml

import fireteam
from fireteam.core.dice import Seeded
from fireteam.core.questions import Forced
from fireteam.games.escape import GAME, arena
from fireteam.games.escape.actions.activation import offers
from fireteam.games.escape.content import pack
from fireteam.games.escape.state import Character, State
from tests.escape.playing import SCENARIOS, decisions, faults, game, lawful, play_out
from tests.gate import writes
from tests.kit.playing import anything, fingerprint

GAMES = tuple(range(12))
"""Six scenarios with each of the two option settings."""


@pytest.mark.parametrize("number", GAMES)
def test_every_state_of_a_lively_game_is_sound(number: int) -> None:
    match = game(number)
    for question in decisions(match, number):
        assert faults(match) == [], (len(match.answers()), question.topic)
    assert faults(match) == []
    assert match.result is not None


@pytest.mark.parametrize("number", GAMES)
def test_every_state_of_a_random_game_is_sound(number: int) -> None:
    match = game(100 + number)
    for question in decisions(match, number, anything):
        assert faults(match) == [], (len(match.answers()), question.topic)
    assert faults(match) == []


@pytest.mark.parametrize("number", range(24))
def test_many_whole_games(number: int) -> None:
    """The short brother of the nightly run: no error, sound at sampled states, and the save replays to the same end."""
    match = game(200 + number, events=False)
    for place, question in enumerate(decisions(match, number)):
        if place % 25 == 0:
            assert faults(match) == [], (place, question.topic)
    assert faults(match) == []
    back = fireteam.load(match.save())
    assert back.over and back.result == match.result and fingerprint(back) == fingerprint(match)


@pytest.mark.parametrize("number", GAMES)
def test_forks_saves_and_undo_agree_at_sampled_states(number: int) -> None:
    match = game(number)
    rng = random.Random(number)
    for _ in decisions(match, number):
        if rng.random() < 0.06:
            before = fingerprint(match)
            assert fingerprint(match.fork()) == before
            assert fingerprint(match.replayed()) == before
            assert fingerprint(fireteam.load(match.save())) == before
            fork = match.fork(Seeded(number))
            fork.answer(anything(fork, rng))
            fork.undo()
            assert fingerprint(fork) == before
            assert fingerprint(match) == before


@pytest.mark.parametrize("number", GAMES)
def test_options_are_stable(number: int) -> None:
    """Asked twice, after a re-run, and listed anew from the table: always the same."""
    match = game(number)
    for place, question in enumerate(decisions(match, number)):
        if place % 9 == 0:
            keys = question.keys()
            assert match.decision.keys() == keys
            again = match.replayed()
            assert again.decision.keys() == keys
            if question.topic.startswith("action of"):
                table = match.table
                active = table.state.characters[table.state.active]
                assert [option.key for option in offers(table, active)] == keys


@pytest.mark.parametrize("number", GAMES)
def test_the_list_is_what_the_law_allows(number: int) -> None:
    """`offers` culls with bitboards; the law behind each action must allow exactly the same."""
    match = game(300 + number)
    for place, question in enumerate(decisions(match, number)):
        if place % 6 == 0 and question.topic.startswith("action of"):
            assert lawful(match) == set(question.keys()), (place, question.topic)


@pytest.mark.parametrize("number", GAMES)
def test_views_and_events_are_plain_data(number: int) -> None:
    match = game(number)
    for place, question in enumerate(decisions(match, number)):
        if place % 25 == 0:
            for seat in (0, 1, None):
                text = json.dumps(match.view(seat))
                assert json.dumps(json.loads(text)) == text
            for option in question.options:
                assert match.describe(option)
            assert match.setting.ask(match.table, question)
    assert json.dumps([event.params for event in match.log])
    told = match.told
    assert len(told) == len(match.log) and all(isinstance(line, str) for line in told)


@pytest.mark.parametrize("number", GAMES)
def test_every_refusal_has_one_failed_check_at_its_end(number: int) -> None:
    match = game(400 + number)
    known = set(match.setting.game.rulebook().rules)
    for place, question in enumerate(decisions(match, number)):
        if place % 20 == 0:
            keys = set(question.keys())
            before = fingerprint(match)
            for refusal in match.refusals():
                assert refusal.action not in keys
                assert [check.passed for check in refusal.checks] == [True] * (len(refusal.checks) - 1) + [False]
                assert {check.rule for check in refusal.checks} <= known
                if question.topic.startswith("action of"):
                    assert match.why_not(refusal.action) == refusal
            assert all(match.why_not(key) is None for key in keys)
            assert fingerprint(match) == before, "asking why changes nothing"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_factions_and_scenarios_may_be_asked_for(scenario: str) -> None:
    match = fireteam.new("escape", seed=4, factions="ask")
    match.answer("play isc")
    match.answer(f"scenario {scenario}")
    assert match.state.seats == (1, 0)
    assert faults(match) == []
    play_out(match, 4)
    assert faults(match) == []
    assert fingerprint(fireteam.load(match.save())) == fingerprint(match)
    assert match.told


def test_a_match_with_swapped_seats_is_sound() -> None:
    match = game(3, factions=("isc", "resistance"))
    for _ in decisions(match, 3):
        assert faults(match) == []


def test_squads_built_by_rank_are_sound() -> None:
    squads = {"resistance": ["ashton", "tilt", "rivet"], "isc": ["ubume", "static"]}
    for number in range(6):
        match = game(number, squads=squads)
        for _ in decisions(match, number):
            assert faults(match) == []


def test_a_campaign_game_is_sound() -> None:
    campaign = {
        "revolution": 2, "gift": "datadisk", "more_equipment": 2, "damage": [["ashton", 2]], "kept": [["tilt",
        "medkit"]],
        "open_doors": 1, "courier_damage": 1, "terminal_difficulty": -1, "factory_radius": 2,
    }  # fmt: skip
    for number in range(6):
        match = game(number, campaign=campaign)
        for _ in decisions(match, number):
            assert faults(match) == []
        assert fingerprint(fireteam.load(match.save())) == fingerprint(match)


# -- the write gate, keys and payloads ---------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(6))
def test_a_checkpoint_at_every_step_loses_no_write(number: int) -> None:
    """A verb that forgets to mark a character would leave the old one in the snapshot."""
    match = game(500 + number, checkpoints=1)
    for place, question in enumerate(decisions(match, number)):
        assert fingerprint(match.fork()) == fingerprint(match), (place, question.topic)
        if place > 300:
            break


def test_only_the_gate_writes_state() -> None:
    """State fields are assigned by the verbs of the table, and where a state is made; rules call verbs."""
    own_records = {"self"}  # a record or a view may have a field of the same name
    written = writes(Path(pack.__file__).parents[1], {*State.FIELDS, *Character.FIELDS})
    found = [where for whose, where in written if whose not in own_records]
    assert found == []


def test_keys_are_made_of_names(tmp_path: Path) -> None:
    """A pack with its characters and doors in another order offers the same keys."""
    data = yaml.safe_load((Path(pack.__file__).parents[1] / "packs" / "sublevel_zero.yaml").read_text(encoding="utf-8"))
    data["characters"].reverse()
    for squad in data["squads"].values():
        squad.reverse()
    for board in data["maps"].values():
        board["doors"].reverse()
        board["airlocks"].reverse()
    file = tmp_path / "reversed.yaml"
    file.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), encoding="utf-8")
    rng = random.Random(1)
    names = [entry["id"] for entry in data["characters"]]
    for _ in range(40):
        places = rng.sample([(x, y) for x in range(15) for y in range(13)], len(names))
        at = dict(zip(names, places, strict=True))
        active = rng.choice(names)
        keys = []
        for path in (None, str(file)):
            setting = GAME.prepare(scenario="evasion", options=None, pack=path, setup={})
            decision = arena.lay(setting, None, at=at, active=active, crates=[at[active]], revolution=1).decision
            keys.append((decision.seat, decision.topic, sorted(decision.keys())))
        assert keys[0] == keys[1]


def test_paying_with_the_only_action_there_is_goes_unasked_and_on_record() -> None:
    setting = GAME.prepare(scenario="evasion", options=None, pack=None, setup={})
    match = arena.lay(setting, None, at={"bruno": (7, 6), "mamushi": (1, 1)}, active="bruno")
    match.answer("step 7,5")
    paid = match.answers()[-1]
    assert isinstance(paid, Forced) and paid.option.key == "own action"


def test_lively_games_fight() -> None:
    """Random play hardly fights; these tests would prove little if lively play did not either."""
    codes: dict[str, int] = {}
    for number in GAMES:
        for event in play_out(game(number), number).log:
            codes[event.code] = codes.get(event.code, 0) + 1
    assert codes["attack_total"] > 200 and codes["taken_out"] > 20 and codes["hack_result"] > 20, codes
