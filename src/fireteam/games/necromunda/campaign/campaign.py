"""A campaign as a file: seed, gangs, answers, reports and the lines of the ledger, which are reckoned again when it is
read (see NE-CAMP-01)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, ClassVar

from pydantic import ValidationError

from fireteam.core.dice import Dice, Seeded
from fireteam.core.errors import FireteamError, SaveError, SetupError
from fireteam.core.game import Matter, Result, Standing
from fireteam.core.match import Match
from fireteam.games.necromunda.campaign.course import play_campaign
from fireteam.games.necromunda.campaign.ledger import Book, Gang
from fireteam.games.necromunda.campaign.report import Report, report_of
from fireteam.games.necromunda.campaign.standing import rating
from fireteam.games.necromunda.content import parts
from fireteam.games.necromunda.content.gangs import data_of, roster_of
from fireteam.games.necromunda.content.packs import PACKS
from fireteam.games.necromunda.content.teams import TEAMS
from fireteam.games.necromunda.game import GAME
from fireteam.kit import campaign as kit
from fireteam.kit.campaign import FORMAT, Course, want, whole

FIELDS = ("format", "game", "pack", "digest", "gangs", "battles", "seed", "answers", "reports", "ledger", "running")
OPTIONS = {"campaign": True, "ancient_terminal_once": True}
"""The options of every battle of a campaign (see NE-CAMP-02)."""


class Campaign(kit.Campaign):
    """A campaign of two gangs or more (see NE-CAMP-01)."""

    __slots__ = ("battles", "book", "course", "pack_name", "rosters", "seed")
    rule: ClassVar[str] = "NE-CAMP-01"
    title = GAME.title

    def __init__(
        self, pack_name: str | None, rosters: Sequence[parts.Roster], seed: int, battles: int | None, dice: Dice | None
    ) -> None:
        if len(rosters) < 2:
            raise SetupError("a campaign is for two gangs or more (NE-CAMP-01)")
        book = self.book = Book(PACKS.load(pack_name))
        self.pack_name = pack_name
        self.rosters = tuple(rosters)
        self.seed = seed
        self.battles = battles or book.figures.battles
        self.running = None
        self.course = Course(
            lambda: play_campaign(book, self.rosters, self.battles), dice or Seeded(_mixed(seed, "ledger"))
        )

    @classmethod
    def new(
        cls,
        gangs: Sequence[str | Mapping[str, Any]],
        seed: int = 0,
        pack: str | None = None,
        *,
        battles: int | None = None,
        dice: Dice | None = None,
    ) -> Campaign:
        """A campaign before its first battle; gangs are ready-made ones of the pack, or the data of gangs."""
        content = PACKS.load(pack)
        return cls(pack, [roster_of(content, TEAMS.wished(pack, gang)) for gang in gangs], seed, battles, dice)

    @staticmethod
    def played() -> Any:
        """Necromunda."""
        return GAME

    # -- where it stands -----------------------------------------------------------------------------------------------

    @property
    def sides(self) -> tuple[str, ...]:
        """The gang of each side."""
        return tuple(roster.id for roster in self.rosters)

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide or to play."""
        return self.course.over

    @property
    def result(self) -> Result | None:
        """Who has won, once it is over (see NE-CAMP-28)."""
        winners = self.book.winners
        if winners is None:
            return None
        return Result(
            winners[0] if len(winners) == 1 else None, "points" if len(winners) == 1 else "shared", "NE-CAMP-28"
        )

    @property
    def matter(self) -> Matter | None:
        """What a gang has to decide."""
        return self.course.matter

    def answer(self, key: str) -> None:
        """Decide it."""
        self.course.answer(key)

    def standing(self) -> list[Standing]:
        """Where it stands, for people."""
        rows = [Standing("title", " against ".join(gang.title for gang in self.book.gangs))]
        for gang in self.book.gangs:
            rows.append(Standing("heading", gang.title))
            facts = f"{gang.points} points, Reputation {gang.reputation}, {gang.credits} credits"
            facts += f", rating {rating(self.book, gang)}"
            rows.append(Standing("fact", facts))
            if gang.record:
                rows.append(Standing("aside", "; ".join(map(self._titled, gang.record))))
            absent = [f"{who.name} ({who.state})" for who in gang.members() if who.state != "ready"]
            rows += [Standing("item", text) for text in absent]
        if self.book.winners is not None:
            names = " and ".join(self.book.gangs[number].title for number in self.book.winners)
            return [*rows, Standing("heading", f"The campaign is over: {names} won it.")]
        due = self.course.due
        if self.running is not None:
            rows.append(Standing("heading", "A battle is under way."))
        elif due is not None:
            number = f"battle {len(self.course.reports) + 1} of {self.battles}"
            maps = {one.id: one.name for one in self.book.pack.maps}
            battle = f"{self._titled(due.wish['scenario'])} in {maps[due.wish['map']]}"
            rows.append(Standing("heading", f"Next: {number if len(self.rosters) == 2 else 'a battle'}, {battle}."))
        elif self.matter is not None:
            rows.append(Standing("heading", f"To decide: {self.matter.text}."))
        return rows

    def _titled(self, text: str) -> str:
        """A text that begins with the id of a scenario, with its name instead."""
        id, _, rest = text.partition(" ")
        titles = {one.id: one.name for one in self.book.pack.scenarios}
        return f"{titles.get(id, id)} {rest}".strip()

    def data(self) -> dict[str, Any]:
        """Where it stands, for programs; seeds of battles to come stay in the file."""
        due, matter, result = self.course.due, self.matter, self.result
        return {
            "pack": self.book.pack.info.id,
            "battles": self.battles,
            "gangs": [self._gang(gang) for gang in self.book.gangs],
            "matter": None
            if matter is None
            else {**matter._asdict(), "options": [list(one) for one in matter.options]},
            "next": None if due is None else {"scenario": due.wish["scenario"], "map": due.wish["map"]},
            "running": self.running is not None,
            "result": None if result is None else result._asdict(),
            "ledger": [str(line) for line in self.book.lines],
        }

    def _gang(self, gang: Gang) -> dict[str, Any]:
        return {
            "id": gang.id,
            "title": gang.title,
            "credits": gang.credits,
            "reputation": gang.reputation,
            "rating": rating(self.book, gang),
            "points": gang.points,
            "record": list(gang.record),
            "stash": [self.book.thing_name(item) for item in gang.stash],
            "dead": list(gang.dead),
            "members": [
                {
                    "name": who.name, "type": who.type, "role": who.role, "state": who.state,
                    "experience": who.experience, "advances": list(who.advances), "injuries": list(who.injuries),
                    "gear": [self.book.thing_name(item) for item in who.gear], "skills": list(who.skills),
                }
                for who in gang.members()
            ],
            "vehicles": [
                {"name": engine.name, "type": engine.type, "damage": list(engine.damage)} for engine in gang.engines
            ],
        }  # fmt: skip

    # -- battles -------------------------------------------------------------------------------------------------------

    def setup(self) -> dict[str, Any]:
        """What the next battle is created with: `fireteam.new("necromunda", **campaign.setup())`."""
        due = self.course.due
        if due is None:
            raise SetupError("no battle is due: " + ("the campaign has ended" if self.over else "a gang has to decide"))
        wish = {**due.wish, "options": dict(OPTIONS), "seed": _mixed(self.seed, str(len(self.course.reports)))}
        return wish if self.pack_name is None else {**wish, "pack": self.pack_name}

    def check(self, match: Match) -> None:
        """The match is the battle that is due (see NE-CAMP-01)."""
        setting: Any = match.setting
        wish = self.setup()
        if setting.game.name != GAME.name:
            raise SetupError(f"this is a game of {setting.game.title}, the campaign one of Necromunda (NE-CAMP-01)")
        if not setting.options["campaign"]:
            raise SetupError("this battle was fought outside a campaign: nothing is written (NE-CAMP-01)")
        if setting.pack.digest != self.book.pack.digest:
            raise SetupError("this battle was fought with the content of another pack (NE-CAMP-01)")
        begun = {"scenario": setting.beginning["scenario"], **setting.beginning["setup"]}
        for name in ("scenario", "map", "campaign", "gangs"):
            if begun.get(name) != wish[name]:
                raise SetupError(f"another battle is due: its {name} is not this one's (NE-CAMP-01)")

    def hold(self, match: Match, rule: str = "NE-CAMP-01") -> None:
        """Keep a battle in progress."""
        super().hold(match, rule)

    def record(self, match: Match) -> None:
        """Enter a finished battle."""
        self.check(match)
        if not match.over:
            raise SetupError("this battle is not over yet (NE-CAMP-01)")
        self._enter(report_of(match))

    def break_off(self, match: Match, *, agreed: tuple[bool, bool]) -> None:
        """Enter a battle that was broken off, as it stands, if both seats agree (see NE-CAMP-31)."""
        self.check(match)
        if not all(agreed):
            raise SetupError("a battle broken off counts only if both seats agree (NE-CAMP-31)")
        self._enter(report_of(match))

    def _enter(self, report: Report) -> None:
        self.running = None
        self.course.report(report)

    # -- as text -------------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """The campaign as JSON text; it holds the seeds of battles to come."""
        values = (
            FORMAT,
            GAME.name,
            self.pack_name,
            self.book.pack.digest,
            [data_of(roster) for roster in self.rosters],
            self.battles,
            self.seed,
            self.course.answers,
            [report.model_dump(mode="json", exclude_defaults=True) for report in self.course.reports],
            [str(line) for line in self.book.lines],
            self.running,
        )
        return json.dumps(dict(zip(FIELDS, values, strict=True)), indent=1) + "\n"

    @classmethod
    def load(cls, text: str) -> Campaign:
        """A campaign from its text: it is played through again, and every line of its ledger compared."""
        data = kit.parse(text, GAME.name, cls.title, FIELDS)
        want(isinstance(data["pack"], str | None), "'pack' is a name or null")
        want(whole(data["seed"]), "'seed' is a whole number")
        want(whole(data["battles"]) and 1 <= data["battles"] <= 99, "'battles' is a number from 1 to 99")
        for name in ("gangs", "answers", "reports", "ledger"):
            want(isinstance(data[name], list), f"{name!r} is a list")
        want(isinstance(data["running"], str | None), "'running' is the text of a save or null")
        try:
            campaign = cls.new(data["gangs"], data["seed"], data["pack"], battles=data["battles"])
        except FireteamError as error:
            raise SaveError(str(error)) from None
        digest = campaign.book.pack.digest
        if data["digest"] != digest:
            raise SaveError(f"the content has changed: made with {str(data['digest'])[:12]}, here is {digest[:12]}")
        campaign._replay(data["answers"], data["reports"])
        campaign._compare(data["ledger"])
        if data["running"] is not None:
            try:
                campaign.hold(cls.read_match(data["running"]))
            except FireteamError as error:
                raise SaveError(f"the running game: {error}") from None
            campaign.running = data["running"]
        return campaign

    def _replay(self, answers: list[Any], reports: list[Any]) -> None:
        """Answers and reports are taken up again, each where it was asked for."""
        answers, reports = answers[:], reports[:]
        while answers or reports:
            if self.course.matter is not None and answers:
                try:
                    self.course.answer(answers.pop(0))
                except FireteamError as error:
                    raise SaveError(f"answer {len(self.course.answers) + 1}: {error}") from None
            elif (due := self.course.due) is not None and reports:
                self.course.report(_report(reports.pop(0), due.wish, len(self.course.reports) + 1))
            else:
                raise SaveError("the file holds more answers or battles than were asked for")

    def _compare(self, kept: list[Any]) -> None:
        """Every line of the ledger is the one that seed, answers and battles give (see NE-CAMP-01)."""
        mine = [str(line) for line in self.book.lines]
        for number, (old, new) in enumerate(zip(kept, mine, strict=False), 1):
            want(old == new, f"line {number} of the ledger is {new!r}, not {old!r} (NE-CAMP-01)")
        want(len(kept) == len(mine), f"the ledger has {len(mine)} lines, not {len(kept)} (NE-CAMP-01)")


def _report(data: Any, wish: Mapping[str, Any], number: int) -> Report:
    """A report of a file: of the scenario that was due, about models that took part."""
    try:
        report = Report.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise SaveError(f"battle {number}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    want(report.scenario == wish["scenario"], f"battle {number}: {wish['scenario']!r} was due, not {report.scenario!r}")
    known = [{one["name"] for one in (*gang["members"], *gang["vehicles"])} for gang in wish["gangs"]]
    met = [(fate.seat, fate.name) for fate in report.fates]
    for fate in report.fates:
        want(fate.name in known[fate.seat], f"battle {number}: {fate.name!r} did not take part")
        want(fate.by is None or fate.by in known[1 - fate.seat], f"battle {number}: {fate.by!r} did not take part")
        want(met.count((fate.seat, fate.name)) == 1, f"battle {number}: {fate.name!r} is named twice")
    return report


def _mixed(seed: int, word: str) -> int:
    """A seed of its own for each battle, and for the ledger."""
    return int.from_bytes(blake2b(f"{seed}/{word}".encode(), digest_size=6).digest(), "big")
