"""Teams that are built at the table: their form, files that are none, and matches that begin with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fireteam.core.errors import FireteamError, PackError
from fireteam.server.lobby import Lobby
from fireteam.server.requests import MatchWish, SeatWish, TeamWish
from tests.deadzone.prices import cost
from tests.server.lobbykit import in_lobby, match_of, refused

HERE = [SeatWish(kind="here"), SeatWish(kind="here")]


def team(*units: str, **changes: Any) -> dict[str, Any]:
    """The data of a team of wardens."""
    models = [{"unit": unit} for unit in units]
    return {
        "format": "deadzone-team/1",
        "name": "Mine",
        "faction": "wardens",
        "limit": 100,
        "models": models,
        **changes,
    }


GOOD = team("lamp_captain", "watchhand", "watchhand")


def test_a_form_is_asked_for_by_faction_data_and_text(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        new = await lobby.team_form("deadzone", TeamWish(side="brine", limit=150))
        assert (new["points"], new["limit"], new["ok"]) == (0, 150, False)
        assert {fault["rule"] for fault in new["faults"]} == {"DZ-SETUP-02"}
        built = await lobby.team_form("deadzone", TeamWish(team=GOOD))
        points = cost("lamp_captain", "watchhand", "watchhand")
        assert (built["points"], built["ok"], built["team"]) == (points, True, GOOD)
        again = await lobby.team_form("deadzone", TeamWish(text=built["text"]))
        assert again == built
        games = {game["name"]: game["teams"] for game in lobby.games()["games"]}
        assert games == {"escape": False, "killteam": False, "deadzone": True, "necromunda": True}
        gang = await lobby.team_form("necromunda", TeamWish(side="choir-haul"))
        assert (gang["side"], gang["currency"], gang["limit"], gang["named"]) == ("choir", "credits", 1000, True)
        for game in ("escape", "chess"):
            assert (await refused(lobby.team_form(game, TeamWish(side="x")))).code == "not_found"

    in_lobby(tmp_path, work)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "the file must be a mapping"),
        ("format: deadzone-team/1\nname: {", 2, "is not valid YAML"),
        ("format: deadzone-team/1\nname: &a x\nfaction: *a", 3, "aliases"),
        ("format: !!python/object/apply:os.system [x]", 1, "is not used in data files"),
        ("[" * 5000, 1, "is nested more than 40 deep"),
        ("format: deadzone-team/1\nformat: x", 2, "is given twice"),
        ("a: 1\n---\nb: 2", 2, "more than one YAML document"),
        ("\x00", 1, "is not valid YAML"),
        ("format: \ud800", 1, "is not UTF-8 text"),
    ],
)
def test_a_file_that_is_no_team_is_named_with_its_line(tmp_path: Path, text: str, line: int, reason: str) -> None:
    async def work(lobby: Lobby) -> None:
        with pytest.raises(PackError, match=reason) as caught:
            await lobby.team_form("deadzone", TeamWish.model_construct(text=text))
        assert caught.value.line in (line, 0)

    in_lobby(tmp_path, work)


@pytest.mark.parametrize(
    "data",
    [
        team("lamp_captain", limit=10**30),
        team("lamp_captain", limit=float("inf")),
        team("lamp_captain", limit=True),
        team("lamp_captain", models=[{"unit": "watchhand", "count": 10**9}]),
        team("lamp_captain", models=[{"unit": "x" * 1000}]),
        team("lamp_captain", models=[{"unit": ["x"]}]),
        team("lamp_captain", models={"unit": "x"}),
        team(*["watchhand"] * 61),
        team("lamp_captain", pack="/etc/passwd"),
        team("lamp_captain", file="/etc/passwd"),
        team("lamp_captain", faction="../../x"),
        {},
    ],
)
def test_hostile_data_is_refused_in_a_short_sentence(tmp_path: Path, data: dict[str, Any]) -> None:
    async def work(lobby: Lobby) -> None:
        with pytest.raises(FireteamError) as caught:
            await lobby.team_form("deadzone", TeamWish(team=data))
        assert len(str(caught.value)) < 300
        fault = await refused(lobby.create(MatchWish(game="deadzone", seats=HERE, teams=[data, None])))
        assert fault.code == "setup"
        assert await lobby.storage.count() == 0

    in_lobby(tmp_path, work)


def test_a_match_begins_with_teams_of_either_seat(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        seats: list[tuple[list[dict[str, Any] | None], list[str] | None]] = [
            ([GOOD, None], ["wardens", "tangle"]),
            ([None, GOOD], None),
            ([GOOD, GOOD], None),
        ]
        for teams, sides in seats:
            made = await lobby.create(MatchWish(game="deadzone", seats=HERE, sides=sides, teams=teams))
            await lobby.summary(await lobby.link_of(made["links"]["host"]))
            found = match_of(lobby, made).setting.header()["setup"]["teams"]
            assert [wished in (None, got) for wished, got in zip(teams, found, strict=True)] == [True, True]
            assert sides is None or found[1]["faction"] == "tangle"
        made = await lobby.create(MatchWish(game="deadzone", seats=HERE, setup={"limit": "150"}))
        await lobby.summary(await lobby.link_of(made["links"]["host"]))
        assert match_of(lobby, made).setting.header()["setup"]["teams"][0]["limit"] == 150

    in_lobby(tmp_path, work)


def test_a_match_begins_with_a_gang_of_the_table(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        form = await lobby.team_form("necromunda", TeamWish(side="widows"))
        ready = {**form["ready"], "name": "Hearth"}
        for teams in ([ready, None], [None, ready]):
            made = await lobby.create(MatchWish(game="necromunda", seats=HERE, teams=teams))
            await lobby.summary(await lobby.link_of(made["links"]["host"]))
            gangs = match_of(lobby, made).setting.header()["setup"]["gangs"]
            assert [isinstance(gang, dict) and gang["title"] == "Hearth" for gang in gangs] == [
                team is not None for team in teams
            ]
        broken = {**ready, "models": ready["models"][:1]}
        fault = await refused(lobby.create(MatchWish(game="necromunda", seats=HERE, teams=[broken, None])))
        assert fault.code == "setup" and "a gang has 1 to 12 of the role ganger, not 0 (NE-CAMP-02)" in fault.text

    in_lobby(tmp_path, work)


def test_a_team_that_cannot_play_begins_no_match(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        for wish, reason in (
            (
                {"game": "deadzone", "teams": [team("watchhand"), None]},
                "team Mine: a team has one Leader, not 0 (DZ-",
            ),
            ({"game": "deadzone", "teams": [GOOD]}, "has 2 sides; 1 teams were named"),
            ({"game": "escape", "teams": [GOOD, None]}, "are not built before a match"),
            ({"game": "deadzone", "setup": {"limit": "101"}}, "'101' is no limit; there is 100, 150, 200"),
        ):
            fault = await refused(lobby.create(MatchWish.model_validate({"seats": HERE, **wish})))
            assert fault.code == "setup" and reason in fault.text
        assert await lobby.storage.count() == 0

    in_lobby(tmp_path, work)
