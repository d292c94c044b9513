"""What deploy/ and docs/host.md start is what the command line understands, and is as open as they say."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fireteam.server.proxies import Proxies
from fireteam.server.serve import Serving
from tests.cli.commands import run
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def unit() -> str:
    return (DEPLOY / "fireteam.service").read_text(encoding="utf-8")


def command(name: str) -> list[str]:
    """The words that a file starts the server with, after the name of the program."""
    match name:
        case "service":
            found = re.search(r"^ExecStart=\S+/fireteam (.+?)(?<!\\)$", unit(), re.DOTALL | re.MULTILINE)
            assert found
            return shlex.split(found[1].replace("\\\n", " "))
        case "container":
            text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
            found = re.search(r"^ENTRYPOINT (\[.+\])$", text, re.MULTILINE)
            last = re.search(r"^#  +(--allow-host .+)$", text, re.MULTILINE)
            assert found and last
            return [*json.loads(found[1])[1:], *last[1].split()]
        case _:
            found = re.search(r"^fireteam (serve .+)$", (ROOT / "docs" / "host.md").read_text("utf-8"), re.MULTILINE)
            assert found
            return found[1].split()


@pytest.mark.parametrize("name", ["service", "container", "page"])
def test_the_server_understands_what_it_is_started_with(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Serving] = []
    monkeypatch.setattr("fireteam.server.serve.serve", lambda wish, say: asked.append(wish))
    result = run(*command(name))
    assert result.exit_code == 0, result.output
    (wish,) = asked
    assert (wish.port, wish.browser, wish.log, wish.hosts) == (8712, False, "json", ("table.example.org",))
    assert Proxies(wish.behind_proxy)
    # Only inside of a container may everybody come: who reaches that is said outside of it.
    assert wish.host == ("0.0.0.0" if name == "container" else "127.0.0.1")


def test_the_unit_is_one(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed")
    # The program need not be where an operator would have it.
    file = tmp_path / "fireteam.service"
    file.write_text(re.sub(r"^ExecStart=\S+", f"ExecStart={sys.executable}", unit(), flags=re.MULTILINE), "utf-8")
    done = subprocess.run(
        [analyze, "verify", "--man=no", str(file)], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_files_of_the_image_are_there() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    copied = [name for line in re.findall(r"^COPY (?!--)(.+) \S+$", text, re.MULTILINE) for name in line.split()]
    assert len(copied) >= 7
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_all_examples_speak_of_one_server() -> None:
    for name in ("nginx.conf", "Caddyfile", "fireteam.service", "Containerfile"):
        text = (DEPLOY / name).read_text(encoding="utf-8")
        assert "table.example.org" in text, name
        if name != "fireteam.service":
            assert "8712" in text, name
