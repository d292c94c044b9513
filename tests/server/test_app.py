"""The HTTP side: routes, errors, and the page's files."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fireteam.server.settings import Pace
from tests.server.edge import HOST, LINKS, WATCH, Edge, running

OFTEN: dict[str, Any] = dict.fromkeys(("creating", "importing", "building", "guessing"), Pace(1000, 1000))
BY_HOST = {"authorization": f"Bearer {HOST}"}
SEATS = [{"kind": "here"}, {"kind": "bot", "bot": "greedy"}]


@pytest.fixture(scope="module")
def edge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Edge]:
    page = tmp_path_factory.mktemp("page")
    (page / "assets").mkdir()
    (page / "index.html").write_text("<!doctype html><title>table</title>" + "<p>words</p>" * 200, encoding="utf-8")
    (page / "assets" / "index-abc123.js").write_text("let a = 1;\n" * 500, encoding="utf-8")
    (page / "icon.svg").write_text("<svg/>", encoding="utf-8")
    with running(page=page, **OFTEN) as found:
        yield found


def error_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_health_and_metrics(edge: Edge) -> None:
    found = {"status": "ok", "name": "fireteam", "version": "", "trouble": []}
    assert edge.http.get("/healthz").json() | {"version": ""} == found
    edge.lobby.trouble.append("the disk is nearly full")
    assert edge.http.get("/healthz").status_code == 503
    edge.lobby.trouble.clear()
    answer = edge.http.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    for name in (
        "fireteam_answer_seconds_count",
        "fireteam_sockets",
        "fireteam_viewers",
        "fireteam_store_append_seconds_count",
    ):
        assert f"\n{name}" in answer.text
    assert 'fireteam_errors_total{code="bad_token"}' in answer.text


def test_games_and_rules_are_compressed(edge: Edge) -> None:
    answer = edge.http.get("/api/games")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.json() == edge.lobby.games()
    plain = edge.http.get("/api/games", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == edge.lobby.games()
    assert edge.http.get("/api/rules/escape").json() == {"game": "escape"}
    assert error_of(edge.http.get("/api/rules/chess")) == (404, "not_found")


def test_a_match_is_made(edge: Edge) -> None:
    wish = {
        "game": "escape",
        "scenario": "infiltration",
        "seats": SEATS,
        "seed": 7,
        "options": {"fog": True},
        "pace": 300,
    }
    answer = edge.http.post("/api/matches", json=wish)
    assert answer.status_code == 201
    assert answer.json()["links"]["host"] == HOST
    kept = edge.lobby.wishes[-1]
    assert (kept.game, kept.seed, kept.pace, kept.options, kept.seats[1].bot) == (
        "escape",
        7,
        300,
        {"fog": True},
        "greedy",
    )


@pytest.mark.parametrize(
    "change",
    [
        *(
            {"game": 5},
            {"game": ""},
            {"game": "x" * 81},
            {"more": 1},
            {"seats": []},
            {"seats": SEATS * 5},
            {"seats": "both"},
        ),
        *(
            {"dice": "loaded"},
            {"seed": -1},
            {"seed": 2**63},
            {"pace": 60_001},
            {"options": {"x": "y" * 81}},
            {"options": {"x": [1]}},
        ),
        *({"seats": [{"kind": "bot", "bot": name}]} for name in ("bot.py:Bot", "../bot", "a b", "", "x" * 41)),
    ],
)
def test_a_wish_that_does_not_fit_is_refused(edge: Edge, change: dict[str, Any]) -> None:
    before = len(edge.lobby.wishes)
    answer = edge.http.post("/api/matches", json={"game": "escape", "seats": SEATS, **change})
    assert error_of(answer) == (422, "garbage")
    assert len(edge.lobby.wishes) == before


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"game":' + b"[" * 20_000, b"9" * 60_000])
def test_a_body_that_is_no_wish(edge: Edge, body: bytes) -> None:
    answer = edge.http.post("/api/matches", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["code"] == "garbage"


def test_the_form_of_a_team_is_asked_for(edge: Edge) -> None:
    for wish in ({"text": "format: x"}, {"team": {"name": "A"}}, {"side": "wardens", "limit": 100}):
        answer = edge.http.post("/api/teams/deadzone", json=wish)
        assert (answer.status_code, answer.json()) == (200, {"game": "deadzone"})
        assert edge.lobby.wishes[-1].model_dump(exclude_none=True) == wish
    answer = edge.http.post("/api/teams/deadzone", json={"text": "broken"})
    assert answer.json() == {"error": {"code": "setup", "text": "no such key", "params": {"line": 3}}}


@pytest.mark.parametrize(
    "wish",
    [
        *({}, {"text": "x", "side": "y"}, {"limit": 100}, {"side": "x", "limit": 0}, {"side": "x" * 81}),
        *({"text": "x" * 20_000}, {"team": []}, {"team": {"x" * 81: 1}}, {"team": {str(n): n for n in range(21)}}),
        *({"file": "/etc/passwd"}, {"side": "x", "pack": "other.yaml"}),
    ],
)
def test_a_wish_for_a_team_that_does_not_fit_is_refused(edge: Edge, wish: dict[str, Any]) -> None:
    before = len(edge.lobby.wishes)
    assert error_of(edge.http.post("/api/teams/deadzone", json=wish)) == (422, "garbage")
    assert len(edge.lobby.wishes) == before


def test_a_form_of_another_page_makes_no_match(edge: Edge) -> None:
    body = json.dumps({"game": "escape", "seats": SEATS})
    assert edge.http.post("/api/matches", content=body, headers={"content-type": "text/plain"}).status_code == 422


def test_mistakes_are_told_in_a_sentence(edge: Edge) -> None:
    answer = edge.http.post("/api/matches", json={"game": "broken", "seats": SEATS})
    assert (answer.status_code, answer.json()["error"]["text"]) == (422, "there is no game 'broken'")
    answer = edge.http.post("/api/import", json={"text": "broken"})
    assert answer.json() == {"error": {"code": "setup", "text": "line 7: no such topic", "params": {"line": 7}}}


def test_what_nobody_expected_is_logged_and_not_shown(edge: Edge, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        answer = edge.http.post("/api/matches", json={"game": "crash", "seats": SEATS})
    assert error_of(answer) == (500, "internal")
    assert "secret" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    (record,) = caplog.records
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


def test_imports(edge: Edge) -> None:
    assert edge.http.post("/api/import", json={"text": "a save\n" * 150_000}).status_code == 201
    assert edge.lobby.wishes[-1] == (1_050_000, None)
    assert edge.http.post("/api/import", json={"text": "a", "bot": "random"}).status_code == 201
    assert [seat.kind for seat in edge.lobby.wishes[-1][1]] == ["here", "bot"]


def test_what_a_link_shows(edge: Edge) -> None:
    assert edge.http.get("/api/match", headers=BY_HOST).json() == {"match": "m1", "role": "host"}
    assert edge.http.get("/api/links", headers=BY_HOST).json() == {"host": HOST}
    assert error_of(edge.http.get("/api/links", headers={"authorization": f"Bearer {WATCH}"})) == (403, "forbidden")
    assert edge.http.post("/api/links", headers=BY_HOST, json={"role": "seat", "seat": 1}).json() == {
        "token": "m1 seat 1"
    }
    assert edge.http.post("/api/links", headers=BY_HOST, json={"role": "king"}).status_code == 422
    assert edge.http.get("/api/replay", headers=BY_HOST).json() == {"total": 3}
    assert edge.http.get("/api/replay/2", headers=BY_HOST).json() == {"at": 2}
    assert error_of(edge.http.get("/api/replay/4", headers=BY_HOST)) == (404, "not_found")
    assert edge.http.get("/api/replay/-1", headers=BY_HOST).status_code == 404
    assert edge.http.get("/api/replay/x", headers=BY_HOST).status_code == 422
    answer = edge.http.post("/api/branch", headers=BY_HOST, json={"at": 2, "seats": SEATS})
    assert (answer.status_code, answer.json()) == (201, {"match": "m1", "at": 2, "seats": 2})


def test_a_save_is_a_file_with_a_harmless_name(edge: Edge) -> None:
    answer = edge.http.get("/api/save", headers=BY_HOST)
    assert answer.text == "the save\n"
    assert answer.headers["content-disposition"] == 'attachment; filename="a-game-x-y.txt"'
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "shown", [None, "", "Bearer", "Basic x", f"Bearer {HOST}x", "Bearer " + "é" * 50, "Bearer " + "x" * 5000]
)
def test_without_a_valid_link_nothing_is_shown(edge: Edge, shown: str | None) -> None:
    headers = [] if shown is None else [(b"authorization", shown.encode())]
    for path in ("/api/match", "/api/links", "/api/save", "/api/replay", "/api/replay/0"):
        assert error_of(edge.http.get(path, headers=headers)) == (401, "bad_token")
    assert error_of(edge.http.post("/api/branch", headers=headers, json={"at": 0, "seats": SEATS})) == (
        401,
        "bad_token",
    )


def test_a_revoked_link(edge: Edge) -> None:
    old = LINKS.token("m1", "host", None, 0)
    assert error_of(edge.http.get("/api/match", headers={"authorization": f"Bearer {old}"})) == (401, "bad_token")


def test_the_page(edge: Edge) -> None:
    answer = edge.http.get("/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.text.startswith("<!doctype html>")
    again = edge.http.get("/", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    script = edge.http.get("/assets/index-abc123.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    assert edge.http.get("/icon.svg").headers["content-type"].startswith("image/svg+xml")
    assert edge.http.head("/").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/assets/",
        "/assets/../../app.py",
        "/..%2fapp.py",
        "/%2e%2e/app.py",
        "/docs",
        "/openapi.json",
        "/api/x",
    ],
)
def test_what_is_not_there(edge: Edge, path: str) -> None:
    assert error_of(edge.http.get(path)) == (404, "not_found")


def test_a_page_built_anew_is_seen_at_once(tmp_path: Path) -> None:
    with running(page=tmp_path) as edge:
        answer = edge.http.get("/")
        assert answer.status_code == 503
        assert "make page" in answer.text
        (tmp_path / "index.html").write_text("one", encoding="utf-8")
        assert edge.http.get("/").text == "one"
        (tmp_path / "index.html").write_text("three", encoding="utf-8")
        assert edge.http.get("/").text == "three"


def test_metrics_that_a_proxy_asks_for_are_not_found(edge: Edge) -> None:
    passed_on = {"x-forwarded-for": "192.0.2.7"}
    assert error_of(edge.http.get("/metrics", headers=passed_on)) == (404, "not_found")
    with running(metrics_token="a token of some length") as guarded:
        by_token = {**passed_on, "authorization": "Bearer a token of some length"}
        assert guarded.http.get("/metrics", headers=by_token).status_code == 200
        assert guarded.http.get("/metrics", headers=passed_on).status_code == 404


def test_a_match_that_cannot_be_kept_is_told_so_without_a_place(edge: Edge) -> None:
    answer = edge.http.post("/api/matches", json={"game": "full", "seats": SEATS})
    assert error_of(answer) == (503, "broken")
    assert "cannot keep" in answer.text and "database" not in answer.text
