"""Verdicts on grids that are proposed as solutions."""

from typing import Any, NamedTuple

import numpy as np

from . import _arguments, _forms, _puzzled


class Verdict(NamedTuple):
    """`ok`, why not (an empty string if it is), and the number of right cells, None unless asked for."""

    ok: Any
    reason: Any
    right_cells: Any


def _texts(value):
    """The strings of a str or a list of them, of which None, NaN and NaT are empty; None for all else."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, np.ndarray) and value.dtype.kind not in "OU":
        return None
    if isinstance(value, (bytes, bytearray)) or not hasattr(value, "__iter__"):
        return None
    items = list(value)
    texts = ["" if item is None or item != item else item for item in items]
    has_text = any(isinstance(item, str) for item in items)
    return texts if has_text and all(isinstance(text, str) for text in texts) else None


def verify(puzzles, grids, *, unique=False, right_cells=False, threads=0):
    threads = _arguments.threads(threads)
    unique = _arguments.flag("unique", unique)
    right_cells = _arguments.flag("right_cells", right_cells)
    of_puzzles, of_grids = _texts(puzzles), _texts(grids)
    is_one = isinstance(grids, str)
    if of_puzzles is not None and of_grids is not None:
        if isinstance(puzzles, str):
            of_puzzles = of_puzzles * len(of_grids)
        _check_lengths(of_puzzles, of_grids)
        ok, reasons, cells = _puzzled.verify_strings(of_puzzles, of_grids, unique, right_cells)
    else:
        given, others = _forms.read(puzzles, threads), _forms.read(grids, threads)
        one = given.cells
        if len(one) == 1 and len(others.cells) > 1:
            one = np.ascontiguousarray(np.broadcast_to(one, others.cells.shape))
        _check_lengths(one, others.cells)
        ok, reasons, cells = _puzzled.verify(one, others.cells, unique, right_cells, threads)
        is_one = is_one or np.shape(grids) in ((81,), (9, 9))
    if is_one:
        return Verdict(bool(ok[0]), reasons[0], int(cells[0]) if right_cells else None)
    return Verdict(ok, reasons, cells if right_cells else None)


def _check_lengths(puzzles, grids):
    if len(puzzles) != len(grids):
        raise ValueError(f"there are {len(puzzles)} puzzles, but {len(grids)} grids")
