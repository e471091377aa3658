#!/usr/bin/env python3
"""Compares `puzzled cover`, its engines, builds and other programs on exact cover problems.

    tests/bench/cover.py [OPTION...] PROBLEM...

PROBLEM is a file in Knuth's form, or the name of an example (`pentominoes-6x10`); `classics` stands for
a list of them, from every family.

    --ours [NAME=]COMMAND  default: auto='BIN/puzzled cover -q -t 1 {}'; BIN/ stands for build/bench/bin/,
                           here and with --other, {} for the file. May be given several times.
    --other [NAME=]COMMAND another program. The last number that it prints is its count (Knuth's programs say
                           `Altogether N solutions`).
    --engines              add a column for each engine of ours
    --rounds N             interleaved rounds (5)
    --limit S              a command is stopped after so many seconds of processor time (60); it then
                           has one round only
    --wall                 wall time instead of processor time, for several threads

Prints seconds of processor time of the whole process, reading included: medians of interleaved rounds,
each command pinned to one processor (not with --wall). Counts must agree, or the row says so. A ratio is
that to the first column.
"""
import argparse
import os
import pathlib
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = ROOT / "build" / "bench" / "bin"
CLASSICS = """pentominoes-6x10 pentominoes-5x12 pentominoes-3x20 pentominoes-8x8 polycubes-2x5x6 polycubes-3x4x5
soma dominoes-12x12 dominoes-16x16 dominoes-4x4x4 aztec-9 trominoes-9x10 tetrominoes-8x10 langford-11
langford-12 langford-15 queens-12 queens-13 latin-5 latin-6 sudoku-6x6 matchings-20 steiner-13 steiner-15
one-factorisations-10 macmahon-4x6 colourings-6x6x3 queen-domination-8x5""".split()
ENGINES = ["links", "search", "cache", "frontier"]


def named(text):
    name, equals, command = text.partition("=")
    if not equals or not re.fullmatch(r"[\w.-]+", name):
        name, command = os.path.basename(shlex.split(text)[0]), text
    return name, command.replace("BIN/", f"{BIN}/")


def run(command, path, limit, wall):
    """Seconds and count; a count of None: stopped, refused, or there is none in what it prints."""
    words = [word.replace("{}", path) for word in shlex.split(command)]

    def prepare():
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
        if not wall:
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    begin = time.monotonic()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=out, preexec_fn=prepare)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        seconds = time.monotonic() - begin if wall else usage.ru_utime + usage.ru_stime
        out.seek(0)
        text = out.read().decode(errors="replace")
    found = re.findall(r"Altogether (\d+) solution", text) or re.findall(r"(?m)^(\d+)\b", text)
    return seconds, found[-1] if status == 0 and found else None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--ours", action="append", default=[])
    parser.add_argument("--other", action="append", default=[])
    parser.add_argument("--engines", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--wall", action="store_true")
    parser.add_argument("problems", nargs="+")
    options = parser.parse_args()
    ours = options.ours or ["auto=BIN/puzzled cover -q -t 1 {}"]
    if options.engines:
        ours += [f"{engine}=BIN/puzzled cover -q -t 1 --engine {engine} {{}}" for engine in ENGINES]
    commands = dict(named(text) for text in ours + options.other)
    print("problem".ljust(26) + "".join(name.rjust(18) for name in commands))
    problems = [name for word in options.problems for name in (CLASSICS if word == "classics" else [word])]
    with tempfile.TemporaryDirectory() as folder:
        for problem in problems:
            path = problem
            if not os.path.exists(problem):
                path = os.path.join(folder, problem)
                with open(path, "wb") as out:
                    subprocess.run([BIN / "puzzled", "cover", "--example", problem], stdout=out, check=True)
            times = {name: [] for name in commands}
            counts = {}
            for round_number in range(options.rounds):
                for name, command in commands.items():
                    if round_number > 0 and counts[name] is None:
                        continue
                    seconds, counts[name] = run(command, path, options.limit, options.wall)
                    times[name].append(seconds)
            medians = {name: statistics.median(taken) for name, taken in times.items()}
            first = next(iter(medians.values()))
            row = os.path.basename(problem).ljust(26)
            for name in commands:
                if counts[name] is None:
                    row += "-".rjust(18)
                else:
                    row += f"{medians[name]:10.3f}{medians[name] / max(first, 1e-4):7.2f}x"
            known = {count for count in counts.values() if count is not None}
            print(row + ("" if len(known) == 1 else f"  COUNTS DIFFER: {counts}"), flush=True)
            if len(known) > 1:
                sys.exit(1)


if __name__ == "__main__":
    main()
