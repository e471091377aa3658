#!/usr/bin/env python3
"""The Python module against the engine: puzzles per second, one thread, CPU time; and two threads against one.

    PYTHONPATH=BUILD/deploy/python/lib tests/bench/python_bench.py BUILD/bin/rows_bench FILE...

FILE holds puzzles, 81 characters a line; of them, repeated, PUZZLES are solved. Results of more than 32 MB
are new memory each time, which the kernel clears: 10 ns a puzzle and more, and that is measured by other
PUZZLES. Engine and module take turns; the best round counts, for others may use the machine. On a machine
in use two threads cannot be twice as fast; what they cost more than one is told by their CPU time.
"""

import subprocess
import sys
import tempfile
import time

import numpy as np

import puzzled

ROUNDS = 15
PUZZLES = 300_000


def cpu_time(call):
    start = time.process_time()
    call()
    return time.process_time() - start


def elapsed(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def engine_times(program, name):
    """With answers that overwrite each other, and with answers that are kept in new memory."""
    said = subprocess.run([program, "2", name], check=True, capture_output=True, text=True).stdout
    return [float(seconds) for seconds in said.splitlines()[-1].split()]


def measure(program, name):
    text = open(name, "rb").read()
    puzzles = puzzled.parse(text)
    repeats = -(-PUZZLES // len(puzzles))
    puzzles, text = np.tile(puzzles, (repeats, 1)), text * repeats
    out = np.zeros_like(puzzles)
    strings = text.decode().split("\n")[:-1]
    calls = {
        "solve(ndarray)": lambda: puzzled.solve(puzzles, threads=1),
        "solve(ndarray, out=)": lambda: puzzled.solve(puzzles, out=out, threads=1),
        "solve(bytes)": lambda: puzzled.solve(text, threads=1),
        "solve(list of str)": lambda: puzzled.solve(strings, threads=1),
        "count(ndarray)": lambda: puzzled.count(puzzles, threads=1),
        "canonical(ndarray)": lambda: puzzled.canonical(puzzles, threads=1),
    }
    times = {what: [] for what in ["engine", "engine, answers kept", *calls]}
    with tempfile.NamedTemporaryFile() as file:
        file.write(puzzled.format(puzzles))
        file.flush()
        for _ in range(ROUNDS):
            overwritten, kept = engine_times(program, file.name)
            times["engine"].append(overwritten)
            times["engine, answers kept"].append(kept)
            for what, call in calls.items():
                times[what].append(cpu_time(call))
    print(f"{name}: {len(puzzles)} puzzles")
    engine = min(times["engine"])
    for what, seconds in times.items():
        seconds = min(seconds)
        print(f"  {what:22} {len(puzzles) / seconds / 1e6:7.2f} M/s  {engine / seconds:6.1%}")
    walls = {1: [], 2: []}
    for _ in range(2 * ROUNDS):
        for threads, seconds in walls.items():
            seconds.append(elapsed(lambda: puzzled.solve(puzzles, threads=threads)))
    print(f"  two threads            {min(walls[1]) / min(walls[2]):7.2f} times one")
    two = min(cpu_time(lambda: puzzled.solve(puzzles, threads=2)) for _ in range(ROUNDS))
    print(f"  CPU time of two        {two / min(times['solve(ndarray)']):7.2f} of one")


for name in sys.argv[2:]:
    measure(sys.argv[1], name)
