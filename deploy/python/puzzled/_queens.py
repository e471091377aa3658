"""Queens on boards of other kinds, one of many, and region queens."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Optional, Union

import numpy as np

from . import _arguments, _puzzled

Board = Union[int, str, Iterable[str]]
Squares = Iterable[tuple[int, int]]

_SEPARATORS = re.compile(r"[\s,;|]")


def _squares(name, squares, n):
    """`squares` as pairs on a board of n rows."""
    pairs = []
    for square in squares:
        try:
            row, column = square
        except (TypeError, ValueError):
            raise TypeError(f"{name} must be pairs of a row and a column (got {square!r})") from None
        pairs.append((_arguments.integer(name, row, 0, n - 1), _arguments.integer(name, column, 0, n - 1)))
    return pairs


def _board(board, holes=(), placed=()):
    """The squares of a board as a text, and how many rows it has."""
    if isinstance(board, str) or not hasattr(board, "__index__"):
        if holes or placed:
            raise ValueError("holes and placed need a number of rows: a board has them as # and Q")
        text = board
        if not isinstance(board, str):
            rows = list(board)
            if not all(isinstance(row, str) for row in rows):
                raise TypeError(f"a board must be a number, a text or rows of text (got {board!r})")
            text = "".join(rows)
        text = _SEPARATORS.sub("", text)
        return text, math.isqrt(len(text))
    n = _arguments.integer("board", board, 1, _puzzled.MAX_BOARD_ROWS)
    holes, placed = _squares("holes", holes, n), _squares("placed", placed, n)
    if set(holes) & set(placed):
        raise ValueError("a square cannot be in holes and in placed")
    squares = [["."] * n for _ in range(n)]
    for sign, pairs in (("#", holes), ("Q", placed)):
        for row, column in pairs:
            squares[row][column] = sign
    return "".join(map("".join, squares)), n


def queens_on(
    board: Board,
    *,
    torus: bool = False,
    holes: Squares = (),
    placed: Squares = (),
    limit: Optional[int] = None,
    first: Optional[int] = None,
    threads: int = 0,
) -> Union[int, np.ndarray]:
    """The number of solutions of a board of queens, or its first solutions.

    `board`: a number of rows, or squares as a text or as rows of text: `.` is free, `#` a hole, `Q` a queen
    that stands there; or letters and digits for the regions of region queens (a queen in each row, column
    and region, none of which touches another). `holes` and `placed`: squares (row, column), from 0, of a
    board that is given by its number of rows. `torus`: diagonals go on behind the edges. `limit`: count up
    to it. With `first`: instead of the number so many solutions, as `queens` gives them.
    """
    torus, threads = _arguments.flag("torus", torus), _arguments.threads(threads)
    text, n = _board(board, holes, placed)
    most = _arguments.INT64_MAX
    if first is not None:
        if limit is not None:
            raise ValueError("first and limit cannot be combined")
        return _puzzled.queens_list_on(text, n, torus, _arguments.integer("first", first, 0, most, "2^63 - 1"))
    limit = 0 if limit is None else _arguments.integer("limit", limit, 1, most, "2^63 - 1")
    return _puzzled.queens_count_on(text, torus, limit, threads)


def has_queens(board: Board, *, torus: bool = False, holes: Squares = (), placed: Squares = ()) -> bool:
    """Whether a board has a solution, given as `queens_on` takes it; a number of rows may be up to 100 000."""
    if hasattr(board, "__index__") and not (torus or holes or placed):
        return _arguments.integer("board", board, 1, _puzzled.MAX_CONSTRUCTED_QUEENS) not in (2, 3)
    return queens_on(board, torus=torus, holes=holes, placed=placed, limit=1) == 1


def any_queens(n: int) -> Optional[np.ndarray]:
    """One solution of n queens, up to 100 000, constructed at once: an int64 array of the column of each
    row's queen, from 0. It is not the first in lexicographic order. None for 2 and 3 queens."""
    found = _puzzled.queens_any(_arguments.integer("n", n, 1, _puzzled.MAX_CONSTRUCTED_QUEENS))
    return found[0] if len(found) else None


def random_queens(n: int, count: int, *, seed: int = 1) -> np.ndarray:
    """`count` solutions of n queens at random, n up to 100 000, as `queens` gives them. Each can come, and
    come again, but some more often than others. The same seed gives the same ones, as in the program."""
    n = _arguments.integer("n", n, 1, _puzzled.MAX_CONSTRUCTED_QUEENS)
    count = _arguments.integer("count", count, 0, _arguments.INT64_MAX, "2^63 - 1")
    return _puzzled.queens_random(n, count, _arguments.integer("seed", seed, 0, 2**64 - 1, "2^64 - 1"))


def solve_regions(
    boards: Union[str, Iterable[str]], *, threads: int = 0
) -> Union[None, np.ndarray, list[Optional[np.ndarray]]]:
    """The first solution of boards of region queens, each a text of letters and digits for its regions.

    A board gives an int64 array of the column of each row's queen, from 0, or None; a list gives a list of
    such. What is no board is a ValueError that says which one.
    """
    threads = _arguments.threads(threads)
    if isinstance(boards, str):
        return _puzzled.regions_solve([boards], threads)[0]
    boards = list(boards)
    if not all(isinstance(board, str) for board in boards):
        raise TypeError("boards must be texts")
    return _puzzled.regions_solve(boards, threads)


def generate_regions(rows: int, count: int, *, seed: int = 1) -> list[str]:
    """`count` boards of region queens with one solution each, of 4 to 16 rows: texts of letters, row by row.
    The same seed gives the same ones, as in the program. One of 16 rows takes up to a minute."""
    rows = _arguments.integer("rows", rows, _puzzled.MIN_GENERATED_ROWS, _puzzled.MAX_GENERATED_ROWS)
    count = _arguments.integer("count", count, 0, _arguments.INT64_MAX, "2^63 - 1")
    return _puzzled.regions_generate(rows, count, _arguments.integer("seed", seed, 0, 2**64 - 1, "2^64 - 1"))
