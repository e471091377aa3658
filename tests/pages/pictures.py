#!/usr/bin/env python3
"""The pictures of our pages that the program draws, or that are drawn from what it prints.

    pictures.py draw PROGRAM     write them to deploy/docs/images
    pictures.py check PROGRAM    fail if a picture is not what the program draws now, to the byte, if an SVG
                                 file is not well-formed, needs another file or has letters too small for
                                 a telephone, if a page shows a picture without a text for those who do
                                 not see it, or if no page shows it

speed-*.svg are made by tests/bench/speed.py, the pictures of the status page by tests/browser/pictures.py.
"""
import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

import rule_definitions
import rule_pictures

SOURCE = pathlib.Path(__file__).resolve().parents[2]
IMAGES = SOURCE / "deploy" / "docs" / "images"
SCREEN = 358  # pixels, what a page has of the 390 of a telephone
MIN_LETTER = 11
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

# Name, and the command that draws it.
DRAWN = {
    "sudoku.svg": f"echo {PUZZLE} | puzzled solve --svg --quiet",
    "tiling.svg": "puzzled cover --example pentominoes-6x10 | puzzled cover --svg --quiet",
    "chessboard.svg": "puzzled cover --example pentominoes-8x8 | puzzled cover --svg --quiet",
    "queens.svg": "puzzled queens 8 --svg",
    "target.svg": "printf '%081d\\n' 0 | puzzled target --svg --quiet",
}
SUMMARY = "puzzled rate --summary --quiet tests/data/minimal_10k.txt"
LEVELS = ["none, or several solutions", "hidden singles in boxes", "hidden singles", "naked singles",
          "locked candidates", "pairs", "triples", "quads", "probing", "more than probing"]


def printed(program, command):
    """What a command prints, with the program in PATH and no settings of the caller's."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PUZZLED_")}
    script = f'puzzled() {{ "$PROGRAM" "$@"; }}\nset -euo pipefail\n{command}'
    environment.update(PROGRAM=str(program), LC_ALL="C")
    return subprocess.run(["bash", "-c", script], cwd=SOURCE, env=environment, check=True,
                          stdout=subprocess.PIPE).stdout.decode()


def rating_chart(summary):
    """Bars for the levels of `rate --summary`."""
    counts = [int(line.split("\t")[1]) for line in summary.splitlines()]
    title = f"Ratings of {sum(counts)} minimal puzzles"
    width, row, top, left, right = 400, 24, 44, 196, 54
    height = top + row * len(counts) + 14
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
             f'viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" font-size="13" '
             'fill="#1f2328">',
             f"<title>{title}</title>",
             '<rect width="100%" height="100%" rx="8" fill="#ffffff"/>',
             f'<text x="14" y="26" font-size="15" font-weight="600">{title}</text>']
    for level, count in enumerate(counts):
        y = top + row * level
        length = round(count / max(counts) * (width - left - right))
        parts += [f'<text x="14" y="{y + 16}">{level}  {LEVELS[level]}</text>',
                  f'<rect x="{left}" y="{y + 3}" width="{max(length, min(count, 1))}" height="{row - 6}" '
                  'rx="2" fill="#0b6e4f"/>',
                  f'<text x="{left + length + 6}" y="{y + 16}" fill="#59636e">{count}</text>']
    return "\n".join(parts + ["</svg>"]) + "\n"


def pictures(program):
    drawn = {name: printed(program, command) for name, command in DRAWN.items()}
    drawn.update((rule.picture, rule_pictures.picture(rule)) for rule in rule_definitions.rules())
    drawn["ratings.svg"] = rating_chart(printed(program, SUMMARY))
    return drawn


def faults_of_svg(path):
    """What is wrong with an SVG file by itself."""
    try:
        root = xml.etree.ElementTree.parse(path).getroot()
    except xml.etree.ElementTree.ParseError as error:
        yield f"not well-formed: {error}"
        return
    if root.tag != "{http://www.w3.org/2000/svg}svg" or not root.get("viewBox"):
        yield "no svg element with a viewBox"
    for element in root.iter():
        for name, value in element.attrib.items():
            if (name.endswith("href") and not value.startswith("#")) or "url(" in value or "://" in value:
                yield f"needs {value}"
        size = element.get("font-size")
        if size and float(size) * min(1, SCREEN / float(root.get("viewBox").split()[2])) < MIN_LETTER:
            yield f"letters of {size} are too small on a screen of {SCREEN} pixels"
        if element.tag.rpartition("}")[2] in ("script", "style", "image", "foreignObject"):
            yield f"has an element {element.tag}"


def faults(program):
    for name, picture in pictures(program).items():
        path = IMAGES / name
        if not path.exists() or path.read_text() != picture:
            yield f"{name} is not what the program draws: run tests/pages/pictures.py draw PROGRAM"
    shown = set()
    for page in sorted(SOURCE.rglob("*.md")):
        if "build" in page.relative_to(SOURCE).parts:
            continue
        text = page.read_text()
        shown.update(pathlib.PurePath(link).name for link in re.findall(r'(?:src|srcset)="([^"]*)"', text))
        for image in re.findall(r"<img\b[^>]*>", text):
            if not re.search(r'\balt="[^"]*\w[^"]*"', image):
                yield f"{page.relative_to(SOURCE)}: no alt text: {image}"
        for alt, link in re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", text):
            shown.add(pathlib.PurePath(link).name)
            if not alt.strip():
                yield f"{page.relative_to(SOURCE)}: no alt text: {link}"
    for path in sorted(IMAGES.iterdir()):
        if path.name not in shown:
            yield f"{path.name} is on no page"
        if path.suffix == ".svg":
            yield from (f"{path.name}: {fault}" for fault in faults_of_svg(path))


def main(arguments):
    if len(arguments) != 2 or arguments[0] not in ("draw", "check"):
        sys.exit(__doc__)
    program = pathlib.Path(arguments[1]).resolve()
    if arguments[0] == "draw":
        for name, picture in pictures(program).items():
            (IMAGES / name).write_text(picture)
        return
    found = list(faults(program))
    if found:
        sys.exit("\n".join(found))
    print("all pictures are what the program draws")


main(sys.argv[1:])
