#!/usr/bin/env python3
"""Compares `puzzled solve` with any programs that read puzzles and write answers, a line each.

    tests/bench/compare.py [OPTION...] --other [NAME=]COMMAND... SET...

SET is a file of puzzles, a line each (also .gz and .zst; its lines are shuffled), a class of boards such as
random:5-12, box:4 or two (`tests/bench/run.sh make_boards` lists them), or `sweep`: random:0 to random:80.

In a COMMAND {limit} stands for the limit of solutions and {} for the name of the file of puzzles; without {}
it gets them on standard input. It answers each puzzle by a line: a solution, or the number of solutions (to
the limit, if it knows one), or both, or anything else for a puzzle without a solution.

    --ours [NAME=]COMMAND  what is compared with the others; NAME has no spaces. May be given several times; BIN/ stands
                           for build/bench/bin/, here and with --other. Default: the batches of build/bench,
                           batch='BIN/puzzled solve -q -t 1 --limit {limit} {}'
    --limits K,...         limits of solutions (1,2; 0 for all)
    --rounds N             interleaved rounds (15)
    --seconds S            time that a run should take at least (0.2)
    --boards N             boards of a class (2000)
    --least N              puzzles of a set that are measured although the slowest program needs more than the
                           time for them (16); with few, batches are nearly empty
    --feed N:MS            standard input is a pipe into which N lines are written every MS milliseconds
    --wall                 wall time instead of processor time, for programs with several threads
    --bar X                mark the rows in which ours is less than X times as fast
    --no-check             do not compare answers
    --seed N               of the classes, and of the order of lines (1)

First the answers are compared: every solution is checked, and counts must agree. Then the programs take
turns, in another order each round, and medians count; `quartiles` are those of the ratios round by round. Each
program gets as many copies of the same puzzles as keep it busy for about S seconds (2 million lines at most), so that
fast and slow ones can be compared; sets of a thousand puzzles or more are best, for a program that branches learns
a small set by heart (NOTES.md). What a program takes to start is subtracted: the median of 15 runs on one puzzle that
has a single blank cell. Files are kept in /dev/shm.

    tests/bench/compare.py --limits 1,2 --other 'tdoku=tdoku-lines {limit}' random:0-30 17_clue.txt.gz
"""
import argparse
import gzip
import math
import os
import pathlib
import random
import shlex
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = ROOT / "build" / "bench" / "bin"
BATCH = "batch=BIN/puzzled solve -q -t 1 --limit {limit} {}"
MAX_LINES = 2_000_000
NEARLY_FULL = b".23456789456789123789123456214365897365897214897214365531642978642978531978531642\n"


class Program:
    """A command, what it needs to start, and its times in seconds a puzzle."""

    def __init__(self, words):
        name, is_named, command = words.partition("=")
        if not is_named or " " in name:
            name, command = words.split()[0], words
        self.name = pathlib.Path(name).name
        self.words = shlex.split(command.replace("BIN/", f"{BIN}/"))
        self.start_up = 0.0
        self.times = []

    def run(self, path, limit=1, output=subprocess.DEVNULL, wall=False, feed=None):
        """Seconds over the puzzles in the file `path`, the start included."""
        words = [word.replace("{limit}", str(limit)).replace("{}", str(path)) for word in self.words]
        takes_file = any("{}" in word for word in self.words)
        with open(os.devnull if takes_file else path, "rb") as stdin, tempfile.TemporaryFile() as errors:
            begin = time.monotonic()
            process = subprocess.Popen(words, stdin=subprocess.PIPE if feed else stdin, stdout=output, stderr=errors)
            if feed:
                feeder = threading.Thread(target=feed_lines, args=(stdin, process.stdin, *feed))
                feeder.start()
            _, status, usage = os.wait4(process.pid, 0)
            elapsed = time.monotonic() - begin
            process.returncode = os.waitstatus_to_exitcode(status)
            if feed:
                feeder.join()
            if process.returncode not in (0, 1):  # 1: some puzzles without a solution
                errors.seek(0)
                sys.exit(f"{self.name} failed: {errors.read().decode(errors='replace')}")
        return elapsed if wall else usage.ru_utime + usage.ru_stime

    def measure_start(self, folder, wall=False):
        single = write(folder / "single", [NEARLY_FULL])
        self.start_up = statistics.median(self.run(single, wall=wall) for _ in range(15))

    def median(self):
        return statistics.median(self.times)


def feed_lines(source, pipe, lines, milliseconds):
    """Copies a file of puzzles into a pipe, `lines` lines of 82 bytes at a time."""
    with pipe:
        due = time.monotonic()
        while text := source.read(82 * lines):
            try:
                os.write(pipe.fileno(), text)
            except BrokenPipeError:
                return
            due += milliseconds / 1000
            time.sleep(max(0, due - time.monotonic()))


def build(*targets):
    subprocess.run(["cmake", "-S", ROOT, "--preset", "bench"], stdout=subprocess.DEVNULL, check=True)
    subprocess.run(["cmake", "--build", ROOT / "build" / "bench", "--target", *targets],
                   stdout=subprocess.DEVNULL, check=True)


