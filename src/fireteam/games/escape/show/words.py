"""The words of ESCAPE: one catalogue of texts by code, for events, options, questions and names. A translation is
another such file."""

from __future__ import annotations

from typing import Any

from fireteam.core.events import Event
from fireteam.core.questions import Option, Question, Roll
from fireteam.core.topics import form_of, names_of
from fireteam.games.escape.ground import Ground
from fireteam.games.escape.options import AT_AIRLOCK, AT_CHARACTER, AT_DOOR, AT_SQUARE
from fireteam.games.escape.state import CRATE, OUT, WAITING, Token
from fireteam.games.escape.table import Table
from fireteam.kit.words import Catalogue, found, reckoning, sentence, upper

# -- names -------------------------------------------------------------------------------------------------------------

SIDE_NAMES = ("the Resistance", "the I.S.C.")
SEAT_NAMES = ("the first player", "the second player")
STATISTIC_NAMES = {"Mvt": "Movement", "Cbt": "Combat", "Int": "Intellect"}
EVENT_NAMES = {
    2: "Supreme AI",
    3: "Celestial Order",
    4: "Powergrid overload",
    5: "Fire alarm",
    6: "High Security Airlock",
    7: "All quiet",
    8: "Firewall",
    9: "Short circuit",
    10: "Black-out",
    11: "Interference",
    12: "Disconnection",
}
EVENT_EFFECTS = {
    2: "All I.S.C. characters have Mvt 7, Cbt 3 and Int 3 this turn.",
    3: "The I.S.C. moves one of its characters to any free square.",
    4: "Every Resistance character beside a door suffers 2 damage.",
    5: "All characters have 1 Mvt less this turn.",
    6: "The factory of the I.S.C. may use the central airlock this turn.",
    7: "Nothing happens.",
    8: "Resistance characters may pass through occupied squares this turn.",
    9: "The Resistance opens or shuts one door, even a locked one.",
    10: "The Resistance darkens one room, in which nobody performs Combat actions this turn.",
    11: "The Resistance has the initiative, and may make two activations in a row.",
    12: "The skills of the I.S.C. do not work this turn.",
}
THINGS = {
    "crate": "crate {id}",
    "equipment": "equipment {id}",
    "objective": "Objective {id} (worth {label})",
    "known": "{name} {id}",
    "worth": "an Objective worth {label}",
    "nothing": "what is carried",
}

# -- what happened -----------------------------------------------------------------------------------------------------

