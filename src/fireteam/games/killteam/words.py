"""The words of Kill Team: one catalogue of texts by code, for events, options, questions and rolls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from fireteam.core.errors import RuleFault
from fireteam.core.events import Event
from fireteam.core.questions import Option, Question, Roll
from fireteam.core.refusals import Modifier, total
from fireteam.games.killteam.moving import STRAIGHT
from fireteam.games.killteam.naming import PLACES, Names
from fireteam.space.plane.model import INCH

SEATS = ("seat", "winner", "holder", "owner", "chooser")
"""What an event names a seat by."""
UNSPOKEN = ("x", "y", "z", "legs", "parts")
"""What an event tells the table and nobody else; `at` is said instead of x, y and z."""

ORDER_WORDS = ("a Conceal order", "an Engage order")
BY_SEAT = ("initiative", "goes_first")
"""Options whose first argument is a seat, said as {seat}."""
SELECTION_WORDS: dict[str, str] = {
    "tac": "its tac op",
    "tac_op": "its tac op",
    "primary": "its primary op",
    "equipment": "its equipment",
    "roster": "its operatives",
    "operatives": "its operatives",
    "grenades": "its grenades",
    "scouting": "its scouting option",
}
"""What a seat may have selected in secret, by the name of the selection (KT-OPS-20)."""

EVENTS: dict[str, str] = {
    "shoots": "{who} shoots at {targets} with {weapon}: HIT {total}+{because}.",
    "target": "The target is {who}.",
    "target.cover": "The target is {who}, in cover.",
    "target.obscured": "The target is {who}, obscured.",
    "target.both": "The target is {who}, in cover and obscured.",
    "rolled": "{who} rolls {faces} and needs {need}+.",
    "kept_unrolled": "{who} keeps {dice} unrolled: Accurate.",
    "rerolled": "{who} re-rolls a {face} by {source}: {new}.",
    "rescued": "{who} keeps a fail as a normal success: Punishing.",
    "kept_given": "{who} keeps {normals} normal and {criticals} critical unrolled.",
    "entry_rolled": "{entry} for {who}: {face}, {need}+ is needed.",
    "intercepts": "{who} becomes the target instead of {friend}.",
    "entry_used": "{who} uses {entry}.",
    "free_ploy": "{seat} uses {gambit} for 0 CP.",
    "burns": "{who} comes near {marker}.",
    "moved": '{who} is moved {inches}" to {at}.',
    "set_up_again": "{who} is set up again at {at}.",
    "survives": "{who} is not incapacitated: {entry}.",
    "raised": "{who} makes a normal success critical: {source}.",
    "lost_to_obscured": "{who} loses a success: the target is obscured.",
    "retained": "{who} retains {normals} normal and {criticals} critical.",
    "cover_save": "{who} keeps a cover save: {normals} normal and {criticals} critical.",
    "blocked": "{who} blocks {normals} normal and {criticals} critical.",
    "fights": "{who} fights {enemy}.",
    "armed": "{who} uses {weapon}: HIT {total}+{because}.",
    "strikes": "{who} strikes {enemy} with a {used} success.",
    "blocks": "{who} blocks a {blocked} success with a {used} one.",
    "blocks_nothing": "{who} blocks nothing with a {used} success.",
    "shocked": "Shock: {who} loses an unresolved success.",
    "hurt": "{who} suffers {points} damage: {left} of {wounds} wounds left.",
    "hurt.sum": "{who} suffers {points} damage ({sum}): {left} of {wounds} wounds left.",
    "incapacitated": "{who} is incapacitated.",
    "healed": "{who} regains {points} wounds and has {left}.",
    "affected": "{who} is under an effect: {effect}.",
    "affected.by": "{who} is under an effect of {source}: {effect}.",
    "hot": "Hot: {who} rolls {face} with HIT {hit}+.",
    "put_down": "{who} puts down {marker}.",
    "removed": "{who} leaves the killzone.",
    "cp_spent": "{seat} spends {points} CP and has {left} left.",
    "roll_off": "The players roll off: {first} and {second}.",
    "d3": "{topic}: {face} on the die makes {result}.",
    "turning_point": "Turning point {number}.",
    "turning_point_ends": "Turning point {number} is over.",
    "initiative": "{seat} has initiative.",
    "cp_gained": "{seat} gains {points} CP and has {left}.",
    "gambit": "{seat} uses {gambit}.",
    "passes": "{seat} passes.",
    "activated": "{who} is activated with {order}.",
    "activation_ends": "The activation of {who} is over.",
    "counteracts": "{who} counteracts.",
    "action": "{who}: {action}.",
    "action.counteract": "{who}: {action}, counteracting.",
    "action.interrupt": "{who}: {action}, interrupting.",
    "action.free": "{who}: {action}, free.",
    "moves": '{who} moves {inches}" to {at}.',
    "order": "{who} has {order} now.",
    "guard": "{who} goes on guard.",
    "guard_ends": "{who} is no longer on guard.",
    "marker": "{marker} is set up.",
    "marker_gone": "{marker} is removed.",
    "mission": "{who}: {mission} at {target}.",
    "points": "{seat} has {points} points on {marker}.",
    "points_gone": "{seat} has no points on {marker} any more.",
    "named": "{who} is named: {tag}.",
    "objective_named": "{seat} names {marker}: {tag}.",
    "won": "{seat} wins: {first} to {second} victory points.",
    "draw": "The battle is a draw: {first} to {second} victory points.",
    "picked_up": "{who} picks up {marker}.",
    "piece": "{piece} is set up.",
    "piece_gone": "{piece} is removed.",
    "hatch_open": "{hatch} is open.",
    "hatch_closed": "{hatch} is closed.",
    "put_back": "{who} was in the way of the hatch and is put back at {at}.",
    "move_ends": "The {action} of {who} ends: an enemy's control range.",
    "interrupts": "{who} interrupts {enemy}.",
    "revealed": "{seat} reveals {what}: {choice}.",
    "scores": "{seat} scores {points} VP from {op}.",
    "kill_team": "The {player} player plays {team}.",
    "killzone": "The killzone is {killzone}.",
    "crit_op": "The crit op is {op}.",
    "drop_zone": "{seat} has drop zone {zone}.",
    "selected": "{seat} has selected {what}.",
    "left_out": "{item} is left out.",
    "deployed": "{who} is set up at {at}.",
    "plays": "{seat} may use a strategy ploy for 0 CP in the first turning point.",
    "equips": "{seat} takes {item} as well.",
    "scouting_won": "{seat} wins scouting.",
    "scouting_tied": "Scouting is a tie: {seat} decides.",
    "stun_test": "Stun test of {who}: {face}, {needed}+ stuns.",
    "barricade_lost": "There is no room for {piece}: it is not set up again.",
}
"""What happened."""

OPTIONS: dict[str, str] = {
    "keep_dice": "Keep the dice as they are",
    "reroll": "Re-roll a {0} ({1})",
    "accurate": "Keep {0} unrolled as normal successes",
    "keep_unrolled": "Keep {0} unrolled as normal successes",
    "use_entry": "Use {0}",
    "use_entry_with": "Use {0} with {1}",
    "no_entry": "Use nothing more",
    "for": "{0}",
    "choice": "{0}",
    "not_moved": "Do not move",
    "all_successes": "Inflict damage with all successes",
    "discard": "Discard a {0} success",
    "rescue": "Keep a fail as a normal success",
    "no_rescue": "Discard all fails",
    "rend": "Make a normal success critical",
    "no_rend": "Leave the normal successes as they are",
    "severe": "Make a {0} normal success critical",
    "no_severe": "Leave the normal successes as they are",
    "next_target": "Shoot {0} next",
    "use_cover": "Be in cover",
    "use_obscured": "Be obscured",
    "no_cover_save": "Roll all defence dice",
    "cover_save": "Keep a normal success as a cover save",
    "critical_cover_save": "Keep a critical success as an improved cover save",
    "double_cover_save": "Keep two normal successes as an improved cover save",
    "allocate": "Block {0} normal and {1} critical",
    "enemy": "Fight {0}",
    "weapon": "Use {0}",
    "strike": "Strike with a {0} success",
    "block": "Block a {0} success with a {1} one",
    "block_nothing": "Block nothing with a {0} success",
    "initiative": "Initiative for {seat}",
    "gambit": "{0}",
    "pass": "Pass",
    "activate": "Activate {0}",
    "order": "{0} order",
    "action": "{0}",
    "end_activation": "End the activation",
    "counteract": "Counteract with {0}",
    "no_counteract": "Do not counteract",
    "no_action": "Do nothing",
    "marker": "{0}",
    "target": "Shoot {0}",
    "no_more": "No further target",
    "origin": "Shoot from origin {0}",
    "object": "{0}",
    "instead": "{0} instead of a success",
    "primary": "Primary op: the {0} op",
    "named": "Name {0}",
    "score": "Score {1} VP for {0}",
    "score_nothing": "Score nothing yet",
    "goes_first": "{seat} first",
    "move": 'To {place}: {3}"',
    "place": "At {place}",
    "put_at": "Put {0} back at {place}",
    "move_hatch": 'To {place}: {3}", then operate {6}',
    "open_hatch": "Open {0}",
    "close_hatch": "Close {0}",
    "put_back": "Put {0} back first",
    "interrupt": "Interrupt with {0}",
    "no_interrupt": "Do not interrupt",
    "drop_zone": "Take drop zone {0}",
    "as_agreed": "As it was agreed beforehand",
    "default_roster": "Take the usual operatives",
    "take": "Take {0}",
    "nobody_more": "The team is complete",
    "default_equipment": "Take the usual equipment",
    "equip": "Take {0}",
    "no_equipment": "No more equipment",
    "grenades": "Take {0}",
    "no_grenades": "No grenades of this sort",
    "tac_op": "{0}",
    "item": "Set up {0}",
    "no_items": "Set up no more equipment",
    "leave_out": "Leave out {0}",
    "deployed": "Set up {0}",
    "deploy": "At {place}",
    "set_up": "At {place}",
    "scout": "{0}",
    "scout_move": "Reposition {0}",
    "stay": "Reposition nobody",
    "smoke": "Smoke at {place}",
    "stun": "Stun {0}",
    "sets_off": "{0} sets it off",
}
"""What may be answered."""

TOPICS: tuple[tuple[str, str], ...] = (
    (r"abilities in the Ready step", "The Ready step: use something?"),
    (r"abilities at the (?P<end>start|end) of the activation of (?P<who>.+)", "{who}, {end} of the activation: use something?"),
    (r"abilities (?:after|against) (?P<action>.+) of (?P<who>.+)", "{who} has performed {action}: use something?"),
    (r"whom (?P<entry>.+) is for", "{entry}: for whom?"),
    (r"choice of (?P<entry>.+)", "{entry}: which?"),
    (r"user of (?P<entry>.+)", "{entry}: used by whom?"),
    (r"move of (?P<who>.+)", "{who}: where is it moved?"),
    (r"given (?P<dice>attack|defence) dice of (?P<who>.+)", "{who}: how many {dice} dice are kept unrolled?"),
    (r"target instead of (?P<who>.+)", "Does somebody become the target instead of {who}?"),
    (r"shot of (?P<who>.+) at (?P<target>.+)", "{who} shoots at {target}: use something?"),
    (r"defence of (?P<who>.+) against (?P<enemy>.+)", "{enemy} shoots at {who}: use something?"),
    (r"fight of (?P<who>.+) against (?P<enemy>.+)", "{who} fights {enemy}: use something?"),
    (r"damage of (?P<points>[\d+]+) to (?P<who>.+)", "{who} is about to suffer {points} damage: use something?"),
    (r"(?P<who>.+) would be incapacitated", "{who} would be incapacitated: use something?"),
    (r"(?P<who>.+) is incapacitated", "{who} is incapacitated: use something?"),
    (r"successes of (?P<who>.+)", "{who}: give up a success for something else?"),
    (r"re-roll of (?P<dice>attack|defence) dice of (?P<who>.+)", "{who}: re-roll one of the {dice} dice?"),
    (r"unrolled attack dice of (?P<who>.+)", "{who}: how many attack dice are kept unrolled?"),
    (r"success lost to an obscured target", "The target is obscured: which success is lost?"),
    (r"(?P<rule>Punishing|Rending|Severe) of (?P<who>.+)", "{who}: use {rule}?"),
    (r"next target", "Who is shot next?"),
    (r"cover or obscured by (?P<feature>.+)", "{feature} gives cover or obscures: which?"),
    (r"cover save of (?P<who>.+)", "{who}: keep a cover save?"),
    (r"blocks of (?P<who>.+)", "{who}: which attack dice are blocked?"),
    (r"enemy to fight", "Which enemy is fought?"),
    (r"weapon of (?P<who>.+)", "{who}: which weapon?"),
    (r"die of (?P<who>.+)", "{who}: strike or block with a die?"),
    (r"who has initiative", "Who has initiative?"),
    (r"gambit", "Which strategic gambit?"),
    (r"operative to activate", "Which operative is activated?"),
    (r"order of (?P<who>.+)", "{who}: which order?"),
    (r"action of (?P<who>.+)", "{who}: which action?"),
    (r"counteract", "Does an operative counteract?"),
    (r"counteraction of (?P<who>.+)", "{who}: which action, counteracting?"),
    (r"(?P<action>REPOSITION|DASH|FALL BACK|CHARGE) of (?P<who>.+)", "{who}: {action} where?"),
    (r"rest of the (?P<action>REPOSITION|DASH) of (?P<who>.+)", "{who}: where to with the rest of the {action}?"),
    (r"hatchway for (?P<who>.+)", "{who}: which hatchway is opened or closed?"),
    (r"who is put back first from (?P<hatch>.+)", "{hatch}: who is put back first?"),
    (r"where (?P<who>.+) is put back", "{who}: where is it put back?"),
    (r"interrupt of (?P<who>.+)", "{who} has acted: is it interrupted by an operative on guard?"),
    (r"interrupt by (?P<who>.+)", "{who}: which action, interrupting?"),
    (r"marker for (?P<who>.+)", "{who}: which marker is picked up?"),
    (r"marker to place of (?P<who>.+)", "{who}: which marker is put down?"),
    (r"place for (?P<marker>.+) of (?P<who>.+)", "{who}: where is {marker} put down?"),
    (r"target of (?P<who>.+)", "{who}: shoot at whom?"),
    (r"further target of (?P<who>.+)", "{who}: shoot at another one too?"),
    (r"MOVE WITH BARRICADE of (?P<who>.+)", "{who}: where to with the barricade?"),
    (r"ammo cache of (?P<who>.+)", "{who}: which ammo cache is used?"),
    (r"stun grenade of (?P<who>.+)", "{who}: at whom is the stun grenade thrown?"),
    (r"who sets off (?P<mine>.+)", "{mine}: who sets it off?"),
    (r"drop zone", "Which drop zone?"),
    (r"operative (?P<number>\d+)", "Who is operative {number}? Nobody sees it before both have selected."),
    (r"equipment (?P<number>\d+)", "Which equipment is number {number}? Nobody sees it before both have selected."),
    (r"(?P<sort>utility|explosive) grenades", "Which {sort} grenades?"),
    (r"tac op", "Which tac op? It stays hidden."),
    (r"additional equipment", "Which additional equipment?"),
    (r"item to set up", "Which equipment is set up next?"),
    (r"operative to set up", "Which operative is set up?"),
    (r"place of (?P<what>.+)", "Where is {what} set up?"),
    (r"scouting", "What does scouting bring?"),
    (r"operative to reposition", "Which operative repositions?"),
    (r"primary op", "Which op is the primary op? It stays hidden."),
    (r"(?P<tag>.+) of the turning point", "Who is the {tag} of this turning point?"),
    (r"objective that is (?P<tag>.+)", "Which objective is {tag} in this turning point?"),
    (r"what to score", "What is scored?"),
    (r"who scores first", "Who scores first?"),
    (r"(?P<action>[A-Z ]+) of (?P<who>.+)", "{who}: {action} on what?"),
    (r"origin of the shot of (?P<who>.+) at (?P<target>.+)", "{who}: {target} is in cover or obscured, as the origin has it: which?"),
)
"""What is asked, by the pattern of its topic."""

ROLLS: tuple[tuple[str, str], ...] = (
    (r"(?P<dice>attack|defence) dice of (?P<who>.+) again", "{who}: {dice} die again"),
    (r"(?P<dice>attack|defence) dice of (?P<who>.+)", "{who}: {dice} dice"),
    (r"Hot roll of (?P<who>.+)", "{who}: Hot"),
    (r"stun test of (?P<who>.+)", "{who}: stun test"),
    (r"damage of the mine to (?P<who>.+)", "{who}: damage of the mine"),
    (r"activations of (?P<marker>.+)", "{marker}: after how many activations it goes"),
    (r"(?P<what>.+) of the (?P<player>first|second) player", "{what}: {player}"),
    (r"(?P<what>.+)", "{what}"),
)
"""What is rolled, by the pattern of its topic."""


def tell(names: Names, event: Event) -> str:
    """An event in words."""
    params = dict(event.params)
    code = _code(event.code, params)
    parts: tuple[Modifier, ...] = params.pop("parts", ())
    if code == "hurt" and parts:
        code = "hurt.sum"
    if code not in EVENTS:
        raise RuleFault(f"no words for the event {event.code!r}")
    words = {name: _spoken(names, name, value) for name, value in params.items() if name not in UNSPOKEN}
    if params.get("seat") in (0, 1):
        words["player"] = PLACES[params["seat"]]
    if "x" in params and "y" in params:
        words["at"] = place_words(params["x"], params["y"], params.get("z", 0))
    if code == "affected" and event.rule in names.entries and names(event.rule) != words["effect"]:
        code, words["source"] = "affected.by", names(event.rule)
    because = f" ({spoken_sum(parts)})" if len(parts) > 1 else ""
    return _sentence(EVENTS[code].format(**words, sum=spoken_sum(parts), total=total(parts), because=because))


def _code(code: str, params: Mapping[str, Any]) -> str:
    """The code of the words of an event, where there are several for it."""
    if code == "target":
        return code + {(True, True): ".both", (True, False): ".cover", (False, True): ".obscured"}.get(
            (params["cover"], params["obscured"]), ""
        )
    if code == "action" and f"action.{params['mode']}" in EVENTS:
        return f"action.{params['mode']}"
    return code


def _spoken(names: Names, name: str, value: Any) -> str:
    if name in SEATS and isinstance(value, int):
        return names.seat(value)
    if name == "order" and isinstance(value, int):
        return ORDER_WORDS[value]
    if name == "faces":
        return ", ".join(str(face) for face in value)
    if isinstance(value, tuple | list):
        return " and ".join(names(each) if isinstance(each, str) else str(each) for each in value)
    if name == "choice":
        return ", ".join(names(each) for each in str(value).split(","))
    if name == "what":
        return SELECTION_WORDS.get(value, str(value))
    if name == "topic":
        return _matched(names, ROLLS, str(value))
    return names(value) if isinstance(value, str) else str(value)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def place_words(x: int, y: int, z: int = 0) -> str:
    """A place in inches, the height only where it is not the floor."""
    up = f', {z / INCH:g}" up' if z else ""
    return f"{x / INCH:.1f}, {y / INCH:.1f}{up}"


def spoken_sum(parts: Iterable[Modifier]) -> str:
    """A number as a sum of reasons."""
    return ", ".join(f"{part.amount} for {part.reason}" for part in parts)


def describe(names: Names, option: Option) -> str:
    """An option in words."""
    kind, args = option.kind, option.args
    if kind not in OPTIONS:
        raise RuleFault(f"no words for the option {option.key!r}")
    named: dict[str, str] = {}
    key = option.key.removeprefix(STRAIGHT)
    if key.startswith(("to ", "at ")):
        named["place"] = _spoken_key(key)
    if kind in BY_SEAT and args and isinstance(args[0], int):
        named["seat"] = names.seat(args[0])
    return _sentence(OPTIONS[kind].format(*(names(arg) if isinstance(arg, str) else arg for arg in args), **named))


def _spoken_key(key: str) -> str:
    """The place that a key of a region names."""
    text = key.partition(" ")[2].partition(" via ")[0].partition(" hatch ")[0]
    x, y, z, turned = (float(found[1]) if (found := re.search(form, text)) else 0.0 for form in _IN_KEYS)
    return place_words(round(x * INCH), round(y * INCH), round(z * INCH)) + (f", turned {turned:g} degrees" if turned else "")


_IN_KEYS = (r"^([\d.]+),", r", ?([\d.]+)", r" up ([\d.]+)", r" turned (\d+)")


def ask(names: Names, question: Question) -> str:
    """A question in words."""
    if isinstance(question, Roll):
        if question.bag is not None:
            return f"Draw one: {roll_name(names, question)}"
        dice = "a die" if question.count == 1 else f"{question.count} dice"
        return f"Roll {dice}: {roll_name(names, question)}"
    return _sentence(_matched(names, TOPICS, question.topic))


def roll_name(names: Names, roll: Roll) -> str:
    """What is rolled, in a few words."""
    return _sentence(_matched(names, ROLLS, roll.topic))


def _matched(names: Names, patterns: Iterable[tuple[str, str]], topic: str) -> str:
    for pattern, words in patterns:
        found = re.fullmatch(pattern, topic)
        if found is not None:
            return words.format(**{name: _in_topic(names, name, value) for name, value in found.groupdict().items()})
    raise RuleFault(f"no words for the topic {topic!r}")


def _in_topic(names: Names, name: str, value: str) -> str:
    if name == "player":
        return names.seat(PLACES.index(value))
    return names.all_of(value) if " " in value else names(value)
