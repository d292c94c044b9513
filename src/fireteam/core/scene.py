"""What a table draws: a game's position as shapes, pieces, cards and words. Every game describes itself in these terms
alone.

What is drawn is data, never read out of a sentence: roles, wounds, stances, kinds of parts and areas come from the
closed lists below, so that a page needs no game's words. Lengths are hundredths of the board's unit (a square, an inch,
a cube's edge divided by its size in inches); x grows to the right and y downwards. Whatever is absent is left out: no
value is ever null, so that two scenes can be told apart by a merge patch (RFC 7396). The page has the same types
(`web/src/lib/scene.ts`); a test compares them.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Point = list[int]
"""[x, y] in hundredths."""
Pair = list[int]
"""Two numbers that belong together."""

UNIT = 100

Form = Literal["disc", "square", "diamond", "hexagon"]
"""The outline of a piece: each side has its own."""
Role = Literal[
    "rifleman", "heavy", "leader", "medic", "scout", "brute", "drone", "psyker", "sniper", "engineer", "beast", "blade",
    "flamer", "grenadier", "standard", "bike", "vehicle",
]  # fmt: skip
"""The silhouette of a member: what it is at a glance."""
State = Literal["ready", "active", "done", "away", "out", "left"]
"""Where a member is in the course of play: still to act, acting, has acted; not on the board yet, out of action, gone.
"""
Stance = Literal["open", "hidden", "watching", "down"]
"""How a member stands: free to act, out of sight, waiting for others to act, or on the ground."""
PieceKind = Literal["member", "objective", "token"]
"""A member of a side; something to be held; anything else that lies there."""
PartKind = Literal[
    "wall", "solid", "low", "step", "bare", "rubble", "wire", "opening", "window", "door", "hatch", "ladder", "ramp",
    "floor", "console", "exit", "dark",
]  # fmt: skip
"""What a part is to whoever stands before it: a wall; something solid, or low enough to get over, or no more than a
step; something that hides nobody (bare); a wall that is gone; wire; an opening that stays open, one to look through, a
door, a hatch; a way up; a floor to stand on at its `level`; something to be worked at; a way out; a place without
light."""
PartState = Literal["open", "closed", "locked", "ready", "done", "broken"]
AreaKind = Literal["room", "corridor", "half", "zone", "hazard", "level"]
"""A room, a way between rooms, a side's part of the board, where a side begins, where one comes to harm; one of several
levels of a board that are drawn beside each other."""
MarkKind = Literal["sight", "blocked", "cover", "obscured", "wall", "spot", "distance"]
"""A line that somebody sees along, what is in its way, what gives cover or hides, a border, a spot, a length."""
Fate = Literal["hit", "critical", "miss", "blocked", "rerolled", "kept", "save"]
"""What became of a die: it counts, it counts as the best there is, it does not, something took it away, it was rolled
again, a rule keeps it as it is, it saves somebody."""
ShownKind = Literal[
    "acts", "moves", "arrives", "turns", "stands", "works", "aims", "throws", "fates", "hurts", "heals", "falls",
    "leaves", "scores",
]  # fmt: skip
"""What is to be seen of something that happened: a piece begins to act, goes a way, comes to the board, turns, takes
another stance; a part is worked at; somebody aims; dice are thrown, or meet their fate; a piece loses or gets back
wounds, is out of action, goes away; a side scores."""

Leads = Literal["acts", "moves", "attacks", "stands", "turns", "ends"]
"""What an option leads to: a piece acts, it goes somewhere, it attacks somebody, it stands on one spot of its cell, it
turns on the spot, it has acted."""


class Shape(TypedDict, total=False):
    """One of: a line [x1, y1, x2, y2]; a polygon [x, y, x, y, ...]; a circle [x, y, radius]; a rectangle [x, y, width,
    height]."""

    line: list[int]
    polygon: list[int]
    circle: list[int]
    rect: list[int]


class Place(TypedDict, total=False):
    """Where on the board something is: a piece or a part by its id, or a named spot with its shape; its `level` where
    there are several, in hundredths, and the degrees that something is `turned` there."""

    piece: str
    part: str
    spot: str
    shape: Shape
    level: int
    turned: int


class RayView(TypedDict):
    """A line of sight in space: [x, y, height] of where it starts and ends, and the lower and the upper edge of both
    `bodies`, that of who looks first. Where something stops it, gives cover or obscures, it is `met`."""

    start: list[int]
    end: list[int]
    bodies: list[Pair]
    met: NotRequired[list[int]]


class Mark(TypedDict):
    """Something to draw for an explanation; `text` says what it is. Where it matters, `heights` are those of both ends
    of a line of sight, or of the lower and the upper edge of what stands in the way; a line of sight that can be looked
    at from the side has its `ray`."""

    kind: MarkKind
    shape: Shape
    text: str
    heights: NotRequired[Pair]
    ray: NotRequired[RayView]


class Reason(TypedDict):
    """One part of a number."""

    amount: int
    reason: str
    rule: str


class Tag(TypedDict):
    """A short mark with its whole name. Never colour alone: the mark is a letter or number. Of the kind `state` is what
    the `state`, the `stance` or the `wounds` of a piece show already."""

    mark: str
    name: str
    kind: Literal["harm", "good", "info", "gear", "state"]
    rule: NotRequired[str]


class Area(TypedDict):
    """A named region of the board, drawn under everything; `kind` picks its pattern, and `seat` is whose it is."""

    name: str
    kind: AreaKind
    shape: Shape
    label: NotRequired[str]
    seat: NotRequired[int]


class Grid(TypedDict):
    """The lines of a board in cells: `size` in hundredths. A cell is the spot "column,row", counted from 0; where there
    are several `levels`, each as high as a cell is wide, it is "column,row,level". Where cells have `names` of their
    own, what has none is no cell."""

    size: int
    columns: int
    rows: int
    levels: NotRequired[int]
    names: NotRequired[dict[str, str]]


class Board(TypedDict):
    """What never changes during a match. Where people measure, a length is written with the `sign` of the unit behind
    it, and `units` is what several of them are called."""

    name: str
    unit: str
    units: NotRequired[str]
    sign: NotRequired[str]
    width: int
    height: int
    grid: NotRequired[Grid]
    areas: dict[str, Area]


class Part(TypedDict):
    """Something of the board that may change: a wall, a door, a piece of terrain. `sort` is what the game calls all of
    its kind, `foot` its lower edge and `level` the upper one; `strong` is what nothing breaks. A ramp is `turned` to
    where it leads up: degrees, counted from the right against the clock."""

    name: str
    kind: PartKind
    shape: Shape
    sort: str
    state: NotRequired[PartState]
    mark: NotRequired[str]
    text: NotRequired[str]
    foot: NotRequired[int]
    level: NotRequired[int]
    strong: NotRequired[bool]
    turned: NotRequired[int]


class Piece(TypedDict):
    """Something that stands or lies on the board; `level` is the height of its foot, which `text` does not say.

    Of a member: its `role`, its `wounds` left and most, its `stance`, where it is `facing` (degrees, counted from the
    right against the clock) and how many degrees it sees about that (its `arc`), and its `size` (length and width)
    where it is no disc. Of an objective: the `holder` (a seat; -1: several contest it) and the radius of the `ring`
    within which it is held.
    """

    name: str
    kind: PieceKind
    form: Form
    at: Point
    radius: int
    mark: str
    text: str
    seat: NotRequired[int]
    level: NotRequired[int]
    state: NotRequired[State]
    tags: NotRequired[list[Tag]]
    card: NotRequired[str]
    role: NotRequired[Role]
    wounds: NotRequired[Pair]
    stance: NotRequired[Stance]
    facing: NotRequired[int]
    arc: NotRequired[int]
    size: NotRequired[Pair]
    holder: NotRequired[int]
    ring: NotRequired[int]


class Figure(TypedDict):
    """A number of a card with its reasons; how much of it is `left`, where it is spent in play."""

    label: str
    name: str
    value: str
    left: NotRequired[int]
    note: NotRequired[str]
    reasons: NotRequired[list[Reason]]


class Row(TypedDict):
    """A line of a card: a weapon, a skill, a piece of equipment."""

    label: str
    text: str
    rule: NotRequired[str]


class Card(TypedDict):
    """One member of a roster; `status` says its `state` in words, and `wounds` are those left and most."""

    seat: int
    name: str
    mark: str
    title: str
    state: State
    status: str
    figures: list[Figure]
    tags: list[Tag]
    rows: list[Row]
    piece: NotRequired[str]
    role: NotRequired[Role]
    wounds: NotRequired[Pair]


class Status(TypedDict):
    """A fact that is always visible: event, score, ...; the turn and the phase, where there are some, are called so.
    Facts with a `rank` come first, the lowest rank foremost, and are shown where there is little room too; all others
    follow by their labels. What is counted for each side is in its `scores`, seat by seat; what goes on step by step
    (turns) says in `steps` which one it is, and of how many."""

    label: str
    value: str
    text: NotRequired[str]
    rule: NotRequired[str]
    rank: NotRequired[int]
    scores: NotRequired[list[int]]
    steps: NotRequired[Pair]


class Holding(TypedDict):
    """What a side as a whole has: a rule, a ploy, a piece of equipment. `state` is ready, short (something is missing),
    spent, or always for what works by itself; `status` says it in words, `moment` when it is used. Of what lies there
    as `dice`, each of so many is spent by itself."""

    name: str
    kind: str
    text: str
    state: str
    status: str
    moment: NotRequired[str]
    cost: NotRequired[str]
    rule: NotRequired[str]
    dice: NotRequired[int]


class Side(TypedDict):
    """What a seat is called; `mark` is its letter and `form` the form of its pieces. Its `sheet` is what it has as a
    whole."""

    name: str
    mark: str
    form: Form
    sheet: NotRequired[list[Holding]]


class Paragraph(TypedDict):
    """A part of the briefing: how each side wins, what is special."""

    label: str
    text: str
    rule: NotRequired[str]


class GoalMark(TypedDict):
    """How one objective stands: its sign, the `holder` (a seat; -1: several contest it), whether it is `done`; and the
    piece or part that it is, if that is on the board."""

    mark: str
    name: str
    holder: NotRequired[int]
    done: NotRequired[bool]
    place: NotRequired[Place]


class Goal(TypedDict):
    """What it is all about, in one sentence for whoever looks, and how each objective stands."""

    name: str
    text: str
    marks: list[GoalMark]


class Ending(TypedDict):
    """How the game ended; `winner` is a seat, or -1 for a draw."""

    winner: int
    text: str
    rule: str


class Scene(TypedDict):
    """Everything one viewer may see."""

    game: str
    title: str
    sides: list[Side]
    status: dict[str, Status]
    briefing: list[Paragraph]
    board: NotRequired[Board]
    parts: dict[str, Part]
    pieces: dict[str, Piece]
    cards: dict[str, Card]
    goal: NotRequired[Goal]
    ending: NotRequired[Ending]


class OptionView(TypedDict):
    """One legal answer. `group` sorts the list; `declines`: it lets the window pass; `chance`: odds are worth asking
    for; `note`: what it does, in one sentence; `cost`: how many of the points of its question it takes; `spends`: the
    dice of its side that it takes, by their names; `leads`: what it is a part of, so that one gesture can say more. Of
    the `dice` in the tray it takes one of each list: places of dice that are alike."""

    key: str
    text: str
    group: str
    rules: list[str]
    place: NotRequired[Place]
    declines: NotRequired[bool]
    chance: NotRequired[bool]
    note: NotRequired[str]
    cost: NotRequired[int]
    spends: NotRequired[dict[str, int]]
    leads: NotRequired[Leads]
    dice: NotRequired[list[list[int]]]


class BarredView(TypedDict):
    """What one might want to do now and may not: like an option, with the `reason` in a person's words."""

    key: str
    text: str
    group: str
    reason: str
    rule: str
    place: NotRequired[Place]


