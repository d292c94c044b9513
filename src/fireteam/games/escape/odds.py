"""Typed-in odds of ESCAPE: two characters with the wanted numbers on an empty corridor; the rules themselves do the
rest."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from typing import Any, ClassVar

from fireteam.core.errors import SetupError
from fireteam.core.match import Match
from fireteam.core.odds import Odds
from fireteam.core.topics import form_of
from fireteam.games.escape import arena
from fireteam.games.escape.actions.payments import PAYMENT
from fireteam.games.escape.content.packs import PACKS
from fireteam.games.escape.state import SIDES
from fireteam.kit.odds import Calculator, asked, check_aim

ACTOR, TARGET = "actor", "target"
WEAPON = "weapon"
LEFT_SQUARE, NEXT_SQUARE, SECOND_SQUARE = (6, 9), (7, 9), (8, 9)
"""Squares of the ring corridor of map A, in a row and with nothing around them."""


def _whole(text: str, default: Any = MISSING, *, flag: str = "", least: int = 0, most: int = 99) -> Any:
    """A whole number that is typed in."""
    return asked(text, default, flag=flag, least=least, most=most)


@dataclass(frozen=True)
class Attack(Calculator):
    """Exact odds of one attack."""

    cbt: int = _whole("Cbt of the attacker.")
    vs_cbt: int = _whole("Cbt of the target.")
    life: int = _whole("Life points of the target.", least=1)
    damage: int = _whole("Damage the target has already.", 0)
    armor: int = _whole("Armor of the target.", 0)
    power: int | None = _whole("Power of the weapon: a ranged attack.", None)
    dodge: bool | None = asked("Settle the Dodge; best play decides if not given.", None)
    veteran: bool = asked("The attacker is a Seasoned veteran.", False)
    vs_veteran: bool = asked("The target is a Seasoned veteran.", False)
    tokens: int = _whole("Revolution tokens of the attacker's side.", 0)
    vs_tokens: int = _whole("Revolution tokens of the target's side.", 0)
    hypnosis: bool = asked("The attacker has Hypnosis.", False)
    vs_int: int = _whole("Int of the target (for Hypnosis).", 0)
    elusive: bool = asked("The target is Elusive.", False)
    aim: str = asked('What both sides choose for: damage, or "taken out".', "")

    examples: ClassVar[tuple[str, ...]] = (
        "--cbt 3 --vs-cbt 2 --life 6",
        "--cbt 2 --vs-cbt 2 --life 6 --armor 1 --power 1 --no-dodge",
        '--cbt 3 --vs-cbt 2 --life 6 --veteran --aim "taken out" --json',
    )

    def title(self) -> str:
        """Both Cbt."""
        return f"an attack with Cbt {self.cbt} against Cbt {self.vs_cbt}"

    def solve(self) -> Odds:
        """The odds of one attack (ES-CBT-06): exact, both sides choosing well for the aim."""
        if self.damage >= self.life:
            raise SetupError(
                f"--damage {self.damage} must be below --life {self.life}: who has no Life point left is Taken out "
                f"(ES-PROF-07)"
            )
        if self.dodge is False and self.elusive and self.vs_tokens:
            raise SetupError(
                "--no-dodge does not go with --elusive and --vs-tokens together: leave the Dodge to best play"
            )
        skills: list[Any] = ["Seasoned veteran"] * self.veteran + ["Hypnosis"] * self.hypnosis
        skills += [{WEAPON: {"range": 3, "power": self.power}}] if self.power is not None else []
        vs_skills: list[Any] = ["Seasoned veteran"] * self.vs_veteran + ["Elusive"] * self.elusive
        vs_skills += [{"Armor": self.armor}] if self.armor else []
        actor = _card(self.cbt, 1, 9, skills)
        target = _card(self.vs_cbt, self.vs_int, self.life, vs_skills)
        spent = {TARGET: {"cbt": self.vs_cbt}} if self.dodge is False else {}
        match = _lay(
            actor, target, "evasion", self.tokens, self.vs_tokens, {ACTOR: LEFT_SQUARE, TARGET: NEXT_SQUARE},
            damage={TARGET: self.damage}, used=spent,
        )  # fmt: skip
        key = f"shoot {WEAPON} at {TARGET}" if self.power is not None else f"attack {TARGET}"
        answer = None
        if self.dodge is not None:
            answer = ("dodge", "dodge with a revolution token") if self.dodge else ("no dodge",)
        return _odds(match, key, self.aim, f"dodge of {TARGET}", answer)


@dataclass(frozen=True)
class Hack(Calculator):
    """Exact odds of one hack."""

    int_: int = _whole("Int of the hacker.", flag="--int")
    difficulty: int | None = _whole("Difficulty of the terminal or door.", None, least=1, most=12)
    vs_int: int | None = _whole("Int of a character that is the target (Attraction).", None)
    counter: bool | None = asked("Settle the Counter-measure; best play decides if not given.", None)
    tokens: int = _whole("Revolution tokens of the hacker's side.", 0)
    vs_tokens: int = _whole("Revolution tokens of the target's side.", 0)
    aim: str = asked("What both sides choose for.", "")

    examples: ClassVar[tuple[str, ...]] = ("--int 2 --difficulty 7 --tokens 1", "--int 2 --vs-int 1 --counter")

    def title(self) -> str:
        """What is hacked, and how well."""
        against = f"difficulty {self.difficulty}" if self.vs_int is None else f"Int {self.vs_int}"
        return f"a hack with Int {self.int_} against {against}"

    def solve(self) -> Odds:
        """The odds of one hack: of a terminal or door, or of a character by Attraction (ES-INT-02, ES-DEF-05)."""
        if (self.difficulty is None) == (self.vs_int is None):
            raise SetupError("a hack is against a --difficulty or against a character's --vs-int: give one of the two")
        if self.vs_int is None:
            if self.counter or self.vs_tokens:
                raise SetupError("a terminal or door makes no Counter-measure: --counter and --vs-tokens need --vs-int")
            actor, target = _card(1, self.int_, 9, []), _card(1, 1, 9, [])
            match = _lay(actor, target, "infiltration", self.tokens, 0, {}, difficulty=self.difficulty)
            return _odds(match, "hack T1", self.aim, "", None)
        actor, target = _card(1, self.int_, 9, ["Attraction"]), _card(1, self.vs_int, 9, [])
        match = _lay(
            actor, target, "evasion", self.tokens, self.vs_tokens, {ACTOR: LEFT_SQUARE, TARGET: SECOND_SQUARE},
            used={TARGET: {"int": self.vs_int}} if self.counter is False else {},
        )  # fmt: skip
        answer = None if self.counter is None else ("counter-measure",) if self.counter else ("no counter-measure",)
        return _odds(match, f"attract {TARGET}", self.aim or "shifted", f"counter-measure of {TARGET}", answer)


CALCULATORS: dict[str, type[Calculator]] = {"attack": Attack, "hack": Hack}


def _card(cbt: int, int_: int, life: int, skills: list[Any]) -> dict[str, Any]:
    """What is on a card; its side hangs on who has Revolution tokens."""
    return {"mvt": 4, "cbt": cbt, "int": int_, "life": life, "skills": skills}


def _lay(
    actor: dict[str, Any], target: dict[str, Any], scenario: str, tokens: int, vs_tokens: int,
    at: dict[str, tuple[int, int]], *, difficulty: int | None = None, **position: Any,
) -> Match:  # fmt: skip
    """The two characters alone on a board; whoever has Revolution tokens is the Resistance (ES-FAC-07)."""
    if tokens and vs_tokens:
        raise SetupError(
            "only the Resistance has Revolution tokens: give --tokens or --vs-tokens, not both (ES-FAC-07)"
        )
    first, second = SIDES[::-1] if vs_tokens else SIDES
    chosen = next(entry for entry in PACKS.load(None).scenarios if entry.id == scenario)
    if difficulty is not None:
        terminal = chosen.terminals[0].model_copy(update={"difficulty": difficulty})
        chosen = chosen.model_copy(update={"terminals": (terminal,)})
        at = {ACTOR: terminal.square}
    squads = {first: [arena.card(ACTOR, first, **actor)], second: [arena.card(TARGET, second, **target)]}
    setting = arena.prepare(chosen, squads=squads)
    return arena.lay(setting, None, at, active=ACTOR, revolution=tokens or vs_tokens, events=False, **position)


def _odds(match: Match, key: str, aim: str, topic: str, answers: tuple[str, ...] | None) -> Odds:
    """Odds of an action; where the defender's answer is settled beforehand, odds of that answer to its question."""
    if match.decision.find(key) is None:
        raise SetupError(
            "the actor has no action of that kind: its value is 0 and there is no Revolution token (ES-PROF-02)"
        )
    if aim:
        check_aim(aim, match.setting.aims())
    if answers is None:
        return match.odds(key, aim=aim)
    whole = match.fork()
    match.answer(key)
    while form_of(match.decision.topic) == PAYMENT:
        match.answer("own action" if match.decision.find("own action") else match.decision.options[0])
    if match.decision.topic != topic:
        if answers[0].startswith("no "):
            return whole.odds(key, aim=aim)  # the defender has nothing to say anyway
        raise SetupError(f"the target cannot answer with {answers[0]!r}: it has no action left for it")
    found = next((answer for answer in answers if match.decision.find(answer) is not None), None)
    if found is None:
        raise SetupError(f"the target cannot answer with {answers[0]!r}")
    return match.odds(found, aim=aim)
