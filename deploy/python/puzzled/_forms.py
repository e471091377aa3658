"""The forms in which puzzles come and answers go back: arrays, lists, strings, text."""

import warnings

import numpy as np

from . import _puzzled

CELLS = 81
SHAPES = "(n, 81) or (n, 9, 9), or (81,) or (9, 9) for one"


class Puzzles:
    """Puzzles as rows of 81 cells, uint8 and C-contiguous, and the form in which they came.

    `missing`: the rows of puzzles that are not there, such as None in a list of strings. Their cells are
    zeros, and so are their answers.
    """

    def __init__(self, cells, missing=()):
        self.cells = cells
        self.missing = list(missing)

    def rows(self, rows, copies=1):
        """Puzzles in the form in which these came, `copies` for each."""
        raise NotImplementedError

    def answers(self, answers):
        """One answer for each puzzle."""
        if self.missing:
            answers[self.missing] = np.zeros(1, answers.dtype)
        return answers

    def place(self, out):
        """The rows of an array of the user's that results are written to."""
        raise TypeError("out is for arrays")

    def checked(self):
        """The cells, for a function that does not look at them."""
        return self.cells

    def warn_of_missing(self):
        """For functions whose results have no sign for a puzzle that is not there."""
        if self.missing:
            many = f" and {len(self.missing) - 1} more" if len(self.missing) > 1 else ""
            warnings.warn(f"row {self.missing[0]}{many}: no puzzle, which becomes a row of zeros", stacklevel=3)

    def _without_missing(self, rows, copies):
        for row in self.missing:
            rows[row * copies : (row + 1) * copies] = 0
        return rows


class Array(Puzzles):
    """An array of the shape (n, 81) or (n, 9, 9); `cells` is a view of it, if it can be."""

    def __init__(self, array, blank="", missing=()):
        shape = array.shape
        if shape[1:] not in ((CELLS,), (9, 9)):
            raise ValueError(f"puzzles must have the shape {SHAPES}; got {shape}{_shape_advice(array)}")
        super().__init__(_digits(array, blank), missing)
        self._shape = shape[1:]

    def checked(self):
        if self.cells.size and self.cells.max() > 9:
            row, cell = np.argwhere(self.cells > 9)[0]
            raise ValueError(_bad_cell(row, cell, self.cells[row, cell]))
        return self.cells

    def place(self, out):
        if not isinstance(out, np.ndarray) or out.dtype != np.uint8 or isinstance(out, np.ma.MaskedArray):
            raise TypeError("out must be an array of uint8, and not a masked one")
        shape = self.given_shape()
        if out.shape != shape or not out.flags.c_contiguous or not out.flags.writeable:
            raise ValueError(f"out must be C-contiguous, writeable, and of the shape {shape}")
        rows = out.reshape(self.cells.shape)
        # Row by row the same memory is fine; any other overlap would be read after it was written.
        if rows.ctypes.data != self.cells.ctypes.data and np.may_share_memory(rows, self.cells):
            self.cells = self.cells.copy()
        return rows

    def given_shape(self):
        return (len(self.cells),) + self._shape

    def rows(self, rows, copies=1):
        self._without_missing(rows, copies)
        rows.shape = (len(rows),) + self._shape  # in place: the result owns its memory
        return rows


class OneArray(Array):
    """An array of the shape (81,) or (9, 9)."""

    def __init__(self, array, blank=""):
        super().__init__(array[np.newaxis], blank)

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

    def __init__(self, strings, column="", blank=""):
        try:
            super().__init__(*_puzzled.parse_strings(strings, column, blank))
        except ValueError as error:
            if not _are_lines(strings, column, blank):
                raise
            advice = "if the strings are the lines of one text, give '\\n'.join(strings).encode()"
            raise ValueError(f"{error}; {advice}") from None

    def rows(self, rows, copies=1, none_for_blank=False):
        strings = _puzzled.strings(rows, none_for_blank)
        for row in self.missing:
            strings[row * copies : (row + 1) * copies] = [None] * copies
        return strings


