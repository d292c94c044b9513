"""What is looked at in whole games, whatever the game: soundness, forks, saves, undo, options, secrets, words,
refusals; each says what is wrong."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import fireteam
from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.questions import Option
from tests.kit.playing import Policy, anything, decisions, fingerprint, option_faults

Look = Callable[[Match, random.Random], Iterator[str]]


class Examiner:
    """Looks at the games of one kind: what is wrong with a position of it is for `faults` to say, `pick` answers in
    forks, and `more_rules` may refuse beside those of the catalogue."""

    def __init__(
        self,
        faults: Callable[[Match], Iterable[str]],
        pick: Policy = anything,
        more_rules: Callable[[Match], Iterable[str]] = lambda match: (),
        *,
        most: int = 20_000,
    ) -> None:
        self.faults = faults
        self.pick = pick
        self.more_rules = more_rules
        self.most = most
        self.looks: dict[str, Look] = {
            "fork": self.forked, "undo": self.taken_back, "options": self.stable, "secrets": self.secret,
            "words": self.worded, "refusals": self.refused, "save": self.saved,
        }  # fmt: skip
        """Looked at in turn, from one sampled state to the next."""

    def forked(self, match: Match, rng: random.Random) -> Iterator[str]:
        """A fork is the same position, and goes on the same way with the same answers and dice."""
        before = fingerprint(match)
        if fingerprint(match.fork()) != before:
            yield "a fork is another position"
        seed = rng.getrandbits(40)
        one, other = match.fork(Seeded(seed)), match.fork(Seeded(seed))
        for _ in range(4):
            if one.over or other.over:
                break
            option = self.pick(one, rng)
            one.answer(option)
            other.answer(option.key)
            if fingerprint(one, options=False) != fingerprint(other, options=False):
                yield f"two forks go on differently after {option.key!r}"
                break
        if fingerprint(match) != before:
            yield "playing forks changes the match"

    def taken_back(self, match: Match, rng: random.Random) -> Iterator[str]:
        """Undo leads back to the same position, after one answer and after two."""
        before = fingerprint(match)
        fork = match.fork(Seeded(rng.getrandbits(40)))
        fork.answer(self.pick(fork, rng))
        steps = 1
        if not fork.over:
            fork.answer(self.pick(fork, rng))
            steps = 2
        for _ in range(steps):
            fork.undo()
        if fingerprint(fork) != before:
            yield f"undoing {steps} answers leads elsewhere"

    def saved(self, match: Match, rng: random.Random) -> Iterator[str]:
        """A save, a replay and a dump lead to the same position."""
        before = fingerprint(match)
        if fingerprint(fireteam.load(match.save())) != before:
            yield "a save is another position"
        if fingerprint(match.replayed()) != before:
            yield "a replay is another position"
        state = match.setting.load_state(json.loads(json.dumps(match.state.dump())))
        if json.dumps(state.dump()) != json.dumps(match.state.dump()):
            yield "a dumped state is another state"

    def stable(self, match: Match, rng: random.Random) -> Iterator[str]:
        """Options asked for twice are the same, well made, found by their keys, and every one of them is accepted."""
        question = match.decision
        yield from option_faults(question)
        keys = question.keys()
        again = match.replayed(match.answered).decision
        if again.keys() != keys:
            yield f"{question.topic}: asked again, the options differ"
        listed: list[Option] = list(question.options)
        if question.region is not None:
            listed = rng.sample(listed, min(3, len(listed)))
        for option in listed:
            found = question.find(option.key)
            if found is None or (found.key, found.args) != (option.key, option.args):
                yield f"{question.topic}: {option.key!r} is listed and not found so"
            try:
                match.fork(Seeded(rng.getrandbits(40))).answer(option.key)
            except Exception as error:
                yield f"{question.topic}: {option.key!r} is listed and fails: {type(error).__name__}: {error}"

    def secret(self, match: Match, rng: random.Random) -> Iterator[str]:
        """A seat sees the same in a world that differs only in the other's secrets, and such worlds can be played."""
        setting: Any = match.setting
        for seat in (0, 1):
            other = setting.table(setting.imagined(match.state, seat, rng), False)
            for name in ("known", "scene"):
                if getattr(setting, name)(other, seat) != getattr(setting, name)(match.table, seat):
                    yield f"the {name} of seat {seat} tells what the other alone knows"
        seat = rng.randrange(2)
        world = match.imagine(seat, rng)
        if not world.over and world.decision.region is None:
            world.answer(self.pick(world, rng))

    def worded(self, match: Match, rng: random.Random) -> Iterator[str]:
        """Views are plain data; every option and question has words."""
        for seat in (0, 1, None):
            view = match.view(seat)
            if json.loads(json.dumps(view)) != json.loads(json.dumps(match.view(seat))):
                yield f"the view of {seat} is not plain data"
        question = match.decision
        if not match.setting.ask(match.table, question):
            yield f"no words for {question.topic}"
        for option in question.options:
            if not match.describe(option):
                yield f"no words for {option.key}"
        for mine in (True, False):
            json.dumps(match.setting.question_view(match.table, question, mine))

    def refused(self, match: Match, rng: random.Random) -> Iterator[str]:
        """Refusals are of what is not on offer; their last check decides; asking changes nothing."""
        question = match.decision
        before = json.dumps(match.state.dump())
        offered = set(question.keys())
        known = {*match.setting.game.rulebook().rules, *self.more_rules(match)}
        for refusal in match.refusals():
            if refusal.action in offered:
                yield f"{question.topic}: {refusal.action!r} is on offer and refused: {refusal.decisive.text}"
            if [check.passed for check in refusal.checks] != [True] * (len(refusal.checks) - 1) + [False]:
                yield f"{question.topic}: the checks of {refusal.action!r} do not end with the one that failed"
            strangers = {check.rule for check in refusal.checks} - known
            if strangers:
                yield f"{question.topic}: {refusal.action!r} is refused by {sorted(strangers)}"
            if match.why_not(refusal.action) is None:
                yield f"{question.topic}: nobody says why {refusal.action!r} is not possible"
        if json.dumps(match.state.dump()) != before:
            yield f"{question.topic}: asking why changes something"

    # -- whole games ---------------------------------------------------------------------------------------------------

    def examine(
        self, match: Match, number: int, policy: Policy, *, sound: int = 1, every: int = 20, most: int | None = None
    ) -> list[str]:
        """Play a match out, or `most` answers of it; what is wrong at any of the sampled states: each `sound`th for
        soundness, each `every`th for a look."""
        rng = random.Random(number + 1)
        found: list[str] = []
        names = list(self.looks)
        rng.shuffle(names)
        for place, question in enumerate(decisions(match, number, policy, self.most)):
            if place == most:
                return found
            wrong: list[str] = []
            if place % sound == 0:
                wrong += self.faults(match)
            if place % every == every - 1:
                name = names[place // every % len(names)]
                wrong += [f"{name}: {text}" for text in self.looks[name](match, rng)]
            found += [f"game {number}, answer {place} ({question.topic}): {text}" for text in wrong]
            if len(found) > 20:
                return [*found, "and more"]
        found += [f"game {number}, the end: {text}" for text in self.faults(match)]
        told = match.told if match.listening else []
        if match.result is None or not all(told):
            found.append(f"game {number} has no result, or an event without words")
        return found


def replays(match: Match) -> list[str]:
    """Whether the save of a match leads to the same end."""
    back = fireteam.load(match.save())
    same = back.over and back.result == match.result and fingerprint(back) == fingerprint(match)
    return [] if same else ["the save replays to another end"]
