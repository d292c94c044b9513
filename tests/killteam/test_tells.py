"""Who is asked, and when, tells nobody which tac op is secret: pairs of battles that differ in it alone (KT-OPS-20)."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import pytest

import fireteam
from fireteam.core.match import Match
from fireteam.core.questions import Option
from tests.killteam.battles import QUICK, begun
from tests.killteam.opfield import BREAKER, MATRON, MENDER, PIPER, PRIOR, field, kill
from tests.killteam.staged_ops import ending, played
from tests.kit.watching import Watcher

Choice = Callable[[list[str]], str]


def walk(one: Match, other: Match, owner: int, choose: Choice, questions: int) -> set[str]:
    """Both get the same answers, and the same seats are asked the same all the time. The topics at which one owner
    could choose and the other could not."""
    apart: set[str] = set()
    watchers = [(Watcher(one, seat), Watcher(other, seat)) for seat in (1 - owner, None)]
    for place in range(questions):
        if one.over or any((owner, "tac_op") in match.state.revealed for match in (one, other)):
            break
        question, twin = one.decision, other.decision
        asked = (question.seat, question.topic, one.answered)
        assert asked == (twin.seat, twin.topic, other.answered), place
        if place % 9 == 0 or 1 in (len(question.keys()), len(twin.keys())):
            assert all(here.look() == there.look() for here, there in watchers), asked
        if 1 in (len(question.keys()), len(twin.keys())) and question.keys() != twin.keys():
            apart.add(question.topic.partition(" of ")[0])
        assert question.seat == owner or question.keys() == twin.keys()
        common = [option.key for option in question.options if twin.find(option.key) is not None]
        key = choose(common)
        one.answer(key)
        other.answer(key)
    return apart


def last(keys: list[str]) -> str:
    """What is declined stands last."""
    return keys[-1]


def gambits(op: str, **given: Any) -> Match:
    """A Gambit step without CP; the first seat has that op."""
    return played(field({PRIOR: (500, 300), MATRON: (2500, 300)}, tac=(op, ""), phase="gambit", **given))


def shot(op: str) -> Match:
    """A shot of which every die is a critical success; the second seat has that op."""
    return played(ending({PRIOR: (1500, 300), MATRON: (1900, 300)}, active=MATRON, tac=("", op)), *[6] * 5, *[1] * 5)


def fight(op: str) -> Match:
    """A fight against a Brutal weapon, all dice normal successes: none can block; the second seat has that op."""
    t = ending({BREAKER: (1500, 300), MATRON: (1700, 300)}, active=MATRON, tac=("", op))
    return played(t, *[5] * 9)


def proofs(op: str) -> Match:
    """The end of a turning point; the second seat, with that op, stands where it has killed somebody."""
    t = ending({PRIOR: (500, 300), MENDER: (1460, 300), MATRON: (1600, 300)}, tac=("", op))
    kill(t, MATRON, MENDER)
    return played(t)


def spent(op: str) -> Match:
    """One beside an objective in its activation, which has done nearly everything; the second seat has that op."""
    done = ("REPOSITION", "DASH", "CHARGE", "SHOOT", "FIGHT", "SET SEAL", "PICK UP", "FALL BACK", "vr-a5")
    t = ending(
        {PRIOR: (500, 300), PIPER: (1500, 1000)}, active=PIPER, tac=("", op), also={PIPER: {"ap": 1, "actions": done}}
    )
    return played(t)


SCENES: Mapping[str, tuple[Callable[[str], Match], int, tuple[str, str], tuple[str, ...], str]] = {
    "a gambit": (gambits, 0, ("one-of-ours", "clean-house"), (), "gambit"),
    "a success of a shot": (shot, 1, ("tagged", "eyes-on"), ("SHOOT",), "successes"),
    "a die of a fight": (fight, 1, ("tagged", "eyes-on"), ("FIGHT",), "die"),
    "something to score": (proofs, 1, ("proof-of-the-deed", "tagged"), (), "what to score"),
    "a mission action": (spent, 1, ("listening-post", "proof-of-the-deed"), (), "action"),
}
"""A battle by its secret op, whose it is, two ops, what is answered first, and what one of them alone could choose."""


@pytest.mark.rule("KT-OPS-20")
@pytest.mark.parametrize("what", SCENES)
def test_who_could_have_something_to_choose_is_asked_whatever_the_op_is(what: str) -> None:
    begin, owner, ops, first, topic = SCENES[what]
    one, other = (begin(op) for op in ops)

    def choose(keys: list[str]) -> str:
        return next((key for key in keys if key in first), keys[-1])

    assert topic in walk(one, other, owner, choose, 20)


def whole_game(questions: int) -> tuple[Match, set[str]]:
    """A battle from its beginning, beside another in which the second seat has another op."""
    wishes = {**QUICK, "teams": ("saltmarsh-levy", "ironroot-menagerie"), "primary": ("crit", "kill")}
    one, other = (begun(1, 6, seed=5, tac_ops=("own-the-middle", op), **wishes) for op in ("tagged", "one-of-ours"))
    return one, walk(one, other, 1, random.Random(5).choice, questions)


@pytest.mark.rule("KT-OPS-20")
def test_a_whole_game_asks_the_same_whatever_the_op_is() -> None:
    match, apart = whole_game(240)
    assert apart == {"gambit"} and match.state.turning_point == 2


@pytest.mark.rule("KT-OPS-20")
def test_nobody_is_asked_where_everybody_knows_that_there_is_nothing_to_choose() -> None:
    known = {"revealed": [(0, "tac_op")]}
    primary = [(0, "primary", "crit"), (1, "primary", "crit")]
    cases = (gambits("clean-house", tp=1, selections=primary), gambits("clean-house", **known))
    assert [match.decision.topic for match in cases] == ["order of cv-prior"] * 2
    assert gambits("one-of-ours", **known).decision.topic == "gambit"


# -- saves -------------------------------------------------------------------------------------------------------------


def sealed_again(text: str) -> str:
    """A save that was edited, with its own checksum and number of answers."""
    body = text[: text.rindex("end: ")]
    answers = body[body.index("answers:\n") : body.rindex("checkpoint: ")].split("\n")[1:-1]
    count = sum(not line.startswith("~") for line in answers)
    return f"{body}end: {count} answers, sha256 {sha256(body.encode()).hexdigest()}\n"


def test_a_save_in_which_nobody_was_asked_opens() -> None:
    match, _ = whole_game(200)
    new = match.save()
    place = next(number for number, entry in enumerate(match.answers()) if is_lone_pass(match, number, entry))
    lines = new.split("\n")
    number = lines.index("answers:") + 1 + place
    assert lines[number] == "1 gambit: pass"
    forced = [*lines[:number], "1! gambit: pass", *lines[number + 1 :]]
    assert fireteam.load(sealed_again("\n".join(forced))).save() == new
    undone = "~ undo to answer {} by seat 1, 1 rolls taken back"
    without = [*lines[:number], undone.format(place), *lines[number + 1 :]]
    loaded = fireteam.load(sealed_again("\n".join(without)))
    assert loaded.answered == match.answered and loaded.view(0) == match.view(0)
    assert [back.answers for back in loaded.undone] == [place + 1]


def is_lone_pass(match: Match, number: int, entry: object) -> bool:
    """Whether an answer was the only one to a question that was asked."""
    return isinstance(entry, Option) and entry.kind == "pass" and match.earlier(number).decision.keys() == ["pass"]
