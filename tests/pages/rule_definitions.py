"""The rules that deploy/docs/rules.md defines, read from that page, and boards that are checked against them.

Nothing here is shared with the program: a definition is the page's own Python expression.
"""
import dataclasses
import functools
import itertools
import pathlib
import re

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PAGE = SOURCE / "deploy" / "docs" / "rules.md"
BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3)}
LINE_CLUES = ("XSum", "Skyscraper", "NumberedRoom")


@dataclasses.dataclass
class Rule:
    section: str
    name: str
    definition: object  # compiled
    form: str           # as the page writes it, `.Thermo~R1C1~R1C2`
    example: str        # a whole board
    printed: str        # what the page says that the program prints

    @property
    def word(self):
        return self.form.strip(".").split("~")[0]

    @property
    def key(self):
        return key_of(self.form.strip(".").split("~"))

    @property
    def picture(self):
        return f"rule-{self.name.lower().replace(' ', '-')}.svg"


def rules():
    """All rules of the page, in order."""
    found = []
    for section in re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)[1:]:
        for text in re.split(r"^### ", section, flags=re.MULTILINE)[1:]:
            name = text.splitlines()[0]
            definition = re.search(r"^- Definition: `(.*)`$", text, re.MULTILINE).group(1)
            form = re.search(r"^- Text: `([^`]*)`", text, re.MULTILINE).group(1)
            example, printed = re.search(r"^\$ echo '(.*)' \| puzzled solve --limit 0 --quiet\n(.*)\n```",
                                         text, re.MULTILINE).groups()
            found.append(Rule(section.splitlines()[0], name, compile(definition, name, "eval"), form,
                              example, printed))
    return found


def key_of(token):
    """What tells rules apart: the word of a token, and the first argument of words that stand for several."""
    return "~".join(token[:2]) if token[0] in ("Diagonal", "Indexing") else token[0]


def cell_of(word):
    row, column = re.fullmatch(r"R(\d+)C(\d+)", word).groups()
    return int(row), int(column)


def is_cell(word):
    return re.fullmatch(r"R\d+C\d+", word) is not None


def distinct(values):
    values = list(values)
    return len(set(values)) == len(values)


def pairs(values):
    return zip(values, values[1:])


class Shape:
    """A board's places; rows and columns count from 1."""

    def __init__(self, size):
        self.size = size
        self.places = [(r, c) for r in range(1, size + 1) for c in range(1, size + 1)]
        height, width = BOXES[size]
        self.boxes = [[(r + i, c + j) for i in range(height) for j in range(width)]
                      for r in range(1, size + 1, height) for c in range(1, size + 1, width)]

    def apart(self, rows, columns):
        """Pairs of places that are so far apart, the upper one first."""
        return [((r, c), (r + rows, c + columns)) for r, c in self.places
                if r + rows <= self.size and 1 <= c + columns <= self.size]

    @functools.cached_property
    def neighbours(self):
        return self.apart(0, 1) + self.apart(1, 0)

    def box_of(self, place):
        return next(box for box in self.boxes if place in box)


@functools.cache
def shape_of(size):
    return Shape(size)


@dataclasses.dataclass
class Board:
    size: int
    clues: dict   # place: value
    tokens: list  # [word, arguments...]


def board_of(line):
    """A board as its line states it."""
    tokens = [token.split("~") for token in line.split(".")[1:]]
    board = Board(9, {}, [])
    for word, *arguments in tokens:
        if word == "Shape":
            board.size = int(arguments[0].split("x")[0])
        elif word == "":
            for argument in arguments:
                place, value = argument.split("_")
                board.clues[cell_of(place)] = int(value)
        else:
            board.tokens.append([word, *arguments])
    return board


def line_from_clue(shape, name, is_far):
    index = int(name[1:])
    places = [(index, i) if name[0] == "R" else (i, index) for i in range(1, shape.size + 1)]
    return places[::-1] if is_far else places


def diagonal_from(shape, place):
    """The diagonal of a little killer, from the cell at which its arrow points."""
    row, column = place
    size = shape.size
    if column == 1 and row < size:
        step = (1, 1)
    elif column == size and 1 < row < size:
        step = (-1, -1)
    elif row == 1:
        step = (1, -1)
    else:
        step = (-1, 1)
    places = []
    while (row, column) in shape.places:
        places.append((row, column))
        row, column = row + step[0], column + step[1]
    return places


