"""Sudoku in bulk, N queens, target Sudoku and exact covers, on NumPy arrays.

`puzzled.variants` has Sudoku of other sizes and with other rules.

Puzzles are given in any of these forms, and come back in the same:

    uint8 arrays (n, 81) or (n, 9, 9), or (81,) or (9, 9) for one puzzle; 0 is a blank.
        C-contiguous ones are read in place: leave them alone until the call returns.
        Arrays of other numbers and of objects, and nested lists, are converted. There None, NaN, -1, ''
        and the characters . _ * X x ? - are blanks, too, and so is what a masked array masks.
    strings of one puzzle each, in any form that the program `puzzled` reads, 81 cells or nine lines,
        say: one, a list, or a column of a table such as a pandas Series. None, NaN and '' in a list are
        puzzles that are missing.
    bytes: a text of many puzzles, in any form that the program reads.

All functions let other Python threads run meanwhile, and Ctrl-C ends them. `threads` is the number of
threads to use, 0 for one per processor; results do not depend on it.

    >>> import puzzled
    >>> puzzled.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
"""

from __future__ import annotations

import json
from collections.abc import Collection, Hashable, Iterable
from typing import Any, NamedTuple, Optional, Union

import numpy as np

from . import _arguments, _forms, _puzzled, _verify, variants
from ._cover import Cover
from ._queens import any_queens, generate_regions, has_queens, queens_on, random_queens, solve_regions
from ._types import Cells, Column, Items, Options, Puzzles
from ._verify import Verdict

__all__ = [
    "Cover",
    "Target",
    "Verdict",
    "any_queens",
    "canonical",
    "count",
    "cover",
    "distinct",
    "explain",
    "format",
    "generate",
    "generate_regions",
    "has_queens",
    "is_minimal",
    "parse",
    "queens",
    "queens_on",
    "random_queens",
    "rate",
    "shuffle",
    "solve",
    "solve_regions",
    "split",
    "target",
    "variants",
    "verify",
]
__version__ = _puzzled.__version__


def solve(
    puzzles: Puzzles,
    *,
    unique: bool = False,
    out: Optional[Cells] = None,
    column: Column = None,
    blank: Optional[str] = None,
    threads: int = 0,
) -> Puzzles:
    """Solve puzzles.

    Of several solutions the first is returned, the same on every machine; with `unique`, puzzles with
    several solutions count as unsolvable. A puzzle without a solution gives a row of zeros, as a string
    None; so does one whose clues contradict each other, and one that is missing from a list. For bytes
    the result is what `puzzled solve` prints: a line for each puzzle, the solution or `unsolvable` or
    `invalid` with the reason. A text that is not empty and holds no puzzle is a ValueError.

    `column` and `blank`: see `parse`.

    `out`: a C-contiguous uint8 array of the shape of `puzzles`, which may be that array itself or overlap
    it, to write the solutions to and return. It saves new memory, which takes a fifth of the time of easy
    puzzles.
    """
    unique = _arguments.flag("unique", unique)
    column, blank, threads = _arguments.column(column), _arguments.blank(blank), _arguments.threads(threads)
    if _forms.is_text(puzzles):
        if unique or out is not None:
            raise ValueError("unique and out are not for bytes: solve an array, puzzled.parse(puzzles)")
        return _puzzled.solve_text(puzzles, threads, column, blank)
    given = _forms.read(puzzles, threads, column, blank)
    if out is not None:
        rows = given.place(out)
        _puzzled.solve_to(given.cells, rows, unique, threads)
        rows[given.missing] = 0
        return out
    solutions = _puzzled.solve(given.cells, unique, threads)
    if isinstance(given, _forms.Strings):
        return given.rows(solutions, none_for_blank=True)
    return given.rows(solutions)


def count(puzzles: Puzzles, *, limit: int = 2, threads: int = 0) -> Union[int, np.ndarray]:
    """Count solutions, up to `limit`; 0 counts all.

    An int64 array with a number for each puzzle; for one puzzle an int. Clues that contradict each
    other have no solution: their number is 0, and `canonical` names them. (The program answers
    `invalid clues r1c1 and r1c2 are both 5`, for which a number has no room.) A puzzle that is missing
    from a list has the number 0, too.
    """
    limit = _arguments.integer("limit", limit, 0, _arguments.INT64_MAX, "2^63 - 1, where 0 counts all,")
    threads = _arguments.threads(threads)
    given = _forms.read(puzzles, threads)
    counts = _puzzled.count(given.cells, limit, threads)
    return _plain(given.answers(counts))


