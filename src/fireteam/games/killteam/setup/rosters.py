"""Secret selections before the battle: operatives, equipment, a tac op (KT-OPS-03, KT-OPS-04, KT-OPS-05).

A selection is a draft: a fixed number of questions, whatever is answered, so that nobody learns from the number of
answers what was selected. A draft lies in the state's selections, one word an answer; it becomes the selection itself
when both players reveal theirs, so that no rule can make use of it before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, Refusal, Why, need
from fireteam.core.topics import topic
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.state import CONCEAL, READY, RESERVE, Operative
from fireteam.games.killteam.table import Table

if TYPE_CHECKING:
    from fireteam.games.killteam.content.teams import Slot, Team

ROSTER, EQUIPMENT, GRENADES, TAC_OP, SCOUTING, PRIMARY = (
    "roster",
    "equipment",
    "grenades",
    "tac_op",
    "scouting",
    "primary",
)
"""What can be selected in secret, as the state names it."""

MOST_EQUIPMENT = 4
"""Options of equipment that a player may select (see KT-OPS-04)."""

UNIVERSAL = (
    "ammo_cache", "comms_device", "mines", "razor_wire", "light_barricades", "heavy_barricade", "ladders",
    "portable_barricade", "utility_grenades", "explosive_grenades",
)  # fmt: skip
"""The options of equipment that are open to any kill team."""

KINDS_OF_GRENADES = {"utility_grenades": ("smoke", "stun"), "explosive_grenades": ("frag", "krak")}
GRENADES_ASKED = {"utility_grenades": "utility grenades", "explosive_grenades": "explosive grenades"}
"""What is asked where the kinds of such grenades are selected."""
"""Options that are so many grenades in any mix of two kinds (see KT-EQ-16 and KT-EQ-21)."""

DEFAULT, NOTHING = "default", "-"
"""Words of a draft: what the pack has for the team, and an answer that selects nothing."""

Made = tuple[str, ...]
"""The answers of a draft so far, a word each."""


class Draft(NamedTuple):
    """A secret selection: how many answers it takes, what may be answered next, and what it comes to."""

    what: str
    rule: str
    length: Callable[[Any, int], int]
    topic: Callable[[int], str]
    options: Callable[[Any, int, Made], list[Option]]
    result: Callable[[Any, int, Made], tuple[tuple[str, str], ...]]


def words(text: str) -> Made:
    """The words of a selection."""
    return tuple(text.split(",")) if text else ()


# -- operatives --------------------------------------------------------------------------------------------------------


def picks(made: Made) -> list[str]:
    """The answers of a draft that have selected something."""
    return [word for word in made if word not in (DEFAULT, NOTHING)]


def filled(team: Team, slot: Slot, taken: list[str]) -> int:
    """How many choices of a slot are used up."""
    return sum(team.selection.counts_as.get(card, 1) for card in taken if card in slot.cards)


def open_slot(team: Team, taken: list[str]) -> Slot | None:
    """The first slot with choices left."""
    return next((slot for slot in team.selection.slots if filled(team, slot, taken) < slot.take), None)


def most_of(team: Team, card: str) -> int:
    """How often a datacard may be taken."""
    return team.selection.max.get(card, team.selection.max["default"])


def can_be_filled(team: Team, slot: Slot, taken: list[str]) -> bool:
    """Whether what is left of a slot can be used up exactly."""
    left = slot.take - filled(team, slot, taken)
    sums = [True] + [False] * max(0, left)
    for card in slot.cards:
        cost = team.selection.counts_as.get(card, 1)
        for _ in range(most_of(team, card) - taken.count(card)):
            for amount in range(left, cost - 1, -1):
                sums[amount] = sums[amount] or sums[amount - cost]
    return left >= 0 and sums[left]


def may_take(team: Team, taken: list[str], card: str, why: Why = None) -> bool:
    """A card of the slot that is next, not more often than allowed, such that the team can still be completed
    (see KT-OPS-03)."""
    slot = open_slot(team, taken)
    most = most_of(team, card)
    return (
        need(why, slot is not None, "KT-OPS-03", "the team has a choice left")
        and slot is not None
        and need(why, card in slot.cards, "KT-OPS-03", "the next choice is from {}", ", ".join(slot.cards))
        and need(why, taken.count(card) < most, "KT-OPS-03", "{} is taken fewer than {} times", card, most)
        and need(
            why,
            can_be_filled(team, slot, [*taken, card]),
            "KT-OPS-03",
            "with {} the choices can still be used up exactly",
            card,
        )
    )


def may_lead(team: Team, roster: list[str], why: Why = None) -> bool:
    """Whether a whole roster follows the selection rules (see KT-OPS-03)."""
    known = [card.id for card in team.operatives]
    return (
        all(need(why, card in known, "KT-OPS-03", "{} is an operative of {}", card, team.id) for card in roster)
        and all(
            need(why, roster.count(card) <= most_of(team, card), "KT-OPS-03", "{} is taken at most {} times", card,
            most_of(team, card))
            for card in dict.fromkeys(roster)
        )
        and all(
            need(
                why, filled(team, slot, roster) == slot.take, "KT-OPS-03", "{} of {} choices from {} are taken",
                filled(team, slot, roster), slot.take, ", ".join(slot.cards),
            )
            for slot in team.selection.slots
        )
    )  # fmt: skip


def in_order(team: Team, roster: list[str]) -> list[str]:
    """A roster in the order of its team's datacards: in which order it was picked is nobody's business."""
    cards = [card.id for card in team.operatives]
    return sorted(roster, key=cards.index)


def roster_options(setting: Any, seat: int, made: Made) -> list[Option]:
    """The roster of the pack, or operative by operative; a complete team takes nobody more (see KT-OPS-03)."""
    team = setting.team(seat)
    taken = picks(made)
    found = (
        []
        if DEFAULT in made
        else [option("take", card.id) for card in team.operatives if may_take(team, taken, card.id)]
    )
    if not found:
        return [option("nobody_more")]
    return found if made else [option("default_roster"), *found]


def roster_result(setting: Any, seat: int, made: Made) -> tuple[tuple[str, str], ...]:
    """The roster that a draft comes to."""
    team = setting.team(seat)
    return ((ROSTER, ",".join(in_order(team, list(team.default_roster) if DEFAULT in made else picks(made)))),)


# -- equipment ---------------------------------------------------------------------------------------------------------


def equipment_of(team: Team) -> list[str]:
    """The options a kill team may select: those of its faction, and the universal ones (see KT-OPS-04)."""
    return [*(entry.id for entry in team.faction_equipment), *UNIVERSAL]


def may_equip(team: Team, taken: list[str], name: str, why: Why = None, most: int = MOST_EQUIPMENT) -> bool:
    """An option that is open to the team, each once, up to four; with Equip one more (see KT-OPS-04 and KT-OPS-10)."""
    rule = "KT-OPS-04" if most == MOST_EQUIPMENT else "KT-OPS-10"
    return (
        need(why, len(taken) < most, rule, "fewer than {} options are selected", most)
        and need(why, name in equipment_of(team), "KT-OPS-04", "{} is universal or equipment of {}", name, team.id)
        and need(why, name not in taken, rule, "{} is not selected yet", name)
    )


def mixes(setting: Any, name: str) -> list[tuple[str, ...]]:
    """The mixes of grenades that an option may be (see KT-EQ-16 and KT-EQ-21)."""
    first, second = KINDS_OF_GRENADES[name]
    count = getattr(setting.content.universal_equipment, name).choose
    return [(first,) * number + (second,) * (count - number) for number in range(count, -1, -1)]


def grenade_options(setting: Any, name: str) -> list[Option]:
    """How many of which kind."""
    return [option("grenades", *(spoken_mix(mix), "+".join(mix))) for mix in mixes(setting, name)]


def spoken_mix(mix: tuple[str, ...]) -> str:
    """A mix of grenades as one says it: 1 smoke and 1 stun."""
    return " and ".join(f"{mix.count(kind)} {kind}" for kind in dict.fromkeys(mix))


def equipment_options(setting: Any, seat: int, made: Made) -> list[Option]:
    """The equipment of the pack, or option by option up to four; then which grenades (see KT-OPS-04)."""
    team = setting.team(seat)
    taken = equipment_picks(team, made)
    if len(made) >= MOST_EQUIPMENT:
        name = tuple(KINDS_OF_GRENADES)[len(made) - MOST_EQUIPMENT]
        return grenade_options(setting, name) if name in taken else [option("no_grenades")]
    if made and made[-1] in (DEFAULT, NOTHING):
        return [option("no_equipment")]
    found = [option("equip", name) for name in equipment_of(team) if may_equip(team, taken, name)]
    return [*([] if made else [option("default_equipment")]), *found, option("no_equipment")]


def equipment_picks(team: Team, made: Made) -> list[str]:
    """The options a draft of equipment has selected."""
    return list(team.default_equipment) if DEFAULT in made else picks(made[:MOST_EQUIPMENT])


def equipment_result(setting: Any, seat: int, made: Made) -> tuple[tuple[str, str], ...]:
    """The options and the grenades that a draft comes to, in the order of the book: how they were picked tells
    nothing."""
    team = setting.team(seat)
    taken = sorted(equipment_picks(team, made), key=equipment_of(team).index)
    grenades = [kind for mix in picks(made[MOST_EQUIPMENT:]) for kind in mix.split("+")]
    return ((EQUIPMENT, ",".join(taken)), (GRENADES, ",".join(grenades)))


# -- tac op ------------------------------------------------------------------------------------------------------------


def may_choose(setting: Any, seat: int, name: str, why: Why = None) -> bool:
    """A tac op of an archetype of the kill team (see KT-OPS-05)."""
    team = setting.team(seat)
    op = next(op for op in setting.content.tac_ops if op.id == name)
    fits = op.archetype in team.archetypes
    return need(
        why,
        fits,
        "KT-OPS-05",
        "{} ({}) is of an archetype of {}: {}",
        name,
        op.archetype,
        team.id,
        " or ".join(team.archetypes),
    )


def tac_op_options(setting: Any, seat: int, made: Made) -> list[Option]:
    """Every tac op of the team's archetypes (see KT-OPS-05)."""
    return [option("tac_op", op.id) for op in setting.content.tac_ops if may_choose(setting, seat, op.id)]


