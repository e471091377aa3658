"""The page on data sets, as its readers follow it: one folder, all commands and Python in their order.

The commands are compared with the page here, too, since what follows needs their files; tests/pages runs
those of each block alone, and not those that need NumPy.
"""

import doctest
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

SOURCE = pathlib.Path(os.environ.get("PUZZLED_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
PAGE = SOURCE / "deploy" / "docs" / "datasets.md"
BLOCK = re.compile(r"(?:^<!-- ([^\n]*) -->\n)?^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the page is followed, with the program and this Python in the PATH."""
    program = os.environ.get("PUZZLED_PROGRAM")
    if program is None:
        pytest.skip("PUZZLED_PROGRAM names no program")
    folder = tmp_path_factory.mktemp("page")
    (folder / "bin").mkdir()
    (folder / "bin" / "puzzled").symlink_to(program)
    python = folder / "bin" / "python3"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    (folder / "deploy").symlink_to(SOURCE / "deploy")
    return folder


def commands(block):
    """Each command of a block with what is shown below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        end = 1
        while lines[end - 1].rstrip("\n").endswith(("|", "\\")):
            end += 1
        yield "".join(lines[:end]), "".join(lines[end:])


def run_commands(folder, block):
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PUZZLED_")}
    environment = {**ours, "PATH": f"{folder / 'bin'}:{ours['PATH']}", "LC_ALL": "C.UTF-8"}
    for command, shown in commands(block):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert done.stdout == shown.rstrip("\n") + ("\n" if shown.strip() else ""), command


def run_session(folder, session, names):
    test = doctest.DocTestParser().get_doctest(session, names, PAGE.name, PAGE.name, 0)
    failures = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    before = pathlib.Path.cwd()
    os.chdir(folder)
    try:
        runner.run(test, out=failures.append, clear_globs=False)
    finally:
        os.chdir(before)
    assert test.examples and runner.summarize(verbose=False).failed == 0, "".join(failures)
    names.update(test.globs)


def blocks():
    found = BLOCK.findall(PAGE.read_text())
    return [(mark, "session" if language == "python" else "commands", text) for mark, language, text in found]


@pytest.fixture(scope="module")
def followed(folder):
    """The page from top to bottom, but for modules that Debian does not have; the names it has defined."""
    names = {}
    kinds = []
    for mark, kind, text in blocks():
        if mark not in ("", "not run: needs NumPy"):
            continue
        if kind == "commands":
            run_commands(folder, text)
        else:
            run_session(folder, text, names)
        kinds.append(kind)
    assert kinds.count("commands") >= 4 and kinds.count("session") >= 3
    return names


@pytest.mark.parametrize("module", ["pyarrow", "datasets"])
def test_page_with(module, folder, followed, monkeypatch):
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_CACHE", str(folder / "cache"))
    (session,) = [text for mark, _, text in blocks() if mark == f"not run: needs {module}"]
    run_session(folder, session, followed)


def groups_of(folder):
    """The groups of HRM's layout by what its arrays mean, each a list of pairs of boards."""
    load = lambda name: np.load(folder / f"all__{name}.npy")
    inputs, labels = load("inputs"), load("labels")
    identifiers, puzzles, groups = load("puzzle_identifiers"), load("puzzle_indices"), load("group_indices")
    about = json.loads((folder / "dataset.json").read_text())
    assert about["seq_len"] == inputs.shape[1] == labels.shape[1] == 81
    assert inputs.shape == labels.shape and inputs.dtype == np.uint8
    assert about["pad_id"] == about["ignore_label_id"] == 0
    assert inputs.min() == 1 and labels.min() == 2 and inputs.max() == labels.max() == about["vocab_size"] - 1
    assert about["sets"] == ["all"] and about["total_groups"] == len(groups) - 1
    assert about["total_puzzles"] == len(puzzles) - 1 == len(identifiers) and not identifiers.any()
    assert about["num_puzzle_identifiers"] == 1 and about["blank_identifier_id"] == 0
    for array in (identifiers, puzzles, groups):
        assert array.dtype == np.int32
    assert puzzles[0] == groups[0] == 0 and puzzles[-1] == len(inputs) and groups[-1] == len(puzzles) - 1
    assert about["mean_puzzle_examples"] == len(inputs) / (len(puzzles) - 1)
    for first, last in zip(groups[:-1], groups[1:]):
        assert first < last
        rows = range(puzzles[first], puzzles[last])
        yield [(inputs[row] - 1, labels[row] - 1) for row in rows]


def text_of(board):
    return "".join(map(str, board))


def test_layout_of_hrm(folder, followed):
    """By the module, which makes forms and copies without the program, and by the rules of the game."""
    import puzzled

    lines = {}
    for name, size in (("train", 6), ("test", 1)):
        table = [line.split(",") for line in (folder / f"set-{name}.csv").read_text().splitlines()[1:]]
        groups = list(groups_of(folder / "data" / "sudoku" / name))
        assert [text_of(group[0][0]) for group in groups] == [row[0].replace(".", "0") for row in table]
        assert [text_of(group[0][1]) for group in groups] == [row[1] for row in table]
        for group in groups:
            assert len(group) == size
        boards = np.array([pair for group in groups for pair in group])
        puzzles, solutions = boards[:, 0], boards[:, 1]
        assert ((puzzles == 0) | (puzzles == solutions)).all()
        rows = solutions.reshape(-1, 9, 9)
        boxes = solutions.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
        for units in (rows, rows.swapaxes(1, 2), boxes):
            assert (np.sort(units, axis=2) == np.arange(1, 10)).all()
        assert (puzzled.count(puzzles) == 1).all()
        forms = puzzled.canonical(puzzles).reshape(len(groups), size, 81)
        assert (forms == forms[:, :1]).all()
        assert len(np.unique(puzzles, axis=0)) == len(puzzles)
        lines[name] = {text_of(form) for form in forms[:, 0]}
        assert len(lines[name]) == len(groups)
        # The module splits as the program does.
        assert (puzzled.split([row[0] for row in table], (90, 10), seed=1) == ("train", "test").index(name)).all()
    assert not lines["train"] & lines["test"]
    assert json.loads((folder / "data" / "sudoku" / "identifiers.json").read_text()) == ["<blank>"]


def test_layout_needs_copies_of_each(folder, followed):
    script = [sys.executable, SOURCE / "deploy" / "examples" / "hrm_layout.py"]
    wrong = subprocess.run([*script, "wrong", "set-train", "set-test"], cwd=folder, capture_output=True, check=False)
    assert wrong.returncode == 1 and b"set-test does not hold as many copies" in wrong.stderr
    usage = subprocess.run([*script, "wrong"], cwd=folder, capture_output=True, check=False)
    assert usage.returncode == 1 and b"hrm_layout.py FOLDER SET [COPIES]" in usage.stderr
