#include "daemon/net/metrics/history.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <string_view>
#include <type_traits>

#include "core/json_text.hpp"

namespace puzzled::net {
namespace {

using Moment = History::Moment;

HistogramCounts counts_of(const Histogram& histogram) {
  HistogramCounts counts{};
  for (int i = 0; i < Histogram::kBuckets; ++i) {
    counts[static_cast<std::size_t>(i)] = histogram.count(i);
  }
  return counts;
}

template <std::size_t N>
std::uint64_t sum_of(const std::array<Counter, N>& counters) {
  return std::accumulate(counters.begin(), counters.end(), std::uint64_t{0});
}

std::uint64_t searches_of(const Metrics& metrics) {
  std::uint64_t sum = 0;
  for (const Verb& verb : kVerbs) {
    if (verb.is_search()) sum += metrics.requests[index_of(verb)];
  }
  return sum;
}

std::int64_t unix_ms() {
  using std::chrono::milliseconds;
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<milliseconds>(since).count();
}

Moment moment_of(const MetricSource& source) {
  const Metrics& m = source.metrics;
  return {.uptime_seconds = source.process.uptime_seconds,
          .unix_seconds = static_cast<double>(unix_ms()) / 1e3,
          .cpu_seconds = source.process.cpu_seconds,
          .requests = sum_of(m.requests),
          .answers = m.solved + m.unsolvable + m.invalid + m.timed_out,
          .searches = searches_of(m),
          .invalid = m.invalid,
          .errors = sum_of(m.errors),
          .refused = m.connections_refused,
          .dropped = m.connections_dropped,
          .exceptions = m.exceptions,
          .bytes_in = m.bytes_in,
          .bytes_out = m.bytes_out,
          .stream_busy_seconds = static_cast<double>(m.stream_busy_ns) / 1e9,
          .search_busy_seconds = static_cast<double>(m.search_busy_ns) / 1e9,
          .queue_wait = counts_of(m.queue_wait),
          .solve_time = counts_of(m.solve_time),
          .search_time = counts_of(m.search_time),
          .resident_bytes = source.process.resident_bytes,
          .buffer_bytes = source.budget.bytes.used(),
          .connections = source.budget.connections.used(),
          .clients_waiting = source.budget.waiting_clients.used(),
          .open_files = source.process.open_files,
          .requests_in_flight = source.budget.requests.used(),
          .searches_in_flight = source.budget.searches.used()};
}

/// Two moments, `seconds` apart.
struct Interval {
  const Moment& before;
  const Moment& after;
  double seconds;
};

template <auto kCounter>
double rate_of(const Interval& i) {
  if constexpr (std::is_same_v<decltype(kCounter), double Moment::*>) {
    return (i.after.*kCounter - i.before.*kCounter) / i.seconds;
  } else {
    // Counters are read one by one, so a sum may seem to fall.
    const std::uint64_t more = i.after.*kCounter - std::min(i.before.*kCounter, i.after.*kCounter);
    return static_cast<double>(more) / i.seconds;
  }
}
template <auto kCounts, int kPercent>
double percentile_of(const Interval& i) {
  return percentile(i.before.*kCounts, i.after.*kCounts, kPercent / 100.0);
}
template <auto kValue>
double amount_of(const Interval& i) {
  return static_cast<double>(i.after.*kValue);
}

struct Column {
  std::string_view name;
  double (*value)(const Interval&);
};

// Rates are a second, durations in seconds, `busy` in processors.
constexpr Column kTable[] = {
    {"uptime_seconds", amount_of<&Moment::uptime_seconds>},
    {"unix_seconds", amount_of<&Moment::unix_seconds>},
    {"requests", rate_of<&Moment::requests>},
    {"answers", rate_of<&Moment::answers>},
    {"searches", rate_of<&Moment::searches>},
    {"invalid", rate_of<&Moment::invalid>},
    {"errors", rate_of<&Moment::errors>},
    {"refused", rate_of<&Moment::refused>},
    {"dropped", rate_of<&Moment::dropped>},
    {"exceptions", rate_of<&Moment::exceptions>},
    {"bytes_in", rate_of<&Moment::bytes_in>},
    {"bytes_out", rate_of<&Moment::bytes_out>},
    {"queue_wait_p50", percentile_of<&Moment::queue_wait, 50>},
    {"queue_wait_p90", percentile_of<&Moment::queue_wait, 90>},
    {"queue_wait_p99", percentile_of<&Moment::queue_wait, 99>},
    {"solve_time_p50", percentile_of<&Moment::solve_time, 50>},
    {"solve_time_p90", percentile_of<&Moment::solve_time, 90>},
    {"solve_time_p99", percentile_of<&Moment::solve_time, 99>},
    {"search_time_p50", percentile_of<&Moment::search_time, 50>},
    {"search_time_p90", percentile_of<&Moment::search_time, 90>},
    {"search_time_p99", percentile_of<&Moment::search_time, 99>},
    {"cpu_busy", rate_of<&Moment::cpu_seconds>},
    {"stream_busy", rate_of<&Moment::stream_busy_seconds>},
    {"search_busy", rate_of<&Moment::search_busy_seconds>},
    {"resident_bytes", amount_of<&Moment::resident_bytes>},
    {"buffer_bytes", amount_of<&Moment::buffer_bytes>},
    {"connections", amount_of<&Moment::connections>},
    {"clients_waiting", amount_of<&Moment::clients_waiting>},
    {"open_files", amount_of<&Moment::open_files>},
    {"requests_in_flight", amount_of<&Moment::requests_in_flight>},
    {"searches_in_flight", amount_of<&Moment::searches_in_flight>},
};
static_assert(std::size(kTable) == History::kColumns);

/// Four digits that count are more than a chart can show, and make the text half as long; whole
/// numbers stay whole.
void append_shown(std::string& to, double value) {
  if (value == std::floor(value) || std::abs(value) >= 1000) {
    return append_json_number(to, std::int64_t{std::llround(value)});
  }
  const double scale = std::pow(10.0, 3 - std::floor(std::log10(std::abs(value))));
  append_json_number(to, std::round(value * scale) / scale);  // null for NaN
}

}  // namespace

double percentile(const HistogramCounts& before, const HistogramCounts& after, double fraction) {
  HistogramCounts counts{};
  std::transform(after.begin(), after.end(), before.begin(), counts.begin(), std::minus<>());
  const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (all == 0) return std::numeric_limits<double>::quiet_NaN();
  double left = fraction * static_cast<double>(all);
  double low = 0;
  double high = 1e-6;  // bucket i ends at 2^i us, the last one nowhere
  for (std::size_t i = 0; i + 1 < counts.size(); ++i) {
    const auto count = static_cast<double>(counts[i]);
    if (left <= count && count > 0) return low + (high - low) * left / count;
    left -= count;
    low = high;
    high *= 2;
  }
  return low;
}

History::History() : started_(unix_ms()), samples_(kCapacity) {}

void History::add(const MetricSource& source) {
  const Moment now = moment_of(source);
  const double seconds = now.uptime_seconds - last_.uptime_seconds;
  if (has_begun_ && seconds > 0) {
    Sample& sample = samples_[next_ % kCapacity];
    for (std::size_t i = 0; i < kColumns; ++i) {
      sample[i] = kTable[i].value({last_, now, seconds});
    }
    ++next_;
  }
  has_begun_ = true;
  last_ = now;
}

std::string History::json(std::uint64_t from) const {
  const std::uint64_t first =
      std::clamp(from, next_ - std::min<std::uint64_t>(next_, kCapacity), next_);
  std::string text;
  JsonObject json(text);
  json.number("started_unix_ms", started_);
  json.number("period_seconds", kPeriod.count());
  json.number("capacity", kCapacity);
  json.number("first", first);
  json.number("next", next_);
  JsonObject columns = json.object("columns");
  for (std::size_t column = 0; column < kColumns; ++column) {
    JsonArray values(columns.member(kTable[column].name));
    for (std::uint64_t i = first; i < next_; ++i) {
      append_shown(values.next(), samples_[i % kCapacity][column]);
    }
    values.end();
  }
  columns.end();
  json.end();
  return text + '\n';
}

}  // namespace puzzled::net
