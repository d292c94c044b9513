"""Advances, and how members grow into other roles (NE-CAMP-13, NE-CAMP-14)."""

from __future__ import annotations

from fireteam.games.necromunda.campaign.ledger import CRITICAL, Book, Fellow, Gang, roll
from fireteam.games.necromunda.campaign.standing import kind_of
from fireteam.games.necromunda.cards import GANGER, MENTAL, SPECIALIST, YOUTH
from fireteam.games.necromunda.stats import BEST
from fireteam.kit.campaign import Step, decide

RANDOM, CHOSEN = "random-skill", "chosen-skill"
KEEP = ("save", "save its Experience")
CREWS_RAISE = ("bs", *MENTAL)
GROWN_UP, PROMOTED = 3, 4
"""After so many advances a youth is a ganger, and a ganger may be a specialist (see NE-CAMP-14)."""


def price(book: Book, who: Fellow, advance: str) -> int:
    """What an advance costs, always 1 more per advance that the fighter has already (NE-CAMP-13)."""
    listed = book.figures.advances[advance]  # type: ignore[index]
    return listed.xp + book.figures.advance_surcharge * len(who.advances)


def skills_open(book: Book, gang: Gang, who: Fellow) -> list[str]:
    """The skills that a member lacks and could use; crew skills are for crews only (see NE-CAMP-13)."""
    listed = book.figures.crew_skills if who.crew else book.figures.skills
    known = book.known_skills(gang, who)
    return [skill for skill in listed if skill not in known]


def refusal(book: Book, gang: Gang, who: Fellow, advance: str) -> str:
    """Why a member cannot take an advance; empty: it can (see NE-CAMP-13)."""
    if who.state == CRITICAL or not who.alive:
        return "it is not fit to learn (NE-CAMP-07)"
    cost = price(book, who, advance)
    if who.experience < cost:
        return f"{cost} Experience are wanted, not {who.experience} (NE-CAMP-13)"
    if advance in (RANDOM, CHOSEN):
        return "" if skills_open(book, gang, who) else "there is no skill left for it (NE-CAMP-13)"
    if who.crew and advance not in CREWS_RAISE:
        return "a crew raises BS and mental characteristics only (NE-CAMP-13)"
    most = book.figures.advances[advance].most  # type: ignore[index]
    if most is not None and who.advances.count(advance) >= most:
        return f"{advance} has been raised {most} times (NE-CAMP-13)"
    return "" if book.stat(gang, who, advance) != BEST[advance] else f"{advance} is as good as it gets (NE-CHAR-05)"


def take_advances(book: Book, gang: Gang) -> Step[None]:
    """Experience is spent after each battle, as long as somebody wants and can (see NE-CAMP-13)."""
    for who in list(gang.members()):
        while True:
            able = [name for name in book.figures.advances if not refusal(book, gang, who, name)]
            able.sort(key=lambda name: -price(book, who, name))
            options = [(name, f"{name} for {price(book, who, name)} Experience") for name in able]
            about = f"{who.name} has {who.experience} Experience"
            pick = yield from decide(gang.number, about, [*options, KEEP])
            if pick == KEEP[0]:
                break
            yield from advance(book, gang, who, pick)
        yield from promote(book, gang, who)


def advance(book: Book, gang: Gang, who: Fellow, pick: str) -> Step[None]:
    """An advance is paid for and taken (see NE-CAMP-13)."""
    cost = price(book, who, pick)
    who.experience -= cost
    dice: tuple[int, ...] = ()
    if pick in (RANDOM, CHOSEN):
        able = skills_open(book, gang, who)
        if pick == RANDOM:
            dice = yield from roll(gang, f"skill of {who.name}", sides=len(able))
            skill = able[dice[0] - 1]
        else:
            skill = yield from decide(gang.number, f"skill of {who.name}", [(one, one) for one in able])
        who.skills.append(skill)
        who.advances.append(f"{pick}:{skill}")
        gained = skill
    else:
        book.shift(gang, who, pick, 1)
        who.advances.append(pick)
        gained = f"{pick} {book.stat(gang, who, pick)}"
    rating = book.figures.advances[kind_of(pick)].rating  # type: ignore[index]
    book.write("NE-CAMP-13", gang, f"{who.name}: {gained} for {cost} Experience, rating +{rating}", dice)
    grow_up(book, gang, who)


def grow_up(book: Book, gang: Gang, who: Fellow) -> None:
    """A youth with three advances becomes a ganger at once (NE-CAMP-14)."""
    if who.role == YOUTH and len(who.advances) >= GROWN_UP:
        who.role = GANGER
        book.write("NE-CAMP-14", gang, f"{who.name} is a ganger now")


def promote(book: Book, gang: Gang, who: Fellow) -> Step[None]:
    """A ganger with four advances may be made a specialist if the role has room: the dead leave theirs, and who stayed
    a ganger is asked again after the next battle (see NE-CAMP-14)."""
    if who.role != GANGER or len(who.advances) < PROMOTED or not who.alive:
        return
    if sum(one.role == SPECIALIST and one.alive for one in gang.fellows) >= book.pack.roles["specialist"].count[1]:
        return
    options = [("stay", "stay a ganger"), ("promote", "become a specialist")]
    if (yield from decide(gang.number, f"{who.name} has {len(who.advances)} advances", options)) == "promote":
        who.role = SPECIALIST
        book.write("NE-CAMP-14", gang, f"{who.name} is a specialist now")
