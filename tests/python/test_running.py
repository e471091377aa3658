"""How calls run: threads, memory, interrupts, forks."""

import gc
import mmap
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import puzzled
from sudoku_rules import is_solution


def everything(puzzles, threads):
    """The results of all functions that spread work."""
    boards = np.tile(puzzles, (20, 1))
    text = puzzled.format(boards)
    return [
        puzzled.solve(boards, threads=threads),
        puzzled.count(boards, limit=7, threads=threads),
        puzzled.solve(text, threads=threads),
        puzzled.parse(text, threads=threads),
        puzzled.canonical(boards, threads=threads),
        puzzled.distinct(boards, threads=threads),
        puzzled.split(boards, (2, 1), threads=threads),
        puzzled.shuffle(boards, seed=2, copies=2, threads=threads),
        puzzled.rate(puzzles, threads=threads),
        puzzled.is_minimal(puzzles, threads=threads),
        puzzled.generate(300, threads=threads),
        *puzzled.target(puzzles[:40], threads=threads),
    ]


def test_results_do_not_depend_on_threads(puzzles):
    expected = everything(puzzles, 1)
    for threads in (0, 2, 3, 16):
        for one, other in zip(expected, everything(puzzles, threads)):
            assert np.array_equal(one, other)


def test_arrays_are_read_in_place(puzzles):
    """One at the very end of its memory: what reads behind it, or before it, dies."""
    page = mmap.PAGESIZE
    pages = -(-len(puzzles) * 81 // page)
    for offset in (page, page + pages * page - len(puzzles) * 81):
        memory = mmap.mmap(-1, (pages + 2) * page)
        protect = __import__("ctypes").CDLL(None, use_errno=True).mprotect
        array = np.frombuffer(memory, np.uint8, len(puzzles) * 81, offset).reshape(-1, 81)
        array[:] = puzzles
        address = array.ctypes.data - offset
        for guard in (address, address + (pages + 1) * page):
            assert protect(__import__("ctypes").c_void_p(guard), page, 0) == 0
        assert np.array_equal(puzzled.solve(array), puzzled.solve(puzzles))
        assert (puzzled.count(array) == 1).all()
        puzzled.canonical(array), puzzled.rate(array), puzzled.shuffle(array)


def test_no_copy_is_made():
    """Of 160 MB that are solved nothing is copied but the result."""
    program = """
        import resource, numpy as np, puzzled
        boards = np.tile(puzzled.solve(puzzled.generate(100)), (20_000, 1))
        puzzled.count(boards[:100_000])
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        puzzled.count(boards)
        puzzled.count(boards.reshape(-1, 9, 9))
        print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
    """
    assert int(run_python(program)) < 100


def run_python(program):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], check=True, capture_output=True, text=True
    ).stdout


def test_inputs_stay_as_they_are(puzzles):
    before = puzzles.copy()
    everything(puzzles, 2)
    assert (puzzles == before).all()
    puzzled.solve(np.frombuffer(puzzles.tobytes(), np.uint8).reshape(-1, 81))  # read-only


def test_results_own_their_memory(puzzles):
    solutions = puzzled.solve(puzzles.copy())
    ratings = puzzled.rate(puzzles.copy())
    kept, kept_ratings = solutions.copy(), ratings.copy()
    gc.collect()
    for _ in range(20):
        puzzled.solve(puzzled.shuffle(puzzles))
    assert (solutions == kept).all() and (ratings == kept_ratings).all()


def test_many_python_threads(puzzles):
    expected = puzzled.solve(puzzles)
    wrong = []

    def work():
        for _ in range(20):
            if not (puzzled.solve(puzzles, threads=2) == expected).all():
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_other_threads_run_meanwhile():
    """A search that only another thread can end, by a signal to this one."""
    ticks = []

    def tick():
        for _ in range(5):
            ticks.append(1)
            threading.Event().wait(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=tick)
    with pytest.raises(KeyboardInterrupt):
        thread.start()
        puzzled.count(np.zeros(81, np.uint8), limit=0)
    thread.join()
    assert len(ticks) == 5


