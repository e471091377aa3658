"""Sudoku in plain Python and NumPy: what the module is checked against. It shares no code with it."""

import itertools
import operator

import numpy as np

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

CELLS = range(81)
UNITS = (
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[27 * (b // 3) + 3 * (b % 3) + 9 * i + j for i in range(3) for j in range(3)] for b in range(9)]
)
PEERS = [sorted({peer for unit in UNITS if cell in unit for peer in unit} - {cell}) for cell in CELLS]

DIGITS = frozenset(range(1, 10))
# Each takes the digits of a cell's peers out of a list, which a loop does at a fraction of the speed.
DIGITS_OF_PEERS = [operator.itemgetter(*peers) for peers in PEERS]


def cells_of(text):
    return np.array([0 if c == "." else int(c) for c in text], np.uint8)


def text_of(cells):
    return "".join("." if d == 0 else str(d) for d in np.ravel(cells).tolist())


def is_solution(puzzle, grid):
    """Whether the grid has the puzzle's clues and every digit once in every unit."""
    puzzle, grid = np.ravel(puzzle), np.ravel(grid)
    return bool((grid[puzzle != 0] == puzzle[puzzle != 0]).all()) and all(
        sorted(grid[unit]) == list(range(1, 10)) for unit in UNITS
    )


def has_conflict(puzzle):
    return any(puzzle[c] != 0 and puzzle[c] == puzzle[p] for c in CELLS for p in PEERS[c])


def count_solutions(puzzle, limit=None):
    """By trying: the cell with the fewest candidates first."""
    puzzle = [int(d) for d in np.ravel(puzzle)]
    if has_conflict(puzzle):
        return 0

    def search():
        open_cells = [c for c in CELLS if puzzle[c] == 0]
        if not open_cells:
            return 1
        candidates = {c: DIGITS.difference(DIGITS_OF_PEERS[c](puzzle)) for c in open_cells}
        cell = min(open_cells, key=lambda c: len(candidates[c]))
        found = 0
        for digit in candidates[cell]:
            puzzle[cell] = digit
            found += search()
            puzzle[cell] = 0
            if limit is not None and found >= limit:
                return limit
        return found

    return search()


def random_order(random):
    """Of rows or columns: bands change places, and lines within a band."""
    return np.concatenate([3 * band + random.permutation(3) for band in random.permutation(3)])


def random_transformation(random):
    """A function from a board to an equivalent one."""
    rows, columns = random_order(random), random_order(random)
    digits = np.concatenate([[0], 1 + random.permutation(9)]).astype(np.uint8)
    transposes = random.integers(2) == 1

    def transform(cells):
        board = digits[np.reshape(cells, (9, 9))][rows][:, columns]
        return (board.T if transposes else board).reshape(81)

    return transform


def queens_by_force(n):
    """All solutions, as tuples of columns from 0, in lexicographic order."""
    return [
        columns
        for columns in itertools.permutations(range(n))
        if all(abs(columns[i] - columns[j]) != j - i for i in range(n) for j in range(i + 1, n))
    ]


def covers_by_force(items, options, bounds=None):
    """All solutions of a plain exact cover problem, each a list of option numbers, sorted."""
    bounds = bounds or {}
    return sorted(
        list(chosen)
        for size in range(len(options) + 1)
        for chosen in itertools.combinations(range(len(options)), size)
        if all(
            bounds.get(item, (1, 1))[0] <= sum(item in options[o] for o in chosen) <= bounds.get(item, (1, 1))[1]
            for item in items
        )
    )
