// The time and the rate of a run, for its summary.
#pragma once

#include <cstdint>
#include <string>

namespace puzzled {

/// ` in 0.412 s (2.43 k/s, 2 threads)`, `workers` being `2 threads`. A run below 10 ms has no rate,
/// because most of it is the start: ` in 0.005 s (2 threads)`.
std::string pace_text(std::uint64_t done, double seconds, const std::string& workers);

/// The rate for JSON, `2430.0`; `null` where there is none.
std::string rate_json(std::uint64_t done, double seconds);

/// A number with that many decimals.
std::string fixed(double number, int decimals);

}  // namespace puzzled
