"""Counsel about attacks: weapon, target, enemy, and what dice show."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Choose, Option
from fireteam.core.topics import names_of
from fireteam.games.killteam.actions.action import Action
from fireteam.games.killteam.bot.values import aims, fight_worth, shares
from fireteam.games.killteam.bot.worths import Worths, weighed
from fireteam.games.killteam.dice import COMMAND, FAIL, Pool
from fireteam.games.killteam.fighting.sequence import Fight
from fireteam.games.killteam.shooting.sequence import Shooting
from fireteam.games.killteam.shooting.targets import arms, blast_targets
from fireteam.games.killteam.state import NOBODY
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.turning_point import LAST


def which_weapon(t: Table, question: Choose) -> Worths | None:
    """For a shot the weapon with the best target; for a fight the one that strikes hardest."""
    record = t.state.agenda[-1] if t.state.agenda else None
    if isinstance(record, Action):
        found = aims(t, record.who, shares(t), arms(t, record.who))
        return weighed(
            question, lambda option: max((aim.worth for aim in found if aim.weapon == option.args[0]), default=0.0)
        )
    if isinstance(record, Fight):
        who = t.number(names_of(question.topic)["who"])

        def force(option: Option) -> float:
            weapon = t.weapon(who, option.args[0])
            return weapon.atk * (7 - weapon.hit) * (weapon.damage + weapon.critical_damage)

        return weighed(question, force)
    return None


def which_target(t: Table, question: Choose) -> Worths:
    """The target whose shot is worth most with any weapon; a further one wherever there is one."""
    record = t.state.agenda[-1] if t.state.agenda else None
    who = record.who if isinstance(record, Action) else t.state.active
    each = shares(t)
    found = aims(t, who, each, arms(t, who)) if who != NOBODY else []

    def worth(option: Option) -> float:
        if option.kind == "no_more":
            return 0.0
        target = t.number(option.args[0])
        return max((aim.worth for aim in found if aim.target == target), default=0.001 * each[target])

    return weighed(question, worth)


def which_x(t: Table, question: Choose) -> Worths | None:
    """The Blast that reaches most enemies and fewest friends; of other rules odds know which x is best."""
    record = t.state.agenda[-1] if t.state.agenda else None
    if not isinstance(record, Action):
        return None
    each, board = shares(t), t.board
    weapon = next(weapon for weapon in arms(t, record.who) if weapon.id == record.weapon)

    def worth(option: Option) -> float:
        alone = weapon._replace(rules=(option.args[0],))
        reached = blast_targets(t, board, record.target, alone)
        return sum(each[who] if t.operative(who).seat != question.seat else -each[who] for who in reached)

    return weighed(question, worth)


def which_enemy(t: Table, question: Choose) -> Worths:
    """The enemy whom it is worth most to fight."""
    record = t.state.agenda[-1]
    assert isinstance(record, Fight)
    each = shares(t)
    return weighed(question, lambda option: fight_worth(t, record.fighter, t.number(option.args[0]), each))


def whether_to_reroll(t: Table, question: Choose) -> Worths:
    """A fail is re-rolled wherever that is free; for a command point where it may decide something."""
    pool = _asked_pool(t, question)
    if pool is None:
        return weighed(question, lambda option: 0.0)
    cp, number = t.state.cp[question.seat], t.state.turning_point
    spare = 0.06 * (cp - 1) + (0.1 if number == LAST else 0.0)
    found = pool.side.grades
    counts = {face: pool.dice.count(face) for face in pool.dice}

    def worth(option: Option) -> float:
        if option.kind == "keep_dice":
            return 0.0
        face, source = option.args
        if found[face - 1] != FAIL:
            return -1.0
        gain = sum(one != FAIL for one in found) / 6
        if source == COMMAND:
            return 0.35 * gain - 0.22 + spare
        # All dice of one number: the more the better.
        return gain * (counts[face] if source in pool.side.numbers else 1)

    return weighed(question, worth)


def _asked_pool(t: Table, question: Choose) -> Pool | None:
    """The dice that a question is about: those of its seat that are still to be graded."""
    record = t.state.agenda[-1] if t.state.agenda else None
    pools: Iterable[Pool | None] = ()
    if isinstance(record, Shooting):
        pools = (record.attack, record.defence)
    elif isinstance(record, Fight):
        pools = record.pools()
    return next((pool for pool in pools if pool is not None and pool.side.seat == question.seat and pool.dice), None)


def how_to_block(t: Table, question: Choose) -> Worths | None:
    """The blocks that leave least damage."""
    record = t.state.agenda[-1]
    if not isinstance(record, Shooting) or record.attack is None:
        return None
    side = record.attack.side
    return weighed(question, lambda option: option.args[0] * side.damage + option.args[1] * side.critical_damage)


def cover_save(t: Table, question: Choose) -> Worths:
    """A cover save is kept; two of them rather than a critical one where it may be improved."""
    order = ("double_cover_save", "cover_save", "critical_cover_save", "no_cover_save")
    return weighed(question, lambda option: -float(order.index(option.kind)))
