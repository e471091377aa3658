#!/usr/bin/env python3
"""Checks what no command on a page shows: that every relative link of every page leads to a file, and to a
heading where it names one, that the files of ours which commands name are there, and that README.md has at
most 900 words.

    links.py DIRECTORY      the sources, or where the pages are installed, which are laid out as the sources
"""
import pathlib
import re
import sys

README_WORDS = 900


def without_code(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(page):
    """The names that links give to the headings of a page."""
    headings = re.findall(r"^#+ +(.*)", without_code(page.read_text()), flags=re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", heading)).strip() for heading in headings)
    return {heading.lower().replace(" ", "-") for heading in plain}


def commands(text):
    """What is typed in the blocks of a page: lines that begin with `$ `, and those that continue them."""
    for block in re.findall(r"^```.*?^```", text, flags=re.DOTALL | re.MULTILINE):
        yield from re.findall(r"^\$ (?:.*[|\\]\n)*.*", block, flags=re.MULTILINE)


def named_files(command):
    return re.findall(r"(?<![\w./-])(?:core|daemon|deploy|parallel|tests)/[\w./-]*\w", command)


def faults(source):
    pages = [page for page in source.rglob("*.md") if "build" not in page.relative_to(source).parts]
    for page in sorted(pages):
        name = page.relative_to(source)
        text = re.sub(r"`[^`]*`", "", without_code(page.read_text()))
        for link in re.findall(r"\]\(([^) ]*)\)", text) + re.findall(r'(?:src|srcset)="([^"]*)"', text):
            if "://" in link:
                continue
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            if not target.exists():
                yield f"{name}: no file {path}"
            elif anchor and anchor not in anchors(target):
                yield f"{name}: no heading {link}"
        for command in commands(page.read_text()):
            for path in named_files(command):
                if not (source / path).exists():
                    yield f"{name}: a command names {path}, which is not there"
    words = len((source / "README.md").read_text().split())
    if words > README_WORDS:
        yield f"README.md: {words} words, more than {README_WORDS}"


found = list(faults(pathlib.Path(sys.argv[1])))
print("\n".join(found) or "all links lead somewhere, all files are there")
sys.exit(1 if found else 0)
