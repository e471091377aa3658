#include "daemon/net/metrics/metric_table.hpp"

namespace puzzled::net {
namespace {

using Source = MetricSource;
using enum MetricRow::Type;

constexpr std::string_view kNotTold;

constexpr std::string_view kAnswerKinds[] = {"solved", "unsolvable", "invalid", "timed_out"};
constexpr std::string_view kPools[] = {"stream", "search"};
/// The first one is that of connections which are open.
constexpr std::span kReasons = std::span(kCloseReasonNames).subspan(1);

double seconds(const Counter& ns) {
  return static_cast<double>(ns) / 1e9;
}

/// A number of the process, a counter or one of several, or what is used of a quota.
template <auto kMember>
MetricValue value(const Source& source, [[maybe_unused]] std::size_t i) {
  if constexpr (requires { source.process.*kMember; }) {
    return source.process.*kMember;
  } else if constexpr (requires { (source.metrics.*kMember)[i]; }) {
    return (source.metrics.*kMember)[i];
  } else if constexpr (requires { source.metrics.*kMember; }) {
    return source.metrics.*kMember;
  } else {
    return (source.budget.*kMember).used();
  }
}
template <auto kQuota>
MetricValue limit(const Source& source, std::size_t /*i*/) {
  return (source.budget.*kQuota).limit();
}

constexpr MetricRow kRows[] = {
    {"puzzled_ready", kGauge, "1 while new requests are taken, else 0.", kNotTold,
     [](const Source& s, std::size_t) -> MetricValue {
       return std::uint64_t{s.phase == Phase::kServing ? 1U : 0U};
     }},
    {"puzzled_uptime_seconds", kGauge, "Time since the start.", "uptime_seconds",
     value<&ProcessUse::uptime_seconds>},
    {"process_cpu_seconds_total", kCounter, "User and system CPU time.", "cpu_seconds",
     value<&ProcessUse::cpu_seconds>},
    {"process_resident_memory_bytes", kGauge, "Resident memory.", "resident_bytes",
     value<&ProcessUse::resident_bytes>},
    {"process_virtual_memory_bytes", kGauge, "Address space in use.", "virtual_bytes",
     value<&ProcessUse::virtual_bytes>},
    {"process_open_fds", kGauge, "Open files, sockets among them.", "open_files",
     value<&ProcessUse::open_files>},
    {"process_max_fds", kGauge, "Most files that may be open.", "limits.open_files",
     value<&ProcessUse::max_open_files>},
    {"process_threads", kGauge, "Threads.", "threads", value<&ProcessUse::threads>},
    {"process_start_time_seconds", kGauge, "Unix time of the start.", "started_unix_seconds",
     value<&ProcessUse::started_unix_seconds>},

    {"puzzled_requests_total", kCounter, "Requests, by verb; a bare line is a solve.", "requests.*",
     value<&Metrics::requests>, "*", kVerbCount, "verb", kVerbNames},
    {"puzzled_answers_total", kCounter, "Answers to Sudoku lines, by kind.", "answers.*",
     [](const Source& s, std::size_t i) -> MetricValue {
       const Metrics& m = s.metrics;
       const Counter* const kinds[] = {&m.solved, &m.unsolvable, &m.invalid, &m.timed_out};
       return *kinds[i];
     },
     "*", 3, "kind", kAnswerKinds},
    {"puzzled_errors_total", kCounter, "Answers that are errors, by code.", "errors.*",
     value<&Metrics::errors>, "error-*", kErrorCodes, "code", kErrorCodeNames},

    {"puzzled_connections", kGauge, "Connections open now.", "connections.open",
     value<&Budget::connections>, "connections", 1},
    {"puzzled_connections_accepted_total", kCounter, "Connections taken.", "connections.accepted",
     value<&Metrics::connections_accepted>},
    {"puzzled_connections_refused_total", kCounter, "Connections turned away at once.",
     "connections.refused", value<&Metrics::connections_refused>},
    {"puzzled_connections_dropped_total", kCounter,
     "Connections ended by us: stalled, slow, idle, over a limit.", "connections.dropped",
     value<&Metrics::connections_dropped>},
    {"puzzled_connections_closed_total", kCounter, "Connections closed, by reason.", "closed.*",
     [](const Source& s, std::size_t i) -> MetricValue { return s.metrics.closed[i + 1]; },
     kNotTold, 0, "reason", kReasons},
    {"puzzled_requests_in_flight", kGauge, "Requests taken and not yet answered.",
     "requests_in_flight", value<&Budget::requests>, "requests-in-flight", 1},
    {"puzzled_searches_in_flight", kGauge, "Searches waiting or running.", "searches_in_flight",
     value<&Budget::searches>, "searches-in-flight", 1},
    {"puzzled_buffer_bytes", kGauge, "Requests and answers held for all connections.",
     "buffer_bytes", value<&Budget::bytes>},
    {"puzzled_clients_waiting", kGauge, "Clients that wait for room in these buffers.",
     "clients_waiting", value<&Budget::waiting_clients>},
    {"puzzled_rate_waits_total", kCounter,
     "Times that a client had to wait for the rate of its address.", "rate_waits",
     value<&Metrics::rate_waits>},
    {"puzzled_exceptions_total", kCounter, "Exceptions that ended a connection.", "exceptions",
     value<&Metrics::exceptions>},
    {kNotTold, kGauge, "Most connections.", "limits.connections", limit<&Budget::connections>},
    {kNotTold, kGauge, "Most requests in flight.", "limits.requests_in_flight",
     limit<&Budget::requests>},
    {kNotTold, kGauge, "Most searches in flight.", "limits.searches_in_flight",
     limit<&Budget::searches>},
    {kNotTold, kGauge, "Most bytes of buffers.", "limits.buffer_bytes", limit<&Budget::bytes>},
    {"puzzled_received_bytes_total", kCounter, "Bytes read from clients.", "bytes_in",
     value<&Metrics::bytes_in>, "bytes-in", 1},
    {"puzzled_sent_bytes_total", kCounter, "Bytes written to clients.", "bytes_out",
     value<&Metrics::bytes_out>, "bytes-out", 1},

    {"puzzled_arena_threads", kGauge, "Threads, by arena.", "*.threads",
     [](const Source& s, std::size_t i) -> MetricValue {
       return static_cast<std::uint64_t>(i == 0 ? s.info.stream_threads : s.info.search_threads);
     },
     kNotTold, 0, "arena", kPools},
    {"puzzled_arena_busy_seconds_total", kCounter,
     "Time at work summed over the threads, by arena.", "*.busy_seconds",
     [](const Source& s, std::size_t i) -> MetricValue {
       return seconds(i == 0 ? s.metrics.stream_busy_ns : s.metrics.search_busy_ns);
     },
     kNotTold, 0, "arena", kPools},
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
