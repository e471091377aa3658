#!/usr/bin/env python3
"""What crowds of clients cost `puzzled serve`, and whether others notice.

  serve_crowd.py PROGRAM idle [N]      N connections that say nothing (5000)
  serve_crowd.py PROGRAM rude [N] [VERB] [SECONDS]
                                       N clients that never read and N that send a byte a second (1000),
                                       for 40 seconds; what they send is VERB's (solve), or of all in turn
  serve_crowd.py PROGRAM flood [N] [VERB]
                                       N clients (9000) that send 8 KiB each, all at once, and read nothing
  serve_crowd.py PROGRAM soak SECONDS [N]  N random clients at once (24): polite, resetting, flooding,
                                       talking nonsense, slow, leaving searches behind, over HTTP too
VERB is one of those in REQUESTS below, or `all`: then each has a daemon of its own, and a line says
what it took at most. Options behind these go to `puzzled serve`. Each prints memory and descriptors of the daemon as they
change, and what a polite client sees meanwhile; exits 1 where an answer is wrong, newcomers are not
served, buffers-total or 150 MB are exceeded by the rude, the daemon ends badly or holds more
descriptors or clients at the end than at the beginning.
"""
import os
import random
import re
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

PUZZLE = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
SOLUTION = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179\n"

REQUESTS = {
    "solve": PUZZLE, "verb": b"solve " + PUZZLE, "tag": b"@t " + PUZZLE, "invalid": b"1\n",
    "ping": b"ping\n", "stats": b"stats\n", "at": b"@\n", "junk": b"@@@ junk\n", "bad": b"nonsense\n",
    "count": b"count 2 " + PUZZLE, "count0": b"count 0 " + PUZZLE, "queens": b"queens 8\n",
    "first": b"first 1000 30\n", "target": b"target " + PUZZLE, "comment": b"# " + b"c" * 3000 + b"\n",
    "blank": b"\n", "remark": PUZZLE[:81] + b" " + b"r" * 3000 + b"\n",
    "part": b"1" * 4000, "mixed": PUZZLE + b"ping\nstats\n@a queens 6\n@b " + PUZZLE + b"\n@\nfirst 9 20\n",
}
BUFFERS_TOTAL = 64 << 20


