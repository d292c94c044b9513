"""Damage points, Armor, and what happens when characters are Taken out (rulebook 2.c; ES-PROF-06, ES-PROF-07)."""

from __future__ import annotations

from fireteam.core.refusals import Modifier, total
from fireteam.games.escape.state import BOARD, Character
from fireteam.games.escape.table import Table
from fireteam.games.escape.windows import Skill, Supplement
from fireteam.space.squares import bits


def suffer(t: Table, who: Character, points: int, rule: str) -> int:
    """Damage points from one source, less Armor, never below 0; returns what is left of them (ES-SKILL-02)."""
    parts: tuple[Modifier, ...] = (Modifier(points, "damage", rule),)
    for reduction in t.hooks(who, Skill.damage_reduction):
        parts += tuple(reduction(t, who))
    left = max(0, total(parts))
    if left:
        t.hurt(who, left, rule, parts)
    else:
        t.tell("absorbed", "ES-SKILL-02", who=t.card(who).id, points=points)
    return left


def check_taken_out(t: Table) -> None:
    """Everybody whose damage reaches the gauge leaves at once; Nitro vials go off; again until nobody does (ES-PROF-07,
    ES-EQ-05)."""
    s = t.state
    while True:
        cards = t.ground.cards
        fallen = [c for c in s.characters if c.status == BOARD and c.damage >= cards[c.index].life]
        if not fallen:
            return
        blasts: list[tuple[int, int]] = []
        for c in fallen:
            kind = t.ground.equipment.get(s.tokens[c.holds].label) if c.holds else None
            if kind is not None and kind.nitro:
                t.discard(t.let_go(c), "ES-EQ-05")
                blasts.append((c.square, kind.nitro))
            t.take_out(c)
            for taken_out in t.windows[Supplement.taken_out]:
                taken_out(t, c)
        for square, points in blasts:
            nitro(t, square, points)


def nitro(t: Table, square: int, points: int) -> None:
    """A Nitro vial hurts everybody on a periphery square, friend or foe; walls protect only by option (ES-EQ-05)."""
    t.tell("nitro", "ES-EQ-05", at=t.ground.at(square))
    for who in caught(t, square):
        suffer(t, who, points, "ES-EQ-05")


def caught(t: Table, square: int) -> list[Character]:
    """Whom a blast on a square reaches: its whole periphery, or by option only those in its sight (ES-TERM-02,
    ES-EQ-05, ES-EQ-06)."""
    s = t.state
    here = set(bits(t.ground.squares.periphery[square] & s.occupied))
    return [
        c
        for c in s.characters
        if c.status == BOARD and c.square in here and (t.ground.blast_through_walls or t.sees(square, c.square))
    ]
