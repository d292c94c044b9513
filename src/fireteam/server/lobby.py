"""The lobby: all matches of a server. It makes them, opens a room when somebody comes, and lets quiet rooms sleep."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
import shutil
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import fireteam
from fireteam.bots.loading import BOTS
from fireteam.core.errors import FireteamError, SetupError
from fireteam.core.game import Game
from fireteam.core.sealed import SEED_BYTES
from fireteam.server import claiming, sealing
from fireteam.server.budgets import timed
from fireteam.server.frames import Audience
from fireteam.server.hands import Hands
from fireteam.server.health import health
from fireteam.server.importing import Importing
from fireteam.server.keeping import CONTENT, content_of, content_text
from fireteam.server.links import Link, Links
from fireteam.server.looking import Looks, recorded, stored_match
from fireteam.server.messages import CODES, Fault
from fireteam.server.position import Position
from fireteam.server.preparing import Preparing
from fireteam.server.requests import MatchWish, SeatWish, TeamWish
from fireteam.server.rooms import Room, Services
from fireteam.server.settings import Limits
from fireteam.server.storage import FIRST_GENERATION, MatchRow, SeatPlan, Storage, Stored
from fireteam.server.sweeping import Sweeper
from fireteam.server.viewers import Outlet, Viewer
from fireteam.server.workers import Thinkers

log = logging.getLogger("fireteam.server")

BOT_WORDS = {
    "random": "plays at random: for a first look at the rules",
    "greedy": "weighs every action by its exact odds: a fair opponent",
}
DOZE_AFTER = 60.0
"""Seconds without anything happening after which a position leaves memory; it comes back in milliseconds."""
MOST_AWAKE = 400
"""Positions in memory at once; beyond it the quietest go to sleep."""
LOOK_EVERY = 5.0


class Lobby:
    """Every match of one server."""

    def __init__(
        self,
        storage: Storage,
        links: Links,
        thinkers: Thinkers,
        *,
        lookers: Thinkers | None = None,
        directory: Path | None = None,
        limits: Limits | None = None,
        bot_seconds: float = 5.0,
        odds_seconds: float = 10.0,
        importing: Importing | None = None,
        sealing_links: bool = True,
    ) -> None:
        """`sealing_links`: dice of matches by link are sealed; without it they may have a seed, so that a test or a
        benchmark sees the same match again."""
        self.sealing_links = sealing_links
        self.preparing = Preparing()
        # Workers of their own, if there are some: who looks about does not wait for a bot.
        self.lookers = lookers or thinkers
        limits = limits or Limits()
        looks = Looks(self.lookers, limits)
        self.hands = Hands(limits.hands)
        self.services = Services(
            storage, thinkers, links, self.preparing, looks, limits, self.hands, bot_seconds, odds_seconds
        )
        self.storage = storage
        self.directory = directory
        """Where the matches are kept, if it is a directory."""
        self.importing = importing or Importing()
        self.doze_after = DOZE_AFTER
        self._sweeper = Sweeper()
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._porter: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look after the rooms."""
        for workers in {self.services.thinkers, self.lookers}:
            await workers.start()
        self._porter = asyncio.create_task(self._look_after())
        self.services.pulse.tell = self._tell_paused
        loop = asyncio.get_running_loop()
        self.preparing.tell(lambda game: loop.call_soon_threadsafe(self._tell_preparing, game))

    def _tell_preparing(self, game: str) -> None:
        for room in self._rooms.values():
            if room.row.game == game:
                room.tell_preparing()

    def _tell_paused(self) -> None:
        for room in self._rooms.values():
            room.tell_paused()

    async def health(self) -> dict[str, Any]:
        """How the server is."""
        workers = {self.services.thinkers, self.lookers}
        return await health(self.storage, self.services.pulse, workers, self.directory, self.services.limits.disk)

    # -- rooms ---------------------------------------------------------------------------------------------------------

    async def room(self, match: str) -> Room:
        """The room of a match, opened if need be."""
        room = self._rooms.get(match)
        if room is not None:
            return room
        opening = self._opening.get(match)
        if opening is None:
            # One opening for all who wait: two rooms of one match would each believe to be alone.
            opening = self._opening[match] = asyncio.create_task(self._open(match))
            opening.add_done_callback(lambda _: self._opening.pop(match, None))
        found = await asyncio.shield(opening)
        if found is None:
            raise Fault("not_found", "there is no such match")
        return found

    async def _open(self, match: str) -> Room | None:
        stored = await stored_match(self.storage, match)
        if stored is None:
            return None
        room = self._rooms[match] = Room(stored, self.services)
        return room

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.put_to_sleep()

    def put_to_sleep(self) -> None:
        """Rooms nobody is in are closed, quiet ones let go of their position; the longest quiet first, if there are too
        many."""
        now = time.monotonic()
        by_quiet = sorted(self._rooms.values(), key=lambda room: room.touched)
        too_many = sum(room.awake for room in by_quiet) - MOST_AWAKE
        gone = 0
        for room in by_quiet:
            quiet = now - room.touched >= self.doze_after
            if room.busy or not (quiet or too_many > 0):
                continue
            too_many -= room.awake
            gone += room.awake
            room.doze()
            if not room.viewers:
                del self._rooms[room.row.id]
        del by_quiet[:]
        self._sweeper.let_go(gone)

    def statistics(self) -> dict[str, float]:
        """Numbers for the metrics."""
        rooms = self._rooms.values()
        return {
            "rooms": len(self._rooms),
            "paused": self.services.pulse.paused,
            "rooms_awake": sum(room.awake for room in rooms),
            "viewers": sum(len(room.viewers) for room in rooms),
        }

    async def close(self) -> None:
        """No change begins any more; those under way are finished and kept."""
        self.services.closing = True
        self.preparing.tell(None)
        await self.importing.close()
        if self._porter is not None:
            self._porter.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._porter
        await self.services.pulse.close()
        await asyncio.gather(*(room.close() for room in list(self._rooms.values())))
        for workers in {self.services.thinkers, self.lookers}:
            await workers.close()
        self.hands.close()
        await self.storage.close()

    # -- links ---------------------------------------------------------------------------------------------------------

    async def link_of(self, token: str) -> Link:
        """What a link says, if it is signed by us, its match exists and it was not revoked."""
        link = self.services.links.read(token)
        try:
            room = await self.room(link.match)
        except Fault:
            raise Fault("bad_token", CODES["bad_token"]) from None
        claiming.must_be_valid(room, link)
        return link

    async def claim(self, link: Link) -> str:
        """A token of one's own for the link of a seat."""
        return await claiming.claim(await self.room(link.match), link)

    def _token(self, room_id: str, role: str, seat: int | None, generation: int) -> str:
        return self.services.links.token(room_id, role, seat, generation)

    async def links(self, link: Link) -> dict[str, Any]:
        """The links of a match, for its host."""
        _host(link)
        room = await self.room(link.match)
        found = self._links(room.row, room.generations)
        # What somebody has taken is theirs alone: the host can end it, and knows no more of it.
        found["taken"] = [int(seat) for seat in found["seats"] if claiming.is_taken(room, f"seat {seat}")]
        found["seats"] = {seat: token for seat, token in found["seats"].items() if int(seat) not in found["taken"]}
        return found

    def _links(self, row: MatchRow, generations: dict[str, int] | None = None) -> dict[str, Any]:
        def token(role: str, seat: int | None = None) -> str:
            name = role if seat is None else f"{role} {seat}"
            return self._token(row.id, role, seat, (generations or {}).get(name, FIRST_GENERATION))

        seats = {str(number): token("seat", number) for number, plan in enumerate(row.seats) if plan.kind == "link"}
        return {"host": token("host"), "seats": seats, "watch": token("watch")}

    async def renew(self, link: Link, role: str, seat: int | None) -> str:
        """A new link; the old one ends and whoever came by it must go. A seat may renew its own alone, for itself."""
        room = await self.room(link.match)
        if link.role == "seat" and (role, seat) == (link.role, link.seat):
            async with room.lock:
                claiming.must_be_valid(room, link)
                room.paces.spend(link.name, "renew")
                return await claiming.own_token(room, link)
        _host(link)
        if (role == "seat") != (seat is not None) or (seat is not None and seat >= len(room.row.seats)):
            raise Fault("not_found", "there is no such seat")
        if seat is not None and room.row.seats[seat].kind != "link":
            raise Fault("forbidden", "only a seat by link has a link")
        room.paces.spend(link.name, "renew")
        name = role if seat is None else f"{role} {seat}"
        room.generations[name] = await self.storage.revoke(link.match, name)
        room.expel(name)
        return self._token(link.match, role, seat, room.generations[name])

    # -- making matches ------------------------------------------------------------------------------------------------

    def games(self) -> dict[str, Any]:
        """What can be played, and by whom."""
        found = []
        for name, title in fireteam.games().items():
            game = fireteam.game(name)
            about = {"name": name, "title": title, "seats": list(game.seats), "secrets": game.secrets}
            found.append({**about, "teams": game.teams() is not None, **game.start_form()})
        bots = [{"name": name, "text": BOT_WORDS.get(name, "")} for name in BOTS]
        return {"games": found, "bots": bots, "version": fireteam.__version__}

    def rules(self, game: str) -> dict[str, Any]:
        """A rulebook, in our own words."""
        found = _game(game)
        book = found.rulebook()
        texts = {
            option["id"]: "; ".join(value["text"] for value in option["values"])
            for option in found.start_form()["options"]
        }
        rules = []
        for rule in book.rules.values():
            entry: dict[str, Any] = {
                "id": rule.id,
                "title": rule.title,
                "chapter": book.chapter_of(rule.id),
                "text": rule.text,
            }
            if rule.ruling:
                entry["ruling"] = rule.ruling
            if rule.option:
                entry["options"] = [{"name": rule.option, "text": texts[rule.option]}]
            rules.append(entry)
        chapters = list(dict.fromkeys(rule["chapter"] for rule in rules))
        return {"game": game, "title": found.title, "chapters": chapters, "rules": rules}

    async def create(self, wish: MatchWish) -> dict[str, Any]:
        """A new match."""
        game = _game(wish.game)
        seats = _plans(wish.seats, len(game.seats))
        setup = _fields(game, wish.setup)
        dice = self._dice_for(wish.dice, seats)
        if dice == sealing.SEALED and wish.seed is not None:
            raise Fault("setup", "no seed can be named for a match by link: its dice are sealed for both sides")
        seed = wish.seed if wish.seed is not None else _fresh_seed(dice)
        try:
            sides = game.setup_for(_sides(game, wish))
            chosen = {"seed": seed, "scenario": wish.scenario, "options": dict(wish.options), **sides, **setup}
            origin = await asyncio.to_thread(timed, _beginning, wish.game, chosen)
        except FireteamError as error:
            raise Fault("setup", str(error)) from None
        return await self._begin(wish.game, origin, seats, dice, seed, wish.handover, wish.pace or 0, imported=False)

    async def team_form(self, game: str, wish: TeamWish) -> dict[str, Any]:
        """All that a builder shows of a team; what is no team is an error with its line."""
        teams = _game(game).teams()
        if teams is None:
            raise Fault("not_found", f"teams of {game} are not built before a match")

        def form() -> dict[str, Any]:
            if wish.team is not None:
                team = teams.of_data(wish.team)
            elif wish.text is not None:
                team = teams.parse(wish.text)
            else:
                team = teams.new(teams.faction_of(wish.side or ""), wish.limit)
            found: dict[str, Any] = teams.form(team)
            return found

        return await asyncio.to_thread(timed, form)

    async def import_save(self, text: str, seats: list[SeatWish] | None) -> dict[str, Any]:
        """A save becomes a match that stands where the save ends."""
        found = await self.importing.read(text, secrets.randbits(63))
        plans = _plans(seats or [SeatWish(kind="here")] * found.seats, found.seats)
        dice = self._dice_for(found.dice, plans)
        # Whoever brings a save may know its seed: dice by link go on with another one.
        seed = _fresh_seed(dice) if dice == sealing.SEALED else found.seed
        return await self._begin(
            found.game, text, plans, dice, seed, handover=False, pace=0, imported=True, title=found.title
        )

    async def branch(self, link: Link, at: int, seats: list[SeatWish], *, handover: bool = False) -> dict[str, Any]:
        """A new match from a position of this one, with dice of its own: nobody can look ahead in the first one by
        it."""
        room = await self.room(link.match)
        async with room.lock:
            position = await room.position()
            if at > position.answers:
                raise Fault("not_found", f"the match has {position.answers} answers")
            if position.match.setting.game.secrets and not position.match.over:
                raise Fault("forbidden", "a match in which players have secrets can be branched when it is over")
            plans = _plans(seats, len(room.row.seats))
            content = position.content
        origin = await recorded(room, link, "branch", at)
        dice = self._dice_for("typed" if room.row.dice == "typed" else "seeded", plans)
        seed = _fresh_seed(dice)
        return await self._begin(
            room.row.game, origin, plans, dice, seed, handover, pace=0, imported=True, content=content
        )

    def _dice_for(self, wished: str, seats: tuple[SeatPlan, ...]) -> str:
        """The dice of a match: sealed where somebody plays by link, unless real ones are typed."""
        by_link = self.sealing_links and any(plan.kind == "link" for plan in seats)
        return sealing.SEALED if wished == "seeded" and by_link else wished

    async def _begin(
        self,
        game: str,
        origin: str,
        seats: tuple[SeatPlan, ...],
        dice: str,
        seed: int,
        handover: bool,
        pace: int,
        *,
        imported: bool,
        title: str = "",
        content: str = "",
    ) -> dict[str, Any]:
        if self.services.closing:
            raise Fault("closing", CODES["closing"])
        self._must_have_room()
        name = secrets.token_urlsafe(9)
        row = MatchRow(name, game, "", origin, seats, dice, seed, handover, pace, time.time(), imported)
        row = MatchRow(
            name,
            game,
            title or await asyncio.to_thread(timed, _title, row, content),
            origin,
            seats,
            dice,
            seed,
            handover,
            pace,
            row.created,
            imported,
        )
        content = content or await asyncio.to_thread(content_of, row)
        await self.storage.create(row)
        if content:
            await self.storage.note(name, CONTENT, content_text(content), once=True)
        log.info(
            "a match begins", extra={"match": name, "game": game, "seats": [plan.bot or plan.kind for plan in seats]}
        )
        return {"match": name, "title": row.title, "links": self._links(row)}

    def _must_have_room(self) -> None:
        """A Fault if the disk is nearly full: what is played already must be kept first."""
        if self.directory is not None:
            free = shutil.disk_usage(self.directory).free / 1e6
            if free < self.services.limits.disk:
                log.error("no new match: the disk is nearly full", extra={"megabytes": round(free)})
                raise Fault("full", "this server has no room for new matches now")

    # -- looking -------------------------------------------------------------------------------------------------------

    async def enter(self, link: Link, form: str, outlet: Outlet, hello_id: str, word: str = "") -> Viewer:
        """A socket comes in."""
        if self.services.closing:
            raise Fault("closing", CODES["closing"])
        return await (await self.room(link.match)).enter(link, form, outlet, hello_id, word)

    async def summary(self, link: Link) -> dict[str, Any]:
        """A match in a few words."""
        room = await self.room(link.match)
        async with room.lock:
            position = await room.position()
            question = position.match.decision
            scene = room.scene(position, _audience(room, link))
            seats = room.seats_of(link)
            found = {
                "match": room.row.id,
                "role": link.role,
                "seats": list(seats),
                "info": room.info,
                "version": room.version_for(seats),
                "over": question is None,
                "turn_text": _turn(scene),
                "yours": question is not None and question.seat in seats and not sealing.holds(room, position),
                "updated": datetime.fromtimestamp(room.updated, UTC).isoformat(timespec="seconds"),
            }
            if "ending" in scene:
                found["result_text"] = scene["ending"]["text"]
            return found

    async def save(self, link: Link) -> tuple[str, str]:
        """A file name and the save; the seed stays here while the game goes on, and the host alone gets it
        afterwards: of sealed dice everybody."""
        room = await self.room(link.match)
        async with room.lock:
            match = (await room.position()).match
            if match.setting.game.secrets and not match.over:
                raise Fault("forbidden", "a save holds the secrets of both sides; it can be had when the game is over")
            seeded = match.over and (link.role == "host" or room.row.dice == sealing.SEALED)
        text = await recorded(room, link, "save", seeded, room.row.imported)
        name = re.sub(r"[^a-z0-9]+", "-", room.row.title.lower()).strip("-")
        return f"{name or room.row.game}.txt", text

    async def dice(self, link: Link) -> dict[str, Any]:
        """Everything by which sealed dice can be thrown again; the seed and the rolls once the game is over."""
        room = await self.room(link.match)
        if room.row.dice != sealing.SEALED or sealing.waiting(room):
            raise Fault("not_found", "this match has no sealed dice, or they have not been thrown yet")
        found: dict[str, Any] = await recorded(room, link, "dice")
        return found

    async def replay_index(self, link: Link) -> dict[str, Any]:
        """Where a replay may stop."""
        room = await self.room(link.match)
        async with room.lock:
            await room.position()
        found = await recorded(room, link, "replay", _audience(room, link))
        return {"match": room.row.id, "info": room.info, **found}

    async def replay_frame(self, link: Link, at: int) -> dict[str, Any]:
        """A position of a replay."""
        room = await self.room(link.match)
        async with room.lock:
            position = await room.position()
            if not 0 <= at <= position.answers:
                raise Fault("not_found", f"the match has {position.answers} answers")
        found: dict[str, Any] = await recorded(room, link, "frame", at, _audience(room, link))
        return found


