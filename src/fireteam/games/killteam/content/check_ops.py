"""Checks of the ops of a Kill Team pack: tags and actions that exist, six points that can be reached, games that may be
played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.yamlfile import Lines
from fireteam.games.killteam.content.ops import AUTOMATIC_TAGS, Op, Scoring
from fireteam.games.killteam.ops.action_conditions import NeedsTag
from fireteam.games.killteam.ops.action_effects import effects_of
from fireteam.games.killteam.ops.filters import ACTION, MARKER, STRATEGIC_FEATURE, TAG
from fireteam.games.killteam.ops.markers import Where
from fireteam.games.killteam.ops.measures import condition_of
from fireteam.games.killteam.ops.points import MOST_POINTS, victory_points
from fireteam.games.killteam.ops.things import GRADES, Scope
from fireteam.kit.content.checks import Checker

if TYPE_CHECKING:
    from fireteam.games.killteam.content.pack import Pack

Path = tuple[str | int, ...]

SMALLEST_TEAM, LARGEST_TEAM = 5, 14
SCOPE = Scope("", False)
"""Of no op in particular."""


class OpCheck(Checker):
    """The ops of a pack under check."""

    def __init__(self, pack: Pack, lines: Lines, file: str) -> None:
        super().__init__(lines, file)
        self.pack = pack

    def ops(self) -> None:
        """The kill op, every crit and tac op, and the ready-made games."""
        self.kill_op()
        ids: dict[str, None] = {self.pack.kill_op.id: None}
        for key in ("crit_ops", "tac_ops"):
            for index, op in enumerate(getattr(self.pack, key)):
                self.need(op.id not in ids, (key, index, "id"), f"op id {op.id!r} is given twice")
                ids[op.id] = None
                self.op(op, (key, index))
        self.quick_starts()

    def kill_op(self) -> None:
        """Grade g takes n * g / 5 of n enemies, rounded; there is a row for every size of team."""
        kill = self.pack.kill_op
        for size, row in kill.table.items():
            expected = tuple((2 * size * grade + GRADES) // (2 * GRADES) for grade in range(1, GRADES + 1))
            self.need(
                row == expected,
                ("kill_op", "table", size),
                f"the grades against {size} operatives are {list(expected)}, not {list(row)}",
            )
        for size in range(SMALLEST_TEAM, LARGEST_TEAM + 1):
            self.need(size in kill.table, ("kill_op", "table"), f"the kill op has no grades against {size} operatives")
        self.scorings(kill.scoring, ("kill_op",), {TAG: [], ACTION: [], MARKER: []})

    def op(self, op: Op, path: Path) -> None:
        """What the scoring of an op looks at can come about, and is worth six points."""
        self.unique((action.id for action in op.actions), (*path, "actions"), "id", ACTION)
        tags = [*AUTOMATIC_TAGS, *(scoring.tags for scoring in op.scoring if scoring.tags is not None)]
        effects = [effects_of(action) for action in op.actions]
        tags += [effect.tag for each in effects for effect in each if effect.tag]
        if op.setup_each_tp is not None:
            tags.append(op.setup_each_tp.tag)
        markers = [setup.place_marker for setup in (op.setup, op.setup_on_kill) if setup is not None]
        markers += [effect.marker for each in effects for effect in each if effect.marker]
        for index, action in enumerate(op.actions):
            where = (*path, "actions", index)
            if action.needs_tag is not None:
                self.known(action.needs_tag, tags, (*where, NeedsTag.name), TAG)
            for place, effect in enumerate(effects[index]):
                if effect.gone:
                    self.known(effect.gone, tags, (*where, "do", place), TAG)
        for word in op.setup.where if op.setup is not None else ():
            self.need(Where.known[word].chosen, (*path, "setup"), f"{word}: that is no place for a player to pick")
        actions = [action.id for action in op.actions]
        self.scorings(op.scoring, path, {TAG: tags, ACTION: actions, MARKER: [STRATEGIC_FEATURE, *markers]})
        best = sum(most_points(scoring) for scoring in op.scoring)
        self.need(
            best >= MOST_POINTS,
            (*path, "scoring"),
            f"op {op.id!r} can give {best} VP only; six must be possible (KT-OPS-16)",
        )

    def scorings(self, scorings: tuple[Scoring, ...], path: Path, named: dict[str, list[str]]) -> None:
        """Ids are unique, filters fit what is counted and name tags, actions and markers that the op has, and points
        are counted for what the condition counts."""
        self.unique((scoring.id for scoring in scorings), (*path, "scoring"), "id", "scoring")
        for index, scoring in enumerate(scorings):
            where = (*path, "scoring", index)
            condition = condition_of(SCOPE, scoring.condition)
            for measure in condition.measures():
                known = measure.filters()
                for name in sorted(limit.name for limit in measure.limits):
                    fits = f"{measure.name} cannot be filtered by {name}; known: {', '.join(known)}"
                    self.need(name in known, (*where, "if"), fits)
            for measure in condition.measures():
                for limit in measure.limits:
                    if limit.names:
                        self.known(limit.value, named[limit.names], (*where, "if"), limit.names)
            vp = victory_points("", SCOPE, scoring, condition)
            for one in condition.comparisons():
                self.need(
                    vp.counts is None or isinstance(one.measure, vp.counts),
                    (*where, "vp"),
                    f"{vp.said()} does not go with a condition that counts {one.measure.said()}",
                )

    def quick_starts(self) -> None:
        """Ready-made games name what there is, and tac ops that the teams may take (see KT-OPS-05)."""
        pack = self.pack
        teams = {team.id: team for team in pack.teams}
        tac_ops = {op.id: op for op in pack.tac_ops}
        self.unique((game.id for game in pack.quick_start), ("quick_start",), "id", "game")
        for index, game in enumerate(pack.quick_start):
            path = ("quick_start", index)
            self.known(game.killzone, (killzone.id for killzone in pack.killzones), path, "killzone")
            self.known(game.crit_op, (op.id for op in pack.crit_ops), path, "crit op")
            for team, op in zip(game.teams, game.tac_ops, strict=True):
                self.known(team, teams, path, "team")
                self.known(op, tac_ops, path, "tac op")
                archetype = tac_ops[op].archetype
                self.need(
                    archetype in teams[team].archetypes,
                    path,
                    f"{team} may not take {op}, which is {archetype} (KT-OPS-05)",
                )


def most_points(scoring: Scoring) -> int:
    """How many VP it can give in a battle; points that are counted may reach the cap alone."""
    flat = scoring.vp.flat
    if flat is None:
        return MOST_POINTS
    each = (
        flat
        if scoring.when == "end_of_tp" or scoring.once == "per_tp" or scoring.max_per_tp is None
        else scoring.max_per_tp
    )
    return each * (len(scoring.tps) or 1)
