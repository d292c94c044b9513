"""The words of Deadzone: events, options, topics and rolls, by code."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fireteam.core.events import Event
from fireteam.core.questions import Option, Question, Roll
from fireteam.core.refusals import Modifier
from fireteam.core.topics import Topic
from fireteam.games.deadzone.geometry import COMPASS, in_cubes
from fireteam.games.deadzone.state import COMM, ITEM, SMOKE, SYMBOLS, TRAP
from fireteam.kit.words import Catalogue, found, reckoning, upper

if TYPE_CHECKING:
    from fireteam.games.deadzone.setting import Setting
    from fireteam.games.deadzone.table import Table

EVENTS: dict[str, str] = {
    # the round
    "round": "Round {round}: the initiative of {seat}.",
    "command": "The command dice of {seat}: {dice}.",
    "command_again": "The command dice of {seat} after the re-roll: {dice}.",
    "spent": "A command die of {seat} is spent: {die}.",
    "passes": "{seat}: pass.",
    "scored": "{points} VP for {seat}: {total} in all.",
    "activated": "{who} is activated.",
    "controlled": "{who} is controlled by {seat}.",
    # models
    "moved": "{who} is at {at}.",
    "pinned": "{who} is pinned.",
    "stood_up": "{who} stands up.",
    "hurt": "{who} loses {points} HP: {left} left.",
    "recovered": "{who} gets {points} HP back.",
    "killed": "{who} is killed.",
    "left": "{who} leaves the board.",
    "used_up": "{who} has used up {what}.",
    "burns": "{who} burns.",
    "carries": "{who} carries {what}.",
    # tests
    "rolled": "{test}: the difference of successes is {difference}.",
    "rerolled": "After the re-roll of {seat} the difference is {difference}.",
    "strength": "{test}, successes: {successes}.",
    "shoots": "{who} shoots {whom} with {dice} dice: {parts}.",
    "assaults": "{who} assaults {whom}.",
    "fights": "{who} fights with {dice} dice: {parts}.",
    # moves by force
    "slammed": "{who} is slammed against a wall.",
    "falls": "{who} falls {cubes}.",
    "scatters": "{what} scatters: {face}, to {way}.",
    "half_floor": "Half a floor for {what}: {face}, it {lands}.",
    # tokens
    "laid": "{what} is laid at {at}.",
    "turned_up": "{what} is turned up: {label}.",
    "looked_at": "{what} is looked at by {seat}.",
    "shifted": "{what} is moved to {at}.",
    "destroyed": "{who} destroys {what}.",
    # the set-up
    "scenario": "The scenario is {what}.",
    "recon": "Recon test: the difference of successes is {difference}.",
    "starts": "The first turn is for {seat}.",
    "zone": "Zone {zone} is for {seat}.",
    # orders and keywords
    "order": "An order of {seat}: {order}.",
    "discarded": "A command die of {seat} is lost: {die}.",
    "prey": "{who} is the prey of {seat}.",
    "headstrong": "{who} is headstrong: {face}, it {rises}.",
    "rampages": "Rampage die of {who}: {face}.",
    "invigorated": "{who} may be activated again.",
    "stunned": "{who} is stunned.",
    "flames": "{who} sets flames on {whom}.",
    "fire_out": "The fire of {who} is out.",
    "fires_at": "{who} fires {what} at {at} and needs {needed}.",
    "goes_off": "{what} goes off at {at}.",
    "thicker": "The smoke at {at} is more toxic now: {number}.",
    "fades": "The smoke at {at} fades: {face}.",
    "lingers": "The smoke at {at} lingers: {face}.",
    "set_off": "{who} sets off {what}.",
    "defused": "{who} defuses {what}.",
}

OPTIONS: dict[str, str] = {
    "add": "add {dice}",
    "keep": "keep the dice",
    "reroll": "re-roll {misses} and {hits}",
    "buy": "re-roll a {die} for the command die {symbol}",
    "again": "re-roll {symbols}",
    "one_more": "activate {who} as well, for a command die",
    "activate": "activate {who}",
    "pass": "pass",
    "advance": "advance",
    "sprint": "sprint",
    "shoot": "{key}",
    "assault": "assault {who}",
    "stand": "stand up",
    "free_advance": "advance one cube for a command die",
    "free_shoot": "{key}",
    "free_assault": "assault {who} for a command die",
    "end": "end the activation",
    "reposition": "stay in the cube",
    "break_away": "break away",
    "step": "step to {place}",
    "jump": "jump down to {landing}, a fall of {fall}",
    "leave": "leave the board",
    "stop": "stop here",
    "quarters": "{key}",
    "half": "stand in {place}",
    "fight": "fight {who}",
    "strike": "strike with {who}",
    "no_strike": "let it go",
    "with": "{key}",
    "unarmed": "fight unarmed",
    "fight_back": "fight back",
    "survive": "survive",
    "up": "{who} stands up",
    "away": "push to {way}",
    # the set-up
    "starts": "the first turn for {player}",
    "zone": "take {key}",
    "hold_back": "{key}",
    "with_the_team": "{key}",
    "grow": "{key}",
    "large_enough": "the zone is large enough",
    "deploy": "deploy in {place}",
    "look": "look at {token} in {cube}",
    "relocate": "move {token} from {cube}",
    "early": "{key}",
    "decline": "decline",
    "scout": "{who} scouts ahead",
    # orders and keywords
    "order": "{key}",
    "order_for": "give the order for {who}",
    "no_order": "give no order",
    "discard": "{key}",
    "second": "{key}",
    "one_weapon": "no second weapon",
    "heal": "heal {who}",
    "console": "work the console",
    "take_control": "{key}",
    "leave_control": "leave it to its owner",
    "rise": "stand up for free",
    "stay_down": "stay down",
    "surge": "move one cube first",
    "no_surge": "do not move first",
    "charge": "charge: a longer advance",
    "no_charge": "do not charge",
    "teleport": "teleport",
    "appear": "teleport to {place}",
    "stay": "stay",
    "call": "call {who} down",
    "land": "land in {place}",
    "recover": "{who} gets 1 HP back",
    "fling": "{who} is flung next",
    "bury": "{who} first",
    "explode": "explode",
    "mark": "mark a cube",
    "mark_at": "mark {cube}",
    "cloud": "{key}",
    "no_cloud": "keep the cloud",
    "detonate": "set the trap off",
    "hold_trap": "let it lie",
    "defuse": "defuse the trap",
    "walk_over": "walk over it",
    # items
    "pick_up": "pick up {token}",
    "no_item": "leave it",
    "keep_item": "{key}",
    "drop_item": "{key}",
    "destroy_item": "{key}",
    "use_item": "{key}",
    "save_item": "save it",
    "adrenaline": "use the Adrenaline Shot",
    "medi_pack": "use the Medi-Pack on {who}",
}
"""By kind; {0} is the first argument, {key} the stable key itself, which is made of names."""

TOPICS: dict[str, str] = {
    "turn of {player}": "who of {player} is activated?",
    "one more model of {player}": "is one more model of {player} activated?",
    "command re-roll of {player}": "which command dice of {player} are re-rolled?",
    "action of {who}": "what does {who} do?",
    "{move} of {who}": "{who}: where does the {move} lead?",
    "{move} of {who} among enemies": "{who} begins its {move} among enemies: does it leave them?",
    "who strikes {who} that leaves": "who strikes {who}, which breaks away?",
    "quarters of {who}": "where in the cube does {who} stand?",
    "half for {who}": "in which half of the cube does {who} stand?",
    "which way {who} is pushed": "which way is {who} pushed?",
    "whom {who} fights": "whom does {who} fight?",
    "who attacks {who}": "who attacks {who}?",
    "who stands up with {who}": "who stands up beside {who}?",
    "close weapon of {who}": "what does {who} fight with?",
    "answer of {who}": "does {who} fight back or survive?",
    "Dice symbols for the attack, {test}": "{test}: how many Dice symbols for the attack?",
    "Dice symbols for the defence, {test}": "{test}: how many Dice symbols for the defence?",
    "re-rolls, {what}": "{what}: which dice are re-rolled?",
    "bought re-roll, {what}": "{what}: is a re-roll bought with a command die?",
    "attack, {test}": "{test}, attack",
    "defence, {test}": "{test}, defence",
    # the set-up
    "who starts, says {player}": "the recon test is won by {player}: who starts?",
    "deployment zone of {player}": "which zone is for {player}?",
    "{who} from above": "is {who} held back, to come from above?",
    "larger zone of {player}": "the zone of {player} is too small: which cubes are added?",
    "place of {who}": "where is {who} deployed?",
    "a look at a token": "at which token does the winner of the recon test look?",
    "a token to be moved": "which token is moved?",
    "an early move": "who moves early?",
    "scouts of {player}": "which scout of {player} moves ahead?",
    # orders and keywords
    "order {order} for {what}": "is the order {order} given for {what}?",
    "{player} discards": "which command die of {player} is lost?",
    "friends of {who} move": "which friend of {who} moves?",
    "second weapon of {who}": "does {who} fire a second weapon?",
    "control of {who}": "who controls {who}?",
    "whether {who} stands up for free": "does {who} stand up for free?",
    "whether {who} moves first": "does {who} move one cube first?",
    "{who} charges": "does {who} charge?",
    "where {who} teleports": "where does {who} teleport to?",
    "where {who} lands": "where does {who} land?",
    "whom {who} flings next": "whom does {who} fling next?",
    "whom the drain of {who} feeds": "who gets the HP that {who} drains?",
    "who is thrown next at {at}": "who is thrown next at {at}?",
    "which death at {at} comes next": "which death at {at} comes next?",
    "cube that {who} marks": "which cube does {who} mark?",
    "cloud of {who}": "does {who} fill its cube?",
    "trap under {who}": "does the trap under {who} go off?",
    "trap of its own side under {who}": "does {who} defuse the trap of its own side?",
    # items
    "item for {who}": "does {who} pick something up?",
    "what {who} does with {item}": "what does {who} do with {item}?",
    "item of {bearer}, {test}": "{test}: does {bearer} use its item?",
}

ROLLS: dict[str, str] = {
    "command dice of {player}": "command dice of {player}",
    "re-rolled command dice of {player}": "re-rolled command dice of {player}",
    "{who} shoots {whom}": "{who} shoots {whom}",
    "{who} assaults {whom}": "{who} assaults {whom}",
    "slam of {who}": "{who} against the wall",
    "fall of {who}": "the fall of {who}",
    "{who} blazes away at {whom}": "{who} blazes away at {whom}",
    "{who} in the cube that is hit": "{who} in the cube that is hit",
    "{who} fires at {at}": "{who} fires at {at}",
    "explosion at {at}": "the explosion at {at}",
    "fire of {who}": "the fire of {who}",
    "burn-out of {who}": "the burn-out of {who}",
    "impact of {who}": "the impact of {who}",
    "{who} braces": "{who} braces for the impact",
    "{who} invigorates {whom}": "{who} invigorates {whom}",
    "Headstrong die of {who}": "the Headstrong die of {who}",
    "Rampage die of {who}": "the Rampage die of {who}",
    "smoke at {at}": "whether the smoke at {at} fades",
    "scenario": "the scenario",
    "recon test": "the recon test",
    "column and row of token {number}": "where token {number} lies",
    "look at {token}": "what {token} is",
    "token {token}": "what {token} is",
    "shield of {who}": "the shield of {who}",
    "scatter of {what}": "where {what} scatters",
    "half floor for {what}": "half a floor for {what}",
    "re-rolled dice, {what}": "{what}, re-rolled",
    "{test}": "{test}",
}

WORDS = Catalogue(EVENTS, OPTIONS, TOPICS, ROLLS)
WHO = frozenset(
    ("one_more", "activate", "assault", "free_assault", "fight", "strike", "up", "scout", "order_for", "heal", "call",
     "recover", "fling", "bury", "medi_pack")
)  # fmt: skip
"""Kinds of options whose first argument is a model."""


TOKEN = re.compile(r"\b(item|trap|smoke|comm)-(\d+)\b")
TOKEN_WORDS = {ITEM: "item", TRAP: "trap", SMOKE: "smoke", COMM: "mark"}
"""The ids of tokens, and what each kind is called."""

SAID = {"lands": ("falls past it", "lands there"), "rises": ("stays down", "stands up")}
"""What is said for no and yes."""


class Speaker:
    """The words of one battle: names for numbers, players for seats."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.names = {weapon.id: weapon.name for arsenal in setting.arsenals for weapon in arsenal}
        self.names |= zip(map(str, setting.game.seats), setting.players, strict=True)

    def spoken(self, name: str, value: Any) -> str:
        """What is said for a value of an event or a topic, by what it is called."""
        if isinstance(value, Topic):
            return WORDS.about({**ROLLS, **TOPICS}, value, self.spoken, "topic")
        if name == "seat":
            return str(self.setting.players[value])
        if name in ("player", "what", "token"):
            return self.names.get(value, token_words(str(value)))
        if name == "cubes":
            return in_cubes(value)
        if name in SAID:
            return SAID[name][bool(value)]
        if isinstance(value, str) and TOKEN.fullmatch(value):
            return token_words(value)
        if isinstance(value, tuple):
            if value and isinstance(value[0], Modifier):
                return reckoning(value)
            return (" " if value and isinstance(value[0], int) else ", ").join(map(str, value)) or "none"
        return str(value)

    def tell(self, event: Event) -> str:
        """An event in words."""
        return WORDS.tell(event, self.spoken)

    def ask(self, question: Question) -> str:
        """A question in words."""
        return WORDS.ask(question, self.spoken)

    def roll_name(self, roll: Roll) -> str:
        """What is rolled, in a few words."""
        return WORDS.roll_name(roll, self.spoken)

    def describe(self, t: Table, option: Option) -> str:
        """An option in words."""
        values: dict[str, str] = {"key": token_words(option.key)}
        name = NAMES.get(option.kind)
        if option.kind in WHO:
            values["who"] = t.name(option.args[0])
        elif name is not None:
            values.update(name(t, option.args))
        return upper(found(OPTIONS, option.kind, "option").format(*map(str, option.args), **values))


