"""The doctor, the dead, and who leads after them (NE-CAMP-15, NE-CAMP-17, NE-CAMP-18)."""

from __future__ import annotations

from fireteam.games.necromunda.campaign.advances import skills_open
from fireteam.games.necromunda.campaign.battle import Battle
from fireteam.games.necromunda.campaign.injuries import CREW_STABILISED, WORSE, die, hurt, rest
from fireteam.games.necromunda.campaign.ledger import CRITICAL, Book, Fellow, Gang, roll, roll_d3
from fireteam.games.necromunda.cards import CHAMPION, GANGER, LEADER, SPECIALIST, YOUTH
from fireteam.kit.campaign import Step, decide

HEIRS = (CHAMPION, SPECIALIST, GANGER, YOUTH)
DIES, SOUND = 1, 6
"""The faces on which a patient dies, and on which it only recovers (see NE-CAMP-15)."""


def see_doctor(book: Book, battle: Battle, gang: Gang) -> Step[None]:
    """A critical member is treated for 2D6x10 credits, rolled first, each by itself. Unpaid: dead. Paid: dead on a 1,
    on 2-5 stabilised with a row of 51-56, on a 6 only recovering (NE-CAMP-15)."""
    for who in list(gang.members()):
        if who.state != CRITICAL:
            continue
        faces = yield from roll(gang, f"price of a doctor for {who.name}", 2)
        price = 10 * sum(faces)
        options = [("let die", "let it die")]
        if book.affords(gang, price):
            options.insert(0, ("pay", f"pay {price} credits"))
        if (yield from decide(gang.number, f"a doctor for {who.name}", options)) != "pay":
            die(book, battle, gang, who, "NE-CAMP-15", f"{price} credits unpaid, dead", faces)
            continue
        book.pay(gang, price, "NE-CAMP-15", f"a doctor for {who.name}", faces)
        battle.treated.append(who.name)
        yield from treat(book, battle, gang, who)


def treat(book: Book, battle: Battle, gang: Gang, who: Fellow) -> Step[None]:
    """What the doctor can do (see NE-CAMP-15)."""
    faces = yield from roll(gang, f"treatment of {who.name}")
    if faces[0] == DIES:
        die(book, battle, gang, who, "NE-CAMP-15", "dead in spite of the doctor", faces)
        return
    if faces[0] == SOUND:
        book.write("NE-CAMP-15", gang, f"{who.name}: misses the next battle", faces)
    elif who.crew:
        row, more = yield from roll_d3(gang, f"injury of {who.name}")
        hurt(book, gang, who, CREW_STABILISED[row], "NE-CAMP-15", "stabilised", (*faces, *more))
    else:
        more = yield from roll(gang, f"injury of {who.name}")
        hurt(book, gang, who, WORSE[50 + more[0]], "NE-CAMP-15", "stabilised", (*faces, *more))
    rest(gang, who)


def bury(book: Book, battle: Battle, gang: Gang) -> None:
    """The dead are struck off: their gear except armour goes to the stash if the gang had a model on the table at the
    end or paid a doctor for them, else it is lost; a dead crew leaves its vehicle in the stash (NE-CAMP-17)."""
    armour = {one.id for one in book.pack.armour}
    for who in [one for one in gang.members() if not one.alive]:
        saved = battle.report.left[battle.seat(gang)] or who.name in battle.treated
        kept = [item for item in who.gear if item.id not in armour] if saved else []
        gang.stash += kept
        gang.dead.append(who.name)
        listed = ", ".join(map(book.thing_name, kept)) or "nothing"
        book.write("NE-CAMP-17", gang, f"{who.name} is struck off, {listed} goes to the stash")
        if who.crew:
            for engine in gang.engines:
                engine.crew = None if engine.crew is who else engine.crew
        else:
            gang.fellows.remove(who)


def succeed(book: Book, gang: Gang) -> Step[None]:
    """If the leader is dead the champion with the best Leadership takes over, then specialists, gangers, youths; ties
    by Experience earned, then the owner's choice. It keeps stats and gear and gains the role and one skill
    (NE-CAMP-18)."""
    if gang.leader is not None:
        return
    for role in HEIRS:
        able = [who for who in gang.fellows if who.role == role]
        if able:
            break
    else:
        return
    best = min((book.stat(gang, who, "ld"), -who.earned) for who in able)
    heirs = [who.name for who in able if (book.stat(gang, who, "ld"), -who.earned) == best]
    name = yield from decide(gang.number, "who leads the gang now", [(one, one) for one in heirs])
    heir = next(who for who in gang.fellows if who.name == name)
    heir.role = LEADER
    skills = skills_open(book, gang, heir)
    skill = (yield from decide(gang.number, f"skill of {name}", [(one, one) for one in skills])) if skills else ""
    heir.skills += [skill] if skill else []
    book.write("NE-CAMP-18", gang, f"{name} leads the gang now" + (f", with {skill}" if skill else ""))
