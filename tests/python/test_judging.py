"""rate, is_minimal, generate."""

import numpy as np
import pandas as pd
import pytest

import puzzled
from sudoku_rules import PUZZLE, cells_of, count_solutions

CONFLICT = cells_of("55" + "." * 79)


def test_ratings_are_columns_of_a_table(puzzles):
    ratings = puzzled.rate(puzzles)
    assert ratings.shape == (len(puzzles),)
    assert ratings.dtype.names == ("level", "depth", "phases")
    table = pd.DataFrame(ratings)
    assert list(table.columns) == ["level", "depth", "phases"]
    assert table["level"].between(1, 9).all() and table["level"].nunique() > 3


def test_equivalent_puzzles_are_equally_hard(puzzles):
    ratings = puzzled.rate(puzzles)
    assert (puzzled.rate(puzzled.shuffle(puzzles, seed=4)) == ratings).all()


def test_more_clues_make_no_puzzle_harder(puzzles):
    """A full grid and one with a single blank are of the lowest level."""
    solutions = puzzled.solve(puzzles[:50])
    solutions[:, 40] = 0
    assert (puzzled.rate(solutions)["level"] == 1).all()


def test_steps_solve_the_puzzle_and_have_its_rating(puzzles):
    for puzzle in puzzles[:20]:
        found = puzzled.explain(puzzle)
        rating = puzzled.rate(puzzle)
        expected = [str(rating[name]) for name in ("level", "depth", "phases")]
        assert found["rating"].split(".") == expected
        board = puzzle.copy()
        for step in found["steps"]:
            for cell, digit in step.get("placed", {}).items():
                board[9 * int(cell[1]) + int(cell[3]) - 10] = digit
        if found["status"] == "solved":
            assert (board == puzzled.solve(puzzle)).all()
        assert found["grid"] == "".join(map(str, board)).replace("0", ".")


def test_a_hint_is_the_first_step(puzzles):
    hint = puzzled.explain(PUZZLE, steps=1)
    assert hint["status"] == "paused" and hint["steps"] == puzzled.explain(PUZZLE)["steps"][:1]
    assert puzzled.explain(np.zeros(81, np.uint8))["status"] == "multiple"
    with pytest.raises(ValueError, match="one puzzle can be explained at a time, not 2"):
        puzzled.explain(puzzles[:2])
    assert puzzled.explain(CONFLICT) == {
        "status": "unsolvable", "rating": "0", "suspects": [], "steps": [], "grid": "55" + "." * 79}


def test_wrong_entries_beside_their_puzzle(puzzles):
    for puzzle in puzzles[:20]:
        solution = puzzled.solve(puzzle)
        board = np.where(np.arange(81) % 2, solution, 0).astype(np.uint8)
        filled = np.where(board > 0, board, puzzle)
        assert puzzled.explain(puzzle, board) == puzzled.explain(filled)
        board[41] = solution[41] % 9 + 1
        expected = {"cell": "r5c6", "digit": int(board[41])}
        if puzzle[41] > 0:
            expected["clue"] = int(puzzle[41])
        found = puzzled.explain(puzzle, board, steps=1)
        assert (found["status"], found["wrong"], found["steps"]) == ("wrong", [expected], [])
    with pytest.raises(ValueError, match="one board can stand beside a puzzle, not 2"):
        puzzled.explain(PUZZLE, puzzles[:2])


def test_what_has_not_one_solution_has_no_rating(puzzles):
    boards = puzzles[:3].copy()
    boards[0] = 0
    boards[1] = CONFLICT
    assert (puzzled.rate(boards)["level"] > 0).tolist() == [False, False, True]
    assert puzzled.rate(PUZZLE)["level"] == 1
    assert puzzled.rate([PUZZLE])["depth"].tolist() == [0]


def minimal_by_force(puzzle):
    if count_solutions(puzzle, 2) != 1:
        return False
    for cell in np.flatnonzero(puzzle):
        fewer = puzzle.copy()
        fewer[cell] = 0
        if count_solutions(fewer, 2) == 1:
            return False
    return True


def test_minimality_is_that_of_brute_force(puzzles):
    boards = np.concatenate([puzzles[:6], puzzles[-6:], [CONFLICT, np.zeros(81, np.uint8)]])
    found = puzzled.is_minimal(boards)
    assert found.dtype == bool
    assert found.tolist() == [minimal_by_force(b) for b in boards]
    assert puzzled.is_minimal(puzzles[-1]) is True
    assert puzzled.is_minimal(PUZZLE) is False


def test_guesses_are_a_column_of_numbers(puzzles):
    means = puzzled.rate(puzzles, scale="backtracks")
    assert means.shape == (len(puzzles),) and means.dtype == np.float64
    assert (means >= 0).all() and (means == 0).any() and (means > 1).any()
    assert (puzzled.rate(puzzles, scale="backtracks", copies=3, seed=1) == means).all()
    assert (puzzled.rate(puzzles, scale="backtracks", seed=2) != means).any()
    # What singles and locked candidates solve takes no guess.
    assert (means[puzzled.rate(puzzles)["level"] <= 4] == 0).all()
    counts = puzzled.rate(puzzles, scale="backtracks", copies=1)
    assert (counts == np.round(counts)).all()
    assert puzzled.rate(PUZZLE, scale="backtracks") == 0.0


def test_guesses_of_a_row_of_sudoku_extreme():
    """As that data set has it."""
    puzzle = "5...27..9..41......1..5.3...92.6.8...5......66..7..29.8...7...2.......8...9..36.."
    assert puzzled.rate(puzzle, scale="backtracks", copies=1) == 18


def test_guesses_need_one_solution_and_their_scale(puzzles):
    boards = puzzles[:3].copy()
    boards[0] = 0
    boards[1] = CONFLICT
    assert np.isnan(puzzled.rate(boards, scale="backtracks")).tolist() == [True, True, False]
    with pytest.raises(ValueError, match="scale must be 'rules' or 'backtracks', not 'se'"):
        puzzled.rate(puzzles, scale="se")
    with pytest.raises(TypeError, match="copies and seed need scale='backtracks'"):
        puzzled.rate(puzzles, copies=3)
    for copies in (0, 1001):
        with pytest.raises(ValueError, match="copies"):
            puzzled.rate(puzzles, scale="backtracks", copies=copies)


def test_generated_puzzles():
    puzzles = puzzled.generate(50, seed=2, clues=30)
    assert puzzles.shape == (50, 81) and puzzles.dtype == np.uint8
    assert ((puzzles > 0).sum(axis=1) == 30).all()
    assert (puzzled.count(puzzles) == 1).all()
    assert (puzzled.generate(20, seed=2, clues=30, threads=1) == puzzles[:20]).all()
    assert (puzzled.generate(50, seed=3, clues=30) != puzzles).any(axis=1).all()
    assert puzzled.is_minimal(puzzled.generate(20, minimal=True)).all()
    assert puzzled.generate(0).shape == (0, 81)


@pytest.mark.parametrize("wrong", [{"clues": 5}, {"clues": 82}, {"clues": 40, "minimal": True}])
def test_what_cannot_be_generated(wrong):
    with pytest.raises(ValueError, match="clues must be a number from 19 to"):
        puzzled.generate(1, **wrong)
    with pytest.raises(ValueError):
        puzzled.generate(-1)