class OneString(Strings):
    def __init__(self, string, column="", blank=""):
        try:
            super().__init__([string], column, blank)
        except ValueError as error:
            if "puzzles instead of 1" not in str(error) or ": 0 puzzles" in str(error):
                raise
            raise ValueError(f"{error}: give a text of several puzzles as bytes, such as text.encode()") from None
        if self.missing:
            raise ValueError("row 0: 0 puzzles instead of 1: the string is empty")

    def rows(self, rows, copies=1, none_for_blank=False):
        strings = super().rows(rows, copies, none_for_blank)
        return strings if copies > 1 else strings[0]

    def answers(self, answers):
        return answers[0]


class Text(Puzzles):
    """A text of many puzzles, as bytes."""

    def __init__(self, text, threads, column="", blank=""):
        super().__init__(_puzzled.parse_text(text, threads, column, blank))

    def rows(self, rows, copies=1):
        return _puzzled.format(rows, ".", 1)


def is_text(puzzles):
    if isinstance(puzzles, memoryview):
        puzzles = puzzles.obj
    if not isinstance(puzzles, (bytes, bytearray)):
        return False
    if puzzles[:2] == b"\x1f\x8b":
        raise ValueError("the text is compressed: give gzip.decompress(text)")
    if puzzles[:4] == b"\x28\xb5\x2f\xfd":
        raise ValueError("the text is compressed by zstd: decompress it first")
    return True


def read(puzzles, threads=1, column="", blank=""):
    """The Puzzles that a user's argument holds."""
    if isinstance(puzzles, str):
        return OneString(puzzles, column, blank)
    if is_text(puzzles):
        return Text(puzzles, threads, column, blank)
    if hasattr(puzzles, "read") or hasattr(puzzles, "read_bytes"):
        how = "read_bytes" if hasattr(puzzles, "read_bytes") else "read"
        raise TypeError(f"puzzles must be what a file holds, not the file: give its .{how}()")
    if not hasattr(puzzles, "__len__"):
        if not hasattr(puzzles, "__iter__"):
            raise TypeError(f"puzzles must be an array, strings, or bytes, not {type(puzzles).__name__}")
        puzzles = list(puzzles)
    if isinstance(puzzles, (dict, set, frozenset)):
        name = type(puzzles).__name__
        raise TypeError(f"puzzles must be an array, strings, or bytes, not a {name}; give list(...) of its values")
    if isinstance(puzzles, (list, tuple)):
        return _of_list(list(puzzles), column, blank)
    if hasattr(puzzles, "columns"):
        _check_table(puzzles)
    array = _filled(puzzles)
    if array.ndim == 1 and array.dtype.kind in "OUST":
        return _of_list(array.tolist(), column, blank)
    return _of_array(array, column, blank)


def _of_array(array, column="", blank="", missing=()):
    if column:
        raise ValueError("column is for text: bytes or strings")
    if array.shape == (CELLS,) and array.dtype.kind == "f" and _shape_advice(array):
        raise ValueError(f"a column of numbers of many digits{_shape_advice(array)}")
    if array.shape in ((CELLS,), (9, 9)):
        return OneArray(array, blank)
    return Array(array, blank, missing)


def _of_list(items, column, blank):
    """A list of strings, of cells, or of puzzles or rows that are lists or arrays."""
    first = next((item for item in items if not _is_missing(item)), None)
    if isinstance(first, (str, bytes)):
        if len(items) == CELLS and all(map(_is_cell, items)):
            return _of_array(_objects(items), column, blank)
        if len(items) == 9 and not column and all(isinstance(s, str) and len(s.strip()) == 9 for s in items):
            return OneArray(_of_lines(items, 0, blank).reshape(9, 9))
        if len(items) == 9 and not column and all(map(_is_row, items)):
            return _of_nested(items, blank)
        try:
            return Strings(items, column, blank)
        except TypeError:
            if column or not any(isinstance(item, (list, tuple, np.ndarray)) for item in items):
                raise
            return _of_nested(items, blank)
    if first is None and len(items) != CELLS:
        return Strings(items, column, blank)
    if first is None or _is_cell(first):
        if len(items) != CELLS:
            raise ValueError(f"a list of {len(items)} cells is no puzzle, which has 81{_shape_advice(items)}")
        if _shape_advice(items):
            raise ValueError(f"a list of numbers of many digits{_shape_advice(items)}")
        return _of_array(_objects(items), column, blank)
    if column:
        raise ValueError("column is for text: bytes or strings")
    return _of_nested(items, blank)