EVENTS: dict[str, str] = {
    "factions": "{resistance} leads the Resistance, {isc} the I.S.C.",
    "scenario": "The scenario is {scenario}.",
    "setup_initiative": "{side} wins the setup initiative.",
    "placed_crate": "Crate {token} is placed at {at}.",
    "placed_equipment": "Equipment {token} is placed face down at {at}.",
    "named": "{who} is named as the {tag}.",
    "deployed": "{who} deploys at {to}.",
    "turn": "Turn {turn} of {turns} begins.",
    "initiative_total": "Initiative of {side}: {sum}.",
    "tie": "An even tie: both sides roll again.",
    "initiative": "{side} has the initiative.",
    "first": "{side} starts.",
    "event": "Event {number}: {event}. {effect}",
    "black_out": "Black-out: no Combat actions in {area} this turn.",
    "activated": "{who} is activated.",
    "ended": "The activation of {who} ends.",
    "called": "The radio calls {who}, who acts at once.",
    "finished": "{side} wants no more activations this turn.",
    "moved": "{who} moves from {from} to {to}.",
    "shifted": "{who} is moved from {from} to {to}.",
    "entered": "{who} enters the board at {to}.",
    "left": "{who} leaves the board by Airlock {airlock}.",
    "attacks": "{who} attacks {target}.",
    "throws": "{who} attacks {target} with: {weapon}.",
    "dodges": "{who} dodges.",
    "hypnotised": "Hypnosis: {who} must dodge with Int.",
    "attack_total.hit": "{who} hits {target}: {sum}.",
    "attack_total.miss": "{who} misses {target}: {sum}.",
    "hurt": "{who} suffers {points} damage: {sum}. Its damage is now {damage}, its life {life}.",
    "hurt.plain": "{who} suffers {points} damage. Its damage is now {damage}, its life {life}.",
    "absorbed": "The armor of {who} stops all {points} damage.",
    "healed": "{who} is healed by {points} and has {damage} damage left.",
    "penalised": "{who} has {statistic} {amount} until the end of the turn: {value} now.",
    "taken_out": "{who} is taken out at {at}.",
    "nitro": "A nitro vial explodes at {at}.",
    "drilled": "{who} drills at the wall {edge} and rolls {face}.",
    "drill_broken": "The drill of {who} breaks.",
    "wall_broken": "The wall {edge} is destroyed.",
    "hacks": "{who} hacks {target} (difficulty {difficulty}).",
    "counters": "{who} answers with a counter-measure.",
    "hack_result.success": "{who} hacks {target} successfully: {sum} against difficulty {difficulty}.",
    "hack_result.failure": "{who} fails to hack {target}: {sum} against difficulty {difficulty}.",
    "hack_result.opposed_success": "{who} hacks {target} in spite of the counter-measure: {sum}.",
    "hack_result.opposed_failure": "{who} fails to hack {target}, who counters: {sum}.",
    "no_effect": "There is no square to pull {who} to: nothing happens.",
    "rerolled": "{side} rerolls {topic}: {face}.",
    "turned_over": "{hidden} is turned over: {label}.",
    "lies": "{thing} lies at {at}.",
    "holds": "{who} takes {thing}.",
    "discarded": "{thing} leaves the game.",
    "door_opened": "Door {door} opens.",
    "door_shut": "Door {door} shuts.",
    "door_shut.locked": "Door {door} shuts and is locked.",
    "door_unlocked": "The lock of door {door} is gone.",
    "terminal_hacked": "Terminal {terminal} is hacked.",
    "airlock_opened": "Airlock {airlock} opens: the Resistance may leave by it.",
    "airlock_shut": "Airlock {airlock} shuts.",
    "airlock_hacked": "Airlock {airlock} is hacked: the Resistance may leave by it.",
    "banked": "{side} banks {points}, {total} in all.",
    "revolution_gained": "The Resistance gains a Revolution token and has {tokens}.",
    "revolution_spent": "The Resistance spends a Revolution token and has {tokens} left.",
    "over.victory": "The game ends in turn {turn}: {winner} wins.",
    "over.both": "The game ends in turn {turn}: both sides have met their conditions, a draw.",
    "over.nobody": "The game ends in turn {turn}: no side has met its conditions, a draw.",
}

# -- what a player may choose ------------------------------------------------------------------------------------------

