#!/usr/bin/env python3
"""Compares the daemons of two builds: speed, latency, processor time, memory.

  serve_pairs.py [OPTION…] BASE NEW [CASE…]     BASE, NEW: two `puzzled` programs; CASE: all unless named
    --rounds N      of each case (10)
    --seconds S     that one measurement takes (1)
    --puzzles FILE  Sudoku lines of the bulk clients (unless given, BASE generates 30 000)
    --new-options TEXT, --base-options TEXT  go to `puzzled serve`
    --json FILE     every figure of every round
    --list          the cases and what they measure

In each round both are measured, one after the other, and the next round has the other order, so that
whatever else the machine does hits both. Every second round has new daemons, started in the other
order: on which processors its threads come to rest makes a round trip cost 15 or 100 us for as long
as a daemon lives. The table gives
the medians over rounds, their ratio NEW/BASE, and the quartiles of the ratios of single rounds, which
say how noisy it was. BASE's `puzzled send` makes the load for both. Answers are checked: single ones
each, bulk by a file that both answer before the first round of a bulk case.

Latencies count from when a request was due, if the one before it was answered too late.
"""
import argparse
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

WARM_UP = 0.3  # seconds for the load beside a measurement to set in
QUEENS_14 = b"365596\n"


class Daemon:
    def __init__(self, program, options):
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0",
                                         "--search-timeout", "10min", *options],
                                        stderr=self.log)
        while not (found := re.search(rb"on=127\.0\.0\.1:(\d+)", self.log_text())):
            if self.process.poll() is not None:
                sys.exit("the daemon does not start: " + self.log_text().decode())
            time.sleep(0.01)
        self.port = int(found[1])
        # CPUCLOCK_SCHED of another process, see clock_getcpuclockid(3)
        self.clock = ((~self.process.pid) << 3) | 2

    def log_text(self):
        return os.pread(self.log.fileno(), 1 << 20, 0)

    def cpu(self):
        """Seconds of processor time of all threads."""
        return time.clock_gettime(self.clock)

    def status(self, name):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(rf"^{name}:\s+(\d+)", status.read(), re.M)[1])

    def connect(self):
        s = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return s

    def end(self):
        self.process.terminate()
        if self.process.wait(60) != 0:
            sys.exit("a daemon ended badly: " + self.log_text().decode())
        self.log.close()


