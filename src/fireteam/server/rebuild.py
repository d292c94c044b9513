"""A match made again from what is kept of it: where it began, and the answers that stand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext

import fireteam
from fireteam.core.dice import Seeded
from fireteam.core.errors import FireteamError, IllegalAnswer
from fireteam.core.match import Match, TakenBack
from fireteam.core.questions import Roll
from fireteam.core.saves import take_apart
from fireteam.server.sealing import SEALED, dice_from

SEEDED, TYPED = "seeded", "typed"


def rebuild(
    origin: str,
    dice: str,
    seed: int,
    standing: Sequence[tuple[str, str]],
    undone: Iterable[TakenBack] = (),
    *,
    content: str = "",
    quiet: bool = False,
) -> Match:
    """The match that began at `origin`, after the standing answers; `quiet` leaves out its events, for workers.

    With `content` it is played with the pack of that text, whatever the present one says. An answer that no longer fits
    is a FireteamError with its number.
    """
    with played_with(origin, content):
        match = _begin(origin, dice, seed)
    if quiet:
        match = match.fork(match.dice)
    match.undone = [*match.undone, *undone]
    follow(match, standing)
    return match


def game_of(origin: str) -> str:
    """The game of a save, as its header says."""
    return take_apart(origin).header["game"]


def played_with(origin: str, content: str) -> AbstractContextManager[None]:
    """While this lasts the pack of the match's game has that text; without one it is the present pack."""
    packs = fireteam.game(game_of(origin)).packs() if content else None
    return nullcontext() if packs is None else packs.instead(content)


def _begin(origin: str, dice: str, seed: int) -> Match:
    if dice == SEEDED:
        # Always the kept seed: a save made for a seat holds none.
        return fireteam.load(origin, dice=Seeded(seed))
    sealed = dice_from(dice, seed) if dice.partition(" ")[0] == SEALED else None
    if sealed is not None:
        return fireteam.load(origin, dice=sealed)
    if dice not in (TYPED, SEALED):
        raise FireteamError(f"unknown dice {dice!r}; there are {SEEDED}, {TYPED} and {SEALED}")
    match = fireteam.load(origin)
    if match.dice is None:
        return match
    # The save had a seed of its own, and may have rolled on behind its last line: back to the line, without dice.
    lines = 0 if match.notes else len(take_apart(origin).lines)
    bare = match.replayed(lines)
    bare.dice = None
    bare.undone, bare.notes = match.undone, match.notes
    return bare


def follow(match: Match, standing: Sequence[tuple[str, str]], done: int = 0) -> None:
    """Give a match the standing answers behind the first `done`, which it has been given already."""
    for number in range(done, len(standing)):
        kind, text = standing[number]
        try:
            give(match, kind, text)
        except FireteamError as error:
            raise FireteamError(f"answer {number + 1} of the match, {text[:80]!r}, no longer fits: {error}") from error


def give(match: Match, kind: str, text: str, seat: int | None = None) -> None:
    """Answer as an entry says: the key of an option, or faces as a JSON list; anything else changes nothing."""
    if kind == "answer":
        if isinstance(match.decision, Roll):
            raise IllegalAnswer(f"{match.decision.topic}: dice are asked for")
        match.answer(text, seat=seat)
        return
    if kind != "faces":
        raise IllegalAnswer(f"{kind!r} is no answer")
    if not isinstance(match.decision, Roll):
        raise IllegalAnswer("no dice are asked for")
    try:
        faces = json.loads(text)
    except (ValueError, RecursionError):
        faces = None
    if not isinstance(faces, list):
        raise IllegalAnswer(f"not a list of faces: {text[:60]!r}")
    match.answer(faces, seat=seat)
