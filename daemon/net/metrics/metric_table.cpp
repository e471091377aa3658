#include "daemon/net/metrics/metric_table.hpp"

namespace puzzled::net {
namespace {

using Source = MetricSource;
using enum MetricRow::Type;

constexpr std::string_view kNoLabel;
constexpr std::span<const std::string_view> kOne{};
constexpr std::string_view kNotTold;

constexpr std::string_view kAnswerKinds[] = {"solved", "unsolvable", "invalid", "timed_out"};
constexpr std::string_view kPools[] = {"stream", "search"};
/// The first one is that of connections which are open.
constexpr std::span kReasons = std::span(kCloseReasonNames).subspan(1);

double seconds(const Counter& ns) {
  return static_cast<double>(ns) / 1e9;
}

constexpr MetricRow kRows[] = {
    {"puzzled_ready", kGauge, "1 while new requests are taken, else 0.", kNoLabel, kOne, kNotTold,
     kNotTold, 0,
     [](const Source& s, std::size_t) -> MetricValue {
       return std::uint64_t{s.phase == Phase::kServing ? 1U : 0U};
     }},
    {"puzzled_uptime_seconds", kGauge, "Time since the start.", kNoLabel, kOne, "uptime_seconds",
     kNotTold, 0,
     [](const Source& s, std::size_t) -> MetricValue { return s.process.uptime_seconds; }},
    {"process_cpu_seconds_total", kCounter, "User and system CPU time.", kNoLabel, kOne,
     "cpu_seconds", kNotTold, 0,
     [](const Source& s, std::size_t) -> MetricValue { return s.process.cpu_seconds; }},
    {"process_resident_memory_bytes", kGauge, "Resident memory.", kNoLabel, kOne, "resident_bytes",
     kNotTold, 0,
     [](const Source& s, std::size_t) -> MetricValue { return s.process.resident_bytes; }},

    {"puzzled_requests_total", kCounter, "Requests, by verb; a bare line is a solve.", "verb",
     kVerbNames, "requests.*", "*", kVerbs,
     [](const Source& s, std::size_t i) -> MetricValue { return s.metrics.requests[i]; }},
    {"puzzled_answers_total", kCounter, "Answers to Sudoku lines, by kind.", "kind", kAnswerKinds,
     "answers.*", "*", 3,
     [](const Source& s, std::size_t i) -> MetricValue {
       const Metrics& m = s.metrics;
       const Counter* const kinds[] = {&m.solved, &m.unsolvable, &m.invalid, &m.timed_out};
       return *kinds[i];
     }},
    {"puzzled_errors_total", kCounter, "Answers that are errors, by code.", "code", kErrorCodeNames,
     "errors.*", "error-*", kErrorCodes,
     [](const Source& s, std::size_t i) -> MetricValue { return s.metrics.errors[i]; }},

    {"puzzled_connections", kGauge, "Connections open now.", kNoLabel, kOne, "connections.open",
     "connections", 1,
     [](const Source& s, std::size_t) -> MetricValue { return s.budget.connections.used(); }},
    {"puzzled_connections_accepted_total", kCounter, "Connections taken.", kNoLabel, kOne,
     "connections.accepted", kNotTold, 0,
     [](const Source& s, std::size_t) -> MetricValue { return s.metrics.connections_accepted; }},
    {"puzzled_connections_refused_total", kCounter, "Connections turned away at once.", kNoLabel,
     kOne, "connections.refused", kNotTold, 0,
     [](const Source& s, std::size_t) -> MetricValue { return s.metrics.connections_refused; }},
    {"puzzled_connections_dropped_total", kCounter,
     "Connections ended by us: stalled, slow, idle, over a limit.", kNoLabel, kOne,
     "connections.dropped", kNotTold, 0,
     [](const Source& s, std::size_t) -> MetricValue { return s.metrics.connections_dropped; }},
    {"puzzled_connections_closed_total", kCounter, "Connections closed, by reason.", "reason",
     kReasons, "closed.*", kNotTold, 0,
     [](const Source& s, std::size_t i) -> MetricValue { return s.metrics.closed[i + 1]; }},
    {"puzzled_requests_in_flight", kGauge, "Requests taken and not yet answered.", kNoLabel, kOne,
     "requests_in_flight", "requests-in-flight", 1,
     [](const Source& s, std::size_t) -> MetricValue { return s.budget.requests.used(); }},
    {"puzzled_searches_in_flight", kGauge, "Searches waiting or running.", kNoLabel, kOne,
     "searches_in_flight", "searches-in-flight", 1,
     [](const Source& s, std::size_t) -> MetricValue { return s.budget.searches.used(); }},
    {"puzzled_buffer_bytes", kGauge, "Requests and answers held for all connections.", kNoLabel,
     kOne, "buffer_bytes", kNotTold, 0,
     [](const Source& s, std::size_t) -> MetricValue { return s.budget.bytes.used(); }},
    {"puzzled_clients_waiting", kGauge, "Clients that wait for room in these buffers.", kNoLabel,
     kOne, "clients_waiting", kNotTold, 0,
     [](const Source& s, std::size_t) -> MetricValue { return s.budget.waiting_clients.used(); }},
    {"puzzled_rate_waits_total", kCounter,
     "Times that a client had to wait for the rate of its address.", kNoLabel, kOne, "rate_waits",
     kNotTold, 0, [](const Source& s, std::size_t) -> MetricValue { return s.metrics.rate_waits; }},
    {"puzzled_exceptions_total", kCounter, "Exceptions that ended a connection.", kNoLabel, kOne,
     "exceptions", kNotTold, 0,
     [](const Source& s, std::size_t) -> MetricValue { return s.metrics.exceptions; }},
    {kNotTold, kGauge, "Most connections.", kNoLabel, kOne, "limits.connections", kNotTold, 0,
     [](const Source& s, std::size_t) -> MetricValue { return s.budget.connections.limit(); }},
    {kNotTold, kGauge, "Most requests in flight.", kNoLabel, kOne, "limits.requests_in_flight",
     kNotTold, 0,
     [](const Source& s, std::size_t) -> MetricValue { return s.budget.requests.limit(); }},
    {kNotTold, kGauge, "Most searches in flight.", kNoLabel, kOne, "limits.searches_in_flight",
     kNotTold, 0,
     [](const Source& s, std::size_t) -> MetricValue { return s.budget.searches.limit(); }},
    {kNotTold, kGauge, "Most bytes of buffers.", kNoLabel, kOne, "limits.buffer_bytes", kNotTold, 0,
     [](const Source& s, std::size_t) -> MetricValue { return s.budget.bytes.limit(); }},
    {"puzzled_received_bytes_total", kCounter, "Bytes read from clients.", kNoLabel, kOne,
     "bytes_in", "bytes-in", 1,
     [](const Source& s, std::size_t) -> MetricValue { return s.metrics.bytes_in; }},
    {"puzzled_sent_bytes_total", kCounter, "Bytes written to clients.", kNoLabel, kOne, "bytes_out",
     "bytes-out", 1,
     [](const Source& s, std::size_t) -> MetricValue { return s.metrics.bytes_out; }},

    {"puzzled_arena_threads", kGauge, "Threads, by arena.", "arena", kPools, "*.threads", kNotTold,
     0,
     [](const Source& s, std::size_t i) -> MetricValue {
       return static_cast<std::uint64_t>(i == 0 ? s.info.stream_threads : s.info.search_threads);
     }},
    {"puzzled_arena_busy_seconds_total", kCounter,
     "Time at work summed over the threads, by arena.", "arena", kPools, "*.busy_seconds", kNotTold,
     0,
     [](const Source& s, std::size_t i) -> MetricValue {
       return seconds(i == 0 ? s.metrics.stream_busy_ns : s.metrics.search_busy_ns);
     }},
};

constexpr HistogramRow kHistograms[] = {
    {"puzzled_queue_wait_seconds",
     "From the arrival of a run of requests to the start of work on it.", "queue_wait",
     &Metrics::queue_wait},
    {"puzzled_solve_duration_seconds", "Work on a run of Sudoku lines.", "solve_time",
     &Metrics::solve_time},
    {"puzzled_search_duration_seconds", "Work on a search.", "search_time", &Metrics::search_time},
};

}  // namespace

std::span<const MetricRow> metric_rows() {
  return kRows;
}

std::span<const HistogramRow> histogram_rows() {
  return kHistograms;
}

}  // namespace puzzled::net