class RegionView(TypedDict):
    """Where an answer may be any point of the board. Whatever lies inside the lines may be tried by `plan`.

    Of a move: `piece` moves from `start` at most as far as its `limit` in whole units; `contours` holds, for 1, 2 and
    so on, the closed lines [x, y, x, y, ...] round what they reach; it `jumps` if it may be made in the air. Of a
    place: the `areas` it must lie in, if there are some, and whether what is put down may be turned (`rotates`).
    `radius` is that of what moves or is put down, in hundredths; what is no disc has a `footprint`: outlines about its
    middle, not turned. What goes off at a point reaches as far as its `blast`.

    Of a turn: `piece` turns on the spot, from where it is `facing` at the `start` to any point; what is laid from there
    has a `footprint` about its tip, and what turns sees an `arc` of so many degrees. Of a drive: a hull with its
    `footprint` goes leg by leg from the `start`, at most its `limit` in all, and pivots before legs at most so often
    (`pivots`; negative: as it likes); its middle comes to its `areas`.
    """

    kind: Literal["move", "place", "turn", "drive"]
    radius: int
    piece: NotRequired[str]
    start: NotRequired[Point]
    facing: NotRequired[int]
    arc: NotRequired[int]
    limit: NotRequired[float]
    pivots: NotRequired[int]
    contours: NotRequired[list[list[list[int]]]]
    jumps: NotRequired[bool]
    areas: NotRequired[list[list[int]]]
    rotates: NotRequired[bool]
    footprint: NotRequired[list[list[int]]]
    blast: NotRequired[int]


