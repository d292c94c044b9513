"""Why something is not on offer, and which numbers stand behind what is: the predicates of the rules, asked for their
checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from fireteam.core.questions import Choose, Option, Question
from fireteam.core.refusals import Check, Modifier, Refusal, Why, need
from fireteam.core.topics import form_of
from fireteam.games.necromunda.activation import Activation, Deed, may_do, thought_of
from fireteam.games.necromunda.options import KINDS, option
from fireteam.games.necromunda.positions import gap
from fireteam.games.necromunda.shooting.targets import hit_modifiers, may_target, stand_of
from fireteam.games.necromunda.sight import cover
from fireteam.games.necromunda.state import NOBODY
from fireteam.games.necromunda.table import Table
from fireteam.kit.plane.destinations import STRAIGHT
from fireteam.kit.plane.drives import read

Law = Callable[[Why], bool]
"""Whether something is possible; writes its checks for whoever asks why."""
Thought = tuple[str, Law]
"""Something that could be thought of: the key it would have, and its law."""
SHOTS = ("shoot", "face_and_shoot", "blind_fire", "from_the_hip", "shoot_both")


def activation(t: Table) -> Activation | None:
    """The activation under way, if it is what is asked about."""
    frame = t.state.agenda[-1] if t.state.agenda else None
    return frame if isinstance(frame, Activation) else None


def refusals(t: Table, question: Question) -> list[Refusal]:
    """Everything that could be thought of at a decision and is not possible, each with its ordered checks."""
    if not isinstance(question, Choose):
        return []
    found = THOUGHTS.get(form_of(question.topic))
    return [] if found is None else list(refused(found(t, question)))


def refused(thoughts: Iterable[Thought]) -> Iterator[Refusal]:
    """Those of them that are not possible, each key once."""
    met: set[str] = set()
    for key, law in thoughts:
        why: list[Check] = []
        if key not in met and not law(why):
            met.add(key)
            yield Refusal(key, tuple(why))


def why_not(t: Table, question: Question, key: str) -> Refusal | None:
    """Why a key is not on offer; of a region, the leg or the place that is not legal. None where nothing like it is
    known."""
    if not isinstance(question, Choose):
        return None
    region = question.region
    if region is not None and (key.removeprefix(STRAIGHT).startswith(("to ", "at ")) or read(key) is not None):
        found: Refusal | None = region.refusal(key) if hasattr(region, "refusal") else None
        return found
    return next((refusal for refusal in refusals(t, question) if refusal.action == key), None)


# -- what could be thought of ------------------------------------------------------------------------------------------


def may_activate(t: Table, seat: int, who: int, why: Why = None) -> bool:
    """Whether a seat may activate a model: its own, on the table, and Ready (see NE-RND-04)."""
    m = t.model(who)
    return (
        need(why, m.side == seat, "NE-RND-04", "{} is of the own gang", t.name(who))
        and need(why, t.in_play(who), "NE-RND-04", "{} is on the table", t.name(who))
        and need(why, m.ready, "NE-RND-03", "{} is Ready", t.name(who))
    )


def _activations(t: Table, question: Choose) -> Iterator[Thought]:
    for m in t.state.models:
        yield option("activate", t.name(m.index)).key, partial(may_activate, t, question.seat, m.index)


def deed_key(deed: Deed) -> str:
    """What an action is called that is aimed at nobody."""
    form = KINDS[deed.name][0] if deed.name in KINDS else "{}"
    return deed.name.replace("_", " ") if "{" in form else form


def aimed(t: Table, a: Activation, deed: Deed) -> list[Option]:
    """The options of an action that is possible, judged or not."""
    return list(deed.options(t, a))


def _actions(t: Table, question: Choose) -> Iterator[Thought]:
    """Every action that is not possible at all, then every option of those that are."""
    a = activation(t)
    if a is None:
        return
    known = question.keys() if question.region is None else []
    for deed in thought_of(t, a.who):
        if not may_do(t, a, deed):
            if deed_key(deed) not in known:
                yield deed_key(deed), partial(may_do, t, a, deed)
            continue
        for pick in aimed(t, a, deed):
            yield pick.key, partial(deed.target, t, a, pick)


THOUGHTS: dict[str, Callable[[Table, Choose], Iterator[Thought]]] = {
    "which model is activated": _activations,
    "action of {who}": _actions,
}
"""What could be thought of, by the form of the question."""


# -- the numbers behind an option --------------------------------------------------------------------------------------


def reasons(t: Table, pick: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
    """What a hit roll needs and what is added to it (see NE-SHT-07)."""
    a = activation(t)
    if a is None or pick.kind not in SHOTS or pick.args[2] == NOBODY:
        return []
    weapon, name, target = pick.args[:3]
    profile = t.profile(a.who, weapon, name)
    needed = Modifier(t.cards[a.who].stats["bs"], "BS", "NE-SHT-07")
    added = hit_modifiers(t, a.who, profile, target, cover(t, a.who, target), gap(t, a.who, target))
    return [(f"hit roll with {t.weapon_name(a.who, weapon)}", (needed, *added))]


def shots(t: Table, who: int) -> list[Refusal]:
    """Every enemy that could not be shot at from where a model stands and as it faces, whatever it is doing."""
    if who == NOBODY or not t.in_play(who) or t.is_vehicle(who):
        return []
    stand = stand_of(t, who)
    return list(refused((f"shoot {t.name(foe)}", partial(may_target, t, stand, foe)) for foe in t.enemies(who)))
