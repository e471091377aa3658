#include "daemon/metrics/prometheus_text.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace puzzled::serve {
namespace {

std::string label(std::string_view name, std::string_view value) {
  std::string text(name);
  text += "=\"";
  for (const char c : value) {
    if (c == '\\' || c == '"') text += '\\';
    if (c == '\n') {
      text += "\\n";
    } else {
      text += c;
    }
  }
  text += '"';
  return text;
}

class Page {
 public:
  /// What follows are samples of this metric.
  void metric(std::string_view name, std::string_view type, std::string_view help) {
    name_ = name;
    text_.append("# HELP ").append(name).append(" ").append(help).append("\n");
    text_.append("# TYPE ").append(name).append(" ").append(type).append("\n");
  }

  template <class Number>
  void sample(Number value) {
    text_ += name_;
    end(value);
  }

  template <class Number>
  void sample(std::string_view labels, Number value) {
    text_.append(name_).append("{").append(labels).append("}");
    end(value);
  }

  void counter(std::string_view name, std::string_view help, std::uint64_t value) {
    metric(name, "counter", help);
    sample(value);
  }

  void gauge(std::string_view name, std::string_view help, std::uint64_t value) {
    metric(name, "gauge", help);
    sample(value);
  }

  void histogram(std::string_view name, std::string_view help, const HistogramSnapshot& h) {
    metric(name, "histogram", help);
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < h.counts.size(); ++i) {
      total += h.counts[i];
      text_.append(name).append("_bucket{le=\"");
      if (i + 1 < h.counts.size()) {
        append_number(static_cast<double>(std::uint64_t{1} << i) / 1e6);
      } else {
        text_ += "+Inf";
      }
      text_ += "\"}";
      end(total);
    }
    text_.append(name).append("_sum");
    end(static_cast<double>(h.sum_ns) / 1e9);
    text_.append(name).append("_count");
    end(total);
  }

  std::string take() { return std::move(text_); }

 private:
  template <class Number>
  void append_number(Number number) {
    char text[32];
    const auto last = std::to_chars(text, text + sizeof text, number).ptr;
    text_.append(text, last);
  }

  template <class Number>
  void end(Number value) {
    text_ += ' ';
    append_number(value);
    text_ += '\n';
  }

  std::string text_;
  std::string_view name_;
};

}  // namespace

std::string prometheus_text(const Snapshot& s, const ServerInfo& info, Phase phase) {
  Page page;
  page.metric("puzzled_build_info", "gauge", "Always 1; the labels say what is running.");
  page.sample(label("version", info.version) + ',' + label("isa", info.isa), 1);
  page.gauge("puzzled_ready", "1 while new requests are taken, else 0.",
             phase == Phase::kServing ? 1 : 0);
  page.metric("puzzled_uptime_seconds", "gauge", "Time since the start.");
  page.sample(s.uptime_seconds);
  page.metric("process_cpu_seconds_total", "counter", "User and system CPU time.");
  page.sample(s.cpu_seconds);
  page.gauge("process_resident_memory_bytes", "Resident memory.", s.resident_bytes);

  page.metric("puzzled_requests_total", "counter", "Requests, by verb; a bare line is a solve.");
  for (std::size_t i = 0; i < s.requests.size(); ++i) {
    page.sample(label("verb", kVerbNames[i]), s.requests[i]);
  }
  page.metric("puzzled_answers_total", "counter", "Answers to Sudoku lines, by kind.");
  page.sample(label("kind", "solved"), s.solved);
  page.sample(label("kind", "unsolvable"), s.unsolvable);
  page.sample(label("kind", "invalid"), s.invalid);
  page.sample(label("kind", "timed_out"), s.timed_out);
  page.metric("puzzled_errors_total", "counter", "Answers that are errors, by code.");
  for (std::size_t i = 0; i < s.errors.size(); ++i) {
    page.sample(label("code", kErrorCodeNames[i]), s.errors[i]);
  }

  page.counter("puzzled_connections_accepted_total", "Connections taken.", s.connections_accepted);
  page.counter("puzzled_connections_refused_total", "Connections turned away at once.",
               s.connections_refused);
  page.counter("puzzled_connections_dropped_total",
               "Connections ended by us: stalled, slow, idle, over a limit.",
               s.connections_dropped);
  page.gauge("puzzled_connections", "Connections open now.", s.connections_open);
  page.gauge("puzzled_requests_in_flight", "Requests taken and not yet answered.",
             s.requests_in_flight);
  page.gauge("puzzled_searches_in_flight", "Searches waiting or running.", s.searches_in_flight);
  page.gauge("puzzled_buffer_bytes", "Requests and answers held for all connections.",
             s.buffer_bytes);
  page.gauge("puzzled_clients_waiting", "Clients that wait for room in these buffers.",
             s.clients_waiting);
  page.counter("puzzled_exceptions_total", "Exceptions that ended a connection or a step of ours.",
               s.exceptions);
  page.counter("puzzled_received_bytes_total", "Bytes read from clients.", s.bytes_in);
  page.counter("puzzled_sent_bytes_total", "Bytes written to clients.", s.bytes_out);

  page.histogram("puzzled_queue_wait_seconds",
                 "From the arrival of a run of requests to the start of work on it.", s.queue_wait);
  page.histogram("puzzled_solve_duration_seconds", "Work on a run of Sudoku lines.", s.solve_time);
  page.histogram("puzzled_search_duration_seconds", "Work on a search.", s.search_time);

  page.metric("puzzled_arena_threads", "gauge", "Threads, by arena.");
  page.sample(label("arena", "stream"), info.stream_threads);
  page.sample(label("arena", "search"), info.search_threads);
  page.metric("puzzled_arena_busy_seconds_total", "counter",
              "Time at work summed over the threads, by arena.");
  page.sample(label("arena", "stream"), s.stream_busy_seconds);
  page.sample(label("arena", "search"), s.search_busy_seconds);
  return page.take();
}

}  // namespace puzzled::serve
