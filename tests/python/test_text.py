"""parse and format."""

import numpy as np
import pandas as pd
import pytest

import puzzled
from sudoku_rules import PUZZLE, SOLUTION, cells_of, text_of


def test_there_and_back(puzzles):
    text = puzzled.format(puzzles)
    assert text == b"".join(text_of(p).encode() + b"\n" for p in puzzles)
    assert (puzzled.parse(text) == puzzles).all()
    assert (puzzled.parse(text.decode()) == puzzles).all()
    assert (puzzled.parse(text.decode().split()) == puzzles).all()
    assert puzzled.parse(text).dtype == np.uint8 and puzzled.parse(text).flags.writeable


def test_large_texts_of_mixed_lines(puzzles):
    lines = puzzled.format(np.tile(puzzles, (100, 1))).decode().splitlines()
    lines[1::7] = [line.replace(".", "0") + ",a remark" for line in lines[1::7]]
    lines[2::7] = ["# comment\n\n" + line + "\r" for line in lines[2::7]]
    for threads in (1, 2, 5):
        parsed = puzzled.parse("\n".join(lines), threads=threads)
        assert (parsed == np.tile(puzzles, (100, 1))).all()


@pytest.mark.parametrize("blank", [".", "0", "_", "*", "?", "-"])
def test_blanks(blank):
    assert puzzled.format(cells_of(PUZZLE), blank=blank).decode() == PUZZLE.replace(".", blank) + "\n"


@pytest.mark.parametrize("blank", ["", "..", "1", "a"])
def test_what_is_no_blank(blank):
    with pytest.raises(ValueError, match="blank"):
        puzzled.format(cells_of(PUZZLE), blank=blank)


def test_forms_of_text():
    expected = cells_of(PUZZLE)
    rows = [PUZZLE[i : i + 9] for i in range(0, 81, 9)]
    for text in (
        PUZZLE,
        PUZZLE.replace(".", "0") + "\r\n",
        "\n".join(rows),
        "\n".join(" ".join(row.replace(".", "0")) for row in rows),
        f"quizzes,solutions\n{PUZZLE},{SOLUTION}\n",
        f"id,puzzle\n7,{PUZZLE}\n",
    ):
        assert (puzzled.parse(text) == [expected]).all()
        assert (puzzled.parse(text.encode()) == [expected]).all()


def test_the_tables_that_pandas_writes(tmp_path, puzzles):
    frame = pd.DataFrame({"quizzes": [text_of(p) for p in puzzles], "solutions": ["x"] * len(puzzles)})
    frame.to_csv(tmp_path / "sudoku.csv", index=False)
    assert (puzzled.parse((tmp_path / "sudoku.csv").read_bytes()) == puzzles).all()


def test_large_tables(puzzles):
    """Plain, with quotes in some places only, and as boards: many blocks of each."""
    many = np.tile(puzzles, (100, 1))
    strings = [text_of(p) for p in puzzles] * 100
    quoted = [f'"a ""remark""",{s},"x, y"' if i % 9999 == 5 else f"{i},{s},y" for i, s in enumerate(strings)]
    boards = ["\n".join(s[i : i + 9] for i in range(0, 81, 9)) + "\n" for s in strings]
    solutions = puzzled.format(puzzled.solve(many))
    for lines in (["n,puzzle,note", *quoted], boards, ["# a", *strings[:-1], strings[-1]]):
        text = "\n".join(lines).encode()
        for threads in (1, 3):
            assert (puzzled.parse(text, threads=threads) == many).all()
            solved = puzzled.solve(text, threads=threads)
            assert solved.replace(b"\n", b"") == solutions.replace(b"\n", b"")


def test_answers_of_other_lengths(puzzles):
    """Shorter than their lines, longer, and in between, over many blocks."""
    lines = puzzled.format(np.tile(puzzles, (100, 1))).decode().splitlines()
    answers = puzzled.solve(lines)
    for i in range(3, len(lines), 5000):
        lines[i], answers[i] = "12345678.........9" + 63 * ".", None
    for i in range(7, len(lines), 7000):
        lines[i], answers[i] = "1", ""
    for threads in (1, 2):
        solved = puzzled.solve("\n".join(lines).encode(), threads=threads).decode().splitlines()
        assert len(solved) == len(lines)
        for answer, expected in zip(solved, answers):
            if expected:
                assert answer == expected
            else:
                assert answer == "unsolvable" if expected is None else answer.startswith("invalid ")
    few = PUZZLE.encode() + b"\n" + b"1\n" * 50_000
    assert puzzled.solve(few, threads=2).count(b"invalid ") == 50_000


