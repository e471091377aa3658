// Numbers and times as texts, and elements made of texts: what the other files share.

export const $ = (id) => document.getElementById(id);

// What a daemon tells is always set as text, never as markup.
export function make(tag, text, attributes = {}) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export const sum = (object) => Object.values(object).reduce((a, b) => a + b, 0);

// A whole number of any size, from a number or its digits: 14,200.
export const grouped = (digits) => BigInt(digits).toLocaleString("en");

// Three digits and a prefix; whole numbers below the first prefix stay whole.
function with_prefix(value, base, prefixes, unit) {
  let i = 0;
  while (value >= base - base / 2000 && i < prefixes.length - 1) {
    value /= base;
    ++i;
  }
  const is_whole = value === Math.round(value) || value >= 99.95 || (i === 0 && unit === "B");
  const digits = is_whole ? 0 : value < 9.995 ? 2 : 1;
  return `${value.toFixed(digits)}\u00a0${prefixes[i]}${unit}`.trim();
}

// 12.3 k.
export const short_number = (value, unit = "") =>
  with_prefix(value, 1000, ["", "k", "M", "G", "T", "P"], unit);

// Without a point: 4 k.
export function round_number(value) {
  const prefix = 1000 ** Math.floor(Math.log10(value) / 3);
  return short_number(Math.round(value / prefix) * prefix);
}

// Of memory: 64 MiB.
export const byte_size = (value) => with_prefix(value, 1024, ["", "Ki", "Mi", "Gi", "Ti"], "B");

// Three digits: 340 µs, 2.10 s, 5 h 12 min.
export function duration(seconds) {
  const in_unit = (value, unit) => `${value.toFixed(value < 9.95 ? 1 : 0)}\u00a0${unit}`;
  if (seconds < 999.5e-6) return in_unit(seconds * 1e6, "µs");
  if (seconds < 0.9995) return in_unit(seconds * 1e3, "ms");
  if (seconds < 120) return in_unit(seconds, "s");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes}\u00a0min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours}\u00a0h ${minutes % 60}\u00a0min` : `${Math.floor(hours / 24)}\u00a0days`;
}

// The time of the day, of the clock where the page is seen: 14:05, or 14:05:20.
export function clock(unix_seconds, with_seconds) {
  const time = new Date(1000 * unix_seconds);
  const parts = [time.getHours(), time.getMinutes()];
  if (with_seconds) parts.push(time.getSeconds());
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

// How long ago: 4 s, 3 min 20 s.
export function ago(seconds) {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}\u00a0s`;
  return `${Math.floor(whole / 60)}\u00a0min ${whole % 60}\u00a0s`;
}
