"""Sudoku of other sizes and rules: 4x4 to 25x25, jigsaws, diagonals, killer cages, thermometers, ....

A `Board` is built of Python's values, or read from a text in any form that `puzzled solve` reads:

    >>> from puzzled import variants
    >>> board = variants.Board(6, rules="diagonal")
    >>> board[0, 5] = 3
    >>> board.add("killer cage", [(0, 0), (0, 1)], numbers=11)
    >>> board.add("thermometer", [(5, 0), (4, 1), (3, 2)])
    >>> board.count(limit=1000)
    44
    >>> variants.parse(".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R3C1~R2C1~R4C1.~R2C2_4~R3C3_4").solve().tolist()
    [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]

Cells are pairs (row, column) from 0, values are 1 to the size. `RULE_KINDS` has the names of all rules, the
page deploy/docs/rules.md says what each of them means, and `BOARD_RULES` has those that need no cells.

All searches let other Python threads run meanwhile, and Ctrl-C ends them. A `time_limit` is in seconds; what
it ends is a TimeoutError, or in an `Answer` `complete=False`.
"""

from __future__ import annotations

import operator
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _arguments, _puzzled

__all__ = ["Answer", "BOARD_RULES", "Board", "Estimate", "RULE_KINDS", "Rule", "parse", "solve_all"]

Cell = tuple[int, int]
Grid = npt.NDArray[np.uint8]

RULE_KINDS: tuple[str, ...] = _puzzled.RULE_KINDS
BOARD_RULES: tuple[str, ...] = _puzzled.BOARD_RULES
_NO_REGION = 255
_MAX_PAGE = 1024


class Rule(NamedTuple):
    """A rule by the name of its kind, with its cells, other cells and numbers, as the kind has them."""

    kind: str
    cells: tuple[Cell, ...] = ()
    others: tuple[Cell, ...] = ()
    numbers: tuple[int, ...] = ()


class Answer(NamedTuple):
    """What was found of a board: `count` solutions, at most the limit, and the first that was found."""

    count: int
    solution: Optional[Grid]
    complete: bool = True  # False: the time limit ended the search, and there may be more solutions
    error: Optional[str] = None  # why it is no board


class Estimate(NamedTuple):
    """About how many solutions there are; `error` is half the width of the 95 % confidence interval."""

    solutions: float
    error: float  # 0: they were counted
    probes: int  # 0: they were counted


