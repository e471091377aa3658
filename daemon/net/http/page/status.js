// The status page: asks the daemon every two seconds for what is new, and shows it. charts.js draws
// the history, searches.js lists and cancels searches, box.js sends puzzles.

import { add_samples, draw_charts, make_charts, newest, next_sample } from "/charts.js";
import { ONLY_LOOPBACK, make_searches, show_searches } from "/searches.js";
import { $, ago, byte_size, duration, grouped, make, round_number, short_number } from "/numbers.js";

const PERIOD_MS = 2000;
const RECENT_SECONDS = 60; // what the totals call the last minute
const NEAR = 0.7; // of a limit
const FULL = 0.9;
const MOST_CLIENTS = 10;

// ---- limits ----

// Name, how its amounts are written, what is in use and the limit of it. Of threads: how many are
// busy, on average over two seconds. Of clients that wait, any is worth a look.
const LIMITS = [
  ["Connections", short_number, (s) => [s.connections.open, s.limits.connections]],
  ["Clients waiting", short_number, (s) => [s.clients_waiting, s.connections.open], 0],
  ["Open files", short_number, (s) => [s.open_files, s.limits.open_files]],
  ["Requests in flight", short_number, (s) => [s.requests_in_flight, s.limits.requests_in_flight]],
  ["Searches in flight", short_number, (s) => [s.searches_in_flight, s.limits.searches_in_flight]],
  ["Buffers", byte_size, (s) => [s.buffer_bytes, s.limits.buffer_bytes]],
  [
    "Stream threads busy",
    short_number,
    (s) => [Math.round(100 * (newest("stream_busy") ?? 0)) / 100, s.stream.threads],
  ],
  [
    "Search threads busy",
    short_number,
    (s) => [Math.round(100 * (newest("search_busy") ?? 0)) / 100, s.search.threads],
  ],
];

const MEANINGS = {
  "Clients waiting": "That wait for memory in the buffers, or for requests-total; of those that are connected",
  "Open files": "Sockets among them; the limit is that of the system for this process",
  Buffers: "Requests and answers held for all clients; the limit is buffers-total",
};

function make_limits() {
  for (const [name] of LIMITS) {
    const entry = make("div", undefined, { class: "card", title: MEANINGS[name] ?? "" });
    const meter = make("div", undefined, {
      class: "meter",
      role: "meter",
      "aria-label": name,
      "aria-valuemin": 0,
      "aria-valuemax": 100,
    });
    meter.append(make("div"));
    const text = make("div", undefined, { class: "use" });
    text.append(make("span", name), make("b", "–"));
    entry.append(text, meter);
    $("limits").append(entry);
  }
}

function show_limits(status) {
  LIMITS.forEach(([, text, use, near = NEAR * Math.max(use(status)[1], 1)], i) => {
    const [used, limit] = use(status);
    const part = Math.min(used / Math.max(limit, 1), 1);
    const entry = $("limits").children[i];
    const meter = entry.lastChild;
    const said = `${text(used)} of ${text(limit)}`;
    entry.querySelector("b").textContent = said;
    meter.setAttribute("aria-valuetext", said);
    entry.dataset.level = part >= FULL ? "full" : used > near ? "near" : "";
    meter.setAttribute("aria-valuenow", Math.round(100 * part));
    meter.firstChild.style.width = `${100 * part}%`;
  });
}

// ---- totals ----

// Why connections end, by the words of the log and of /metrics: in order, or by the daemon.
const ENDS = {
  "end-of-input": "The client has ended its side, and has its answers",
  "end-request": "The client has sent end or quit",
  disconnected: "The client has left without a word",
  shutdown: "Everything was answered, and the daemon ends",
  "line-too-long": "A line was longer than line-limit",
  http: "The client spoke HTTP to the listener for puzzles",
  "address-connections": "Its address has as many connections as it may",
};
const DROPS = {
  "read-timeout": "A line was not ended in time",
  "proxy-header": "A proxy did not say whose connection it is",
  "idle-timeout": "Nothing came or went for idle-timeout",
  "write-timeout": "The client took no answers for write-timeout",
  "output-limit": "Answers that it did not take reached output-hard-limit",
  "buffers-total": "The memory for all clients was used up, and this one held much of it",
  "request-too-large": "The request takes more memory than all clients together may use",
  "shutdown-timeout": "The client had not taken its answers when the daemon ended",
  exception: "A defect of the daemon: the log has the reason",
};

