"""What happened in a match, in order and in words: choices, dice and their consequences. For every screen alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from fireteam.core.events import Event
from fireteam.core.match import Checkpoint, Match
from fireteam.core.questions import Answer, Forced, Roll, faces_text
from fireteam.core.runner import Runner, value_of
from fireteam.core.scene import Shown, Told

if TYPE_CHECKING:
    from fireteam.core.game import SecretSetting, Setting

NOTHING_ELSE = " (nothing else was possible)"
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Entry(NamedTuple):
    """One line of the chronicle: `kind` is choice, forced, roll or event; `answers` were given before it.

    `text` is for programs, `words` (where it differs) for people. `code` is the event's code or the option's kind,
    `params` what the event tells or the topic and key of a choice; `sides` are those of a die (0: drawn from a bag),
    and `faces` of pools are one tuple for each.
    """

    kind: str
    seat: int
    text: str
    rule: str
    answers: int
    faces: tuple[Any, ...] = ()
    words: str = ""
    sides: int = 0
    code: str = ""
    params: Mapping[str, Any] = NOTHING


class Log:
    """The entries for one reader: a choice, a roll or a forced answer that an event tells at once is told by it.

    `kept` says how many lines the last writing left as they were.
    """

    def __init__(
        self,
        told: Callable[[Entry], Told],
        retold: Callable[[Entry], bool],
        shown: Callable[[Sequence[Entry], int, Entry | None], Shown | None],
        keeps: Callable[[Entry], bool] = lambda entry: False,
    ) -> None:
        self.lines: list[Told] = []
        self.kept = 0
        self._told = told
        self._retold = retold
        self._shown = shown
        self._keeps = keeps
        self._spans: list[tuple[int, int]] = []
        """For each line, the first and the last entry it tells."""
        self._logged = 0
        self._for_now = 0
        """The length of a log whose last line may be written again."""

    def cut(self, entries: int) -> None:
        """Forget the lines that tell of more than so many entries."""
        while self._spans and self._spans[-1][1] >= entries:
            self._spans.pop()
            self.lines.pop()
        self._logged = self._spans[-1][1] + 1 if self._spans else 0
        self.kept = min(self.kept, len(self.lines))

    def write(self, entries: Sequence[Entry]) -> None:
        """Tell the entries that are new. A choice, a roll or a forced answer that an event tells at once is told by it.

        A choice at the end is told for now: when more is known, its line is written again, so that a log does not
        depend on when somebody looked.
        """
        told = self._told
        if self._for_now and self._for_now == len(self.lines):
            self._spans.pop()
            self.lines.pop()
            self.kept = min(self.kept, len(self.lines))
        self._for_now = 0
        waiting, first, seat = -1, -1, -1
        roll: Entry | None = None
        for number in range(self._logged, len(entries)):
            entry = entries[number]
            if entry.kind == "event":
                if waiting >= 0 and self._keeps(entries[waiting]):
                    self._log(first, number - 1, told(entries[waiting]))
                    waiting, first, seat = -1, -1, -1
                line = told(entry)
                if seat >= 0:
                    line["seat"] = seat
                if roll is not None:
                    take_faces(line, told(roll))
                if waiting >= 0 and entries[waiting].kind == "forced":
                    line["text"] += NOTHING_ELSE
                self._show(line, entries, number, roll)
                self._log(first if first >= 0 else number, number, line)
                waiting, first, seat, roll = -1, -1, -1, None
                continue
            silent = (
                not tells(entries, number)
                if entry.kind == "forced"
                else entry.kind == "roll" and _retold(entries, number)
            )
            if silent and entry.kind == "roll":
                roll = entry
            if waiting >= 0 and not silent:
                if self._keeps(entries[waiting]) or not self._retold(entries[waiting]):
                    self._log(waiting, number - 1, told(entries[waiting]))
                    first = -1
                waiting = -1
            first, seat = (first if first >= 0 else number), entry.seat
            if entry.kind == "roll" and not silent:
                line = told(entry)
                self._show(line, entries, number, None)
                self._log(number, number, line)
                waiting, first, seat = -1, -1, -1
            elif not silent:
                waiting = number
        self._logged = first if first >= 0 else len(entries)
        if waiting >= 0:
            self._log(first, len(entries) - 1, told(entries[waiting]))
            self._for_now = len(self.lines)

    def _show(self, line: Told, entries: Sequence[Entry], number: int, roll: Entry | None) -> None:
        """Add what is to be seen of an entry, and of the roll that it tells as well."""
        shown = self._shown(entries, number, roll)
        if shown is not None:
            line["shows"] = shown

    def _log(self, first: int, last: int, line: Told) -> None:
        self._spans.append((first, last))
        self.lines.append(line)


class Chronicle:
    """Follows a match answer by answer beside it, so that dice stand where they fell.

    `entries` is everything, `log` the same for readers. To follow costs what is new since the last time; after an undo
    both are cut back. Where seats have secrets, each may read a log of its own (`reading`).
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.entries: list[Entry] = []
        self._restart()

    @property
    def log(self) -> list[Told]:
        """The log that everybody may read."""
        return self._logs[None].lines

    @property
    def kept(self) -> int:
        """How many lines of it the last `follow` left as they were."""
        return self._logs[None].kept

    def reading(self, seat: int | None) -> Log:
        """The log of a seat (None: a spectator); where nobody has secrets, one for all."""
        setting = self.match.setting
        if seat is None or not setting.game.secrets:
            return self._logs[None]
        if seat not in self._logs:
            secret = cast("SecretSetting", setting)
            log = self._logs[seat] = Log(
                lambda entry: secret.told_to(entry, seat),
                setting.retold,
                setting.shown,
                lambda entry: secret.keeps(entry, seat),
            )
            log.write(self.entries)
        return self._logs[seat]

    # -- following -----------------------------------------------------------------------------------------------------

    def _restart(self) -> None:
        root = self.match.root()
        self.entries.clear()
        setting = self.match.setting
        self._logs: dict[int | None, Log] = {None: Log(setting.told, setting.retold, setting.shown)}
        self._fed: list[Answer] = []
        self._marks: list[int] = []
        """For each answer, how many entries lay before it."""
        self._starts: dict[Checkpoint, int] = {root: 0}
        """The checkpoints that were passed, with the number of answers before each."""
        self._runner = self._run_from(root)
        self._listen()

    def _run_from(self, checkpoint: Checkpoint) -> Runner:
        setting = self.match.setting
        return Runner(setting, setting.table(checkpoint.state, True))

    def follow(self) -> list[Entry]:
        """All entries up to now."""
        match = self.match
        _ = match.over  # to look at it wakes the match: what chance has answered is on its tape
        for log in self._logs.values():
            log.kept = len(log.lines)
        tapes, passed = [match.tape], []
        checkpoint: Checkpoint | None = match.checkpoint
        while checkpoint is not None and checkpoint not in self._starts:
            tapes.append(checkpoint.tape)
            passed.append(checkpoint)
            checkpoint = checkpoint.parent
        if checkpoint is None:  # another beginning altogether
            self._restart()
            return self.follow()
        start = done = self._starts[checkpoint]
        answers = [entry for tape in reversed(tapes) for entry in tape]
        for known, given in zip(self._fed[start:], answers, strict=False):
            if known is not given:
                break
            done += 1
        if done < len(self._fed):
            self._cut(done, start, checkpoint)
        for entry in answers[done - start :]:
            self._feed(entry)
        for part in reversed(passed):
            start += len(part.tape)
            self._starts[part] = start
        for log in self._logs.values():
            log.write(self.entries)
        return self.entries

    def _cut(self, count: int, start: int, checkpoint: Checkpoint) -> None:
        """Forget all but so many answers; the rules run again from the checkpoint, unheard."""
        del self.entries[self._marks[count] :]
        del self._fed[count:], self._marks[count:]
        self._starts = {passed: answers for passed, answers in self._starts.items() if answers <= start}
        self._runner = self._run_from(checkpoint)
        for entry in self._fed[start:]:
            self._runner.send(value_of(entry))
        self._runner.table.events.clear()
        for log in self._logs.values():
            log.cut(len(self.entries))

    def _feed(self, entry: Answer) -> None:
        runner, setting = self._runner, self.match.setting
        question = runner.question
        assert question is not None
        number = len(self._fed)
        self._marks.append(len(self.entries))
        if isinstance(question, Roll):
            faces = entry if isinstance(entry, tuple) else ()
            words = setting.roll_name(runner.table, question)
            sides = question.sides if question.bag is None else 0
            self.entries.append(Entry("roll", question.seat, question.topic, "", number, faces, words, sides))
        else:
            kind = "forced" if isinstance(entry, Forced) else "choice"
            option = value_of(entry)
            words = setting.describe(runner.table, option)
            params = {"topic": question.topic, "key": option.key, "rule": option.rules[0] if option.rules else ""}
            text = f"{question.topic}: {option.key}"
            self.entries.append(Entry(kind, question.seat, text, "", number, (), words, 0, option.kind, params))
        runner.send(value_of(entry))
        self._fed.append(entry)
        self._listen()

    def _listen(self) -> None:
        events: list[Event] = self._runner.table.events
        tell, answers = self.match.setting.tell, len(self._fed)
        for event in events:
            self.entries.append(
                Entry("event", -1, tell(event), event.rule, answers, (), "", 0, event.code, event.params)
            )
        events.clear()