class QuestionView(TypedDict):
    """What is asked now. Only who must answer sees options; `window` names a kind of question that a player may pass
    for good.

    `setup`: it belongs to setting up the game, which a newcomer may like to have done. With a `region` any point of it
    is an answer as well: the options of the group "suggested" are some of them. `walks` are the cells to which a `plan`
    leads by several answers at once. `labels` are what may be drawn, each with its words. Dice of `pools`, so many in
    each, roll on: the best face brings one more to its pool. `points` are those left and most of what actions cost,
    called `points_name`; `barred` is what else one might think of.
    """

    seat: int
    kind: Literal["choose", "roll"]
    text: str
    window: NotRequired[str]
    window_text: NotRequired[str]
    setup: NotRequired[bool]
    options: NotRequired[list[OptionView]]
    count: NotRequired[int]
    sides: NotRequired[int]
    labels: NotRequired[dict[str, str]]
    pools: NotRequired[list[int]]
    subject: NotRequired[Place]
    region: NotRequired[RegionView]
    walks: NotRequired[list[Place]]
    points: NotRequired[Pair]
    points_name: NotRequired[str]
    barred: NotRequired[list[BarredView]]


class Die(TypedDict):
    """One die of the tray: what it is, its face, and what became of it, as a `sign` and in words (`fate`). `state` is
    live, replaced or settled.

    Of pools that were rolled against each other `pool` is the number of its own, from 0. A die that another one brought
    hangs from it (`hangs`), and one that was rolled for another has replaced it (`replaces`): both are places in the
    tray.
    """

    name: str
    seat: int
    face: int | str
    sides: int
    state: str
    sign: NotRequired[Fate]
    fate: NotRequired[str]
    pool: NotRequired[int]
    hangs: NotRequired[int]
    replaces: NotRequired[int]


