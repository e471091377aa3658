from collections.abc import Collection, Hashable, Iterable, Iterator
from typing import Any, Literal, NamedTuple, Optional, Union, overload

import numpy as np
import numpy.typing as npt

from . import variants as variants
from ._types import Array, Bytes, Cells, Column, Items, Nested, Options, Puzzles, Strings

__version__: str

@overload
def solve(
    puzzles: str,
    *,
    unique: bool = False,
    out: None = None,
    column: Column = None,
    blank: Optional[str] = None,
    threads: int = 0,
) -> Optional[str]: ...
@overload
def solve(
    puzzles: Strings,
    *,
    unique: bool = False,
    out: None = None,
    column: Column = None,
    blank: Optional[str] = None,
    threads: int = 0,
) -> list[Optional[str]]: ...
@overload
def solve(
    puzzles: Bytes,
    *,
    unique: bool = False,
    out: None = None,
    column: Column = None,
    blank: Optional[str] = None,
    threads: int = 0,
) -> bytes: ...
@overload
def solve(
    puzzles: Union[Array, Nested],
    *,
    unique: bool = False,
    out: Optional[Cells] = None,
    column: Column = None,
    blank: Optional[str] = None,
    threads: int = 0,
) -> Cells: ...
@overload
def count(puzzles: str, *, limit: int = 2, threads: int = 0) -> int: ...
@overload
def count(puzzles: Union[Strings, Bytes], *, limit: int = 2, threads: int = 0) -> npt.NDArray[np.int64]: ...
@overload
def count(
    puzzles: Union[Array, Nested], *, limit: int = 2, threads: int = 0
) -> Union[int, npt.NDArray[np.int64]]: ...
@overload
def canonical(puzzles: str, *, threads: int = 0) -> str: ...
@overload
def canonical(puzzles: Strings, *, threads: int = 0) -> list[Optional[str]]: ...
@overload
def canonical(puzzles: Bytes, *, threads: int = 0) -> bytes: ...
@overload
def canonical(puzzles: Union[Array, Nested], *, threads: int = 0) -> Cells: ...
def distinct(puzzles: Puzzles, *, threads: int = 0) -> npt.NDArray[np.int64]: ...
def split(
    puzzles: Puzzles, weights: Collection[int] = (90, 10), *, seed: int = 1, threads: int = 0
) -> npt.NDArray[np.int8]: ...
@overload
def shuffle(
    puzzles: Array, solutions: None = None, *, seed: int = 1, copies: int = 1, threads: int = 0
) -> Cells: ...
@overload
def shuffle(
    puzzles: Union[Puzzles, tuple[Puzzles, Puzzles]],
    solutions: Optional[Puzzles] = None,
    *,
    seed: int = 1,
    copies: int = 1,
    threads: int = 0,
) -> Any: ...
@overload
def rate(
    puzzles: Puzzles,
    *,
    scale: Literal["rules"] = "rules",
    copies: None = None,
    seed: None = None,
    threads: int = 0,
) -> npt.NDArray[np.void]: ...
@overload
def rate(
    puzzles: Puzzles,
    *,
    scale: Literal["backtracks"],
    copies: Optional[int] = None,
    seed: Optional[int] = None,
    threads: int = 0,
) -> Union[float, npt.NDArray[np.float64]]: ...
def explain(
    puzzle: Puzzles, board: Optional[Puzzles] = None, *, steps: Optional[int] = None
) -> dict[str, Any]: ...

class Verdict(NamedTuple):
    ok: Any
    reason: Any
    right_cells: Any

def verify(
    puzzles: Puzzles,
    grids: Puzzles,
    *,
    unique: bool = False,
    right_cells: bool = False,
    threads: int = 0,
) -> Verdict: ...
def is_minimal(puzzles: Puzzles, *, threads: int = 0) -> Union[bool, npt.NDArray[np.bool_]]: ...
def generate(
    n: int, *, clues: Optional[int] = None, minimal: bool = False, seed: int = 1, threads: int = 0
) -> Cells: ...
def parse(
    text: Puzzles, *, column: Column = None, blank: Optional[str] = None, threads: int = 0
) -> Cells: ...
def format(puzzles: Puzzles, *, blank: str = ".", threads: int = 0) -> bytes: ...
@overload
def queens(n: int, *, unique: bool = False, first: None = None, threads: int = 0) -> int: ...
@overload
def queens(n: int, *, unique: bool = False, first: int, threads: int = 0) -> npt.NDArray[np.int64]: ...

@overload
def queens_on(
    board: Union[int, str, Iterable[str]],
    *,
    torus: bool = False,
    holes: Iterable[tuple[int, int]] = (),
    placed: Iterable[tuple[int, int]] = (),
    limit: Optional[int] = None,
    first: None = None,
    threads: int = 0,
) -> int: ...
@overload
def queens_on(
    board: Union[int, str, Iterable[str]],
    *,
    torus: bool = False,
    holes: Iterable[tuple[int, int]] = (),
    placed: Iterable[tuple[int, int]] = (),
    limit: None = None,
    first: int,
    threads: int = 0,
) -> npt.NDArray[np.int64]: ...
def has_queens(
    board: Union[int, str, Iterable[str]],
    *,
    torus: bool = False,
    holes: Iterable[tuple[int, int]] = (),
    placed: Iterable[tuple[int, int]] = (),
) -> bool: ...
def any_queens(n: int) -> Optional[npt.NDArray[np.int64]]: ...
def random_queens(n: int, count: int, *, seed: int = 1) -> npt.NDArray[np.int64]: ...
@overload
def solve_regions(boards: str, *, threads: int = 0) -> Optional[npt.NDArray[np.int64]]: ...
@overload
def solve_regions(boards: Iterable[str], *, threads: int = 0) -> list[Optional[npt.NDArray[np.int64]]]: ...
def generate_regions(rows: int, count: int, *, seed: int = 1) -> list[str]: ...

class Target(NamedTuple):
    score: Optional[int]
    grid: Optional[Cells]

def target(
    puzzles: Optional[Puzzles] = None,
    *,
    weights: Optional[npt.ArrayLike] = None,
    minimize: bool = False,
    threads: int = 0,
) -> Any: ...

class Cover:
    def __init__(
        self,
        items: Items,
        options: Options,
        *,
        secondary: Collection[Hashable] = (),
        costs: Optional[Iterable[int]] = None,
    ) -> None: ...
    def count(self, *, threads: int = 0) -> int: ...
    def __iter__(self) -> Iterator[list[int]]: ...
    def first(self) -> Optional[list[int]]: ...
    def best(self, *, maximize: bool = False, threads: int = 0) -> Optional[tuple[int, list[int]]]: ...

def cover(
    items: Items,
    options: Options,
    *,
    secondary: Collection[Hashable] = (),
    costs: Optional[Iterable[int]] = None,
) -> Cover: ...