def canonical(puzzles: Puzzles, *, threads: int = 0) -> Puzzles:
    """The canonical forms of puzzles, in the form in which the puzzles come.

    Two puzzles have the same form if and only if they are equivalent: relabelling digits, permuting rows,
    columns or bands, or transposing turns one into the other. It is the smallest of all equivalent puzzles,
    read row by row. Puzzles may have any number of clues and solutions; a ValueError names the row whose clues
    contradict each other.
    """
    threads = _arguments.threads(threads)
    given = _forms.read(puzzles, threads)
    return given.rows(_puzzled.canonical(given.cells, threads))


def distinct(puzzles: Puzzles, *, threads: int = 0) -> np.ndarray:
    """The indices of the puzzles that are not equivalent to one before, as a rising int64 array.

    So `puzzles[puzzled.distinct(puzzles)]` or `table.iloc[puzzled.distinct(table["puzzle"])]` has one of
    each class. Forms are told apart by 128 bits of a hash. Puzzles that are missing from a list are of no
    class.
    """
    threads = _arguments.threads(threads)
    given = _forms.read(puzzles, threads)
    if not given.missing:
        return _puzzled.distinct(given.cells, threads)
    there = np.delete(np.arange(len(given.cells)), given.missing)
    return there[_puzzled.distinct(given.cells[there], threads)]


def split(puzzles: Puzzles, weights: Collection[int] = (90, 10), *, seed: int = 1, threads: int = 0) -> np.ndarray:
    """The number of the part of each puzzle, as an int8 array: equivalent puzzles are in the same part.

    So `table[puzzled.split(table["puzzle"]) == 0]` is a training set, and `== 1` a test set that has no puzzle
    of it in disguise. There is a part for each of 2 to 127 weights, and its size is as its weight on average:
    `(1, 1, 1, 1, 1)` makes five folds. The part is drawn by the canonical form and the seed alone, so other
    puzzles do not change it, and `puzzled canon --split` finds the same. `puzzled.split(puzzled.solve(puzzles))`
    keeps puzzles together that have equivalent solutions. Puzzles that are missing from a list have part -1.
    """
    seed, threads = _seed(seed), _arguments.threads(threads)
    weights = [_arguments.integer("a weight", weight, 0, 2**32 - 1) for weight in weights]
    if not 2 <= len(weights) <= 127 or not any(weights):
        raise ValueError("weights must be 2 to 127 numbers, and not all 0")
    given = _forms.read(puzzles, threads)
    parts = _puzzled.split(given.cells, weights, seed, threads).view(np.int8)
    parts[given.missing] = -1
    return parts


def shuffle(
    puzzles: Union[Puzzles, tuple[Puzzles, Puzzles]],
    solutions: Optional[Puzzles] = None,
    *,
    seed: int = 1,
    copies: int = 1,
    threads: int = 0,
) -> Union[Puzzles, tuple[Puzzles, Puzzles]]:
    """Random equivalent copies of puzzles, `copies` of each, one after another.

    Each of the 2 * 6^8 * 9! transformations is as likely as any other. Copies depend on `seed`, the
    number of the puzzle and that of the copy alone. If solutions are given, too, as a second argument or
    as a pair (puzzles, solutions), the result is a pair, and each solution goes the way of its puzzle.
    """
    seed, threads = _seed(seed), _arguments.threads(threads)
    copies = _arguments.integer("copies", copies, 1, _arguments.INT64_MAX, "2^63 - 1")
    if solutions is None and isinstance(puzzles, tuple) and len(puzzles) == 2:
        puzzles, solutions = puzzles
    given = _forms.read(puzzles, threads)
    if copies * given.cells.size > _arguments.INT64_MAX:
        raise MemoryError(f"no memory holds {copies} copies of each puzzle")
    if solutions is None:
        return given.rows(_puzzled.shuffle(given.cells, seed, copies, threads), copies)
    others = _forms.read(solutions, threads)
    if len(others.cells) != len(given.cells):
        raise ValueError(f"there are {len(given.cells)} puzzles, but {len(others.cells)} solutions")
    pairs = (given, others)
    return tuple(p.rows(_puzzled.shuffle(p.cells, seed, copies, threads), copies) for p in pairs)