def token_words(name: str) -> str:
    """A name with tokens called by words: "item 2"; whatever is no token keeps its name."""
    return TOKEN.sub(lambda found: f"{TOKEN_WORDS[found[1]]} {found[2]}", name)


def counted(number: int, one: str, many: str) -> str:
    """So many of something: no dice, 1 die, 2 dice."""
    return f"{number or 'no'} {one if number == 1 else many}"


def _added(t: Table, args: tuple[Any, ...]) -> dict[str, str]:
    return {"dice": counted(args[0], "die", "dice")}


def _batch(t: Table, args: tuple[Any, ...]) -> dict[str, str]:
    return {"misses": counted(args[0], "miss", "misses"), "hits": counted(args[1], "hit", "hits")}


def _bought(t: Table, args: tuple[Any, ...]) -> dict[str, str]:
    symbol, misses, _ = args
    return {"symbol": SYMBOLS[symbol], "die": "miss" if misses else "hit"}


def _symbols(t: Table, args: tuple[Any, ...]) -> dict[str, str]:
    taken = [SYMBOLS[symbol] for symbol, count in enumerate(args) for _ in range(count)]
    return {"symbols": ", ".join(taken) or "no die"}


def _place(t: Table, args: tuple[Any, ...]) -> dict[str, str]:
    return {"place": t.board.place_name(args[0])}


