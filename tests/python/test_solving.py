"""solve and count: answers, forms, errors."""

import numpy as np
import pandas as pd
import pytest

import puzzled
from sudoku_rules import PUZZLE, SOLUTION, cells_of, count_solutions, is_solution, text_of

EMPTY = np.zeros(81, np.uint8)
CONFLICT = cells_of("55" + "." * 79)


def test_solutions_are_right(puzzles):
    solutions = puzzled.solve(puzzles)
    assert solutions.shape == puzzles.shape and solutions.dtype == np.uint8
    assert all(is_solution(p, s) for p, s in zip(puzzles, solutions))


def test_the_result_is_an_ordinary_array(puzzles):
    for given in (puzzles, puzzles.reshape(-1, 9, 9), puzzles[0], puzzles[0].reshape(9, 9), puzzles.astype(int)):
        for result in (puzzled.solve(given), puzzled.canonical(given), puzzled.shuffle(given, copies=2)):
            assert result.flags.c_contiguous and result.flags.writeable and result.flags.owndata


@pytest.mark.parametrize("shape", [(-1, 81), (-1, 9, 9)])
def test_many_puzzles_keep_their_shape(puzzles, shape):
    given = puzzles.reshape(shape)
    assert puzzled.solve(given).shape == given.shape
    assert (puzzled.solve(given).reshape(-1, 81) == puzzled.solve(puzzles)).all()


@pytest.mark.parametrize("shape", [(81,), (9, 9)])
def test_one_puzzle_keeps_its_shape(shape):
    solution = puzzled.solve(cells_of(PUZZLE).reshape(shape))
    assert solution.shape == shape and text_of(solution) == SOLUTION
    assert puzzled.count(cells_of(PUZZLE).reshape(shape)) == 1
    assert isinstance(puzzled.count(cells_of(PUZZLE)), int)


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u2", "u4", "u8", ">i4", ">u2"])
def test_all_integers_are_taken(puzzles, dtype):
    assert (puzzled.solve(puzzles.astype(dtype)) == puzzled.solve(puzzles)).all()


def test_arrays_that_are_not_contiguous(puzzles):
    expected = puzzled.solve(puzzles)
    assert (puzzled.solve(np.asfortranarray(puzzles)) == expected).all()
    assert (puzzled.solve(puzzles[::-1]) == expected[::-1]).all()
    assert (puzzled.solve(puzzles[::3]) == expected[::3]).all()
    wide = np.full((len(puzzles), 100), 200, np.uint8)
    wide[:, :81] = puzzles
    assert (puzzled.solve(wide[:, :81]) == expected).all()


def test_nested_lists_and_frames(puzzles):
    expected = puzzled.solve(puzzles[:5])
    assert (puzzled.solve(puzzles[:5].tolist()) == expected).all()
    assert (puzzled.solve(pd.DataFrame(puzzles[:5])) == expected).all()
    assert (puzzled.solve(list(puzzles[:5])) == expected).all()


def test_strings(puzzles):
    strings = [text_of(p) for p in puzzles[:20]]
    expected = [text_of(s) for s in puzzled.solve(puzzles[:20])]
    assert puzzled.solve(strings) == expected
    assert puzzled.solve(tuple(strings)) == expected
    assert puzzled.solve(iter(strings)) == expected
    assert puzzled.solve(np.array(strings)) == expected
    assert puzzled.solve(np.array(strings, "S")) == expected
    assert puzzled.solve(pd.Series(strings, index=range(7, 27))) == expected
    assert puzzled.solve(pd.Series(strings, dtype="string")) == expected
    assert puzzled.solve(PUZZLE) == SOLUTION
    assert puzzled.solve(PUZZLE.replace(".", "0")) == SOLUTION


def test_text(puzzles):
    text = b"".join(text_of(p).encode() + b"\n" for p in puzzles)
    expected = b"".join(text_of(s).encode() + b"\n" for s in puzzled.solve(puzzles))
    assert puzzled.solve(text) == expected
    assert puzzled.solve(bytearray(text)) == expected
    assert puzzled.solve(text * 50) == expected * 50
    assert (puzzled.count(text) == 1).all()


def test_text_is_answered_as_the_program_does():
    text = b"\n".join([PUZZLE.encode(), b"# a remark", b"", b"55" + b"." * 79, b"12", PUZZLE[:80].encode() + b"!"])
    solution, conflict, short, bad = puzzled.solve(text).decode().splitlines()
    assert solution == SOLUTION
    assert conflict == "invalid clues r1c1 and r1c2 are both 5"
    assert short.startswith("invalid ") and bad.startswith("invalid ")


def test_text_in_other_forms():
    rows = "\n".join(PUZZLE[i : i + 9] for i in range(0, 81, 9))
    assert puzzled.solve(rows.encode()).replace(b"\n", b"") == SOLUTION.encode()
    table = f"quizzes,solutions\n{PUZZLE.replace('.', '0')},{SOLUTION}\n" * 1
    assert puzzled.solve(table.encode()) == SOLUTION.encode() + b"\n"


@pytest.mark.parametrize("shape", [(-1, 81), (-1, 9, 9)])
def test_out(puzzles, shape):
    given = np.tile(puzzles, (30, 1)).reshape(shape)
    expected = puzzled.solve(given)
    out = np.full_like(given, 77)
    assert puzzled.solve(given, out=out) is out and (out == expected).all()
    assert (puzzled.solve(given.astype(int), out=np.empty_like(given)) == expected).all()
    assert puzzled.solve(given, out=given) is given and (given == expected).all()
    one = cells_of(PUZZLE)
    assert puzzled.solve(one, out=one) is one and text_of(one) == SOLUTION