class Board:
    """A board of n rows and columns with its rules.

    `boxes`: a pair of rows and columns of each box; without it they are as square as possible, and wider
    than high (6: 2 rows of 3), and sizes as 5, 7 and 14 have none. `regions`: instead of boxes, a label for
    each cell, as n rows; None and -1 are in none, and `regions=()` is a board without any. `clues`: a value
    for each cell, as n rows; 0 and None are blanks. `rules`: names of rules of whole boards, with commas
    between them, or `Rule`s.

    `board[row, column] = 3` sets a clue and `= {1, 2, 3}` what a cell may hold; `= None` makes it a blank.
    `board[row, column]` is the tuple of the values that a cell may hold. `rules` is a list, to be changed.
    """

    def __init__(
        self,
        size: int = 9,
        *,
        boxes: Optional[tuple[int, int]] = None,
        regions: Optional[Sequence[Any]] = None,
        clues: Optional[Sequence[Any]] = None,
        rules: Union[str, Iterable[Rule]] = (),
    ) -> None:
        size = _arguments.integer("size", size, _puzzled.MIN_SIZE, _puzzled.MAX_SIZE)
        self._take(_puzzled.plain_board(size))
        if boxes is not None and regions is not None:
            raise ValueError("boxes and regions cannot be combined")
        if boxes is not None:
            self._regions = _box_regions(size, boxes)
        elif regions is not None:
            self._regions = _regions(size, regions)
        if clues is not None:
            cells = _square("clues", size, clues)
            for row, column in np.ndindex(size, size):
                self[row, column] = cells[row, column] or None
        self.rules = _read_rules(rules, size)

    def _take(self, board):
        self.size, self._regions, self._allowed, rules = board.parts()
        self.rules: list[Rule] = [_rule_of(rule, self.size) for rule in rules]

    @classmethod
    def _of(cls, board):
        made = cls.__new__(cls)
        made._take(board)
        return made

    def _made(self):
        """The same for the engines."""
        regions = np.zeros(0, np.uint8) if self._regions is None else self._regions
        rules = [_tuple_of(rule, self.size) for rule in self.rules]
        return _puzzled.VariantBoard(self.size, regions, self._allowed, rules)

    def __repr__(self) -> str:
        clues = int((self.clues > 0).sum())
        return f"<puzzled.variants.Board: {self.size}x{self.size}, {clues} clues, {len(self.rules)} rules>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (
            self.size == other.size
            and np.array_equal(self.regions, other.regions)
            and np.array_equal(self._allowed, other._allowed)
            and self.rules == other.rules
        )

    __hash__ = None  # type: ignore[assignment]  # boards change

    def copy(self) -> Board:
        """A board of its own."""
        return Board._of(self._made())

    def __getitem__(self, cell: Cell) -> tuple[int, ...]:
        values = int(self._allowed[_cell(cell, self.size)])
        return tuple(value for value in range(1, self.size + 1) if values >> (value - 1) & 1)

    def __setitem__(self, cell: Cell, values: Union[int, Iterable[int], None]) -> None:
        cell = _cell(cell, self.size)
        if values is None:
            self._allowed[cell] = (1 << self.size) - 1
            return
        bits = 0
        for value in [values] if np.ndim(values) == 0 and not isinstance(values, (set, frozenset)) else values:
            bits |= 1 << (_arguments.integer(f"the value of cell {cell}", value, 1, self.size) - 1)
        self._allowed[cell] = bits

    @property
    def clues(self) -> Grid:
        """Of each cell its value if it may hold just one, else 0; a new array (n, n)."""
        values = self._allowed.astype(np.int64)
        single = (values > 0) & (values & (values - 1) == 0)
        return np.where(single, np.log2(np.maximum(values, 1)).astype(np.int64) + 1, 0).astype(np.uint8)

    @property
    def regions(self) -> npt.NDArray[np.int16]:
        """Of each cell the number of its box or piece, or -1; a new array (n, n)."""
        if self._regions is None:
            return np.full((self.size, self.size), -1, np.int16)
        regions = self._regions.astype(np.int16)
        regions[regions == _NO_REGION] = -1
        return regions

    def add(
        self,
        kind: str,
        cells: Iterable[Cell] = (),
        others: Iterable[Cell] = (),
        numbers: Union[int, Iterable[int]] = (),
    ) -> None:
        """Add a rule: one of `RULE_KINDS` with its cells, or one of `BOARD_RULES`, which need none.

        Case, spaces and hyphens in names do not matter. That a rule has the right number of cells and
        numbers is checked when the board is solved or written.
        """
        cells = tuple(cells)
        if not cells and _bare(kind) in map(_bare, BOARD_RULES):
            self.rules += _read_rules(kind, self.size)
            return
        numbers = (numbers,) if np.ndim(numbers) == 0 else tuple(numbers)
        rule = Rule(_puzzled.kind_name(kind), cells, tuple(others), numbers)
        self.rules.append(_rule_of(_tuple_of(rule, self.size), self.size))

    def to_text(self) -> str:
        """The board as a constraint string of the Interactive Sudoku Solver, which `parse` reads."""
        return _puzzled.board_text(self._made())

    def solve(self, *, unique: bool = False, time_limit: Optional[float] = None) -> Optional[Grid]:
        """A solution as an array (n, n), or None; with `unique`, None if there are several, too."""
        unique = _arguments.flag("unique", unique)
        found = self._answer(2 if unique else 1, time_limit)
        if unique and found.count == 2:
            return None
        is_known = found.count > 0 and not unique
        return _in_time(found.solution, found.complete or is_known)

    def count(self, *, limit: int = 2, time_limit: Optional[float] = None) -> int:
        """The number of solutions, up to `limit`; 0 counts all."""
        limit = _limit(limit)
        found = self._answer(limit, time_limit)
        return _in_time(found.count, found.complete)

    def has_solution(self, *, time_limit: Optional[float] = None) -> bool:
        """Whether there is a solution."""
        return self.solve(time_limit=time_limit) is not None

    def _answer(self, limit, time_limit):
        seconds = _arguments.seconds("time_limit", time_limit)
        answer = Answer(*_puzzled.solve_boards([self._made()], limit, seconds, 1)[0])
        if answer.error:
            raise ValueError(answer.error)
        return answer

    def solutions(self, *, time_limit: Optional[float] = None) -> Iterator[Grid]:
        """All solutions in the order of their values, row by row, found as they are asked for.

        What is done to the board meanwhile changes nothing. The time limit is for all of them.
        """
        seconds = _arguments.seconds("time_limit", time_limit)
        return _walk(self._made(), seconds)

    def __iter__(self) -> Iterator[Grid]:
        return self.solutions()

    def true_candidates(self, *, cap: int = 1, time_limit: Optional[float] = None) -> npt.NDArray[np.uint32]:
        """In how many solutions, up to `cap`, each cell holds each value.

        An array (n, n, n) by row, column and value - 1: above 0 where a cell holds the value in a solution.
        """
        cap = _arguments.integer("cap", cap, 1, 2**32 - 1)
        found, timed_out = _puzzled.board_candidates(self._made(), cap, _arguments.seconds("time_limit", time_limit))
        return _in_time(found, not timed_out)

    def estimate(self, *, seed: int = 1, time_limit: Optional[float] = None) -> Estimate:
        """How many solutions there are, where these are too many to be counted.

        Up to 10 000 are counted; of more the number is estimated by random probes, to 2 % where that can
        be. The same seed gives the same estimate. When time runs out the estimate is as good as it is by
        then.
        """
        seed = _arguments.integer("seed", seed, 0, 2**64 - 1, "2^64 - 1")
        seconds = _arguments.seconds("time_limit", time_limit)
        return Estimate(*_puzzled.board_estimate(self._made(), seed, seconds)[:3])