OPTIONS: dict[str, str] = {
    "faction": "Play {side}",
    "scenario": "Play the scenario {scenario}",
    "crate": "Place the crate at {square} ({area})",
    "token": "Place the equipment at {square} ({area})",
    "deploy": "Deploy at {square} ({area})",
    "name": "Name {who} as the {tag}",
    "gift": "Give the {item} to {who}",
    "unlock": "Remove the lock of door {door}",
    "first": "Let {side} start",
    "celestial": "Move {who}",
    "celestial_to": "Move to {square} ({area})",
    "toggle.open": "Shut door {door}",
    "toggle.shut": "Open door {door}",
    "toggle_airlock.open": "Shut Airlock {airlock}",
    "toggle_airlock.shut": "Open Airlock {airlock}",
    "dark": "Black out {area}",
    "activate": "Activate {who}",
    "activate.enter": "Activate {who}, who enters the board",
    "activate.return": "Bring {who} back from the factory",
    "done": "Activate nobody else this turn",
    "no_second": "Make no second activation",
    "enter": "Enter at {square}",
    "end": "End the activation",
    "radio": "Call {who} by radio",
    "no_radio": "Do not use the radio",
    "step": "Move to {square}",
    "open": "Open door {door}",
    "close": "Close door {door}",
    "leave": "Leave the board by Airlock {airlock}",
    "bank": "Bank the carried Objective",
    "drop": "Drop {carried} at {square}",
    "give": "Give {carried} to {who}",
    "attack": "Attack {who}",
    "throw": "Throw {thing} at {who}",
    "shoot": "Attack {who} with: {weapon}",
    "grenade": "Throw the grenade at {who}",
    "grenade_square": "Throw the grenade at the square {square}",
    "drill": "Drill through the wall {edge}",
    "hack_door": "Hack door {door} (difficulty {difficulty})",
    "hack_door.plain": "Hack door {door}",
    "hack_terminal": "Hack terminal {terminal} (difficulty {difficulty})",
    "hack_airlock": "Hack Airlock {airlock} (difficulty {difficulty})",
    "hack_airlock.plain": "Hack Airlock {airlock}",
    "attract": "Hack {who} to pull the target closer (difficulty {difficulty})",
    "turn_over": "Turn over {thing} at {square}",
    "pick_up": "Pick up {thing}",
    "medkit": "Use the medkit",
    "pay_own": "Use an action of its own",
    "pay_pilot": "Use an action of {who}",
    "pay_token": "Spend a Revolution token",
    "pay_equipment": "Use up the {item}",
    "no_dodge": "Do not dodge",
    "dodge_own": "Dodge with a Combat action",
    "dodge_token": "Dodge with a Revolution token",
    "dodge_shield": "Dodge by throwing the shield away",
    "with_combat": "Let the target dodge with Cbt",
    "with_intellect": "Make the target dodge with Int",
    "no_counter": "Make no counter-measure",
    "counter": "Make a counter-measure",
    "own_int": "Use its own Int",
    "leader_int": "Use the Int of {who}",
    "keep": "Keep the die",
    "veteran": "Reroll as a seasoned veteran",
    "reroll_token": "Reroll with a Revolution token",
    "pull": "Pull the target to {square}",
    "push": "Push the target to {square}",
    "no_push": "Do not push",
    "no_pick_up": "Leave it where it lies",
}

# -- what is asked -----------------------------------------------------------------------------------------------------

TOPICS: dict[str, str] = {
    "faction": "Which side do you play?",
    "scenario": "Which scenario is played?",
    "crate {number}": "Where does crate {number} go?",
    "equipment {number}": "Where does equipment {number} go?",
    "gift of {item}": "Who gets the {item}?",
    "stolen codes": "Which door loses its lock?",
    "deploy {who}": "Where does {who} deploy?",
    "who starts": "Which side starts this turn?",
    "celestial order": "Celestial Order: who is moved?",
    "celestial order of {who}": "Celestial Order: where does {who} go?",
    "short circuit": "Short circuit: which door opens or shuts?",
    "black-out": "Black-out: which area goes dark?",
    "activation": "Who is activated?",
    "second activation": "Interference: is somebody activated at once?",
    "{who} enters": "Where does {who} enter?",
    "action of {who}": "What does {who} do?",
    "radio of {who}": "Does {who} call somebody by radio?",
    "{who} pays {statistic}": "How is the {statistic} action of {who} paid for?",
    "dodge of {who} after the roll": "The attack die is known: does {who} dodge?",
    "dodge of {who}": "Does {who} dodge?",
    "hypnosis on {who}": "Hypnosis: what does {who} dodge with?",
    "push of {who}": "Is {who} pushed back?",
    "pick-up of {who}": "Does {who} pick up what lies there?",
    "pull of {who}": "Where is {who} pulled to?",
    "counter-measure of {who}": "Does {who} make a counter-measure?",
    "Int for {who}": "Whose Int does {who} use?",
    "reroll {die}": "Is {die} rerolled?",
    "back of {token}": "What is {token}?",
    "the {tag}": "Who is the {tag}?",
}
DICE: dict[str, str] = {
    "attack die of {who}": "the attack die of {who}",
    "dodge die of {who}": "the dodge die of {who}",
    "hacking die of {who}": "the hacking die of {who}",
    "counter die of {who}": "the counter-measure die of {who}",
    "drill die of {who}": "the drill die of {who}",
    "{side} {test} die": "the {test} die of {side}",
    "{die} again": "{die} again",
}
ROLL = "Roll {die}."
WORDS = Catalogue(EVENTS, OPTIONS, TOPICS, DICE)

