"""A bare battlefield with three objectives for tests of ops: positions by name, actions and scoring with given
answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fireteam.core.questions import Choose, Rule
from fireteam.core.refusals import Check
from fireteam.games.killteam import arena
from fireteam.games.killteam.actions.action import deed, may_act, start
from fireteam.games.killteam.ops import mission
from fireteam.games.killteam.ops.scoring import vp_of
from fireteam.games.killteam.state import NOBODY
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.zone import Landmark, Objective, Zone, bare_zone

A, CENTRE, B = "objective-a", "objective-centre", "objective-b"
OBJECTIVES = (Objective(A, 700, 1100, 0, 0), Objective(CENTRE, 1500, 1100, 0, -1), Objective(B, 2300, 1100, 0, 1))
AT = {A: (700, 1100), CENTRE: (1500, 1100), B: (2300, 1100)}
PRIOR, MENDER, BREAKER = "cv-prior", "cv-mender", "cv-breaker"
"""Operatives of the first seat: APL 3."""
MATRON, NEEDLE, PIPER = "vr-matron", "vr-needle", "vr-piper"
"""Operatives of the second seat: APL 3, 2 and 2."""


def open_zone(landmarks: tuple[Landmark, ...] = (), features: Any = ()) -> Zone:
    """30 by 22 inches, west against east, drop zones 6 inches deep; objectives 7 inches from either edge and in the
    middle."""
    bare = bare_zone(features=features)
    return Zone(
        bare.name, bare.kind, bare.terrain, bare.territories, bare.drop_zones, objectives=OBJECTIVES,
        landmarks=landmarks, centre=bare.centre, centreline=bare.centreline,
    )  # fmt: skip


def field(
    placed: Mapping[str, tuple[int, ...]], *, crit: str = "plant-the-seals", tac: tuple[str, str] = ("", ""),
    tp: int = 2, zone: Zone | None = None, **given: Any,
) -> Table:  # fmt: skip
    """A table in the firefight phase of a turning point; operatives stand where `placed` says."""
    selections = [(seat, "tac_op", name) for seat, name in enumerate(tac) if name]
    selections += given.pop("selections", [])
    whole: dict[str, Any] = {"phase": "firefight", "turning_point": tp, "selections": selections, "cp": (0, 0), **given}
    setting, state = arena.battle(killzone=zone or open_zone(), placed=placed, crit_op=crit, **whole)
    return setting.table(state, True)


def answered(rule: Rule[Any], answers: Iterator[str]) -> Any:
    """A rule to its end, with an answer to every real choice."""
    value: Any = None
    while True:
        try:
            question = rule.send(value)
        except StopIteration as end:
            return end.value
        assert isinstance(question, Choose), f"no dice are given for {question.topic}"
        if question.region is None and len(question.options) == 1:
            value = question.options[0]
            continue
        key = next(answers, None)
        assert key is not None, f"{question.topic}: one of {question.keys()}"
        value = question.find(key)
        assert value is not None, f"{question.topic}: {key!r} is none of {question.keys()}"


def play(rule: Rule[Any], *answers: str) -> Any:
    """A rule with exactly these answers."""
    given = iter(answers)
    found = answered(rule, given)
    assert next(given, None) is None, "an answer is left over"
    return found


def offered(t: Table, name: str, action: str) -> bool:
    """Whether an operative may perform an action now."""
    who = t.number(name)
    t.start_acting(who)
    return may_act(t, who, deed(t, who, action))


def refused(t: Table, name: str, action: str) -> Check:
    """The check that decides against it."""
    who = t.number(name)
    t.start_acting(who)
    checks: list[Check] = []
    assert not may_act(t, who, deed(t, who, action), why=checks)
    assert not checks[-1].passed
    return checks[-1]


def act(t: Table, name: str, action: str, *answers: str) -> None:
    """An operative performs an action, with everything that follows it."""
    assert offered(t, name, action), refused(t, name, action)
    who = t.number(name)
    t.set_active(who)
    start(t, who, deed(t, who, action))
    given = iter(answers)
    while t.state.agenda:
        answered(t.state.agenda[-1].go_on(t), given)
    assert next(given, None) is None, "an answer is left over"


def stand(t: Table, name: str, x: int, y: int, z: int = 0) -> None:
    """An operative is put somewhere else."""
    t.stand(t.number(name), x, y, z)


def kill(t: Table, killer: str, victim: str) -> None:
    """One operative incapacitates another, which leaves."""
    who = t.number(victim)
    t.hurt(who, 99, "KT-DMG-01", by=t.number(killer) if killer else NOBODY)
    t.remove(who, "KT-DMG-02")


def end_turning_point(t: Table, *answers: str) -> None:
    """What is scored at its end, then the next one begins."""
    play(mission.end_of_turning_point(t), *answers)


def next_turning_point(t: Table, *answers: str) -> None:
    """The Ready step of the next turning point, as far as ops are concerned."""
    t.start_turning_point(t.state.turning_point + 1)
    play(mission.ready_step(t), *answers)


def end_battle(t: Table) -> None:
    """The last scoring and the result."""
    play(mission.end_of_battle(t))


def vp(t: Table, op: str = "") -> tuple[int, int]:
    """The victory points of both seats, from one op or all."""
    return vp_of(t, 0, op), vp_of(t, 1, op)


def told(t: Table, code: str) -> list[dict[str, Any]]:
    """The events of a kind."""
    return [dict(event.params) for event in t.events or () if event.code == code]
