#include "daemon/base/text/quantity.hpp"

#include <array>
#include <cmath>

namespace puzzled {
namespace {

struct TimeUnit {
  std::string_view name;
  std::int64_t nanoseconds;
};

// In descending order: duration_text() uses the first that divides.
constexpr std::array<TimeUnit, 6> kTimeUnits = {{{"h", 3'600'000'000'000},
                                                 {"min", 60'000'000'000},
                                                 {"s", 1'000'000'000},
                                                 {"ms", 1'000'000},
                                                 {"us", 1'000},
                                                 {"ns", 1}}};

}  // namespace

std::optional<double> take_number(std::string_view& text, std::chars_format form) {
  double number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number, form);
  if (error != std::errc{} || !std::isfinite(number) || std::signbit(number)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  while (text.starts_with(' ')) text.remove_prefix(1);
  return number;
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  const std::optional<double> number = take_number(text);
  if (!number) return std::nullopt;
  double unit = 1;
  if (!text.empty()) {
    constexpr std::string_view kUnits = "KMGTkmgt";
    const std::size_t power = kUnits.find(text[0]);
    if (power != std::string_view::npos) {
      unit = std::pow(1024.0, static_cast<double>(power % 4 + 1));
      text.remove_prefix(1);
      if (text.starts_with('i')) text.remove_prefix(1);
    }
    if (text == "B") text.remove_prefix(1);
  }
  const double bytes = *number * unit;
  if (!text.empty() || bytes < 1 || bytes >= 0x1p63) return std::nullopt;
  return static_cast<std::uint64_t>(bytes);
}

Result<std::uint64_t> read_memory(const std::string& text) {
  const std::optional<std::uint64_t> bytes = parse_size(text);
  if (!bytes) return Error{"--memory: must be a size such as 500M or 4G (got '" + text + "')"};
  return *bytes;
}

std::optional<std::chrono::nanoseconds> parse_duration(std::string_view text) {
  constexpr double kMaxNanoseconds = 1e18;
  const std::optional<double> number = take_number(text, std::chars_format::general);
  if (!number) return std::nullopt;
  if (text.empty()) text = "s";
  for (const TimeUnit& unit : kTimeUnits) {
    if (text != unit.name) continue;
    const double nanoseconds = std::ceil(*number * static_cast<double>(unit.nanoseconds));
    if (nanoseconds > kMaxNanoseconds) return std::nullopt;
    return std::chrono::nanoseconds(static_cast<std::int64_t>(nanoseconds));
  }
  return std::nullopt;
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> kUnits = {"", "KiB", "MiB", "GiB", "TiB"};
  std::size_t power = 0;
  while (power + 1 < kUnits.size() && bytes > 0 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++power;
  }
  return std::to_string(bytes) + std::string(kUnits[power]);
}

std::string duration_text(std::chrono::nanoseconds duration) {
  const std::int64_t number = duration.count();
  if (number == 0) return "0s";
  for (const TimeUnit& unit : kTimeUnits) {
    if (number % unit.nanoseconds == 0) {
      return std::to_string(number / unit.nanoseconds) + std::string(unit.name);
    }
  }
  return {};  // not reached: every number of nanoseconds is divided by one
}

double to_the_millisecond(std::chrono::nanoseconds duration) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
  return static_cast<double>(ms) / 1000;
}

}  // namespace puzzled
