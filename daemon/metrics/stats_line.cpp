#include "daemon/metrics/stats_line.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <string_view>

namespace puzzled::serve {

std::string stats_line(const Metrics& metrics) {
  // Asked for in floods, too: one batch of memory, and no text on the way.
  std::array<char, kStatsAnswerBytes> text;
  char* to = text.data();
  const auto add_text = [&to](std::string_view word) {
    to = std::copy(word.begin(), word.end(), to);
  };
  const auto add = [&](std::string_view prefix, std::string_view key, const Counter& value) {
    if (to != text.data()) *to++ = ' ';
    add_text(prefix);
    add_text(key);
    *to++ = '=';
    to = std::to_chars(to, to + 20, value.load(std::memory_order_relaxed)).ptr;
  };
  for (std::size_t i = 0; i < std::size(kVerbNames); ++i)
    add("", kVerbNames[i], metrics.requests[i]);
  add("", "solved", metrics.solved);
  add("", "unsolvable", metrics.unsolvable);
  add("", "invalid", metrics.invalid);
  for (std::size_t i = 0; i < std::size(kErrorCodeNames); ++i) {
    add("error-", kErrorCodeNames[i], metrics.errors[i]);
  }
  add("", "connections", metrics.connections_open);
  add("", "requests-in-flight", metrics.requests_in_flight);
  add("", "searches-in-flight", metrics.searches_in_flight);
  add("", "bytes-in", metrics.bytes_in);
  add("", "bytes-out", metrics.bytes_out);
  *to++ = '\n';
  return {text.data(), to};
}

}  // namespace puzzled::serve
