#!/usr/bin/env python3
"""Compares the program with the definitions of deploy/docs/rules.md.

    rules.py PROGRAM [BOARDS]     BOARDS random boards of each rule, 20 unless said

What the page prints for its examples is counted again by the definitions, where a board has few enough
grids without them, and its solutions are checked by them. Then random boards of 4 values of each rule,
and of two or three rules together, are counted by both. The examples that the program has must have one
solution each, which keeps the definitions.
"""
import os
import random
import subprocess
import sys

import rule_definitions as definitions

CAP = 20_000  # grids that Python looks at for one board
SIZE = 4
OF_NINE = ("Windoku", "GlobalEntropy", "GlobalMod", "Entropic")  # which need boards of nine


def solve(program, lines):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PUZZLED_")}
    done = subprocess.run([program, "solve", "--limit", "0", "--quiet"], env=environment, check=False,
                          input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True)
    answers = done.stdout.splitlines()
    if len(answers) != len(lines):
        sys.exit(f"{len(answers)} answers to {len(lines)} boards")
    return answers


def program_examples(program):
    """The boards that `solve --example` prints."""
    def printed(name):
        return subprocess.run([program, "solve", "--example", name], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    names = printed("?").stderr.partition("there are ")[2].split(", ")
    return [printed(name.strip()).stdout.splitlines()[-1] for name in names]


def fault(by_key, line, answer, grids):
    """What is wrong with an answer, if anything is. `grids`: all grids without the rules, or None."""
    board = definitions.board_of(line)

    def fits(grid):
        return all(definitions.keeps(by_key[definitions.key_of(token)], token, board, grid) for token in board.tokens)

    count, tab, first = answer.partition("\t")
    if not tab:
        return f"not counted: {answer}"
    if grids is not None and int(count) != sum(map(fits, grids)):
        return f"{count} solutions, by definition {sum(map(fits, grids))}"
    if first == "-":
        return None if count == "0" else "no first solution"
    places = definitions.shape_of(board.size).places
    grid = dict(zip(places, map(int, first)))
    if any(grid[place] != value for place, value in board.clues.items()):
        return f"{first} misses a clue"
    return None if fits(grid) else f"{first} breaks the definition"


class Maker:
    """Random boards."""

    def __init__(self, rules):
        self.rules = rules
        self.random = random.Random(1)
        self.shape = definitions.shape_of(SIZE)

    def cells(self, least, most):
        some = self.random.sample(self.shape.places, self.random.randint(least, most))
        return [f"R{r}C{c}" for r, c in some]

    def walk(self, least, most):
        """A line: places that touch each other, none twice."""
        length = self.random.randint(least, most)
        while True:
            walk = [self.random.choice(self.shape.places)]
            while len(walk) < length:
                row, column = walk[-1]
                touching = [(r, c) for r, c in self.shape.places if max(abs(r - row), abs(c - column)) == 1
                            and (r, c) not in walk]
                if not touching:
                    break
                walk.append(self.random.choice(touching))
            if len(walk) == length:
                return [f"R{r}C{c}" for r, c in walk]

    def pair(self):
        pair = list(self.random.choice(self.shape.neighbours))
        self.random.shuffle(pair)
        return [f"R{r}C{c}" for r, c in pair]

    def number(self, most):
        return str(self.random.randint(1, most))

    def beside(self):
        return self.random.choice("RC") + self.number(SIZE)

    def token(self, rule):
        """A token of a rule, as its form on the page asks."""
        word = rule.word
        if rule.section == "The whole board":
            dots = {"StrictKropki": ("WhiteDot", "BlackDot"), "StrictXV": ("V",)}.get(word, ())
            pairs = self.random.sample(self.shape.neighbours, 6) if dots else []
            marks = [".".join("~".join([self.random.choice(dots)] + [f"R{r}C{c}" for r, c in pair])
                              for pair in pairs)] if dots else []
            return ".".join([rule.form.strip(".")] + marks)
        special = {
            "Quad": lambda: [f"R{self.number(3)}C{self.number(3)}", *(self.number(4) for _ in range(2))],
            "Cage": lambda: [str(self.random.randint(0, 10))] + self.cells(1, 4),
            "Sum": lambda: [self.number(14)] + self.cells(2, 5),
            "LittleKiller": lambda: [self.number(12), self.random.choice(
                ["R1C1", "R2C1", "R3C1", "R1C2", "R1C3", "R1C4", "R2C4", "R3C4", "R4C2", "R4C3"])],
            "EqualSum": lambda: self.cells(1, 2) + ["-"] + self.cells(1, 3),
            "Clone": lambda: self.cells(2, 2) if self.random.random() < 0.5 else self.cells(4, 4),
            "Indexing": lambda: [rule.form.split("~")[1]] + self.cells(1, 5),
            "Sandwich": lambda: [str(self.random.choice((0, 2, 3, 5))), self.beside()],
            "XSum": lambda: [self.beside(), self.number(10), self.random.choice(["", self.number(10)])],
            "Skyscraper": lambda: [self.beside(), self.number(4), self.random.choice(["", self.number(3)])],
            "NumberedRoom": lambda: [self.beside(), self.number(4), self.random.choice(["", self.number(4)])],
            "Arrow": lambda: self.walk(2, 4),
            "PillArrow": lambda: ["2"] + (pill := self.pair()) + [c for c in self.walk(5, 7) if c not in pill],
            "AllDifferent": lambda: self.cells(2, 4),
            "DoubleArrow": lambda: self.walk(3, 6),
            "Thermo": lambda: self.walk(2, 4),
            "Whisper": lambda: [self.number(2)] + self.walk(2, 5),
            "Renban": lambda: self.walk(2, 4),
            "Lockout": lambda: [self.number(2)] + self.walk(3, 4),
            "Modular": lambda: [str(self.random.randint(2, 3))] + self.walk(2, 6),
            "Nabner": lambda: self.walk(2, 2),
            "Difference": lambda: [self.number(3)] + self.pair(),
            "Ratio": lambda: [self.number(4)] + self.pair(),
            "PairSum": lambda: [self.number(7)] + self.pair(),
        }
        if word in special:
            arguments = special[word]()
        elif rule.section == "Two neighbours":
            arguments = self.pair()
        elif rule.section == "Lines":
            arguments = self.walk(2, 6)
        else:
            arguments = self.cells(2, 5)
        return "~".join([word] + arguments)

    def board(self, rules):
        return ".".join([f".Shape~{SIZE}x{SIZE}"] + [self.token(rule) for rule in rules])


def main():
    program = sys.argv[1]
    boards = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    rules = definitions.rules()
    by_key = {rule.key: rule for rule in rules}
    faults = []

    def check(lines, answers, grids_of):
        for line, answer in zip(lines, answers):
            if found := fault(by_key, line, answer, grids_of(line)):
                faults.append(f"{line}\n  {found}")

    examples = [rule.example for rule in rules]
    check(examples, [rule.printed for rule in rules],
          lambda line: definitions.solutions((b := definitions.board_of(line)).size, b.clues, CAP)
          if definitions.board_of(line).size < 9 else None)

    examples = program_examples(program)
    for line, answer in zip(examples, solve(program, examples)):
        if not answer.startswith("1\t"):
            faults.append(f"{line}\n  not one solution: {answer}")
        elif all(definitions.key_of(token.split("~")) in by_key for token in line.split(".")[1:] if token[:1] != "~"):
            check([line], [answer], lambda line: None)

    maker = Maker(rules)
    small = [rule for rule in rules if rule.word not in OF_NINE]
    lines = [maker.board([rule]) for rule in small for _ in range(boards)]
    for count in (2, 3):
        lines += [maker.board(maker.random.sample(small, count)) for _ in range(boards * 5)]
    grids = definitions.solutions(SIZE, {}, CAP)
    answers = solve(program, lines)
    check(lines, answers, lambda line: grids)
    told = sum(not answer.startswith("0\t") for answer in answers)
    print("\n".join(faults) or f"{len(rules)} rules, {len(lines)} boards, {told} of them with solutions: all agree")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
