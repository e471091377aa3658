#!/usr/bin/env python3
"""Programs that know no more of a stream than deploy/docs/redis.md says.

    plain.py PROGRAM

`puzzled feed` with two workers in Python, one of which is killed; then a producer in Python, whose blocks get their
ids from the server, with two `puzzled work`, one of which is killed. The answers are those of `puzzled solve --pipe`.
"""
import pathlib
import sys

from parties import Party, Test, wait_until

STREAM = "plain"
IN, OUT = "{%s}:in" % STREAM, "{%s}:out" % STREAM
MIN_IDLE_MS = 500


def require(holds, what):
    if not holds:
        sys.exit(what)


def feed_to_plain_workers(test, server, puzzles, expected):
    script = pathlib.Path(__file__).with_name("plain_worker.py")
    words = [sys.executable, str(script), test.program, server.socket, STREAM, str(MIN_IDLE_MS)]
    workers = [test.add(Party(test, f"plain{i}", words)) for i in range(2)]
    output = test.path("fed.txt")
    feeder = test.run("feeder", "feed", server.url(STREAM), str(puzzles), "-o", str(output), "--block-lines", "50")
    # Killed with a block in its hands: its own are those that it had when it was stopped.
    wait_until(lambda: server.client.exists(IN) and server.client.xpending(IN, "puzzled")["pending"] > 1, "no block is taken")
    workers[0].kill()
    wait_until(lambda: feeder.process.poll() is not None, "the feeder does not end")
    require(feeder.process.returncode == 1, f"the feeder ended with status {feeder.process.returncode}")
    require(output.read_bytes() == expected, "the feeder's answers differ")
    workers[1].kill()


def produce_for_workers(test, server, puzzles, expected):
    """Adds all blocks, then takes the results."""
    lines = puzzles.read_bytes().splitlines(keepends=True)
    ids = [server.client.xadd(IN, {"lines": b"".join(lines[i : i + 50])}) for i in range(0, len(lines), 50)]
    words = ["work", server.url(STREAM), "--threads", "1", "--min-idle", f"{MIN_IDLE_MS}ms"]
    workers = [test.run(f"worker{i}", *words) for i in range(2)]
    results = {}
    while len(results) < len(ids):
        got = server.client.xread({OUT: "0"}, count=10, block=60_000)
        require(got, "no result comes")
        for entry, fields in got[0][1]:
            require(fields[b"block"] not in results, "a block has two results")
            counts = dict(word.split(b"=") for word in fields[b"tally"].split())
            require(int(counts[b"lines"]) == fields[b"lines"].count(b"\n"), "a tally is wrong")
            results[fields[b"block"]] = fields[b"lines"]
            server.client.xdel(OUT, entry)
        if len(results) > 10 and workers[0].kills == 0:
            workers[0].kill()
    require(b"".join(results[block] for block in ids) == expected, "the producer's answers differ")
    require(workers[1].end() == 0, "the worker did not end well")


def main():
    with Test(sys.argv[1]) as test:
        server = test.server()
        puzzles, expected = test.puzzles(5000)
        feed_to_plain_workers(test, server, puzzles, expected)
        produce_for_workers(test, server, puzzles, expected)


main()
