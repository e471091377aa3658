#!/usr/bin/env python3
"""The plot of the README: how many puzzles a second solvers answer on one core.

    tests/bench/speed.py draw                            draw deploy/docs/images/speed-*.svg from speed.csv
    tests/bench/speed.py measure MACHINE NAME=FILE...    measure every installed solver, replace its rows
    tests/bench/speed.py check                           fail if the plots are not those of speed.csv

A solver takes part by a command that reads puzzles (81 characters a line) on standard input and writes a
solution a line; SOLVERS lists them. A solver whose command is not in PATH keeps its rows, with their date
and machine. FILE holds puzzles, NAME is one of SETS. Answers and times are those of compare.py: processor
time (user and system) from text to text, medians of ROUNDS in turns.
"""
import csv
import datetime
import html
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import textwrap

sys.dont_write_bytecode = True  # beside the sources
import compare

HERE = pathlib.Path(__file__).resolve().parent
TABLE = HERE / "speed.csv"
IMAGES = HERE.parent.parent / "deploy" / "docs" / "images"
FIELDS = ["set", "solver", "puzzles_per_second", "version", "compiler", "machine", "date"]
ROUNDS = 15
WIDTH, FONT = 400, 13  # of the plots, in pixels: a screen of 390 leaves 358 for them, and letters of 11.6
LETTER = 7.2  # the mean width of one
SECONDS = 1.0  # of processor time that one run should take at least

# Name, command, and the command that tells its version. Those of other authors are libraries: the command
# is a loop around the library's solving function, built by whoever measures.
SOLVERS = {
    "puzzled": ("puzzled solve --quiet --threads 1", "puzzled --version"),
    "rust sudoku": ("rust-sudoku-lines", "rust-sudoku-lines --version"),
    "tdoku": ("tdoku-lines", "tdoku-lines --version"),
}
SETS = {
    "easy": "very easy (Kaggle)",
    "minimal": "generated, minimal",
    "17": "17 clues",
    "top1465": "hard (top1465)",
    "hardest": "hardest known",
}
THEMES = {
    "light": {"ink": "#1f2328", "soft": "#59636e", "grid": "#d1d9e0",
              "bars": ["#0b6e4f", "#a3b1bf", "#c9d1d9"]},
    "dark": {"ink": "#f0f6fc", "soft": "#9198a1", "grid": "#3d444d",
             "bars": ["#3fb68b", "#6e7781", "#4b535d"]},
}


def read_table():
    with TABLE.open(newline="") as file:
        return list(csv.DictReader(file))


