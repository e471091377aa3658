"""Verdicts on proposed grids, against the rules of the game in plain Python."""

import random

import numpy as np
import pytest

import puzzled

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ONLY = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

UNITS = (
    [("row", i, [9 * i + k for k in range(9)]) for i in range(9)]
    + [("column", i, [9 * k + i for k in range(9)]) for i in range(9)]
    + [("box", i, [27 * (i // 3) + 3 * (i % 3) + 9 * (k // 3) + k % 3 for k in range(9)]) for i in range(9)]
)


def name(cell):
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def plain_verdict(puzzle, grid):
    for cell, digit in enumerate(grid):
        if digit not in "123456789":
            return "blank " + name(cell)
    for cell, (clue, digit) in enumerate(zip(puzzle, grid)):
        if clue in "123456789" and clue != digit:
            return f"{name(cell)} is a clue {clue}"
    for kind, number, cells in UNITS:
        digits = [grid[cell] for cell in cells]
        for digit in "123456789":
            if digits.count(digit) > 1:
                return f"two {digit} in {kind} {number + 1}"
    return ""


def proposals(count):
    draw = random.Random(5)
    for _ in range(count):
        grid = list(ONLY)
        for _ in range(draw.randrange(4)):
            a, b = draw.randrange(81), draw.randrange(81)
            kind = draw.randrange(3)
            if kind == 0:
                grid[a] = draw.choice("123456789.")
            else:
                grid[a], grid[b] = grid[b], grid[a]
        yield "".join(grid)


def test_one_grid():
    assert puzzled.verify(PUZZLE, ONLY) == (True, "", None)
    verdict = puzzled.verify(PUZZLE, ONLY, right_cells=True)
    assert (verdict.ok, verdict.reason, verdict.right_cells) == (True, "", 81)
    assert puzzled.verify(PUZZLE, "4" + ONLY[1:], right_cells=True) == (False, "r1c1 is a clue 5", 80)
    assert puzzled.verify("." * 81, ONLY).ok
    assert puzzled.verify("." * 81, ONLY, unique=True).reason == "not the only solution"


def test_many_grids_of_one_puzzle():
    grids = list(proposals(500))
    verdicts = puzzled.verify(PUZZLE, grids, right_cells=True)
    expected = [plain_verdict(PUZZLE, grid) for grid in grids]
    assert verdicts.reason == expected
    assert verdicts.ok.tolist() == [not reason for reason in expected]
    assert verdicts.right_cells.tolist() == [sum(a == b for a, b in zip(grid, ONLY)) for grid in grids]


def test_arrays_are_judged_as_strings_are():
    grids = list(proposals(300))
    text = puzzled.verify([PUZZLE] * len(grids), grids, right_cells=True)
    for puzzles in (puzzled.parse([PUZZLE] * len(grids)), puzzled.parse(PUZZLE)):
        for threads in (1, 2):
            array = puzzled.verify(puzzles, puzzled.parse(grids), right_cells=True, threads=threads)
            assert array.reason == text.reason
            assert np.array_equal(array.ok, text.ok)
            assert np.array_equal(array.right_cells, text.right_cells)


@pytest.mark.parametrize(
    "grid, reason",
    [
        (ONLY[1:], "80 cells instead of 81"),
        ("", "0 cells instead of 81"),
        (None, "0 cells instead of 81"),
        (float("nan"), "0 cells instead of 81"),
        ("I give up", "'I' is not a cell character"),
        (ONLY + "1", "more than 81 cells"),
    ],
)
def test_what_is_no_grid_is_not_ok(grid, reason):
    verdict = puzzled.verify(PUZZLE, [grid, ONLY], right_cells=True)
    assert verdict.ok.tolist() == [False, True]
    assert verdict.reason == [reason, ""]
    assert verdict.right_cells.tolist() == [0, 81]


def test_puzzles_that_are_none():
    assert puzzled.verify("55" + PUZZLE[2:], ONLY).reason == "invalid clues r1c1 and r1c2 are both 5"
    assert puzzled.verify("12", ONLY).reason == "invalid 2 cells instead of 81"


def test_refuses_what_does_not_go_together():
    with pytest.raises(ValueError, match="2 puzzles, but 1 grids"):
        puzzled.verify([PUZZLE, PUZZLE], [ONLY])
    with pytest.raises(TypeError):
        puzzled.verify(PUZZLE, ONLY, unique="yes")
