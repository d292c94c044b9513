"""A match woken from what is kept, by a version that may be another than the one it was played with.

First it is played again under the present rules, with the content that it began with. Where that fails, or leads past
the position that was kept, it goes on from that position instead, and its players are told. A rescue is kept beside the
log: from then on the match begins there, and the entries before it stay as they are.
"""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import fireteam
from fireteam.core.errors import FireteamError
from fireteam.core.game import Game
from fireteam.core.resaves import begun_at, with_digest, with_setting
from fireteam.core.saves import take_apart
from fireteam.server.keeping import (
    CHECKPOINT,
    CONTENT,
    RESCUE,
    Mark,
    asked_of,
    content_of,
    content_text,
    mark_of,
    mark_text,
    packed,
    read_content,
    read_mark,
    reading_of,
    sum_of,
    unpacked,
)
from fireteam.server.position import Position
from fireteam.server.rebuild import give, rebuild
from fireteam.server.sealing import dice_of, words_of
from fireteam.server.storage import MatchRow, Storage, StorageError, Stored, fold

log = logging.getLogger("fireteam.server")

MISHAPS = (FireteamError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError)
"""What rules may do to answers and states of another version."""


class Unfit(FireteamError):
    """The match cannot be played on as it was."""


@dataclass(slots=True)
class Woken:
    """A match that can go on, what its players are told, and what must be kept before it does."""

    position: Position
    mark: Mark | None
    told: list[str] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    lost: int = 0
    """Answers that are to be given again."""

    async def keep(self, storage: Storage) -> None:
        """Keep what a rescue needs; without a rescue there is nothing to keep but what can wait."""
        for name, text in self.notes.items():
            try:
                await storage.note(self.position.row.id, name, text)
            except StorageError as error:
                if RESCUE in self.notes:
                    raise
                log.warning("the match goes on without a note: %s", error, extra={"match": self.position.row.id})


class _Way(NamedTuple):
    """One way to read a match: where it begins, and with which content."""

    row: MatchRow
    content: str
    told: tuple[str, ...]


def wake(stored: Stored) -> Woken:
    """The match as it goes on; what cannot go on at all is a FireteamError."""
    rescue = _rescue_of(stored)
    begun = stored if rescue is None else _since(stored, rescue)
    told = [] if rescue is None else [str(text) for text in rescue["told"]]
    mark = _mark_of_log(begun)
    failed: Exception | None = None
    try:
        ways = list(_ways(begun))
    except MISHAPS as error:
        raise _plain(error) from error
    for way in ways:
        try:
            position = _played(replace(begun, row=way.row), way.content, mark, restated=bool(way.told))
        except MISHAPS as error:
            failed = failed or error
            continue
        return _as_it_was(stored, way, position, mark, told)
    assert failed is not None
    same = len(ways) == 1 and not ways[0].content and not ways[0].told
    if mark is None or (same and mark.reading == reading_of(stored.row.game)):
        # There is nowhere to go on from; or nothing has changed, and it is a fault of its own.
        raise _plain(failed) from failed
    for way in ways:
        try:
            return _rescued(stored, begun, way, mark, told)
        except MISHAPS as error:
            log.warning("no rescue: %s", error, extra={"match": stored.row.id})
    raise _plain(failed) from failed


def _plain(error: Exception) -> FireteamError:
    return error if isinstance(error, FireteamError) else Unfit(f"{type(error).__name__}: {error}")


def _mark_of_log(begun: Stored) -> Mark | None:
    """The last checkpoint, if the answers before it stand; a log that is damaged is nothing that other rules mend."""
    standing = fold(begun.entries).pairs()
    mark = read_mark(begun.notes.get(CHECKPOINT))
    if mark is None or sum_of(begun.row.origin, standing[: mark.answers]) != mark.before:
        return None
    return mark


def _since(stored: Stored, rescue: dict[str, Any]) -> Stored:
    """What is kept since a rescue, as if the match had begun there."""
    return replace(
        stored, row=replace(stored.row, origin=str(rescue["origin"])), entries=stored.entries[rescue["entries"] :]
    )


def _rescue_of(stored: Stored) -> dict[str, Any] | None:
    text = stored.notes.get(RESCUE)
    if text is None:
        return None
    try:
        found = json.loads(unpacked(text))
        return {"entries": int(found["entries"]), "origin": str(found["origin"]), "told": list(found["told"])}
    except (ValueError, TypeError, KeyError, zlib.error):
        raise StorageError(f"the rescue of the match {stored.row.id!r} cannot be read") from None


def _ways(begun: Stored) -> Iterator[_Way]:
    """How the match may be read: with its own content, and else with the present one."""
    game = fireteam.game(begun.row.game)
    row, told = _with_known_options(begun.row)
    packs = game.packs()
    present = packs.content(None).digest if packs is not None else ""
    if packs is None or take_apart(row.origin).header["digest"] == present:
        yield _Way(row, "", told)
        return
    own = read_content(begun.notes.get(CONTENT))
    if own:
        yield _Way(row, own, told)
    changed = f"The content of {game.title} has changed since this match began; it goes on with the present one."
    yield _Way(replace(row, origin=with_digest(row.origin, present)), "", (*told, changed))


