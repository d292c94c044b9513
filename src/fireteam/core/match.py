"""A match: the public face of a game in play. A position is a checkpoint and the short tape of answers since."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from fireteam.core.dice import Dice, Seeded
from fireteam.core.errors import BROKEN, IllegalAnswer, RuleFault, WrongSeat, broken
from fireteam.core.events import Event
from fireteam.core.game import Result, Setting
from fireteam.core.odds import Odds, odds_of
from fireteam.core.questions import Answer, Choose, Forced, LazyOptions, Option, Question, Roll, Rule
from fireteam.core.refusals import Refusal
from fireteam.core.runner import MOST_STEPS, STEPS, endless, value_of
from fireteam.core.savetext import write

if TYPE_CHECKING:
    import random

    from fireteam.core.game import SecretSetting

CHECKPOINT_AFTER = 5
"""A step that ends with this many answers on the tape leaves a checkpoint: forks stay cheap, play pays one per cent."""

NEVER = 1 << 60

WORLDS = 200
"""How often a world is drawn before none seems to agree with what a seat has seen."""


class Checkpoint:
    """A state between two steps, with the way that led to it from the checkpoint before."""

    __slots__ = ("answers", "events", "parent", "rolls", "state", "tape")

    def __init__(
        self, state: Any, rolls: int, parent: Checkpoint | None, tape: list[Answer], events: list[Event] | None
    ) -> None:
        self.state = state
        self.rolls = rolls
        self.parent = parent
        self.tape = tape
        self.events = events
        self.answers: int = len(tape) if parent is None else parent.answers + len(tape)
        """How many answers lie before it."""


class TakenBack(NamedTuple):
    """What an undo took back: how many answers lie before it now, and what was lost that somebody had learned."""

    answers: int
    rolls: int
    seat: int


class Match:
    """One game in play. Answer its decisions; fork, undo, save and ask it about odds and refusals at any time."""

    __slots__ = (
        "_begins", "_known", "_shared", "checkpoint", "dice", "limit", "listening", "mark", "notes", "question",
        "rolls", "rule", "seals", "setting", "table", "tape", "undone",
    )  # fmt: skip

    def __init__(
        self, setting: Setting, dice: Dice | None, *, events: bool = True, checkpoints: int = CHECKPOINT_AFTER
    ) -> None:
        self.setting = setting
        self.dice = dice
        self.listening = events
        self.limit = checkpoints if checkpoints > 0 else NEVER
        self.seals = setting.game.secrets
        """Whether a step may end with a secret, which must not stay on the tape since the checkpoint."""
        self.checkpoint = Checkpoint(setting.first_state(), 0, None, [], None)
        self.tape: list[Answer] = []
        self.undone: list[TakenBack] = []
        self.notes: list[str] = []
        self._known: Any = None
        self._sleep()

    # -- the position ------------------------------------------------------------------------------------------------

    def _sleep(self) -> None:
        """Drop the running rule; the position wakes from its checkpoint when next looked at."""
        self.table: Any = None
        self.rule: Rule[None] | None = None
        self.question: Question | None = None
        self.rolls = 0
        self.mark = 0
        self._begins: Callable[[], None] | None = None
        """Tells the table that a step begins, if it can say later whether that step has written anything."""
        self._shared: Checkpoint | None = None
        """A checkpoint at the beginning of the step under way: all forks begin there."""

    def _wake(self) -> None:
        """Run again from the checkpoint; if a rule fails on the way, the position is what it was."""
        checkpoint, tape = self.checkpoint, self.tape
        try:
            self._rerun()
        except BaseException as error:
            self.checkpoint, self.tape = checkpoint, tape
            self._sleep()
            if isinstance(error, BROKEN):
                raise broken(error) from error
            raise

    def _rerun(self) -> None:
        """Lay the checkpoint's state and run the tape again, trusting it: nothing is listed or checked."""
        checkpoint = self.checkpoint
        table = self.table = self.setting.table(checkpoint.state, self.listening)
        self.rolls = checkpoint.rolls
        step = self.setting.step
        begins = self._begins = getattr(table, "step_begins", None)
        tape = self.tape
        done = 0
        quiet = 0
        self.mark = 0
        rule: Rule[None] | None = None
        question: Question | None = None
        value: Any = None
        while True:
            try:
                if rule is None:
                    if begins is not None:
                        begins()
                    rule = step(table)
                    if rule is None:
                        break
                    value = None
                question = rule.send(value)
            except StopIteration:
                rule = None
                if done >= self.limit or (self.seals and done and table.sealed):
                    self.tape = tape[:done]
                    self._leave_checkpoint()
                    tape = tape[done:]
                    done = 0
                self.mark = done
                quiet += 1
                if quiet == MOST_STEPS:
                    raise endless() from None
                continue
            if done == len(tape):
                break
            entry = tape[done]
            done += 1
            quiet = 0
            if type(entry) is Forced:
                value = entry.option
            else:
                value = entry
                if type(entry) is tuple:
                    self.rolls += 1
        self.tape = tape
        self.rule = rule
        if rule is None:
            self.question = None
        else:
            known, self._known = self._known, None
            if known is not None and type(question) is Choose:
                if type(known) is LazyOptions:
                    # The other match judges at its own table, which may move on before this one.
                    known = known.at_another_table(question._source)  # type: ignore[arg-type]
                question._options = known
                self.question = question
            else:
                self._run(question, None, None)

    def _run(self, question: Question | None, value: Any, entry: Answer | None) -> None:
        """Go on until a seat has a real choice, chance is left to the caller, or the game is over."""
        tape = self.tape
        rule: Any = self.rule
        dice = self.dice
        for _ in STEPS:
            if question is None:
                try:
                    question = rule.send(value)
                except StopIteration:
                    if entry is not None:
                        tape.append(entry)
                        entry = None
                    if len(tape) >= self.limit or (self.seals and tape and self.table.sealed):
                        self._leave_checkpoint()
                        tape = self.tape
                    self.mark = len(tape)
                    if self._begins is not None:
                        self._begins()
                    rule = self.rule = self.setting.step(self.table)
                    value = None
                    if rule is None:
                        self.question = None
                        return
                    continue
                if entry is not None:
                    tape.append(entry)
            if type(question) is Roll:
                if dice is None:
                    self.question = question
                    return
                value = entry = dice.faces(question, self.rolls)
                self.rolls += 1
            else:
                if question.region is not None:
                    self.question = question
                    return
                options = question._options = question._source()  # type: ignore[misc]
                if type(options) is LazyOptions and options.several:
                    self.question = question
                    return
                if len(options) != 1:
                    if not options:
                        raise RuleFault(f"the rule asked {question.topic!r} without any option")
                    self.question = question
                    return
                if question.veiled is not None and question.veiled():
                    self.question = question
                    return
                value = options[0]
                entry = value.forced
            question = None
        raise endless()

    def _leave_checkpoint(self) -> None:
        """Between two steps: keep the state, begin a new tape."""
        table = self.table
        self.checkpoint = Checkpoint(table.snapshot(), self.rolls, self.checkpoint, self.tape, table.events)
        self.tape = []
        if table.events is not None:
            table.events = []

    # -- play --------------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Any:
        """What is asked now: a `Choose` (or a `Roll`, if the match has no dice); None when the game is over."""
        if self.table is None:
            self._wake()
        return self.question

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        if self.table is None:
            self._wake()
        return self.question is None

    @property
    def result(self) -> Result | None:
        """The result of an ended game, else None."""
        return self.setting.result(self.state) if self.over else None

    @property
    def state(self) -> Any:
        """The live state, to read."""
        if self.table is None:
            self._wake()
        return self.table.state

    def answer(self, answer: Option | str | object, *, seat: int | None = None) -> None:
        """Answer the decision with one of its options, by object or key (faces for a roll). A wrong answer changes
        nothing."""
        if self.table is None:
            self._wake()
        question: Any = self.question
        if question is None:
            raise IllegalAnswer("the game is over")
        if seat is not None and seat != question.seat:
            raise WrongSeat(f"{question.topic!r} is for seat {question.seat}, not for seat {seat}")
        entry: Answer
        if type(question) is Roll:
            entry = question.check(answer)
            self.rolls += 1
        elif type(answer) is Option:
            chosen: Option | None = answer
            if not question.offers(answer):
                # A point of a region is an option of its own each time it is named.
                chosen = question.region.find(answer.key) if question.region is not None else None
            if chosen is None:
                raise self._no_such_option(question, answer.key)
            entry = chosen
        else:
            found = question.find(answer) if isinstance(answer, str) else None
            if found is None:
                raise self._no_such_option(question, str(answer))
            entry = found
        checkpoint, tape, length = self.checkpoint, self.tape, len(self.tape)
        self._shared = None
        if type(question) is Choose:
            question.close()
        try:
            self._run(None, entry, entry)
        except BaseException as error:
            # The running rule is spoilt; the position before the answer wakes again from its checkpoint.
            del tape[length:]
            self.checkpoint, self.tape = checkpoint, tape
            self._sleep()
            if isinstance(error, BROKEN):
                raise broken(error) from error
            raise

    def _no_such_option(self, question: Choose, key: str) -> IllegalAnswer:
        refusal = self.setting.why_not(self.table, question, key)
        if refusal is not None:
            return IllegalAnswer(f"{refusal}")
        near = difflib.get_close_matches(key, question.keys(), 3)
        hint = f"; did you mean {' or '.join(repr(k) for k in near)}?" if near else ""
        return IllegalAnswer(f"{key!r} is not an option of {question.topic!r}{hint}")

    # -- looking -----------------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may know, as plain JSON data: its scene, and the `state` as far as it is
        known.

        The parts of a scene are shared: they are not to be written to.
        """
        if self.table is None:
            self._wake()
        return {**self.setting.scene(self.table, seat), "seat": seat, "state": self.setting.known(self.table, seat)}

    def describe(self, option: Option) -> str:
        """An option in words."""
        if self.table is None:
            self._wake()
        return self.setting.describe(self.table, option)

    def refusals(self) -> list[Refusal]:
        """Everything that could be thought of now and is not possible, each with its reasons."""
        question = self.decision
        return [] if question is None else self.setting.refusals(self.table, question)

    def why_not(self, key: str) -> Refusal | None:
        """Why that key is not on offer; None if it is, or if nothing like it is known."""
        question = self.decision
        if question is None or type(question) is Roll or question.find(key) is not None:
            return None
        return self.setting.why_not(self.table, question, key)

    @property
    def log(self) -> list[Event]:
        """Everything that happened, in order."""
        if self.table is None:
            self._wake()
        if self.table.events is None:
            heard = self.replayed()
            heard.listening = True
            return heard.log
        parts: list[list[Event]] = [self.table.events]
        checkpoint: Checkpoint | None = self.checkpoint
        while checkpoint is not None:
            if checkpoint.events:
                parts.append(checkpoint.events)
            checkpoint = checkpoint.parent
        return [event for part in reversed(parts) for event in part]

    @property
    def told(self) -> list[str]:
        """The log in words."""
        return [self.setting.tell(event) for event in self.log]

    def answers(self) -> list[Answer]:
        """The whole tape from the first answer on: chosen, forced and rolled."""
        if self.table is None:
            self._wake()
        return [entry for part in reversed(list(self._tapes())) for entry in part]

    @property
    def answered(self) -> int:
        """How many answers there are: the length of the whole tape."""
        if self.table is None:
            self._wake()
        return self.checkpoint.answers + len(self.tape)

    def _tapes(self) -> Iterator[list[Answer]]:
        yield self.tape
        checkpoint: Checkpoint | None = self.checkpoint
        while checkpoint is not None:
            yield checkpoint.tape
            checkpoint = checkpoint.parent

    def root(self) -> Checkpoint:
        """The checkpoint the match began with."""
        checkpoint = self.checkpoint
        while checkpoint.parent is not None:
            checkpoint = checkpoint.parent
        return checkpoint

    # -- other worlds ------------------------------------------------------------------------------------------------

    def fork(self, dice: Dice | None = None) -> Match:
        """A match of its own at this position. It takes no dice along: rolls surface, unless a source is given."""
        if self.table is None:
            self._wake()  # what chance or force has answered by now belongs to the position
        fork = Match.__new__(Match)
        fork.setting = self.setting
        fork.dice = dice
        fork.listening = False
        fork.limit = self.limit
        fork.seals = self.seals
        fork.checkpoint, fork.tape = self.beginning()
        fork.undone = []
        fork.notes = []
        question = self.question
        fork._known = question._options if type(question) is Choose else None
        fork.table = None
        fork.rule = None
        fork.question = None
        fork.rolls = 0
        fork.mark = 0
        fork._begins = None
        fork._shared = None
        return fork

    def beginning(self) -> tuple[Checkpoint, list[Answer]]:
        """Where somebody may begin who wants to come to this position, and the answers from there on.

        That is the beginning of the step under way: all who come from here share one copy of the state. If the question
        was asked before its step wrote anything, it is the question itself, and nothing is run again. The match's own
        checkpoints, and so its saves, stay where they are.
        """
        if self.table is None:
            self._wake()
        if not self.mark or self.question is None:
            return self.checkpoint, self.tape[:]
        if self._shared is None:
            done = self.tape[: self.mark]
            if self.mark == len(self.tape) and self._begins is not None and self.table.untouched():
                state = self.table.copied()
            else:
                state = self._state_after(done)
            rolls = self.checkpoint.rolls + sum([type(entry) is tuple for entry in done])
            self._shared = Checkpoint(state, rolls, self.checkpoint, done, None)
        return self._shared, self.tape[self.mark :]

    def _state_after(self, answers: list[Answer]) -> Any:
        """The state after the step that the last of these answers since the checkpoint has ended."""
        table = self.setting.table(self.checkpoint.state, False)
        left = [value_of(entry) for entry in reversed(answers)]
        while left:
            rule = self.setting.step(table)
            assert rule is not None
            try:
                rule.send(None)
                while True:
                    rule.send(left.pop())
            except StopIteration:
                continue
        return table.snapshot()

    def replayed(self, answers: int | None = None) -> Match:
        """The same match as it stood after so many answers (all, if not said), with the same dice."""
        match = self.fork(self.dice)
        match._known = None
        match.listening = self.listening
        match.checkpoint = self.root()
        match.tape = self.answers()[:answers]
        return match

    def earlier(self, answers: int) -> Match:
        """The position after so many answers, from the nearest checkpoint before it; without dice, so that it stays
        there."""
        match = self.fork()
        match._known = None
        checkpoint, tapes = self.checkpoint, [self.tape]
        while checkpoint.answers > answers and checkpoint.parent is not None:
            tapes.append(checkpoint.tape)
            checkpoint = checkpoint.parent
        match.checkpoint = checkpoint
        match.tape = [entry for part in reversed(tapes) for entry in part][: answers - checkpoint.answers]
        return match

    def imagine(self, seat: int, rng: random.Random) -> Match:
        """A world to search that agrees with all the seat has seen: what it cannot know is drawn afresh.

        What nobody knows is in no state (it is a draw made on sight), so fresh dice are enough for it. What another
        seat knows lies in the checkpoint: the setting draws it again, the tape since runs on, and a world in which the
        seat would have been asked or shown something else is thrown away.
        """
        if not 0 <= seat < len(self.setting.game.seats):
            raise WrongSeat(f"there is no seat {seat}")
        if not self.seals:
            return self.fork(Seeded(rng.getrandbits(63)))
        setting = cast("SecretSetting", self.setting)
        seen = self._seen_by(seat)
        failed: Exception | None = None
        for _ in range(WORLDS):
            world = self.fork(Seeded(rng.getrandbits(63)))
            known = self.checkpoint
            world._known = None
            world.tape = self.tape[:]
            world.checkpoint = Checkpoint(setting.imagined(known.state, seat, rng), known.rolls, None, [], None)
            try:
                if world._seen_by(seat) == seen and world.tape == self.tape:
                    return world
            except Exception as error:  # a rule met what cannot be in this world: it is none of the possible ones
                failed = error
        # Named as the cause: if every world failed, the fault is the rule's.
        raise RuleFault(f"no world was found that agrees with what seat {seat} has seen") from failed

    def _seen_by(self, seat: int) -> tuple[Any, ...]:
        """What a seat sees and is asked, to be compared with another world."""
        question = self.decision
        asked: tuple[Any, ...] = () if question is None else (question.seat, question.topic)
        if type(question) is Choose and question.seat == seat:
            asked = (*asked, *question.keys())
        return (self.setting.known(self.table, seat), asked)

    def undo(self) -> TakenBack:
        """Back to before the last answer that somebody chose; says what was taken back. The same dice fall again."""
        if self.table is None:
            self._wake()
        checkpoint, tape, rolls = self.checkpoint, self.tape, 0
        while True:
            for place in range(len(tape) - 1, -1, -1):
                entry = tape[place]
                if type(entry) is tuple:
                    rolls += 1
                elif type(entry) is Option:
                    self.checkpoint, self.tape = checkpoint, tape[:place]
                    self._sleep()
                    self._wake()
                    back = TakenBack(self.answered, rolls, self.question.seat if self.question else 0)
                    if rolls:
                        self.undone.append(back)
                    return back
            if checkpoint.parent is None:
                raise IllegalAnswer("there is nothing to undo")
            checkpoint, tape = checkpoint.parent, checkpoint.tape

    # -- questions about the position --------------------------------------------------------------------------------

    def odds(
        self, option: Option | str, *, aim: str = "", budget: int = 80_000, memo: bool = True, samples: int = 400
    ) -> Odds:
        """The exact distribution of what an option leads to, both sides' choices solved for the aim."""
        return odds_of(self, option, aim=aim, budget=budget, memo=memo, samples=samples)

    def advice(self) -> list[tuple[Option, float]] | None:
        """Options of the current decision worth looking at, with quick worths; None where the game has no advice for
        it."""
        question = self.decision
        advise = getattr(self.setting, "advise", None)
        if advise is None or type(question) is not Choose:
            return None
        found: list[tuple[Option, float]] | None = advise(self.table, question)
        return found

    def save(self, seat: int | None = None) -> str:
        """The match as text. A save handed to a seat keeps back what the seat may not know: the seed."""
        return write(self, seat)
