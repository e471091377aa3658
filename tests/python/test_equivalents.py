"""canonical, distinct, shuffle."""

import numpy as np
import pandas as pd
import pytest

import puzzled
from sudoku_rules import PUZZLE, cells_of, is_solution, random_transformation, text_of


def test_equivalent_puzzles_have_one_form(puzzles, random):
    moved = np.array([random_transformation(random)(p) for p in puzzles])
    assert (moved != puzzles).any(axis=1).all()
    forms = puzzled.canonical(puzzles)
    assert (puzzled.canonical(moved) == forms).all()
    assert (puzzled.canonical(forms) == forms).all()


def test_forms_are_the_least_of_what_random_transformations_find(puzzles, random):
    for puzzle in puzzles[:10]:
        form = tuple(puzzled.canonical(puzzle))
        assert all(form <= tuple(random_transformation(random)(puzzle)) for _ in range(200))


def test_forms_of_other_puzzles_differ(puzzles):
    forms = puzzled.canonical(puzzles)
    assert len(np.unique(forms, axis=0)) == len(puzzles)
    one_more = puzzles.copy()
    for board, solution in zip(one_more, puzzled.solve(puzzles)):
        cell = np.flatnonzero(board == 0)[0]
        board[cell] = solution[cell]
    assert (puzzled.canonical(one_more) != forms).any(axis=1).all()


def test_forms_come_as_puzzles_do():
    form = puzzled.canonical(PUZZLE)
    assert isinstance(form, str) and len(form) == 81
    assert puzzled.canonical([PUZZLE] * 2) == [form] * 2
    assert puzzled.canonical(PUZZLE.encode() + b"\n") == form.encode() + b"\n"
    assert text_of(puzzled.canonical(cells_of(PUZZLE).reshape(9, 9))) == form
    assert puzzled.canonical("." * 81) == "." * 81


@pytest.mark.parametrize("function", ["canonical", "distinct", "split"])
def test_contradictory_clues_have_no_form(puzzles, function):
    boards = puzzles.copy()
    boards[250, :9] = 0
    boards[250, [0, 3]] = 5
    boards[251, 0] = 77
    with pytest.raises(ValueError, match="^row 250: clues r.c. and r.c. are both 5$"):
        getattr(puzzled, function)(boards)


def test_distinct_keeps_the_first_of_each_class(puzzles, random):
    classes = random.integers(40, size=1000)
    boards = np.array([random_transformation(random)(puzzles[c]) for c in classes])
    expected = np.sort(np.unique(classes, return_index=True)[1])
    found = puzzled.distinct(boards)
    assert found.dtype == np.int64 and found.tolist() == expected.tolist()
    assert puzzled.distinct([text_of(b) for b in boards]).tolist() == expected.tolist()
    frame = pd.DataFrame({"puzzle": [text_of(b) for b in boards], "class": classes})
    assert frame.iloc[puzzled.distinct(frame["puzzle"])]["class"].is_unique
    assert puzzled.distinct(np.zeros((0, 81), np.uint8)).shape == (0,)


def test_split_keeps_classes_together(puzzles, random):
    classes = random.integers(len(puzzles), size=3000)
    boards = np.array([random_transformation(random)(puzzles[c]) for c in classes])
    parts = puzzled.split(boards, (70, 20, 10), seed=3)
    assert parts.dtype == np.int8 and set(parts.tolist()) == {0, 1, 2}
    one_of_each = np.full(len(puzzles), -1)
    one_of_each[classes] = parts
    assert (one_of_each[classes] == parts).all()
    # Neither other puzzles nor their order nor the form in which they come change anything.
    assert (puzzled.split(boards[::-3], (70, 20, 10), seed=3) == parts[::-3]).all()
    assert puzzled.split([text_of(b) for b in boards[:50]], [70, 20, 10], seed=3).tolist() == parts[:50].tolist()
    assert (puzzled.split(boards, (70, 20, 10), seed=4) != parts).any()
    assert (puzzled.split(boards) == puzzled.split(boards, (9, 1), seed=1)).all()
    assert puzzled.split([None, text_of(boards[0]), ""]).tolist()[::2] == [-1, -1]
    assert puzzled.split(np.zeros((0, 81), np.uint8)).shape == (0,)
    # Ten folds.
    folds = np.bincount(puzzled.split(puzzled.generate(4000), (1,) * 10))
    assert len(folds) == 10 and folds.min() > 300


