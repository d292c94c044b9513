"""What a seat may not know of the other: its selections until they are revealed (KT-OPS-20)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fireteam.games.killteam.setup.rosters import DRAFTS, PRIMARY, TAC_OP, Draft, Made, draft_of, word_of, words
from fireteam.games.killteam.state import State
from fireteam.games.killteam.table import Table

if TYPE_CHECKING:
    import random

    from fireteam.core.chronicle import Entry

SECRET_CHOICES = (
    "default_roster", "take", "nobody_more", "default_equipment", "equip", "no_equipment", "grenades", "no_grenades",
    "tac_op", "scout", "primary",
)  # fmt: skip
"""The kinds of options by which something is selected in secret."""
PRIMARIES = ("crit", "kill", "tac")
OPEN_TOPICS = ("additional equipment",)
"""Questions about the same things whose answers everybody sees (see KT-OPS-10)."""


# -- what is known -----------------------------------------------------------------------------------------------------


def is_secret(entry: Entry) -> bool:
    """Whether an entry of the chronicle is a choice that its own seat alone may know."""
    return (
        entry.kind in ("choice", "forced")
        and entry.code in SECRET_CHOICES
        and entry.params.get("topic") not in OPEN_TOPICS
    )


def veiled(entry: Entry) -> Entry:
    """A secret choice as the others hear of it."""
    return entry._replace(
        text="secret selection", words="Selects in secret", code="secret", params={"rule": entry.params.get("rule", "")}
    )


# -- what might be -----------------------------------------------------------------------------------------------------


_DRAFTS = {draft_of(what): draft for what, draft in DRAFTS.items()}
"""The drafts by the names under which the state keeps them."""


def imagined(setting: Any, state: State, seat: int, rng: random.Random) -> State:
    """A state like this one in which all that the other seat keeps secret is drawn afresh among what it may have
    selected."""
    other = 1 - seat
    hidden = [what for whose, what, _ in state.selections if whose == other and (other, what) not in state.revealed]
    drawn: dict[str, str] = {}
    for what in hidden:
        if what == PRIMARY:
            drawn[what] = rng.choice(PRIMARIES)
        elif what == TAC_OP:
            drawn[what] = rng.choice(possible_tac_ops(setting, state, other))
        elif what in _DRAFTS:
            length = len(words(_choice(state, other, what)))
            drawn[what] = ",".join(_made(setting, _DRAFTS[what], other, length, rng))
    world: Table = setting.table(state, False)
    world.select_others(other, drawn)
    return world.snapshot()


def _choice(state: State, seat: int, what: str) -> str:
    return next(choice for whose, name, choice in state.selections if (whose, name) == (seat, what))


def _made(setting: Any, draft: Draft, seat: int, length: int, rng: random.Random) -> Made:
    """So many answers of a draft, each among those that were open."""
    made: Made = ()
    while len(made) < length:
        made = (*made, word_of(rng.choice(draft.options(setting, seat, made))))
    return made


def possible_tac_ops(setting: Any, state: State, seat: int) -> list[str]:
    """The tac ops a seat may still have, by what everybody has seen (see KT-OPS-05 and KT-OPS-20).

    One whose markers are set up before the battle would be revealed by then. One whose mission action was performed, or
    whose points were scored, is known.
    """
    archetypes = setting.team(seat).archetypes
    ops = [op for op in setting.content.tac_ops if op.archetype in archetypes]
    performed = [action for action, whose, *_ in state.deeds if whose == seat]
    scored = [op for op, whose, _ in state.vp if whose == seat]
    shown = [op.id for op in ops if op.id in scored or any(action.id in performed for action in op.actions)]
    if shown:
        return shown
    begun = state.turning_point > 0 or any(operative.status for operative in state.operatives)
    return [op.id for op in ops if not (begun and op.reveal == "setup")]