# -- drafts ------------------------------------------------------------------------------------------------------------


SCOUTS = ("equip", "play", "reposition")
"""What scouting may bring (see KT-OPS-09)."""

DRAFTS: dict[str, Draft] = {
    draft.what: draft
    for draft in (
        Draft(
            ROSTER,
            "KT-OPS-03",
            lambda setting, seat: int(setting.team(seat).selection.size),
            lambda number: topic("operative {number}", str(number + 1)),
            roster_options,
            roster_result,
        ),
        Draft(
            EQUIPMENT,
            "KT-OPS-04",
            lambda setting, seat: MOST_EQUIPMENT + len(KINDS_OF_GRENADES),
            lambda number: (
                topic("equipment {number}", str(number + 1))
                if number < MOST_EQUIPMENT
                else tuple(GRENADES_ASKED.values())[number - MOST_EQUIPMENT]
            ),
            equipment_options,
            equipment_result,
        ),
        Draft(
            TAC_OP,
            "KT-OPS-05",
            lambda setting, seat: 1,
            lambda number: "tac op",
            tac_op_options,
            lambda setting, seat, made: ((TAC_OP, made[0]),),
        ),
        Draft(
            SCOUTING,
            "KT-OPS-09",
            lambda setting, seat: 1,
            lambda number: "scouting",
            lambda setting, seat, made: [option("scout", name) for name in SCOUTS],
            lambda setting, seat, made: ((SCOUTING, made[0]),),
        ),
    )
}
"""The secret selections before the battle."""
DRAFTED = {"operatives": ROSTER, "equipment": EQUIPMENT, "tac_op": TAC_OP, "scouting": SCOUTING}
"""What is selected in secret in a phase."""

