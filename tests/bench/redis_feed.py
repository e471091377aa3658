#!/usr/bin/python3
"""What it costs to feed a file through Redis: processor time of `puzzled feed`, of the server and of one worker.

  redis_feed.py [OPTION…] PROGRAM FILE       FILE: Sudoku lines, at least a million for steady figures
    --lines N       of a block (8192)
    --runs N        (5)
    --aof           with an append-only file, written once a second

Needs redis-server and Python's redis (Debian: python3-redis). Nanoseconds a line; the answers are compared with
those of `puzzled solve --pipe`.
"""
import argparse
import filecmp
import os
import signal
import statistics
import subprocess
import tempfile
import time

import redis


def seconds_of(process):
    """Waits for its end; the processor time that it took."""
    _, status, use = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return use.ru_utime + use.ru_stime, use.ru_maxrss


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("file")
    parser.add_argument("--lines", default="8192")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--aof", action="store_true")
    given = parser.parse_args()
    with open(given.file, "rb") as file:
        lines = sum(1 for _ in file)
    took = {name: [] for name in ("solve", "feed", "server", "work")}
    with tempfile.TemporaryDirectory() as folder:
        expected, answers, socket = (os.path.join(folder, name) for name in ("expected", "answers", "socket"))
        words = ["redis-server", "--port", "0", "--unixsocket", socket, "--dir", folder, "--save", ""]
        words += ["--appendonly", "yes", "--appendfsync", "everysec"] if given.aof else []
        server = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        client = redis.Redis(unix_socket_path=socket)
        while not os.path.exists(socket) or not client.ping():
            time.sleep(0.02)
        stream = f"redis+unix://{socket}?stream=bench"
        most_memory = 0
        for _ in range(given.runs):
            solve = subprocess.Popen([given.program, "solve", "--pipe", "-q", "-t", "1", given.file, "-o", expected])
            took["solve"].append(seconds_of(solve)[0])
            before = client.info("cpu")
            work = subprocess.Popen([given.program, "work", stream, "-t", "1", "--log-level", "off"])
            words = [given.program, "feed", stream, given.file, "-o", answers, "-q", "--block-lines", given.lines]
            seconds, memory = seconds_of(subprocess.Popen(words))
            most_memory = max(most_memory, memory)
            took["feed"].append(seconds)
            after = client.info("cpu")
            took["server"].append(sum(after[name] - before[name] for name in ("used_cpu_user", "used_cpu_sys")))
            work.send_signal(signal.SIGTERM)
            took["work"].append(seconds_of(work)[0])
            assert filecmp.cmp(expected, answers, shallow=False), "answers differ"
        server.kill()
        server.wait()
    print(f"{lines} lines, {given.lines} a block, {given.runs} runs; ns of processor time a line, median (range)")
    for name, values in took.items():
        values = [value / lines * 1e9 for value in values]
        print(f"  {name:8}{statistics.median(values):6.0f}  ({min(values):.0f} to {max(values):.0f})")
    print(f"  feed took {most_memory / 1024:.0f} MiB at most")


main()