class Shown(TypedDict):
    """What a table shows of an entry of the log while it happens: `piece` is who does or suffers it, `target` at what.

    Of a way: the points after its start and, where they differ, the heights there. `amount` is how many wounds, points
    or degrees; `seat` is who scores or throws, and `dice` lie as they fell, with their fates.
    """

    kind: ShownKind
    piece: NotRequired[str]
    target: NotRequired[Place]
    path: NotRequired[list[Point]]
    heights: NotRequired[list[int]]
    amount: NotRequired[int]
    seat: NotRequired[int]
    dice: NotRequired[list[Die]]


class Told(TypedDict):
    """One entry of the log; `answers` were given before it. `kind` is choice, forced, roll or event. Where `faces` are
    those of several pools, `pools` says how many each has; `shows` is what is to be seen of it on the board."""

    answers: int
    kind: str
    text: str
    seat: NotRequired[int]
    rule: NotRequired[str]
    code: NotRequired[str]
    faces: NotRequired[list[int | str]]
    sides: NotRequired[int]
    pools: NotRequired[list[int]]
    about: NotRequired[list[str]]
    heading: NotRequired[int]
    shows: NotRequired[Shown]


class LegView(TypedDict):
    """One straight stretch of a way: where it ends, what it costs in units, and what that is for; of a hull its outline
    there (`ghost`)."""

    to: Point
    cost: float
    text: str
    ghost: NotRequired[list[int]]


class CheckView(TypedDict):
    """One condition of a refusal, with what to draw."""

    rule: str
    passed: bool
    text: str
    marks: list[Mark]