# -- the four ways in --------------------------------------------------------------------------------------------------


def tell(g: Ground, event: Event) -> str:
    """An event in words."""
    words = found(EVENTS, _event_code(event), "event")
    return sentence(words, {**event.params, **_event_names(g, event.params)})


def describe(t: Table, option: Option) -> str:
    """An option in words."""
    return sentence(found(OPTIONS, _option_code(t, option), "option"), _option_names(t, option))


def ask(t: Table, question: Question) -> str:
    """A question in words."""
    if isinstance(question, Roll) and question.bag is None:
        return sentence(ROLL, {"die": die(t.ground, question.topic)})
    return upper(WORDS.about(TOPICS, question.topic, lambda place, name: _spoken(t, place, name), "topic"))


def die(g: Ground, topic: str) -> str:
    """A die by the topic of its roll."""
    return WORDS.about(DICE, topic, lambda place, name: f"the {name}" if place == "side" else who(g, name), "die")


def roll_name(g: Ground, topic: str) -> str:
    """What is rolled or drawn, with names instead of ids: a heading for the faces."""
    return form_of(topic).format_map({place: who(g, name) for place, name in names_of(topic).items()})


# -- filling in names --------------------------------------------------------------------------------------------------


def who(g: Ground, name: str) -> str:
    """A character's name; whatever else is hacked or aimed at has its own."""
    index = g.card_index.get(name)
    return g.cards[index].name if index is not None else name


def item(g: Ground, label: str) -> str:
    """A kind of equipment by its label."""
    kind = g.equipment.get(label)
    return kind.name if kind is not None else label


def thing(g: Ground, token: Token) -> str:
    """A token by what everybody knows of it."""
    if token.kind == CRATE:
        return THINGS["objective" if token.label else "crate"].format(id=token.id, label=token.label)
    return THINGS["known" if token.label else "equipment"].format(id=token.id, name=item(g, token.label))


def _told_thing(g: Ground, token_id: str, label: str) -> str:
    kind = CRATE if token_id.startswith("c") else "equipment"
    return thing(g, Token(token_id, kind, "" if label in (CRATE, "equipment") else label, -1))


def _event_code(event: Event) -> str:
    """The code of the catalogue: some events read differently by their outcome."""
    code, params = event.code, event.params
    if code == "hurt" and len(params["parts"]) < 2:  # a single part would only say the same number again
        return "hurt.plain"
    if code == "attack_total":
        return "attack_total.hit" if params["total"] > 0 else "attack_total.miss"
    if code == "hack_result":
        opposed = "" if params["difficulty"] else "opposed_"
        return f"hack_result.{opposed}{'success' if params['success'] else 'failure'}"
    if code == "door_shut" and params["locked"]:
        return "door_shut.locked"
    if code == "over":
        return f"over.{params['ending']}"
    return code