class Bench:
    """What all cases share: files of requests, and the load that `puzzled send` makes."""

    def __init__(self, base, directory, puzzles, seconds):
        self.base, self.directory, self.seconds = base, directory, seconds
        self.puzzles = puzzles or self.make("puzzles", lambda path: subprocess.run(
            [base, "generate", "-q", "-n", "30000", "--clues", "30", "-o", path], check=True))
        self.solutions = self.make("solutions", lambda path: subprocess.run(
            [base, "solve", "-q", self.puzzles, "-o", path], check=True))
        with open(self.puzzles, "rb") as file:
            self.lines = [next(file) for _ in range(1024)]
        with open(self.solutions, "rb") as file:
            self.answers = [next(file) for _ in range(1024)]
        target = "target " + "." * 81 + "\n"
        self.searches = self.write("searches", f"queens 17\nqueens 18\n{target}" * 8)
        self.queens = self.write("queens", "queens 14\n" * 8)

    def make(self, name, maker):
        path = os.path.join(self.directory, name)
        maker(path)
        return path

    def write(self, name, text):
        def put(path):
            with open(path, "w") as file:
                file.write(text)
        return self.make(name, put)

    def load(self, daemon, file, connections, seconds=600, pipeline=None):
        """A client that repeats the file; load_end() ends it or waits for its end."""
        command = [self.base, "send", "--json-summary", "--connections", str(connections), "-d", f"{round(1000 * seconds)}ms"]
        if pipeline:
            command += ["--pipeline", str(pipeline)]
        return subprocess.Popen([*command, f"127.0.0.1:{daemon.port}", file],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def beside(self, daemon, bulk=0, searches=False, queens=False):
        loads = []
        if bulk:
            loads.append(self.load(daemon, self.puzzles, bulk))
        if searches:
            loads.append(self.load(daemon, self.searches, 8, pipeline=1))
        if queens:
            loads.append(self.load(daemon, self.queens, 8, pipeline=1))
        if loads:
            time.sleep(WARM_UP)
        return loads

    def check_bulk(self, daemon, connections, pipeline=None):
        out = os.path.join(self.directory, "got")
        command = [self.base, "send", "-q", "--connections", str(connections), "-o", out]
        if pipeline:
            command += ["--pipeline", str(pipeline)]
        subprocess.run([*command, f"127.0.0.1:{daemon.port}", self.puzzles], check=True)
        with open(out, "rb") as got, open(self.solutions, "rb") as wanted:
            if got.read() != wanted.read():
                sys.exit("bulk answers differ from those of `puzzled solve`")


def load_end(process, stop=True):
    """The summary of a client: no answer may be an error. Searches can last longer than a round."""
    if stop:
        process.send_signal(signal.SIGINT)
    text = process.communicate()[1].decode()
    try:
        summary = json.loads(text)
    except ValueError:
        sys.exit("puzzled send: " + text)
    if summary["errors"] or summary["unsolvable"] or summary["invalid"]:
        sys.exit("wrong answers: " + text)
    return summary


def percentile(values, share):
    values = sorted(values)
    return values[min(int(share * len(values)), len(values) - 1)]


def ask(daemon, pairs, seconds, interval):
    """Asks for one after another of the (request, answer) pairs; latencies in us."""
    latencies = []
    with daemon.connect() as s:
        begin = due = time.perf_counter()
        end = begin + seconds
        while due < end:
            request, wanted = pairs[len(latencies) % len(pairs)]
            now = time.perf_counter()
            if now < due:
                time.sleep(due - now)
                due = time.perf_counter()
            s.sendall(request)
            left = len(wanted)
            got = []
            while left > 0:
                got.append(s.recv(left))
                left -= len(got[-1])
                if not got[-1]:
                    sys.exit("the daemon closed a connection")
            answered = time.perf_counter()
            if b"".join(got) != wanted:
                sys.exit(f"wrong answer: {got!r}")
            latencies.append(1e6 * (answered - due))
            due = max(due + interval, due) if interval else answered
    return latencies


def spread(latencies):
    return {"p50 us": percentile(latencies, 0.5), "p99 us": percentile(latencies, 0.99)}


def bulk(bench, daemon, connections, pipeline=None, **beside):
    loads = bench.beside(daemon, **beside)
    cpu = daemon.cpu()
    summary = load_end(bench.load(daemon, bench.puzzles, connections, bench.seconds, pipeline),
                       stop=False)
    cpu = daemon.cpu() - cpu
    figures = {"lines/s": summary["answers_per_second"]}
    if loads:
        searches = [load_end(load) for load in loads]
        figures["searches/s"] = sum(s["answers_per_second"] for s in searches)
    else:
        figures["cpu ns/line"] = 1e9 * cpu / max(summary["answers"], 1)
    return figures


def single(bench, daemon, interval, lines=1, **beside):
    loads = bench.beside(daemon, **beside)
    pairs = [(b"".join(bench.lines[i:i + lines]), b"".join(bench.answers[i:i + lines]))
             for i in range(0, len(bench.lines) - lines + 1, lines)]
    cpu = daemon.cpu()
    latencies = ask(daemon, pairs, bench.seconds, interval)
    cpu = daemon.cpu() - cpu
    figures = spread(latencies)
    summaries = [load_end(load) for load in loads]
    if not loads:
        figures["cpu us"] = 1e6 * cpu / len(latencies)
    elif not beside.get("searches") or beside.get("bulk"):
        figures["beside/s"] = sum(s["answers_per_second"] for s in summaries)
    return figures


def queens_alone(_, daemon, seconds, interval):
    cpu = daemon.cpu()
    latencies = ask(daemon, [(b"queens 14\n", QUEENS_14)], seconds, interval)
    cpu = daemon.cpu() - cpu
    return {**spread(latencies), "cpu us": 1e6 * cpu / len(latencies)}


def idle(bench, daemon):
    cpu = daemon.cpu()
    time.sleep(3 * bench.seconds)
    return {"cpu us/s": 1e6 * (daemon.cpu() - cpu) / (3 * bench.seconds)}


def footprint(bench, program, options):
    """Of a daemon of its own: nothing may have been asked before."""
    daemon = Daemon(program, options)
    time.sleep(0.2)
    figures = {"threads at start": daemon.status("Threads"), "kB at start": daemon.status("VmRSS")}
    bulk(bench, daemon, 16, searches=True)
    time.sleep(0.5)
    figures["threads after load"] = daemon.status("Threads")
    figures["kB after load"] = daemon.status("VmRSS")
    figures["kB at most"] = daemon.status("VmHWM")
    daemon.end()
    return figures


CASES = {
    "bulk1": ("bulk, 1 connection", lambda b, d: bulk(b, d, 1)),
    "bulk64": ("bulk, 64 connections", lambda b, d: bulk(b, d, 64)),
    "bulk1-queens": ("bulk, 1 connection, beside 8 clients that ask for `queens 14` again and again",
                     lambda b, d: bulk(b, d, 1, queens=True)),
    "bulk16-queens": ("the same with 16 connections", lambda b, d: bulk(b, d, 16, queens=True)),
    "flood": ("small pieces: 64 connections, 8 lines in flight on each",
              lambda b, d: bulk(b, d, 64, pipeline=8)),
    "flood-searches": ("the same beside 8 searches",
                       lambda b, d: bulk(b, d, 64, pipeline=8, searches=True)),
    "idle-single": ("one puzzle after another, nothing beside", lambda b, d: single(b, d, 0)),
    "single-1ms": ("a puzzle each ms, nothing beside", lambda b, d: single(b, d, 0.001)),
    "single-5ms": ("a puzzle each 5 ms, nothing beside", lambda b, d: single(b, d, 0.005)),
    "single-bulk1": ("a puzzle each 5 ms beside 1 bulk connection",
                     lambda b, d: single(b, d, 0.005, bulk=1)),
    "single-bulk16": ("the same beside 16", lambda b, d: single(b, d, 0.005, bulk=16)),
    "single-searches": ("a puzzle each 5 ms beside 8 searches (queens 17 and 18, target)",
                        lambda b, d: single(b, d, 0.005, searches=True)),
    "single-queens": ("the same beside 8 clients that ask for `queens 14` again and again",
                      lambda b, d: single(b, d, 0.005, queens=True)),
    "single-both": ("the same beside 8 searches and 16 bulk connections",
                    lambda b, d: single(b, d, 0.005, bulk=16, searches=True)),
    "trickle-1ms": ("64 lines each ms beside 8 searches",
                    lambda b, d: single(b, d, 0.001, lines=64, searches=True)),
    "trickle-5ms": ("64 lines each 5 ms beside 8 searches",
                    lambda b, d: single(b, d, 0.005, lines=64, searches=True)),
    "trickle-idle": ("64 lines each ms, nothing beside",
                     lambda b, d: single(b, d, 0.001, lines=64)),
    "pieces-600": ("600 lines each 10 ms beside 8 searches",
                   lambda b, d: single(b, d, 0.01, lines=600, searches=True)),
    "queens14": ("one `queens 14` after another", lambda b, d: queens_alone(b, d, b.seconds, 0)),
    "queens14-10ms": ("`queens 14` each 10 ms",
                      lambda b, d: queens_alone(b, d, b.seconds, 0.01)),
    "idle": ("processor time of a daemon that nobody asks", idle),
    "footprint": ("threads and memory at the start and after 16 bulk clients and 8 searches", None),
}


def check_same(bench, name, daemons):
    if name.startswith(("bulk", "flood")):
        for daemon in daemons:
            bench.check_bulk(daemon, 64 if "64" in name or "flood" in name else 1,
                             8 if "flood" in name else None)


def run_case(bench, name, programs, options, rounds):
    """Figures of both: {name: ([base…], [new…])}."""
    figures = {}
    daemons = []
    for number in range(rounds):
        if number % 2 == 0 and name != "footprint":
            for daemon in daemons:
                daemon.end()
            daemons = start_both(bench, programs, options, second_first=number % 4 == 2)
            if number == 0:
                check_same(bench, name, daemons)
        for side in (0, 1) if number % 2 == 0 else (1, 0):
            if name == "footprint":
                found = footprint(bench, programs[side], options[side])
            else:
                found = CASES[name][1](bench, daemons[side])
            for key, value in found.items():
                figures.setdefault(key, ([], []))[side].append(value)
    for daemon in daemons:
        daemon.end()
    return figures


def start_both(bench, programs, options, second_first):
    daemons = [None, None]
    for side in (1, 0) if second_first else (0, 1):
        daemons[side] = Daemon(programs[side], options[side])
    for daemon in daemons:  # the first puzzles and searches cost more
        ask(daemon, [(b"".join(bench.lines), b"".join(bench.answers))], 0.1, 0)
        ask(daemon, [(b"queens 14\n", QUEENS_14)], 0.05, 0)
    return daemons


def number_text(value):
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"


def print_case(name, figures):
    for key, (base, new) in figures.items():
        old, now = statistics.median(base), statistics.median(new)
        ratios = sorted(n / b for b, n in zip(base, new) if b)
        quartiles = (f"{ratios[len(ratios) // 4]:.2f}-{ratios[(3 * len(ratios)) // 4]:.2f}"
                     if ratios else "-")
        ratio = f"{now / old:.3f}" if old else "-"
        print(f"| {name} | {key} | {number_text(old)} | {number_text(now)} | {ratio} | {quartiles} |",
              flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--puzzles")
    parser.add_argument("--base-options", default="")
    parser.add_argument("--new-options", default="")
    parser.add_argument("--json")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for name, (what, _) in CASES.items():
            print(f"{name:16} {what}")
        return
    if len(options.programs) < 2:
        sys.exit(__doc__)
    programs, names = options.programs[:2], options.programs[2:] or list(CASES)
    if unknown := [name for name in names if name not in CASES]:
        sys.exit("no such case: " + " ".join(unknown))
    everything = {}
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(programs[0], directory, options.puzzles, options.seconds)
        print(f"{options.rounds} rounds of {options.seconds} s, load "
              f"{' '.join(f'{load:.1f}' for load in os.getloadavg())}, {os.cpu_count()} processors")
        print("| case | figure | base | new | ratio | quartiles |\n|---|---|---:|---:|---:|---:|")
        for name in names:
            everything[name] = run_case(
                bench, name, programs,
                [options.base_options.split(), options.new_options.split()], options.rounds)
            print_case(name, everything[name])
    if options.json:
        with open(options.json, "w") as file:
            json.dump(everything, file)


if __name__ == "__main__":
    main()
