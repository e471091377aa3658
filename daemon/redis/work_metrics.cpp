#include "daemon/redis/work_metrics.hpp"

#include <variant>

#include "daemon/net/metrics/metric_source.hpp"
#include "daemon/net/metrics/prometheus_writer.hpp"

namespace puzzled::redis {
namespace {

using net::append_prometheus_head;
using net::append_prometheus_sample;
using net::prometheus_label;

struct CounterRow {
  std::string_view name;
  std::string_view help;
  Counter WorkMetrics::*value;
};

constexpr CounterRow kCounters[] = {
    {"puzzled_work_blocks_done_total", "Blocks that got their answers from this worker.",
     &WorkMetrics::done},
    {"puzzled_work_blocks_refused_total", "Blocks that got an error: without lines, or too long.",
     &WorkMetrics::refused},
    {"puzzled_work_blocks_late_total",
     "Answers that were dropped because the block was finished already.", &WorkMetrics::late},
    {"puzzled_work_blocks_claimed_total", "Blocks taken from workers that gave no sign of life.",
     &WorkMetrics::claimed},
    {"puzzled_work_blocks_buried_total", "Blocks given up after too many tries.",
     &WorkMetrics::buried},
    {"puzzled_work_reconnects_total", "Connections to the server that were opened again.",
     &WorkMetrics::reconnects},
};

constexpr CounterRow kGauges[] = {
    {"puzzled_work_blocks_in_flight", "Blocks taken and not finished, of this worker.",
     &WorkMetrics::in_flight},
    {"puzzled_work_backlog_blocks", "Blocks in the stream, those in work included.",
     &WorkMetrics::backlog},
    {"puzzled_work_pending_blocks", "Blocks in the stream that some worker has taken.",
     &WorkMetrics::pending},
    {"puzzled_work_results", "Results that nobody has taken.", &WorkMetrics::results},
    {"puzzled_work_dead_blocks", "Blocks in the dead-letter stream.", &WorkMetrics::dead},
};

struct FlagRow {
  std::string_view name;
  std::string_view help;
  std::atomic<bool> WorkMetrics::*value;
};

constexpr FlagRow kFlags[] = {
    {"puzzled_work_connected", "1 while there is a connection to the server.",
     &WorkMetrics::is_connected},
    {"puzzled_work_results_full", "1 while no block is read because too many results wait.",
     &WorkMetrics::is_full},
    {"puzzled_work_draining", "1 from the signal to end until the end.", &WorkMetrics::is_draining},
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

}  // namespace

std::string work_metrics_text(const WorkMetrics& metrics, int threads, const std::string& version,
                              const std::string& isa) {
  std::string text;
  append_prometheus_head(text, "puzzled_build_info", "gauge",
                         "Always 1; the labels say what is running.");
  append_prometheus_sample(
      text, "puzzled_build_info",
      prometheus_label("version", version) + ',' + prometheus_label("isa", isa), 1);
  const net::ProcessUse process = net::process_use(metrics.process);
  append_number(text, "puzzled_uptime_seconds", "gauge", "Time since the start.",
                process.uptime_seconds);
  append_number(text, "process_cpu_seconds_total", "counter", "User and system CPU time.",
                process.cpu_seconds);
  append_number(text, "process_resident_memory_bytes", "gauge", "Resident memory.",
                process.resident_bytes);
  append_answers(text, metrics.process);
  for (const CounterRow& row : kCounters) {
    append_number(text, row.name, "counter", row.help, (metrics.*row.value).load());
  }
  for (const CounterRow& row : kGauges) {
    append_number(text, row.name, "gauge", row.help, (metrics.*row.value).load());
  }
  for (const FlagRow& row : kFlags) {
    append_number(text, row.name, "gauge", row.help, (metrics.*row.value) ? 1 : 0);
  }
  append_number(text, "puzzled_work_oldest_pending_seconds", "gauge",
                "Longest time since a sign of life of the worker of a pending block.",
                static_cast<double>(metrics.longest_idle_ms) / 1e3);
  append_number(text, "puzzled_work_threads", "gauge", "Threads that solve.", threads);
  append_number(text, "puzzled_work_busy_seconds_total", "counter",
                "Time at work on blocks, summed over the threads.",
                static_cast<double>(metrics.busy_ns) / 1e9);
  return text;
}

}  // namespace puzzled::redis