def _with_known_options(row: MatchRow) -> tuple[MatchRow, tuple[str, ...]]:
    """A match without the readings of rules that there are no more, and what is said of them."""
    game = fireteam.game(row.game)
    setting = json.loads(take_apart(row.origin).header["setting"])
    gone = [name for name, value in (setting.get("options") or {}).items() if not _is_known(game, name, value)]
    if not gone:
        return row, ()
    options = {name: value for name, value in setting["options"].items() if name not in gone}
    told = f"{game.title} no longer knows {', '.join(gone)}; this match goes on by the letter of the rules."
    return replace(row, origin=with_setting(row.origin, {**setting, "options": options})), (told,)


def _is_known(game: Game, name: str, value: Any) -> bool:
    try:
        game.rulebook().check_options({name: value})
    except FireteamError:
        return False
    return True


def _played(begun: Stored, content: str, mark: Mark | None, *, restated: bool) -> Position:
    """The match played again under the present rules; Unfit if that led elsewhere than to its checkpoint."""
    position = Position(begun, content)
    if mark is None or (mark.reading == reading_of(begun.row.game) and not restated):
        return position  # the same rules and the same content lead to the same position
    if not _leads_there(position, mark):
        raise Unfit("the answers lead to another position than before")
    return position


def _leads_there(position: Position, mark: Mark) -> bool:
    """Whether the answers before a checkpoint lead to it: the same is asked in the same state."""
    match = position.match
    given = position.before[mark.answers].answers if mark.answers < len(position.before) else position.answers
    here = match.earlier(given)
    setting = match.setting
    # Read and written by the same version: what it knows more of a state than the other did is the same in both.
    then, now = (setting.load_state(state).dump() for state in (mark.seen, here.state.dump()))
    return asked_of(here) == mark.asked and json.dumps(then, sort_keys=True) == json.dumps(now, sort_keys=True)


def _as_it_was(stored: Stored, way: _Way, position: Position, mark: Mark | None, told: list[str]) -> Woken:
    """The match goes on; its players are told what is read otherwise from now on."""
    game = fireteam.game(stored.row.game)
    made = take_apart(way.row.origin).header["rules"]
    told = [*told, *way.told]
    if made != game.version:
        told.append(
            f"The rules of {game.title} were corrected since this match began ({made}, now {game.version}): "
            f"it stands where it stood, and goes on by the new ones."
        )
    notes = {}
    if CONTENT not in stored.notes and not way.content and (content := content_of(way.row)):
        notes[CONTENT] = content_text(content)
    if mark is not None and mark.reading != reading_of(stored.row.game):
        again = len(position.folded.standing) - mark.answers
        if again:
            told.append(f"A new version has carried out the last {again} {_answers(again)} again.")
        mark = mark_of(position)
        notes[CHECKPOINT] = mark_text(mark)
    position.match.notes += told
    return Woken(position, mark, told, notes)


def _answers(number: int) -> str:
    return "answer" if number == 1 else "answers"


def _rescued(stored: Stored, begun: Stored, way: _Way, mark: Mark, told: list[str]) -> Woken:
    """The match at its last checkpoint, with the answers behind it as far as they still fit."""
    row, content, game = way.row, way.content, fireteam.game(stored.row.game)
    standing = fold(begun.entries).standing
    made = take_apart(row.origin).header["rules"]
    dice = dice_of(row, words_of(stored))
    match = rebuild(begun_at(row.origin, game.version, mark.rolls, mark.state), dice, row.seed, (), content=content)
    given = 0
    try:
        for entry in standing[mark.standing :]:
            give(match, entry.kind, entry.text, entry.seat)
            given += 1
    except MISHAPS as error:
        log.warning("an answer no longer fits: %s", error, extra={"match": row.id})
    lost = len(standing) - mark.standing - given
    rules = f" ({made}, now {game.version})" if made != game.version else ""
    text = f"The rules of {game.title} have changed{rules}: this match goes on from its last checkpoint."
    if lost:
        text += f" {lost} {_answers(lost)} behind it must be given again."
    told = [*told, *way.told, text]
    saved = match.save(0)
    position = Position(replace(begun, row=replace(row, origin=saved), entries=[]), content)
    position.match.notes += told
    again = mark_of(position)
    notes = {RESCUE: packed(json.dumps({"entries": len(stored.entries), "origin": saved, "told": told}))}
    if not content and (present := content_of(position.row)):
        notes[CONTENT] = content_text(present)
    notes[CHECKPOINT] = mark_text(again)
    log.warning("a match was rescued", extra={"match": row.id, "lost": lost})
    return Woken(position, again, told, notes, lost)
