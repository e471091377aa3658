"""Makes the pictures of the status page that deploy/docs shows: a daemon under load for five minutes,
in light and dark.

    pictures.py build/release/bin/puzzled tests/data/minimal_10k.txt chromium chromedriver deploy/docs/images
    pngquant --ext .png --force 128 deploy/docs/images/status-page-*.png
"""

import contextlib
import pathlib
import subprocess
import sys
import tempfile
import time

from daemon import Daemon
from webdriver import Browser, wait_for

PROGRAM, PUZZLES, CHROMIUM, CHROMEDRIVER, IMAGES = sys.argv[1:]
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SECONDS = 280  # charts show five minutes
SHOWN = (1280, 1130)


def load(daemon, folder, stack):
    """Clients that come and go while the pictures' history is made."""
    puzzles = folder / "some.txt"
    puzzles.write_text("\n".join(pathlib.Path(PUZZLES).read_text().splitlines()[:5000]) + "\n")
    end = time.monotonic() + SECONDS
    for i in range(SECONDS):
        left = end - time.monotonic()
        if left <= 0:
            return
        if i == 2:
            stack.enter_context(daemon.connect("count 0 " + "." * 81 + "\n"))
        rate = 20000 + 15000 * (i % 3)
        words = ["send", "--quiet", "--format", "line", "--connections", "2"]
        words += ["--rate", str(rate), "--duration", f"{60 if left < 60 else 40}s", daemon.address, puzzles]
        sender = subprocess.Popen([PROGRAM, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        stack.callback(lambda sender=sender: (sender.kill(), sender.wait()))
        while sender.poll() is None and time.monotonic() < end:
            wrong = "wrong\n" * 8 if time.monotonic() % 60 < 3 else ""
            client = daemon.connect(f"queens {12 + i % 4}\ntarget {PUZZLE}\n{wrong}")
            client.makefile().readline()
            client.close()
            time.sleep(3)


def main():
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        daemon = Daemon(PROGRAM, folder, limits=[])
        stack.callback(daemon.close)
        load(daemon, folder, stack)
        browser = Browser(CHROMIUM, CHROMEDRIVER, folder)
        stack.callback(browser.close)
        browser.show_as(*SHOWN, "light")
        browser.open(daemon.page + "#" + PUZZLE)
        solved = "document.querySelector('#solution').textContent.length === 81"
        wait_for("the solution", lambda: browser.value(solved))
        listed = "document.querySelectorAll('#searches .cancel').length === 1"
        wait_for("the search", lambda: browser.value(listed))
        for scheme in ("light", "dark"):
            browser.show_as(*SHOWN, scheme)
            dark = str(scheme == "dark").lower()
            is_so = f"matchMedia('(prefers-color-scheme: dark)').matches === {dark}"
            wait_for("the colours", lambda is_so=is_so: browser.value(is_so))
            browser.screenshot(pathlib.Path(IMAGES) / f"status-page-{scheme}.png", SHOWN[1])


main()