@pytest.mark.parametrize("weights", [(), (1,), (0, 0), (1, -1), (1,) * 128, (1, 2**32)])
def test_split_refuses_weights(puzzles, weights):
    with pytest.raises(ValueError, match="weight"):
        puzzled.split(puzzles, weights)
    with pytest.raises(TypeError, match="a weight must be an integer"):
        puzzled.split(puzzles, (0.9, 0.1))


def test_copies_are_equivalent_and_in_order(puzzles):
    copies = puzzled.shuffle(puzzles, seed=3, copies=4)
    assert copies.shape == (4 * len(puzzles), 81)
    assert (puzzled.canonical(copies) == np.repeat(puzzled.canonical(puzzles), 4, axis=0)).all()
    assert len(np.unique(copies, axis=0)) == len(copies)


def test_copies_depend_on_the_seed_and_the_number(puzzles):
    copies = puzzled.shuffle(puzzles, seed=3, copies=2)
    assert (puzzled.shuffle(puzzles, seed=3, copies=2, threads=1) == copies).all()
    assert (puzzled.shuffle(puzzles[:9], seed=3, copies=2) == copies[:18]).all()
    assert (puzzled.shuffle(puzzles, seed=4, copies=2) != copies).any()
    assert (puzzled.shuffle(puzzles, seed=3) == copies[::2]).all()


def test_solutions_go_the_same_way(puzzles):
    solutions = puzzled.solve(puzzles)
    for given in ((puzzles, solutions), ((puzzles, solutions),)):
        copies, moved = puzzled.shuffle(*given, seed=8, copies=3)
        assert (puzzled.shuffle(puzzles, seed=8, copies=3) == copies).all()
        assert all(is_solution(p, s) for p, s in zip(copies, moved))
    with pytest.raises(ValueError, match="400 puzzles, but 3 solutions"):
        puzzled.shuffle(puzzles, solutions[:3])


def test_every_transformation_can_occur():
    corner = np.zeros((1, 81), np.uint8)
    corner[0, 0] = 1
    copies = puzzled.shuffle(corner, seed=1, copies=20_000)
    assert set(np.flatnonzero(copies.any(axis=0))) == set(range(81))
    assert set(copies.max(axis=1)) == set(range(1, 10))


def test_copies_in_every_form():
    assert isinstance(puzzled.shuffle(PUZZLE), str)
    assert len(puzzled.shuffle(PUZZLE, copies=5)) == 5
    assert len(puzzled.shuffle([PUZZLE] * 3, copies=5)) == 15
    assert puzzled.shuffle(PUZZLE.encode(), copies=5).count(b"\n") == 5
    assert puzzled.shuffle(cells_of(PUZZLE)).shape == (81,)
    assert puzzled.shuffle(cells_of(PUZZLE).reshape(9, 9), copies=2).shape == (2, 9, 9)
    assert puzzled.shuffle(np.zeros((0, 9, 9), np.uint8), copies=2).shape == (0, 9, 9)
    with pytest.raises(ValueError, match="copies"):
        puzzled.shuffle(PUZZLE, copies=0)


@pytest.mark.parametrize("seed, error", [(-1, ValueError), (2**64, ValueError), (1.5, TypeError), (None, TypeError)])
def test_wrong_seeds(seed, error):
    with pytest.raises(error):
        puzzled.shuffle(PUZZLE, seed=seed)
    with pytest.raises(error):
        puzzled.generate(1, seed=seed)
    assert (puzzled.generate(2, seed=np.int64(7)) == puzzled.generate(2, seed=7)).all()
    assert puzzled.generate(1, seed=2**64 - 1).any()