def parse(text: str, *, size: Optional[str] = None, rules: Union[str, Iterable[Rule]] = ()) -> Board:
    """Read the one board of a text.

    It is a line that states its rules (constraint strings of the Interactive Sudoku Solver, f-puzzles,
    SudokuPad, killers and jigsaws of forums), or a plain board of any size, on a line or in rows. `size`, such
    as "6" or "16:1-G", is that which the board must have, and says how values above 9 are written; without it
    both are found out. `rules` hold beside the board's own.

        >>> parse("1...............", rules="diagonal")
        <puzzled.variants.Board: 4x4, 1 clues, 2 rules>
    """
    board = Board._of(_puzzled.parse_board(_text(text), _size(size)))
    board.rules += _read_rules(rules, board.size)
    return board


def solve_all(
    boards: Iterable[Union[str, Board]],
    *,
    limit: int = 1,
    size: Optional[str] = None,
    rules: Union[str, Iterable[Rule]] = (),
    time_limit: Optional[float] = None,
    invalid: str = "raise",
    threads: int = 0,
) -> list[Answer]:
    """Solve many boards at once, spread over `threads` threads (0: one per processor).

    Boards are texts as `parse` takes them, such as lines of a file, or `Board`s. An `Answer` for each has the
    number of its solutions, up to `limit` (0: all), and the first. `size` and `rules` are those of `parse`;
    the time limit is for each board. What is no board is a ValueError that names its row, counted from 0, or
    with `invalid="answer"` an answer with the reason.

        >>> [answer.count for answer in solve_all(["1...............", "11.............."], limit=0)]
        [72, 0]
    """
    limit, threads = _limit(limit), _arguments.threads(threads)
    size, seconds = _size(size), _arguments.seconds("time_limit", time_limit)
    if invalid not in ("raise", "answer"):
        raise ValueError(f"invalid must be 'raise' or 'answer' (got {invalid!r})")
    boards = [boards] if isinstance(boards, (str, Board)) else list(boards)
    texts = [board for board in boards if isinstance(board, str)]
    others = [board for board in boards if not isinstance(board, str)]
    for board in others:
        if not isinstance(board, Board):
            raise TypeError(f"expected a str or a Board, not {type(board).__name__}")
    if others and (size or rules):
        raise ValueError("size and rules are for texts: a Board has its own")
    # Which cells a rule has is a number by the size of the board, which is not known of a text.
    further = _read_rules(rules, None)
    tuples = [_tuple_of(rule, 0) for rule in further]
    of_texts = iter(_puzzled.solve_board_texts(texts, size, tuples, limit, seconds, threads) if texts else [])
    of_others = iter(_puzzled.solve_boards([b._made() for b in others], limit, seconds, threads) if others else [])
    answers = [Answer(*next(of_texts if isinstance(board, str) else of_others)) for board in boards]
    if invalid == "raise":
        for row, answer in enumerate(answers):
            if answer.error:
                raise ValueError(f"row {row}: {answer.error}")
    return answers


