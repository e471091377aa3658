"""queens, target, cover."""

import itertools

import numpy as np
import pytest

import puzzled
from sudoku_rules import PUZZLE, cells_of, covers_by_force, is_solution, queens_by_force, text_of


@pytest.mark.parametrize("n", range(1, 9))
def test_small_boards(n):
    solutions = queens_by_force(n)
    assert puzzled.queens(n) == len(solutions)
    assert puzzled.queens(n, first=10).tolist() == [list(s) for s in solutions[:10]]
    classes = {min(images(s)) for s in solutions}
    assert puzzled.queens(n, unique=True) == len(classes)


def images(columns):
    n = len(columns)
    for turned in (columns, tuple(columns.index(c) for c in range(n))):
        for across in (turned, turned[::-1]):
            yield across
            yield tuple(n - 1 - c for c in across)


def test_covers_say_what_they_are():
    problem = puzzled.cover("abc", ["ab", "c", "bc"])
    assert repr(problem) == "<puzzled.Cover: 3 items, 3 options>"


def test_known_counts():
    """OEIS A000170 and A002562."""
    assert puzzled.queens(12) == 14200 and puzzled.queens(12, unique=True) == 1787
    assert puzzled.queens(14, threads=2) == 365596 == puzzled.queens(14, threads=1)
    assert isinstance(puzzled.queens(10), int)


def test_wrong_boards():
    for n in (0, -3, 29):
        with pytest.raises(ValueError, match=r"n must be a number from 1 to 28 \(got"):
            puzzled.queens(n)
    assert puzzled.queens(3, first=5).shape == (0, 3)
    with pytest.raises(ValueError):
        puzzled.queens(8, first=1, unique=True)


def usual_weights():
    ring = np.minimum(np.arange(9), np.arange(9)[::-1])
    return 6 + np.minimum.outer(ring, ring)


def test_the_best_score_of_the_empty_board():
    best = puzzled.target()
    assert best.score == 2906
    assert is_solution(np.zeros(81), best.grid)
    assert (best.grid.reshape(9, 9) * usual_weights().astype(int)).sum() == 2906


def solutions_of(puzzle):
    """All, by exhaustion with the module's own solver: each blank takes each digit."""
    if puzzled.count(puzzle) == 0:
        return []
    blanks = np.flatnonzero(puzzle == 0)
    if len(blanks) == 0:
        return [puzzle]
    found = []
    for digit in range(1, 10):
        board = puzzle.copy()
        board[blanks[0]] = digit
        found += solutions_of(board)
    return found


def test_scores_are_the_best_of_all_solutions(random):
    boards = puzzled.solve(puzzled.generate(12, seed=3))
    for board in boards:
        board[np.isin(board, random.choice(9, 2, replace=False) + 1)] = 0
        board[random.choice(81, 6, replace=False)] = 0
    weights = random.integers(-20, 20, size=81)
    for minimize, best in ((False, max), (True, min)):
        scores, grids = puzzled.target(boards, weights=weights, minimize=minimize)
        for board, score, grid in zip(boards, scores, grids):
            solutions = solutions_of(board)
            assert score == best(int(weights @ s.astype(int)) for s in solutions)
            ties = [tuple(s) for s in solutions if weights @ s.astype(int) == score]
            assert tuple(grid) == min(ties)


def test_forms_of_boards():
    single = puzzled.target(PUZZLE)
    assert isinstance(single.grid, str) and isinstance(single.score, int)
    scores, grids = puzzled.target([PUZZLE, "55" + "." * 79])
    assert scores.tolist() == [single.score, 0] and grids == [single.grid, None]
    scores, grids = puzzled.target(cells_of(PUZZLE).reshape(1, 9, 9), weights=np.ones((9, 9), int))
    assert scores.tolist() == [405] and grids.shape == (1, 9, 9)
    assert puzzled.target("55" + "." * 79) == (None, None)
    assert text_of(puzzled.target(cells_of(PUZZLE)).grid) == single.grid


def test_wrong_weights():
    with pytest.raises(ValueError, match="81 numbers"):
        puzzled.target(weights=[1, 2, 3])
    with pytest.raises(TypeError, match="integers"):
        puzzled.target(weights=np.ones(81))
    with pytest.raises(ValueError, match="1000000"):
        puzzled.target(weights=np.full(81, 2_000_000))


def dominoes(rows, columns):
    cells = list(itertools.product(range(rows), range(columns)))
    options = [(a, b) for a in cells for b in cells if b in ((a[0] + 1, a[1]), (a[0], a[1] + 1))]
    return cells, options


@pytest.mark.parametrize("threads", [1, 2])
def test_tilings(threads):
    cells, options = dominoes(3, 4)
    expected = covers_by_force(cells, options[:17])
    problem = puzzled.cover(cells, options[:17])
    assert problem.count(threads=threads) == len(expected) == 11
    assert sorted(problem) == expected and problem.first() in expected
    # Kasteleyn, 1961
    assert puzzled.cover(*dominoes(8, 8)).count(threads=threads) == 12988816


def test_long_counts_are_exact():
    cells, options = dominoes(2, 200)
    fibonacci = [1, 1]
    while len(fibonacci) <= 200:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert puzzled.cover(cells, options).count() == fibonacci[200]


def test_random_covers_with_bounds_and_costs(random):
    for _ in range(40):
        items = list("abcdefg")
        bounds = {item: (1, 1) if random.integers(3) else (0, 2) for item in items}
        options = [set(random.choice(items, random.integers(1, 4), replace=False)) for _ in range(10)]
        costs = random.integers(-9, 9, size=10).tolist()
        expected = covers_by_force(items, options, bounds)
        problem = puzzled.cover(bounds, options, costs=costs)
        assert problem.count() == len(expected) and sorted(problem) == expected
        for maximize, best_of in ((False, min), (True, max)):
            best = problem.best(maximize=maximize)
            if not expected:
                assert best is None
                continue
            scores = [sum(costs[o] for o in chosen) for chosen in expected]
            assert best[0] == best_of(scores)
            assert best[1] in [e for e, score in zip(expected, scores) if score == best[0]]


def test_secondary_items_and_colours():
    assert puzzled.cover("ab", ["ax", "bx", "b"], secondary="x").count() == 1
    options = [{"a": None, "x": "red"}, {"b": None, "x": "red"}, {"b": None, "x": "blue"}]
    problem = puzzled.cover("ab", options, secondary="x")
    assert list(problem) == [[0, 1]]


def test_wrong_problems():
    with pytest.raises(ValueError, match="option 1: 'z' is not among the items"):
        puzzled.cover("ab", ["ab", "az"])
    with pytest.raises(ValueError, match="option 1: "):
        puzzled.cover("ab", ["ab", "aa"])
    with pytest.raises(ValueError, match="named twice"):
        puzzled.cover("aa", ["a"])
    with pytest.raises(ValueError, match="1 options, but 2 costs"):
        puzzled.cover("a", ["a"], costs=[1, 2])
    with pytest.raises(ValueError, match="bounds"):
        puzzled.cover({"a": (2, 1)}, ["a"])
    with pytest.raises(ValueError, match="option 0: "):
        puzzled.cover("a", ["x"], secondary="x")
    assert puzzled.cover("ab", ["a"]).count() == 0
    assert puzzled.cover("ab", ["a"]).first() is None
