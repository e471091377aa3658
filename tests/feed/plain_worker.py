#!/usr/bin/env python3
"""A worker that knows no more of a stream than deploy/docs/redis.md says.

    plain_worker.py PROGRAM SOCKET STREAM MIN_IDLE_MS

Has each block answered by `PROGRAM solve --pipe`. Ends by a signal.
"""
import os
import subprocess
import sys
import time

import redis

FINISH = """
if redis.call('XACK', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
redis.call('XADD', KEYS[2], '*', 'block', ARGV[2], 'lines', ARGV[3], 'tally', ARGV[4])
redis.call('XDEL', KEYS[1], ARGV[2])
return 1
"""
GROUP = "puzzled"


def answer(program, lines):
    """The answers, and their tally."""
    done = subprocess.run([program, "solve", "--pipe", "--quiet"], input=lines, stdout=subprocess.PIPE, check=True)
    answers = done.stdout.splitlines()
    counts = {
        "unsolvable": sum(line == b"unsolvable" for line in answers),
        "invalid": sum(line.startswith(b"invalid") for line in answers),
        "timeout": 0,
        "lines": len(answers),
    }
    counts["solved"] = sum(line != b"" for line in answers) - counts["unsolvable"] - counts["invalid"]
    return done.stdout, " ".join(f"{name}={count}" for name, count in counts.items())


class Worker:
    def __init__(self, program, socket, stream, min_idle_ms):
        self.program = program
        self.min_idle_ms = min_idle_ms
        self.incoming = "{%s}:in" % stream
        self.results = "{%s}:out" % stream
        self.name = f"plain.{os.getpid()}"
        self.server = redis.Redis(unix_socket_path=socket)
        self.finish = self.server.register_script(FINISH)

    def make_group(self):
        try:
            self.server.xgroup_create(self.incoming, GROUP, "0", mkstream=True)
        except redis.ResponseError as error:
            if "BUSYGROUP" not in str(error):
                raise

    def take(self):
        """Blocks of dead workers, else a new one."""
        for pending in self.server.xpending_range(self.incoming, GROUP, "-", "+", 1, idle=self.min_idle_ms):
            claimed = self.server.xclaim(
                self.incoming, GROUP, self.name, self.min_idle_ms, [pending["message_id"]]
            )
            if claimed:
                return claimed
        got = self.server.xreadgroup(GROUP, self.name, {self.incoming: ">"}, count=1, block=200)
        return got[0][1] if got else []

    def work(self):
        self.make_group()
        while True:
            for block, fields in self.take():
                answers, tally = answer(self.program, fields[b"lines"])
                self.finish(keys=[self.incoming, self.results], args=[GROUP, block, answers, tally])


def main():
    worker = Worker(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
    while True:
        try:
            worker.work()
        except (redis.RedisError, OSError):  # the server is away, or has lost its data
            time.sleep(0.05)


main()
