"""The few errors of Fireteam; each message says what was wrong, where, and by which rule."""

from __future__ import annotations


class FireteamError(Exception):
    """Base of every error Fireteam raises on purpose."""


class IllegalAnswer(FireteamError):
    """The answer is not one of the options of this very decision; the match is unchanged."""


class WrongSeat(IllegalAnswer):
    """Somebody answered a decision that belongs to another seat."""


class RuleFault(FireteamError):
    """A rule broke its contract with the kernel; the position before the answer is kept."""


BROKEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NameError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What a rule raises that has met what it did not reckon with, such as a position that never was."""


def broken(error: Exception) -> RuleFault:
    """The fault of a rule that has raised something raw."""
    return RuleFault(f"a rule failed: {type(error).__name__}: {error}")


class SaveError(FireteamError):
    """A save cannot be opened; `line` is the line of the text that is at fault (0: the whole file)."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.reason = reason
        self.line = line


class PackError(FireteamError):
    """A data file is broken; names the file, the line (0: the whole file) and the reason."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: {reason}" if line else f"{file}: {reason}")
        self.file = file
        self.line = line
        self.reason = reason


class SetupError(FireteamError):
    """The match cannot be created as asked: unknown game, scenario, option or squad."""


class BotError(FireteamError):
    """A bot broke the rules of its seat; the match is unchanged."""
