#!/usr/bin/env python3
"""How time and memory of `puzzled cover` grow with the length of the input.

    tests/bench/cover_growth.py [--program PATH] [--largest N] [SHAPE...]

Makes problems of 10^4, 10^5 and so on options, up to N (10^6), that need no search, or are stopped by a
time limit of 3 s, and prints wall seconds and resident megabytes of the whole program for each length.
A time that grows tenfold from one column to the next grows with the length.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def equal(n):
    """n equal options of two items."""
    return ["a b"] + ["a b"] * n


def forced(n):
    """n items with an option each."""
    return [" ".join(f"i{k}" for k in range(n))] + [f"i{k}" for k in range(n)]


def chain(n):
    """Options of two items: the first is forced, and each excludes the next and so forces the one behind that."""
    return [" ".join(f"i{k}" for k in range(n))] + [f"i{k} i{k + 1}" for k in range(n - 1)]


def apart(n):
    """n/4 squares of four items, which two pairs of options cover."""
    lines = [" ".join(f"i{k}" for k in range(n))]
    for k in range(0, n - 3, 4):
        lines += [f"i{k} i{k + 1}", f"i{k + 2} i{k + 3}", f"i{k} i{k + 2}", f"i{k + 1} i{k + 3}"]
    return lines


def matching(n):
    """n options of two of n/5 items, of which some cover all: nobody finds them in 3 s."""
    draw = random.Random(n)
    items = list(range(n // 5 // 2 * 2))
    lines = [" ".join(f"i{k}" for k in items)]
    draw.shuffle(items)
    lines += [f"i{items[k]} i{items[k + 1]} |{draw.randrange(1000)}" for k in range(0, len(items), 2)]
    while len(lines) <= n:
        a, b = draw.sample(range(len(items)), 2)
        lines.append(f"i{a} i{b} |{draw.randrange(1000)}")
    return lines


def costs(n):
    """n options of one item at different costs."""
    return ["a"] + [f"a |{k * 7919 % 1000003}" for k in range(n)]


SHAPES = {
    "equal": (equal, []),
    "forced": (forced, []),
    "chain": (chain, []),
    "apart": (apart, ["--has-solution"]),
    "costs": (costs, ["--minimize"]),
    "matching": (matching, ["--time-limit", "3"]),
    "matching-best": (matching, ["--time-limit", "3", "--minimize"]),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=ROOT / "build" / "bench" / "bin" / "puzzled")
    parser.add_argument("--largest", type=int, default=10**6)
    parser.add_argument("shapes", nargs="*", metavar="SHAPE", help=" ".join(SHAPES))
    options = parser.parse_args()
    lengths = [10**k for k in range(4, 9) if 10**k <= options.largest]
    print(f"{'':14}", *(f"{length:>16}" for length in lengths), sep="")
    for name in options.shapes or SHAPES:
        make, words = SHAPES[name]
        row = f"{name:14}"
        for length in lengths:
            with tempfile.NamedTemporaryFile("w", suffix=".dlx") as file:
                file.write("\n".join(make(length)) + "\n")
                file.flush()
                # The peak of all children so far would hide a smaller one: so each has a parent of its own.
                code = ("import resource, subprocess, sys, time; begin = time.monotonic();"
                        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL);"
                        "print(time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
                said = subprocess.run([sys.executable, "-c", code, options.program, "cover", "-q", *words, file.name],
                                      capture_output=True, text=True, check=True).stdout.split()
            row += f"{float(said[0]):8.2f} s {int(said[1]) // 1024:3} MB"
        print(row, flush=True)


if __name__ == "__main__":
    main()