def _of_nested(items, blank):
    """A board of nine rows, or a list of puzzles, each a list, an array or a string."""
    if not _has_masked(items):
        try:
            array = np.asarray(items)
        except (ValueError, TypeError, OverflowError):
            array = None
        if array is not None and array.dtype.kind in "iuf" and _is_shape(array.shape):
            return _of_array(array)
        array = _objects(items)
        if _is_shape(array.shape) and all(map(_is_cell, array.reshape(-1, array.shape[-1])[0])):
            return _of_array(array, blank=blank)
    if len(items) == 9 and all(_is_row(item) for item in items if not _is_missing(item)):
        cells, _ = _one(items, 0, blank)
        return OneArray(cells.reshape(9, 9))
    cells = np.zeros((len(items), CELLS), np.uint8)
    missing, boards = [], True
    for row, item in enumerate(items):
        if _is_missing(item):
            missing.append(row)
            continue
        cells[row], is_board = _one(item, row, blank)
        boards = boards and is_board
    return Array(cells.reshape(-1, 9, 9) if boards else cells, missing=missing)


def _one(item, row, blank):
    """The cells of puzzle number `row`, and whether it is a board of nine rows."""
    if isinstance(item, (str, bytes)):
        return _puzzled.parse_strings([item], "", blank, row)[0][0], False
    if not isinstance(item, (list, tuple)):
        array = _filled(item)
        if array.ndim == 0:
            raise TypeError(f"row {row}: expected a puzzle, not {item!r}")
        item = array
    if len(item) == 9 and all(isinstance(line, (str, bytes)) and len(line) >= 9 for line in item):
        return _of_lines(item, row, blank), True
    if len(item) not in (9, CELLS):
        raise ValueError(f"row {row}: a list of {len(item)} is no puzzle: 81 cells are one, or nine rows of nine")
    is_board = len(item) == 9
    cells = []
    for number, part in enumerate(item if is_board else [item], 1):
        if isinstance(part, (str, bytes)) and len(part) == 9:
            part = part.decode() if isinstance(part, bytes) else part
            part = list(part)
        part = part if isinstance(part, (list, tuple)) else _filled(part)
        size = len(part) if np.ndim(part) or isinstance(part, (list, tuple)) else None
        if is_board and size != 9:
            raise ValueError(f"row {row}: r{number} has {'no' if size is None else size} cells instead of 9")
        cells.extend(part)
    return _puzzled.parse_objects(_objects(cells)[np.newaxis], blank, row)[0], is_board


def _of_lines(lines, row, blank):
    """The cells of nine strings, a row each."""
    lines = [line.decode() if isinstance(line, bytes) else str(line) for line in lines]
    return _puzzled.parse_strings(["\n".join(lines)], "", blank, row)[0][0]


def _are_lines(strings, column, blank):
    """Whether strings that are no puzzles are, one below the other, a text that holds some."""
    try:
        lines = [s.decode() if isinstance(s, bytes) else s.rstrip("\r\n") for s in strings]
        return len(lines) > 1 and len(_puzzled.parse_text("\n".join(lines).encode(), 0, column, blank)) > 0
    except (ValueError, AttributeError):
        return False


def _is_shape(shape):
    return shape in ((CELLS,), (9, 9)) or (len(shape) > 1 and shape[1:] in ((CELLS,), (9, 9)))


def _is_missing(item):
    if item is None:
        return True
    if isinstance(item, (str, bytes)):
        return not item.strip()
    if isinstance(item, float):
        return item != item
    return type(item).__name__ in ("NAType", "NaTType", "MaskedConstant")


def _is_cell(item):
    """Whether an item of a list may be a cell, right or wrong, and is no puzzle."""
    if isinstance(item, (str, bytes)):
        return len(item) <= len("None")
    return not hasattr(item, "__len__") or _is_missing(item)


