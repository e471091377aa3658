"""The status page in a real browser, before a daemon at work: what it shows, what the box answers,
keyboard, contrast, sizes, searches that are cancelled, by whom it may be done, and what it shows of a
daemon that drains or has gone.

    status_page.py PROGRAM PUZZLES CHROMIUM CHROMEDRIVER SCREENSHOTS
"""

import contextlib
import pathlib
import re
import signal
import socket
import sys
import tempfile
import time

from daemon import Daemon
from measures import CONTRAST, SHIFTS
from webdriver import Browser, wait_for

PROGRAM, PUZZLES, CHROMIUM, CHROMEDRIVER, SCREENSHOTS = sys.argv[1:]

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EMPTY = "." * 81
UNSOLVABLE = "12345678.........9" + "." * 63
TWO = SOLUTION.replace("1", ".").replace("2", ".")  # of which these two may change places

passed = 0
begun = time.monotonic()


def check(what, is_so, shown=""):
    global passed
    if not is_so:
        raise AssertionError(f"{what}: {shown}")
    passed += 1
    print(f"ok {time.monotonic() - begun:5.1f} s:", what, flush=True)


def text_of(selector):
    return f'document.querySelector("{selector}").textContent'


class Page:
    """What is checked of the page, in the order in which it is done."""

    def __init__(self, browser, daemon):
        self.browser = browser
        self.daemon = daemon

    def expect(self, what, expression, wanted):
        """Waits until the expression has the value, or one that `wanted` is true of."""
        is_so = wanted if callable(wanted) else lambda value: value == wanted
        value = None

        def has_come():
            nonlocal value
            value = self.browser.value(
                f"(() => {{ try {{ return {expression}; }} catch {{ return null; }} }})()"
            )
            return value is not None and is_so(value)

        try:
            wait_for(what, has_come, 120)
        except AssertionError:
            raise AssertionError(f"{what}: {expression} is {value!r}") from None
        check(what, True)

    def watch(self):
        self.expect("the phase", text_of("#phase"), "serving")
        self.expect(
            "version, commit and uptime",
            text_of("#about"),
            lambda text: re.match(r"version \S+, commit \S+, \S+, up ", text),
        )
        host = socket.gethostname()
        self.expect("the host", text_of("#host"), host)
        self.expect("the address for clients", text_of("#listen"), self.daemon.address)
        self.expect(
            "all of these in the title",
            "document.title",
            lambda title: re.match(
                re.escape(f"{host} {self.daemon.address} · puzzled ") + r"\S+ \S+$", title
            ),
        )
        self.expect("nine charts", 'document.querySelectorAll("figure svg").length', 9)
        figure = lambda title: (
            f'[...document.querySelectorAll("figure")].find(e => e.querySelector("h3").textContent === "{title}")'
        )
        for title, color in (
            ("Requests", "one"),
            ("Errors", "warn"),
            ("Processors busy", "one"),
            ("Clients", "one"),
            ("Memory", "one"),
            ("Traffic", "one"),
        ):
            path = f'.querySelector("path.{color}:not(.dots)").getAttribute("d")'
            self.expect(f"a curve of {title}", figure(title) + path, lambda d: d and "L" in d)
        for title in ("Queue wait", "Batch solve time"):
            for percentile in ("p50", "p90", "p99"):
                self.expect(
                    f"{title}: a band of {percentile}",
                    figure(title) + f'.querySelector("path.band.{percentile}").getAttribute("d")',
                    lambda d: d and d.endswith("Z"),
                )
        self.expect(
            "which is filled",
            f'getComputedStyle({figure("Queue wait")}.querySelector(".band")).fill',
            lambda fill: fill.startswith("rgb"),
        )
        for title in ("Requests", "Queue wait", "Memory"):
            self.expect(
                f"{title}: ticks with values",
                f'[...{figure(title)}.querySelectorAll(".values span")].map(e => e.textContent)',
                lambda texts: len(texts) >= 3 and len(set(texts)) == len(texts),
            )
            self.expect(
                f"{title}: ticks with clock times",
                f'[...{figure(title)}.querySelectorAll(".times span")].map(e => e.textContent)',
                lambda texts: texts and all(re.fullmatch(r"\d\d:\d\d(:\d\d)?", text) for text in texts),
            )
        newest = f'{figure("Requests")}.querySelector(".times span").textContent'
        self.expect(
            "that are about now",
            f'[{newest}, new Date().getHours() * 60 + new Date().getMinutes()]',
            lambda shown: (shown[1] - sum(int(n) * k for n, k in zip(shown[0].split(":"), (60, 1)))) % 1440 < 15,
        )
        self.expect(
            "a rate of requests",
            text_of("figure .series b"),
            lambda text: re.match(r"[1-9][\d.]*\s?k?/s", text),
        )
        self.expect(
            "errors in colour",
            'Array.from(document.querySelectorAll("#totals tr.warn th"), e => e.textContent).join()',
            lambda names: "invalid" in names and "bad-request" in names,
        )
        self.expect(
            "and what was new",
            'document.querySelector("#totals tr.warn .more").textContent',
            lambda text: text.startswith("+"),
        )
        limit = (
            lambda name: f'Array.from(document.querySelectorAll("#limits .card")).find(e => e.textContent.includes("{name}"))'
        )
        self.expect(
            "connections against their limit",
            limit("Connections") + ".textContent",
            lambda text: re.search(r"Connections[67]\sof\s8", text),
        )
        self.expect(
            "near the limit", limit("Connections") + ".dataset.level", lambda level: level in ("near", "full")
        )
        self.expect("threads at their limit", limit("Search threads") + ".dataset.level", "full")
        self.expect(
            "waiting clients",
            limit("Clients waiting") + ".textContent",
            lambda text: re.fullmatch(r"Clients waiting\d+\sof\s\d+", text),
        )
        self.expect(
            "open files against their limit",
            limit("Open files") + ".textContent",
            lambda text: re.fullmatch(r"Open files[1-9]\d*\sof\s[\d.]+\s?k?M?", text),
        )
        reasons = self.browser.value(
            """[...document.querySelectorAll('#totals [data-title="Dropped, by reason"] th')].map(e => [e.textContent, e.title])"""
        )
        check(
            "reasons of drops, and what they mean",
            [reason for reason, _ in reasons][:4]
            == ["read-timeout", "proxy-header", "idle-timeout", "write-timeout"]
            and all(meaning for _, meaning in reasons),
            reasons,
        )
        self.expect("far from the limit", limit("Buffers") + ".dataset.level", "")
        self.expect(
            "running searches",
            'Array.from(document.querySelectorAll("#searches tbody tr"), e => e.textContent).join("|")',
            lambda text: re.search(r"count0 \.{81}127\.0\.0\.1:\d+", text),
        )
        self.expect(
            "counts of them",
            text_of("#searches-count"),
            lambda text: re.match(r"\d+ running.*, \d+ waiting", text),
        )
        self.expect(
            "clients", 'document.querySelectorAll("#clients tbody tr").length', lambda rows: 5 <= rows <= 8
        )
        self.expect(
            "the busiest first",
            '[...document.querySelectorAll("#clients tbody td:nth-child(2)")].map(e => e.textContent)',
            lambda rates: rates[0] != "0" and rates[-1] == "0",
        )

    def hover(self):
        box = self.browser.value(
            '(({ x, y, width, height }) => [x, y, width, height])(document.querySelector(".plot").getBoundingClientRect())'
        )
        self.browser.move_to(box[0] + box[2] - 2, box[1] + box[3] / 2)
        self.expect("the values of a moment", text_of("#moment"), lambda text: text.endswith(" ago"))
        self.browser.move_to(0, 0)
        self.expect("until the pointer has left", text_of("#moment"), "")
        self.browser.run('document.querySelector("#charts").focus()')
        self.browser.press("Left", "Left")
        self.expect(
            "the same by arrow keys, with the clock time",
            text_of("#moment"),
            lambda text: re.fullmatch(r"\d\d:\d\d:\d\d, 2\u00a0s ago", text),
        )
        self.browser.press("Escape")
        self.expect("and Escape", text_of("#moment"), "")

    def type_keys(self):
        line = 'document.querySelector("#line").value'
        focus = 'document.activeElement.getAttribute("aria-label")'
        rest = "." * 76
        is_open = 'document.querySelector("#board").open'
        self.expect("the empty board is folded away", is_open, False)
        self.browser.press("Tab", "Enter")
        self.expect("Enter unfolds it", is_open, True)
        self.browser.press("Tab")
        self.expect("Tab goes on to the grid", focus, "Row 1, column 1")
        self.browser.press("5", "3", ".", "0", "7")
        self.expect("digits are typed one after the other", line, "53..7" + rest)
        self.browser.press("Down", "Left", "Left")
        self.expect("arrows move", focus, "Row 2, column 4")
        self.browser.press("End", "Right", "Up", "Up")
        self.expect("and stop at the border", focus, "Row 1, column 9")
        self.browser.press("Home", "Right", "Backspace")
        self.expect("backspace clears a cell", line, "5...7" + rest)
        self.expect("and goes back", focus, "Row 1, column 1")
        self.browser.press("q", "a", "!")
        self.expect("other keys write nothing", line, "5...7" + rest)
        self.browser.run("document.querySelector('#example').focus()")
        self.browser.press("Enter")
        self.expect("the example", line, PUZZLE)
        self.browser.run("document.querySelector('#cells input').focus()")
        self.browser.press("Enter")
        self.expect("Enter solves", text_of("#solution"), SOLUTION)
        self.expect(
            "the grid is full",
            'Array.from(document.querySelectorAll("#cells input"), e => e.value).join("")',
            SOLUTION,
        )
        self.expect(
            "what was found is told from clues", 'document.querySelectorAll("#cells .found").length', 51
        )
        self.browser.press("Right", "Right", "9")
        self.expect("typing goes on from the clues", line, "539" + PUZZLE[3:])
        self.expect("and takes back the solution", 'document.querySelectorAll("#cells .found").length', 0)

    def answer(self, text, wanted, solution="", button="submit"):
        """The box's answer to a text."""
        self.browser.run(
            f"const line = document.querySelector('#line'); line.value = {text!r};"
            "line.dispatchEvent(new Event('input'));"
            f"document.querySelector('{'[type=submit]' if button == 'submit' else '#' + button}').click()"
        )
        self.expect(f"{text[:30]!r}: {wanted}", text_of("#answer"), lambda answer: re.match(wanted, answer))
        if solution is not None:
            self.expect("  and its grid", text_of("#solution"), solution)

    def ask(self):
        rows = "\n".join(PUZZLE[i : i + 9] for i in range(0, 81, 9))
        self.answer(PUZZLE, r"Unique: this is the only solution\. Answered in ", SOLUTION)
        self.answer(rows, r"Unique", SOLUTION)
        self.answer(PUZZLE + " # with a remark", r"Unique", SOLUTION)
        self.answer(TWO, r"\d+ solutions; this is one of them", None)
        self.answer(EMPTY, r"More than 10,000 solutions; this is one of them", None)
        self.answer(UNSOLVABLE, r"Unsolvable: no grid agrees")
        self.answer("55" + PUZZLE[2:], r"Invalid: .{10,}")
        self.answer("count 7 " + EMPTY, r"7 solutions or more", None)
        self.answer("count 0 " + rows, r"Unique", SOLUTION)
        self.answer("target " + PUZZLE, r"Best score 2,846", SOLUTION)
        self.answer("target " + UNSOLVABLE, r"Unsolvable")
        self.answer(PUZZLE, r"Best score 2,846", SOLUTION, "score")
        self.answer("queens 12", r"14,200 solutions for 12 queens")
        self.answer("queens 99", r"Error \(limit\): ")
        self.answer("ping", r"The daemon is there\. Answered in ", "")
        self.answer("cover three", r"2 solutions of three\. Answered in ", "")
        self.answer("  cover three 4", r"1 solution of three with options 4\. Answered in ", "")
        self.answer("cover four", r"Error \(bad-request\): the cover problems are: three")
        self.answer("rate " + PUZZLE, r"Rated \d+\.\d+\.\d+ \(level\.depth\.phases\)\. Answered in ", "")
        self.answer("rate " + EMPTY, r"Not rated: the puzzle has not exactly one solution")
        self.answer(
            "canon " + rows,
            r"Canonical form of this puzzle\. Answered in ",
            lambda form: re.fullmatch(r"[1-9.]{81}", form),
        )
        self.expect("which is not put into the cells", 'document.querySelectorAll("#cells .found").length', 0)
        self.answer("minimal " + PUZZLE, r"(Minimal: no clue of it can go|Clues that can go, one at a time: r\dc\d)")
        self.answer("minimal " + SOLUTION, r"Clues that can go, one at a time: r1c1 ")
        self.answer("minimal " + TWO, r"The puzzle has more than one solution")
        self.answer("minimal " + UNSOLVABLE, r"Unsolvable")
        self.answer("solve " + PUZZLE, r"Unique", SOLUTION)
        stop = 'document.querySelector("#stop")'
        self.answer("count 0 " + EMPTY, "Asking …", "")
        self.expect("a long search of one's own can be cancelled", f"{stop}.hidden", False)
        self.browser.run(f"{stop}.click()")
        self.expect("and is", text_of("#answer"), "Cancelled.")
        self.expect("once", f"{stop}.hidden", True)
        self.expect(
            "which stops it",
            text_of("#searches"),
            lambda text: text.count("count0 ") == 2,
        )
        self.answer("stats", r"Error \(bad-request\): ")
        self.answer("queens 8\nqueens 8", r"Error \(bad-request\): one request a call")
        self.answer("first 3 8", r"Error \(bad-request\): ")
        self.answer("<img src=x onerror=alert(1)>", r"Invalid: ")
        self.answer("quens 8", r"Error \(bad-request\): unknown request 'quens'")
        self.expect("nothing of that became an element", 'document.querySelectorAll("main img").length', 0)
        self.browser.run("document.querySelector('#clear').click(); document.querySelector('#line').focus()")
        self.browser.press("1", "Enter", "2")
        self.expect("Enter begins a row of a puzzle", 'document.querySelector("#line").value', "1\n2")
        self.browser.run("document.querySelector('#clear').click(); document.querySelector('#line').focus()")
        self.browser.press(*"queens 8", "Enter")
        self.expect(
            "and sends a request",
            text_of("#answer"),
            lambda answer: answer.startswith("92 solutions for 8 queens"),
        )
        self.browser.open("about:blank")
        self.browser.open(self.daemon.page + "#" + PUZZLE)
        self.expect("a puzzle in the address is solved", text_of("#solution"), SOLUTION)
        self.expect("and its board is open", 'document.querySelector("#board").open', True)
        self.browser.open(self.daemon.page + "#" + UNSOLVABLE)
        self.expect("so is the next one", text_of("#answer"), lambda text: text.startswith("Unsolvable"))
        self.browser.open(self.daemon.page + "#count%200%20" + PUZZLE)
        self.expect("and a request", text_of("#answer"), lambda text: text.startswith("Unique"))
        self.browser.run("document.querySelector('#clear').click()")
        self.expect("without one it is folded again", 'document.querySelector("#board").open', False)

    def cancel(self, searches):
        """The search in the first row, with its button; `searches` are the connections of both."""
        button = 'document.querySelector("#searches .cancel")'
        rows = '[...document.querySelectorAll("#searches tbody tr")].map(e => e.cells[2].textContent)'
        address = lambda connection: "{}:{}".format(*connection.getsockname())
        addresses = [address(connection) for connection in searches]
        self.expect("two searches", rows, lambda shown: sorted(shown) == sorted(addresses))
        shown = self.browser.value(rows)
        victim, other = (searches[addresses.index(row)] for row in shown)
        self.browser.run(f"{button}.click()")
        self.expect("a button asks first", f"{button}.textContent", "Sure?")
        self.browser.run(f"{button}.focus(); {button}.blur()")
        self.expect("and gives up when it is left", f"{button}.textContent", "Cancel")
        self.browser.run(f"{button}.focus()")
        self.browser.press("Enter", "Enter")
        self.expect(
            "pressed twice it cancels", text_of("#cancelled"), lambda text: text.startswith("Cancelled: count 0 ")
        )
        answer = victim.makefile().readline()
        check("its client is told", answer.startswith("error cancelled by the operator: at least "), answer)
        self.expect("the other stays", rows, lambda shown: address(other) in shown)

    def look(self):
        """Sizes and colours, and a picture of each."""
        pictures = pathlib.Path(SCREENSHOTS)
        pictures.mkdir(parents=True, exist_ok=True)
        colors = set()
        for width, height in ((1920, 1080), (1280, 900), (390, 844), (320, 700)):
            for scheme in ("light", "dark"):
                self.browser.show_as(width, height, scheme)
                self.expect(
                    f"{width} wide, {scheme}: no scrolling sideways",
                    "document.documentElement.scrollWidth <= innerWidth && innerWidth",
                    width,
                )
                poor = self.browser.value(CONTRAST)
                check("contrast of all texts is 4.5 or more", poor == [], poor)
                colors.add(self.browser.value("getComputedStyle(document.body).backgroundColor"))
                if width >= 390:
                    self.browser.screenshot(pictures / f"status-{width}-{scheme}.png")
        check("light and dark differ", len(colors) == 2, colors)
        top = lambda selector: self.browser.value(
            f'document.querySelector("{selector}").getBoundingClientRect().top'
        )
        check("on a phone the status comes before the box", top("#charts") < top("#limits") < top("#puzzle"))
        self.browser.show_as(1920, 1080, "light")
        edges = '["#charts", "#limits", "#totals"].map(id => document.querySelector(id).getBoundingClientRect())'
        charts, limits, totals = self.browser.value(f"{edges}.map(e => [e.left, e.right, e.bottom])")
        check(
            "1920 pixels are used from side to side",
            charts[0] < 40 and limits[1] > 1860 and totals[1] > 1860,
            (charts, limits, totals),
        )
        check("all charts are seen at once", charts[2] < 1080, charts)
        for width, height in ((390, 844), (1280, 900)):
            self.browser.show_as(width, height, "light")
            self.browser.open("about:blank")
            self.browser.open(self.daemon.page)
            self.expect("numbers come", text_of("#clients-count"), lambda text: text[:1] > "0")
            shifts = self.browser.value(SHIFTS)
            check("and nothing moves", sum(shift["value"] for shift in shifts) < 0.02, shifts)
        nameless = self.browser.value(
            'Array.from(document.querySelectorAll("input, textarea, button, [role=meter], svg[role=img]"), '
            'e => e.getAttribute("aria-label") || e.textContent || e.labels?.[0]?.textContent).filter(name => !name?.trim()).length'
        )
        check("every control has a name", nameless == 0, nameless)
        size = self.browser.value(
            'performance.getEntriesByType("resource").filter(e => /(js|css|svg)$/.test(e.name)).reduce((all, e) => all + e.decodedBodySize, 0)'
        )
        check("the page weighs less than 60 kB", 0 < size < 60000, size)

    def end(self, other):
        """A daemon that drains, while a search keeps it, and that has gone."""
        messages = self.browser.messages()
        # Requests that the daemon refused on purpose, which the browser tells of.
        complaints = [
            text
            for text in messages
            if not re.search(
                r"/ask - Failed to load resource: the server responded with a status of 400", text
            )
        ]
        check(
            "the browser has nothing to complain about, its content policy included",
            complaints == [],
            complaints,
        )
        # A page of another origin in the same browser: without our header, with it, as a form.
        search = self.daemon.connect("count 0 " + EMPTY + "\n")
        self.expect("a search begins", text_of("#searches-count"), lambda text: text.startswith("1 running"))
        number = self.browser.value("fetch('/searches').then(r => r.json()).then(told => told.searches[0].id)")
        self.browser.open("data:text/html,<title>evil</title>")
        target = f"'{self.daemon.page}cancel', {{method: 'POST', body: '{number}'"
        for more in ("mode: 'no-cors'", "headers: {'Puzzled-Action': 'cancel'}"):
            self.browser.value(f"fetch({target}, {more}}}).then(() => true, () => false)")
        self.browser.run(
            f"const form = document.createElement('form'); form.method = 'POST'; form.enctype = 'text/plain';"
            f"form.action = '{self.daemon.page}cancel'; document.body.append(form); form.submit()"
        )
        self.expect("a form of another page is refused", "document.body.textContent", lambda text: "refused" in text)
        self.browser.open(self.daemon.page)
        self.expect(
            "no foreign page has cancelled the search",
            text_of("#searches-count"),
            lambda text: text.startswith("1 running"),
        )
        self.daemon.process.send_signal(signal.SIGTERM)
        self.expect("a daemon that drains", text_of("#phase"), "draining")
        self.expect("says so", text_of("#about"), "answers what it has accepted, then exits")
        self.expect("in its title, too", "document.title", lambda text: text.startswith("draining: "))
        search.close()
        self.expect("one that has gone", text_of("#phase"), "does not answer")
        self.expect("in its title, too", "document.title", lambda text: text.startswith("no answer: "))
        self.expect(
            "since when",
            text_of("#updated"),
            lambda text: re.match(r"no answer for \d+\ss; these are the last numbers", text),
        )
        check(
            "its numbers are grey",
            self.browser.value(
                'document.body.className === "stale" && getComputedStyle(document.querySelector(".plot")).filter'
            )
            == "grayscale(1)",
        )
        self.browser.screenshot(pathlib.Path(SCREENSHOTS) / "status-lost.png")
        # The browser's own first tab is of another scheme.
        # A daemon that other machines can ask.
        self.browser.open(other.page)
        self.expect(
            "no clients are listed where other machines can ask",
            text_of("#clients .empty"),
            "Listed only where http is a loopback address.",
        )
        self.expect(
            "nor what is searched",
            text_of("#searches .empty"),
            "Listed only where http is a loopback address.",
        )
        self.expect("but how much", text_of("#searches-count"), "0 running, 0 waiting")
        self.answer("count 0 " + EMPTY, r"Stopped after 0\.2 s: at least [\d,]+\.", None)
        pages = (self.daemon.page, other.page)
        foreign = [
            url for url in self.browser.requested() if re.match("http|ws", url) and not url.startswith(pages)
        ]
        check("no other origin was asked", foreign == [], foreign)


