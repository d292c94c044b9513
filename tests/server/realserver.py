"""The real server in a process of its own, with limits that a test or a benchmark chooses, and an eye on its memory and
time."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.request import ProxyHandler, build_opener

from fireteam.server import lobby, serve
from fireteam.server.settings import Limits, Pace
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
HAS_PROC = Path("/proc/self/statm").exists()


def resident(process: int) -> float:
    """Megabytes that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def seconds(process: int) -> float:
    """Processor time of a process, all its threads together."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Served:
    """A server that runs."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.process = process
        self.url = url.rstrip("/")
        self.port = int(self.url.rpartition(":")[2])

    @property
    def alive(self) -> bool:
        """Whether the process runs and says that it is well."""
        return self.process.poll() is None and serve.is_ours(f"{self.url}/")

    def memory(self) -> float:
        """Megabytes that its main process holds, without garbage."""
        self.process.send_signal(signal.SIGUSR1)
        self.metrics()  # the answer comes after the collection
        return resident(self.process.pid)

    def seconds(self) -> float:
        """Processor time of its main process."""
        return seconds(self.process.pid)

    def metrics(self) -> dict[str, float]:
        """Its own numbers."""
        with build_opener(ProxyHandler({})).open(f"{self.url}/metrics", timeout=PATIENCE) as answer:
            lines = answer.read().decode().splitlines()
        return {
            name: float(value)
            for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))
        }


@contextlib.contextmanager
def real_server(
    data: Path,
    *,
    core: int | None = None,
    doze: float | None = None,
    profile: str = "",
    serving: dict[str, Any] | None = None,
    **limits: Any,
) -> Iterator[Served]:
    """A server over that directory; `core` pins it, `doze` is when quiet matches leave memory, `serving` is what its
    command line asks for, the rest are its limits."""
    asked = {"port": 0, **(serving or {})}
    wish = json.dumps(
        {"data": str(data), "core": core, "doze": doze, "profile": profile, "serving": asked, "limits": limits}
    )
    # The package that is tested here, wherever another one is installed.
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{Path(serve.__file__).parents[2]}"}
    command = [sys.executable, "-m", "tests.server.realserver", wish]
    with (data / "log.txt").open("w") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        if "http" not in said:
            raise RuntimeError(f"the server did not start: {(data / 'log.txt').read_text()}")
        yield Served(process, said.split()[4])
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def main(wish: dict[str, Any]) -> None:
    """Run the server as `fireteam serve` does, but for its limits and for what it does in the background."""
    if wish["core"] is not None:
        os.sched_setaffinity(0, {wish["core"]})
    chosen: dict[str, Any] = {
        name: Pace(*value) if isinstance(value, list) else value for name, value in wish["limits"].items()
    }
    limits = Limits(**chosen)
    signal.signal(signal.SIGUSR1, lambda *_: gc.collect() and None)
    settings_of = serve.settings_of
    with (
        mock.patch.object(serve, "settings_of", lambda asked: settings_of(asked, limits)),
        mock.patch.object(serve, "_warm", lambda _: None),  # it would load games while memory is measured
        mock.patch.object(lobby, "DOZE_AFTER", wish["doze"] or lobby.DOZE_AFTER),
    ):
        lists: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in wish["serving"].items()
        }
        asked = serve.Serving(browser=False, data=Path(wish["data"]), **lists)
        if wish["profile"]:
            import cProfile

            with cProfile.Profile() as profile:
                serve.serve(asked, _say)
            profile.dump_stats(wish["profile"])
        else:
            serve.serve(asked, _say)


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
