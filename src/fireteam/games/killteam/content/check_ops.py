"""Checks of the ops of a Kill Team pack: tags and actions that exist, six points that can be reached, games that may be
played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fireteam.core.yamlfile import Lines
from fireteam.games.killteam.content.ops import AUTOMATIC_TAGS, Filter, Op, OpCondition, Scoring
from fireteam.kit.content.checks import Checker

if TYPE_CHECKING:
    from fireteam.games.killteam.content.pack import Pack

Path = tuple[str | int, ...]

MOST_POINTS = 6
"""VP that a player may score from one op (see KT-OPS-16)."""
GRADES = 5
SMALLEST_TEAM, LARGEST_TEAM = 5, 14
STRATEGIC_FEATURE = "strategic_feature"
"""What a filter calls the terrain features that are worth something."""

_PLACED = ("wholly_in", "within", "beyond", "wholly_within", "tag", "not_tag", "owner")
_MARKED = ("controlled_by", "contested_by", "not_contested_by", "territory", "portable", "carried_by", *_PLACED)
_CREW = ("side", "order", "other_than_op_active", *_PLACED)
FILTERS: dict[str, tuple[str, ...]] = {
    "objectives": ("points_of", *_MARKED),
    "points": ("points_of", *_MARKED),
    "markers": ("kind", "tp", *_MARKED),
    "operatives": _CREW,
    "apl": _CREW,
    "kills": ("tp", "victim_wounds_min", "killer_tag", "killer_wholly_in"),
    "kill_grade": ("side",),
    "actions": ("action", "side", "tp"),
}
"""What each measure can be filtered by."""
LANDMARK_FILTERS = ("kind", "territory", "controlled_by")
"""What strategic terrain can be filtered by."""


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
        self.scorings(kill.scoring, ("kill_op",), [], [], [])

    def op(self, op: Op, path: Path) -> None:
        """What the scoring of an op looks at can come about, and is worth six points."""
        self.unique((action.id for action in op.actions), (*path, "actions"), "id", "action")
        tags = [*AUTOMATIC_TAGS, *(scoring.tags for scoring in op.scoring if scoring.tags is not None)]
        tags += [effect.tag for action in op.actions for effect in action.effects if effect.tag is not None]
        if op.setup_each_tp is not None:
            tags.append(op.setup_each_tp.tag)
        markers = [setup.place_marker for setup in (op.setup, op.setup_on_kill) if setup is not None]
        markers += [
            effect.place_marker for action in op.actions for effect in action.effects if effect.place_marker is not None
        ]
        for index, action in enumerate(op.actions):
            where = (*path, "actions", index)
            if action.needs_tag is not None:
                self.known(action.needs_tag, tags, (*where, "needs_tag"), "tag")
            for place, effect in enumerate(action.effects):
                if effect.untag_others is not None:
                    self.known(effect.untag_others, tags, (*where, "do", place), "tag")
        self.scorings(op.scoring, path, tags, [action.id for action in op.actions], [STRATEGIC_FEATURE, *markers])
        best = sum(most_points(scoring) for scoring in op.scoring)
        self.need(
            best >= MOST_POINTS,
            (*path, "scoring"),
            f"op {op.id!r} can give {best} VP only; six must be possible (KT-OPS-16)",
        )

    def scorings(
        self, scorings: tuple[Scoring, ...], path: Path, tags: list[str], actions: list[str], markers: list[str]
    ) -> None:
        """Ids are unique, and filters name tags, actions and markers that the op has."""
        self.unique((scoring.id for scoring in scorings), (*path, "scoring"), "id", "scoring")
        for index, scoring in enumerate(scorings):
            where = (*path, "scoring", index, "if")
            for measure, wanted in counts(scoring.condition):
                known = LANDMARK_FILTERS if wanted.kind == STRATEGIC_FEATURE else FILTERS[measure]
                for key in sorted(wanted.model_fields_set):
                    self.need(key in known, where, f"{measure} cannot be filtered by {key}; known: {', '.join(known)}")
            for part in filters(scoring.condition):
                for tag in (part.tag, part.not_tag, part.killer_tag):
                    if tag is not None:
                        self.known(tag, tags, where, "tag")
                if part.action is not None:
                    self.known(part.action, actions, where, "action")
                if part.kind is not None:
                    self.known(part.kind, markers, where, "marker")

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


def filters(condition: OpCondition) -> Iterator[Filter]:
    """Every filter inside a condition."""
    for inner in (*(condition.all_of or ()), *(condition.any_of or ())):
        yield from filters(inner)
    yield condition.filter
    if condition.than is not None:
        yield condition.than.filter


def counts(condition: OpCondition) -> Iterator[tuple[str, Filter]]:
    """Every measure inside a condition with its filter."""
    for inner in (*(condition.all_of or ()), *(condition.any_of or ())):
        yield from counts(inner)
    if condition.measure is not None:
        yield condition.measure, condition.filter
    if condition.than is not None:
        yield condition.than.measure, condition.than.filter


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
