"""What a game can show, read from the rules and the pack; and what games have shown of it."""

from __future__ import annotations

import ast
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from fireteam.core import refusals
from fireteam.core.events import Event
from fireteam.core.match import Match
from fireteam.core.questions import Forced, Option
from fireteam.games.killteam import weapons
from fireteam.games.killteam.abilities import entries, using
from fireteam.games.killteam.abilities.words import dice
from fireteam.games.killteam.abilities.words.markers import PlaceMarker
from fireteam.games.killteam.cards import WeaponRule
from fireteam.games.killteam.equipment import mines, portable_barricade
from fireteam.games.killteam.geometry import FAULTS
from fireteam.games.killteam.killzones import hatches
from fireteam.games.killteam.moving.moves import ACTIONS
from fireteam.games.killteam.ops.mission import mission_of
from fireteam.games.killteam.show import words
from fireteam.games.killteam.weapon_rules import Written
from fireteam.space.plane.faults import Fault
from tests.killteam.playing import PACK, wishes_of

RULES = Path(words.__file__).parents[1]
PLANE = RULES.parents[1] / "space" / "plane"
CHECKERS = ("check.py", "check_killzones.py", "check_ops.py", "check_walks.py", "game.py", "parts.py")
"""They refuse packs and wishes, not moves."""
RULE = re.compile(r"KT-[A-Z]+-\d+")


# -- what there is -----------------------------------------------------------------------------------------------------


