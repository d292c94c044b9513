"""Why something is not on offer, and which numbers stand behind what is: the predicates of the rules, asked for their
checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from fireteam.core.questions import Choose, Option, Question
from fireteam.core.refusals import Check, Modifier, Refusal, Why, need
from fireteam.core.topics import form_of, names_of
from fireteam.games.killteam import markers
from fireteam.games.killteam.actions.action import Action, Deed, deeds_of, may_act
from fireteam.games.killteam.actions.conditions import ACTIVATION, COUNTERACT, INTERRUPT
from fireteam.games.killteam.cards import Weapon, option
from fireteam.games.killteam.fighting import sequence
from fireteam.games.killteam.fighting.sequence import Fight
from fireteam.games.killteam.moving.moves import ACTIONS, distance_parts
from fireteam.games.killteam.positions import in_killzone
from fireteam.games.killteam.setup import rosters
from fireteam.games.killteam.shooting import sequence as shooting
from fireteam.games.killteam.shooting import targets
from fireteam.games.killteam.shooting.sequence import Shooting
from fireteam.games.killteam.show.looking import armed_weapons, may_be_shot
from fireteam.games.killteam.state import KILLZONE, NOBODY, READINESS, READY
from fireteam.games.killteam.stats import hit_parts
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.firefight import may_counteract
from fireteam.games.killteam.turn.gambits import every_gambit, may_use
from fireteam.kit.plane.destinations import STRAIGHT

Law = Callable[[Why], bool]
"""Whether something is possible; writes its checks for whoever asks why."""
Thought = tuple[str, Law]
"""Something that could be thought of: the key it would have, and its law."""


# -- the three ways in -------------------------------------------------------------------------------------------------


def refusals(t: Table, question: Question) -> list[Refusal]:
    """Everything that could be thought of at a decision and is not possible, each with its ordered checks."""
    if not isinstance(question, Choose):
        return []
    if t.state.phase in rosters.PHASES:
        return rosters.refusals(t)
    record = t.state.agenda[-1] if t.state.agenda else None
    if isinstance(record, Fight):
        return sequence.refusals(record)
    if isinstance(record, Shooting):
        return shooting.refusals(record)
    return _refused(thoughts(t, question))


def why_not(t: Table, question: Question, key: str) -> Refusal | None:
    """Why a key is not on offer; of a region, the leg or the place that is not legal. None where nothing like it is
    known."""
    if not isinstance(question, Choose):
        return None
    region = question.region
    if region is not None and key.removeprefix(STRAIGHT).startswith(("to ", "at ")):
        found: Refusal | None = region.refusal(key) if hasattr(region, "refusal") else None
        return found
    return next((refusal for refusal in refusals(t, question) if refusal.action == key), None)


def reasons(t: Table, option: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
    """The numbers behind an option: HIT of a weapon, inches of a move."""
    who = t.state.active
    record = t.state.agenda[-1] if t.state.agenda else None
    if isinstance(record, Action):
        who = record.who
    if who == NOBODY:
        return []
    if option.kind == "weapon":
        found = next((weapon for weapon in t.weapons(who) if weapon.id == option.args[0]), None)
        return [(f"HIT of {found.name}", hit_parts(t, who, found))] if found is not None else []
    name = (
        option.args[0]
        if option.kind == "action"
        else record.name
        if isinstance(record, Action) and option.kind == "move"
        else ""
    )
    return [(f"inches of {name}", distance_parts(t, who, name))] if name in ACTIONS else []


def _refused(found: Iterable[Thought]) -> list[Refusal]:
    refused = []
    for key, law in found:
        why: list[Check] = []
        if not law(why):
            refused.append(Refusal(key, tuple(why)))
    return refused


# -- what could be thought of ------------------------------------------------------------------------------------------


def thoughts(t: Table, question: Choose) -> Iterator[Thought]:
    """Everything that could be thought of at a decision."""
    law = THOUGHTS.get(form_of(question.topic))
    return law(t, question) if law is not None else iter(())


def _activations(t: Table, seat: int) -> Iterator[Thought]:
    for operative in t.state.operatives:
        yield option("activate", operative.name).key, partial(may_activate, t, seat, operative.index)


def may_activate(t: Table, seat: int, who: int, why: Why = None) -> bool:
    """Whether a seat may activate an operative: its own, in the killzone, and ready (KT-FIRE-03, KT-FIRE-05)."""
    operative = t.operative(who)
    return (
        need(why, operative.seat == seat, "KT-FIRE-03", "{} is of the own kill team", operative.name)
        and need(why, operative.status == KILLZONE, "KT-FIRE-05", "{} is in the killzone", operative.name)
        and need(
            why,
            operative.readiness == READY,
            "KT-FIRE-03",
            "{} is ready ({})",
            operative.name,
            READINESS[operative.readiness],
        )
    )


def _counteractions(t: Table, seat: int) -> Iterator[Thought]:
    for operative in t.state.operatives:
        if operative.seat == seat and operative.status == KILLZONE:
            yield option("counteract", operative.name).key, partial(may_counteract, t, operative.index)


def _gambits(t: Table, seat: int) -> Iterator[Thought]:
    found = every_gambit(t, seat)
    for entry in found:
        yield entry.option().key, partial(may_use, t, seat, entry)
    waiting = [entry.name for entry in found if entry.compulsory and may_use(t, seat, entry)]
    yield (
        option("pass").key,
        lambda why: need(why, not waiting, "KT-OPS-15", "nothing has to be used first ({})", ", ".join(waiting)),
    )


# -- actions -----------------------------------------------------------------------------------------------------------


def enemies_of(t: Table, who: int) -> list[int]:
    """The enemies in the killzone."""
    return [other for other in in_killzone(t) if t.operative(other).seat != t.operative(who).seat]


def _actions(t: Table, who: int, mode: str) -> Iterator[Thought]:
    """Every deed of an operative; then every enemy as target of every weapon, and as opponent of a fight."""
    found = {deed.name: deed for deed in deeds_of(t, who)}
    for name, deed in found.items():
        yield option("action", name).key, partial(may_act, t, who, deed, mode)
    for enemy in enemies_of(t, who):
        for weapon in armed_weapons(t, who, enemy):
            yield shot_key(t, enemy, weapon), partial(_may_shoot, t, who, found.get("SHOOT"), mode, enemy, weapon)
        yield option("enemy", t.name(enemy)).key, partial(_may_fight, t, who, found.get("FIGHT"), mode, enemy)


def shots(t: Table, who: int) -> list[Refusal]:
    """Every shot at an enemy that would not be possible from where an operative stands, whatever it is doing."""
    if who == NOBODY or t.operative(who).status != KILLZONE:
        return []
    return _refused(
        (shot_key(t, enemy, weapon), partial(_may_shoot, t, who, None, ACTIVATION, enemy, weapon))
        for enemy in enemies_of(t, who)
        for weapon in armed_weapons(t, who, enemy)
    )


def shot_key(t: Table, enemy: int, weapon: Weapon) -> str:
    """How a shot at an enemy is called before it is chosen."""
    return f"shoot {t.name(enemy)} with {weapon.id}"


def _may_shoot(t: Table, who: int, deed: Deed | None, mode: str, enemy: int, weapon: Weapon, why: Why) -> bool:
    """AP and repeats first, then the shot itself (KT-ACT-01, KT-ACT-02, KT-SHOOT-01, KT-SHOOT-03)."""
    checks: list[Check] = []
    shot = may_be_shot(t, who, enemy, weapon, checks)
    if deed is None or not shot:
        if why is not None:
            why += checks
        return shot
    return may_act(t, who, deed, mode, why)


def _may_fight(t: Table, who: int, deed: Deed | None, mode: str, enemy: int, why: Why) -> bool:
    """In control range, and a FIGHT is possible (KT-FIGHT-01)."""
    near = targets.in_control_range(t, t.board, who, enemy)
    far = targets.distance(t, t.board, who, enemy)
    text = '{} is in control range of {}: {:.2f}" away'
    return need(why, near, "KT-FIGHT-01", text, t.name(enemy), t.name(who), far, at=(t.name(who), t.name(enemy))) and (
        deed is None or may_act(t, who, deed, mode, why)
    )


def _weapons(t: Table, action: Action) -> Iterator[Thought]:
    """Every weapon: may it be used, and does it have a target (KT-SHOOT-01, KT-SHOOT-02)."""
    for weapon in t.weapons(action.who):
        yield option("weapon", weapon.id).key, partial(_may_use, t, action, targets.armed(t, action.who, weapon))


def _may_use(t: Table, action: Action, weapon: Weapon, why: Why) -> bool:
    # Nobody is asked for the weapon of an action that is for one alone (KT-ACT-09).
    if not targets.may_shoot(t, t.board, action.who, weapon, why):
        return False
    aims = bool(targets.targets(t, t.board, action.who, weapon))
    return need(why, aims, "KT-SHOOT-03", "an enemy is a valid target of {}", weapon.name)


def _targets(t: Table, action: Action, question: Choose) -> Iterator[Thought]:
    """Every enemy that is no target of the weapon that was selected: the one whose targets are on offer."""
    offered = [found.args[0] for found in question.options if found.kind == "target"]
    able = [weapon for weapon in armed_weapons(t, action.who) if action.weapon in ("", weapon.id)]
    fitting = [
        weapon
        for weapon in able
        if [t.name(target) for target in targets.targets(t, t.board, action.who, weapon)] == offered
    ] or able
    for enemy in enemies_of(t, action.who):
        if t.name(enemy) not in offered and fitting:
            weapon = fitting[0]
            yield (
                option("target", t.name(enemy)).key,
                partial(targets.selectable, t, t.board, action.who, enemy, weapon),
            )


def _further_targets(t: Table, action: Action) -> Iterator[Thought]:
    """Every other enemy that Torrent does not let it shoot as well (KT-WR-27)."""
    weapon = next(weapon for weapon in armed_weapons(t, action.who) if weapon.id == action.weapon)
    for enemy in enemies_of(t, action.who):
        if enemy != action.target:
            law = partial(targets.may_add, t, t.board, action.who, action.target, enemy, weapon)
            yield option("target", t.name(enemy)).key, law


def _markers(t: Table, who: int) -> Iterator[Thought]:
    for marker in t.state.markers.values():
        yield option("marker", marker.id).key, partial(markers.may_take, t, who, marker)


def _asked_action(t: Table, question: Choose, mode: str) -> Iterator[Thought]:
    return _actions(t, t.number(names_of(question.topic)["who"]), mode)


def _of_action(
    law: Callable[[Table, Action, Choose], Iterator[Thought]],
) -> Callable[[Table, Choose], Iterator[Thought]]:
    """A question of the action under way."""

    def thoughts_of(t: Table, question: Choose) -> Iterator[Thought]:
        record = t.state.agenda[-1] if t.state.agenda else None
        return law(t, record, question) if isinstance(record, Action) else iter(())

    return thoughts_of


THOUGHTS: dict[str, Callable[[Table, Choose], Iterator[Thought]]] = {
    "operative to activate": lambda t, question: _activations(t, question.seat),
    "counteract": lambda t, question: _counteractions(t, question.seat),
    "gambit": lambda t, question: _gambits(t, question.seat),
    "action of {who}": lambda t, question: _asked_action(t, question, ACTIVATION),
    "counteraction of {who}": lambda t, question: _asked_action(t, question, COUNTERACT),
    "interrupt by {who}": lambda t, question: _asked_action(t, question, INTERRUPT),
    "weapon of {who}": _of_action(lambda t, action, question: _weapons(t, action)),
    "target of {who}": _of_action(_targets),
    "further target of {who}": _of_action(lambda t, action, question: _further_targets(t, action)),
    "marker for {who}": _of_action(lambda t, action, question: _markers(t, action.who)),
}
"""What could be thought of, by the form of the question."""
