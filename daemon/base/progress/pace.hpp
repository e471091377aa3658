// The time and the rate of a run, for its summary.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/json_text.hpp"

namespace puzzled {

/// ` in 0.412 s (2.43 k/s, 2 threads)`, `workers` being `2 threads`. A run below 10 ms has no rate,
/// because most of it is the start: ` in 0.005 s (2 threads)`.
std::string pace_text(std::uint64_t done, double seconds, const std::string& workers);

/// The same as the members `seconds` and, by the name of `rate`, things done a second, or null.
void add_pace(JsonObject& json, std::string_view rate, std::uint64_t done, double seconds);

/// `1.20 M`, `850 k`, `12`: at most four digits, for people.
std::string rounded_count(double number);

/// A number with that many decimals.
std::string fixed(double number, int decimals);

}  // namespace puzzled