def _event_names(g: Ground, params: dict[str, Any]) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for name, value in params.items():
        if name in ("who", "target"):
            names[name] = who(g, value)
        elif name in ("side", "winner"):
            names[name] = SIDE_NAMES[value]
        elif name in ("resistance", "isc"):
            names[name] = SEAT_NAMES[value]
        elif name == "scenario":
            names[name] = _scenario(g, value)
        elif name == "event":
            names |= {"event": EVENT_NAMES[value], "number": value, "effect": EVENT_EFFECTS[value]}
        elif name == "area":
            names[name] = params.get("name") or g.board.area_names.get(value, value)
        elif name == "parts":
            names["sum"] = reckoning(value)
        elif name == "topic":
            names[name] = die(g, value)
        elif name == "label" and "token" in params:
            names |= {"thing": _told_thing(g, params["token"], value), "hidden": _told_thing(g, params["token"], "")}
            names[name] = THINGS["worth"].format(label=value) if params["token"].startswith("c") else item(g, value)
    return names


def _scenario(g: Ground, name: str) -> str:
    return next((entry.name for entry in g.pack.scenarios if entry.id == name), name)


def _option_code(t: Table, option: Option) -> str:
    if option.kind == "toggle_airlock":
        return f"toggle_airlock.{'open' if t.state.unlocked_airlocks >> option.args[0] & 1 else 'shut'}"
    if option.kind == "toggle":
        return "toggle.shut" if t.state.shut & t.ground.board.doors[option.args[0]].edge else "toggle.open"
    if option.kind == "activate":
        status = t.state.characters[option.args[0]].status
        return "activate.enter" if status == WAITING else "activate.return" if status == OUT else "activate"
    if option.kind == "hack_door" and not t.ground.board.doors[option.args[0]].difficulty:
        return "hack_door.plain"  # never on offer, but somebody may ask why not
    if option.kind == "hack_airlock" and option.args[0] not in t.ground.hack_airlocks:
        return "hack_airlock.plain"
    return option.kind


def _option_names(t: Table, option: Option) -> dict[str, Any]:
    g, s, kind, args = t.ground, t.state, option.kind, option.args
    names: dict[str, Any] = {"tag": g.tag}
    if kind in AT_SQUARE:
        names |= {"square": g.at(args[0]), "area": g.board.area_names[g.board.area_of[args[0]]]}
    elif kind in AT_CHARACTER:
        names |= {"who": g.cards[args[0]].name, "item": item(g, g.carry.gift)}
        if kind == "attract":
            names["difficulty"] = s.characters[args[0]].int
    elif kind in AT_DOOR:
        door = g.board.doors[args[0]]
        names |= {"door": door.id, "difficulty": door.difficulty}
    elif kind == "hack_terminal":
        names |= {"terminal": g.terminals[args[0]].id, "difficulty": g.terminals[args[0]].difficulty}
    elif kind in AT_AIRLOCK:
        names |= {"airlock": args[0], "difficulty": g.hack_airlocks.get(args[0], 0)}
    elif kind in ("turn_over", "pick_up", "throw"):
        token = s.tokens[args[0]]
        names |= {"thing": thing(g, token), "square": g.at(token.square)}
    elif kind in ("faction", "first"):
        names["side"] = SIDE_NAMES[0 if args[0] == "resistance" else 1]
    elif kind == "scenario":
        names["scenario"] = _scenario(g, args[0])
    elif kind == "dark":
        names["area"] = g.board.area_names[args[0]]
    elif kind == "drill":
        names["edge"] = g.board.edge_name(args[0])
    elif kind == "pay_equipment":
        names["item"] = item(g, args[0])
    elif kind == "shoot":
        names["weapon"] = args[0]
    if kind in ("throw", "shoot"):
        names["who"] = g.cards[args[1]].name
    if kind in ("drop", "give"):
        holds = s.characters[s.active].holds if s.active >= 0 else ""
        names["carried"] = thing(g, s.tokens[holds]) if holds else THINGS["nothing"]
    return names


def _spoken(t: Table, place: str, name: str) -> str:
    """What is said for a name in a topic."""
    if place == "statistic":
        return STATISTIC_NAMES[name]
    if place == "item":
        return item(t.ground, name)
    if place == "token":
        return thing(t.ground, t.state.tokens[name])
    if place == "side":
        return f"the {name}"
    return who(t.ground, name)
