#include "daemon/redis/work_metrics.hpp"

#include <optional>
#include <utility>
#include <variant>

#include "daemon/net/http/http_authority.hpp"
#include "daemon/net/metrics/metric_source.hpp"
#include "daemon/net/metrics/metric_texts.hpp"
#include "daemon/net/metrics/prometheus_writer.hpp"

namespace puzzled::redis {
namespace {

using net::append_prometheus_head;
using net::append_prometheus_sample;
using net::prometheus_label;

struct Row {
  std::string_view name;
  std::string_view type;
  std::string_view help;
  std::variant<Counter WorkMetrics::*, std::atomic<bool> WorkMetrics::*> value;
};

constexpr Row kRows[] = {
    {"puzzled_work_blocks_done_total", "counter", "Blocks that got their answers from this worker.",
     &WorkMetrics::done},
    {"puzzled_work_blocks_refused_total", "counter",
     "Blocks that got an error: without lines, or too long.", &WorkMetrics::refused},
    {"puzzled_work_blocks_late_total", "counter",
     "Answers that were dropped because the block was finished already.", &WorkMetrics::late},
    {"puzzled_work_blocks_claimed_total", "counter",
     "Blocks taken from workers that gave no sign of life.", &WorkMetrics::claimed},
    {"puzzled_work_blocks_buried_total", "counter", "Blocks given up after too many tries.",
     &WorkMetrics::buried},
    {"puzzled_work_reconnects_total", "counter",
     "Connections to the server that were opened again.", &WorkMetrics::reconnects},
    {"puzzled_work_blocks_in_flight", "gauge", "Blocks taken and not finished, of this worker.",
     &WorkMetrics::in_flight},
    {"puzzled_work_backlog_blocks", "gauge", "Blocks in the stream, those in work included.",
     &WorkMetrics::backlog},
    {"puzzled_work_pending_blocks", "gauge", "Blocks in the stream that some worker has taken.",
     &WorkMetrics::pending},
    {"puzzled_work_results", "gauge", "Results that nobody has taken.", &WorkMetrics::results},
    {"puzzled_work_dead_blocks", "gauge", "Blocks in the dead-letter stream.", &WorkMetrics::dead},
    {"puzzled_work_connected", "gauge", "1 while there is a connection to the server.",
     &WorkMetrics::is_connected},
    {"puzzled_work_results_full", "gauge",
     "1 while no block is read because too many results wait.", &WorkMetrics::is_full},
    {"puzzled_work_draining", "gauge", "1 from the signal to end until the end.",
     &WorkMetrics::is_draining},
};

void append_number(std::string& to, std::string_view name, std::string_view type,
                   std::string_view help, auto value) {
  append_prometheus_head(to, name, type, help);
  append_prometheus_sample(to, name, "", value);
}

void append_answers(std::string& to, const net::Metrics& metrics) {
  static constexpr std::string_view kName = "puzzled_answers_total";
  append_prometheus_head(to, kName, "counter", "Answers to Sudoku lines, by kind.");
  const auto sample = [&to](std::string_view kind, const Counter& counter) {
    append_prometheus_sample(to, kName, prometheus_label("kind", kind), counter.load());
  };
  sample("solved", metrics.solved);
  sample("unsolvable", metrics.unsolvable);
  sample("invalid", metrics.invalid);
  sample("timed_out", metrics.timed_out);
}

/// Prometheus' text format.
std::string metrics_text(const WorkHttpSources& sources) {
  const WorkMetrics& metrics = sources.metrics;
  std::string text;
  net::append_build_info(text, sources.info);
  const net::ProcessUse process = net::process_use(metrics.process);
  append_number(text, "puzzled_uptime_seconds", "gauge", "Time since the start.",
                process.uptime_seconds);
  net::append_process_metrics(text, process);
  append_answers(text, metrics.process);
  for (const Row& row : kRows) {
    const auto number = std::visit(
        [&metrics](auto value) { return std::uint64_t{(metrics.*value).load()}; }, row.value);
    append_number(text, row.name, row.type, row.help, number);
  }
  append_number(text, "puzzled_work_oldest_pending_seconds", "gauge",
                "Longest time since a sign of life of the worker of a pending block.",
                static_cast<double>(metrics.longest_idle_ms) / 1e3);
  append_number(text, "puzzled_work_threads", "gauge", "Threads that solve.", sources.threads);
  append_number(text, "puzzled_work_busy_seconds_total", "counter",
                "Time at work on blocks, summed over the threads.",
                static_cast<double>(metrics.busy_ns) / 1e9);
  return text;
}

}  // namespace

net::HttpAnswer answer_work_http(const net::HttpRequest& request, const WorkHttpSources& sources) {
  if (std::optional<net::HttpAnswer> refusal = net::http_host_refusal(request)) {
    return std::move(*refusal);
  }
  const WorkMetrics& metrics = sources.metrics;
  const net::HttpTarget target = net::split_http_target(request.target);
  if (std::optional<net::HttpAnswer> refusal = net::http_query_refusal(target.query)) {
    return std::move(*refusal);
  }
  const std::string_view path = target.path;
  net::HttpAnswer answer;
  if (path == "/metrics") {
    answer.type = net::kPrometheusType;
    answer.body = metrics_text(sources);
  } else if (path == "/healthz") {
    const bool alive = sources.alive();
    answer = net::http_health(alive, alive ? "ok" : "stalled");
  } else if (path == "/readyz") {
    const bool is_ready = metrics.is_connected && !metrics.is_draining;
    answer = net::http_health(is_ready, is_ready              ? "ready"
                                        : metrics.is_draining ? "draining"
                                                              : "no connection to the server");
  } else {
    return net::http_failure(404, "nothing is served under this path");
  }
  if (request.method != "GET" && request.method != "HEAD") {
    return net::http_not_allowed("GET, HEAD");
  }
  return answer;
}

}  // namespace puzzled::redis
