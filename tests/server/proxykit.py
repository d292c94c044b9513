"""Real proxies before a real server: the examples in deploy/, with ports, certificate and folders of a test."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.browser.ports import free_port
from tests.patience import PATIENCE, wait_until

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "table.example.org"
"""The name that all examples use."""
UPSTREAM = "127.0.0.1:8712"
CERTIFICATE, KEY = "/etc/fireteam/table.crt", "/etc/fireteam/table.key"


def program(name: str) -> str:
    """Where a program is; skips without it, but fails where it was promised."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin")
    if found is None:
        text = f"{name} is not installed: apt install nginx-light caddy openssl"
        if os.environ.get("FIRETEAM_PROXIES"):
            pytest.fail(f"FIRETEAM_PROXIES is set, and {text}")
        pytest.skip(text)
    return found


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for the name of the examples, and its key."""
    made, key = folder / "table.crt", folder / "table.key"
    wish = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    name = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    use = ["-addext", "keyUsage=digitalSignature,keyCertSign"]
    command = [program("openssl"), *wish, *name, *use, "-keyout", str(key), "-out", str(made)]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
    return made, key


def changed(text: str, changes: dict[str, str]) -> str:
    """An example with what an operator changes; each must be there to be changed."""
    for old, new in changes.items():
        assert old in text, f"the example says nothing of {old!r} any more"
        text = text.replace(old, new)
    return text


@dataclass
class Proxy:
    """A proxy that can be started, stopped, and started again at the same port."""

    folder: Path
    server: int
    """The port of the server behind it."""
    port: int = field(default_factory=free_port)
    plain: int = field(default_factory=free_port)
    """The port for HTTP without TLS."""
    process: subprocess.Popen[bytes] | None = None
    program: ClassVar[str]

    def __post_init__(self) -> None:
        self.binary = program(self.program)
        self.certificate, self.key = certificate(self.folder)
        self.file = self.folder / "proxy.conf"
        self.file.write_text(self.configuration(), encoding="utf-8")
        self.trust = ssl.create_default_context(cafile=str(self.certificate))

    @property
    def origin(self) -> str:
        """Where the page of the table stands for its visitors."""
        return f"https://{NAME}:{self.port}"

    def configuration(self) -> str:
        """The example, fit for this machine."""
        raise NotImplementedError

    def command(self) -> list[str]:
        """What runs it."""
        raise NotImplementedError

    def check(self) -> list[str]:
        """What says whether its configuration is valid."""
        raise NotImplementedError

    def run(self, command: list[str]) -> subprocess.Popen[bytes]:
        """A process whose words go to a file, with nothing of its own outside of the folder."""
        homes = {name: str(self.folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        with (self.folder / "log.txt").open("ab") as log:
            return subprocess.Popen(command, cwd=self.folder, env={**os.environ, **homes}, stdout=log, stderr=log)

    def log(self) -> str:
        """What it has said."""
        return (self.folder / "log.txt").read_text(encoding="utf-8", errors="replace")

    def start(self) -> None:
        """Run it until it listens."""
        process = self.process = self.run(self.command())

        def listens() -> bool:
            assert process.poll() is None, self.log()
            with socket.socket() as tried:
                return tried.connect_ex(("127.0.0.1", self.port)) == 0

        wait_until(listens, self.log)

    def stop(self) -> None:
        """End it; whoever came through it is cut off."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
            self.process = None

    def ask(self, method: str, path: str, *, address: str = "127.0.0.1", **wishes: Any) -> httpx.Response:
        """A request from an address of this machine, over TLS, to the name of the examples."""
        with self._asked(method, path, address, wishes) as answer:
            answer.read()
            return answer

    def status(self, method: str, path: str, *, address: str = "127.0.0.1", **wishes: Any) -> int:
        """The status alone: of an answer to what was not read to its end, the rest may be lost."""
        with self._asked(method, path, address, wishes) as answer:
            return answer.status_code

    @contextlib.contextmanager
    def _asked(self, method: str, path: str, address: str, wishes: dict[str, Any]) -> Iterator[httpx.Response]:
        wishes["headers"] = {"host": f"{NAME}:{self.port}", **wishes.get("headers", {})}
        wishes["extensions"] = {"sni_hostname": NAME}
        transport = httpx.HTTPTransport(local_address=address, verify=self.trust)
        with (
            httpx.Client(transport=transport, trust_env=False, timeout=PATIENCE) as client,
            client.stream(method, f"https://127.0.0.1:{self.port}{path}", **wishes) as answer,
        ):
            yield answer

    def socket(self, origin: str | None = None) -> contextlib.AbstractContextManager[ClientConnection]:
        """A socket over TLS, as a page of that origin opens it."""
        found: ClientConnection = connect(
            f"wss://{NAME}:{self.port}/ws",
            sock=socket.create_connection(("127.0.0.1", self.port), PATIENCE),
            ssl=self.trust,
            origin=Origin(origin or self.origin),
            proxy=None,
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            max_size=None,
        )
        return found


class Nginx(Proxy):
    """nginx with deploy/nginx.conf in its http block, as Debian's has it."""

    program = "nginx"

    def configuration(self) -> str:
        """All folders that it writes are the test's."""
        example = changed(
            (DEPLOY / "nginx.conf").read_text(encoding="utf-8"),
            {
                "	listen [::]:80;\n": "",  # a machine may be without IPv6
                "	listen [::]:443 ssl;\n": "",
                "listen 80;": f"listen 127.0.0.1:{self.plain};",
                "listen 443 ssl;": f"listen 127.0.0.1:{self.port} ssl;",
                CERTIFICATE: str(self.certificate),
                KEY: str(self.key),
                UPSTREAM: f"127.0.0.1:{self.server}",
            },
        )
        folders = "".join(
            f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;\n" if os.geteuid() == 0 else ""
        head = f"{user}daemon off;\nworker_processes 1;\npid {self.folder}/pid;\nerror_log stderr;\n"
        return f"{head}events {{}}\nhttp {{\naccess_log off;\n{folders}{example}}}\n"

    def command(self) -> list[str]:
        """In the foreground."""
        return [self.binary, "-p", str(self.folder), "-c", str(self.file), "-e", "stderr"]

    def check(self) -> list[str]:
        """`nginx -t`."""
        return [*self.command(), "-t"]


class Caddy(Proxy):
    """Caddy with deploy/Caddyfile, a certificate of its own, and no wish to reach anybody."""

    program = "caddy"

    def configuration(self) -> str:
        """Neither certificates from the network nor an interface to change it by."""
        example = changed(
            (DEPLOY / "Caddyfile").read_text(encoding="utf-8"),
            {
                f"{NAME} {{": f"https://{NAME}:{self.port} {{\n	bind 127.0.0.1",
                "	# tls ": "	tls ",
                CERTIFICATE: str(self.certificate),
                KEY: str(self.key),
                UPSTREAM: f"127.0.0.1:{self.server}",
            },
        )
        quiet = "admin off\nauto_https off\nservers {\nprotocols h1 h2\n}"
        return f"{{\n{quiet}\nhttp_port {self.plain}\nhttps_port {self.port}\n}}\n{example}"

    def command(self) -> list[str]:
        """In the foreground."""
        return [self.binary, "run", "--config", str(self.file), "--adapter", "caddyfile"]

    def check(self) -> list[str]:
        """`caddy validate`."""
        return [self.binary, "validate", "--config", str(self.file), "--adapter", "caddyfile"]


KINDS: dict[str, type[Proxy]] = {"nginx": Nginx, "caddy": Caddy}