def read_lines(path, seed):
    """The puzzles of a file, shuffled."""
    data = pathlib.Path(path).read_bytes()
    if str(path).endswith(".gz"):
        data = gzip.decompress(data)
    elif str(path).endswith(".zst"):
        data = subprocess.run(["zstd", "-dcq", path], stdout=subprocess.PIPE, check=True).stdout
    lines = [line[:81] + b"\n" for line in data.splitlines() if len(line) >= 81 and not line.startswith(b"#")]
    random.Random(seed).shuffle(lines)
    return lines


def make_lines(class_name, boards, seed):
    done = subprocess.run([BIN / "make_boards", class_name, str(boards), str(seed)], stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"{class_name} is neither a file nor a class")
    return done.stdout.splitlines(keepends=True)


def write(path, lines, copies=1):
    text = b"".join(lines)
    with path.open("wb") as file:
        for _ in range(copies):
            file.write(text)
    return path


def affordable(lines, programs, limit, least, seconds, folder):
    """As many of the lines as the slowest program can do in the time, and up to four times as many."""
    count = min(least, len(lines))
    while count < len(lines):
        path = write(folder / "probe", lines[:count])
        if max(p.run(path, limit) - p.start_up for p in programs) >= seconds / 2:
            break
        count *= 4
    return lines[:count]


def check(programs, lines, limit, folder):
    """Ends the program if answers are wrong or do not agree."""
    puzzles = write(folder / "puzzles", lines)
    answers = [folder / f"answers{i}" for i in range(len(programs))]
    for program, path in zip(programs, answers):
        with path.open("wb") as output:
            program.run(puzzles, limit, output)
        done = subprocess.run([BIN / "check_answers", puzzles, answers[0], path], stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"{programs[0].name} and {program.name}, limit {limit}: {done.stdout}")


def measure(programs, lines, limit, rounds, seconds, folder, wall=False, feed=None):
    """Sets the times of all programs, a round each."""
    order = []
    for program in programs:
        rough = max(program.run(write(folder / "input1", lines), limit) - program.start_up, 1e-5)
        most = max(1, min(MAX_LINES / len(lines), seconds / rough))
        copies = 2 ** math.ceil(math.log2(most) - 0.5)  # programs that are about as fast share a file
        order.append((program, folder / f"input{copies}", copies))
        program.times = []
    for path, copies in {entry[1:] for entry in order}:
        write(path, lines, copies)
    for turn in range(rounds):
        for program, path, copies in order if turn % 2 == 0 else reversed(order):
            taken = program.run(path, limit, wall=wall, feed=feed) - program.start_up
            program.times.append(max(taken, 1e-9) / (copies * len(lines)))
        order = order[1:] + order[:1]
    for _, path, _ in order:
        path.unlink(missing_ok=True)


def short(rate):
    for size, unit in (1e6, " M"), (1e3, " k"):
        if rate >= size:
            return f"{rate / size:.3g}{unit}"
    return f"{rate:.3g}"


def print_rows(name, count, limit, ours, others, bar):
    best = min(others, key=Program.median)
    for program in ours:
        ratio = best.median() / program.median()
        ratios = [theirs / own for own, theirs in zip(program.times, best.times)]
        low, _, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else (ratio, ratio, ratio)
        mark = " **below**" if bar and ratio < bar else ""
        print(f"| {name} | {count} | {limit} | {program.name} | {short(1 / program.median())} | {best.name} | "
              f"{short(1 / best.median())} | {ratio:.2f}{mark} | {low:.2f} to {high:.2f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("--ours", action="append")
    parser.add_argument("--other", action="append", required=True)
    parser.add_argument("--limits", default="1,2")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--boards", type=int, default=2000)
    parser.add_argument("--least", type=int, default=16)
    parser.add_argument("--feed")
    parser.add_argument("--wall", action="store_true")
    parser.add_argument("--bar", type=float)
    parser.add_argument("--no-check", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("sets", nargs="+")
    options = parser.parse_args()
    feed = [int(number) for number in options.feed.split(":")] if options.feed else None
    build("puzzled", "check_answers", "make_boards")
    ours = [Program(words) for words in options.ours or [BATCH]]
    others = [Program(words) for words in options.other]
    programs = ours + others
    print("| set | puzzles | limit | program | puzzles/s | best other | puzzles/s | times as fast | quartiles |\n"
          "|---|---:|---:|---|---:|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory(dir="/dev/shm") as name:
        folder = pathlib.Path(name)
        for program in programs:
            program.measure_start(folder, options.wall)
        sets = []
        for name in options.sets:
            sets += [f"random:{clues}" for clues in range(81)] if name == "sweep" else [name]
        for name in sets:
            if os.path.exists(name):
                lines = read_lines(name, options.seed)
            else:
                lines = make_lines(name, options.boards, options.seed)
            for limit in map(int, options.limits.split(",")):
                some = affordable(lines, programs, limit, options.least, options.seconds, folder)
                if not options.no_check:
                    check(programs, some, limit, folder)
                measure(programs, some, limit, options.rounds, options.seconds, folder, options.wall, feed)
                print_rows(pathlib.Path(name).name, len(some), limit, ours, others, options.bar)


if __name__ == "__main__":
    main()
