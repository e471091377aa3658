#!/usr/bin/python3
"""What a queue in Redis costs: processor time of `puzzled work` against `puzzled solve`, of the server,
the time until a dead worker's block is answered, and how long a worker takes to end.

  redis_queue.py [OPTION…] PROGRAM FILE       FILE: Sudoku lines, at least a million for steady figures
    --lines N       of a block (8192)
    --pairs N       of runs, `solve` and `work` in turn (7)
    --dead N        workers that are killed with a block in hand (5)
    --drains N      workers that are told to end at work (20)
    --aof           with an append-only file, written once a second

Needs redis-server and Python's redis (Debian: python3-redis). Server, worker and `solve` run on one
processor each, whatever there is; what counts is their processor time, which others on the machine
disturb less than the clock.
"""
import argparse
import os
import resource
import signal
import statistics
import subprocess
import tempfile
import time

import redis

IN, OUT = "{bench}:in", "{bench}:out"


class Server:
    def __init__(self, folder, aof):
        self.socket = os.path.join(folder, "socket")
        options = ["--appendonly", "yes", "--appendfsync", "everysec"] if aof else []
        self.process = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", self.socket, "--dir", folder, "--save", ""] + options,
            stdout=subprocess.DEVNULL)
        self.client = redis.Redis(unix_socket_path=self.socket)
        while True:
            try:
                self.client.ping()
                return
            except redis.exceptions.ConnectionError:
                time.sleep(0.05)

    def seconds(self):
        cpu = self.client.info("cpu")
        return cpu["used_cpu_user"] + cpu["used_cpu_sys"]

    def url(self):
        return f"redis+unix://{self.socket}?stream=bench"

    def end(self):
        self.process.kill()
        self.process.wait()


def blocks_of(path, lines):
    blocks, block = [], []
    with open(path, "rb") as file:
        for line in file:
            block.append(line)
            if len(block) == lines:
                blocks.append(b"".join(block))
                block = []
    return blocks + ([b"".join(block)] if block else [])


def child_seconds():
    use = resource.getrusage(resource.RUSAGE_CHILDREN)
    return use.ru_utime + use.ru_stime


def worker(program, server, *options):
    process = subprocess.Popen([program, "work", server.url(), "-t", "1", *options], stderr=subprocess.PIPE)
    for line in process.stderr:
        if b" working " in line:
            return process
    raise SystemExit("the worker did not start")


def end(process):
    process.send_signal(signal.SIGTERM)
    process.stderr.read()
    assert process.wait() == 0


def feed_and_collect(client, blocks, window=32):
    """All answers, in the order of the blocks."""
    answers, next_block = {}, 0
    while len(answers) < len(blocks):
        pipe = client.pipeline(transaction=False)
        while next_block < len(blocks) and next_block - len(answers) < window:
            pipe.xadd(IN, {"lines": blocks[next_block]}, id=f"{next_block + 1}-0")
            next_block += 1
        pipe.execute()
        for _, entries in client.xread({OUT: "0"}, count=8, block=1000):
            for entry, fields in entries:
                answers[int(fields[b"block"].split(b"-")[0])] = fields[b"lines"]
            client.xdel(OUT, *[entry for entry, _ in entries])
    return [answers[number] for number in sorted(answers)]


def measure_pairs(program, path, blocks, server, pairs):
    puzzles = sum(block.count(b"\n") for block in blocks)
    solve, work, served = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        expected = os.path.join(folder, "expected")
        for pair in range(pairs):
            before = child_seconds()
            subprocess.run([program, "solve", "-q", "-t", "1", path, "-o", expected], check=True)
            solve.append((child_seconds() - before) / puzzles * 1e9)
            server.client.flushall()
            before, server_before = child_seconds(), server.seconds()
            process = worker(program, server)
            answers = feed_and_collect(server.client, blocks)
            served.append((server.seconds() - server_before) / puzzles * 1e9)
            end(process)
            work.append((child_seconds() - before) / puzzles * 1e9)
            if pair == 0:
                with open(expected, "rb") as file:
                    assert file.read() == b"".join(answers), "answers differ"
    ratios = [b / a for a, b in zip(solve, work)]
    print(f"{puzzles} puzzles, {len(blocks)} blocks, {pairs} pairs; ns of processor time a puzzle, median (range)")
    for name, values in (("solve", solve), ("work", work), ("server", served)):
        print(f"  {name:8}{statistics.median(values):6.0f}  ({min(values):.0f} to {max(values):.0f})")
    print(f"  work / solve, paired: {statistics.median(ratios):.2f}  ({min(ratios):.2f} to {max(ratios):.2f})")


def wait_for(condition):
    while not condition():
        time.sleep(0.001)


def measure_dead(program, block, server, count):
    idle = 1.0
    times = []
    for _ in range(count):
        server.client.flushall()
        dead = worker(program, server, "--min-idle", f"{idle}s")
        server.client.xadd(IN, {"lines": block})
        wait_for(lambda: server.client.xpending(IN, "puzzled")["pending"] or server.client.xlen(OUT))
        dead.kill()
        dead.wait()
        start = time.monotonic()
        heir = worker(program, server, "--min-idle", f"{idle}s")
        if not server.client.xlen(OUT):  # else it was faster than the signal
            wait_for(lambda: server.client.xlen(OUT))
            times.append(time.monotonic() - start)
        end(heir)
    if times:
        print(f"a dead worker's block, with --min-idle {idle:g}s: answered after {statistics.median(times):.2f} s, "
              f"at most {max(times):.2f} s ({len(times)} deaths)")


def measure_drains(program, block, server, count, name):
    """From the signal to the end of the process, for a worker that has more blocks than it can do."""
    times, alone = [], []
    for _ in range(count):
        server.client.flushall()
        process = worker(program, server)
        start = time.monotonic()
        server.client.xadd(IN, {"lines": block})
        wait_for(lambda: server.client.xlen(OUT) >= 1)
        alone.append(time.monotonic() - start)
        for _ in range(8):
            server.client.xadd(IN, {"lines": block})
        wait_for(lambda: server.client.xlen(OUT) >= 2)
        start = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
        times.append(time.monotonic() - start)
    print(f"end at work on {name}: median {statistics.median(times) * 1e3:.0f} ms, "
          f"at most {max(times) * 1e3:.0f} ms; a block takes {statistics.median(alone) * 1e3:.0f} ms ({count} ends)")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("file")
    parser.add_argument("--lines", type=int, default=8192)
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--dead", type=int, default=5)
    parser.add_argument("--drains", type=int, default=20)
    parser.add_argument("--aof", action="store_true")
    given = parser.parse_args()
    blocks = blocks_of(given.file, given.lines)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, given.aof)
        try:
            if given.pairs:
                measure_pairs(given.program, given.file, blocks, server, given.pairs)
            if given.dead:
                measure_dead(given.program, blocks[0] * 12, server, given.dead)
            if given.drains:
                measure_drains(given.program, blocks[0], server, given.drains, f"blocks of {given.lines} lines")
                measure_drains(given.program, blocks[0] * 12, server, given.drains, f"blocks of {12 * given.lines} lines")
        finally:
            server.end()


if __name__ == "__main__":
    main()