@cache
def _all_calls() -> tuple[tuple[str, ast.Call], ...]:
    """Every call in the rules and the plane, with the name of what is called."""
    files = [file for folder in (RULES, PLANE) for file in sorted(folder.rglob("*.py")) if file.name not in CHECKERS]
    calls = [
        node
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]
    return tuple(
        (call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", ""), call)
        for call in calls
    )


def _calls(names: tuple[str, ...]) -> Iterator[ast.Call]:
    return (call for name, call in _all_calls() if name in names)


def _ids(node: ast.AST) -> set[str]:
    return {
        str(part.value) for part in ast.walk(node) if isinstance(part, ast.Constant) and RULE.fullmatch(str(part.value))
    }


def refusal_rules() -> set[str]:
    """The rule ids of every check of the rules and of the plane, read from their source."""
    found = {rule for move in ACTIONS.values() for rule in (move.conditions_rule, move.distance_rule)}
    for call in _calls(("need",)):
        passes = len(call.args) > 1 and isinstance(call.args[1], ast.Constant) and call.args[1].value is True
        found |= _ids(call.args[2]) if len(call.args) > 2 and not passes else set()
    for call in _calls(("Check",)):
        failed = len(call.args) > 1 and isinstance(call.args[1], ast.Constant) and call.args[1].value is False
        found |= _ids(call.args[0]) if failed else set()
    for call in _calls(("Refused",)):
        found |= _ids(call.args[1]) if len(call.args) > 1 else set()
        own = len(call.args) > 5  # the rule of the move itself, which is demanded above
        codes = [part.attr for part in call.args[:1] if isinstance(part, ast.Attribute) and not own]
        found |= {FAULTS[Fault[code]].rule for code in codes if code in Fault.__members__}
    return found


def deed_names() -> set[str]:
    """Every action: those named in the rules, the moves, the missions, and the unique ones of kill teams."""
    found = {*ACTIONS}
    for call in _calls(("Deed",)):
        found |= {str(part.value) for part in ast.walk(call.args[0]) if isinstance(part, ast.Constant)}
    found |= {hatches.OPERATE, portable_barricade.ACTION}
    found |= {deed.name for deeds in mission_of(PACK).deeds.values() for deed in deeds}
    found |= {entry.id for team in PACK.teams for entry in every_entry(team) if entry.when == "action"}
    return found


def ops() -> list[Any]:
    """All crit and tac ops of the pack."""
    return [*PACK.crit_ops, *PACK.tac_ops]


def every_entry(team: Any) -> list[Any]:
    """All abilities, ploys and equipment of a kill team, and its faction rule."""
    cards = [ability for card in team.operatives for ability in card.abilities]
    return [*cards, team.faction_rule, *team.strategy_ploys, *team.firefight_ploys, *team.faction_equipment]


WINDOWS = [window.__name__ for window in weapons.windows_of(())]
"""The windows of weapons."""


def rule_windows() -> set[str]:
    """Every weapon rule with each window it hangs in."""
    return {f"{name}.{window}" for name, rule in Written.known.items() for window in WINDOWS if hangs(rule, window)}


def flags() -> list[str]:
    """Windows in which a weapon rule only has to hang, and is never asked."""
    plain = [name for name in WINDOWS if list(signature(getattr(WeaponRule, name)).parameters) == ["self"]]
    return [name for name in plain if signature(getattr(WeaponRule, name)).return_annotation == "bool"]


def hangs(rule: type[Written], window: str) -> bool:
    """Whether a weapon rule hangs in a window."""
    return getattr(rule, window) is not getattr(WeaponRule, window)


def scorings() -> set[str]:
    """Every scoring of every op, and the bonus of each primary op."""
    found = {f"{op.id} {scoring.id}" for op in ops() for scoring in op.scoring} | {
        f"{PACK.kill_op.id} {s.id}" for s in PACK.kill_op.scoring
    }
    return found | {f"primary {name}" for name in ("crit", "kill", "tac")}


def equipment() -> set[str]:
    """Every kind of universal equipment as it shows: a piece or marker that is set up, a weapon, an action."""
    found: set[str] = set()
    for name, data in vars(PACK.universal_equipment).items():
        if name == "explosive_grenades":
            found |= {weapon.id for weapons in data.weapons.values() for weapon in weapons}
        elif name == "utility_grenades":
            found |= {"smoke", "SMOKE GRENADE", "STUN GRENADE"}
        else:
            found.add(mines.MINE if name == "mines" else name)
    return found


ENTRIES = {entry.id for team in PACK.teams for entry in every_entry(team)}
SET_UP = {
    effect.value.kind: (entry.id,)
    for team in PACK.teams
    for entry in team.faction_equipment
    for effect in entry.effects
    if entry.when == "setup" and effect.kind == PlaceMarker.word
}
"""The entries that only bring markers to the set-up, by the kind of those."""


class Tally:
    """What is still to be seen, by sort; `demand` is read from rules and pack, never written by hand."""

    def __init__(self) -> None:
        self.left: dict[str, set[str]] = {
            "option": set(words.OPTIONS),
            "event": set(words.EVENTS),
            "deed": deed_names(),
            "entry": set(ENTRIES),
            "weapon rule": rule_windows(),
            "scoring": scorings(),
            "mission": {action.id for op in ops() for action in op.actions},
            "equipment": equipment(),
            "refusal": refusal_rules(),
        }

    def missing(self) -> list[str]:
        """Everything that has not been seen."""
        return [f"{sort} {name}" for sort, names in self.left.items() for name in sorted(names)]

    # -- seeing --------------------------------------------------------------------------------------------------------

    def answered(self, match: Match, option: Option, rng: random.Random, *, look: bool) -> None:
        """An option is about to be taken."""
        self.left["option"].discard(option.kind)
        if look and self.left["refusal"]:
            self.refused(refusal.decisive.rule for refusal in match.refusals())
            region = match.decision.region
            if region is not None:
                for key in ("somewhere", *wishes_of(match, region, rng)):
                    refusal = region.refusal(key)
                    if refusal is not None:
                        self.refused([refusal.decisive.rule])

    def asked(self, match: Match, key: str) -> None:
        """Somebody wants to know why a key is not on offer."""
        refusal = match.why_not(key)
        assert refusal is not None, f"{key}: nobody knows why not"
        self.refused([refusal.decisive.rule])

    def refused(self, rules: Iterable[str]) -> None:
        """Something was refused by these rules."""
        self.left["refusal"].difference_update(rules)

    def over(self, match: Match) -> None:
        """A game was played out: what nobody was asked since there was one option, and all that was told."""
        self.left["option"].difference_update(
            entry.option.kind for entry in match.answers() if isinstance(entry, Forced)
        )
        self.heard(match.log)

    def heard(self, events: Iterable[Event]) -> None:
        """A game was told."""
        left = self.left
        for event in events:
            params = event.params
            code = words._code(event.code, params)
            if code == "affected" and event.rule in ENTRIES and event.rule != params["effect"]:
                code = "affected.by"
            left["event"].discard("hurt.sum" if code == "hurt" and params.get("parts") else code)
            if event.code == "action":
                left["deed"].discard(params["action"])
                left["equipment"].discard(params["action"])
            elif event.code == "scores":
                left["scoring"].discard(" ".join(params["scoring"].split(" ")[:2]))  # and what it was scored for
            elif event.code == "mission":
                left["mission"].discard(params["mission"])
            elif event.code in ("piece", "marker"):
                left["equipment"].discard(params["kind"])
                left["entry"].difference_update(SET_UP.get(params["kind"], ()))
            elif event.code == "shoots":
                left["equipment"].discard(params["weapon"])
            elif event.code == "gambit":
                left["entry"].discard(params["gambit"])

    # -- listening -----------------------------------------------------------------------------------------------------

    def listen(self, patch: pytest.MonkeyPatch) -> None:
        """From now on, note which entries work, which windows of weapon rules are looked through, and which checks
        refuse."""
        entry = self.left["entry"]

        def paid(result: Any, args: tuple[Any, ...]) -> None:
            entry.discard(args[0].id)

        def used(result: Any, args: tuple[Any, ...]) -> None:
            entry.discard(args[1].entry.id)

        def lasting(result: Any, args: tuple[Any, ...]) -> None:
            entry.difference_update(found.id for found, _ in result)

        def granted(result: Any, args: tuple[Any, ...]) -> None:
            if result:
                entry.discard(args[0].id)

        plain, windows = flags(), self.left["weapon rule"]

        def opened(result: Any, args: tuple[Any, ...]) -> None:
            windows.difference_update(
                f"{hook.__self__.word}.{window}" for window in plain for hook in result[getattr(WeaponRule, window)]
            )

        def needed(result: Any, args: tuple[Any, ...]) -> None:
            if args[0] is not None and not result:
                self.left["refusal"].discard(args[2])

        weapons.windows_of.cache_clear()  # what hangs in a window is kept with it
        for function, note in (
            (using.perform, used), (entries.in_force, lasting),
            (dice.granted, granted), (refusals.need, needed), (weapons.windows_of, opened),
        ):  # fmt: skip
            _replace(patch, function, note)
        for name in ("pay", "count"):
            patch.setattr(entries.Entry, name, _noted(getattr(entries.Entry, name), paid))
        for name, rule in Written.known.items():
            for window in WINDOWS:
                if hangs(rule, window):
                    patch.setattr(
                        rule, window, _noting(getattr(rule, window), self.left["weapon rule"], f"{name}.{window}")
                    )


def _noting(method: Callable[..., Any], left: set[str], name: str) -> Callable[..., Any]:
    def looked(*args: Any, **named: Any) -> Any:
        left.discard(name)
        return method(*args, **named)

    return looked


def _noted(function: Callable[..., Any], note: Callable[[Any, tuple[Any, ...]], None]) -> Callable[..., Any]:
    """The same function, which notes what it was asked and answered."""

    def noted(*args: Any, **named: Any) -> Any:
        result = function(*args, **named)
        note(result, args)
        return result

    return noted


def _replace(
    patch: pytest.MonkeyPatch, function: Callable[..., Any], note: Callable[[Any, tuple[Any, ...]], None]
) -> None:
    """Put a function that notes in the place of another, wherever rules have imported it."""
    noted = _noted(function, note)
    for name, module in list(sys.modules.items()):
        if name.startswith(("fireteam.games.killteam", "fireteam.space.plane", "fireteam.core")):
            for attribute, value in list(vars(module).items()):
                if value is function:
                    patch.setattr(module, attribute, noted)
