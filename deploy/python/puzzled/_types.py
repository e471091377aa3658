"""The types of arguments, for help() and type checkers."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

Cells = npt.NDArray[np.uint8]
Bytes = Union[bytes, bytearray]
# A list of strings, or a pandas Series of them; None is a puzzle that is missing.
Strings = Sequence[Optional[str]]
# Of numbers, or of any objects that are cells.
Array = npt.NDArray[Any]
# A list of cells, of rows, or of puzzles that are lists or arrays.
Nested = Sequence[Any]
Puzzles = Union[Array, str, Strings, Bytes, Nested]
# Of a table, by its name or its number.
Column = Union[str, int, None]
# Of a cover problem.
Items = Union[Iterable[Hashable], Mapping[Any, Union[int, tuple[int, int]]]]
Options = Iterable[Union[Iterable[Hashable], Mapping[Any, Optional[Hashable]]]]
