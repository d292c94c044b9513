"""Links: only what was signed here is read, to the last character."""

from __future__ import annotations

import os
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.core.errors import FireteamError
from fireteam.server.links import Link, Links, secret_of
from fireteam.server.messages import Fault

SECRET = bytes(range(32))


def refused(links: Links, token: str) -> bool:
    """Whether a token is no link."""
    with pytest.raises(Fault) as caught:
        links.read(token)
    return caught.value.code == "bad_token"


@pytest.mark.parametrize(
    ("role", "seat", "name"),
    [("host", None, "host"), ("watch", None, "watch"), ("seat", 0, "seat 0"), ("seat", 7, "seat 7")],
)
def test_a_link_says_what_it_was_made_for(role: str, seat: int | None, name: str) -> None:
    links = Links(SECRET)
    token = links.token("m-4_x", role, seat, 3)
    assert links.read(token) == Link("m-4_x", role, seat, 3)
    assert links.read(token).name == name
    assert token == Links(SECRET).token("m-4_x", role, seat, 3), "the same link is the same text"
    assert len(token) < 200 and token.replace("-", "").replace("_", "").replace(".", "").isalnum(), "fit for an address"


def test_links_differ_by_everything_they_say() -> None:
    links = Links(SECRET)
    made = {
        links.token(match, role, seat, generation)
        for match in ("a", "b")
        for role, seat in (("host", None), ("watch", None), ("seat", 0), ("seat", 1))
        for generation in (0, 1)
    }
    assert len(made) == 16


def test_a_changed_link_is_refused() -> None:
    links = Links(SECRET)
    token = links.token("abc", "seat", 0, 0)
    for place, letter in enumerate(token[:-1]):  # the last letter of base 64 has spare bits
        assert refused(links, token[:place] + ("A" if letter != "A" else "B") + token[place + 1 :])
    assert refused(links, token.replace("seat0", "host"))
    assert refused(links, token[:-4])
    assert refused(Links(bytes(32)), token), "another server's"


@given(st.text(max_size=500))
def test_garbage_is_refused(text: str) -> None:
    assert refused(Links(SECRET), text)


@pytest.mark.parametrize("token", ["", ".", "a.host.0", "a.host.0.", "é.host.0.x", "x" * 100_000, "a\x00b", "\ud800"])
def test_odd_texts_are_refused(token: str) -> None:
    assert refused(Links(SECRET), token)


@pytest.mark.parametrize(
    ("match", "role", "seat"),
    [("a.b", "host", None), ("", "host", None), ("a", "king", None), ("a", "seat", None), ("a", "host", 1)],
)
def test_a_link_that_makes_no_sense_is_not_made(match: str, role: str, seat: int | None) -> None:
    with pytest.raises(ValueError, match="no link"):
        Links(SECRET).token(match, role, seat, 0)


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(FireteamError, match="16 bytes"):
        Links(b"short")


def test_the_secret_is_made_once(tmp_path: Path) -> None:
    directory = tmp_path / "deep" / "table"
    first = secret_of(directory)
    assert len(first) == 32
    assert secret_of(directory) == first
    assert os.listdir(directory) == ["secret"], "nothing is left beside it"
    if sys.platform != "win32":
        assert stat.S_IMODE((directory / "secret").stat().st_mode) == 0o600
    assert secret_of(tmp_path / "other") != first


def test_many_at_once_get_the_same_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        assert len(set(pool.map(lambda _: secret_of(tmp_path), range(64)))) == 1


def test_a_broken_secret_is_named(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("torn", encoding="ascii")
    with pytest.raises(FireteamError, match="holds no secret"):
        secret_of(tmp_path)
    (tmp_path / "secret").write_bytes(b"\xff\xfe")
    with pytest.raises(FireteamError, match="cannot be read"):
        secret_of(tmp_path)


def test_a_link_has_one_spelling() -> None:
    links = Links(bytes(range(32)))
    made = [links.token(f"match{number}", "host", None, 0) for number in range(40)]
    others = [token.replace("-", "+").replace("_", "/") for token in made if "-" in token or "_" in token] + [
        f"{token}=" for token in made
    ]
    # The last letter of 43 carries two bits that say nothing: its neighbours would mean the same signature.
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    others += [token[:-1] + letters[letters.index(token[-1]) ^ 1] for token in made]
    assert len(others) > len(made)
    for token in others:
        with pytest.raises(Fault, match="not valid"):
            links.read(token)
