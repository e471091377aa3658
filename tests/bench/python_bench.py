#!/usr/bin/env python3
"""The Python module against the engine: puzzles per second, one thread, CPU time; and two threads against one.

    PYTHONPATH=BUILD/deploy/python/lib tests/bench/python_bench.py BUILD/bin/rows_bench FILE...

FILE holds puzzles, 81 characters a line; sets of less than a third of a second are repeated. Engine and
module take turns, and the medians of the rounds count. For threads it is the elapsed time of the best
round, for others may use the machine.
"""

import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

import puzzled

ROUNDS = 15
SECONDS = 0.35


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
    repeats = max(1, round(SECONDS / cpu_time(lambda: puzzled.solve(puzzles, threads=1))))
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
    engine = statistics.median(times["engine"])
    for what, seconds in times.items():
        seconds = statistics.median(seconds)
        print(f"  {what:22} {len(puzzles) / seconds / 1e6:7.2f} M/s  {engine / seconds:6.1%}")
    walls = {1: [], 2: []}
    for _ in range(2 * ROUNDS):
        for threads, seconds in walls.items():
            seconds.append(elapsed(lambda: puzzled.solve(puzzles, threads=threads)))
    print(f"  two threads            {min(walls[1]) / min(walls[2]):7.2f} times one")


for name in sys.argv[2:]:
    measure(sys.argv[1], name)