WORDS = {
    "default_roster": DEFAULT,
    "default_equipment": DEFAULT,
    "nobody_more": NOTHING,
    "no_equipment": NOTHING,
    "no_grenades": NOTHING,
}
"""What an answer is in a draft; of the others it is their last argument."""


def word_of(pick: Option) -> str:
    """What an answer is called in a draft."""
    return WORDS[pick.kind] if pick.kind in WORDS else str(pick.args[-1])


def drafting(t: Table, what: str) -> Rule[bool]:
    """One answer of the seat whose draft it is; True once both seats are locked
    (see KT-OPS-03, KT-OPS-04, KT-OPS-05 and KT-OPS-09)."""
    s, draft = t.state, DRAFTS[what]
    seat = s.acting
    wish = t.setting.wishes.get(what)
    if wish is not None and wish[seat] is not None:
        # An answer, though the only one: what a seat alone may know is sealed behind it like any other selection.
        yield t.ask(seat, draft.topic(0), lambda: [option("as_agreed")])
        t.select(seat, draft_of(what), ",".join(wish[seat]))
        return lock(t, seat, draft)
    made = words(t.selected(seat, draft_of(what)))
    pick: Option = yield t.ask(seat, draft.topic(len(made)), lambda: draft.options(t.setting, seat, made))
    made = (*made, word_of(pick))
    t.select(seat, draft_of(what), ",".join(made))
    return len(made) == draft.length(t.setting, seat) and lock(t, seat, draft)


def drafted(t: Table) -> tuple[int, int] | None:
    """The seat whose draft is under way, and how many answers it has given; None: there is no draft now
    (see KT-OPS-20)."""
    s = t.state
    return (s.acting, len(words(t.selected(s.acting, draft_of(DRAFTED[s.phase]))))) if s.phase in DRAFTED else None