class Daemon:
    def __init__(self, program, options):
        command = [program, "serve", "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0", *options]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self.port = self.http = None
        self.log = []
        while not (self.port and self.http):
            line = self.process.stderr.readline()
            if not line:
                sys.exit("the daemon does not start: " + "".join(self.log))
            self.log.append(line)
            if found := re.search(r"listening(.*) on=127\.0\.0\.1:(\d+)", line):
                if "http" in found[1]:
                    self.http = int(found[2])
                else:
                    self.port = int(found[2])
        threading.Thread(target=self.read_log, daemon=True).start()

    def read_log(self):
        for line in self.process.stderr:
            self.log.append(line)
            del self.log[:-2000]

    def memory(self, name="VmRSS"):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(name + r":\s+(\d+) kB", status.read())[1]) / 1000

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def get(self, path):
        with socket.create_connection(("127.0.0.1", self.http), timeout=30) as s:
            s.sendall(f"GET {path} HTTP/1.0\r\n\r\n".encode())
            return b"".join(iter(lambda: s.recv(65536), b""))

    def connections(self):
        return int(float(re.search(rb"\npuzzled_connections (\S+)", self.get("/metrics"))[1]))

    def buffer_bytes(self):
        return int(float(re.search(rb"\npuzzled_buffer_bytes (\S+)", self.get("/metrics"))[1]))

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def end(self):
        """SIGTERM; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "none: it had to be killed"


class Polite(threading.Thread):
    """Asks for one puzzle after another and notes how long each took."""

    def __init__(self, daemon, pause=0.005):
        super().__init__(daemon=True)
        self.served, self.pause = daemon, pause
        self.seconds, self.wrong, self.going = [], 0, True
        self.start()

    def run(self):
        with self.served.connect() as s:
            s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            file = s.makefile("rb")
            while self.going:
                begin = time.perf_counter()
                s.sendall(PUZZLE)
                if file.readline() != SOLUTION:
                    self.wrong += 1
                    return
                self.seconds.append(time.perf_counter() - begin)
                time.sleep(self.pause)

    def stop(self):
        self.going = False
        self.join()
        ms = sorted(1000 * s for s in self.seconds)
        at = lambda q: ms[min(int(q * len(ms)), len(ms) - 1)] if ms else float("nan")
        print(f"  a polite client: {len(ms)} answers, {self.wrong} wrong, "
              f"p50 {at(.5):.2f} ms, p99 {at(.99):.2f} ms, longest {at(1):.2f} ms", flush=True)
        return self.wrong == 0 and len(ms) > 0


def tell(daemon, what):
    print(f"{what}: {daemon.memory():.1f} MB resident (at most {daemon.memory('VmHWM'):.1f}), "
          f"{daemon.descriptors()} descriptors", flush=True)


def idle(daemon, number=5000):
    tell(daemon, "nobody")
    clients = [daemon.connect() for _ in range(number)]
    polite = Polite(daemon)
    time.sleep(3)
    tell(daemon, f"{number} idle clients")
    good = polite.stop()
    for client in clients:
        client.sendall(PUZZLE)
    wrong = sum(client.makefile("rb").readline() != SOLUTION for client in clients)
    tell(daemon, f"each had a puzzle solved, {wrong} answers wrong")
    return good and wrong == 0


def newcomer(daemon):
    """How long one that connects now waits for its answer; None: it gets none, or a wrong one."""
    begin = time.perf_counter()
    try:
        with daemon.connect() as s:
            s.sendall(PUZZLE)
            if s.makefile("rb").readline() == SOLUTION:
                return time.perf_counter() - begin
    except OSError:
        pass
    return None


class Newcomers(threading.Thread):
    """Somebody new every tenth of a second; watches the buffers, too."""

    def __init__(self, daemon):
        super().__init__(daemon=True)
        self.served, self.going = daemon, True
        self.waits, self.unserved, self.buffers = [], 0, 0
        self.start()

    def run(self):
        while self.going:
            wait = newcomer(self.served)
            self.unserved += wait is None
            self.waits.append(wait or 0)
            self.buffers = max(self.buffers, self.served.buffer_bytes())
            time.sleep(0.1)

    def stop(self):
        self.going = False
        self.join()
        print(f"  {len(self.waits)} newcomers: {self.unserved} unserved, longest wait "
              f"{max(self.waits):.2f} s; buffers at most {self.buffers / 1e6:.1f} MB", flush=True)
        return self.unserved == 0 and self.buffers <= BUFFERS_TOTAL


def rude(daemon, number=1000, verb="solve", seconds=40):
    tell(daemon, f"{verb}: nobody")
    request = REQUESTS[verb]
    flood = request * (82000 // len(request) + 1)
    unread = []
    for _ in range(number):
        client = daemon.connect()
        client.setblocking(False)
        unread.append(client)
    slow = [daemon.connect() for _ in range(number)]
    tell(daemon, f"2 x {number} clients")
    polite, newcomers = Polite(daemon), Newcomers(daemon)
    alive, sent = set(unread), 0
    begin = time.monotonic()
    for second in range(1, seconds + 1):
        for client in slow:
            try:
                client.send(request[second % len(request):][:1])
            except OSError:
                pass  # the daemon has had enough of it
        while time.monotonic() < begin + second:
            for client in list(alive):
                try:
                    sent += client.send(flood)
                except BlockingIOError:
                    pass
                except OSError:
                    alive.discard(client)
            time.sleep(0.1)
        if second in (1, 2, 5, 10, 20, 30, 40):
            tell(daemon, f"after {second} s, {sent / 1e6:.0f} MB sent, {len(alive)} of those who "
                         f"never read still connected, {daemon.connections()} connections in all")
    good = polite.stop() & newcomers.stop()
    return good and daemon.memory("VmHWM") <= 150


def flood(daemon, number=9000, verb="stats"):
    tell(daemon, f"{verb}: nobody")
    request = REQUESTS[verb]
    text = request * (8192 // len(request) + 1)
    newcomers = Newcomers(daemon)
    clients = []
    for _ in range(number):
        client = daemon.connect()
        try:
            client.sendall(text)
        except OSError:
            pass  # dropped already
        clients.append(client)
    tell(daemon, f"{number} clients have sent {len(text)} bytes each")
    time.sleep(5)
    tell(daemon, f"after 5 s, {daemon.connections()} connections")
    good = newcomers.stop()
    last = newcomer(daemon)
    print(f"  a newcomer at the end: {last and round(last, 3)} s", flush=True)
    return good and last is not None


def soak_client(daemon, random, stop, faults):
    """One client after the other, each of a random kind, until told to stop."""
    lines = [PUZZLE, b"ping\n", b"@a " + PUZZLE, b"stats\n", b"queens 8\n", b"# nothing\n", b"\n",
             b"count 5 " + PUZZLE, b"first 9 3\n", b"target " + PUZZLE, b"solve " + PUZZLE,
             b"nonsense\n", b"queens 99\n", b"5" * 81 + b"\n"]

    def polite(s):
        number = random.randrange(1, 500)
        s.sendall(PUZZLE * number)
        s.shutdown(socket.SHUT_WR)
        got = b"".join(iter(lambda: s.recv(65536), b""))
        if got != SOLUTION * number:
            faults.append(f"{number} puzzles got {len(got) / 82:.2f} answers: {got[-100:]!r}")

    def mixed(s):
        s.sendall(b"".join(random.choices(lines, k=random.randrange(1, 300))) + b"quit\n")
        while s.recv(65536):
            pass

    def bitten(s):
        for byte in b"".join(random.choices(lines, k=3)):
            s.sendall(bytes([byte]))
        s.shutdown(socket.SHUT_WR)
        while s.recv(65536):
            pass

    def garbage(s):
        for _ in range(random.randrange(1, 20)):
            s.sendall(random.randbytes(random.randrange(1, 5000)))

    def long_line(s):
        s.sendall(b"1" * random.randrange(3000, 10000))
        s.recv(100)

    def flood(s):
        s.settimeout(2)
        for _ in range(200):
            s.sendall(PUZZLE * 2000)

    def reset(s):
        s.sendall(PUZZLE * random.randrange(1, 3000))
        s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def silent(s):
        time.sleep(random.random())

    def searcher(s):  # leaves before the answer
        s.sendall(random.choice([b"queens 18\n", b"first 1000 30\n", b"target " + b"." * 81 + b"\n",
                                 b"count 0 " + b"." * 81 + b"\n"]) * random.randrange(1, 20))
        time.sleep(random.random() / 2)

    def http(_):
        with socket.create_connection(("127.0.0.1", daemon.http), timeout=60) as s:
            if random.random() < 0.3:
                s.sendall(random.randbytes(random.randrange(1, 10000)))
            elif random.random() < 0.5:
                s.sendall(b"POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 81\r\n\r\n" +
                          PUZZLE[:81 if random.random() < 0.7 else 40])
            else:
                path = random.choice([b"/", b"/metrics", b"/status.json", b"/none"])
                s.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
            if random.random() < 0.7:
                s.settimeout(2)
                s.recv(65536)

    kinds = [polite, polite, mixed, bitten, garbage, long_line, flood, reset, silent, searcher, http]
    while not stop.is_set():
        kind = random.choice(kinds)
        try:
            with daemon.connect() as s:
                kind(s)
        except OSError:
            if kind is polite:
                faults.append("a polite client was cut off")


def soak(daemon, seconds, number=24):
    tell(daemon, "nobody")
    stop, faults = threading.Event(), []
    clients = [threading.Thread(target=soak_client, daemon=True,
                                args=(daemon, random.Random(seed), stop, faults))
               for seed in range(number)]
    for client in clients:
        client.start()
    polite = Polite(daemon)
    begin = time.monotonic()
    while time.monotonic() < begin + seconds and daemon.process.poll() is None:
        time.sleep(max(seconds / 12, 1))
        tell(daemon, f"after {time.monotonic() - begin:.0f} s")
    stop.set()
    for client in clients:
        client.join(90)
    good = polite.stop()
    for fault in faults[:10]:
        print("  FAULT:", fault)
    print(f"  {len(faults)} faults")
    return good and not faults


def run(program, what, numbers, options):
    daemon = Daemon(program, options)
    while b"200 OK" not in daemon.get("/readyz"):
        time.sleep(0.1)
    before = daemon.descriptors()
    good = {"idle": idle, "rude": rude, "soak": soak, "flood": flood}[what](daemon, *numbers)
    # All clients of this process are gone with their sockets; the daemon notices.
    deadline = time.monotonic() + 30
    while (daemon.connections() or daemon.descriptors() > before + 1) and time.monotonic() < deadline:
        time.sleep(0.1)
    tell(daemon, f"at the end, {daemon.connections()} connections")
    good = good and daemon.descriptors() <= before + 1 and daemon.connections() == 0
    print("its log ends:\n  " + "  ".join(daemon.log[-5:]), end="")
    peak = daemon.memory("VmHWM")
    status = daemon.end()
    print("exit status", status)
    good = good and status == 0
    print(f"{what} {' '.join(map(str, numbers))}: at most {peak:.1f} MB, {'good' if good else 'BAD'}",
          flush=True)
    return good


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in ("idle", "rude", "soak", "flood"):
        sys.exit(__doc__)
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    program, what, *rest = sys.argv[1:]
    numbers = []
    while rest and (rest[0].isdigit() or rest[0] in REQUESTS or rest[0] == "all"):
        word = rest.pop(0)
        numbers.append(int(word) if word.isdigit() else word)
    verbs = REQUESTS if "all" in numbers else [None]
    runs = [run(program, what, [verb if n == "all" else n for n in numbers], rest) for verb in verbs]
    sys.exit(0 if all(runs) else 1)


main()
