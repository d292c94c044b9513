"""Typed-in odds of ESCAPE: two characters with the wanted numbers on an empty corridor; the rules themselves do the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fireteam.core.errors import SetupError
from fireteam.core.match import Match
from fireteam.core.odds import Odds
from fireteam.games.escape import GAME, arena
from fireteam.games.escape.content.pack import load_pack
from fireteam.games.escape.content.parts import Character, Squads
from fireteam.games.escape.ground import Carryover
from fireteam.games.escape.setting import Setting

ACTOR, TARGET = "actor", "target"
WEAPON = "weapon"
LEFT_SQUARE, NEXT_SQUARE, SECOND_SQUARE = (6, 9), (7, 9), (8, 9)
"""Squares of the ring corridor of map A, in a row and with nothing around them."""


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as it is typed in; `dodge` None leaves the Dodge to best play."""

    cbt: int
    vs_cbt: int
    life: int
    damage: int = 0
    armor: int = 0
    power: int | None = None
    dodge: bool | None = None
    veteran: bool = False
    vs_veteran: bool = False
    tokens: int = 0
    vs_tokens: int = 0
    hypnosis: bool = False
    vs_int: int = 0
    elusive: bool = False


@dataclass(frozen=True, slots=True)
class Hack:
    """A hack as it is typed in: of a terminal or door by its difficulty, or of a character (Attraction) by its Int."""

    int_: int
    difficulty: int | None = None
    vs_int: int | None = None
    counter: bool | None = None
    tokens: int = 0
    vs_tokens: int = 0


def attack_odds(attack: Attack, aim: str = "") -> Odds:
    """The odds of one attack (ES-CBT-06): exact, both sides choosing well for the aim."""
    _whole("cbt", attack.cbt), _whole("vs-cbt", attack.vs_cbt), _whole("vs-int", attack.vs_int), _whole("armor", attack.armor)
    _whole("life", attack.life, 1)
    _whole("damage", attack.damage)
    if attack.damage >= attack.life:
        raise SetupError(
            f"--damage {attack.damage} must be below --life {attack.life}: who has no Life point left is Taken out (ES-PROF-07)"
        )
    if attack.dodge is False and attack.elusive and attack.vs_tokens:
        raise SetupError("--no-dodge does not go with --elusive and --vs-tokens together: leave the Dodge to best play")
    shooting = attack.power is not None
    skills: list[Any] = ["Seasoned veteran"] * attack.veteran + ["Hypnosis"] * attack.hypnosis
    if shooting:
        skills.append({WEAPON: {"range": 3, "power": _whole("power", attack.power or 0)}})
    vs_skills: list[Any] = ["Seasoned veteran"] * attack.vs_veteran + ["Elusive"] * attack.elusive
    vs_skills += [{"Armor": attack.armor}] if attack.armor else []
    actor = _card(ACTOR, attack.cbt, 1, 9, skills)
    target = _card(TARGET, attack.vs_cbt, attack.vs_int, attack.life, vs_skills)
    spent = {TARGET: {"cbt": attack.vs_cbt}} if attack.dodge is False else {}
    match = _lay(
        actor, target, "evasion", attack.tokens, attack.vs_tokens, {ACTOR: LEFT_SQUARE, TARGET: NEXT_SQUARE},
        damage={TARGET: attack.damage}, used=spent,
    )  # fmt: skip
    key = f"shoot {WEAPON} at {TARGET}" if shooting else f"attack {TARGET}"
    answer = None
    if attack.dodge is not None:
        answer = ("dodge", "dodge with a revolution token") if attack.dodge else ("no dodge",)
    return _odds(match, key, aim, f"dodge of {TARGET}", answer)


