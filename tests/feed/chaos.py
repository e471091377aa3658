#!/usr/bin/env python3
"""Kills everything that takes part in feeding a file, again and again: one feeder, three workers, the server.

    chaos.py PROGRAM KILLS [SEED]

Each is started again at once. A server is killed in one of three ways: as it is, with the end of its log cut off
(as a machine that loses its power may leave it), and with all its data gone. The feeder's file must be that of
`puzzled solve --pipe`, byte for byte, and nothing may be left in the stream. A feeder that has answered all before
there were enough kills is started again with another file.
"""
import collections
import random
import shutil
import signal
import sys

import redis
from parties import Test, wait_until

STREAM = "chaos"
BLOCK_LINES = 100
WINDOW = 24


class Chaos:
    def __init__(self, test, kills, seed):
        self.test, self.kills, self.random = test, kills, random.Random(seed)
        self.puzzles, self.expected = test.puzzles(20000)
        self.server = test.server("--appendonly", "yes", "--appendfsync", "everysec")
        self.url = self.server.url(STREAM)
        self.workers = [
            test.run(f"worker{i}", "work", self.url, "--threads", "1", "--min-idle", "400ms", "--tries", "1000")
            for i in range(3)
        ]
        self.ways = collections.Counter()
        self.rounds = 0
        self.start_feeder()

    def start_feeder(self):
        self.rounds += 1
        self.output = self.test.path(f"answers{self.rounds}.txt")
        words = ["--output", str(self.output), "--block-lines", str(BLOCK_LINES), "--window", str(WINDOW), "--quiet"]
        self.feeder = self.test.run("feeder", "feed", self.url, str(self.puzzles), *words)

    def last_block(self):
        """Changes with each block that is added."""
        try:
            return self.server.client.xinfo_stream("{%s}:in" % STREAM)["last-generated-id"]
        except redis.RedisError:
            return None

    def wait_for_blocks(self, count):
        """Until so many more have been seen, or the feeder has ended."""
        last = self.last_block()
        for _ in range(count):
            wait_until(lambda: self.feeder_has_ended() or self.last_block() != last, "no block is added")
            last = self.last_block()

    def check_feeder(self):
        """It has ended by itself."""
        status = self.feeder.process.returncode
        if status != 1:  # some lines are no puzzles
            sys.exit(f"the feeder ended with status {status}")
        if self.output.read_bytes() != self.expected:
            shutil.copy(self.output, "/tmp/puzzled-chaos-answers.txt")
            sys.exit("the answers differ: see /tmp/puzzled-chaos-answers.txt")

    def kill_server(self):
        way = self.random.choice(["as it is", "cut", "without data"])
        self.ways["server " + way] += 1
        self.server.kill()
        logs = self.test.path("appendonlydir")
        if way == "cut":
            for log in logs.glob("*.incr.aof"):
                size = log.stat().st_size
                with open(log, "r+b") as file:
                    file.truncate(size - min(size, self.random.randrange(500_000)))
        elif way == "without data":
            shutil.rmtree(logs, ignore_errors=True)
        self.server.start()

    def kill_one(self):
        victim = self.random.choice(["feeder", "worker", "worker", "server"])
        if victim == "server":
            return self.kill_server()
        self.ways[victim] += 1
        party = self.feeder if victim == "feeder" else self.random.choice(self.workers)
        party.kill()
        party.start()

    def start_workers_again(self):
        """One that finds no server at its start ends, and a service manager starts it again."""
        for worker in self.workers:
            if worker.process.poll() is not None:
                self.ways["worker without a server"] += 1
                worker.start()

    def feeder_has_ended(self):
        self.start_workers_again()
        return self.feeder.process.poll() is not None

    def run(self):
        for _ in range(self.kills):
            self.wait_for_blocks(self.random.randrange(1, 30))
            if self.feeder.process.poll() is not None:
                self.check_feeder()
                self.start_feeder()
            self.kill_one()
        wait_until(self.feeder_has_ended, "the feeder does not end")
        self.check_feeder()
        for worker in self.workers:
            if worker.end() not in (0, -signal.SIGTERM):  # by the signal if it had just been started
                sys.exit(f"{worker.name} ended with status {worker.process.returncode}")
        left = [self.server.client.xlen("{%s}:%s" % (STREAM, name)) for name in ("in", "out", "dead")]
        if left != [0, 0, 0]:
            sys.exit(f"blocks, results and dead letters are left: {left}")
        print(f"{self.kills} kills, {dict(self.ways)}; {self.rounds} files, each the same bytes")


def main():
    kills = int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1_000_000)
    print(f"seed {seed}", flush=True)
    with Test(sys.argv[1]) as test:
        Chaos(test, kills, seed).run()


main()
