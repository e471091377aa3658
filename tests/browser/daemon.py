"""The daemon whose page is looked at, and load on it."""

import pathlib
import re
import socket
import subprocess

from webdriver import wait_for


# Small, so that little load comes near them; a drain lasts as long as the test lets it.
LIMITS = ["--connections=8", "--search-threads=1", "--shutdown-timeout=600s"]


class Daemon:
    """A daemon, with small limits unless others are given."""

    def __init__(self, program, folder, http="127.0.0.1:0", search_timeout="0", limits=LIMITS):
        self.program = program
        # Three items, and two ways to cover them.
        problem = folder / "three.dlx"
        problem.write_text("a b c\na\nb\nc\nb c\n")
        self.log = folder / f"daemon-{http}.log"
        self.process = subprocess.Popen(
            [
                program,
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--http",
                http,
                "--search-timeout",
                search_timeout,
                "--cover-problems",
                f"three = {problem}",
                *limits,
            ],
            stderr=self.log.open("w"),
        )
        wait_for("the daemon", lambda: "listening for http" in self.log.read_text())
        port = re.search(r"listening for http on=\S+:(\d+)", self.log.read_text())[1]
        self.page = f"http://127.0.0.1:{port}/"
        self.address = re.search(r"listening on=(\S+)", self.log.read_text())[1]

    def close(self):
        self.process.kill()
        self.process.wait()

    def connect(self, lines):
        """A connection on which these requests have been sent."""
        host, port = self.address.split(":")
        connection = socket.create_connection((host, int(port)))
        connection.sendall(lines.encode())
        return connection

    def send(self, puzzles, folder):
        """Puts load on it for the whole test: the first of a file of puzzles, and some that are invalid."""
        lines = pathlib.Path(puzzles).read_text().splitlines()[:200] + ["55" + "." * 79, "no-such-request"]
        mixed = folder / "mixed.txt"
        mixed.write_text("\n".join(lines) + "\n")
        load = ["--quiet", "--connections", "2", "--rate", "4000", "--duration", "3600s"]
        return subprocess.Popen(
            [self.program, "send", "--format", "line", *load, self.address, mixed],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
