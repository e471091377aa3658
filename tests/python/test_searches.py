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


def boards_by_force(n, squares, torus=False):
    """All solutions of a board of `.`, `#` and `Q`, or of regions, by trying every permutation."""
    regions = not set(squares) <= set(".#Q")
    found = []
    for columns in itertools.permutations(range(n)):
        own = [squares[n * r + c] for r, c in enumerate(columns)]
        placed = [(r, squares.find("Q", n * r, n * r + n)) for r in range(n)]
        if regions:
            fits = len(set(own)) == n and all(abs(a - b) > 1 for a, b in zip(columns, columns[1:]))
        else:
            apart = ((j - i, abs(columns[i] - columns[j])) for i in range(n) for j in range(i + 1, n))
            fits = all(d != a and not (torus and d + a == n) for d, a in apart) and "#" not in own
            fits = fits and all(squares[n * r : n * r + n].count("Q") == 0 or n * r + columns[r] == p for r, p in placed)
            fits = fits and all(squares[n * r : n * r + n].count("Q") <= 1 for r in range(n))
        if fits:
            found.append(list(columns))
    return found


@pytest.mark.parametrize("seed", range(60))
def test_boards_against_brute_force(seed):
    random = np.random.default_rng(seed)
    n, kind = int(random.integers(4, 8)), seed % 3
    if kind == 0:
        squares = "".join(random.permutation(list("ABCDEFG"[:n]) * n))
    else:
        squares = "".join(random.choice(list("......##Q"[: 8 + (seed % 2)]), n * n))
    torus = kind == 2
    expected = boards_by_force(n, squares, torus)
    rows = [squares[n * r : n * r + n] for r in range(n)]
    for board in (squares, rows, "\n".join(rows)):
        assert puzzled.queens_on(board, torus=torus) == len(expected)
    assert puzzled.queens_on(rows, torus=torus, first=3).tolist() == expected[:3]
    assert puzzled.queens_on(rows, torus=torus, first=3).shape == (min(3, len(expected)), n)
    assert puzzled.queens_on(rows, torus=torus, limit=2) == min(2, len(expected))
    assert puzzled.has_queens(rows, torus=torus) == bool(expected)
    if kind == 0:
        solution = puzzled.solve_regions(squares)
        assert (None if solution is None else solution.tolist()) == (expected[0] if expected else None)


def test_holes_and_placed_queens():
    assert puzzled.queens_on(8, holes=[(0, 3), (5, 4), (3, 7)]) == 50
    assert puzzled.queens_on(8, placed=[(0, 0)], first=9).tolist()[0] == [0, 4, 7, 5, 2, 6, 1, 3]
    assert puzzled.queens_on(13, torus=True, threads=2) == 4524
    assert not puzzled.has_queens(6, placed=[(0, 0)]) and puzzled.has_queens(100_000)
    assert [puzzled.has_queens(n) for n in (1, 2, 3, 4)] == [True, False, False, True]
    for call, words in [
        (lambda: puzzled.queens_on(36), "board must be a number from 1 to 35"),
        (lambda: puzzled.queens_on(8, holes=[(8, 0)]), "holes must be a number from 0 to 7"),
        (lambda: puzzled.queens_on(8, holes=[(0, 0)], placed=[(0, 0)]), "cannot be in holes and in placed"),
        (lambda: puzzled.queens_on("AB", holes=[(0, 0)]), "need a number of rows"),
        (lambda: puzzled.queens_on("ABC"), "N times N squares"),
        (lambda: puzzled.queens_on("AABBAABBCCDDCCDD", torus=True), "no torus"),
        (lambda: puzzled.queens_on(29), "at most 28 queens are counted"),
        (lambda: puzzled.queens_on(8, first=1, limit=1), "cannot be combined"),
        (lambda: puzzled.solve_regions(["AABBAABBCCDDCCDD", "AAAA"]), r"boards\[1\]: a board of 2 rows needs 2"),
        (lambda: puzzled.solve_regions("...."), "no regions"),
        (lambda: puzzled.generate_regions(17, 1), "rows must be a number from 4 to 16"),
        (lambda: puzzled.random_queens(0, 1), "n must be a number from 1 to 100000"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()
    with pytest.raises(TypeError):
        puzzled.queens_on([1, 2])


def test_one_of_many():
    def stands(columns):
        rows = np.arange(len(columns))
        return all(len(set(k.tolist())) == len(columns) for k in (columns, columns + rows, columns - rows))

    for n in (1, 4, 5, 8, 100, 100_000):
        assert stands(puzzled.any_queens(n))
    assert puzzled.any_queens(2) is None and puzzled.random_queens(3, 5).shape == (0, 3)
    drawn = puzzled.random_queens(20, 10, seed=7)
    assert drawn.shape == (10, 20) and all(map(stands, drawn))
    assert drawn[0].tolist() == [9, 16, 8, 15, 12, 19, 2, 5, 13, 4, 10, 3, 11, 17, 1, 18, 6, 14, 7, 0]
    assert (drawn[:3] == puzzled.random_queens(20, 3, seed=7)).all()


def test_generated_regions():
    boards = puzzled.generate_regions(6, 20, seed=3)
    assert boards == puzzled.generate_regions(6, 20, seed=3) != puzzled.generate_regions(6, 20, seed=4)
    for board, solution in zip(boards, puzzled.solve_regions(boards, threads=2)):
        assert [solution.tolist()] == boards_by_force(6, board)


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