def hack_odds(hack: Hack, aim: str = "") -> Odds:
    """The odds of one hack (ES-INT-02, ES-DEF-05)."""
    _whole("int", hack.int_)
    if (hack.difficulty is None) == (hack.vs_int is None):
        raise SetupError("a hack is against a --difficulty or against a character's --vs-int: give one of the two")
    if hack.vs_int is None:
        if hack.counter or hack.vs_tokens:
            raise SetupError("a terminal or door makes no Counter-measure: --counter and --vs-tokens need --vs-int")
        if not 1 <= (hack.difficulty or 0) <= 12:
            raise SetupError(f"--difficulty must be from 1 to 12; got {hack.difficulty}")
        match = _lay(
            _card(ACTOR, 1, hack.int_, 9, []), _card(TARGET, 1, 1, 9, []), "infiltration", hack.tokens, 0, {}, difficulty=hack.difficulty
        )
        return _odds(match, "hack T1", aim, "", None)
    _whole("vs-int", hack.vs_int)
    match = _lay(
        _card(ACTOR, 1, hack.int_, 9, ["Attraction"]), _card(TARGET, 1, hack.vs_int, 9, []), "evasion", hack.tokens, hack.vs_tokens,
        {ACTOR: LEFT_SQUARE, TARGET: SECOND_SQUARE}, used={TARGET: {"int": hack.vs_int}} if hack.counter is False else {},
    )  # fmt: skip
    answer = None if hack.counter is None else ("counter-measure",) if hack.counter else ("no counter-measure",)
    return _odds(match, f"attract {TARGET}", aim or "shifted", f"counter-measure of {TARGET}", answer)


def _whole(name: str, value: int, least: int = 0) -> int:
    if not least <= value <= 99:
        raise SetupError(f"--{name} must be from {least} to 99; got {value}")
    return value


def _card(name: str, cbt: int, int_: int, life: int, skills: list[Any]) -> dict[str, Any]:
    return {"id": name, "name": name, "rank": 1, "mvt": 4, "cbt": cbt, "int": int_, "life": life, "skills": skills}


def _lay(
    actor: dict[str, Any], target: dict[str, Any], scenario: str, tokens: int, vs_tokens: int, at: dict[str, tuple[int, int]],
    *, difficulty: int | None = None, **position: Any,
) -> Match:  # fmt: skip
    """The two characters alone on a board; whoever has Revolution tokens is the Resistance (ES-FAC-07)."""
    if tokens and vs_tokens:
        raise SetupError("only the Resistance has Revolution tokens: give --tokens or --vs-tokens, not both (ES-FAC-07)")
    _whole("tokens", tokens), _whole("vs-tokens", vs_tokens)
    first = "isc" if vs_tokens else "resistance"
    second = "resistance" if vs_tokens else "isc"
    pack = load_pack(None)
    squads = {first: (ACTOR,), second: (TARGET,)}
    changes: dict[str, Any] = {
        "characters": tuple(Character.model_validate({**card, "faction": side}) for card, side in ((actor, first), (target, second))),
        "squads": Squads(resistance=squads["resistance"], isc=squads["isc"]),
    }
    if difficulty is not None:
        chosen = next(entry for entry in pack.scenarios if entry.id == scenario)
        terminal = chosen.terminals[0].model_copy(update={"difficulty": difficulty})
        changes["scenarios"] = (chosen.model_copy(update={"terminals": (terminal,)}),)
        at = {ACTOR: terminal.square}
    content = pack.model_copy(update=changes)
    options = dict(GAME.rulebook().check_options({}))
    setting = Setting(GAME, content, None, scenario, options, (squads["resistance"], squads["isc"]), ("resistance", "isc"), Carryover(), {})
    return arena.lay(setting, None, at, active=ACTOR, revolution=tokens or vs_tokens, events=False, **position)


def _odds(match: Match, key: str, aim: str, topic: str, answers: tuple[str, ...] | None) -> Odds:
    """Odds of an action; where the defender's answer is settled beforehand, odds of that answer to its question."""
    if match.decision.find(key) is None:
        raise SetupError("the actor has no action of that kind: its value is 0 and there is no Revolution token (ES-PROF-02)")
    aims = match.setting.aims()
    if aim and aim not in aims:
        raise SetupError(f"no aim {aim!r}; there are {', '.join(aims)}")
    if answers is None:
        return match.odds(key, aim=aim)
    whole = match.fork()
    match.answer(key)
    while match.decision.topic.startswith(f"{ACTOR} pays"):
        match.answer("own action" if match.decision.find("own action") else match.decision.options[0])
    if match.decision.topic != topic:
        if answers[0].startswith("no "):
            return whole.odds(key, aim=aim)  # the defender has nothing to say anyway
        raise SetupError(f"the target cannot answer with {answers[0]!r}: it has no action left for it")
    found = next((answer for answer in answers if match.decision.find(answer) is not None), None)
    if found is None:
        raise SetupError(f"the target cannot answer with {answers[0]!r}")
    return match.odds(found, aim=aim)
