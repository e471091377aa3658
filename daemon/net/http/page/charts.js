// The charts of the history that the daemon keeps, all of the same time: ten minutes, or less of a
// daemon that has just begun. Latencies are bands: below the darkest lies half of them, below the
// lightest 99 of 100. A pointer over a chart, or an arrow key, shows the values of that moment in
// all of them.

import { $, ago, byte_size, clock, duration, make, short_number } from "/numbers.js";

const WIDTH = 600; // of a plot, in its own units; the browser stretches it
const HEIGHT = 100;

const rate = (value) => short_number(value) + "/s";
const bytes_a_second = (value) => short_number(value, "B") + "/s";

// Each series: the columns whose sum it shows, its name, its color in status.css.
const bands_of = (column) =>
  ["p50", "p90", "p99"].map((percentile) => [[`${column}_${percentile}`], percentile, percentile]);

const CHARTS = [
  {
    title: "Requests",
    text: rate,
    series: [
      [["requests"], "all", "one"],
      [["searches"], "searches", "two"],
    ],
  },
  { title: "Queue wait", text: duration, bands: true, series: bands_of("queue_wait") },
  { title: "Batch solve time", text: duration, bands: true, series: bands_of("solve_time") },
  { title: "Search time", text: duration, bands: true, series: bands_of("search_time") },
  {
    title: "Errors",
    text: rate,
    series: [
      [["invalid"], "invalid", "warn"],
      [["errors", "exceptions"], "errors", "bad"],
      [["dropped", "refused"], "dropped", "three"],
    ],
  },
  {
    title: "Processors busy",
    text: (value) => value.toFixed(2),
    series: [
      [["cpu_busy"], "all", "one"],
      [["stream_busy"], "stream", "two"],
      [["search_busy"], "search", "three"],
    ],
  },
  {
    title: "Clients",
    text: short_number,
    series: [
      [["connections"], "connected", "one"],
      [["clients_waiting"], "waiting", "bad"],
      [["open_files"], "open files", "three"],
    ],
  },
  {
    title: "Memory",
    text: byte_size,
    base: 2,
    series: [
      [["resident_bytes"], "resident", "one"],
      [["buffer_bytes"], "buffers", "two"],
    ],
  },
  {
    title: "Traffic",
    text: bytes_a_second,
    series: [
      [["bytes_in"], "received", "one"],
      [["bytes_out"], "sent", "two"],
    ],
  },
];

const SVG = "http://www.w3.org/2000/svg";

function make_svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// ---- samples ----

const history = { started: 0, next: 0, period: 2, capacity: 300, columns: {} };

export const next_sample = () => history.next;

// The newest value of a column; null where there is none.
export const newest = (name) => history.columns[name]?.at(-1) ?? null;

// Adds what /history.json told.
export function add_samples(told) {
  const is_same = told.started_unix_ms === history.started && told.first <= history.next;
  if (!is_same) history.columns = {};
  const known = is_same ? history.next - told.first : 0;
  for (const [name, values] of Object.entries(told.columns)) {
    const column = (history.columns[name] ??= []);
    column.push(...values.slice(known));
    column.splice(0, column.length - told.capacity);
  }
  history.started = told.started_unix_ms;
  history.next = told.next;
  history.period = told.period_seconds;
  history.capacity = told.capacity;
}

function values_of([names]) {
  const columns = names.map((name) => history.columns[name] ?? []);
  return columns[0].map((_, i) =>
    columns.reduce((all, column) => (column[i] === null ? all : (all ?? 0) + column[i]), null),
  );
}

// ---- scales ----

const FACTORS = { 10: [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10], 2: [1, 1.25, 1.5, 2] };

// Not below the value: one of few factors of a power of the base.
function round_up(value, base = 10) {
  const power = base ** Math.floor(Math.log(value) / Math.log(base) + 1e-9);
  return FACTORS[base].map((factor) => factor * power).find((round) => round >= value * 0.9999);
}

