"""Campaigns: their path and scoring, what each result does to the next game, and campaigns kept as text."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam import SaveError, SetupError
from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.games.escape import GAME
from fireteam.games.escape.arena import lay
from fireteam.games.escape.bot.paths import Paths
from fireteam.games.escape.campaign import Campaign, Played
from fireteam.games.escape.content.packs import PACKS
from fireteam.games.escape.factions import airlock_blocked
from fireteam.games.escape.state import SIDES
from tests.escape.playing import play_out
from tests.escape.scene import keys, table, who
from tests.kit.playing import anything

ENDS: Mapping[tuple[str, str | None], dict[str, Any]] = {
    ("infiltration", "resistance"): {"at": {"jimmy": (2, 8)}, "hacked": ["T1", "T2"]},
    ("infiltration", None): {"at": {"jimmy": (2, 8)}, "hacked": ["T1"], "turn": 8},
    ("infiltration", "isc"): {"at": {"jimmy": (2, 8)}, "turn": 8},
    ("evasion", "resistance"): {"at": {"jimmy": (2, 8)}, "left": ["ashton", "bruno", "tilt", "rivet"]},
    ("evasion", None): {"at": {"jimmy": (2, 8)}, "turn": 8},
    ("evasion", "isc"): {"at": {"jimmy": (2, 8)}, "out": ["ashton", "bruno", "tilt"]},
    ("data-heist", "resistance"): {"at": {"jimmy": (2, 8)}, "banked_resistance": 4},
    ("data-heist", None): {"at": {"jimmy": (2, 8)}, "turn": 10},
    ("data-heist", "isc"): {"at": {"jimmy": (2, 8)}, "banked_isc": 4},
    ("last-bastion", "resistance"): {"at": {"jimmy": (7, 5)}, "turn": 5},
    ("last-bastion", None): {"at": {"jimmy": (7, 5)}, "turn": 5},  # only with the change DRAWN_BASTION
    ("last-bastion", "isc"): {"at": {"jimmy": (2, 8)}, "turn": 3},
    ("core-breach", "resistance"): {
        "at": {"jimmy": (2, 8)},
        "hacked": ["CORE1", "CORE2"],
        "left": ["tilt"],
        "left_since_hack": 1,
    },
    ("core-breach", None): {"at": {"jimmy": (2, 8)}, "hacked": ["CORE1", "CORE2"], "turn": 9},
    ("core-breach", "isc"): {"at": {"jimmy": (2, 8)}, "hacked": ["CORE1"], "turn": 9},
    ("manhunt", "resistance"): {"at": {"jimmy": (2, 8)}, "left": ["solenne"], "courier": "solenne"},
    ("manhunt", None): {"at": {"jimmy": (2, 8)}, "courier": "solenne", "turn": 14},
    ("manhunt", "isc"): {"at": {"jimmy": (2, 8)}, "out": ["solenne"], "courier": "solenne"},
}
"""For each scenario and result, a last end of turn that leads to it."""

DRAWN_BASTION = (
    "{in_room: {faction: resistance, room: C, min: 1}}",
    "{in_room: {faction: resistance, room: C, min: 2}}",
)
"""Last Bastion of the bundled pack has no draw; if two must hold the room, one of them in it is one."""


def ended(campaign: Campaign, winner: str | None, **more: Any) -> Match:
    """The game that is due, laid at its last end of turn so that this side wins it (None: a draw)."""
    wish = campaign.setup()
    setting = GAME.prepare(
        scenario=wish["scenario"],
        options=None,
        pack=wish.get("pack"),
        setup={"factions": wish["factions"], "campaign": wish.get("campaign")},
    )
    position = {**ENDS[wish["scenario"], winner], **more}
    match = lay(setting, Seeded(wish["seed"]), position.pop("at"), phase="turn_end", **position)
    assert match.result is not None
    assert match.result.winner == (None if winner is None else campaign.factions.index(winner))
    return match


def campaign_after(
    *winners: str | None, factions: Sequence[str] = SIDES, pack: str | None = None, **more: Any
) -> Campaign:
    """A campaign in which these sides won the first games; the rest describes the last of them."""
    campaign = Campaign.new(factions, 7, pack)
    for number, winner in enumerate(winners, 1):
        campaign.record(ended(campaign, winner, **(more if number == len(winners) else {})))
    return campaign


def next_game(campaign: Campaign) -> Match:
    """The game that is due, from its beginning."""
    return fireteam.new("escape", **campaign.setup())


def until(match: Match, topic: str) -> Match:
    """Answer with the first option until that question is asked; the test says which game must come to it."""
    while match.decision.topic != topic:
        match.answer(match.decision.options[0])
    return match


def packed(folder: Path, *changes: tuple[str, str]) -> str:
    """The bundled pack with some of its text changed, as a file."""
    text = (PACKS.folder / "sublevel_zero.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file = folder / "changed.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


# -- path and scoring --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-CAMP-01")
def test_a_campaign_begins_with_the_first_scenario_and_no_consequences() -> None:
    campaign = Campaign.new(("isc", "resistance"), 3)
    assert campaign.next_scenario == "infiltration"
    assert campaign.setup() == {
        "scenario": "infiltration",
        "factions": ["isc", "resistance"],
        "seed": campaign.setup()["seed"],
    }
    assert (campaign.points, campaign.result, campaign.consequences()) == ({"resistance": 0, "isc": 0}, None, [])
    match = next_game(campaign)
    assert (match.state.scenario, match.state.seats) == ("infiltration", (1, 0))


PATHS: list[tuple[list[str | None], list[str], dict[str, int], int | None, str]] = [
    (["resistance", "resistance", "resistance"], ["data-heist", "core-breach"], {"resistance": 6, "isc": 0}, 0,
    "outright"),
    (["isc", "isc", "isc"], ["evasion", "manhunt"], {"resistance": 0, "isc": 6}, 1, "outright"),
    (["isc", "isc", None], ["evasion", "manhunt"], {"resistance": 1, "isc": 5}, 1, "points"),
    (["isc", "isc", "resistance", "resistance"], ["evasion", "manhunt", "core-breach"], {"resistance": 4, "isc": 4}, 0,
    "outright"),
    (["isc", "isc", "resistance", None], ["evasion", "manhunt", "core-breach"], {"resistance": 3, "isc": 5}, 1,
    "points"),
    ([None, None, "isc", "resistance"], ["evasion", "last-bastion", "manhunt"], {"resistance": 4, "isc": 4}, None,
    "equal points"),
    ([None, None, "isc", "isc"], ["evasion", "last-bastion", "manhunt"], {"resistance": 2, "isc": 6}, 1, "outright"),
    ([None, "resistance", "isc", "isc"], ["evasion", "data-heist", "last-bastion"], {"resistance": 3, "isc": 5}, 1,
    "points"),
    (
        ["resistance", "isc", "resistance", "isc"], ["data-heist", "last-bastion", "core-breach"],
        {"resistance": 4, "isc": 4}, None, "equal points",
    ),
    (["resistance", None, "isc", "resistance"], ["data-heist", "last-bastion", "manhunt"], {"resistance": 5, "isc": 3},
    0, "points"),
]  # fmt: skip


@pytest.mark.rule("ES-CAMP-01")
@pytest.mark.parametrize(("winners", "scenarios", "points", "seat", "reason"), PATHS)
def test_results_lead_through_the_path_to_a_winner(
    winners: list[str | None], scenarios: list[str], points: dict[str, int], seat: int | None, reason: str
) -> None:
    campaign = Campaign.new(SIDES, 7)
    for winner in winners:
        assert campaign.result is None
        campaign.record(ended(campaign, winner))
    assert [game.scenario for game in campaign.games] == ["infiltration", *scenarios]
    assert campaign.next_scenario is None
    assert campaign.points == points
    assert campaign.result == (seat, reason, "ES-CAMP-01")
    with pytest.raises(SetupError, match="ended"):
        campaign.setup()


@pytest.mark.rule("ES-CAMP-01")
@pytest.mark.parametrize(
    ("winners", "points", "result"),
    [
        ([None, None, None, None], {"resistance": 4, "isc": 4}, (None, "equal points", "ES-CAMP-01")),
        (["resistance", None, None, "isc"], {"resistance": 4, "isc": 4}, (1, "outright", "ES-CAMP-01")),
    ],
)
def test_a_bastion_that_a_pack_lets_end_in_a_draw_leads_to_manhunt(
    tmp_path: Path, winners: list[str | None], points: dict[str, int], result: tuple[int | None, str, str]
) -> None:
    campaign = campaign_after(*winners, pack=packed(tmp_path, DRAWN_BASTION))
    assert [game.scenario for game in campaign.games][2:] == ["last-bastion", "manhunt"]
    assert (campaign.points, campaign.result) == (points, result)


@pytest.mark.rule("ES-CAMP-01")
def test_the_winner_is_a_seat_whichever_faction_it_plays() -> None:
    campaign = campaign_after("resistance", "resistance", "resistance", factions=("isc", "resistance"))
    assert campaign.result == (1, "outright", "ES-CAMP-01")


@pytest.mark.rule("ES-CAMP-01")
def test_a_manhunt_won_before_the_last_game_is_not_outright(tmp_path: Path) -> None:
    longer = packed(tmp_path, ("core-breach, draw: end, isc: end}", "core-breach, draw: end, isc: core-breach}"))
    campaign = campaign_after("isc", "isc", "isc", "resistance", pack=longer)
    assert [game.scenario for game in campaign.games] == ["infiltration", "evasion", "manhunt", "core-breach"]
    assert (campaign.points, campaign.result) == ({"resistance": 2, "isc": 6}, (0, "outright", "ES-CAMP-01"))


# -- whole campaigns ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-CAMP-01", "ES-CAMP-02")
@pytest.mark.parametrize("seed", range(4))
def test_random_play_brings_a_campaign_to_its_end_and_repeats(seed: int) -> None:
    texts = []
    for _ in range(2):
        campaign = Campaign.new(SIDES, seed)
        while campaign.next_scenario is not None:
            match = play_out(next_game(campaign), seed)
            campaign.record(match)
            assert campaign.games[-1].seed == match.dice.seed  # type: ignore[union-attr]
        texts.append(campaign.save())
        assert campaign.result is not None
        assert 2 <= len(campaign.games) <= 4
    assert texts[0] == texts[1]


def resistance_hacks(match: Match) -> str:
    """The Resistance walks two hackers to terminals and hacks; everybody else passes."""
    t = table(match)
    question, options = match.decision, match.decision.options
    keys_now = question.keys()
    for word in ("hack T", "enter", "activate jimmy", "activate solenne", "reroll"):
        for key in keys_now:
            if key.startswith(word) and question.seat == t.state.seats[0]:
                return str(key)
    active = t.state.active
    name = t.ground.cards[active].id if active >= 0 else ""
    if question.seat == t.state.seats[0] and name in ("jimmy", "solenne"):
        left = [terminal for terminal in t.ground.terminals if not t.state.hacked >> terminal.number & 1]
        goal = left[0 if name == "jimmy" else -1]
        field = Paths(t.ground).field(t.state, 0, 1 << goal.square)
        here = t.state.characters[active].square
        steps = [option for option in options if option.kind == "step" and field[option.args[0]] < field[here]]
        doors = [option for option in options if option.kind in ("open", "hack_door")]
        if steps or doors:
            return str(min(steps, key=lambda option: field[option.args[0]]).key if steps else doors[0].key)
    passes = [key for key in keys_now if key in ("end", "done", "no dodge", "no counter-measure", "keep")]
    return str((passes or keys_now)[0])


@pytest.mark.rule("ES-CAMP-02")
def test_a_played_win_of_the_resistance_leads_to_data_heist_with_a_token() -> None:
    campaign = Campaign.new(SIDES, 1)
    match = next_game(campaign)
    while not match.over:
        match.answer(resistance_hacks(match))
    assert match.result == (0, "victory", "ES-RES-01")
    campaign.record(match)
    following = next_game(campaign)
    assert (following.state.scenario, following.state.revolution) == ("data-heist", 1)


@pytest.mark.rule("ES-CAMP-02")
def test_a_random_game_won_by_the_isc_leads_to_evasion_with_a_datadisk() -> None:
    campaign = Campaign.new(SIDES, 1)
    match = play_out(next_game(campaign), 1, anything)
    assert match.result == (1, "victory", "ES-RES-01")
    campaign.record(match)
    following = until(next_game(campaign), "gift of datadisk")
    assert following.state.scenario == "evasion"
    assert keys(following) == [
        "gift to ubume",
        "gift to bailiff",
        "gift to magnes",
        "gift to static",
    ]  # Mamushi is Armless


# -- what each result does ---------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-CAMP-02")
def test_a_win_of_the_isc_gives_it_the_datadisk_from_the_bag() -> None:
    match = until(next_game(campaign_after("isc")), "gift of datadisk")
    assert match.decision.seat == 1
    match.answer("gift to bailiff")
    assert match.state.tokens[who(match, "bailiff").holds].label == "datadisk"
    assert dict(match.state.bag)["datadisk"] == 0
    assert match.state.revolution == 0


@pytest.mark.rule("ES-CAMP-02")
def test_a_draw_places_two_more_equipment_tokens() -> None:
    campaign = campaign_after(None)
    assert campaign.setup()["campaign"] == {"more_equipment": 2}
    match = until(next_game(campaign), "deploy ashton")
    assert sum(token.kind == "equipment" for token in match.state.tokens.values()) == 10  # Evasion has 8
    assert match.state.revolution == 0


@pytest.mark.rule("ES-CAMP-02")
def test_the_taken_out_start_damaged_but_never_taken_out(tmp_path: Path) -> None:
    campaign = campaign_after("resistance", out=["ashton", "tilt", "ubume"])
    assert campaign.setup()["campaign"]["damage"] == [["ashton", 2], ["tilt", 2]]
    match = next_game(campaign)
    assert {c.index: c.damage for c in match.state.characters if c.damage} == {0: 2, 4: 2}
    harder = packed(tmp_path, ("then: {start_damage: 2}", "then: {start_damage: 20}"))
    match = next_game(campaign_after("resistance", out=["ashton", "tilt"], pack=harder))
    assert [(who(match, name).damage, who(match, name).status) for name in ("ashton", "tilt")] == [(7, 0), (4, 0)]


@pytest.mark.rule("ES-CAMP-02")
def test_who_left_with_equipment_keeps_it() -> None:
    campaign = campaign_after(
        "isc",
        "resistance",
        left=["ashton", "tilt", "bruno", "solenne"],
        holds={"ashton": "medkit", "bruno": "1", "jimmy": "radio"},
    )
    assert campaign.games[-1].left == (("ashton", "medkit"), ("solenne", ""), ("bruno", ""), ("tilt", ""))
    assert campaign.setup()["campaign"] == {"revolution": 1, "kept": [["ashton", "medkit"]]}
    match = until(next_game(campaign), "action of ashton")
    assert match.state.tokens[who(match, "ashton").holds].label == "medkit"
    assert [who(match, name).holds for name in ("bruno", "solenne", "tilt", "jimmy")] == ["", "", "", ""]
    assert dict(match.state.bag)["medkit"] == 1


@pytest.mark.rule("ES-CAMP-02")
def test_a_kept_datadisk_cannot_be_taken_from_the_bag_as_well() -> None:
    campaign = campaign_after("isc", "isc", left=["jimmy"], at={}, holds={"jimmy": "datadisk"})
    assert "CQ-I1" in [item.id for item in campaign.consequences()]
    assert "gift" not in campaign.setup()["campaign"]
    match = until(next_game(campaign), "deploy ashton")
    assert dict(match.state.bag)["datadisk"] == 0
    assert match.state.tokens[who(match, "jimmy").holds].label == "datadisk"


@pytest.mark.rule("ES-CAMP-02")
def test_stolen_codes_unlock_one_door_of_data_heist() -> None:
    match = until(next_game(campaign_after("resistance")), "stolen codes")
    assert match.decision.seat == 0
    board = table(match).ground.board
    locked = [door.id for door in board.doors if door.locked]
    assert keys(match) == [f"unlock {name}" for name in locked]
    match.answer("unlock B03")
    door = board.door("B03")
    assert not match.state.locks & door.edge
    assert match.state.shut & door.edge  # closed, not open
    assert match.state.locks.bit_count() == len(locked) - 1


@pytest.mark.rule("ES-CAMP-02")
def test_doors_open_on_the_map_they_belong_to_only(tmp_path: Path) -> None:
    elsewhere = packed(tmp_path, ("door_opens: {map: B,", "door_opens: {map: A,"))
    assert campaign_after("resistance", pack=elsewhere).setup()["campaign"] == {"revolution": 1}
    assert campaign_after("resistance").setup()["campaign"] == {"revolution": 1, "open_doors": 1}


@pytest.mark.rule("ES-CAMP-02")
def test_a_lost_evasion_wounds_the_courier_of_manhunt_on_top_of_all_else() -> None:
    campaign = campaign_after("isc", "isc")
    assert campaign.setup()["campaign"]["courier_damage"] == 1
    match = until(next_game(campaign), "the courier")
    named = match.fork(match.dice)
    match.answer("name ashton")  # was Taken out in Evasion
    assert who(match, "ashton").damage == 3
    named.answer("name solenne")
    assert (who(named, "solenne").damage, who(named, "ashton").damage) == (1, 2)


@pytest.mark.rule("ES-CAMP-02")
def test_a_courier_wound_waits_for_no_later_scenario(tmp_path: Path) -> None:
    other = packed(
        tmp_path,
        ("data-heist, draw: last-bastion, isc: manhunt}", "data-heist, draw: last-bastion, isc: last-bastion}"),
    )
    campaign = campaign_after("isc", "isc", pack=other)
    assert campaign.next_scenario == "last-bastion"
    assert "courier_damage" not in campaign.setup()["campaign"]
    campaign.record(ended(campaign, "isc"))
    assert campaign.next_scenario == "manhunt"
    assert "courier_damage" not in campaign.setup()["campaign"]


@pytest.mark.rule("ES-CAMP-02")
def test_a_won_data_heist_makes_the_cores_easier() -> None:
    match = next_game(campaign_after("resistance", "resistance"))
    assert [(terminal.id, terminal.difficulty) for terminal in table(match).ground.terminals] == [
        ("CORE1", 6),
        ("CORE2", 6),
    ]
    match = next_game(campaign_after("isc", "isc", "resistance"))
    assert [terminal.difficulty for terminal in table(match).ground.terminals] == [7, 7]


@pytest.mark.rule("ES-CAMP-02")
def test_a_lost_bastion_narrows_the_block_of_airlocks_in_manhunt() -> None:
    campaign = campaign_after(None, None, "isc")
    wish = campaign.setup()
    assert (wish["scenario"], wish["campaign"]["factory_radius"]) == ("manhunt", 2)
    for carried, blocked in ((wish["campaign"], False), ({}, True)):
        setting = GAME.prepare(scenario="manhunt", options=None, pack=None, setup={"campaign": carried})
        match = lay(setting, Seeded(1), {"jimmy": (7, 3), "ubume": (10, 0)}, acting="isc")  # 3 squares from Airlock 1
        assert airlock_blocked(table(match), 1) is blocked


@pytest.mark.rule("ES-CAMP-02")
def test_consequences_reach_the_next_game_only() -> None:
    campaign = campaign_after("resistance", out=["ashton"])
    assert [item.id for item in campaign.consequences()] == ["CQ-R1", "CQ-W1", "CQ-H1"]
    campaign.record(ended(campaign, None))
    assert [item.id for item in campaign.consequences()] == ["CQ-D1"]
    assert campaign.setup()["campaign"] == {"more_equipment": 2}


@pytest.mark.rule("ES-CAMP-02")
def test_all_conditions_of_a_consequence_must_hold(tmp_path: Path) -> None:
    both = packed(
        tmp_path,
        (
            "if: {won: resistance}, then: {rev",
            "if: {won: resistance, taken_out: isc, left_board: resistance}, then: {rev",
        ),
        ("revolution_tokens: 1", "revolution_tokens: 3"),
    )
    for more, tokens in (
        ({}, 0),
        ({"out": ["ubume"]}, 0),
        ({"left": ["tilt"]}, 0),
        ({"out": ["ubume"], "left": ["tilt"]}, 3),
    ):
        assert next_game(campaign_after("resistance", pack=both, **more)).state.revolution == tokens
    not_drawn = packed(tmp_path, ("if: {draw: true}", "if: {draw: false}"))
    assert campaign_after(None, pack=not_drawn).carryover().more_equipment == 0
    assert campaign_after("isc", pack=not_drawn).carryover().more_equipment == 2


# -- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-CAMP-01")
def test_factions_cannot_be_swapped_between_games() -> None:
    campaign = campaign_after("resistance")
    swapped = Campaign.new(("isc", "resistance"), 7)
    swapped.games = list(campaign.games)
    with pytest.raises(SetupError, match="keep their factions"):
        campaign.record(ended(swapped, "resistance"))
    with pytest.raises(SetupError, match="keep their factions"):
        campaign.hold(next_game(swapped))
    assert (len(campaign.games), campaign.running) == (1, None)


@pytest.mark.rule("ES-CAMP-01", "ES-CAMP-02")
def test_only_the_game_that_is_due_is_recorded(tmp_path: Path) -> None:
    campaign = campaign_after("resistance")
    wish = campaign.setup()
    with pytest.raises(SetupError, match="not over"):
        campaign.record(next_game(campaign))
    with pytest.raises(SetupError, match="goes on with 'data-heist', not with 'infiltration'"):
        campaign.record(ended(Campaign.new(SIDES, 7), "isc"))
    with pytest.raises(SetupError, match="consequences"):
        campaign.hold(fireteam.new("escape", **{**wish, "campaign": {"revolution": 2, "open_doors": 1}}))
    with pytest.raises(SetupError, match="whole squads"):
        campaign.hold(fireteam.new("escape", **wish, squads={"isc": ["ubume"]}))
    with pytest.raises(SetupError, match="another pack"):
        campaign.hold(fireteam.new("escape", **wish, pack=packed(tmp_path, ("life: 8", "life: 9"))))
    assert len(campaign.games) == 1
    over = campaign_after("isc", "isc", "isc")
    with pytest.raises(SetupError, match="the campaign has ended"):
        over.record(ended(Campaign.new(SIDES, 7), "isc"))
    with pytest.raises(SetupError, match="recorded, not held"):
        campaign.hold(ended(campaign, None))


@pytest.mark.rule("ES-CAMP-01")
@pytest.mark.parametrize(
    "factions", ["resistance", ("isc", "isc"), ("isc",), ("isc", "resistance", "isc"), ("isc", "rebels")]
)
def test_one_seat_plays_each_faction(factions: Sequence[str]) -> None:
    with pytest.raises(SetupError, match="ES-GEN-01"):
        Campaign.new(factions, 1)


@pytest.mark.rule("ES-CAMP-01", "ES-CAMP-02")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("factions_locked: true", "factions_locked: false", "keeps its factions"),
        (
            "give_equipment: {faction: isc,",
            "give_equipment: {faction: resistance,",
            "'CQ-I1': equipment is given to the isc only",
        ),
        ("chosen_by: resistance", "chosen_by: isc", "'CQ-H1': doors are chosen by the resistance only"),
        (
            "{courier_damage: 1}",
            "{give_equipment: {faction: isc, token: radio}}",
            "two consequences give equipment after 'evasion'",
        ),
    ],
)
def test_a_campaign_that_the_rules_cannot_carry_out_is_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        Campaign.new(SIDES, 1, packed(tmp_path, (old, new)))


def test_a_pack_without_a_campaign_has_none_to_play(tmp_path: Path) -> None:
    text = (PACKS.folder / "sublevel_zero.yaml").read_text(encoding="utf-8")
    (tmp_path / "short.yaml").write_text(text[: text.index("\ncampaign:") + 1], encoding="utf-8")
    with pytest.raises(SetupError, match="has no campaign"):
        Campaign.new(SIDES, 1, str(tmp_path / "short.yaml"))


# -- kept as text ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-CAMP-01", "ES-CAMP-02")
def test_a_campaign_is_saved_and_resumed_between_games(tmp_path: Path) -> None:
    campaign = campaign_after(
        "isc", "resistance", left=["ashton", "tilt", "bruno", "solenne"], holds={"tilt": "radio"}, out=["rivet"]
    )
    campaign.write(tmp_path / "kept" / "campaign.json")
    again = Campaign.read(tmp_path / "kept" / "campaign.json")
    assert again.save() == campaign.save()
    assert again.games == campaign.games
    assert again.games[-1] == Played(
        "evasion",
        "resistance",
        ("rivet",),
        (("ashton", ""), ("solenne", ""), ("bruno", ""), ("tilt", "radio")),
        campaign.games[-1].seed,
    )
    assert again.setup() == campaign.setup()
    assert [file.name for file in (tmp_path / "kept").iterdir()] == ["campaign.json"]
    again.record(ended(again, "isc"))
    assert again.next_scenario == "last-bastion"


@pytest.mark.rule("ES-CAMP-01", "ES-CAMP-02")
def test_a_game_in_progress_is_kept_with_the_campaign() -> None:
    campaign = campaign_after("isc")
    match, rng = next_game(campaign), random.Random(5)
    for _ in range(60):
        match.answer(anything(match, rng))
    campaign.hold(match)
    again = Campaign.load(campaign.save())
    resumed = again.resume()
    assert resumed is not None
    assert resumed.state.dump() == match.state.dump()
    for game in (match, resumed):
        play_out(game, 6)
    campaign.record(match)
    again.record(resumed)
    assert again.running is None
    assert again.resume() is None
    assert again.save() == campaign.save()


def test_real_dice_leave_no_seed() -> None:
    campaign = Campaign.new(SIDES, 7)
    match = ended(campaign, "isc")
    match.dice = None
    campaign.record(match)
    assert campaign.games[0].seed is None
    assert Campaign.load(campaign.save()).games == campaign.games


def broken(change: Callable[[dict[str, Any]], object]) -> str:
    """The text of a sound campaign with something changed in it."""
    campaign = campaign_after("isc", "isc", left=["jimmy"], at={}, holds={"jimmy": "medkit"})
    data = json.loads(campaign.save())
    change(data)
    return json.dumps(data)


BROKEN: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda d: d.update(format="fireteam campaign 99"), "not a Fireteam campaign"),
    (lambda d: d.update(game="chess"), "one of 'chess'"),
    (lambda d: d.pop("seed"), "'seed' is missing"),
    (lambda d: d.update(colour="red"), "unknown entry"),
    (lambda d: d.update(pack=7), "'pack' is a name or null"),
    (lambda d: d.update(pack="nowhere"), "no such pack"),
    (lambda d: d.update(digest="00"), "the content has changed"),
    (lambda d: d.update(factions="isc"), "'factions' is a list"),
    (lambda d: d.update(factions=["isc", "isc"]), "ES-GEN-01"),
    (lambda d: d.update(seed=True), "'seed' is a whole number"),
    (lambda d: d.update(games={}), "'games' is a list"),
    (lambda d: d.update(running=5), "'running' is the text"),
    (lambda d: d.update(running="fireteam"), "the running game: line 1: not a Fireteam save"),
    (lambda d: d["games"].append(7), "game 3: the keys must be"),
    (lambda d: d["games"][0].pop("seed"), "game 1: the keys must be"),
    (lambda d: d["games"].pop(0), "game 1: 'infiltration' was due, not 'evasion'"),
    (lambda d: d["games"][0].update(winner="resistance"), "game 2: 'data-heist' was due"),
    (lambda d: d["games"][0].update(winner="nobody"), "game 1: the winner is"),
    (lambda d: d["games"][0].update(winner=[]), "game 1: the winner is"),
    (lambda d: d["games"][0].update(scenario={}), "game 1: 'infiltration' was due"),
    (lambda d: d["games"][0].update(seed="x"), "game 1: 'seed' is a whole number or null"),
    (lambda d: d["games"][1].update(taken_out="ashton"), "game 2: 'taken_out' is a list"),
    (lambda d: d["games"][1].update(taken_out=["zorro"]), "game 2: 'zorro' is in no squad"),
    (lambda d: d["games"][1].update(taken_out=[["ashton"]]), "is in no squad"),
    (lambda d: d["games"][1].update(taken_out=["tilt", "tilt"]), "game 2: 'tilt' is named twice"),
    (lambda d: d["games"][1].update(taken_out=["jimmy"]), "game 2: 'jimmy' is named twice"),
    (lambda d: d["games"][1].update(left=["jimmy"]), "game 2: 'left' maps"),
    (lambda d: d["games"][1].update(left={"jimmy": "sword"}), "game 2: no equipment 'sword'"),
    (lambda d: d["games"][1].update(left={"jimmy": 3}), "game 2: no equipment 3"),
    (lambda d: d["games"][1].update(left={"jimmy": ["x"]}), "game 2: no equipment"),
    (
        lambda d: d["games"][1].update(taken_out=[], left={"jimmy": "datadisk", "tilt": "datadisk"}),
        "only 1 of 'datadisk'",
    ),
]


@pytest.mark.parametrize(("change", "reason"), BROKEN)
def test_a_broken_file_is_refused_with_the_reason(change: Callable[[dict[str, Any]], object], reason: str) -> None:
    with pytest.raises(SaveError) as caught:
        Campaign.load(broken(change))
    assert reason in str(caught.value)


def test_games_after_the_end_are_refused() -> None:
    data = json.loads(campaign_after("isc", "isc", "isc").save())
    data["games"].append(data["games"][-1])
    with pytest.raises(SaveError, match="game 4: the campaign had ended before"):
        Campaign.load(json.dumps(data))


@pytest.mark.rule("ES-CAMP-01")
def test_a_running_game_that_is_not_due_is_refused() -> None:
    campaign = Campaign.new(SIDES, 7)
    campaign.hold(next_game(campaign))
    data = json.loads(campaign.save())
    data["factions"] = ["isc", "resistance"]
    with pytest.raises(SaveError, match="the running game: the seats keep their factions"):
        Campaign.load(json.dumps(data))


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "[" * 100_000, '{"format": ' + "9" * 5000 + "}"])
def test_what_is_no_campaign_is_refused(text: str) -> None:
    with pytest.raises(SaveError):
        Campaign.load(text)


def test_a_cut_off_file_names_its_line() -> None:
    text = campaign_after("isc").save()
    with pytest.raises(SaveError) as caught:
        Campaign.load(text[: text.index('"games"')])
    assert caught.value.line > 1


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be read"):
        Campaign.read(tmp_path / "missing.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SaveError, match="is not text"):
        Campaign.read(tmp_path / "bytes.json")