def _is_row(item):
    """Whether an item of a list of nine may be a row of a board."""
    if isinstance(item, (str, bytes)):
        return len(item) == 9
    if not hasattr(item, "__len__") or isinstance(item, dict):
        return False
    first = item if isinstance(item, np.ndarray) else item[:1]
    return len(item) != CELLS and np.ndim(first) == 1 and all(map(_is_cell, first[:1]))


def _has_masked(items):
    """Whether a list has masked arrays in it, whose masks NumPy would drop."""
    for item in items:
        if isinstance(item, np.ma.MaskedArray):
            return True
        if isinstance(item, (list, tuple)) and len(item) == 9:
            if any(isinstance(row, np.ma.MaskedArray) for row in item):
                return True
    return False


def _filled(puzzles):
    """As an array, with masked cells blank."""
    if isinstance(puzzles, np.ma.MaskedArray):
        fill = {"U": "", "S": b"", "O": None}.get(puzzles.dtype.kind, 0)
        if puzzles.dtype.kind in "iufUSO":
            return puzzles.filled(fill)
    return np.asarray(puzzles)


def _objects(items):
    """A list as an array of its objects, of as many dimensions as it has."""
    try:
        return np.array(items, dtype=object)
    except ValueError:
        array = np.empty(len(items), object)
        array[:] = [None] * len(items)
        return array


def _shape_advice(array):
    """What to do about an array of no shape that puzzles have."""
    size, dimensions = np.size(array), np.ndim(array)
    if dimensions == 1:
        values = np.asarray(array)
        first = values[:10].tolist() if values.dtype.kind in "iufO" else []
        if any(isinstance(v, (int, float, np.number)) and v > 1e20 for v in first):
            return "; a column of numbers has lost zeros and digits: read it as text (pandas: dtype=str)"
        if size > CELLS and size % CELLS == 0:
            return f"; np.reshape(puzzles, (-1, 81)) has the cells of {size // CELLS} puzzles"
    return ""


def _check_table(table):
    """Refuses a DataFrame that is no puzzles of 81 columns of a cell each."""
    if len(table.columns) in (9, CELLS):
        return
    for name in table.columns:
        values = list(table[name][:1])
        if values and isinstance(values[0], str) and len(values[0]) >= CELLS:
            raise ValueError(f"give the table's column that holds the puzzles, such as table[{name!r}]")
    raise ValueError(
        f"a table of puzzles has 81 columns, or 9 for one puzzle; this has {len(table.columns)}: "
        "give its column that holds them, read as text (pandas: dtype=str)"
    )


def _bad_cell(row, cell, value):
    return f"row {row}: r{cell // 9 + 1}c{cell % 9 + 1} is {value}, not 0 to 9"


def _digits(array, blank=""):
    """The same as uint8 rows. (Values above 9 in an array that is uint8 already are found later.)"""
    if array.dtype == np.uint8:
        return np.ascontiguousarray(array).reshape(len(array), CELLS)
    kind = array.dtype.kind
    if kind in "OUST":
        objects = np.ascontiguousarray(array.astype(object)).reshape(len(array), CELLS)
        return _puzzled.parse_objects(objects, blank)
    if kind not in "iuf":
        raise TypeError(f"puzzles must be numbers from 0 to 9, not {array.dtype}")
    rows = array.reshape(len(array), CELLS)
    if kind != "f" and (rows.size == 0 or (rows.min() >= 0 and rows.max() <= 9)):
        return np.ascontiguousarray(rows.astype(np.uint8))
    is_blank = rows == -1 if kind == "i" else np.isnan(rows) | (rows == -1) if kind == "f" else False
    is_bad = ~((rows >= 0) & (rows <= 9) | is_blank)
    if kind == "f":
        is_bad |= ~is_blank & (rows != np.floor(rows))
    if is_bad.any():
        row, cell = np.argwhere(is_bad)[0]
        raise ValueError(_bad_cell(row, cell, rows[row, cell]))
    return np.ascontiguousarray(np.where(is_blank, 0, rows).astype(np.uint8))