// Where values lie: 0 below, 1 on top; and the ticks. Bands have a logarithmic scale.
function scale_of(chart, all) {
  const known = all.flat().filter((value) => value !== null);
  if (chart.bands) {
    const low = Math.floor(Math.log10(Math.max(Math.min(...known, 1e-3), 1e-6)));
    const high = Math.max(Math.ceil(Math.log10(Math.max(...known, 1e-6))), low + 2);
    const place = (value) => (Math.log10(Math.max(value, 1e-7)) - low) / (high - low);
    const step = Math.ceil((high - low) / 4);
    const ticks = [];
    for (let power = high; power >= low; power -= step) ticks.push(10 ** power);
    return { place: (value) => Math.max(place(value), 0), ticks };
  }
  const most = Math.max(...known, 0);
  const top = most > 0 ? round_up(most, chart.base) : 1;
  return { place: (value) => value / top, ticks: [0, top / 2, top] };
}

// How many periods the charts show: the least of these many seconds that holds all samples.
const SPANS = [60, 120, 300];

function shown_periods() {
  const count = history.columns.requests?.length ?? 0;
  const periods = SPANS.map((seconds) => seconds / history.period).find((span) => count <= span + 1);
  return periods ?? history.capacity - 1;
}

const x_of = (i, count) => WIDTH - ((count - 1 - i) * WIDTH) / shown_periods();
const y_of = (place) => HEIGHT - place * HEIGHT;

// Ticks of the time: the finest steps whose texts have room side by side.
const STEPS = [10, 15, 20, 30, 60, 120, 300, 600]; // seconds

function time_ticks(width) {
  const newest_time = newest("unix_seconds");
  if (newest_time === null || width === 0) return [];
  const span = shown_periods() * history.period;
  const step = STEPS.find((seconds) => (seconds / span) * width >= (seconds < 60 ? 64 : 44));
  const ticks = [];
  for (let time = Math.floor(newest_time / step) * step; time > newest_time - span; time -= step) {
    ticks.push({ place: 1 - (newest_time - time) / span, text: clock(time, step < 60) });
  }
  return ticks;
}

// ---- drawing ----

// The runs of neighbours that have values, as [begin, end) each.
function runs_of(values) {
  const runs = [];
  values.forEach((value, i) => {
    if (value === null) return;
    if (runs.at(-1)?.[1] === i) runs.at(-1)[1] = i + 1;
    else runs.push([i, i + 1]);
  });
  return runs;
}

const point = (x, y) => `${x.toFixed(1)} ${y.toFixed(1)}`;

function points_of(values, scale, [begin, end]) {
  const at = (i) => point(x_of(i, values.length), y_of(scale.place(values[i])));
  return Array.from({ length: end - begin }, (_, i) => at(begin + i));
}

// A line through neighbours, and dots where there are none.
function line_paths(values, scale) {
  let line = "";
  let dots = "";
  for (const run of runs_of(values)) {
    const points = points_of(values, scale, run);
    if (points.length > 1) line += `M${points.join("L")}`;
    else dots += `M${points[0]}h0`;
  }
  return [line, dots];
}

// The area below the values. A lone one is as wide as its period.
function band_path(values, scale) {
  const half = WIDTH / shown_periods() / 2;
  let area = "";
  for (const run of runs_of(values)) {
    const [first, last] = [run[0], run[1] - 1].map((i) => x_of(i, values.length));
    const points = points_of(values, scale, run);
    if (first === last) {
      const y = y_of(scale.place(values[run[0]]));
      points.splice(0, 1, point(first - half, y), point(first + half, y));
    }
    const [left, right] = first === last ? [first - half, first + half] : [first, last];
    area += `M${point(left, HEIGHT)}L${points.join("L")}L${point(right, HEIGHT)}Z`;
  }
  return [area];
}

// Without zeros behind the point, which say nothing where all ticks are round.
const tick_text = (text) => text.replace(/\.0+(?=\D|$)|(\.\d*[1-9])0+(?=\D|$)/, "$1");

function draw_ticks(chart, scale) {
  const values = scale.ticks.map((value) => {
    const tick = make("span", tick_text(chart.text(value)));
    tick.style.top = `${100 - 100 * scale.place(value)}%`;
    return tick;
  });
  chart.values_axis.replaceChildren(...values);
  const width = chart.time_axis.clientWidth;
  const times = time_ticks(width);
  const texts = times.map(({ place, text }) => {
    const tick = make("span", text);
    const half = (text.length * 6.5) / 2;
    tick.hidden = place * width < half - 20 || (1 - place) * width < half - 8;
    tick.style.transform = `translateX(calc(${(place * width).toFixed(1)}px - 50%))`;
    return tick;
  });
  chart.time_axis.replaceChildren(...texts);
  const across = scale.ticks.map((value) => `M0 ${y_of(scale.place(value)).toFixed(1)}H${WIDTH}`);
  const upright = times.map(({ place }) => `M${(place * WIDTH).toFixed(1)} 0V${HEIGHT}`);
  chart.grid.setAttribute("d", across.concat(upright).join(""));
}