def _fresh_seed(dice: str) -> int:
    """A seed that nobody has seen; one that is promised by its hash is long enough for it."""
    return secrets.randbits(8 * SEED_BYTES if dice == sealing.SEALED else 63)


def _host(link: Link) -> None:
    if link.role != "host":
        raise Fault("forbidden", "only the link of whoever made the match may do that")


def _audience(room: Room, link: Link) -> Audience:
    """Whose eyes a link has outside of a live socket; who serves several seats sees what everybody may."""
    seats = room.seats_of(link)
    return seats[0] if len(seats) == 1 else None


def _beginning(game: str, chosen: Mapping[str, Any]) -> str:
    """A new match as text. Nothing has been asked yet: the save is the header alone, whatever the dice are."""
    origin: str = fireteam.new(game, **chosen).earlier(0).save(0)
    return origin


def _game(name: str) -> Any:
    try:
        return fireteam.game(name)
    except SetupError as error:
        raise Fault("not_found", str(error)) from None


def _fields(game: Game, wished: Mapping[str, str]) -> dict[str, Any]:
    """What was wished for beside sides and options: only what the game's form offers goes on to the game."""
    fields = {
        field["id"]: {str(value["value"]): value["value"] for value in field["values"]}
        for field in game.start_form().get("fields", ())
    }
    for name, value in wished.items():
        if name not in fields:
            raise Fault("setup", f"{game.title} has no field {name!r}; there is {', '.join(fields) or 'none'}")
        if value not in fields[name]:
            raise Fault("setup", f"{value!r} is no {name}; there is {', '.join(fields[name])}")
    return {name: fields[name][value] for name, value in wished.items()}


