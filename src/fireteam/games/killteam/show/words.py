"""The words of Kill Team: one catalogue of texts by code, for events, options, questions and rolls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from fireteam.core.events import Event
from fireteam.core.questions import Option, Question, Roll
from fireteam.core.refusals import Modifier, total
from fireteam.games.killteam.setup.battle import PLAYERS
from fireteam.games.killteam.show.names import PLACES, Names
from fireteam.kit.plane.destinations import STRAIGHT
from fireteam.kit.plane.places import place_words
from fireteam.kit.words import Catalogue, found, sentence, upper
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
    "picked_x": "{who} uses {text}.",
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
    "given_up": "{who} gives up the {action}: no way to complete it is known.",
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
    "barricade_lost": "There is no room for {piece}, which is not set up again: {reason}.",
}
"""What happened."""

OPTIONS: dict[str, str] = {
    "keep_dice": "Keep the dice as they are",
    "reroll": "Re-roll a {0} ({1})",
    "use_x": "Use {0}",
    "accurate": "Keep {0} unrolled as normal successes",
    "keep_unrolled": "Keep {0} unrolled as normal successes",
    "use_entry": "Use {0}",
    "use_entry_with": "Use {0} with {1}",
    "no_entry": "Use nothing more",
    "for": "{0}",
    "choice": "{0}",
    "not_moved": "Do not move",
    "give_up": "Give it up; nothing is spent",
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
    "comes_next": "{0} next",
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
}
"""What may be answered."""

TOPICS: dict[str, str] = {
    "abilities in the Ready step": "The Ready step: use something?",
    "abilities at the start of the activation of {who}": "{who}, start of the activation: use something?",
    "abilities at the end of the activation of {who}": "{who}, end of the activation: use something?",
    "abilities after {action} of {who}": "{who} has performed {action}: use something?",
    "abilities against {action} of {who}": "{who} has performed {action}: use something?",
    "whom {entry} is for": "{entry}: for whom?",
    "choice of {entry}": "{entry}: which?",
    "user of {entry}": "{entry}: used by whom?",
    "move of {who}": "{who}: where is it moved?",
    "given attack dice of {who}": "{who}: how many attack dice are kept unrolled?",
    "given defence dice of {who}": "{who}: how many defence dice are kept unrolled?",
    "target instead of {who}": "Does somebody become the target instead of {who}?",
    "shot of {who} at {target}": "{who} shoots at {target}: use something?",
    "defence of {who} against {enemy}": "{enemy} shoots at {who}: use something?",
    "fight of {who} against {enemy}": "{who} fights {enemy}: use something?",
    "damage of {points} to {who}": "{who} is about to suffer {points} damage: use something?",
    "{who} would be incapacitated": "{who} would be incapacitated: use something?",
    "{who} is incapacitated": "{who} is incapacitated: use something?",
    "successes of {who}": "{who}: give up a success for something else?",
    "re-roll of attack dice of {who}": "{who}: re-roll one of the attack dice?",
    "re-roll of defence dice of {who}": "{who}: re-roll one of the defence dice?",
    "unrolled attack dice of {who}": "{who}: how many attack dice are kept unrolled?",
    "{rule} that {who} uses": "{who} has {rule} more than once: which one is used?",
    "success lost to an obscured target": "The target is obscured: which success is lost?",
    "Punishing of {who}": "{who}: use Punishing?",
    "Rending of {who}": "{who}: use Rending?",
    "Severe of {who}": "{who}: use Severe?",
    "next target": "Who is shot next?",
    "cover or obscured by {feature}": "{feature} gives cover or obscures: which?",
    "cover save of {who}": "{who}: keep a cover save?",
    "blocks of {who}": "{who}: which attack dice are blocked?",
    "enemy to fight": "Which enemy is fought?",
    "weapon of {who}": "{who}: which weapon?",
    "die of {who}": "{who}: strike or block with a die?",
    "who has initiative": "Who has initiative?",
    "gambit": "Which strategic gambit?",
    "operative to activate": "Which operative is activated?",
    "order of {who}": "{who}: which order?",
    "action of {who}": "{who}: which action?",
    "counteract": "Does an operative counteract?",
    "counteraction of {who}": "{who}: which action, counteracting?",
    "{move} of {who}": "{who}: {move} where?",
    "rest of the {move} of {who}": "{who}: where to with the rest of the {move}?",
    "hatchway for {who}": "{who}: which hatchway is opened or closed?",
    "who is put back first from {hatch}": "{hatch}: who is put back first?",
    "where {who} is put back": "{who}: where is it put back?",
    "interrupt of {who}": "{who} has acted: is it interrupted by an operative on guard?",
    "interrupt by {who}": "{who}: which action, interrupting?",
    "marker for {who}": "{who}: which marker is picked up?",
    "marker to place of {who}": "{who}: which marker is put down?",
    "place for {marker} of {who}": "{who}: where is {marker} put down?",
    "place for the smoke of {who}": "{who}: where is the smoke put down?",
    "target of {who}": "{who}: shoot at whom?",
    "further target of {who}": "{who}: shoot at another one too?",
    "MOVE WITH BARRICADE of {who}": "{who}: where to with the barricade?",
    "ammo cache of {who}": "{who}: which ammo cache is used?",
    "stun grenade of {who}": "{who}: at whom is the stun grenade thrown?",
    "drop zone": "Which drop zone?",
    "operative {number}": "Who is operative {number}? Nobody sees it before both have selected.",
    "equipment {number}": "Which equipment is number {number}? Nobody sees it before both have selected.",
    "utility grenades": "Which utility grenades?",
    "explosive grenades": "Which explosive grenades?",
    "tac op": "Which tac op? It stays hidden.",
    "additional equipment": "Which additional equipment?",
    "item to set up": "Which equipment is set up next?",
    "operative to set up": "Which operative is set up?",
    "place of {what}": "Where is {what} set up?",
    "scouting": "What does scouting bring?",
    "operative to reposition": "Which operative repositions?",
    "primary op": "Which op is the primary op? It stays hidden.",
    "{tag} of the turning point": "Who is the {tag} of this turning point?",
    "objective that is {tag}": "Which objective is {tag} in this turning point?",
    "what to score": "What is scored?",
    "marker that is put down next": "Operatives of both sides put markers down at the same time: which comes next?",
    "who suffers damage next": "Several operatives suffer damage at the same time: which comes next?",
    "whose criticals hurt first": "Criticals of both sides inflict damage at once: whose come first?",
    "whose weapon is hot first": "Both sides roll for a hot weapon: who does so first?",
    "who retains dice first": "Both sides decide about the dice they retain: who does so first?",
    "who scores first": "Who scores first?",
    "{errand} of {who}": "{who}: {errand} on what?",
    "origin of the shot of {who} at {target}": "{who}: {target} is in cover or obscured, as the origin has it: which?",
}
"""What is asked, by the form of its topic."""

ROLLS: dict[str, str] = {
    "attack dice of {who}": "{who}: attack dice",
    "attack dice of {who} again": "{who}: attack die again",
    "defence dice of {who}": "{who}: defence dice",
    "defence dice of {who} again": "{who}: defence die again",
    "Hot roll of {who}": "{who}: Hot",
    "stun test of {who}": "{who}: stun test",
    "damage of the mine to {who}": "{who}: damage of the mine",
    "activations of {marker}": "{marker}: after how many activations it goes",
    "{what} of {player}": "{what}: {player}",
    "{entry} for {who}": "{entry} for {who}",
    "damage of {entry} to {who}": "damage of {entry} to {who}",
    "damage of {marker} to {who}": "damage of {marker} to {who}",
    "crit op": "crit op",
}
"""What is rolled or drawn, by the form of its topic."""
WORDS = Catalogue(EVENTS, OPTIONS, TOPICS, ROLLS)


def tell(names: Names, event: Event) -> str:
    """An event in words."""
    params = dict(event.params)
    code = _code(event.code, params)
    parts: tuple[Modifier, ...] = params.pop("parts", ())
    if code == "hurt" and parts:
        code = "hurt.sum"
    words = {name: _spoken(names, name, value) for name, value in params.items() if name not in UNSPOKEN}
    if params.get("seat") in (0, 1):
        words["player"] = PLACES[params["seat"]]
    if "x" in params and "y" in params:
        words["at"] = place_words(params["x"], params["y"], params.get("z", 0))
    if code == "affected" and event.rule in names.entries and names(event.rule) != words["effect"]:
        code, words["source"] = "affected.by", names(event.rule)
    because = f" ({spoken_sum(parts)})" if len(parts) > 1 else ""
    return sentence(
        found(EVENTS, code, "event"), {**words, "sum": spoken_sum(parts), "total": total(parts), "because": because}
    )


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
    if name == "reason":
        return names.all_of(str(value))
    if name == "what":
        return SELECTION_WORDS.get(value, str(value))
    if name == "topic":
        return WORDS.about(ROLLS, value, partial(_in_topic, names), "roll")
    return names(value) if isinstance(value, str) else str(value)


def spoken_sum(parts: Iterable[Modifier]) -> str:
    """A number as a sum of reasons."""
    return ", ".join(f"{part.amount} for {part.reason}" for part in parts)


def describe(names: Names, option: Option) -> str:
    """An option in words."""
    kind, args = option.kind, option.args
    named: dict[str, str] = {}
    key = option.key.removeprefix(STRAIGHT)
    if key.startswith(("to ", "at ")):
        named["place"] = _spoken_key(key)
    if kind in BY_SEAT and args and isinstance(args[0], int):
        named["seat"] = names.seat(args[0])
    return upper(
        found(OPTIONS, kind, "option").format(*(names(arg) if isinstance(arg, str) else arg for arg in args), **named)
    )


def _spoken_key(key: str) -> str:
    """The place that a key of a region names."""
    text = key.partition(" ")[2].partition(" via ")[0].partition(" hatch ")[0]
    x, y, z, turned = (float(shown[1]) if (shown := re.search(form, text)) else 0.0 for form in _IN_KEYS)
    return place_words(round(x * INCH), round(y * INCH), round(z * INCH)) + (
        f", turned {turned:g} degrees" if turned else ""
    )


_IN_KEYS = (r"^([\d.]+),", r", ?([\d.]+)", r" up ([\d.]+)", r" turned (\d+)")


def ask(names: Names, question: Question) -> str:
    """A question in words."""
    return WORDS.ask(question, partial(_in_topic, names))


def roll_name(names: Names, roll: Roll) -> str:
    """What is rolled, in a few words."""
    return WORDS.roll_name(roll, partial(_in_topic, names))


def _in_topic(names: Names, name: str, value: str) -> str:
    if name == "player":
        return names.seat(PLAYERS.index(value))
    return names.all_of(value) if " " in value else names(value)