def write_table(rows):
    order = [(s, v) for s in SETS for v in SOLVERS]
    rows.sort(key=lambda row: order.index((row["set"], row["solver"])))
    with TABLE.open("w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def version_of(name):
    """Version and compiler, as a solver's second command tells them: the version stands behind the name on
    the first line, the compiler on the line `compiler …`, or else on the second."""
    said = subprocess.run(SOLVERS[name][1].split(), stdout=subprocess.PIPE, text=True, check=True).stdout
    lines = said.splitlines() + [""]
    compiler = next((line for line in lines if line.startswith("compiler")), lines[1])
    return lines[0].removeprefix(name).strip(), compiler.removeprefix("compiler").strip()


def measure(machine, files):
    compare.build("check_answers")
    installed = [name for name, (command, _) in SOLVERS.items() if shutil.which(command.split()[0])]
    rows = [row for row in read_table() if row["solver"] not in installed or row["set"] not in files]
    about = {name: version_of(name) for name in installed}
    programs = [compare.Program(f"{name.replace(' ', '-')}={SOLVERS[name][0]}") for name in installed]
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        folder = pathlib.Path(folder)
        for program in programs:
            program.measure_start(folder)
        for set_name, file in files.items():
            lines = compare.read_lines(file, 1)
            compare.check(programs, lines, 1, folder)
            compare.measure(programs, lines, 1, ROUNDS, SECONDS, folder)
            for name, program in zip(installed, programs):
                version, compiler = about[name]
                rows.append({"set": set_name, "solver": name,
                             "puzzles_per_second": f"{1 / program.median():.3g}",
                             "version": version, "compiler": compiler,
                             "machine": machine, "date": datetime.date.today().isoformat()})
                print(rows[-1], flush=True)
    write_table(rows)


def plot(rows, theme):
    """The bars of one theme as SVG, on a logarithmic scale. It is as wide as a telephone's screen, so that
    its letters are not made smaller there."""
    right, top, bar, label, gap = 92, 92, 14, 20, 8
    width, low, high = WIDTH, 4, 8  # the axis goes from 10^low to 10^high puzzles a second
    rate = {(row["set"], row["solver"]): float(row["puzzles_per_second"]) for row in rows}
    sets = [s for s in SETS if any(key[0] == s for key in rate)]
    group = label + bar * len(SOLVERS) + gap
    bottom = top + group * len(sets)

    def x(value):
        return (math.log10(value) - low) / (high - low) * (width - right)

    def text(at_x, at_y, words, fill, anchor="start", more=""):
        return (f'<text x="{at_x:.1f}" y="{at_y:.1f}" fill="{fill}" text-anchor="{anchor}"{more}>'
                f'{html.escape(words)}</text>')

    parts = [text(0, 16, "Sudoku puzzles per second, one core", theme["ink"],
                  more=' font-size="16" font-weight="600"'),
             text(0, 36, "logarithmic scale, longer is faster", theme["soft"])]
    at, y = 0, 46
    for name, colour in zip(SOLVERS, theme["bars"]):
        versions = {row["version"] for row in rows if row["solver"] == name}
        words = f"{name} {'/'.join(sorted(versions))}"
        if at + 24 + LETTER * len(words) > width:
            at, y = 0, y + 18
        parts.append(f'<rect x="{at}" y="{y}" width="12" height="12" rx="2" fill="{colour}"/>')
        parts.append(text(at + 18, y + 11, words, theme["ink"]))
        at += 36 + round(LETTER * len(words))
    for power in range(low, high + 1):
        parts.append(f'<line x1="{x(10 ** power):.1f}" x2="{x(10 ** power):.1f}" y1="{top - 4}" '
                     f'y2="{bottom}" stroke="{theme["grid"]}"/>')
        words = compare.short(10 ** power)
        parts.append(text(x(10 ** power), bottom + 17, words, theme["soft"],
                          "start" if power == low else "middle"))
    for i, set_name in enumerate(sets):
        y = top + i * group
        parts.append(text(6, y + 14, SETS[set_name], theme["ink"]))
        for k, (name, colour) in enumerate(zip(SOLVERS, theme["bars"])):
            value = rate.get((set_name, name))
            if value is None:
                continue
            at_y = y + label + k * bar
            parts.append(f'<rect x="0" y="{at_y}" width="{x(value):.1f}" height="{bar - 1}" rx="2" '
                         f'fill="{colour}"/>')
            words, ink, weight = compare.short(value), theme["soft"], ""
            if k == 0:  # and how many times the best of the others that is
                others = [rate[key] for key in rate if key[0] == set_name and key[1] != name]
                words += f"  ({value / max(others):.0f} ×)" if others else ""
                ink, weight = theme["ink"], ' font-weight="600"'
            parts.append(text(x(value) + 6, at_y + 11.5, words, ink, more=weight))
    y = bottom + 40
    machines = "; ".join(sorted({f"{row['machine']}, {row['date'][:7]}" for row in rows}))
    for line in textwrap.wrap(f"{machines}. Text in, text out.", round(width / LETTER)):
        parts.append(text(0, y, line, theme["soft"]))
        y += 17
    height = y - 7
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" '
            f'font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif" '
            f'font-size="{FONT}" role="img" aria-label="Puzzles per second on one core">')
    return "\n".join([head, *parts, "</svg>"]) + "\n"


def drawings():
    rows = read_table()
    return {IMAGES / f"speed-{name}.svg": plot(rows, theme) for name, theme in THEMES.items()}


def main(arguments):
    os.environ["LC_ALL"] = "C"
    if arguments == ["draw"]:
        for path, picture in drawings().items():
            path.write_text(picture)
    elif arguments == ["check"]:
        stale = [str(path) for path, picture in drawings().items() if path.read_text() != picture]
        if stale:
            sys.exit(f"not what {TABLE.name} says: {', '.join(stale)}; run tests/bench/speed.py draw")
    elif len(arguments) > 2 and arguments[0] == "measure":
        files = dict(argument.split("=", 1) for argument in arguments[2:])
        if set(files) - set(SETS):
            sys.exit(f"unknown set: {', '.join(set(files) - set(SETS))}; known: {', '.join(SETS)}")
        measure(arguments[1], files)
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
