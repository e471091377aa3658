"""The forms in which puzzles come: lists and arrays of whatever people write for a blank, and what is said of those that are no puzzles."""

import gzip
import json
import warnings

import numpy as np
import pandas as pd
import pytest

import puzzled
from sudoku_rules import PUZZLE, SOLUTION, cells_of, text_of

OTHER, OTHER_SOLUTION = SOLUTION[:80] + ".", SOLUTION
UNSOLVABLE = "12345678" + "." * 8 + "9" + "." * 64
CONFLICT = "55" + "." * 79
ROWS = [PUZZLE[i : i + 9] for i in range(0, 81, 9)]

BLANKS = [None, ".", "", " ", "-", "?", "_", "*", "X", "x", "0", 0, 0.0, -1, -1.0, "-1", float("nan"), np.nan, np.float32("nan"), pd.NA, np.ma.masked]


def cells_with(blank, digit=int):
    return [blank if c == "." else digit(c) for c in PUZZLE]


def board_of(cells):
    return [list(cells[i : i + 9]) for i in range(0, 81, 9)]


def check(given, shape):
    assert puzzled.solve(given).shape == shape
    assert text_of(puzzled.solve(given)) == SOLUTION
    assert np.all(puzzled.count(given) == 1)
    parsed = puzzled.parse(given)
    assert parsed.shape == (1, 81) and parsed.dtype == np.uint8 and text_of(parsed) == PUZZLE


@pytest.mark.filterwarnings("ignore:.*masked element")
@pytest.mark.parametrize("blank", BLANKS, ids=repr)
@pytest.mark.parametrize("digit", [int, str, float, np.int16, lambda c: f"{c}.0"])
def test_lists_with_any_blank(blank, digit):
    cells = cells_with(blank, digit)
    check(cells, (81,))
    check(tuple(cells), (81,))
    check(board_of(cells), (9, 9))
    check(tuple(map(tuple, board_of(cells))), (9, 9))
    check([board_of(cells)], (1, 9, 9))
    check([cells], (1, 81))
    objects = np.empty(81, object)
    objects[:] = cells
    check(objects, (81,))
    check(objects.reshape(9, 9), (9, 9))
    check(objects.reshape(1, 9, 9), (1, 9, 9))
    check(pd.Series(cells, dtype=object), (81,))
    check(pd.DataFrame(objects.reshape(9, 9)), (9, 9))


def test_lists_of_several_blanks():
    cells = cells_with(None)
    blanks = [i for i, cell in enumerate(cells) if cell is None]
    for i, blank in zip(blanks, BLANKS):
        cells[i] = blank
    check(cells, (81,))
    check(board_of(cells), (9, 9))
    assert text_of(puzzled.solve([board_of(cells), board_of(cells_with(0))])) == 2 * SOLUTION


def test_arrays_of_floats_and_characters():
    floats = np.array(cells_with(np.nan), float)
    for dtype in ("f2", "f4", "f8", "g"):
        check(floats.astype(dtype), (81,))
        check(floats.astype(dtype).reshape(9, 9), (9, 9))
        check(floats.astype(dtype).reshape(1, 9, 9)[:, ::1], (1, 9, 9))
    for dtype in ("U1", "S1", "U5"):
        check(np.array(list(PUZZLE), dtype), (81,))
        check(np.array(list(PUZZLE), dtype).reshape(9, 9), (9, 9))
        check(np.array(list(PUZZLE), dtype).reshape(1, 81), (1, 81))
    check(np.array(cells_with(-1), np.int8), (81,))
    check(pd.Series(cells_with(None), dtype="Int64"), (81,))
    check(pd.Series(cells_with(np.nan)), (81,))
    check(pd.DataFrame(board_of(cells_with(None)), dtype="Int8"), (9, 9))
    check(json.loads(json.dumps(board_of(cells_with(None)))), (9, 9))


def test_nine_strings_of_nine():
    check(ROWS, (9, 9))
    check([ROWS], (1, 9, 9))
    assert text_of(puzzled.solve([ROWS] * 9)) == 9 * SOLUTION
    assert (puzzled.parse([row.replace(".", "·") for row in ROWS], blank="·") == cells_of(PUZZLE)).all()


