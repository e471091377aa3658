"""A headless Chromium, driven through chromedriver by the W3C WebDriver protocol: what the tests of
the status page need of it, with the standard library alone."""

import base64
import json
import re
import subprocess
import time
import urllib.error
import urllib.request

# Runs as root in a container, and asks no other machine for anything.
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # whatever proxy is set

KEYS = {
    "Backspace": "\ue003",
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "End": "\ue010",
    "Home": "\ue011",
    "Left": "\ue012",
    "Up": "\ue013",
    "Right": "\ue014",
    "Down": "\ue015",
}


def wait_for(what, condition, seconds=30):
    """Returns the first true value of `condition()`."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"in vain for {seconds} s: {what}")
        time.sleep(0.05)


class Browser:
    def __init__(self, chromium, chromedriver, folder):
        """`folder`: an empty one of ours, for the profile and the log."""
        log = folder / "chromedriver.log"
        self.session = None
        self.driver = subprocess.Popen(
            [chromedriver, "--port=0"], stdout=log.open("w"), stderr=subprocess.STDOUT
        )
        try:
            port = wait_for(
                "a port of chromedriver", lambda: re.search(r"successfully on port (\d+)\D", log.read_text())
            )[1]
            self.base = f"http://127.0.0.1:{port}/session"
            options = {"binary": chromium, "args": [*ARGUMENTS, f"--user-data-dir={folder}/profile"]}
            wanted = {
                "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            }
            made = self._send("POST", "", {"capabilities": {"alwaysMatch": wanted}})
            self.session = made["sessionId"]
        except BaseException:
            self.close()
            raise

    def close(self):
        if self.session:
            self._send("DELETE", "/" + self.session)
        self.driver.terminate()
        self.driver.wait()

    def _send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path, data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with DIRECTLY.open(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.read().decode()}") from None

    def _ask(self, path, body=None):
        return self._send("GET" if body is None else "POST", f"/{self.session}{path}", body)

    def open(self, address):
        self._ask("/url", {"url": address})

    def value(self, expression):
        """The value of a JavaScript expression."""
        return self._ask("/execute/sync", {"script": "return " + expression, "args": []})

    def run(self, script):
        self._ask("/execute/sync", {"script": script, "args": []})

    def press(self, *keys):
        """Presses keys, by name (KEYS) or character, one after the other."""
        steps = []
        for key in keys:
            for kind in ("keyDown", "keyUp"):
                steps.append({"type": kind, "value": KEYS.get(key, key)})
        self._ask("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": steps}]})

    def move_to(self, x, y):
        step = {"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0}
        self._ask("/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [step]}]})

    def devtools(self, command, parameters):
        """A command of the DevTools protocol."""
        return self._ask("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def show_as(self, width, height, scheme):
        """The size of the window, and `light` or `dark`."""
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
        )
        self.devtools(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        )

    def screenshot(self, file, height=None):
        """Of the whole page, however long, or of its top."""
        width, whole = self.value("[innerWidth, document.documentElement.scrollHeight]")
        clip = {"x": 0, "y": 0, "width": width, "height": height or whole, "scale": 1}
        shot = self.devtools(
            "Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True, "clip": clip}
        )
        file.write_bytes(base64.b64decode(shot["data"]))

    def messages(self):
        """What the console has said since the last call, violations of the content policy among it."""
        return [entry["message"] for entry in self._ask("/se/log", {"type": "browser"})]

    def requested(self):
        """The addresses that pages have asked for since the last call."""
        events = (
            json.loads(entry["message"])["message"] for entry in self._ask("/se/log", {"type": "performance"})
        )
        return [
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        ]
