#include "daemon/net/serve/plain_lines.hpp"

#include <cstring>

namespace puzzled::net {
namespace {

using Bytes = std::uint8_t __attribute__((vector_size(16)));
using Halves = std::uint64_t __attribute__((vector_size(16)));

// A stride has a line feed, or the run ends before it: so no line in it is longer than two.
constexpr std::size_t kStride = 512;
static_assert(2 * kStride <= kPlainLineBytes);
static_assert(kStride / sizeof(Bytes) <= UINT8_MAX);

struct Stride {
  bool plain = false;  ///< not a byte from @ on: no letter, no tag
  std::uint64_t line_feeds = 0;
};

Bytes load(const char* text) {
  Bytes bytes;
  std::memcpy(&bytes, text, sizeof bytes);
  return bytes;
}

Bytes feeds_in(Bytes bytes) {
  return static_cast<Bytes>(bytes == '\n');  // -1 for each
}

Stride look_at(const char* text) {
  Bytes feeds{};
  Bytes any{};
  for (std::size_t at = 0; at < kStride; at += 4 * sizeof(Bytes)) {
    const Bytes a = load(text + at);
    const Bytes b = load(text + at + sizeof(Bytes));
    const Bytes c = load(text + at + 2 * sizeof(Bytes));
    const Bytes d = load(text + at + 3 * sizeof(Bytes));
    feeds -= (feeds_in(a) + feeds_in(b)) + (feeds_in(c) + feeds_in(d));
    any |= (a | b) | (c | d);
  }
  const auto halves = reinterpret_cast<Halves>(any);
  Stride stride;
  stride.plain = ((halves[0] | halves[1]) & 0xC0C0C0C0C0C0C0C0U) == 0;
  // Bytes become words, words one sum by a multiplication.
  const auto sums = reinterpret_cast<Halves>(feeds);
  constexpr std::uint64_t kEven = 0x00FF00FF00FF00FFU;
  const std::uint64_t words =
      (sums[0] & kEven) + (sums[0] >> 8 & kEven) + (sums[1] & kEven) + (sums[1] >> 8 & kEven);
  stride.line_feeds = words * 0x0001000100010001U >> 48;
  return stride;
}

}  // namespace

PlainLines find_plain_lines(std::string_view text, std::uint64_t most) {
  PlainLines found;
  std::size_t end = 0;
  for (; text.size() - end >= kStride; end += kStride) {
    const Stride stride = look_at(text.data() + end);
    if (!stride.plain || stride.line_feeds == 0 || found.lines + stride.line_feeds > most) break;
    found.lines += stride.line_feeds;
  }
  if (found.lines > 0) found.bytes = text.rfind('\n', end - 1) + 1;
  return found;
}

}  // namespace puzzled::net
