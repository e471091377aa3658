#!/usr/bin/env python3
"""Checks that what the program prints as JSON is what deploy/schemas says.

    schemas.py PROGRAM SOURCE_DIRECTORY

Runs every command that prints JSON, and the daemon, on puzzles of every kind and on hostile ones,
and checks each object with its schema. Then it changes each object, member by member, and requires
that the schema notices: so an output cannot change without its schema.
"""
import copy
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

import jsonschema

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EMPTY = "." * 81
BLOCKED = "12345678" + "." * 72 + "9"
# Every byte where a cell should be, behind the last cell, and at the beginning of a line.
HOSTILE = [
    line
    for byte in range(256)
    if byte not in (10, 13)
    for line in (
        bytes([byte]),
        PUZZLE[:40].encode() + bytes([byte]) + PUZZLE[41:].encode(),
        PUZZLE.encode() + bytes([byte]),
    )
]
HOSTILE += [b"\xed\xa0\x80" * 27, b"\xc0\xaf", b'"}\\\\', b'{"status":"solved"}', b"5" * 5000]


def text_of(*lines):
    return b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)


class Checker:
    def __init__(self, program, source):
        self.program = program
        self.folder = pathlib.Path(source) / "deploy" / "schemas"
        self.validators = {}
        for path in sorted(self.folder.glob("*.schema.json")):
            schema = json.loads(path.read_text(encoding="utf-8"))
            jsonschema.Draft7Validator.check_schema(schema)
            name = path.name.removesuffix(".schema.json")
            self.validators[name] = jsonschema.Draft7Validator(schema)
        self.seen = {name: [] for name in self.validators}

    def check(self, name, text):
        """Checks lines of objects; each kind of object is kept, to be changed later."""
        lines = text.decode("utf-8", errors="strict").splitlines()
        if not lines:
            sys.exit(f"{name}: nothing was printed")
        for line in lines:
            value = json.loads(line, parse_constant=refuse)
            errors = [error.message for error in self.validators[name].iter_errors(value)]
            if errors:
                sys.exit(f"{name}: {line}\n  " + "\n  ".join(errors))
            kinds = [kind_of(known) for known in self.seen[name]]
            if kind_of(value) not in kinds:
                self.seen[name].append(value)
        return [json.loads(line) for line in lines]

    def run(self, *words, stdin=b"", status=(0, 1)):
        done = subprocess.run(
            [self.program, *words], input=stdin, capture_output=True, check=False, timeout=120
        )
        if done.returncode not in status:
            sys.exit(f"{words}: exit {done.returncode}\n{done.stderr.decode()}")
        return done.stdout, done.stderr

    def require_changes_to_fail(self):
        for name, values in self.seen.items():
            if not values:
                sys.exit(f"no object of {name} was seen")
            for value in values:
                for changed in changes_of(value, is_open=name == "log-line"):
                    if self.validators[name].is_valid(changed):
                        sys.exit(f"{name} takes {json.dumps(changed)}")


def refuse(constant):
    sys.exit(f"{constant} is no JSON")


def kind_of(value):
    return sorted(value), value.get("status")


def changes_of(value, is_open):
    """The value with a member more, with one renamed, and with one of another type, in all depths.
    An open object may have any members more, as the requests by verb are one."""
    for name in value:
        other_type = copy.deepcopy(value)
        other_type[name] = {"x": 1}
        yield other_type
        if isinstance(value[name], str) and value[name].isdigit():
            count_as_number = copy.deepcopy(value)
            count_as_number[name] = int(value[name])
            yield count_as_number
        if not is_open or name in ("time", "level", "event"):
            renamed = copy.deepcopy(value)
            renamed[name + "_"] = renamed.pop(name)
            yield renamed
        nested = value[name][0] if isinstance(value[name], list) and value[name] else value[name]
        if isinstance(nested, dict):
            for changed in changes_of(nested, is_open or name == "requests"):
                outer = copy.deepcopy(value)
                outer[name] = [changed] if isinstance(value[name], list) else changed
                yield outer
    if not is_open:
        yield {**copy.deepcopy(value), "more": 1}


def check_verify(checker):
    front = PUZZLE.encode() + b","
    grid = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    pairs = text_of(front + grid, front + grid[::-1], *[front + line for line in HOSTILE], *HOSTILE)
    for words in ([], ["--unique"], ["--cells"]):
        objects, _ = checker.run("verify", "-jq", *words, stdin=pairs)
        lines, _ = checker.run("verify", "-q", *words, stdin=pairs)
        assert len(checker.check("verify-answer", objects)) == lines.count(b"\n")