def _sides(game: Game, wish: MatchWish) -> Sequence[Any]:
    """What each seat plays: the team that was built for it, or its side."""
    teams = wish.teams or []
    if not any(team is not None for team in teams):
        return wish.sides or ()
    if game.teams() is None:
        raise SetupError(f"teams of {game.title} are not built before a match")
    sides = wish.sides or [side["id"] for side in game.start_form()["sides"]][: len(game.seats)]
    if len(teams) != len(sides):
        raise SetupError(f"{game.title} has {len(sides)} sides; {len(teams)} teams were named")
    return [side if team is None else team for team, side in zip(teams, sides, strict=True)]


def _plans(wishes: list[SeatWish], count: int) -> tuple[SeatPlan, ...]:
    if len(wishes) != count:
        raise Fault("setup", f"the game has {count} seats; {len(wishes)} were named")
    plans = []
    for wish in wishes:
        bot = (wish.bot or "greedy") if wish.kind == "bot" else ""
        if bot and bot not in BOTS:
            raise Fault("setup", f"no bot {bot!r}; there are {', '.join(BOTS)}")
        plans.append(SeatPlan(wish.kind, bot))
    return tuple(plans)


def _title(row: MatchRow, content: str) -> str:
    """What a match is called."""
    match = Position(Stored(row, [], {}, {}, row.created), content).match
    scene = match.setting.scene(match.table, None)
    return scene["title"]


def _turn(scene: Any) -> str:
    """Turn and phase, where the game has them."""
    status = scene["status"]
    return ", ".join(
        f"{fact['label']} {fact['value']}" if name == "turn" else fact["value"]
        for name in ("turn", "phase")
        if (fact := status.get(name))
    )