def test_bad_lines_are_named(puzzles):
    lines = puzzled.format(np.tile(puzzles, (100, 1))).decode().splitlines()
    lines[30_000] = "1234"
    lines[39_000] = "x!"
    for threads in (1, 2):
        with pytest.raises(ValueError, match=r"^line 30001, column \d+: "):
            puzzled.parse("\n".join(lines), threads=threads)
    with pytest.raises(ValueError, match="^row 30000: "):
        puzzled.parse(lines)
    with pytest.raises(ValueError, match="^line 3, "):
        puzzled.parse(f"# head\n\n{PUZZLE}a\n")


def test_empty():
    for nothing in (b"", "", []):
        assert puzzled.parse(nothing).shape == (0, 81)
    assert puzzled.format(np.zeros((0, 81), np.uint8)) == b""


NO_PUZZLES = {
    "\n": "in 1 line: there are only blank lines,",
    "# only a comment\n": "in 1 line: there are only blank lines,",
    "Sudoku\n\nof the week": "in 3 lines: there are only blank lines, comments, titles and rulers; the option",
    "ä" * 20: "in 1 line: there are only blank lines,",
    "version https://git-lfs.github.com/spec/v1\noid sha256:12\n": "git lfs pull",
    "<!DOCTYPE html>\n<html>\n": "a web page instead of the file",
}


@pytest.mark.parametrize("text", NO_PUZZLES)
def test_text_without_a_puzzle_is_an_error(text):
    for call in (puzzled.parse, puzzled.solve, puzzled.count, puzzled.canonical):
        with pytest.raises(ValueError, match="^no puzzle was found .*" + NO_PUZZLES[text]):
            call(text.encode())
    with pytest.raises(ValueError, match="^no puzzle was found in "):
        puzzled.parse(text)


def test_a_word_that_is_longer_than_any_of_a_title_is_a_damaged_puzzle():
    with pytest.raises(ValueError, match="^line 1, column 1: 0xc3 is not a cell character"):
        puzzled.parse(("ä" * 81).encode())


def test_a_fault_in_the_first_puzzle_says_what_the_text_may_be():
    number = PUZZLE[4:].replace(".", "0")
    for text in ("puzzle,level\n" + f"{number},1\n" * 3, f"{number} a\n{number} b\n"):
        with pytest.raises(ValueError, match=r"^line \d, column .*77 cells.*pandas: dtype=str"):
            puzzled.parse(text)


def test_text_behind_the_end_is_an_error():
    text = f"{PUZZLE}\nend\n"
    assert len(puzzled.parse(text)) == len(puzzled.parse(text + "\n \n")) == 1
    for threads in (1, 3):
        with pytest.raises(ValueError, match="^line 5, column 1: text behind the line 'end'$"):
            puzzled.parse(f"# head\n{text}\n{PUZZLE}\n", threads=threads)


def test_tables_of_puzzles_and_solutions(puzzles):
    """The data sets' usual form, whose lines are read in bulk; damaged here and there, too."""
    many = np.tile(puzzles, (60, 1))
    solutions = puzzled.format(puzzled.solve(many)).decode().splitlines()
    for blank in ".0":
        lines = [f"{puzzle},{solution}" for puzzle, solution in zip(puzzled.format(many, blank=blank).decode().splitlines(), solutions)]
        table = "\n".join(["puzzle,solution", *lines, ""])
        for threads in (1, 2, 5):
            assert (puzzled.parse(table, threads=threads) == many).all()
            assert puzzled.solve(table.encode(), threads=threads).decode().splitlines() == solutions
        assert (puzzled.parse(table.split("\n", 1)[1]) == many).all()
        lines[20_000] = lines[20_000].replace(",", "a,")
        for threads in (1, 2):
            with pytest.raises(ValueError, match="^line 20002, column "):
                puzzled.parse("\n".join(["puzzle,solution", *lines]), threads=threads)


def test_text_that_is_not_ascii():
    with pytest.raises(ValueError, match="^row 0: "):
        puzzled.solve("٣" * 81)
