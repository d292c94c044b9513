"""The commands that open the table: `serve`, and `fireteam` alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fireteam.server.serve import Serving
from tests.cli.commands import run


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Serving]:
    """What the server would have been started with."""
    found: list[Serving] = []
    monkeypatch.setattr("fireteam.server.serve.serve", lambda wish, say: found.append(wish))
    return found


def test_alone_it_serves_and_opens_the_browser(asked: list[Serving]) -> None:
    result = run()
    assert result.exit_code == 0, result.output
    assert asked == [Serving(or_open=True)]
    assert asked[0].browser


def test_serve_as_it_comes(asked: list[Serving]) -> None:
    assert run("serve").exit_code == 0
    assert asked == [Serving()]
    assert (asked[0].host, asked[0].port) == ("127.0.0.1", 8712)


def test_serve_with_everything(asked: list[Serving], tmp_path: Path) -> None:
    words = "--host 0.0.0.0 --port 9000 --no-browser --workers 3 --allow-origin https://a.example --allow-origin https://b.example"
    more = "--allow-host a.example --log json --bot-seconds 2.5 --odds-seconds 7.5"
    last = "--behind-proxy 10.0.0.1 --behind-proxy 10.1.0.0/16"
    assert run("serve", *words.split(), *more.split(), *last.split(), "--data", str(tmp_path)).exit_code == 0
    origins = ("https://a.example", "https://b.example")
    proxies = ("10.0.0.1", "10.1.0.0/16")
    assert asked == [Serving("0.0.0.0", 9000, False, tmp_path, 3, origins, ("a.example",), "json", 2.5, 7.5, proxies)]


def test_help_lists_everything() -> None:
    text = run("--help").stdout
    for command in ("serve", "play", "campaign", "simulate", "replay", "rules", "games", "odds", "pack"):
        assert f"\n  {command} " in text
    assert "  fireteam serve" in text
    assert any(line.startswith("  fireteam ") for line in run("serve", "--help").stdout.splitlines())


def test_a_mistake_is_one_sentence(tmp_path: Path) -> None:
    result = run("serve", "--log", "xml", "--data", str(tmp_path))
    assert result.exit_code == 2
    assert result.output.startswith("Error: --log is text or json; got 'xml'\nHint: ")


def test_the_other_commands_do_without_a_web_server() -> None:
    code = (
        "import sys, fireteam, fireteam.cli\n"
        "fireteam.new('escape', seed=1)\n"
        "from typer.testing import CliRunner\n"
        "assert CliRunner().invoke(fireteam.cli.app, ['games']).exit_code == 0\n"
        "assert CliRunner().invoke(fireteam.cli.app, ['--help']).exit_code == 0\n"
        "print([name for name in ('fastapi', 'starlette', 'uvicorn', 'websockets', 'prometheus_client') if name in "
        "sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.stdout == "[]\n", done.stderr
