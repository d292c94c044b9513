"""The options of Deadzone: their stable keys, made of names, and the rules behind each kind."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from fireteam.core.questions import Option

KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    # dice tests
    "add": ("add {} dice", ("DZ-CMD-08",)),
    "keep": ("keep the dice", ("DZ-DICE-11",)),
    "reroll": ("re-roll {} misses and {} hits", ("DZ-DICE-11",)),
    "buy": ("re-roll a {1} for {0}", ("DZ-CMD-06",)),
    # set-up
    "starts": ("{} starts", ("DZ-SETUP-12",)),
    "zone": ("zone {}", ("DZ-SETUP-12",)),
    "hold_back": ("hold {} back", ("DZ-SETUP-19",)),
    "with_the_team": ("deploy {} with the team", ("DZ-SETUP-19",)),
    "grow": ("add {} to the zone", ("DZ-SETUP-16",)),
    "large_enough": ("the zone is large enough", ("DZ-SETUP-16",)),
    "deploy": ("deploy {} in {}", ("DZ-SETUP-13",)),
    "look": ("look at {} in {}", ("DZ-SETUP-11",)),
    "relocate": ("move {} from {}", ("DZ-SETUP-11",)),
    "early": ("move {}", ("DZ-SETUP-11",)),
    "decline": ("decline", ("DZ-SETUP-11",)),
    "scout": ("{} scouts ahead", ("DZ-AB-SCOUT-01",)),
    # command
    "again": ("re-roll {}", ("DZ-CMD-02",)),
    "one_more": ("one more: {}", ("DZ-CMD-07",)),
    "activate": ("activate {}", ("DZ-ROUND-02",)),
    "pass": ("pass", ("DZ-ROUND-07",)),
    "order": ("give {}", ("DZ-CMD-12",)),
    "order_for": ("give it for {}", ("DZ-CMD-12",)),
    "no_order": ("give no order", ("DZ-CMD-12",)),
    "discard": ("discard {}", ("DZ-CMD-12",)),
    # actions
    "advance": ("advance", ("DZ-MOVE-01",)),
    "sprint": ("sprint", ("DZ-SPRINT-01",)),
    "shoot": ("shoot {1} with {0}", ("DZ-SHOOT-01",)),
    "second": ("and shoot {1} with {0}", ("DZ-AB-FIRECTRL-01",)),
    "one_weapon": ("no second weapon", ("DZ-AB-FIRECTRL-01",)),
    "assault": ("assault {}", ("DZ-ASLT-01",)),
    "stand": ("stand up", ("DZ-STAND-01",)),
    "free_advance": ("advance for a die", ("DZ-CMD-09",)),
    "free_shoot": ("shoot {1} with {0} for a die", ("DZ-CMD-10",)),
    "free_assault": ("assault {} for a die", ("DZ-CMD-11",)),
    "heal": ("heal {}", ("DZ-AB-MEDIC-01",)),
    "console": ("work the console", ("DZ-SPEC-01",)),
    "end": ("end the activation", ("DZ-ROUND-06",)),
    # the start of an activation
    "take_control": ("take control of {}", ("DZ-AB-RAMPAGE-02",)),
    "leave_control": ("leave it to its owner", ("DZ-AB-RAMPAGE-02",)),
    "rise": ("stand up for free", ("DZ-AB-HEADSTRONG-01", "DZ-AB-RAMPAGE-03")),
    "stay_down": ("stay down", ("DZ-AB-HEADSTRONG-01", "DZ-AB-RAMPAGE-03")),
    "surge": ("move 1 cube first", ("DZ-AB-RAMPAGE-03",)),
    "no_surge": ("do not move first", ("DZ-AB-RAMPAGE-03",)),
    # moving
    "reposition": ("stay in the cube", ("DZ-MOVE-02",)),
    "break_away": ("break away", ("DZ-MOVE-10",)),
    "step": ("step to {}", ("DZ-MOVE-01",)),
    "jump": ("jump down to {}", ("DZ-FALL-04",)),
    "leave": ("leave the board", ("DZ-CORE-06",)),
    "stop": ("stop here", ("DZ-MOVE-05",)),
    "quarters": ("stand {}", ("DZ-MOVE-03", "DZ-GEO-02")),
    "half": ("in {}", ("DZ-MOVE-15", "DZ-GEO-09")),
    "charge": ("charge", ("DZ-AB-CHARGED-01",)),
    "no_charge": ("do not charge", ("DZ-AB-CHARGED-01",)),
    "teleport": ("teleport", ("DZ-AB-TELEPORT-01",)),
    "appear": ("teleport to {}", ("DZ-AB-TELEPORT-01",)),
    "stay": ("stay", ("DZ-MOVE-10",)),
    "call": ("call {}", ("DZ-AB-DROP-01",)),
    "land": ("land in {}", ("DZ-AB-DROP-02",)),
    # fights
    "fight": ("fight {}", ("DZ-MOVE-08",)),
    "strike": ("strike with {}", ("DZ-MOVE-10", "DZ-STAND-02")),
    "no_strike": ("let it go", ("DZ-MOVE-10",)),
    "with": ("with {}", ("DZ-ASLT-03",)),
    "unarmed": ("unarmed", ("DZ-ASLT-03",)),
    "fight_back": ("fight back", ("DZ-ASLT-04",)),
    "survive": ("survive", ("DZ-ASLT-04",)),
    "up": ("{} stands up", ("DZ-PIN-05",)),
    "away": ("{}", ("DZ-AWAY-01", "DZ-AWAY-02")),
    "recover": ("{} gets 1 HP back", ("DZ-AB-LDRAIN-01",)),
    # explosions, clouds, traps
    "fling": ("fling {}", ("DZ-AB-FRAG-04", "DZ-AB-DROP-04")),
    "bury": ("{} first", ("DZ-MEET-04",)),
    "explode": ("explode", ("DZ-AB-BOOM-02",)),
    "mark": ("mark a cube", ("DZ-AB-COMM-01",)),
    "mark_at": ("mark {}", ("DZ-AB-COMM-01",)),
    "cloud": ("fill the cube: {}", ("DZ-AB-GAS-02", "DZ-AB-INK-01")),
    "no_cloud": ("keep the cloud", ("DZ-AB-GAS-02", "DZ-AB-INK-01")),
    "detonate": ("detonate {}", ("DZ-AB-TRAP-02",)),
    "hold_trap": ("let it lie", ("DZ-AB-TRAP-02",)),
    "defuse": ("defuse {}", ("DZ-AB-ENGINEER-01",)),
    "walk_over": ("walk over it", ("DZ-AB-TRAP-03",)),
    # items
    "pick_up": ("pick up {}", ("DZ-ITEM-02", "DZ-ITEM-03")),
    "no_item": ("leave it", ("DZ-ITEM-02",)),
    "keep_item": ("keep {}", ("DZ-ITEM-05", "DZ-ITEM-06")),
    "drop_item": ("drop {}", ("DZ-ITEM-05", "DZ-ITEM-06")),
    "destroy_item": ("destroy {}", ("DZ-ITEM-05", "DZ-ITEM-06")),
    "use_item": ("use {}", ("DZ-ITEM-10", "DZ-ITEM-12", "DZ-ITEM-20")),
    "save_item": ("save it", ("DZ-ITEM-10",)),
    "adrenaline": ("use the Adrenaline Shot", ("DZ-ITEM-11",)),
    "medi_pack": ("use the Medi-Pack on {}", ("DZ-ITEM-17",)),
}
"""The key of each kind of option, and the rules behind it."""


@lru_cache(maxsize=1 << 15)
def option(kind: str, *names: str, args: tuple[Any, ...] = ()) -> Option:
    """An option of a kind: the names stand in its key, and `args` is what its rule reads."""
    words, rules = KINDS[kind]
    return Option(words.format(*names), kind, args, rules)