# What would take minutes, and what is made ready for it.
ENDLESS = {
    "solve": ("few = np.zeros((10**6, 81), np.uint8); few[:, 0] = 1", "puzzled.solve(few)"),
    "count": ("", "puzzled.count(np.zeros((5, 81), np.uint8), limit=0)"),
    "queens": ("", "puzzled.queens(22)"),
    "queens_first": ("", "puzzled.queens(32, first=10**9)"),
    "queens_on": ("", "puzzled.queens_on(25, torus=True)"),
    "queens_on_first": ("", "puzzled.queens_on(35, holes=[(0, 0)], first=10**9)"),
    "queens_on_regions": ("rows = [chr(97 + r) * 20 for r in range(20)]", "puzzled.queens_on(rows)"),
    "random_queens": ("", "puzzled.random_queens(10**5, 10**5)"),
    "generate_regions": ("", "puzzled.generate_regions(16, 10**4)"),
    "solve_regions": ("boards = ['AABBAABBCCDDCCDD'] * 10**7", "puzzled.solve_regions(boards)"),
    "generate": ("", "puzzled.generate(10**6, clues=20)"),
    "rate": ("", "puzzled.rate(np.tile(hard, (40_000, 1)))"),
    "is_minimal": ("", "puzzled.is_minimal(np.tile(hard, (40_000, 1)))"),
    "canonical": ("few = np.zeros((10**6, 81), np.uint8); few[:, 0] = 1", "puzzled.canonical(few)"),
    "distinct": ("few = np.zeros((10**6, 81), np.uint8); few[:, 0] = 1", "puzzled.distinct(few)"),
    "split": ("few = np.zeros((10**6, 81), np.uint8); few[:, 0] = 1", "puzzled.split(few)"),
    "shuffle": ("", "puzzled.shuffle(hard, copies=4 * 10**5)"),
    "target": ("weights = np.random.default_rng(1).integers(-99, 99, 81)",
               "puzzled.target(np.zeros((10**6, 81), np.uint8), weights=weights)"),
    "cover_count": ("", "tiles().count()"),
    "cover_list": ("", "sum(1 for _ in tiles())"),
    "cover_first": ("pairs = [{a, b} for a in range(41) for b in range(a)]",
                    "puzzled.cover(range(41), pairs).first()"),
    "variants_solve_all": ("", "puzzled.variants.solve_all(['.' * 81] * 5, limit=0)"),
    "variants_count": ("board = puzzled.variants.Board(9, rules='diagonal')", "board.count(limit=0)"),
    "variants_list": ("board = puzzled.variants.Board(9)", "sum(1 for _ in board)"),
    "variants_candidates": ("board = puzzled.variants.Board(9)", "board.true_candidates(cap=10**6)"),
    "variants_estimate": ("board = puzzled.variants.Board(16)", "[board.estimate() for _ in range(10**4)]"),
}
PROGRAM = """
    import itertools, os, signal, threading
    import numpy as np, puzzled

    class Alarm(Exception):
        pass

    def fail(*_):
        raise Alarm

    def tiles():
        cells = list(itertools.product(range(15), range(16)))
        shapes = [((0, 0), (0, 1), (1, 0)), ((0, 0), (0, 1), (1, 1)), ((0, 0), (1, 0), (1, 1)),
                  ((0, 0), (0, 1), (0, 2), (1, 1)), ((0, 0), (1, 0), (2, 0), (1, 1))]
        options = [[(r + i, c + j) for i, j in shape] for r, c in cells for shape in shapes]
        return puzzled.cover(cells, [o for o in options if all(place in set(cells) for place in o)])

    hard = puzzled.generate(50, minimal=True)
    {prepare}
    {begin}
    try:
        {call}
    except (KeyboardInterrupt, Alarm) as ended:
        print(type(ended).__name__)
    print(puzzled.queens(8))
"""
INTERRUPT = "threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()"
ALARM = "signal.signal(signal.SIGALRM, fail); signal.setitimer(signal.ITIMER_REAL, 0.1)"


def said(prepare, begin, call):
    program = textwrap.dedent(PROGRAM.format(prepare=prepare, begin=begin, call=call))
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    return process.stdout.split() + process.stderr.split()


@pytest.mark.parametrize("name", ENDLESS)
def test_interrupts_end_what_takes_long(name):
    prepare, call = ENDLESS[name]
    assert said(prepare, INTERRUPT, call) == ["KeyboardInterrupt", "92"]


def test_other_signal_handlers_end_what_takes_long():
    assert said("", ALARM, "puzzled.queens(22)") == ["Alarm", "92"]


def test_handlers_that_raise_nothing_change_nothing():
    program = """
        import signal, puzzled
        calls = []
        signal.signal(signal.SIGALRM, lambda *_: calls.append(1))
        signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
        assert puzzled.queens(17) == 95815104
        puzzled.generate(20, clues=20)
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(len(calls) > 0)
    """
    assert run_python(program).strip() == "True"


def test_calls_on_other_threads_go_on():
    """Ctrl-C is for the main thread: what runs on another one ends on its own."""
    program = """
        import os, signal, threading, puzzled
        found = []
        thread = threading.Thread(target=lambda: found.append(puzzled.queens(16)))
        thread.start()
        try:
            os.kill(os.getpid(), signal.SIGINT)
            thread.join()
        except KeyboardInterrupt:
            thread.join()
            print(found)
    """
    assert run_python(program).strip() == "[14772512]"


def test_calls_start_no_thread(puzzles):
    """Once there are enough, that is: they are kept for the next call."""
    def threads_now():
        return set(os.listdir("/proc/self/task"))

    def calls():
        for number in (1, 10, len(puzzles)):
            puzzled.solve(puzzles[:number]), puzzled.count(puzzles[:number]), puzzled.rate(puzzles[:10])
        puzzled.queens(10), puzzled.target(), puzzled.solve(puzzled.format(puzzles))

    for _ in range(20):
        calls()
    before = threads_now()
    for _ in range(20):
        calls()
    assert threads_now() <= before


def solve_some(seed):
    puzzles = puzzled.generate(300, seed=seed)
    solved = all(is_solution(p, s) for p, s in zip(puzzles[:10], puzzled.solve(puzzles, threads=2)))
    return solved and puzzled.queens(10, threads=2) == 724


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes(method, puzzles):
    puzzled.solve(np.tile(puzzles, (50, 1)), threads=2)
    puzzled.queens(12, threads=2)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(solve_some, range(4)).get(timeout=100) == [True] * 4
