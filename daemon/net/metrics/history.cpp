#include "daemon/net/metrics/history.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string_view>

namespace puzzled::net {
namespace {

using Json = nlohmann::ordered_json;
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
  for (const Verb verb : {Verb::kCount, Verb::kQueens, Verb::kFirst, Verb::kTarget, Verb::kCover,
                          Verb::kCanon, Verb::kRate, Verb::kMinimal}) {
    sum += metrics.requests[static_cast<std::size_t>(verb)];
  }
  return sum;
}

Moment moment_of(const MetricSource& source) {
  const Metrics& m = source.metrics;
  return {.uptime_seconds = source.process.uptime_seconds,
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
          .requests_in_flight = source.budget.requests.used(),
          .searches_in_flight = source.budget.searches.used()};
}

/// Two moments, `seconds` apart.
struct Interval {
  const Moment& before;
  const Moment& after;
  double seconds;

  double rate(std::uint64_t Moment::*counter) const {
    // Counters are read one by one, so a sum may seem to fall.
    const std::uint64_t more = after.*counter - std::min(before.*counter, after.*counter);
    return static_cast<double>(more) / seconds;
  }
  double rate(double Moment::*counter) const {
    return (after.*counter - before.*counter) / seconds;
  }
  double percentile_of(HistogramCounts Moment::*counts, double fraction) const {
    return percentile(before.*counts, after.*counts, fraction);
  }
  double amount(std::uint64_t Moment::*value) const { return static_cast<double>(after.*value); }
};

struct Column {
  std::string_view name;
  double (*value)(const Interval&);
};

// Rates are a second, durations in seconds, `busy` in processors.
constexpr Column kTable[] = {
    {"uptime_seconds", [](const Interval& i) { return i.after.uptime_seconds; }},
    {"requests", [](const Interval& i) { return i.rate(&Moment::requests); }},
    {"answers", [](const Interval& i) { return i.rate(&Moment::answers); }},
    {"searches", [](const Interval& i) { return i.rate(&Moment::searches); }},
    {"invalid", [](const Interval& i) { return i.rate(&Moment::invalid); }},
    {"errors", [](const Interval& i) { return i.rate(&Moment::errors); }},
    {"refused", [](const Interval& i) { return i.rate(&Moment::refused); }},
    {"dropped", [](const Interval& i) { return i.rate(&Moment::dropped); }},
    {"exceptions", [](const Interval& i) { return i.rate(&Moment::exceptions); }},
    {"bytes_in", [](const Interval& i) { return i.rate(&Moment::bytes_in); }},
    {"bytes_out", [](const Interval& i) { return i.rate(&Moment::bytes_out); }},
    {"queue_wait_p50", [](const Interval& i) { return i.percentile_of(&Moment::queue_wait, 0.5); }},
    {"queue_wait_p99",
     [](const Interval& i) { return i.percentile_of(&Moment::queue_wait, 0.99); }},
    {"solve_time_p50", [](const Interval& i) { return i.percentile_of(&Moment::solve_time, 0.5); }},
    {"solve_time_p99",
     [](const Interval& i) { return i.percentile_of(&Moment::solve_time, 0.99); }},
    {"search_time_p50",
     [](const Interval& i) { return i.percentile_of(&Moment::search_time, 0.5); }},
    {"search_time_p99",
     [](const Interval& i) { return i.percentile_of(&Moment::search_time, 0.99); }},
    {"cpu_busy", [](const Interval& i) { return i.rate(&Moment::cpu_seconds); }},
    {"stream_busy", [](const Interval& i) { return i.rate(&Moment::stream_busy_seconds); }},
    {"search_busy", [](const Interval& i) { return i.rate(&Moment::search_busy_seconds); }},
    {"resident_bytes", [](const Interval& i) { return i.amount(&Moment::resident_bytes); }},
    {"buffer_bytes", [](const Interval& i) { return i.amount(&Moment::buffer_bytes); }},
    {"connections", [](const Interval& i) { return i.amount(&Moment::connections); }},
    {"requests_in_flight", [](const Interval& i) { return i.amount(&Moment::requests_in_flight); }},
    {"searches_in_flight", [](const Interval& i) { return i.amount(&Moment::searches_in_flight); }},
};
static_assert(std::size(kTable) == History::kColumns);

/// Four digits that count are more than a chart can show, and make the text half as long; whole
/// numbers stay whole.
Json shown(double value) {
  if (std::isnan(value)) return nullptr;
  if (value == std::floor(value) || std::abs(value) >= 1000) return std::llround(value);
  const double scale = std::pow(10.0, 3 - std::floor(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

std::int64_t unix_ms() {
  using std::chrono::milliseconds;
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<milliseconds>(since).count();
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
  Json columns = Json::object();
  for (std::size_t column = 0; column < kColumns; ++column) {
    Json& values = columns[std::string(kTable[column].name)] = Json::array();
    for (std::uint64_t i = first; i < next_; ++i) {
      values.push_back(shown(samples_[i % kCapacity][column]));
    }
  }
  const Json json{{"started_unix_ms", started_},
                  {"period_seconds", kPeriod.count()},
                  {"capacity", kCapacity},
                  {"first", first},
                  {"next", next_},
                  {"columns", std::move(columns)}};
  return json.dump() + '\n';
}

}  // namespace puzzled::net
