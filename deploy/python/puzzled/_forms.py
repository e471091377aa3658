"""The forms in which puzzles come and answers go back: arrays, strings, text."""

import numpy as np

from . import _puzzled

CELLS = 81


class Puzzles:
    """Puzzles as rows of 81 cells, uint8 and C-contiguous, and the form in which they came."""

    def __init__(self, cells):
        self.cells = cells

    def rows(self, rows, copies=1):
        """Puzzles in the form in which these came, `copies` for each."""
        raise NotImplementedError

    def answers(self, answers):
        """One answer for each puzzle."""
        return answers

    def place(self, out):
        """The rows of an array of the user's that results are written to."""
        raise TypeError("out is for arrays")


class Array(Puzzles):
    """An array of the shape (n, 81) or (n, 9, 9); `cells` is a view of it, if it can be."""

    def __init__(self, array):
        shape = array.shape
        if shape[1:] not in ((CELLS,), (9, 9)):
            raise ValueError(
                f"puzzles must have the shape (n, 81) or (n, 9, 9), or (81,) or (9, 9) for one; got {shape}"
            )
        super().__init__(np.ascontiguousarray(_digits(array)).reshape(shape[0], CELLS))
        self._shape = shape[1:]

    def place(self, out):
        if not isinstance(out, np.ndarray) or out.dtype != np.uint8:
            raise TypeError("out must be an array of uint8")
        shape = self.given_shape()
        if out.shape != shape or not out.flags.c_contiguous or not out.flags.writeable:
            raise ValueError(f"out must be C-contiguous, writeable, and of the shape {shape}")
        return out.reshape(self.cells.shape)

    def given_shape(self):
        return (len(self.cells),) + self._shape

    def rows(self, rows, copies=1):
        rows.shape = (len(rows),) + self._shape  # in place: the result owns its memory
        return rows


class OneArray(Array):
    """An array of the shape (81,) or (9, 9)."""

    def __init__(self, array):
        super().__init__(array[np.newaxis])

    def given_shape(self):
        return self._shape

    def rows(self, rows, copies=1):
        if copies > 1:
            return super().rows(rows)
        rows.shape = self._shape
        return rows

    def answers(self, answers):
        return answers[0]


class Strings(Puzzles):
    """A list of strings, or whatever else holds strings in order, such as a column of a table."""

    def __init__(self, strings):
        super().__init__(_puzzled.parse_strings(strings))

    def rows(self, rows, copies=1, none_for_blank=False):
        return _puzzled.strings(rows, none_for_blank)


class OneString(Strings):
    def __init__(self, string):
        super().__init__([string])

    def rows(self, rows, copies=1, none_for_blank=False):
        strings = super().rows(rows, copies, none_for_blank)
        return strings if copies > 1 else strings[0]

    def answers(self, answers):
        return answers[0]


class Text(Puzzles):
    """A text of many puzzles, as bytes."""

    def __init__(self, text, threads):
        super().__init__(_puzzled.parse_text(text, threads))

    def rows(self, rows, copies=1):
        return _puzzled.format(rows, ".", 1)


def is_text(puzzles):
    return isinstance(puzzles, (bytes, bytearray))


def read(puzzles, threads=1):
    """The Puzzles that a user's argument holds."""
    if isinstance(puzzles, str):
        return OneString(puzzles)
    if is_text(puzzles):
        return Text(puzzles, threads)
    if not hasattr(puzzles, "__len__"):
        puzzles = list(puzzles)
    if isinstance(puzzles, (list, tuple)) and (len(puzzles) == 0 or isinstance(puzzles[0], (str, bytes))):
        return Strings(list(puzzles))
    array = np.asarray(puzzles)
    if array.ndim == 1 and array.dtype.kind in "OUST":
        return Strings(array.tolist())
    if array.shape in ((CELLS,), (9, 9)):
        return OneArray(array)
    return Array(array)


def _digits(array):
    """The same as uint8. (Values above 9 in an array that is uint8 already are found later.)"""
    if array.dtype == np.uint8:
        return array
    if array.dtype.kind not in "iu":
        raise TypeError(f"puzzles must be integers, not {array.dtype}; use puzzles.astype('uint8')")
    rows = array.reshape(array.shape[0], CELLS)
    is_bad = (rows < 0) | (rows > 9)
    if is_bad.any():
        row, cell = np.argwhere(is_bad)[0]
        raise ValueError(f"row {row}: r{cell // 9 + 1}c{cell % 9 + 1} is {rows[row, cell]}, not 0 to 9")
    return array.astype(np.uint8)
