#include "daemon/net/send/line_scan.hpp"

#include <algorithm>
#include <cstring>

namespace puzzled::net::send {
namespace {

using Bytes = std::uint8_t __attribute__((vector_size(16)));

constexpr std::uint8_t kFirstPlain = '*';
constexpr std::uint8_t kPlainSpan = '9' - '*';

bool is_plain(char c) {
  return static_cast<std::uint8_t>(c - kFirstPlain) <= kPlainSpan;
}

std::uint64_t sum_of(Bytes bytes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < sizeof bytes; ++i) sum += bytes[i];
  return sum;
}

struct Counts {
  std::uint64_t feeds = 0;
  std::uint64_t plain = 0;  ///< line feeds in front of a plain byte
};

constexpr std::size_t kMaxStrides = UINT8_MAX;  // what the lanes of a counter hold

/// Of line feeds at `text[0 .. 16 * strides)`; reads one byte more.
Counts count_strides(const char* text, std::size_t strides) {
  Bytes feeds{};
  Bytes plain{};
  for (std::size_t i = 0; i < strides; ++i, text += sizeof(Bytes)) {
    Bytes here;
    Bytes next;
    std::memcpy(&here, text, sizeof here);
    std::memcpy(&next, text + 1, sizeof next);
    const auto feed = static_cast<Bytes>(here == '\n');
    feeds -= feed;
    plain -= feed & static_cast<Bytes>(next - kFirstPlain <= kPlainSpan);
  }
  return {sum_of(feeds), sum_of(plain)};
}

}  // namespace

LineScan scan_lines(std::string_view text) {
  if (text.empty()) return {};
  // The last byte is a line feed with nothing behind it.
  const std::size_t pairs = text.size() - 1;
  Counts counts;
  std::size_t at = 0;
  while (pairs - at >= sizeof(Bytes)) {
    const std::size_t strides = std::min((pairs - at) / sizeof(Bytes), kMaxStrides);
    const Counts found = count_strides(text.data() + at, strides);
    counts.feeds += found.feeds;
    counts.plain += found.plain;
    at += strides * sizeof(Bytes);
  }
  for (; at < pairs; ++at) {
    if (text[at] != '\n') continue;
    ++counts.feeds;
    if (is_plain(text[at + 1])) ++counts.plain;
  }
  return {counts.feeds + 1, is_plain(text[0]) && counts.feeds == counts.plain};
}

}  // namespace puzzled::net::send