def rate(
    puzzles: Puzzles,
    *,
    scale: str = "rules",
    copies: Optional[int] = None,
    seed: Optional[int] = None,
    threads: int = 0,
) -> Union[float, np.ndarray]:
    """How hard puzzles are, by the rules that solve them, or by the guesses that a search needs.

    A structured array with the fields level (1 to 9; 0 unless there is exactly one solution), depth and
    phases; `pandas.DataFrame(puzzled.rate(puzzles))` has them as columns. Puzzles compare by level, then
    depth, then phases. Equivalent puzzles have the same rating.

    `scale="backtracks"`: how often a fixed search guesses, as a float array, NaN unless there is exactly
    one solution; for one puzzle a float. The mean of `copies` counts (3), that of the puzzle as it stands
    and those of random copies under `seed` (1). With `copies=1` it compares with the ratings of
    Sudoku-Extreme.
    """
    threads = _arguments.threads(threads)
    if scale not in ("rules", "backtracks"):
        raise ValueError(f"scale must be 'rules' or 'backtracks', not {scale!r}")
    if scale == "backtracks":
        most = _puzzled.MAX_BACKTRACKS_COPIES
        copies = _arguments.integer("copies", 3 if copies is None else copies, 1, most)
        seed = _seed(1 if seed is None else seed)
        given = _forms.read(puzzles, threads)
        return _plain(given.answers(_puzzled.backtracks(given.cells, copies, seed, threads)))
    if copies is not None or seed is not None:
        raise TypeError("copies and seed need scale='backtracks'")
    given = _forms.read(puzzles, threads)
    return given.answers(_puzzled.rate(given.cells, threads))


def explain(
    puzzle: Puzzles, board: Optional[Puzzles] = None, *, steps: Optional[int] = None
) -> dict[str, Any]:
    """How a person solves one puzzle: its steps, each by the easiest rule that applies, as a dict.

    `status` is solved, stuck (level 9), multiple or unsolvable, or paused after `steps` steps: 1 is a hint.
    `rating`, unless it is paused, is that of `puzzled.rate`, `grid` the board after the last step. Each of
    `steps` has its rule and level, the cells and digits that it looks at, and what it places or removes.

    With a `board` on which the puzzle is partly filled, the steps lead on from there, unless entries are
    not as in the puzzle's only solution: then `status` is wrong, and `wrong` has the cell and digit of
    each, and its clue if that was changed.
    """
    most = 0 if steps is None else _arguments.integer("steps", steps, 1, _arguments.INT64_MAX, "2^63")
    given = _forms.read(puzzle, 1)
    if len(given.cells) != 1:
        raise ValueError(f"one puzzle can be explained at a time, not {len(given.cells)}")
    if board is None:
        return json.loads(_puzzled.explain(given.cells, most))
    filled = _forms.read(board, 1)
    if len(filled.cells) != 1:
        raise ValueError(f"one board can stand beside a puzzle, not {len(filled.cells)}")
    return json.loads(_puzzled.explain_board(given.cells, filled.cells, most))


def verify(
    puzzles: Puzzles,
    grids: Puzzles,
    *,
    unique: bool = False,
    right_cells: bool = False,
    threads: int = 0,
) -> Verdict:
    """Whether grids are solutions of the puzzles beside them: any solution is right.

    A Verdict: `ok`, `reason` (such as 'r3c5 is a clue 7', empty if it is ok) and `right_cells`, None unless
    asked for. For one grid these are a bool, a str and an int; for many a bool array, a list and an
    array. One puzzle may stand beside many grids. A string may be anything: what is no grid is not ok.

    `unique`: a solution must be the only one. `right_cells`: how many cells are as in the only solution
    of the puzzle; if it has several or none, how many have a digit that contradicts neither a clue nor
    another cell.
    """
    return _verify.verify(
        puzzles, grids, unique=unique, right_cells=right_cells, threads=threads
    )


def is_minimal(puzzles: Puzzles, *, threads: int = 0) -> Union[bool, np.ndarray]:
    """Whether each puzzle has exactly one solution, and would have several without any one of its clues.

    A bool array; for one puzzle a bool.
    """
    threads = _arguments.threads(threads)
    given = _forms.read(puzzles, threads)
    return _plain(given.answers(_puzzled.is_minimal(given.cells, threads)))


