"""Positions laid by hand: for odds that are typed in without a game, for puzzles, and for tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fireteam.core.dice import Dice
from fireteam.core.errors import SetupError
from fireteam.core.match import CHECKPOINT_AFTER, Checkpoint, Match
from fireteam.games.escape.setting import Setting
from fireteam.games.escape.state import BOARD, ISC, LEFT, OUT, QUIET, RESISTANCE, SIDES, WAITING, Character, State, Token

Place = tuple[int, int]


def lay(
    setting: Setting,
    dice: Dice | None,
    at: Mapping[str, Place],
    *,
    active: str = "",
    acting: str = "resistance",
    turn: int = 2,
    event: int = QUIET,
    phase: str = "",
    damage: Mapping[str, int] | None = None,
    used: Mapping[str, Mapping[str, int]] | None = None,
    penalties: Mapping[str, Sequence[tuple[int, int, str]]] | None = None,
    holds: Mapping[str, str] | None = None,
    crates: Iterable[Place | tuple[Place, str]] = (),
    equipment: Iterable[Place | tuple[Place, str]] = (),
    out: Mapping[str, int] | Iterable[str] = (),
    left: Iterable[str] = (),
    activated: Iterable[str] = (),
    veteran_used: Iterable[str] = (),
    drill_broken: Iterable[str] = (),
    revolution: int = 0,
    open_doors: Iterable[str] = (),
    unlocked: Iterable[str] = (),
    broken_walls: Iterable[tuple[Place, Place]] = (),
    hacked: Iterable[str] = (),
    dark: str = "",
    courier: str = "",
    events: bool = True,
    checkpoints: int = CHECKPOINT_AFTER,
    **fields: Any,
) -> Match:
    """A match in the middle of a turn. Who is not named waits off the board; equipment without a label lies face down.

    With `active` that character is being activated; else the `acting` side chooses whom to activate (or `phase` says
    what comes next). `used` counts actions already performed; `out` may map names to the turn of their end.
    """
    if setting.scenario is None:
        raise SetupError("a position needs a scenario")
    base = setting.first_state()
    g = setting.ground(setting.scenario)

    def square(place: Place) -> int:
        return g.squares.square(*place)

    for name in (*at, *(damage or {}), *(used or {}), *(holds or {}), *out, *left, *activated):
        if name not in g.card_index:
            raise SetupError(f"no character {name!r}; there are {', '.join(g.card_index)}")

    tokens: dict[str, Token] = {}
    made = 0
    bag = dict(base.bag)
    backs = dict(base.backs)
    for kind, entries, rest in (("crate", crates, backs), ("equipment", equipment, bag)):
        for entry in entries:
            made += 1
            place, label = _labelled(entry)
            if label:
                rest[label] -= 1
            tokens[f"{kind[0]}{made}"] = Token(f"{kind[0]}{made}", kind, label, square(place))
    held: dict[str, str] = {}
    for name, label in (holds or {}).items():
        made += 1
        kind = "crate" if label.isdigit() else "equipment"
        (backs if kind == "crate" else bag)[label] -= 1
        token = Token(f"{kind[0]}{made}", kind, label, -1)
        tokens[token.id] = token
        held[name] = token.id

    out_turns = dict(out) if isinstance(out, Mapping) else dict.fromkeys(out, turn - 1)
    characters = []
    for c in base.characters:
        name = g.cards[c.index].id
        done = (used or {}).get(name, {})
        status = BOARD if name in at else OUT if name in out_turns else LEFT if name in left else WAITING
        characters.append(
            Character(
                c.index, c.side, status, square(at[name]) if name in at else -1, (damage or {}).get(name, 0), c.mvt, c.cbt, c.int,
                done.get("mvt", 0), done.get("cbt", 0), done.get("int", 0), tuple((penalties or {}).get(name, ())),
                name in activated or name == active, held.get(name, ""), name in veteran_used, False, name in drill_broken,
                out_turns.get(name, 0),
            )
        )  # fmt: skip

    stands: list[int] = [sum(1 << c.square for c in characters if c.side == side and c.status == BOARD) for side in (RESISTANCE, ISC)]
    opened = sum(g.board.door(name).edge for name in open_doors)
    broken = sum(1 << g.squares.edge(square(a), square(b)) for a, b in broken_walls)
    unlocked_mask = sum(g.board.door(name).edge for name in unlocked)
    terminals = {terminal.id: terminal.number for terminal in g.terminals}
    side = g.cards[g.card_index[active]].side if active else SIDES.index(acting)
    data = {name: getattr(base, name) for name in State.FIELDS}
    data |= {
        "phase": phase or ("act" if active else "activations"),
        "turn": turn,
        "event": event,
        "characters": characters,
        "tokens": tokens,
        "made": made,
        "bag": tuple(bag.items()),
        "backs": tuple(backs.items()),
        "setup_winner": RESISTANCE,
        "initiative": side,
        "first": side,
        "acting": side,
        "active": g.card_index[active] if active else -1,
        "occupied": stands[0] | stands[1],
        "resistance": stands[RESISTANCE],
        "isc": stands[ISC],
        "lying": _mask(token.square for token in tokens.values() if token.square >= 0),
        "opened": opened,
        "broken": broken,
        "shut": base.shut & ~opened & ~broken,
        "locks": base.locks & ~unlocked_mask,
        "revolution": revolution,
        "hacked": sum(1 << terminals[name] for name in hacked),
        "dark": dark,
        "courier": g.card_index[courier] if courier else -1,
        **fields,
    }
    match = Match(setting, dice, events=events, checkpoints=checkpoints)
    table = setting.table(State(**data), False)
    for c in table.state.characters:
        table.reckon(c)  # what event and penalties make of the cards is the table's business
    match.checkpoint = Checkpoint(table.snapshot(), 0, None, [], None)
    return match


def _labelled(entry: Place | tuple[Place, str]) -> tuple[Place, str]:
    """A token's place, and its label if it has been turned over."""
    first, second = entry
    return (first, second) if isinstance(first, tuple) and isinstance(second, str) else (entry, "")  # type: ignore[return-value]


def _mask(squares: Iterable[int]) -> int:
    found = 0
    for square in squares:
        found |= 1 << square
    return found