def main():
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        daemon = Daemon(PROGRAM, folder)
        stack.callback(daemon.close)
        load = daemon.send(PUZZLES, folder)
        stack.callback(lambda: (load.kill(), load.wait()))
        # Two clients with long searches, of which one waits, and two that do nothing.
        searching = contextlib.ExitStack()
        stack.enter_context(searching)
        searches = [
            searching.enter_context(daemon.connect(lines))
            for lines in ("count 0 " + EMPTY + "\n" + "queens 18\n", "count 0 " + EMPTY + "\n")
        ]
        for _ in range(2):
            stack.enter_context(daemon.connect("ping\n"))
        browser = Browser(CHROMIUM, CHROMEDRIVER, folder)
        stack.callback(browser.close)
        browser.show_as(1280, 900, "light")
        browser.open(daemon.page)
        page = Page(browser, daemon)
        try:
            page.watch()
            page.hover()
            page.type_keys()
            page.ask()
            page.cancel(searches)
            searching.close()
            page.look()
            other = Daemon(PROGRAM, folder, "0.0.0.0:0", "200ms")
            stack.callback(other.close)
            page.end(other)
        except AssertionError as error:
            print("FAILED:", error, flush=True)
            print("the browser:", browser.messages(), "the daemon:", daemon.log.read_text(), sep="\n")
            pathlib.Path(SCREENSHOTS).mkdir(parents=True, exist_ok=True)
            browser.screenshot(pathlib.Path(SCREENSHOTS) / "failed.png")
            return 1
    print(f"{passed} checks passed")
    return 0


sys.exit(main())