// For each table: title, its counts, and how serious these are ("" not at all).
function totals_of(status) {
  const { solved, unsolvable, invalid, timed_out } = status.answers;
  const { accepted, refused, dropped } = status.connections;
  const closed = Object.entries(status.closed);
  const ends = Object.fromEntries(closed.filter(([reason]) => !(reason in DROPS)));
  const drops = Object.fromEntries(closed.filter(([reason]) => reason in DROPS));
  return [
    ["Requests", status.requests, {}],
    [
      "Answers to puzzles",
      { solved, unsolvable, invalid, "timed out": timed_out },
      { invalid: "warn", "timed out": "warn" },
    ],
    [
      "Errors",
      { ...status.errors, exceptions: status.exceptions },
      { "*": "bad", "bad-request": "warn", limit: "warn" },
    ],
    [
      "Connections",
      { accepted, refused, dropped, "rate waits": status.rate_waits, ...ends },
      { refused: "bad", dropped: "bad", "rate waits": "warn", http: "warn", "line-too-long": "warn" },
    ],
    ["Dropped, by reason", drops, { "*": "bad", "idle-timeout": "warn" }],
  ];
}

let recent = []; // { uptime_seconds, totals } of the last minute

function total_row(body, name) {
  const row = body.insertRow();
  row.append(
    make("th", name, { scope: "row", title: ENDS[name] ?? DROPS[name] ?? "" }),
    make("td", "", { class: "more" }),
    make("td"),
  );
  return row;
}

function show_total([title, counts, levels], before) {
  let table = document.querySelector(`#totals [data-title="${title}"]`);
  if (!table) {
    const card = make("div", undefined, { class: "card" });
    table = make("table", undefined, { "data-title": title });
    table.append(make("caption", title), make("tbody"));
    card.append(table);
    $("totals").append(card);
  }
  Object.entries(counts).forEach(([name, count], i) => {
    const row = table.rows[i] ?? total_row(table.tBodies[0], name);
    const more = count - (before[name] ?? 0);
    row.className = count === 0 ? "none" : (levels[name] ?? levels["*"] ?? "");
    row.cells[0].textContent = name;
    row.cells[1].textContent = more > 0 ? `+${round_number(more)}` : "";
    row.cells[2].textContent = count < 1e6 ? grouped(count) : short_number(count);
    row.cells[2].title = grouped(count);
  });
}

function show_totals(status) {
  const totals = totals_of(status);
  recent = recent.filter((old) => status.uptime_seconds - old.uptime_seconds <= RECENT_SECONDS);
  recent.push({ uptime_seconds: status.uptime_seconds, totals });
  totals.forEach((total, i) => show_total(total, recent[0].totals[i][1]));
}

// ---- lists ----

// Rows of texts under a head; a row without texts keeps its place.
function show_list(table, head, rows, empty) {
  const top = make("thead");
  const names = top.insertRow();
  for (const name of head) names.append(make("th", name, { scope: "col" }));
  const body = make("tbody");
  for (const row of rows) {
    const line = body.insertRow();
    for (const text of row) line.append(make("td", text, { title: text }));
  }
  if (rows.length === 0) body.insertRow().append(make("td", empty, { colspan: head.length, class: "empty" }));
  table.replaceChildren(top, body);
}

let clients_before = new Map(); // by address: requests and bytes
let clients_at = 0;