def check_canon(checker):
    with tempfile.TemporaryDirectory() as folder:
        other = os.path.join(folder, 'an "other" file')
        pathlib.Path(other).write_bytes(text_of(PUZZLE, "." + PUZZLE[1:], *HOSTILE[::40]))
        words = ["canon", "--leaks", "-q", "--against", other]
        for by in ("puzzle", "solution"):
            leaks, _ = checker.run(*words, "--by", by, stdin=text_of(PUZZLE, EMPTY, *HOSTILE))
            report = checker.check("leak-report", leaks)[0]
            assert (report["by"], report["first_leaks"][0]["file"]) == (by, "standard input")
            assert report["against"]["file"] == other
        none, _ = checker.run(*words, stdin=text_of(EMPTY))
        assert checker.check("leak-report", none)[0]["first_leaks"] == []


def check_solve(checker):
    puzzles = text_of(PUZZLE, EMPTY, BLOCKED, "55" + EMPTY[2:], *HOSTILE)
    for words in ([], ["--limit", "2"], ["--limit", "100"]):
        objects, summary = checker.run("solve", "--json", "--json-summary", *words, stdin=puzzles)
        lines, _ = checker.run("solve", *words, stdin=puzzles)
        assert len(checker.check("solve-answer", objects)) == lines.count(b"\n")
        checker.check("solve-summary", summary)
    objects, _ = checker.run(
        "solve", "-jq", "--limit", "0", "--time-limit", "0.05", stdin=text_of(EMPTY)
    )
    assert checker.check("solve-answer", objects) == [{"status": "timeout"}]
    # Reasons in which there is text of the user's: the tenth cell of a row, a column's name.
    for form, text in (
        ("board", "\n".join(["........\xe4"] * 9)),
        ("csv", 'id,puzzle\n1,"' + PUZZLE + "\n2\n"),
    ):
        objects, _ = checker.run("solve", "-jq", "--format", form, stdin=text.encode("latin-1"))
        checker.check("solve-answer", objects)
    some = text_of(PUZZLE, BLOCKED, "55" + EMPTY[2:], PUZZLE.replace("3", ".", 4), *HOSTILE[::40])
    for words in ([], ["--numbers"], ["--max", "2"]):
        objects, _ = checker.run("solve", "--all", "-jq", *words, stdin=some)
        checker.check("solve-list", objects)
    objects, _ = checker.run("solve", "-ajq", "--time-limit", "0.05", stdin=text_of(EMPTY))
    assert checker.check("solve-list", objects)[-1]["status"] == "timeout"
    for words in ([], ["--max", "3"]):
        objects, _ = checker.run("solve", "--true-candidates", "-jq", *words, stdin=some)
        checker.check("solve-candidates", objects)
    objects, _ = checker.run("solve", "--estimate", "-jq", stdin=some)
    checker.check("solve-estimate", objects)
    estimate, _ = checker.run(
        "solve", "--estimate", "-jq", "--time-limit", "1", stdin=text_of(EMPTY)
    )
    checker.check("solve-estimate", estimate)
    many, summary = checker.run("solve", "-j", "--json-summary", stdin=text_of(*[PUZZLE] * 200000))
    checker.check("solve-summary", summary)  # long enough for a rate
    assert many.count(b"\n") == 200000


def check_queens(checker):
    for words in (
        ["6", "--all", "--count", "--unique"],
        ["8"],
        ["3", "--first", "1", "--count"],
        ["20", "--first", "2"],
        ["10", "--estimate"],
        ["10", "--estimate", "--machines", "3"],
    ):
        objects, _ = checker.run("queens", *words, "--json", "--quiet")
        checker.check("queens", objects)
    with tempfile.TemporaryDirectory() as folder:
        part = os.path.join(folder, "part")
        checker.run("queens", "8", "--part", "1/1", "-o", part, "--quiet")
        merged, _ = checker.run("queens", "merge", part, "--json", "--quiet")
        assert checker.check("queens", merged) == [{"queens": 8, "count": "92"}]


def check_cover(checker):
    problem = text_of("a b c | x", "a x:1 |3", "b c x:1 |4", "b |1", "c |1", "a b c |9")
    wrong = [b"a a", b"a\nb", b'a"\xff\n"', b"\x00", *HOSTILE[::40]]
    problems = problem + b"".join(b"---\n" + text + b"\n" for text in wrong)
    for words in (
        [],
        ["--all", "--count"],
        ["--first", "1", "--options"],
        ["--has-solution"],
        ["--minimize"],
        ["--maximize", "--options"],
    ):
        objects, _ = checker.run("cover", "--json", "--quiet", *words, stdin=problems)
        checker.check("cover", objects)
    estimate, _ = checker.run("cover", "--json", "--quiet", "--estimate", stdin=problem)
    checker.check("cover", estimate)
    large, _ = checker.run("cover", "-jq", "--memory=4K", stdin=text_of(*["a"] * 100))
    assert list(checker.check("cover", large)[0]) == ["overflow"]
    hard, _ = checker.run("cover", "--example", "langford-16", "--quiet")
    timeout, _ = checker.run("cover", "-jq", "--engine=links", "--time-limit=0.05", stdin=hard)
    assert list(checker.check("cover", timeout)[0]) == ["timeout"]
    with tempfile.TemporaryDirectory() as folder:
        part = os.path.join(folder, "part")
        checker.run("cover", "--part", "1/1", "-o", part, "--quiet", stdin=problem)
        merged, _ = checker.run("cover", "merge", part, "--json", "--quiet")
        assert checker.check("cover", merged) == [{"count": "3"}]


