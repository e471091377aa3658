// The charts of the history that the daemon keeps, all of the same time: ten minutes, or less of a
// daemon that has just begun. A pointer over one of them, or an arrow key, shows the values of that
// moment in all of them.

import { $, ago, byte_size, duration, make, short_number } from "/numbers.js";

const WIDTH = 600; // of a plot, in its own units; the browser stretches it
const HEIGHT = 100;

const rate = (value) => short_number(value) + "/s";

// Each series: the columns whose sum it shows, its name, its color in status.css.
const CHARTS = [
  {
    title: "Requests",
    text: rate,
    series: [
      [["requests"], "all", "one"],
      [["searches"], "searches", "two"],
    ],
  },
  {
    title: "Latency",
    text: duration,
    log: true,
    series: [
      [["queue_wait_p50"], "wait p50", "one"],
      [["queue_wait_p99"], "p99", "two"],
      [["search_time_p99"], "search p99", "three"],
    ],
  },
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
    text: (value) => short_number(value, "B") + "/s",
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

// ---- drawing ----

const FACTORS = { 10: [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10], 2: [1, 1.25, 1.5, 2] };

// Not below the value: one of few factors of a power of the base.
function round_up(value, base = 10) {
  const power = base ** Math.floor(Math.log(value) / Math.log(base) + 1e-9);
  return FACTORS[base].map((factor) => factor * power).find((round) => round >= value * 0.9999);
}

// Where values lie: 0 below, 1 on top; and the values of the lines across.
function scale_of(chart, all) {
  const known = all.flat().filter((value) => value !== null);
  if (chart.log) {
    const low = Math.floor(Math.log10(Math.max(Math.min(...known, 1e-3), 1e-6)));
    const high = Math.max(Math.ceil(Math.log10(Math.max(...known, 1e-6))), low + 2);
    const place = (value) => (Math.log10(Math.max(value, 1e-7)) - low) / (high - low);
    return {
      place: (value) => Math.max(place(value), 0),
      low: 10 ** low,
      lines: [10 ** ((low + high) >> 1), 10 ** high],
    };
  }
  const most = Math.max(...known, 0);
  const top = most > 0 ? round_up(most, chart.base) : 1;
  return { place: (value) => value / top, lines: [top / 2, top] };
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

// A line through neighbours, and dots where there are none.
function paths_of(values, scale) {
  let line = "";
  let dots = "";
  values.forEach((value, i) => {
    if (value === null) return;
    const point = `${x_of(i, values.length).toFixed(1)} ${y_of(scale.place(value)).toFixed(1)}`;
    const [before, after] = [values[i - 1] ?? null, values[i + 1] ?? null];
    if (before === null && after === null) dots += `M${point}h0`;
    else line += (before === null ? "M" : "L") + point;
  });
  return [line, dots];
}

function draw_lines(chart, scale) {
  chart.lines.forEach((line, i) => {
    const y = y_of(scale.place(scale.lines[i]));
    line.setAttribute("y1", y);
    line.setAttribute("y2", y);
  });
  chart.label.textContent = (chart.log ? `${chart.text(scale.low)} to ` : "") + chart.text(scale.lines[1]);
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
  $("moment").textContent = hovered === null ? "" : `${ago(hovered * history.period)} ago`;
}

export function draw_charts() {
  for (const chart of CHARTS) {
    chart.values = chart.series.map(values_of);
    const scale = scale_of(chart, chart.values);
    draw_lines(chart, scale);
    chart.paths.forEach((paths, i) => {
      const drawn = paths_of(chart.values[i], scale);
      paths.forEach((path, k) => path.setAttribute("d", drawn[k]));
    });
    const latest = chart.values.map((values, i) => {
      const value = values.at(-1) ?? null;
      return `${chart.series[i][1]} ${value === null ? "none" : chart.text(value)}`;
    });
    chart.plot.setAttribute("aria-label", `${chart.title}: ${latest.join(", ")}`);
    const minutes = (shown_periods() * history.period) / 60;
    chart.oldest.textContent = `−${Math.round(minutes)} min`;
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
    entry.append(make("i"), chart.series.length > 1 ? name + " " : "", output);
    caption.append(entry);
    return output;
  });
  chart.plot = make_svg("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    role: "img",
  });
  const horizontal = { class: "grid", x1: 0, x2: WIDTH, y1: 0, y2: 0 };
  chart.lines = [make_svg("line", horizontal), make_svg("line", horizontal)];
  chart.cursor = make_svg("line", { class: "cursor", x1: -9, x2: -9, y1: 0, y2: HEIGHT });
  chart.paths = chart.series.map(([, , color]) =>
    [color, `dots ${color}`].map((kind) => make_svg("path", { class: kind })),
  );
  chart.plot.append(...chart.lines, ...chart.paths.flat().reverse(), chart.cursor);
  chart.label = make("span");
  const plot = make("div", undefined, { class: "plot" });
  plot.append(chart.label, chart.plot);
  const axis = make("div", undefined, { class: "axis" });
  chart.oldest = make("span");
  axis.append(chart.oldest, make("span", "now"));
  figure.append(caption, plot, axis);
  plot.addEventListener("pointermove", (event) => {
    const box = plot.getBoundingClientRect();
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
  draw_charts();
}