class RefusalView(TypedDict):
    """Something that is not possible: its checks in order, the last one failed; `reason` tells that one in a person's
    words."""

    key: str
    text: str
    checks: list[CheckView]
    reason: NotRequired[str]


class LevelView(TypedDict):
    """One of several heights at a point, in hundredths; whether it may be the answer, and what it costs in units."""

    level: int
    legal: bool
    cost: NotRequired[float]


class PlanView(TypedDict):
    """The way to a spot: the keys to answer one after the other, the points they lead over, and what they do in words.

    On a board without cells a spot is "point X,Y" in hundredths, perhaps with " via X,Y;X,Y", " up Z", " turned D" or "
    jump", or "words 6 north"; `cost` of at most `limit` units is made up of `legs`. Without keys a `refusal` may
    say why there is no way. Where several floors lie over each other at the point, `levels` are all of them, and
    `level` is the one that the keys lead to. Where cells lie over each other, `heights` are those of the points. What
    faces somewhere is `turned` to so many degrees at the end; `hits` are the pieces that it is about, such as those
    below a template.
    """

    keys: list[str]
    path: list[Point]
    heights: NotRequired[list[int]]
    text: str
    cost: NotRequired[float]
    limit: NotRequired[float]
    legs: NotRequired[list[LegView]]
    refusal: NotRequired[RefusalView]
    level: NotRequired[int]
    levels: NotRequired[list[LevelView]]
    turned: NotRequired[int]
    hits: NotRequired[list[str]]


class Fact(TypedDict):
    """One thing that is so between two pieces, with its rule; `good` for whoever looks."""

    text: str
    rule: str
    good: bool


class LookView(TypedDict):
    """What the piece a question is about has to do with another: one line, the facts behind it, and the lines that
    decide."""

    text: str
    facts: list[Fact]
    marks: list[Mark]


class ImpliedView(TypedDict):
    """An answer that a gesture implies, and what else might be answered there."""

    key: str
    text: str
    others: list[ImpliedView]


class AttackView(TypedDict):
    """One attack that a gesture may mean: the keys to answer one after the other, and what they are in words."""

    keys: list[str]
    text: str


class AheadView(TypedDict):
    """What a piece might do if it acted now: the `keys` that must be answered first (none with nothing else here: it
    may not), what they imply, and where it may go then. Of a target: the `attacks` on it."""

    keys: list[str]
    implied: list[ImpliedView]
    region: NotRequired[RegionView]
    walks: NotRequired[list[Place]]
    attacks: NotRequired[list[AttackView]]


class Share(TypedDict):
    """A chance from 0 to 1, and the same as an exact fraction."""

    chance: float
    exact: str


class HarmAmount(TypedDict):
    """One amount of damage with its chance, and how much of that chance takes the piece out."""

    amount: int
    chance: float
    kills: float


class HarmView(TypedDict):
    """What an option may do to a piece: the chance that it is taken out, and the damage: its mean, of how many wounds
    that are left, and every amount."""

    piece: str
    name: str
    seat: int
    kill: Share
    mean: float
    of: int
    spread: list[HarmAmount]


class ThreatView(TypedDict):
    """An enemy that could hurt a piece at a spot in its next activation, from where it stands now: the mean damage of
    its best attack, and whether the spot is in cover from it."""

    piece: str
    mean: float
    cover: bool


GainKind = Literal["holds", "contests", "acts"]


class GainView(TypedDict):
    """What a piece would have of a spot for the goal of the game: it holds something there or contests it, or could do
    something for it; `mark`: a short sign of that thing, `text`: what follows the piece's name in a sentence."""

    kind: GainKind
    mark: str
    text: str


class DangerSpot(TypedDict):
    """A spot within reach, who threatens whoever stands there, and what the piece has of it for its goal; `cost`: what
    it takes to come there, in whole units."""

    at: Point
    threats: list[ThreatView]
    gains: list[GainView]
    spot: NotRequired[str]
    level: NotRequired[int]
    cost: NotRequired[int]


class DangerView(TypedDict):
    """How dangerous the spots are that a piece may move to; `step` lies between two of them. Reckoning takes a while:
    these are some of the spots, and `rest` are still to be asked for."""

    piece: str
    step: int
    spots: list[DangerSpot]
    rest: int
