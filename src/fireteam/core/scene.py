"""What a table draws: a game's position as shapes, pieces, cards and words. Every game describes itself in these terms alone.

Lengths are hundredths of the board's unit (a square, an inch, a cube's edge divided by its size in inches); x grows to
the right and y downwards. Whatever is absent is left out: no value is ever null, so that two scenes can be told apart
by a merge patch (RFC 7396).
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

Point = list[int]
"""[x, y] in hundredths."""

UNIT = 100


class Shape(TypedDict, total=False):
    """One of: a line [x1, y1, x2, y2]; a polygon [x, y, x, y, ...]; a circle [x, y, radius]; a rectangle [x, y, width, height]."""

    line: list[int]
    polygon: list[int]
    circle: list[int]
    rect: list[int]


class Place(TypedDict, total=False):
    """Where on the board something is: a piece or a part by its id, or a named spot with its shape; its `level` where there are
    several, in hundredths, and the degrees that something is `turned` there."""

    piece: str
    part: str
    spot: str
    shape: Shape
    level: int
    turned: int


class Mark(TypedDict):
    """Something to draw for an explanation: `kind` is sight, blocked, cover, obscured, wall, spot, distance; `text` says what it is."""

    kind: str
    shape: Shape
    text: str


class Reason(TypedDict):
    """One part of a number."""

    amount: int
    reason: str
    rule: str


class Tag(TypedDict):
    """A short mark with its whole name; `kind` is harm, good, info, gear, or held for who controls it. Never colour alone: the mark is a
    letter or number."""

    mark: str
    name: str
    kind: str
    rule: NotRequired[str]


class Area(TypedDict):
    """A named region of the board, drawn under everything; `kind` picks its pattern."""

    name: str
    kind: str
    shape: Shape
    label: NotRequired[str]


class Grid(TypedDict):
    """The lines of a board in cells: `size` in hundredths. A cell is the spot "column,row", counted from 0."""

    size: int
    columns: int
    rows: int


class Board(TypedDict):
    """What never changes during a match."""

    name: str
    unit: str
    width: int
    height: int
    grid: NotRequired[Grid]
    areas: dict[str, Area]


class Part(TypedDict):
    """Something of the board that may change: a wall, a door, a terminal, a piece of terrain."""

    name: str
    kind: str
    shape: Shape
    state: NotRequired[str]
    mark: NotRequired[str]
    text: NotRequired[str]
    level: NotRequired[int]


class Piece(TypedDict):
    """Something that stands or lies on the board. `form` is disc, square, diamond or hexagon: each side has its own."""

    name: str
    kind: str
    form: str
    at: Point
    radius: int
    mark: str
    text: str
    seat: NotRequired[int]
    level: NotRequired[int]
    state: NotRequired[str]
    tags: NotRequired[list[Tag]]
    card: NotRequired[str]


class Figure(TypedDict):
    """A number of a card with its reasons."""

    label: str
    name: str
    value: str
    note: NotRequired[str]
    reasons: NotRequired[list[Reason]]


class Row(TypedDict):
    """A line of a card: a weapon, a skill, a piece of equipment."""

    label: str
    text: str
    rule: NotRequired[str]


class Card(TypedDict):
    """One member of a roster; `state` is one of ready, active, done, away, out, left; `status` says it in words."""

    seat: int
    name: str
    mark: str
    title: str
    state: str
    status: str
    figures: list[Figure]
    tags: list[Tag]
    rows: list[Row]
    piece: NotRequired[str]


class Status(TypedDict):
    """A fact that is always visible: event, score, ...; the turn and the phase, where there are some, are called so."""

    label: str
    value: str
    text: NotRequired[str]
    rule: NotRequired[str]


class Holding(TypedDict):
    """What a side as a whole has: a rule, a ploy, a piece of equipment. `state` is ready, short (something is missing), spent, or
    always for what works by itself; `status` says it in words, `moment` when it is used."""

    name: str
    kind: str
    text: str
    state: str
    status: str
    moment: NotRequired[str]
    cost: NotRequired[str]
    rule: NotRequired[str]


class Side(TypedDict):
    """What a seat is called; `mark` is its letter and `form` the form of its pieces. Its `sheet` is what it has as a whole."""

    name: str
    mark: str
    form: str
    sheet: NotRequired[list[Holding]]


class Paragraph(TypedDict):
    """A part of the briefing: how each side wins, what is special."""

    label: str
    text: str
    rule: NotRequired[str]


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
    ending: NotRequired[Ending]


class OptionView(TypedDict):
    """One legal answer. `group` sorts the list; `declines`: it lets the window pass; `chance`: odds are worth asking for; `note`: what
    it does, where its name does not say so."""

    key: str
    text: str
    group: str
    rules: list[str]
    place: NotRequired[Place]
    declines: NotRequired[bool]
    chance: NotRequired[bool]
    note: NotRequired[str]


class RegionView(TypedDict):
    """Where an answer may be any point of the board; `kind` is move or place. Whatever lies inside the lines may be tried by `plan`.

    Of a move: `piece` moves from `start` at most so many `inches`; `contours` holds, for 1 inch, 2 inches and so on, the
    closed lines [x, y, x, y, ...] round what they reach. Of a place: the `areas` it must lie in, if there are some, and
    whether what is put down may be turned (`rotates`). `radius` is that of what moves or is put down, in hundredths; what is no disc has
    a `footprint`: outlines about its middle, not turned.
    """

    kind: str
    radius: int
    piece: NotRequired[str]
    start: NotRequired[Point]
    inches: NotRequired[int]
    contours: NotRequired[list[list[list[int]]]]
    areas: NotRequired[list[list[int]]]
    rotates: NotRequired[bool]
    footprint: NotRequired[list[list[int]]]


class QuestionView(TypedDict):
    """What is asked now. Only who must answer sees options; `window` names a kind of question that a player may pass for good.

    `setup`: it belongs to setting up the game, which a newcomer may like to have done. With a `region` any point of it is an
    answer as well: the options of the group "suggested" are some of them.
    """

    seat: int
    kind: str
    text: str
    window: NotRequired[str]
    window_text: NotRequired[str]
    setup: NotRequired[bool]
    options: NotRequired[list[OptionView]]
    count: NotRequired[int]
    sides: NotRequired[int]
    labels: NotRequired[list[str]]
    subject: NotRequired[Place]
    region: NotRequired[RegionView]


class Die(TypedDict):
    """One die of the tray: what it is, its face, and what became of it. `state` is live, replaced or settled."""

    name: str
    seat: int
    face: int | str
    sides: int
    state: str
    fate: NotRequired[str]


class Told(TypedDict):
    """One entry of the log; `answers` were given before it. `kind` is choice, forced, roll or event."""

    answers: int
    kind: str
    text: str
    seat: NotRequired[int]
    rule: NotRequired[str]
    code: NotRequired[str]
    faces: NotRequired[list[Any]]
    sides: NotRequired[int]
    about: NotRequired[list[str]]
    heading: NotRequired[int]


class LegView(TypedDict):
    """One straight stretch of a way: where it ends, the inches it costs, and what they are for."""

    to: Point
    inches: int
    text: str


class CheckView(TypedDict):
    """One condition of a refusal, with what to draw."""

    rule: str
    passed: bool
    text: str
    marks: list[Mark]


class RefusalView(TypedDict):
    """Something that is not possible: its checks in order, the last one failed."""

    key: str
    text: str
    checks: list[CheckView]


class LevelView(TypedDict):
    """One of several heights at a point, in hundredths; whether it may be the answer, and the inches that it costs."""

    level: int
    legal: bool
    cost: NotRequired[int]


class PlanView(TypedDict):
    """The way to a spot: the keys to answer one after the other, the points they lead over, and what they do in words.

    On a board of inches a spot is "point X,Y" in hundredths, perhaps with " via X,Y;X,Y", " up Z", " turned D" or " jump", or
    "words 6 north"; `cost` of at most `limit` inches is made up of `legs`. Without keys a `refusal` may say why there is no way.
    Where several floors lie over each other at the point, `levels` are all of them, and `level` is the one that the keys lead to.
    """

    keys: list[str]
    path: list[Point]
    text: str
    cost: NotRequired[int]
    limit: NotRequired[int]
    legs: NotRequired[list[LegView]]
    refusal: NotRequired[RefusalView]
    level: NotRequired[int]
    levels: NotRequired[list[LevelView]]


class Fact(TypedDict):
    """One thing that is so between two pieces, with its rule; `good` for whoever looks."""

    text: str
    rule: str
    good: bool


class LookView(TypedDict):
    """What the piece a question is about has to do with another: one line, the facts behind it, and the lines that decide."""

    text: str
    facts: list[Fact]
    marks: list[Mark]