// The busiest first: by requests a second, then by what waits for them.
function show_clients(told) {
  const now = performance.now() / 1000;
  const seconds = now - clients_at;
  const rate_of = (client, name) => {
    const before = clients_before.get(client.peer);
    // Without a word from before: over the whole connection.
    return before
      ? Math.max(client[name] - before[name], 0) / seconds
      : client[name] / Math.max(client.age_seconds, 1);
  };
  const busy = told.clients.map((client) => ({
    ...client,
    rate: rate_of(client, "requests"),
    in: rate_of(client, "bytes_in"),
    out: rate_of(client, "bytes_out"),
  }));
  busy.sort((a, b) => b.rate - a.rate || b.in_flight - a.in_flight || b.bytes_held - a.bytes_held);
  clients_before = new Map(told.clients.map((client) => [client.peer, client]));
  clients_at = now;
  const rows = busy
    .slice(0, MOST_CLIENTS)
    .map((client) => [
      client.peer,
      short_number(client.rate),
      grouped(client.in_flight),
      byte_size(client.bytes_held),
      short_number(client.in, "B"),
      short_number(client.out, "B"),
      duration(client.age_seconds),
    ]);
  show_list(
    $("clients"),
    ["Client", "Requests/s", "In flight", "Held", "Received/s", "Sent/s", "Connected"],
    rows,
    "Nobody is connected.",
  );
  const shown = told.connected > rows.length ? `, the ${rows.length} busiest shown` : "";
  $("clients-count").textContent =
    `${grouped(told.connected)} connected${shown}${told.complete ? "" : ", not all are known"}`;
}

// ---- the whole ----

let last_answer = null; // performance.now()
let is_lost = false;
const LOST = "no answer: "; // in front of the title

function show_phase(text, kind) {
  if ($("phase").textContent === text) return; // else it would be read out again
  $("phase").textContent = text;
  $("phase").className = kind;
}

// The daemon, where tabs and bookmarks can be told apart by it.
function show_name(status) {
  const [first, ...others] = status.listen;
  $("host").textContent = status.host;
  $("listen").textContent = others.length > 0 ? `${first} and ${others.length} more` : (first ?? "");
  $("listen").title = status.listen.join("\n");
  const name = `${status.host} ${first ?? ""} · puzzled ${status.version} ${status.commit}`;
  document.title = status.phase === "serving" ? name : `${status.phase}: ${name}`;
}

function show_age() {
  const text = last_answer === null ? "" : ago((performance.now() - last_answer) / 1000);
  $("updated").textContent = is_lost && text ? `no answer for ${text}; these are the last numbers` : "";
}

function show_status(status) {
  if (recent.length > 0 && status.uptime_seconds < recent.at(-1).uptime_seconds) {
    recent = []; // another daemon
    $("totals").replaceChildren();
  }
  const kinds = { serving: "good", starting: "warn", draining: "warn" };
  show_phase(status.phase, kinds[status.phase] ?? "warn");
  show_name(status);
  $("about").textContent =
    status.phase === "draining"
      ? "answers what it has accepted, then exits"
      : `version ${status.version}, commit ${status.commit}, ${status.isa}, up ${duration(status.uptime_seconds)}`;
  show_limits(status);
  show_totals(status);
}

async function ask(path) {
  const response = await fetch(path, { signal: AbortSignal.timeout(5000) });
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

async function refresh() {
  const [status, history, searches] = await Promise.all([
    ask("/status.json"),
    ask(`/history.json?from=${next_sample()}`),
    ask("/searches"),
  ]);
  // Without details of searches there is no list of clients either.
  const clients = searches.searches ? await ask("/clients") : null;
  if (history.next < next_sample()) add_samples(await ask("/history.json"));
  else add_samples(history);
  draw_charts();
  show_status(status);
  show_searches(searches);
  if (clients) show_clients(clients);
  else show_list($("clients"), ["Client"], [], ONLY_LOOPBACK);
}

let timer = 0;

async function poll() {
  clearTimeout(timer);
  if (!document.hidden) {
    try {
      await refresh();
      last_answer = performance.now();
      is_lost = false;
    } catch {
      is_lost = true;
      show_phase("does not answer", "bad");
      if (!document.title.startsWith(LOST)) document.title = LOST + document.title;
    }
    document.body.classList.toggle("stale", is_lost);
    show_age();
  }
  clearTimeout(timer);
  timer = setTimeout(poll, PERIOD_MS);
}

make_charts();
make_limits();
make_searches();
show_searches({ running: 0, waiting: 0, searches: [] });
show_clients({ connected: 0, complete: true, clients: [] });
document.addEventListener("visibilitychange", () => document.hidden || poll());
setInterval(show_age, 1000);
poll();
