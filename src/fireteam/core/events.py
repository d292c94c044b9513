"""What happened, as codes and parameters; texts, animation and network deltas are all made from these."""

from __future__ import annotations

from typing import Any


class Event:
    """One thing that happened: a code of the game's message catalogue, the rule behind it, and its parameters."""

    __slots__ = ("code", "params", "rule")

    def __init__(self, code: str, rule: str, params: dict[str, Any]) -> None:
        self.code = code
        self.rule = rule
        self.params = params

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and (self.code, self.rule, self.params) == (
            other.code,
            other.rule,
            other.params,
        )

    __hash__ = None  # type: ignore[assignment]  # params are a dict

    def __repr__(self) -> str:
        return f"<Event {self.code} {self.params}>"