def generate(
    n: int, *, clues: Optional[int] = None, minimal: bool = False, seed: int = 1, threads: int = 0
) -> Cells:
    """Make n puzzles with exactly one solution, as a uint8 array (n, 81).

    They have 24 to 36 clues, or just as many as `clues` says (19 to 81; for minimal puzzles to 28). Few
    clues take long: 19 clues a tenth of a second each. Puzzle i of a seed is always the same.
    """
    n = _arguments.integer("n", n, 0, _arguments.INT64_MAX // 81, "2^63 / 81")
    minimal = _arguments.flag("minimal", minimal)
    if clues is not None:
        most = _puzzled.MAX_MINIMAL_CLUES if minimal else _puzzled.MAX_CLUES
        clues = _arguments.integer("clues", clues, _puzzled.MIN_CLUES, most)
    return _puzzled.generate(n, clues, minimal, _seed(seed), _arguments.threads(threads))


def parse(text: Puzzles, *, column: Column = None, blank: Optional[str] = None, threads: int = 0) -> Cells:
    """Read puzzles as a uint8 array (n, 81).

    `text` is bytes or a str that hold lines, boards, a table in CSV, or any other form that the program
    reads; or strings, one for each puzzle, or whatever else other functions take. Every line of a text is
    part of a puzzle, blank, a comment, a title, a ruler or the header of a table, or a ValueError names
    its place; so does a ValueError if there is no puzzle at all in a text that is not empty. A puzzle that
    is missing from a list becomes a row of zeros, with a warning.

    `column`: the name or the number, from 1, of the puzzles' column in a table, or of a member in JSON;
    without it, it is found by what it holds. `blank`: characters that stand for blanks beside . 0 _ * X x
    ? and -.
    """
    column, blank, threads = _arguments.column(column), _arguments.blank(blank), _arguments.threads(threads)
    given = _forms.read(text.encode() if isinstance(text, str) else text, threads, column, blank)
    given.warn_of_missing()
    return given.checked()


def format(puzzles: Puzzles, *, blank: str = ".", threads: int = 0) -> bytes:
    """Puzzles as bytes, a line of 81 characters each; `blank` stands for 0."""
    if not isinstance(blank, str):
        raise TypeError(f"blank must be a str (got {blank!r})")
    threads = _arguments.threads(threads)
    given = _forms.read(puzzles, threads)
    given.warn_of_missing()
    return _puzzled.format(given.cells, blank, threads)


def queens(
    n: int, *, unique: bool = False, first: Optional[int] = None, threads: int = 0
) -> Union[int, np.ndarray]:
    """The number of ways to place n queens on n x n squares so that none attacks another, n to 28.

    `unique`: only those that are distinct up to rotation and reflection. With `first`: instead of the
    number, so many solutions in lexicographic order, as an int64 array (k, n) that holds the column of
    each row's queen, from 0.
    """
    unique, threads = _arguments.flag("unique", unique), _arguments.threads(threads)
    if first is not None:
        if unique:
            raise ValueError("first and unique cannot be combined")
        n = _arguments.integer("n", n, 1, _puzzled.MAX_LISTED_QUEENS)
        return _puzzled.queens_first(n, _arguments.integer("first", first, 0, _arguments.INT64_MAX, "2^63 - 1"))
    return _puzzled.queens_count(_arguments.integer("n", n, 1, _puzzled.MAX_QUEENS), unique, threads)


class Target(NamedTuple):
    """The best score of a board, and a grid that attains it; None and None if it has no solution."""

    score: Optional[int]
    grid: Optional[np.ndarray]


def target(
    puzzles: Optional[Puzzles] = None,
    *,
    weights: Optional[Any] = None,
    minimize: bool = False,
    threads: int = 0,
) -> Union[Target, tuple[np.ndarray, Puzzles]]:
    """The best score of boards, proven: the sum of weight times digit over all cells.

    `puzzles`: one board gives a Target; many give a pair of an int64 array of scores and their grids, in
    the form in which the boards came, with 0 and a row of zeros (as a string None) for boards without a
    solution. None: the empty board. `weights`: 81 integers; None: 6 in the outermost ring to 10 in the
    centre. Of several best grids the lexicographically smallest.
    """
    minimize, threads = _arguments.flag("minimize", minimize), _arguments.threads(threads)
    given = _forms.read(np.zeros(81, np.uint8) if puzzles is None else puzzles, threads)
    weights = _puzzled.usual_weights() if weights is None else _arguments.weights(weights)
    scores, grids = _puzzled.target(given.cells, weights, minimize, threads)
    if isinstance(given, (_forms.OneArray, _forms.OneString)):
        return Target(int(scores[0]), given.rows(grids)) if grids.any() else Target(None, None)
    scores = given.answers(scores)
    if isinstance(given, _forms.Strings):
        return scores, given.rows(grids, none_for_blank=True)
    return scores, given.rows(grids)


def cover(
    items: Items,
    options: Options,
    *,
    secondary: Collection[Hashable] = (),
    costs: Optional[Iterable[int]] = None,
) -> Cover:
    """An exact cover problem: which options have each item exactly once? See `Cover` for its answers.

    Items are any hashable values, options are collections of items. `items` may be a dict that says how
    many options must have an item: a number, or a pair (lo, hi). Items in `secondary` need not be
    covered; an option may give them a colour if it is a dict from items to colours (None: no colour), and
    options of the same colour may stand together. `costs`: an integer for each option.

        >>> problem = puzzled.cover("abc", ["ab", "c", "bc", "a"])
        >>> problem.count(), list(problem)
        (2, [[0, 1], [2, 3]])
    """
    return Cover(items, options, secondary=secondary, costs=costs)


def _seed(seed):
    return _arguments.integer("seed", seed, 0, 2**64 - 1, "2^64 - 1")


def _plain(answers):
    """One answer as Python has it."""
    return answers.item() if isinstance(answers, np.generic) else answers
