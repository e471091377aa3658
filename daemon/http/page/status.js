// The status page: reads /status.json once a second and shows what changed in between; sends a
// puzzle to /solve and shows its answer.
"use strict";

const PERIOD_MS = 1000;
const HISTORY = 120; // seconds of the curve
const LATENCY_WINDOW = 10; // seconds over which percentiles are taken
const EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const BLANKS = ".0_*Xx";

const $ = (id) => document.getElementById(id);

function make(tag, text, attributes = {}) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// ---- numbers ----

// Three digits and a prefix for thousands: 12.3 k.
function short_number(value, unit = "") {
  const prefixes = ["", "k", "M", "G", "T", "P"];
  let i = 0;
  while (value >= 999.5 && i < prefixes.length - 1) {
    value /= 1000;
    ++i;
  }
  const digits = i === 0 && (value === Math.round(value) || value >= 10) ? 0 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${value.toFixed(digits)}\u00a0${prefixes[i]}${unit}`.trim();
}

function duration(seconds) {
  if (seconds < 1) return short_duration(seconds * 1e6);
  if (seconds < 120) return seconds.toFixed(seconds < 10 ? 1 : 0) + " s";
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return minutes + " min";
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? hours + " h " + (minutes % 60) + " min" : Math.floor(hours / 24) + " days";
}

function short_duration(us) {
  return us < 999.5 ? us.toFixed(us < 9.95 ? 1 : 0) + "\u00a0µs" : (us / 1e3).toFixed(us < 9950 ? 1 : 0) + "\u00a0ms";
}

const sum = (object) => Object.values(object).reduce((a, b) => a + b, 0);

// A percentile of what was counted between two moments, in seconds; null if that was nothing.
// Bucket i ends at 2^i µs, the last one nowhere; in between we interpolate.
function percentile(before, after, fraction) {
  const counts = after.counts.map((count, i) => count - before.counts[i]);
  const total = counts.reduce((a, b) => a + b, 0);
  if (total <= 0) return null;
  let left = fraction * total;
  for (let i = 0; i < counts.length; ++i) {
    if (left <= counts[i]) {
      const low = i === 0 ? 0 : 2 ** (i - 1);
      const high = i === counts.length - 1 ? low : 2 ** i;
      return (low + ((high - low) * left) / counts[i]) / 1e6;
    }
    left -= counts[i];
  }
  return null;
}

// ---- what is shown of them ----

const samples = []; // what /status.json said, the newest last
const rates = []; // requests a second

function show_definitions(list, entries) {
  for (const [name, value] of entries) {
    let entry = list.querySelector(`[data-name="${name}"]`);
    if (!entry) {
      entry = make("div", undefined, { "data-name": name });
      entry.append(make("dt", name), make("dd"));
      list.append(entry);
    }
    entry.querySelector("dd").textContent = value;
  }
}

function show_arena(name, arena, before, seconds) {
  const list = $("arenas");
  let entry = list.querySelector(`[data-name="${name}"]`);
  if (!entry) {
    entry = make("div", undefined, { "data-name": name });
    entry.append(make("dt"), make("dd"));
    const meter = make("meter", undefined, { min: 0, max: 1, "aria-label": name + " arena in use" });
    entry.lastChild.append(meter, make("span"));
    list.append(entry);
  }
  const busy = (arena.busy_seconds - before.busy_seconds) / (seconds * Math.max(arena.threads, 1));
  const use = Math.min(Math.max(busy, 0), 1);
  const threads = arena.threads + (arena.threads === 1 ? " thread" : " threads");
  entry.querySelector("dt").textContent = `${name}, ${threads}`;
  entry.querySelector("meter").value = use;
  entry.querySelector("span").textContent = ` ${Math.round(100 * use)} %`;
}

function show_totals(status) {
  const groups = {
    "Requests": status.requests,
    "Answers to Sudoku lines": status.answers,
    "Errors": status.errors,
    "Connections": status.connections,
  };
  const tables = Object.entries(groups).map(([caption, counts]) => {
    const table = make("table");
    table.append(make("caption", caption));
    for (const [name, count] of Object.entries(counts)) {
      const row = table.insertRow();
      row.append(make("th", name.replace("_", " "), { scope: "row" }));
      row.append(make("td", count.toLocaleString("en")));
    }
    return table;
  });
  $("totals").replaceChildren(...tables);
}

function show_history() {
  const most = Math.max(...rates, 1);
  const points = rates.map((rate, i) => `${HISTORY - rates.length + i + 1},${29 - (28 * rate) / most}`);
  $("history").firstElementChild.setAttribute("points", points.join(" "));
  $("history-text").textContent =
    `Requests a second, last two minutes; at most ${short_number(Math.max(...rates, 0))}`;
}

function latency_text(before, after) {
  const middle = percentile(before, after, 0.5);
  return middle === null ? "–" : `${duration(middle)} / ${duration(percentile(before, after, 0.99))}`;
}

// The daemon's own clock is the measure of time: requests may be delayed on their way here.
function show(status) {
  if (samples.length && status.uptime_seconds <= samples.at(-1).uptime_seconds) {
    samples.length = 0; // it was started anew
    rates.length = 0;
  }
  samples.push(status);
  if (samples.length > LATENCY_WINDOW + 1) samples.shift();

  $("phase").textContent = status.phase;
  $("phase").className = status.phase === "serving" ? "serving" : "problem";
  $("about").textContent =
    `version ${status.version}, ${status.isa}, up ${duration(status.uptime_seconds)}`;
  show_totals(status);
  if (samples.length < 2) return;

  const last = samples.at(-2);
  const first = samples[0];
  const seconds = status.uptime_seconds - last.uptime_seconds;
  const rate = (now, then, unit) => short_number(Math.max(now - then, 0) / seconds, unit);
  rates.push((sum(status.requests) - sum(last.requests)) / seconds);
  if (rates.length > HISTORY) rates.shift();
  show_history();
  show_definitions($("now"), [
    ["Requests/s", rate(sum(status.requests), sum(last.requests))],
    ["Solved/s", rate(status.answers.solved, last.answers.solved)],
    ["Clients", status.connections.open.toLocaleString("en")],
    ["Requests in flight", status.requests_in_flight.toLocaleString("en")],
    ["Searches in flight", status.searches_in_flight.toLocaleString("en")],
    ["Received/s", rate(status.bytes_in, last.bytes_in, "B")],
    ["Sent/s", rate(status.bytes_out, last.bytes_out, "B")],
    ["Wait, p50 / p99", latency_text(first.queue_wait, status.queue_wait)],
    ["Solve, p50 / p99", latency_text(first.solve_time, status.solve_time)],
    ["Search, p50 / p99", latency_text(first.search_time, status.search_time)],
    ["Processors busy", ((status.cpu_seconds - last.cpu_seconds) / seconds).toFixed(2)],
    ["Buffers", short_number(status.buffer_bytes, "B")],
    ["Memory", short_number(status.resident_bytes, "B")],
  ]);
  show_arena("Stream", status.stream, last.stream, seconds);
  show_arena("Search", status.search, last.search, seconds);
}

async function poll() {
  if (!document.hidden) {
    try {
      const response = await fetch("/status.json", { signal: AbortSignal.timeout(5000) });
      if (!response.ok) throw new Error(response.statusText);
      show(await response.json());
    } catch {
      $("phase").textContent = "does not answer";
      $("phase").className = "problem";
    }
  }
  setTimeout(poll, PERIOD_MS);
}

// ---- the puzzle ----
// The line is what counts and what is sent; the cells show it and write it.

const cells = [];

// The cells of a text, "" for blanks; null if it is no 81 cells with white space in between. What
// stands behind a line of 81 is no part of the puzzle.
function cells_of(text) {
  const found = [];
  for (const c of text.trim().replace(/^(\S{81})[\s,#].*$/s, "$1")) {
    if (c >= "1" && c <= "9") found.push(c);
    else if (BLANKS.includes(c)) found.push("");
    else if (!/\s/.test(c)) return null;
  }
  return found.length === 81 ? found : null;
}

function show_answer(text = "", kind = "", solution = "") {
  $("answer").textContent = text;
  $("answer").className = kind;
  $("solution").textContent = solution;
}

function show_cells(clues, solution) {
  cells.forEach((cell, i) => {
    const found = !clues[i] && solution ? solution[i] : "";
    cell.value = clues[i] || found;
    cell.className = found ? "found" : "";
  });
}

function set_line(text) {
  $("line").value = text;
  show_cells(cells_of(text) || Array(81).fill(""));
  show_answer();
}

function write_cell(i, digit) {
  const clues = cells.map((cell) => (cell.className === "found" ? "" : cell.value));
  clues[i] = digit;
  set_line(clues.map((clue) => clue || ".").join(""));
}

function go_to(i) {
  for (const cell of cells) cell.tabIndex = -1;
  cells[i].tabIndex = 0;
  cells[i].focus();
}

function on_key(event, i) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const row = i - (i % 9);
  const moves = {
    ArrowLeft: Math.max(i - 1, row),
    ArrowRight: Math.min(i + 1, row + 8),
    ArrowUp: i >= 9 ? i - 9 : i,
    ArrowDown: i < 72 ? i + 9 : i,
    Home: row,
    End: row + 8,
  };
  if (event.key in moves) {
    go_to(moves[event.key]);
  } else if (event.key === "Backspace" || event.key === "Delete") {
    write_cell(i, "");
    if (event.key === "Backspace" && i > 0) go_to(i - 1);
  } else if (event.key.length === 1) {
    take_input(event.key, i);
  } else {
    return;
  }
  event.preventDefault();
}

// One character, typed with whatever kind of keyboard.
function take_input(character, i) {
  if (character >= "1" && character <= "9") write_cell(i, character);
  else if (character === " " || BLANKS.includes(character)) write_cell(i, "");
  else return;
  if (i < 80) go_to(i + 1);
}

function make_cells() {
  for (let row = 0; row < 9; ++row) {
    const line = $("cells").insertRow();
    for (let column = 0; column < 9; ++column) {
      const i = 9 * row + column;
      const cell = make("input", undefined, {
        inputmode: "numeric",
        autocomplete: "off",
        "aria-label": `Row ${row + 1}, column ${column + 1}`,
        tabindex: i === 0 ? 0 : -1,
      });
      cell.addEventListener("keydown", (event) => on_key(event, i));
      cell.addEventListener("focus", () => {
        for (const other of cells) other.tabIndex = other === cell ? 0 : -1;
        cell.select();
      });
      cell.addEventListener("input", (event) => { // keyboards on screens send no key
        const typed = event.data || "";
        set_line($("line").value);
        if (typed) take_input(typed.at(-1), i);
        else write_cell(i, "");
      });
      cell.addEventListener("paste", (event) => {
        event.preventDefault();
        set_line(event.clipboardData.getData("text").trim());
      });
      cells.push(cell);
      line.insertCell().append(cell);
    }
  }
}

async function solve(event) {
  if (event) event.preventDefault();
  const line = $("line").value;
  if (!line.trim()) return show_answer("There is no puzzle yet.", "bad");
  show_answer("Solving …");
  const begin = performance.now();
  try {
    const response = await fetch("/solve", {
      method: "POST",
      headers: { "Content-Type": "text/plain" },
      body: line,
      signal: AbortSignal.timeout(60000),
    });
    const answer = (await response.text()).trim();
    if (line !== $("line").value) return; // changed in the meantime
    const took = duration((performance.now() - begin) / 1000);
    if (/^[1-9]{81}$/.test(answer)) {
      show_cells(cells_of(line) || Array(81).fill(""), answer);
      show_answer(`Solved; there and back in ${took}.`, "good", answer);
    } else if (answer === "unsolvable") {
      show_answer("Unsolvable: no grid agrees with these clues.", "bad");
    } else if (answer.startsWith("invalid ")) {
      show_answer("Invalid: " + answer.slice("invalid ".length), "bad");
    } else {
      show_answer(answer.replace(/^error (\S+) /, "Error ($1): "), "bad");
    }
  } catch (error) {
    show_answer("The daemon did not answer: " + error.message, "bad");
  }
}

// A puzzle behind # in the address is filled in and solved.
function take_address() {
  const text = decodeURIComponent(location.hash.slice(1));
  if (!text) return;
  set_line(text);
  solve();
}

make_cells();
$("puzzle").addEventListener("submit", solve);
$("line").addEventListener("input", () => set_line($("line").value));
$("example").addEventListener("click", () => set_line(EXAMPLE));
$("clear").addEventListener("click", () => set_line(""));
addEventListener("hashchange", take_address);
take_address();
poll();