def _cube(t: Table, args: tuple[Any, ...]) -> dict[str, str]:
    return {"cube": t.board.name(args[0])}


def _landing(t: Table, args: tuple[Any, ...]) -> dict[str, str]:
    return {"landing": t.board.place_name(args[1][0]), "fall": in_cubes(args[2])}


def _token(t: Table, args: tuple[Any, ...]) -> dict[str, str]:
    return {"token": token_words(args[0]), "cube": t.board.name(t.state.tokens[args[0]].cube)}


def _starts(t: Table, args: tuple[Any, ...]) -> dict[str, str]:
    return {"player": t.setting.players[args[0]]}


def _way(t: Table, args: tuple[Any, ...]) -> dict[str, str]:
    return {"way": COMPASS[args[0]]}


NAMES: dict[str, Callable[[Table, tuple[Any, ...]], dict[str, str]]] = {
    "add": _added,
    "reroll": _batch,
    "buy": _bought,
    "again": _symbols,
    "step": _place,
    "half": _place,
    "deploy": _place,
    "appear": _place,
    "land": _place,
    "mark_at": _cube,
    "jump": _landing,
    "away": _way,
    "starts": _starts,
    "look": _token,
    "relocate": _token,
    "pick_up": _token,
}
"""What the words of a kind of option name beside its arguments."""
