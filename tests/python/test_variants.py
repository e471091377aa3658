"""Boards of other sizes and rules, against plain searches in Python."""

import itertools
import time

import numpy as np
import pytest

import puzzled
from puzzled import variants
from puzzled.variants import Board, Rule

KILLER = ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R3C1~R2C1~R4C1.~R2C2_4~R3C3_4"


def all_grids():
    """The 288 grids of 4x4, in order."""
    grids = []
    for rows in itertools.product(itertools.permutations(range(1, 5)), repeat=2):
        top = np.array(rows)
        if any(len({*top[:, 2 * box : 2 * box + 2].ravel()}) < 4 for box in (0, 1)):
            continue
        for more in itertools.product(itertools.permutations(range(1, 5)), repeat=2):
            grid = np.vstack([top, more])
            columns = all(len({*grid[:, column]}) == 4 for column in range(4))
            if columns and all(len({*grid[2:, 2 * box : 2 * box + 2].ravel()}) == 4 for box in (0, 1)):
                grids.append(grid)
    return sorted(grids, key=lambda grid: grid.ravel().tolist())


GRIDS = all_grids()


def expected(holds):
    return [grid for grid in GRIDS if holds(grid)]


def same(found, wanted):
    found, wanted = list(found), list(wanted)
    return len(found) == len(wanted) and all((a == b).all() for a, b in zip(found, wanted))


RULED = {
    "plain": ([], lambda g: True),
    "diagonal": (["diagonal"], lambda g: len({*g.diagonal()}) == 4 and len({*g[::-1].diagonal()}) == 4),
    "cage": ([Rule("killer cage", ((0, 0), (1, 0)), (), (5,))], lambda g: g[0, 0] + g[1, 0] == 5 and g[0, 0] != g[1, 0]),
    "thermo": ([Rule("thermometer", ((0, 0), (1, 1), (2, 2)))], lambda g: g[0, 0] < g[1, 1] < g[2, 2]),
    "arrow": ([Rule("arrow", ((0, 0),), ((1, 1), (2, 2)))], lambda g: g[0, 0] == g[1, 1] + g[2, 2]),
    "ratio": ([Rule("ratio", ((1, 1), (1, 2)), (), (2,))], lambda g: g[1, 1] == 2 * g[1, 2] or g[1, 2] == 2 * g[1, 1]),
    "odd": ([Rule("Odd", ((3, 3),))], lambda g: g[3, 3] % 2 == 1),
}


@pytest.mark.parametrize("name", RULED)
def test_answers_are_those_of_a_plain_search(name):
    rules, holds = RULED[name]
    wanted = expected(holds)
    board = Board(4, rules=rules)
    assert board.count(limit=0) == len(wanted) and board.count(limit=2) == min(len(wanted), 2)
    assert board.has_solution() == (len(wanted) > 0)
    assert same(board, wanted) and same(board.solutions(), wanted)
    assert any((board.solve() == grid).all() for grid in wanted)
    candidates = board.true_candidates(cap=1000)
    for row, column, value in np.ndindex(4, 4, 4):
        assert candidates[row, column, value] == sum(grid[row, column] == value + 1 for grid in wanted)
    assert board.estimate() == (len(wanted), 0, 0)
    again = variants.parse(board.to_text())
    assert (again == board or name == "odd") and same(again, wanted)  # odd: what the cell may hold


def test_unique():
    assert Board(4).solve(unique=True) is None
    board = Board(4, clues=GRIDS[7])
    assert (board.solve(unique=True) == GRIDS[7]).all() and (board.clues == GRIDS[7]).all()


def test_cells():
    board = Board(4)
    assert board[0, 0] == (1, 2, 3, 4)
    board[0, 0] = {1, 3}
    board[1, 1] = 4
    assert board[0, 0] == (1, 3) and board[1, 1] == (4,) and board.clues[1, 1] == 4 and (board.clues > 0).sum() == 1
    assert same(board, expected(lambda g: g[0, 0] in (1, 3) and g[1, 1] == 4))
    board[1, 1] = None
    assert board[1, 1] == (1, 2, 3, 4)
    other = board.copy()
    other[0, 0] = 1
    other.add("odd", [(0, 1)])
    assert board[0, 0] == (1, 3) and board.rules == [] and board != other
    for cell in [(4, 0), (0, -1), 3, (0, 0, 0), "ab"]:
        with pytest.raises((ValueError, TypeError)):
            board[cell] = 1
    for value in (0, 5, "1", 1.5):
        with pytest.raises((ValueError, TypeError)):
            board[0, 0] = value


def test_regions():
    pieces = ["aabb", "abbc", "addc", "ddcc"]
    board = Board(4, regions=pieces)
    labels = np.array([list(row) for row in pieces])

    def is_solution(grid):
        return all(len({*grid[labels == label]}) == 4 for label in "abcd")

    rows = itertools.permutations(range(1, 5))
    latin = [np.array(grid) for grid in itertools.product(rows, repeat=4) if all(len({*c}) == 4 for c in zip(*grid))]
    assert len(latin) == 576
    assert same(board, [grid for grid in latin if is_solution(grid)])
    assert Board(4, regions=()).count(limit=0) == 576
    assert (Board(4, regions=()).regions == -1).all()
    assert same(variants.parse(board.to_text()), board)
    assert Board(6, boxes=(2, 3)) == Board(6) != Board(6, boxes=(3, 2))
    for wrong in ({"boxes": (2, 2)}, {"regions": ["ab"]}, {"boxes": (2, 3), "regions": ()}):
        with pytest.raises(ValueError):
            Board(6, **wrong)