def lock(t: Table, seat: int, draft: Draft) -> bool:
    """The selection stands: everybody may know that, not what it is. True if the other one stands already."""
    t.settle(seat, draft.what)
    t.tell("selected", draft.rule, seat=seat, what=draft.what)
    t.turn_to(1 - seat)
    return (1 - seat, draft.what) in t.state.settled


def draft_of(what: str) -> str:
    """The name under which a selection is kept until both are locked."""
    return f"{what} draft"


def disclose(t: Table, what: str, rule: str = "") -> None:
    """Both drafts become selections; with a rule both are revealed together."""
    order = (t.state.initiative, 1 - t.state.initiative)
    found = {seat: DRAFTS[what].result(t.setting, seat, words(t.selected(seat, draft_of(what)))) for seat in order}
    for seat in order:
        t.forget(seat, draft_of(what))
        for name, choice in found[seat]:
            t.select(seat, name, choice)
    for seat in order if rule else ():
        for name, choice in found[seat]:
            if name == what or choice:
                t.reveal(seat, name, rule)


# -- the steps ---------------------------------------------------------------------------------------------------------


def operatives(t: Table) -> Rule[None]:
    """Both select operatives, then both reveal them (KT-OPS-03)."""
    done = yield from drafting(t, ROSTER)
    if done:
        disclose(t, ROSTER, "KT-OPS-03")
        t.muster([*crew(t.setting, 0, words(t.selected(0, ROSTER))), *crew(t.setting, 1, words(t.selected(1, ROSTER)))])
        t.enter("equipment", acting=t.state.initiative)


def names_of(ids: list[str]) -> list[str]:
    """The name of each operative of a side: the id of its card, numbered where there are several of them."""
    found = []
    for place, name in enumerate(ids):
        several = ids.count(name) > 1
        found.append(f"{name}-{ids[: place + 1].count(name)}" if several else name)
    return found


def crew(setting: Any, seat: int, roster: Made) -> list[Operative]:
    """The operatives of a roster, not set up yet, with Conceal orders (see KT-OPS-21). Their numbers are given when
    they are mustered."""
    team = setting.team(seat)
    first = setting.card_seats.index(seat)
    ids = [card.id for card in team.operatives]
    # Two teams of the same kind: the ids of the second have a suffix.
    suffix = setting.cards[first].id.removeprefix(ids[0])
    found = []
    for card, name in zip(roster, names_of([card + suffix for card in roster]), strict=True):
        number = first + ids.index(card)
        found.append(
            Operative(
                0, name, seat, number, RESERVE, 0, 0, 0, CONCEAL, READY, setting.cards[number].wounds, 0, (), (), (),
                False, False,
                (), (), (), (),
            )
        )  # fmt: skip
    return found


def equipment(t: Table) -> Rule[None]:
    """Both select equipment, both reveal it, and both gain 2 CP (KT-OPS-04, KT-OPS-06)."""
    done = yield from drafting(t, EQUIPMENT)
    if done:
        disclose(t, EQUIPMENT, "KT-OPS-04")
        for seat in (t.state.initiative, 1 - t.state.initiative):
            t.gain_cp(seat, 2, "KT-OPS-06")
        t.enter("tac_op", acting=t.state.initiative)


def tac_op(t: Table) -> Rule[None]:
    """Both select a tac op, which stays hidden (KT-OPS-05, KT-OPS-20); a ready-made game has the primary ops as
    well."""
    done = yield from drafting(t, TAC_OP)
    if done:
        disclose(t, TAC_OP)
        for seat, choice in enumerate(t.setting.wishes.get(PRIMARY, ())):
            if choice is not None:
                t.select(seat, PRIMARY, choice)
        t.enter("items", acting=t.state.initiative)


PHASES = ("operatives", "equipment", "tac_op")
"""The phases in which something is selected out of more than is open."""

# -- refusals ----------------------------------------------------------------------------------------------------------


def refusals(t: Table) -> list[Refusal]:
    """What cannot be selected now, and why."""
    s, setting = t.state, t.setting
    seat = s.acting
    team = setting.team(seat)
    asked: list[tuple[str, Callable[[Why], bool]]] = []
    if s.phase == "operatives":
        made = words(t.selected(seat, draft_of(ROSTER)))
        asked = [(f"take {card.id}", partial(may_take, team, picks(made), card.id)) for card in team.operatives]
    elif s.phase == "equipment":
        taken = equipment_picks(team, words(t.selected(seat, draft_of(EQUIPMENT))))
        asked = [(name, partial(may_equip, team, taken, name)) for name in equipment_of(team)]
    elif s.phase == "tac_op":
        asked = [(op.id, partial(may_choose, setting, seat, op.id)) for op in setting.content.tac_ops]
    found = []
    for key, may in asked:
        why: list[Check] = []
        if not may(why):
            found.append(Refusal(key, tuple(why)))
    return found