def _walk(board, seconds):
    """Solutions some at a time: first one, then twice as many each time."""
    end = time.monotonic() + seconds
    last, most = np.zeros(0, np.uint8), 1
    while True:
        left = max(end - time.monotonic(), 1e-9) if seconds else 0.0
        page, complete = _puzzled.board_page(board, last, most, left)
        yield from page
        _in_time(None, complete)
        if len(page) < most:
            return
        last, most = page[-1].copy(), min(2 * most, _MAX_PAGE)


def _in_time(found, complete):
    if not complete:
        raise TimeoutError("the time limit ended the search")
    return found


def _limit(value):
    return _arguments.integer("limit", value, 0, _arguments.INT64_MAX, "2^63 - 1, where 0 counts all,")


def _text(value):
    if not isinstance(value, str):
        raise TypeError(f"a board's text must be a str, not {type(value).__name__}")
    return value


def _size(value):
    if value is None:
        return ""
    return value if isinstance(value, str) else str(_arguments.integer("size", value, 4, _puzzled.MAX_SIZE))


def _bare(name):
    if not isinstance(name, str):
        raise TypeError(f"the kind of a rule must be a str (got {name!r})")
    return name.lower().replace(" ", "").replace("-", "").replace("_", "")


def _cell(cell, size):
    try:
        row, column = map(operator.index, cell)
    except (TypeError, ValueError):
        raise TypeError(f"a cell must be a pair (row, column) (got {cell!r})") from None
    if not (0 <= row < size and 0 <= column < size):
        raise ValueError(f"cell {(row, column)} is not on a board of {size}x{size}")
    return row, column


def _tuple_of(rule, size):
    """A rule for the engines, whose cells are numbers."""
    rule = Rule(*rule)
    numbers = [_arguments.integer("a number of a rule", number, 0, 2**31 - 1) for number in rule.numbers]
    cells, others = ([row * size + column for row, column in (_cell(c, size) for c in part)] for part in rule[1:3])
    return rule.kind, cells, others, numbers


def _rule_of(rule, size):
    kind, cells, others, numbers = rule
    return Rule(kind, *(tuple(divmod(cell, size) for cell in part) for part in (cells, others)), tuple(numbers))


def _read_rules(rules, size):
    """Rules of whole boards by name, or rules with cells, which need the size."""
    if isinstance(rules, str):
        return [_rule_of(rule, 1) for rule in _puzzled.board_rules(rules)]
    read = []
    for rule in rules:
        if isinstance(rule, str):
            read += _read_rules(rule, size)
            continue
        rule = Rule(*rule)
        if size is None and (rule.cells or rule.others):
            raise ValueError(f"{rule.kind}: rules of all boards name no cells")
        read.append(Rule(_puzzled.kind_name(rule.kind), *rule[1:]))
    return read


def _square(name, size, rows):
    """A value for each cell as an array of objects (n, n); rows may be strings."""
    rows = [list(row) if isinstance(row, str) else row for row in rows]
    array = np.array(rows, dtype=object)
    if array.shape == (size * size,):
        array = array.reshape(size, size)
    if array.shape != (size, size):
        raise ValueError(f"{name} must be {size} rows of {size} cells")
    return array


def _regions(size, regions):
    if len(regions) == 0:
        return None
    labels = _square("regions", size, regions)
    numbers = {}
    numbered = np.full((size, size), _NO_REGION, np.uint8)
    for cell in np.ndindex(size, size):
        label = labels[cell]
        if label is None or label == -1:
            continue
        number = numbers.setdefault(label, len(numbers))
        if number >= _NO_REGION:
            raise ValueError(f"there must be at most {_NO_REGION} regions")
        numbered[cell] = number
    return numbered


def _box_regions(size, boxes):
    try:
        rows, columns = map(operator.index, boxes)
    except (TypeError, ValueError):
        raise TypeError(f"boxes must be a pair of rows and columns (got {boxes!r})") from None
    if rows < 1 or columns < 1 or rows * columns != size:
        raise ValueError(f"boxes must have {size} cells (got {rows} rows by {columns} columns)")
    row, column = np.indices((size, size))
    return (row // rows * (size // columns) + column // columns).astype(np.uint8)
