#!/usr/bin/env python3
"""Compares two builds of preset bench where users wait: small blocks, whole files, start-up, tools, queens.

  builds.py [OPTION…] BASE NEW [NAME=FILE…]    BASE, NEW: folders of builds, such as build/bench; FILE: puzzles, a line
                                               each. Unless given: 200 000 easy and 100 000 minimal ones that BASE
                                               generates
    --rounds N       of each row (15)
    --rows NAME,…    of blocks, files, start, tools, queens (all)
    --lines N,…      lines of a block (1,16,64,256,512,16384)
    --limits K,…     of solutions, for blocks (1,2)

In each round both run, one after the other, and the next round has the other order. A row gives the medians over
rounds, their ratio BASE/NEW (above 1: NEW is faster), and the quartiles of the ratios of single rounds, which say how
noisy it was. Times are processor time, kernel included, but for rows `wall`. `start` is what solving one puzzle takes
beyond /bin/true. Answers to a FILE go to a new file in a new folder beside it. For other programs there are compare.py
and speed.py, for daemons serve_pairs.py.
"""
import argparse
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
ROWS = ["blocks", "files", "start", "tools", "queens"]


def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(command, times=1):
    """Seconds of processor time and of the clock that it takes."""
    cpu, begin = used(), time.monotonic()
    for _ in range(times):
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return (used() - cpu) / times, (time.monotonic() - begin) / times


def in_turns(rounds, measure):
    """What measure(0) and measure(1) return, round by round."""
    found = ([], [])
    for round in range(rounds):
        for which in (0, 1) if round % 2 else (1, 0):
            found[which].append(measure(which))
    return found


def print_row(name, base, new, unit, scale=1.0):
    """`base` and `new` are seconds, round by round."""
    ratios = sorted(b / n for b, n in zip(base, new))
    base, new = statistics.median(base), statistics.median(new)
    quartiles = f"{ratios[len(ratios) // 4]:.2f}-{ratios[3 * len(ratios) // 4]:.2f}"
    print(f"| {name} | {base * scale:.4g} | {new * scale:.4g} {unit} | {base / new:.3f} | {quartiles} |", flush=True)


def blocks(builds, sets, options):
    """ns a puzzle, by set, limit and lines of a block."""

    def measure(which):
        table = [os.path.join(builds[which], "bin", "engine_table"), "--only", "batch " + options.isa]
        table += ["--limit", options.limits, "--lines", options.lines, *sets.values()]
        rows = {}
        for line in subprocess.run(table, capture_output=True, text=True, check=True).stdout.splitlines()[2:]:
            cells = [cell.strip() for cell in line.split("|")]
            rows[f"{cells[1]}, limit {cells[3]}, {cells[5]} lines"] = 1 / float(cells[6])
        return rows

    base, new = in_turns(options.rounds, measure)
    for row in base[0]:
        print_row(row, [found[row] for found in base], [found[row] for found in new], "ns", 1e9)


def files(builds, sets, options):
    for name, path in sets.items():
        for threads in (1, 2):

            def measure(which):
                with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(path))) as folder:
                    out = os.path.join(folder, "answers")
                    return run([program(builds, which), "solve", "-q", "-t", str(threads), path, "-o", out])

            base, new = in_turns(options.rounds, measure)
            for at, kind in enumerate(("", ", wall")):
                print_row(f"solve {name} -t {threads}{kind}", [f[at] for f in base], [f[at] for f in new], "ms", 1e3)


def start(builds, sets, options):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as one:
        one.write(PUZZLE)
        one.flush()

        def measure(which):
            nothing = run(["/bin/true"], 20)[0]
            return run([program(builds, which), "solve", "-q", one.name], 20)[0] - nothing

        base, new = in_turns(options.rounds, measure)
    print_row("start", base, new, "ms", 1e3)


def tools(builds, sets, options):
    commands = [["generate", "--count", "20000"], ["generate", "--count", "4000", "--minimal"]]
    for name, path in sets.items():
        commands += [["canon", path], ["shuffle", path], ["minimal", path], ["rate", path]]
    for command in commands:
        compare_command(builds, options, [*command, "-q", "-t", "1"])


def queens(builds, sets, options):
    compare_command(builds, options, ["queens", "16", "-q", "-t", "1"])


def compare_command(builds, options, arguments):
    base, new = in_turns(options.rounds, lambda which: run([program(builds, which), *arguments])[0])
    print_row(" ".join(os.path.basename(word) for word in arguments), base, new, "ms", 1e3)


def program(builds, which):
    return os.path.join(builds[which], "bin", "puzzled")


def make_sets(builds, folder):
    sets = {}
    for name, options in (("easy", ["--count", "200000"]), ("minimal", ["--count", "100000", "--minimal"])):
        sets[name] = os.path.join(folder, name + ".txt")
        subprocess.run([program(builds, 0), "generate", "-q", "--seed", "1", *options, "-o", sets[name]], check=True)
    return sets


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--rows", default=",".join(ROWS))
    parser.add_argument("--lines", default="1,16,64,256,512,16384")
    parser.add_argument("--limits", default="1,2")
    parser.add_argument("builds", nargs=2)
    parser.add_argument("sets", nargs="*")
    options = parser.parse_args()
    rows = options.rows.split(",")
    if unknown := [row for row in rows if row not in ROWS]:
        sys.exit("no such row: " + " ".join(unknown))
    version = subprocess.run([program(options.builds, 1), "--version"], capture_output=True, text=True, check=True).stdout
    options.isa = re.search(r"this machine uses (\w+)", version)[1]
    with tempfile.TemporaryDirectory() as folder:
        sets = dict(item.split("=", 1) for item in options.sets) or make_sets(options.builds, folder)
        print("| row | base | new | ratio | quartiles |\n|---|---:|---:|---:|---|", flush=True)
        for row in rows:
            globals()[row](options.builds, sets, options)


if __name__ == "__main__":
    main()