def test_wrong_out(puzzles):
    for wrong in (np.zeros((3, 81), np.uint8), np.zeros((400, 162), np.uint8)[:, ::2], puzzles, np.zeros((400, 9, 9), np.uint8)):
        with pytest.raises(ValueError, match="out must be C-contiguous, writeable"):
            puzzled.solve(puzzles, out=wrong)
    for wrong in (np.zeros((400, 81)), [0]):
        with pytest.raises(TypeError, match="out must be"):
            puzzled.solve(puzzles, out=wrong)
    with pytest.raises(TypeError):
        puzzled.solve([PUZZLE], out=np.zeros((1, 81), np.uint8))


def test_without_a_solution():
    unsolvable = cells_of("12345678" + "." * 8 + "9" + "." * 64)  # r1c9 can be nothing
    for puzzle in (CONFLICT, unsolvable):
        assert count_solutions(puzzle) == 0
        assert not puzzled.solve(puzzle).any()
        assert puzzled.solve(text_of(puzzle)) is None
        assert puzzled.count(puzzle) == 0
    mixed = puzzled.solve([PUZZLE, text_of(unsolvable), PUZZLE])
    assert mixed == [SOLUTION, None, SOLUTION]
    assert puzzled.solve(text_of(unsolvable).encode()) == b"unsolvable\n"


def test_several_solutions():
    assert is_solution(EMPTY, puzzled.solve(EMPTY))
    assert not puzzled.solve(EMPTY, unique=True).any()
    assert puzzled.solve("." * 81, unique=True) is None
    assert puzzled.solve(PUZZLE, unique=True) == SOLUTION
    with pytest.raises(ValueError):
        puzzled.solve(PUZZLE.encode(), unique=True)


def test_counts_are_those_of_brute_force(puzzles, random):
    boards = puzzles[:60].copy()
    for board in boards:  # each loses up to four clues
        board[random.choice(np.flatnonzero(board), random.integers(5), replace=False)] = 0
    limit = 40
    counts = puzzled.count(boards, limit=limit)
    assert counts.dtype == np.int64
    assert counts.tolist() == [count_solutions(b, limit) for b in boards]
    assert len(set(counts)) > 3
    assert puzzled.count(boards).tolist() == np.minimum(counts, 2).tolist()


def test_limits():
    assert puzzled.count(EMPTY) == 2
    assert puzzled.count(EMPTY, limit=1000) == 1000
    few = cells_of(SOLUTION)
    few[(few == 1) | (few == 2)] = 0
    assert puzzled.count(few, limit=0) == count_solutions(few)
    with pytest.raises(ValueError):
        puzzled.count(few, limit=-1)


def test_empty():
    assert puzzled.solve(np.zeros((0, 81), np.uint8)).shape == (0, 81)
    assert puzzled.solve(np.zeros((0, 9, 9), np.uint8)).shape == (0, 9, 9)
    assert puzzled.count(np.zeros((0, 81), np.int64)).shape == (0,)
    assert puzzled.solve([]) == [] and puzzled.solve(b"") == b""
    assert puzzled.solve(pd.Series([], dtype=object)) == []


@pytest.mark.parametrize("function", ["solve", "count", "canonical", "distinct", "split", "shuffle", "rate", "is_minimal", "format", "target"])
def test_bad_rows_are_named(puzzles, function):
    call = getattr(puzzled, function)
    for dtype, value in (("u1", 10), ("u1", 255), ("i8", -2), ("i8", 260)):
        bad = puzzles.astype(dtype)
        bad[17, 9], bad[300, 1] = value, value
        with pytest.raises(ValueError, match=rf"^row 17: r2c1 is {value}, not 0 to 9$"):
            call(bad)
    strings = [PUZZLE] * 30
    strings[12] = PUZZLE[:-1] + "a"
    with pytest.raises(ValueError, match="^row 12: .*'a'"):
        call(strings)
    strings[12] = PUZZLE[:-1]
    with pytest.raises(ValueError, match="^row 12: "):
        call(strings)


def test_the_first_of_many_bad_rows_is_named():
    many = np.zeros((50_000, 81), np.uint8)
    many[31_000:, 4] = 11
    for threads in (1, 2, 7):
        with pytest.raises(ValueError, match="^row 31000: r1c5 is 11"):
            puzzled.count(many, threads=threads)


@pytest.mark.parametrize("shape", [(3, 80), (82,), (81, 1), (9,), (3, 9, 8), (2, 3, 81), ()])
def test_wrong_shapes(shape):
    with pytest.raises(ValueError, match="shape"):
        puzzled.solve(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("dtype", ["?", "c8", "M8[s]"])
def test_wrong_types(dtype):
    with pytest.raises(TypeError, match="puzzles must be numbers from 0 to 9, not "):
        puzzled.solve(np.zeros((2, 81), dtype))


def test_strings_that_are_something_else():
    with pytest.raises(TypeError, match="^row 1: expected a string of 81 cells, not 7.5$"):
        puzzled.solve(pd.Series([PUZZLE, 7.5]))
    with pytest.raises(TypeError):
        puzzled.solve(None)


def test_keywords_only(puzzles):
    with pytest.raises(TypeError):
        puzzled.solve(puzzles, True)
    with pytest.raises(TypeError):
        puzzled.count(puzzles, 2)


@pytest.mark.parametrize("threads", [-1, 5000])
def test_numbers_of_threads(puzzles, threads):
    with pytest.raises(ValueError, match="threads must be a number from 0 to"):
        puzzled.solve(puzzles, threads=threads)