def test_texts():
    """Every form that the command reads."""
    line = "1..4" + "." * 12
    rows = "1 . . 4\n" + ". . . .\n" * 3
    wanted = expected(lambda g: g[0, 0] == 1 and g[0, 3] == 4)
    assert same(variants.parse(line), wanted) and same(variants.parse(rows), wanted)
    assert variants.parse(line, size="4") == variants.parse(rows)
    with pytest.raises(ValueError, match="16"):
        variants.parse(line, size="16:1-G")
    killer = variants.parse(KILLER)
    assert killer.solve().tolist() == [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
    assert killer.rules[0] == Rule("killer cage", ((0, 0), (0, 1)), (), (3,))
    assert variants.parse(KILLER, rules="anti-king").count() == 0
    fpuzzles = '{"size": 4, "grid": [' + ", ".join(["[{}, {}, {}, {}]"] * 4) + '], "thermometer": [{"lines": [["R1C1", "R2C2", "R3C3"]]}]}'
    assert same(variants.parse(fpuzzles), expected(RULED["thermo"][1]))
    assert variants.parse("1G" + "." * 254)[0, 1] == (16,)
    assert variants.parse("F01" + "." * 253)[0, 0] == (16,)
    assert variants.parse("." * 80 + "7")[8, 8] == (7,)
    for text, reason in {"": "no board", "12": "no board", "1" * 20: "20 cells", line + "\n" + line: "several", ".Magic~1": "Magic"}.items():
        with pytest.raises(ValueError, match=reason):
            variants.parse(text)
    with pytest.raises(TypeError):
        variants.parse(b"1")


def test_rules_by_name():
    board = Board(9)
    board.add("Anti-Knight")
    board.add("Little Killer", [(0, 2), (1, 1), (2, 0)], numbers=9)
    assert [rule.kind for rule in board.rules] == ["anti-knight", "little killer"]
    assert {"killer cage", "thermometer", "whisper"} < {*variants.RULE_KINDS}
    for name in variants.BOARD_RULES:
        assert Board(9, rules=name).rules
    with pytest.raises(ValueError, match="no rule 'magic'; known are .*killer cage"):
        board.add("magic", [(0, 0)])
    with pytest.raises(ValueError, match="needs cells"):
        Board(9, rules="thermometer")
    board.add("killer cage", numbers=3)
    for call in (board.solve, board.count, board.true_candidates, board.estimate, board.to_text, lambda: next(iter(board))):
        with pytest.raises(ValueError, match="killer cage"):
            call()


def test_many_at_once(puzzles):
    lines = puzzled.format(puzzles).decode().split()
    answers = variants.solve_all(lines, limit=2)
    assert all(a.count == 1 and a.complete and not a.error for a in answers)
    assert (np.array([a.solution.ravel() for a in answers]) == puzzled.solve(puzzles)).all()
    mixed = [KILLER, Board(4, clues=GRIDS[3]), "1...............", "21" + "." * 14]
    for threads in (1, 2, 16):
        found = variants.solve_all(mixed, limit=0, threads=threads)
        assert [a.count for a in found] == [6, 1, 72, 24] and (found[1].solution == GRIDS[3]).all()
    assert [a.count for a in variants.solve_all(["." * 16] * 3, limit=0, rules="diagonal")] == [48] * 3
    assert variants.solve_all([]) == []


def test_what_is_no_board_among_many():
    lines = ["1...............", "1" * 20, ".Magic~1", "11.............."]
    with pytest.raises(ValueError, match="row 1: .*cell"):
        variants.solve_all(lines)
    found = variants.solve_all(lines, invalid="answer")
    assert [a.count for a in found] == [1, 0, 0, 0]
    assert [a.error is None for a in found] == [True, False, False, True] and "Magic" in found[2].error
    for wrong in ({"invalid": "x"}, {"rules": [Rule("odd", ((0, 0),))]}, {"size": "7"}, {"limit": -1}, {"time_limit": 0}):
        with pytest.raises(ValueError):
            variants.solve_all(lines, **wrong)
    with pytest.raises(ValueError, match="texts"):
        variants.solve_all([Board(4)], rules="diagonal")
    with pytest.raises(TypeError):
        variants.solve_all([7])


def test_time_limits():
    board = Board(9)
    for call in (
        lambda: board.count(limit=0, time_limit=0.05),
        lambda: board.true_candidates(cap=10**6, time_limit=0.05),
        lambda: sum(1 for _ in board.solutions(time_limit=0.05)),
    ):
        with pytest.raises(TimeoutError):
            call()
    assert not variants.solve_all(["." * 81], limit=0, time_limit=0.05)[0].complete
    assert board.estimate(time_limit=0.05).solutions >= 0  # whatever is known by then
    assert board.solve(time_limit=100) is not None and board.has_solution(time_limit=100)


def test_estimates_hold():
    """6x6 with its first row: 28 200 960 / 6! grids."""
    estimate = Board(6, clues=[[1, 2, 3, 4, 5, 6]] + [[0] * 6] * 5).estimate(seed=3)
    assert abs(estimate.solutions - 39168) < 3 * estimate.error + 1 and estimate.probes > 0


def test_lists_are_lazy():
    board = Board(9)
    began = iter(board)
    first = [next(began) for _ in range(50)]
    board[0, 0] = 9
    first += [next(began) for _ in range(50)]
    rows = [grid.ravel().tolist() for grid in first]
    assert rows == sorted(rows) and len({*map(tuple, rows)}) == 100 and rows[99][0] == 1