def told_by(setting: Setting, entry: Entry, seat: int | None) -> Told:
    """An entry as a seat (None: a spectator) may read it."""
    if seat is None or not setting.game.secrets:
        return setting.told(entry)
    return cast("SecretSetting", setting).told_to(entry, seat)


def tells(entries: Sequence[Entry], number: int) -> bool:
    """Whether a forced answer says something: that nothing else was possible, told with the event that follows it."""
    following = entries[number + 1] if number + 1 < len(entries) else None
    return entries[number].text.endswith(": end") and following is not None and following.kind == "event"


def _retold(entries: Sequence[Entry], number: int) -> bool:
    """Whether the event right after a roll tells its face, or what was drawn."""
    roll, following = entries[number], entries[number + 1] if number + 1 < len(entries) else None
    if following is None or following.kind != "event":
        return False
    return not roll.sides or (following.params.get("face"),) == roll.faces


def plain_told(entry: Entry) -> Told:
    """An entry as a line of the log, as far as every game tells it alike."""
    text = entry.words or entry.text
    if entry.kind == "roll":
        text = f"{text[:1].upper()}{text[1:]}: {faces_text(entry.faces)}"
    line: Told = {"answers": entry.answers, "kind": entry.kind, "text": text}
    rule = entry.rule or entry.params.get("rule", "") if entry.kind != "event" else entry.rule
    if entry.seat >= 0:
        line["seat"] = entry.seat
    if rule:
        line["rule"] = rule
    if entry.code:
        line["code"] = entry.code
    tell_faces(line, entry)
    return line


def take_faces(line: Told, roll: Told) -> None:
    """Add the faces of a roll to the line that tells it, as its reader may know them."""
    if "faces" in roll:
        line["faces"] = roll["faces"]
    if "pools" in roll:
        line["pools"] = roll["pools"]
    if "sides" in roll:
        line["sides"] = roll["sides"]


def tell_faces(line: Told, roll: Entry) -> None:
    """Add the faces of a roll to a line; of pools one after the other, and how many each has."""
    if roll.faces and isinstance(roll.faces[0], tuple):
        line["faces"] = [face for pool in roll.faces for face in pool]
        line["pools"] = [len(pool) for pool in roll.faces]
    elif roll.faces:
        line["faces"] = list(roll.faces)
    if roll.sides:
        line["sides"] = roll.sides