def check_target(checker):
    boards = text_of(PUZZLE, BLOCKED, *HOSTILE)
    for words in (
        [],
        ["--score-only"],
        ["--optimal-count", "2"],
        ["--optimal-count", "2", "--score-only"],
    ):
        objects, summary = checker.run("target", "--json", "--json-summary", *words, stdin=boards)
        checker.check("target-answer", objects)
        lines = [line for line in summary.splitlines() if line.startswith(b"{")]
        checker.check("solve-summary", b"\n".join(lines))
    hard = text_of("." * 40 + "5" + "." * 40)
    objects, _ = checker.run(
        "target", "-jq", "--engine", "exhaustive", "--time-limit", "0.05", stdin=hard
    )
    checker.check("target-answer", objects)


def check_daemon(checker):
    with tempfile.TemporaryDirectory() as folder:
        address = "unix:" + os.path.join(folder, "socket")
        log = os.path.join(folder, "log")
        with open(log, "wb") as stderr:
            daemon = subprocess.Popen(
                [checker.program, "serve", "--listen", "", "--unix", address[5:]]
                + ["--http", "127.0.0.1:0", "--search-timeout", "60s"]
                + ["--log-format", "json", "--log-level", "debug"],
                stderr=stderr,
            )
        try:
            port = wait_for_port(log)
            requests = text_of(PUZZLE, BLOCKED, "queens 8", "wrong", "@tag target " + EMPTY)
            _, summary = checker.run("send", address, "--json-summary", stdin=requests)
            checker.check("send-summary", summary)
            _, summary = checker.run("send", address, "--json-summary", stdin=requests * 300)
            checker.check("send-summary", summary)
            waiting = subprocess.Popen(
                [checker.program, "send", address, "--quiet"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
            )
            waiting.stdin.write(text_of("count 18446744073709551615 " + EMPTY))
            waiting.stdin.close()
            ask = lambda path: urllib.request.urlopen(f"http://127.0.0.1:{port}{path}").read()
            deadline = time.monotonic() + 30
            while time.monotonic() < deadline:
                searches = checker.check("searches", ask("/searches"))[0]
                clients = checker.check("clients", ask("/clients"))[0]
                history = checker.check("history", ask("/history.json"))[0]
                if searches["running"] and clients["listed"] and history["next"]:
                    break
                time.sleep(0.05)
            else:
                sys.exit("no running search, no client or no history was seen")
            checker.check("status", ask("/status.json"))
            waiting.kill()
            waiting.wait()
        finally:
            daemon.terminate()
            daemon.wait(timeout=30)
        checker.check("log-line", pathlib.Path(log).read_bytes())


def check_feed(checker):
    """With a worker that the test plays, for blocks without answers, too."""
    known = subprocess.run([checker.program, "help", "feed"], capture_output=True, check=False)
    if known.returncode != 0 or shutil.which("redis-server") is None:
        print("feed-summary: not checked without hiredis and redis-server")
        del checker.seen["feed-summary"]
        return
    with tempfile.TemporaryDirectory() as folder:
        socket = os.path.join(folder, "socket")
        words = ["redis-server", "--port", "0", "--unixsocket", socket, "--dir", folder, "--save", ""]
        server = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        stream = f"redis+unix://{socket}?stream=s"
        worker = subprocess.Popen([checker.program, "work", stream, "--log-level", "off"])
        try:
            feed = lambda puzzles: checker.run("feed", stream, "--json-summary", stdin=puzzles)[1]
            checker.check("feed-summary", feed(text_of(PUZZLE, BLOCKED, *HOSTILE)).splitlines()[-1])
            summary = feed(text_of(*[PUZZLE] * 200000)).splitlines()[-1]
            assert checker.check("feed-summary", summary)[0]["solved"] == 200000
        finally:
            worker.terminate()
            worker.wait(timeout=30)
            server.terminate()
            server.wait(timeout=30)


def wait_for_port(log):
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        found = re.search(
            rb'"listening for http","on":"127.0.0.1:(\d+)"', pathlib.Path(log).read_bytes()
        )
        if found:
            return int(found[1])
        time.sleep(0.02)
    sys.exit("the daemon does not listen")


def main():
    checker = Checker(os.path.realpath(sys.argv[1]), sys.argv[2])
    for name in list(os.environ):
        if name.startswith("PUZZLED_"):
            del os.environ[name]
    check_verify(checker)
    check_canon(checker)
    check_solve(checker)
    check_queens(checker)
    check_cover(checker)
    check_target(checker)
    check_daemon(checker)
    check_feed(checker)
    checker.require_changes_to_fail()
    for name, values in checker.seen.items():
        print(f"{name}: {len(values)} kinds of objects")


main()
