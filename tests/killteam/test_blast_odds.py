"""Exact odds over several targets: solved target by target they are what the whole tree gives, to the last fraction."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.core.odds import Odds, odds_here
from fireteam.games.killteam import arena
from fireteam.games.killteam.at_stake import at_stake
from fireteam.games.killteam.cards import Target
from fireteam.games.killteam.setting import Setting
from fireteam.games.killteam.shooting.sequence import Shooting, shoot
from fireteam.games.killteam.table import Stake, Table

BUDGET = 400_000


def solved(match: Match, aim: str, monkeypatch: pytest.MonkeyPatch, budget: int = BUDGET) -> tuple[Odds, Odds]:
    """The odds of what is under way: target by target, and over the whole tree."""
    apart = odds_here(match, 0, aim=aim, budget=budget)
    monkeypatch.setattr(Setting, "at_stake", lambda setting, table, before: None)
    whole = odds_here(match, 0, aim=aim, budget=budget)
    monkeypatch.undo()
    return apart, whole


def agree(match: Match, aim: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Odds, Odds]:
    """Both ways are exact and the same; the first one is shorter."""
    apart, whole = solved(match, aim, monkeypatch)
    assert apart.exact and whole.exact
    assert apart.chances == whole.chances
    assert apart.value == whole.value
    assert apart.nodes < whole.nodes
    return apart, whole


def crowd(rules: str, targets: list[Target], **given: Any) -> Match:
    """A shot at several: the shooter has so many wounds that its own weapon may hurt it."""
    cards = [arena.card("shooter", arena.weapon(2, 3, 2, 4, rules), wounds=7, save=6)]
    cards += [
        arena.card(name, save=save, wounds=wounds)
        for name, save, wounds in (("one", 5, 3), ("two", 4, 5), ("three", 3, 9))
    ]
    t = arena.table_over(*arena.position(cards, [0, 1, 1, 1], **given))
    shoot(t, 0, "weapon", targets)
    return arena.match_over(t, None, events=False)


@pytest.mark.rule("KT-WR-03", "KT-WR-04", "KT-SHOOT-27")
@pytest.mark.parametrize("aim", ["damage", "kill"])
@pytest.mark.parametrize(
    ("rules", "targets", "given"),
    [
        ("Blast 2", [Target(1), Target(2)], {}),
        ("Blast 2", [Target(1), Target(2), Target(3)], {}),
        ("Blast 2, Lethal 5", [Target(3, ("wall",)), Target(1)], {"cp": (0, 1)}),
        ("Blast 2", [Target(1), Target(2)], {"cp": (1, 0)}),
        ("Blast 2, Stun, Hot", [Target(2), Target(1)], {}),
        ("Torrent 2, Piercing 1", [Target(1), Target(2)], {"wounds": {1: 1, 2: 4}}),
    ],
)
def test_target_by_target_is_what_the_whole_tree_gives(
    rules: str, targets: list[Target], given: dict[str, Any], aim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    agree(crowd(rules, targets, **given), aim, monkeypatch)


@pytest.mark.rule("KT-WR-08")
def test_who_may_still_be_hurt_is_counted_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Devastating round the second target hurts the first one again: its wounds still matter."""
    targets = [Target(1), Target(2, near=(0, 1))]
    match = crowd('Blast 2, 2" Devastating 1', targets, wounds={1: 3, 2: 4})
    apart, _ = solved(match, "kill", monkeypatch)
    assert apart.chances == solved(match, "kill", monkeypatch)[1].chances
    assert apart.chance("incapacitated one") > 0


@pytest.mark.rule("KT-PLOY-03")
@pytest.mark.parametrize(("targets", "cp"), [(("sl-reeve", "sl-conscript-1"), 0), (("sl-conscript-1", "sl-reeve"), 1)])
def test_it_holds_with_ploys_and_abilities(targets: tuple[str, str], cp: int, monkeypatch: pytest.MonkeyPatch) -> None:
    match = at_levy(targets, cp)
    apart, whole = solved(match, "damage", monkeypatch)
    assert apart.exact and whole.exact and apart.chances == whole.chances


def at_levy(targets: tuple[str, ...], cp: int) -> Match:
    """A frag grenade among the Levy."""
    setting, state = arena.battle(
        teams=("cinder-vigil", "saltmarsh-levy"), rosters=(("cv-prior",), ("sl-reeve", "sl-bomber", "sl-conscript",
        "sl-conscript")),
        placed={"cv-prior": (900, 1000), "sl-reeve": (1400, 1000), "sl-conscript-1": (1530, 1000), "sl-bomber": (1400,
        1130)},
        selections=((0, "equipment", "explosive_grenades"), (0, "grenades", "frag,frag")), phase="firefight",
        turning_point=2, cp=(0, cp),
    )  # fmt: skip
    t = arena.table_over(setting, state)
    shoot(t, t.number("cv-prior"), "frag", [Target(t.number(name)) for name in targets])
    return arena.match_over(t, None, events=False)


def between(match: Match, hurt: str, points: int) -> Table:
    """The moment after somebody was shot."""
    t: Table = match.setting.table(match.checkpoint.state, False)
    t.hurt(t.number(hurt), points, "KT-SHOOT-25", (), by=0)
    return t


def test_wounds_of_those_shot_before_do_not_count_any_more() -> None:
    match = at_levy(("sl-conscript-1",), 0)
    tables = [between(match, "sl-reeve", points) for points in (0, 1, 2, 99)]
    stakes = [at_stake(t, None) for t in tables]
    assert stakes == [Stake((0, 3))] * 4
    none, one, two, fallen = (t.key(Stake((0, 3)), match.checkpoint.state) for t in tables)
    assert none == one == two != fallen, "who has fallen is another matter"
    assert tables[1].key() != tables[2].key()


def test_where_a_fall_hurts_others_everything_counts() -> None:
    """A bomber that falls hurts those round it (its ability): odds look at the whole tree then, be it a target or near
    one."""
    assert at_stake(between(at_levy(("sl-bomber",), 0), "sl-reeve", 1), None) is None
    t = between(at_levy(("sl-conscript-1",), 0), "sl-reeve", 1)
    record = t.state.agenda[-1]
    assert isinstance(record, Shooting) and at_stake(t, None) is not None
    record.targets = (record.targets[0]._replace(near=(t.number("sl-bomber"),)),)
    assert at_stake(t, None) is None


@pytest.mark.rule("KT-SHOOT-27")
def test_who_may_step_in_for_a_target_is_at_stake() -> None:
    """The Bulwark may become the target instead of a friend: what an earlier shot has left it still matters."""
    setting, state = arena.battle(
        teams=("cinder-vigil", "saltmarsh-levy"), rosters=(("cv-prior", "cv-bulwark", "cv-mender"), ("sl-reeve",)),
        placed={"cv-prior": (900, 1000), "cv-bulwark": (900, 1160), "cv-mender": (1050, 1000), "sl-reeve": (1500,
        1000)}, phase="firefight", turning_point=2,
    )  # fmt: skip
    t = arena.table_over(setting, state)
    shoot(t, t.number("sl-reeve"), t.weapons(t.number("sl-reeve"))[0].id, [Target(t.number("cv-prior"))])
    assert at_stake(t, None) == Stake((t.number("cv-prior"), t.number("cv-bulwark"), t.number("sl-reeve")))
