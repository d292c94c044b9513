"""A PostgreSQL server of the tests' own: in a temporary directory, on a Unix socket alone, with fsync on."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from tests.patience import wait_until

WANTED = "FIRETEAM_POSTGRES"
"""With this variable set, a missing PostgreSQL is a failure."""
SOCKETS = "/tmp"
"""Where the directory lies: the path of a Unix socket has little room."""


@cache
def programs() -> Path | None:
    """Where initdb and postgres are, the newest of them."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: int(place.parent.name), reverse=True)
    found = shutil.which("initdb")
    return next((place for place in places if (place / "initdb").exists()), Path(found).parent if found else None)


@cache
def missing() -> str:
    """Why there can be no PostgreSQL here; nothing if there can."""
    if sys.platform == "win32":
        return "no PostgreSQL: its tests talk to it by a Unix socket"
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        return f"no PostgreSQL: {error}"
    if programs() is None:
        return "no PostgreSQL: initdb is not installed"
    return ""


class PostgresServer:
    """A server that can be killed and started again."""

    def __init__(self) -> None:
        self.place = Path(tempfile.mkdtemp(prefix="ftpg", dir=SOCKETS))
        # PostgreSQL refuses to run as root.
        self._user: dict[str, object] = {}
        if os.geteuid() == 0:
            import pwd  # Windows has none

            nobody = pwd.getpwnam("nobody")
            os.chown(self.place, nobody.pw_uid, nobody.pw_gid)
            self._user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self._run(
            "initdb",
            "--pgdata",
            str(self.place / "data"),
            "--username=table",
            "--auth=trust",
            "--no-locale",
            "--encoding=UTF8",
        )
        self.process = self._started()

    def _run(self, program: str, *arguments: str) -> None:
        bin_ = programs()
        assert bin_ is not None
        run = subprocess.run(  # type: ignore[call-overload]
            [str(bin_ / program), *arguments], cwd=self.place, capture_output=True, text=True, check=False, **self._user
        )
        assert run.returncode == 0, run.stdout + run.stderr

    def _started(self) -> subprocess.Popen[bytes]:
        bin_ = programs()
        assert bin_ is not None
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.place), "fsync": "on"}
        settings |= {"max_connections": "60", "shared_buffers": "16MB", "logging_collector": "off"}
        command = [str(bin_ / "postgres"), "-D", str(self.place / "data")]
        command += [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.place / "log.txt").open("a") as log:
            process: subprocess.Popen[bytes] = subprocess.Popen(  # type: ignore[call-overload]
                command, cwd=self.place, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **self._user
            )
        return process

    @property
    def base(self) -> str:
        """The address of its database."""
        return f"postgresql://table@/postgres?host={self.place}"

    def wait(self) -> None:
        """Until it can be talked to."""
        import psycopg

        def answers() -> bool:
            assert self.process.poll() is None, (self.place / "log.txt").read_text()
            try:
                psycopg.connect(self.base).close()
            except psycopg.OperationalError:
                return False
            return True

        wait_until(answers)

    def database(self) -> str:
        """The address of a database in which nothing is left of the last test."""
        import psycopg

        self.wait()
        with psycopg.connect(self.base, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fireteam'"
            )
            connection.execute("DROP SCHEMA IF EXISTS fireteam CASCADE")
        return self.base

    def kill(self) -> None:
        """As if the machine had no power any more, for the server alone: all its processes end at once."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def start(self) -> None:
        """Start it again."""
        self.process = self._started()

    def end(self) -> None:
        """Stop it and remove everything."""
        if self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.place)
