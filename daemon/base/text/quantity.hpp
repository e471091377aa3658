// Sizes (`4KiB`) and times (`10s`) as text.
#pragma once

#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace puzzled {

/// Takes a decimal number, finite and not negative, and the spaces after it from the front of
/// `text`.
std::optional<double> take_number(std::string_view& text,
                                  std::chars_format form = std::chars_format::fixed);

/// All of `text` as a whole number that fits: decimal digits, behind a `-` if `Number` has a sign.
template <class Number>
std::optional<Number> parse_whole(std::string_view text) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

/// `4G`, `1.5 GiB`, `500m`, `1048576`: bytes, units in powers of 1024.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// The value of an option `--memory`, in bytes; the error names the option.
Result<std::uint64_t> read_memory(const std::string& text);

/// `10`, `0.25`, `10s`, `250ms`, `5 min`, `1h`: seconds if there is no unit; at most 1e9 s. Rounded
/// up, so that a small time does not become 0, which often means "no limit".
std::optional<std::chrono::nanoseconds> parse_duration(std::string_view text);

/// The shortest text that parse_size() reads back: `4KiB`, `1000`.
std::string size_text(std::uint64_t bytes);

/// The shortest text that parse_duration() reads back: `10s`, `10min`, `250ms`.
std::string duration_text(std::chrono::nanoseconds duration);

/// `duration` in seconds, without what is below a millisecond.
double to_the_millisecond(std::chrono::nanoseconds duration);

}  // namespace puzzled
