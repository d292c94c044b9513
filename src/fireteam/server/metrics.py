"""Numbers about the running server for Prometheus; small functions that the other parts call."""

from __future__ import annotations

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from fireteam.server.messages import CODES

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
REGISTRY = CollectorRegistry()

_QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)

_answers = Histogram(
    "fireteam_answer_seconds", "From an answer's arrival until it was acknowledged.", buckets=_QUICK, registry=REGISTRY
)
_appends = Histogram("fireteam_store_append_seconds", "Until an answer was durable.", buckets=_QUICK, registry=REGISTRY)
_thoughts = Histogram(
    "fireteam_bot_seconds", "How long a bot thought about one answer.", buckets=_SLOW, registry=REGISTRY
)
_odds = Histogram("fireteam_odds_seconds", "How long a question for odds took.", buckets=_SLOW, registry=REGISTRY)
_messages = Counter("fireteam_messages", "Messages of clients that were understood.", registry=REGISTRY)
_errors = Counter("fireteam_errors", "Errors told to clients, by code.", ["code"], registry=REGISTRY)
_dropped = Counter(
    "fireteam_sockets_dropped", "Sockets that the server closed, by reason.", ["reason"], registry=REGISTRY
)
_sockets = Gauge("fireteam_sockets", "Open sockets.", registry=REGISTRY)
_silent = Gauge("fireteam_sockets_silent", "Open sockets that have not said hello.", registry=REGISTRY)

_failed = {code: _errors.labels(code) for code in CODES}
_gauges: dict[str, Gauge] = {}


def answered(seconds: float) -> None:
    """An answer was acknowledged."""
    _answers.observe(seconds)


def stored(seconds: float) -> None:
    """Answers became durable."""
    _appends.observe(seconds)


def thought(seconds: float) -> None:
    """A bot answered."""
    _thoughts.observe(seconds)


def reckoned(seconds: float) -> None:
    """Odds were found."""
    _odds.observe(seconds)


def understood() -> None:
    """A client's message was read."""
    _messages.inc()


def failed(code: str) -> None:
    """An error was told to a client."""
    _failed.get(code, _failed["internal"]).inc()


def dropped(reason: str) -> None:
    """The server closed a socket: "slow", "silent", "flood", "garbage", "crowd", "hurry", "many", "pings"."""
    _dropped.labels(reason).inc()


def render(statistics: Mapping[str, float], sockets: int, silent: int) -> bytes:
    """Everything as Prometheus reads it; `statistics` become gauges of their own names."""
    _sockets.set(sockets)
    _silent.set(silent)
    for name, value in statistics.items():
        gauge = _gauges.get(name)
        if gauge is None:
            gauge = _gauges[name] = Gauge(
                f"fireteam_{name}", f"{name.replace('_', ' ').capitalize()}, now.", registry=REGISTRY
            )
        gauge.set(value)
    return generate_latest(REGISTRY)