def test_masked_arrays_have_blanks_where_they_are_masked():
    full = cells_of(SOLUTION)
    mask = cells_of(PUZZLE) == 0
    for dtype in ("u1", "i8", "f8", "O", "U1"):
        masked = np.ma.MaskedArray(full.astype(dtype), mask)
        check(masked, (81,))
        check(masked.reshape(9, 9), (9, 9))
        check([masked], (1, 81))
        check([masked.reshape(9, 9)], (1, 9, 9))
        check(list(masked.reshape(9, 9)), (9, 9))
        check([list(masked.reshape(9, 9))], (1, 9, 9))
    strings = np.ma.MaskedArray([PUZZLE, PUZZLE], [False, True])
    assert puzzled.solve(strings) == [SOLUTION, None]
    with pytest.raises(TypeError, match="out must be an array of uint8"):
        puzzled.solve(cells_of(PUZZLE), out=np.ma.MaskedArray(full, mask))
    with pytest.raises(TypeError, match=r"fill it, weights.filled\(0\)"):
        puzzled.target(weights=np.ma.MaskedArray(full, mask))


@pytest.mark.parametrize("missing", [None, "", " ", float("nan"), pd.NA], ids=repr)
def test_puzzles_that_are_missing_have_no_answers(missing):
    strings = [missing, PUZZLE, missing, UNSOLVABLE, OTHER, missing]
    expected = [None, SOLUTION, None, None, OTHER_SOLUTION, None]
    for given in (strings, tuple(strings), pd.Series(strings, dtype=object), np.array(strings, object)):
        assert puzzled.solve(given) == expected
        assert puzzled.count(given).tolist() == [0, 1, 0, 0, 1, 0]
        assert puzzled.is_minimal(given).tolist() == [False] * 6
        assert (puzzled.rate(given)["level"] > 0).tolist() == [False, True, False, False, True, False]
        assert puzzled.distinct(given).tolist() == [1, 3, 4]
        assert [form is None for form in puzzled.canonical(given)] == [True, False, True, False, False, True]
        assert [copy is None for copy in puzzled.shuffle(given, copies=2)] == [i // 2 in (0, 2, 5) for i in range(12)]
        with pytest.warns(UserWarning, match="row 0 and 2 more: no puzzle, which becomes a row of zeros"):
            parsed = puzzled.parse(given)
        assert not parsed[[0, 2, 5]].any() and text_of(parsed[1]) == PUZZLE
    scores, grids = puzzled.target([missing, PUZZLE])
    assert scores[0] == 0 and grids[0] is None and grids[1] == SOLUTION


def test_boards_that_are_missing_have_no_answers():
    board = board_of(cells_with(None))
    solved = puzzled.solve([board, None, board])
    assert solved.shape == (3, 9, 9) and not solved[1].any() and text_of(solved[2]) == SOLUTION
    assert puzzled.count([board, None]).tolist() == [1, 0]
    out = np.full((2, 9, 9), 7, np.uint8)
    assert puzzled.solve([None, board], out=out) is out and not out[0].any() and text_of(out[1]) == SOLUTION


def test_all_are_missing():
    assert puzzled.solve([None, None]) == [None, None]
    assert puzzled.count([None]).tolist() == [0]
    assert puzzled.solve(pd.Series([None], dtype=object)) == [None]


def test_lists_of_several_forms():
    mixed = [PUZZLE, cells_with(None), board_of(cells_with(".")), cells_of(PUZZLE), ROWS]
    for given in (mixed[1:], mixed[::-1]):
        assert text_of(puzzled.solve(given)) == len(given) * SOLUTION


def test_lists_of_strings_and_others():
    cells = board_of(cells_with(None))
    check([ROWS[0], *cells[1:]], (9, 9))
    check([*cells[:8], ROWS[8]], (9, 9))
    assert text_of(puzzled.solve([PUZZLE, None, board_of(cells_with(0))])) == SOLUTION + "." * 81 + SOLUTION


def test_strings_in_any_form():
    texts = [
        PUZZLE + "\n",
        PUZZLE + " # easy",
        "\n".join(ROWS),
        "\n".join(" ".join(row) for row in ROWS),
        str(board_of(cells_with(0))),
        json.dumps(board_of(cells_with(None))),
        PUZZLE + "," + SOLUTION,
        PUZZLE.replace(".", "-"),
        PUZZLE.replace(".", "?"),
    ]
    assert puzzled.solve(texts) == [SOLUTION] * len(texts)
    for text in texts:
        assert puzzled.solve(text) == SOLUTION and puzzled.count(text) == 1
        assert (puzzled.parse(text) == [cells_of(PUZZLE)]).all()
        assert puzzled.solve(text.encode()).replace(b"\n", b"").replace(b" ", b"") == SOLUTION.encode()


def test_blank_and_column():
    dotted = PUZZLE.replace(".", "@")
    assert puzzled.solve(dotted, blank="@") == SOLUTION
    assert puzzled.solve([dotted, PUZZLE], blank="@") == [SOLUTION] * 2
    assert puzzled.solve(dotted.encode(), blank="@") == SOLUTION.encode() + b"\n"
    assert (puzzled.parse(dotted, blank="@") == cells_of(PUZZLE)).all()
    assert (puzzled.parse(list(dotted), blank="@") == cells_of(PUZZLE)).all()
    assert (puzzled.parse(PUZZLE.replace(".", "·"), blank="·") == cells_of(PUZZLE)).all()
    table = f"id,first,second\n1,{PUZZLE},{OTHER}\n2,{OTHER},{PUZZLE}\n"
    for column, expected in (("first", [PUZZLE, OTHER]), ("second", [OTHER, PUZZLE]), (2, [PUZZLE, OTHER]), ("3", [OTHER, PUZZLE])):
        for text in (table, table.encode()):
            assert [text_of(p) for p in puzzled.parse(text, column=column)] == expected
        assert puzzled.solve(table.encode(), column=column) == 2 * (SOLUTION.encode() + b"\n")
    for call in (puzzled.parse, puzzled.solve):
        with pytest.raises(ValueError, match="there is no column 'third'"):
            call(table.encode(), column="third")
        with pytest.raises(ValueError, match="blank must be at most 24 bytes, and neither digits"):
            call(table.encode(), blank="5")
        with pytest.raises(TypeError, match=r"blank must be a str \(got 7\)"):
            call(PUZZLE, blank=7)
        with pytest.raises(ValueError, match="there is no column 'c'"):
            call(f'[{{"a": "{PUZZLE}"}}]'.encode(), column="c")
        with pytest.raises(ValueError, match="column must be a number from 1 to"):
            call(PUZZLE, column=0)
        with pytest.raises(ValueError, match="column is for text"):
            call(cells_of(PUZZLE), column=1)


# ---- What is said of what is wrong.


@pytest.mark.parametrize("value, shown", [(10, "10"), (-2, "-2"), ("a", "'a'"), (5.5, "5.5"), (True, "True"), (np.bool_(False), "False"), (10**30, "1000000"), ("12", "'12'"), ([], r"\[\]"), (object(), "<object"), (float("inf"), "inf"), (1j, "1j")])
def test_wrong_cells_are_named(value, shown):
    for call in (puzzled.solve, puzzled.count, puzzled.parse):
        board = board_of(cells_with(None))
        board[1][2] = value
        for given, row in ((board, 0), ([board_of(cells_with(None)), board], 1)):
            with pytest.raises((ValueError, TypeError), match=rf"^row {row}: r2c3 is {shown}.*, not 0 to 9$"):
                call(given)


@pytest.mark.parametrize("value", [2.5, -2, 10, np.inf, -np.inf, 1e300])
def test_wrong_floats_are_named(value):
    floats = np.array([cells_with(np.nan)] * 3, float)
    floats[2, 80] = value
    with pytest.raises(ValueError, match=r"^row 2: r9c9 is .*, not 0 to 9$"):
        puzzled.solve(floats)


def test_the_remedy_for_a_wrong_shape_works():
    flat = np.concatenate([cells_of(PUZZLE)] * 3)
    with pytest.raises(ValueError, match=r"np.reshape\(puzzles, \(-1, 81\)\) has the cells of 3 puzzles"):
        puzzled.solve(flat)
    assert text_of(puzzled.solve(np.reshape(flat, (-1, 81)))) == 3 * SOLUTION
    table = pd.DataFrame({"quizzes": [PUZZLE], "solutions": [SOLUTION]})
    with pytest.raises(ValueError, match=r"such as table\['quizzes'\]"):
        puzzled.solve(table)
    assert puzzled.solve(table["quizzes"]) == [SOLUTION]
    with pytest.raises(ValueError, match=r"read it as text \(pandas: dtype=str\)"):
        puzzled.solve(pd.Series([float(PUZZLE.replace(".", "0"))] * 3))
    two = PUZZLE + "\n" + PUZZLE
    with pytest.raises(ValueError, match=r"2 puzzles instead of 1 .*give a text of several puzzles as bytes, such as text.encode\(\)"):
        puzzled.solve(two)
    assert puzzled.solve(two.encode()) == 2 * (SOLUTION.encode() + b"\n")


def test_numbers_of_many_digits_are_explained():
    number = int(PUZZLE.replace(".", "0"))
    for count in (1, 3, 81):
        for given in ([number] * count, [float(number)] * count, pd.Series([float(number)] * count), np.array([number] * count, object)):
            with pytest.raises(ValueError, match=r"a column of numbers has lost .* read it as text \(pandas: dtype=str\)"):
                puzzled.parse(given)


def test_lines_of_a_text_are_told_from_puzzles():
    lines = ["# a board", *ROWS[:3], "---------", *ROWS[3:]]
    for call in (puzzled.solve, puzzled.count, puzzled.parse):
        with pytest.raises(ValueError, match=r"^row 0: .*lines of one text, give '\\n'\.join\(strings\)\.encode\(\)$"):
            call(lines)
    assert text_of(puzzled.parse("\n".join(lines).encode())) == PUZZLE


def test_text_that_is_compressed():
    for call in (puzzled.solve, puzzled.parse):
        with pytest.raises(ValueError, match="give gzip.decompress"):
            call(gzip.compress(PUZZLE.encode()))
    assert text_of(puzzled.parse(memoryview(PUZZLE.encode()))) == PUZZLE


def test_cells_that_nobody_solves_are_checked_too():
    cells = cells_of(PUZZLE)
    cells[80] = 12
    for given in (cells, cells[np.newaxis], memoryview(cells)):
        with pytest.raises(ValueError, match="^row 0: r9c9 is 12, not 0 to 9$"):
            puzzled.parse(given)


def test_ragged_lists_are_named():
    board = board_of(cells_with(None))
    board[3].pop()
    for given, row in ((board, 0), ([board_of(cells_with(0)), board], 1)):
        with pytest.raises(ValueError, match=f"^row {row}: r4 has 8 cells instead of 9$"):
            puzzled.solve(given)
    with pytest.raises(ValueError, match="^row 1: a list of 80 is no puzzle: 81 cells are one, or nine rows of nine"):
        puzzled.solve([cells_with(0), cells_with(0)[:80]])
    with pytest.raises(ValueError, match="^a list of 80 cells is no puzzle, which has 81"):
        puzzled.solve(cells_with(None)[:80])


@pytest.mark.parametrize("given", [7, 7.5, None, {"a": 1}, {PUZZLE}, object()], ids=repr)
def test_what_is_no_puzzle_at_all(given):
    with pytest.raises(TypeError, match="puzzles must be an array, strings, or bytes"):
        puzzled.solve(given)


def test_files_are_to_be_read(tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text(PUZZLE)
    with pytest.raises(TypeError, match=r"give its \.read_bytes\(\)"):
        puzzled.parse(path)
    with open(path) as file, pytest.raises(TypeError, match=r"give its \.read\(\)"):
        puzzled.parse(file)
    assert len(puzzled.parse(path.read_bytes())) == 1


NUMBERS = [
    (puzzled.solve, "threads"),
    (puzzled.count, "threads"),
    (puzzled.count, "limit"),
    (puzzled.shuffle, "copies"),
    (puzzled.shuffle, "seed"),
    (puzzled.generate, "clues"),
    (puzzled.generate, "seed"),
    (puzzled.generate, "n"),
    (puzzled.parse, "threads"),
    (puzzled.queens, "n"),
    (puzzled.queens, "first"),
    (puzzled.target, "threads"),
]


@pytest.mark.parametrize("function, name", NUMBERS)
def test_numbers_are_checked_in_words(function, name):
    def call(value):
        if function is puzzled.queens:
            return function(value) if name == "n" else function(4, first=value)
        if function is puzzled.generate:
            return function(value) if name == "n" else function(1, **{name: value})
        return function(PUZZLE, **{name: value})

    for value in (1.5, "3", [1], "many"):
        with pytest.raises(TypeError, match=rf"^{name} must be an integer \(got "):
            call(value)
    for value in (-5, 2**64, 2**200):
        with pytest.raises(ValueError, match=rf"^{name} must be a number from \d+ to .* \(got {value}\)$"):
            call(value)


def test_flags_are_checked_in_words():
    for call in (
        lambda flag: puzzled.solve(PUZZLE, unique=flag),
        lambda flag: puzzled.generate(1, minimal=flag),
        lambda flag: puzzled.queens(4, unique=flag),
        lambda flag: puzzled.target(PUZZLE, minimize=flag),
        lambda flag: puzzled.cover("a", ["a"]).best(maximize=flag),
    ):
        for wrong in ("no", 2, None, [], np.array([1, 2])):
            with pytest.raises(TypeError, match="must be True or False"):
                call(wrong)
        call(np.bool_(False))


def test_numbers_that_no_engine_takes():
    with pytest.raises(ValueError, match=r"limit must be a number from 0 to 2\^63 - 1, where 0 counts all, \(got 9223372036854775808\)"):
        puzzled.count(PUZZLE, limit=2**63)
    with pytest.raises(MemoryError, match="no memory holds"):
        puzzled.shuffle([PUZZLE] * 4, copies=2**62)
    for weights in (np.full(81, 2**64 - 1, np.uint64), [2**70] * 81):
        with pytest.raises(ValueError, match="weights must be numbers from"):
            puzzled.target(weights=weights)
    with pytest.raises(ValueError, match="weights must be 81 numbers"):
        puzzled.target(weights=[[1, 2], [3]])
    with pytest.raises(ValueError, match="costs must be a number from"):
        puzzled.cover("a", ["a"], costs=[2**70])
    with pytest.raises(TypeError, match="bounds must be an integer"):
        puzzled.cover({"a": 1.5}, ["a"])


@pytest.mark.parametrize("shift", [1, 3, 2000])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_out_may_overlap_the_puzzles(puzzles, shift, threads):
    many = np.tile(puzzles, (30, 1))
    expected = puzzled.solve(many[:-shift])
    for given, out in ((slice(None, -shift), slice(shift, None)), (slice(shift, None), slice(None, -shift))):
        memory = many.copy()
        right = expected if given.start is None else puzzled.solve(many[shift:])
        assert (puzzled.solve(memory[given], out=memory[out], threads=threads) == right).all()
    # By a part of a row.
    memory = np.concatenate([many.ravel(), np.zeros(40, np.uint8)])
    out = memory[40:].reshape(-1, 81)
    assert (puzzled.solve(memory[:-40].reshape(-1, 81), out=out, threads=threads) == puzzled.solve(many)).all()


def test_contradicting_clues_have_no_solution_and_are_named():
    assert puzzled.count(CONFLICT) == 0 and puzzled.solve(CONFLICT) is None
    assert puzzled.solve(CONFLICT.encode()) == b"invalid clues r1c1 and r1c2 are both 5\n"
    with pytest.raises(ValueError, match="^row 1: clues r1c1 and r1c2 are both 5$"):
        puzzled.canonical([PUZZLE, CONFLICT])


def test_nothing_warns_that_is_no_fault(puzzles):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for given in (cells_with(None), board_of(cells_with(np.nan)), [PUZZLE, None], np.array(cells_with(np.nan), float)):
            puzzled.solve(given)
            puzzled.count(given)
