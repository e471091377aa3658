#include "daemon/metrics/status_json.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "daemon/text/json_text.hpp"

namespace puzzled::serve {
namespace {

template <class Number>
void append_number(std::string& to, Number number) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, number).ptr;
  to.append(text, end);
}

/// Members of a JSON object, one after the other.
class JsonObject {
 public:
  explicit JsonObject(std::string& to) : to_(to) { to_ += '{'; }
  ~JsonObject() { to_ += '}'; }
  JsonObject(const JsonObject&) = delete;
  JsonObject& operator=(const JsonObject&) = delete;

  template <class Number>
  void number(std::string_view name, Number value) {
    begin(name);
    append_number(to_, value);
  }
  void text(std::string_view name, std::string_view value) {
    begin(name);
    append_json_string(to_, value);
  }
  /// What the caller then appends is the value.
  std::string& begin(std::string_view name) {
    if (!first_) to_ += ',';
    first_ = false;
    append_json_string(to_, name);
    to_ += ':';
    return to_;
  }

 private:
  std::string& to_;
  bool first_ = true;
};

void append_histogram(std::string& to, const HistogramSnapshot& histogram) {
  JsonObject object(to);
  std::string& counts = object.begin("counts");
  counts += '[';
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    if (i > 0) counts += ',';
    append_number(counts, histogram.counts[i]);
  }
  counts += ']';
  object.number("sum_seconds", static_cast<double>(histogram.sum_ns) / 1e9);
}

void append_arena(std::string& to, int threads, double busy_seconds) {
  JsonObject object(to);
  object.number("threads", threads);
  object.number("busy_seconds", busy_seconds);
}

}  // namespace

std::string status_json(const Snapshot& s, const ServerInfo& info, Phase phase) {
  std::string json;
  {
    JsonObject object(json);
    object.text("version", info.version);
    object.text("isa", info.isa);
    object.text("phase", kPhaseNames[static_cast<std::size_t>(phase)]);
    object.number("uptime_seconds", s.uptime_seconds);
    object.number("cpu_seconds", s.cpu_seconds);
    object.number("resident_bytes", s.resident_bytes);
    {
      JsonObject requests(object.begin("requests"));
      for (std::size_t i = 0; i < s.requests.size(); ++i) {
        requests.number(kVerbNames[i], s.requests[i]);
      }
    }
    {
      JsonObject answers(object.begin("answers"));
      answers.number("solved", s.solved);
      answers.number("unsolvable", s.unsolvable);
      answers.number("invalid", s.invalid);
      answers.number("timed_out", s.timed_out);
    }
    {
      JsonObject errors(object.begin("errors"));
      for (std::size_t i = 0; i < s.errors.size(); ++i) {
        errors.number(kErrorCodeNames[i], s.errors[i]);
      }
    }
    {
      JsonObject connections(object.begin("connections"));
      connections.number("open", s.connections_open);
      connections.number("accepted", s.connections_accepted);
      connections.number("refused", s.connections_refused);
      connections.number("dropped", s.connections_dropped);
    }
    object.number("requests_in_flight", s.requests_in_flight);
    object.number("searches_in_flight", s.searches_in_flight);
    object.number("buffer_bytes", s.buffer_bytes);
    object.number("bytes_in", s.bytes_in);
    object.number("bytes_out", s.bytes_out);
    append_histogram(object.begin("queue_wait"), s.queue_wait);
    append_histogram(object.begin("solve_time"), s.solve_time);
    append_histogram(object.begin("search_time"), s.search_time);
    append_arena(object.begin("stream"), info.stream_threads, s.stream_busy_seconds);
    append_arena(object.begin("search"), info.search_threads, s.search_busy_seconds);
  }
  return json;
}

}  // namespace puzzled::serve