def clues_of(shape, token):
    """What one token asks, as pairs of places and number: some tokens hold two clues."""
    word, *arguments = token
    if word in LINE_CLUES:
        return [(line_from_clue(shape, arguments[0], is_far), int(number))
                for is_far, number in enumerate(arguments[1:]) if number]
    if word == "Sandwich":
        return [(line_from_clue(shape, arguments[1], False), int(arguments[0]))]
    if word == "LittleKiller":
        return [(diagonal_from(shape, cell_of(arguments[1])), int(arguments[0]))]
    if word == "Quad":
        row, column = cell_of(arguments[0])
        square = [(row + i, column + j) for i in (0, 1) for j in (0, 1)]
        return [(square, [int(x) for x in arguments[1:]])]
    places = [cell_of(argument) for argument in arguments if is_cell(argument)]
    numbers = [int(argument) for argument in arguments if argument.isdigit()]
    if word == "PillArrow":
        places[:numbers[0]] = sorted(places[:numbers[0]])
    return [(places, numbers[0] if numbers else 5 if word == "Whisper" else 0)]


def sets_of(token):
    """The sets of cells of a token, parted by `-`."""
    parts = itertools.groupby(token[1:], lambda argument: argument == "-")
    return [[cell_of(argument) for argument in part] for is_dash, part in parts if not is_dash]


def keeps(rule, token, board, grid):
    """Whether a full board, a value for each place, keeps what a token asks."""
    shape = shape_of(board.size)
    n = shape.size

    def values(places):
        return [grid[place] for place in places]

    def of_pairs(some):
        return [(grid[a], grid[b]) for a, b in some]

    def without(words):
        marked = {frozenset(map(cell_of, filter(is_cell, other[1:]))) for other in board.tokens
                  if other[0] in words}
        return of_pairs(p for p in shape.neighbours if frozenset(p) not in marked)

    for places, number in clues_of(shape, token):
        names = {
            "n": n, "k": number, "v": values(places), "cells": places, "at": grid.__getitem__,
            "pairs": pairs, "distinct": distinct,
            "around": lambda p: [q for r in shape.neighbours if p in r for q in r if q != p],
            "row": lambda r: values((r, c) for c in range(1, n + 1)),
            "column": lambda c: values((r, c) for r in range(1, n + 1)),
            "box_of": lambda p: values(shape.box_of(p)),
            "place_of": lambda p: shape.box_of(p).index(p) + 1,
        }
        used = rule.definition.co_names
        for name, make in {
                "falling": lambda: values((i, i) for i in range(1, n + 1)),
                "rising": lambda: values((n + 1 - i, i) for i in range(1, n + 1)),
                "windows": lambda: [values((r + i, c + j) for i in range(3) for j in range(3))
                                    for r in (2, 6) for c in (2, 6)],
                "boxes": lambda: [values(box) for box in shape.boxes],
                "neighbours": lambda: of_pairs(shape.neighbours),
                "corners": lambda: of_pairs(shape.apart(1, 1) + shape.apart(1, -1)),
                "knights": lambda: of_pairs(shape.apart(1, 2) + shape.apart(1, -2) +
                                            shape.apart(2, 1) + shape.apart(2, -1)),
                "squares": lambda: [values([a, (a[0], b[1]), (b[0], a[1]), b])
                                    for a, b in shape.apart(1, 1)],
                "undotted": lambda: without(("WhiteDot", "BlackDot", "Difference", "Ratio")),
                "unsummed": lambda: without(("V", "X", "PairSum")),
                "sets": lambda: [values(some) for some in sets_of(token)],
                "parts": lambda: [values(part) for _, part in
                                  itertools.groupby(places, lambda p: shape.boxes.index(shape.box_of(p)))],
        }.items():
            if name in used:
                names[name] = make()
        if not eval(rule.definition, names):  # pylint: disable=eval-used
            return False
    return True


def solutions(size, clues, cap):
    """Boards by rows, columns and boxes alone that have these clues, in order; None if more than `cap`."""
    shape = shape_of(size)
    grid = {}
    found = []
    units = {p: [q for q in shape.places if q != p and (q[0] == p[0] or q[1] == p[1] or
                                                       q in shape.box_of(p))] for p in shape.places}

    def fill(index):
        if index == len(shape.places):
            found.append(dict(grid))
            return len(found) <= cap
        place = shape.places[index]
        for value in [clues[place]] if place in clues else range(1, size + 1):
            if all(grid.get(peer, clues.get(peer)) != value for peer in units[place]):
                grid[place] = value
                if not fill(index + 1):
                    return False
                del grid[place]
        return True

    return found if fill(0) else None


def text_of(grid):
    return "".join(str(grid[place]) for place in sorted(grid))