let hovered = null; // samples before the newest; null: none

function show_values() {
  const at = hovered === null ? -1 : -1 - hovered;
  for (const chart of CHARTS) {
    const x = hovered === null ? -9 : x_of(0, hovered + 1);
    for (const end of ["x1", "x2"]) chart.cursor.setAttribute(end, x);
    chart.outputs.forEach((output, i) => {
      const value = chart.values[i]?.at(at) ?? null;
      output.textContent = value === null ? "–" : chart.text(value);
    });
  }
  const time = history.columns.unix_seconds?.at(at);
  $("moment").textContent =
    hovered === null ? "" : `${clock(time, true)}, ${ago(hovered * history.period)} ago`;
}

export function draw_charts() {
  for (const chart of CHARTS) {
    chart.values = chart.series.map(values_of);
    const scale = scale_of(chart, chart.values);
    draw_ticks(chart, scale);
    chart.paths.forEach((paths, i) => {
      const drawn = (chart.bands ? band_path : line_paths)(chart.values[i], scale);
      paths.forEach((path, k) => path.setAttribute("d", drawn[k]));
    });
    const latest = chart.values.map((values, i) => {
      const value = values.at(-1) ?? null;
      return `${chart.series[i][1]} ${value === null ? "none" : chart.text(value)}`;
    });
    chart.plot.setAttribute("aria-label", `${chart.title}: ${latest.join(", ")}`);
  }
  show_values();
}

function hover(before) {
  const count = history.columns.requests?.length ?? 0;
  hovered = before === null || count === 0 ? null : Math.min(Math.max(before, 0), count - 1);
  show_values();
}

function make_chart(chart) {
  const figure = make("figure", undefined, { class: "card" });
  const caption = make("figcaption");
  caption.append(make("h3", chart.title));
  chart.outputs = chart.series.map(([, name, color]) => {
    const entry = make("span", undefined, { class: `series ${color}` });
    const output = make("b", "–");
    entry.append(make("i"), name + " ", output);
    caption.append(entry);
    return output;
  });
  chart.plot = make_svg("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    role: "img",
  });
  chart.grid = make_svg("path", { class: "grid" });
  chart.cursor = make_svg("line", { class: "cursor", x1: -9, x2: -9, y1: 0, y2: HEIGHT });
  const kinds_of = (color) => (chart.bands ? [`band ${color}`] : [color, `dots ${color}`]);
  chart.paths = chart.series.map(([, , color]) =>
    kinds_of(color).map((kind) => make_svg("path", { class: kind })),
  );
  // The first series on top. Bands would hide the grid.
  const drawn = chart.paths.flat().reverse();
  chart.plot.append(...(chart.bands ? [...drawn, chart.grid] : [chart.grid, ...drawn]), chart.cursor);
  const plot = make("div", undefined, { class: "plot" });
  chart.values_axis = make("div", undefined, { class: "values", "aria-hidden": true });
  plot.append(chart.values_axis, chart.plot);
  chart.time_axis = make("div", undefined, { class: "times", "aria-hidden": true });
  figure.append(caption, plot, chart.time_axis);
  plot.addEventListener("pointermove", (event) => {
    const box = chart.plot.getBoundingClientRect();
    hover(Math.round((1 - (event.clientX - box.left) / box.width) * shown_periods()));
  });
  plot.addEventListener("pointerleave", () => hover(null));
  return figure;
}

export function make_charts() {
  $("charts").append(...CHARTS.map(make_chart));
  $("charts").addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: 1, ArrowRight: -1, PageUp: 30, PageDown: -30 };
    if (event.key in steps) hover((hovered ?? -1) + steps[event.key]);
    else if (event.key === "Escape") hover(null);
    else return;
    event.preventDefault();
  });
  $("charts").addEventListener("blur", () => hover(null));
  addEventListener("resize", draw_charts);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  $("zone").textContent = `Clock times in ${zone}`;
  draw_charts();
}
