"""Servers, workers and feeders of a test, in a temporary directory: started, killed, started again."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import redis

PATIENCE = 120  # what nothing may take: a hang, not a measurement


def wait_until(holds, what):
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.005)


class Party:
    """A process that is started again after each kill; its standard error goes to NAME.log."""

    def __init__(self, test, name, words, **options):
        self.test, self.name, self.words, self.options = test, name, words, options
        self.kills = 0
        self.start()

    def start(self):
        with open(self.test.path(self.name + ".log"), "ab") as log:
            self.process = subprocess.Popen(self.words, stderr=log, **self.options)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.kills += 1

    def end(self):
        self.process.terminate()
        return self.process.wait(PATIENCE)


class Server(Party):
    def __init__(self, test, *options):
        self.socket = str(test.path("socket"))
        self.client = redis.Redis(unix_socket_path=self.socket)
        words = ["redis-server", "--port", "0", "--unixsocket", self.socket, "--dir", str(test.folder)]
        super().__init__(test, "server", [*words, "--save", "", *options], stdout=subprocess.DEVNULL)

    def start(self):
        super().start()
        wait_until(self.answers, "the server does not start")

    def answers(self):
        try:
            return self.client.ping()
        except redis.RedisError:
            return False

    def url(self, stream):
        return f"redis+unix://{self.socket}?stream={stream}"


class Test:
    """Call it with the name of the program; parties that still run are killed at the end."""

    def __init__(self, program):
        self.program = os.path.abspath(program)

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="puzzled.")
        self.folder = pathlib.Path(self.temporary.name)
        self.parties = []
        return self

    def __exit__(self, kind, *_):
        for party in self.parties:
            party.process.kill()
            party.process.wait()
        if kind is not None:
            for log in sorted(self.folder.glob("*.log")):
                print(f"--- {log.name}\n" + log.read_text(errors="replace")[-3000:], file=sys.stderr)
        self.temporary.cleanup()

    def path(self, name):
        return self.folder / name

    def add(self, party):
        self.parties.append(party)
        return party

    def server(self, *options):
        return self.add(Server(self, *options))

    def run(self, name, *words):
        return self.add(Party(self, name, [self.program, *words]))

    def puzzles(self, count):
        """A file of puzzles of all sorts, and what is to be answered."""
        puzzles, expected = self.path("puzzles.txt"), self.path("expected.txt")
        made = subprocess.run([self.program, "generate", "--count", str(count), "--quiet"], stdout=subprocess.PIPE, check=True)
        puzzles.write_bytes(made.stdout + b"\n# a comment\r\nend\nno puzzle\n" + b"12345678" + b"." * 72 + b"9")
        subprocess.run([self.program, "solve", "--pipe", "--quiet", puzzles, "-o", expected], check=True)
        return puzzles, expected.read_bytes()
