// The time and the rate of a run, for its summary.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace puzzled {

/// ` in 0.412 s (2.43 k/s, 2 threads)`, `workers` being `2 threads`. A run below 10 ms has no rate,
/// because most of it is the start: ` in 0.005 s (2 threads)`.
std::string pace_text(std::uint64_t done, double seconds, const std::string& workers);

/// Things done a second; nothing for a run below 10 ms.
std::optional<double> rate_of(std::uint64_t done, double seconds);

/// A number with that many decimals: as text, and as the nearest number, for JSON.
std::string fixed(double number, int decimals);
double rounded(double number, int decimals);

}  // namespace puzzled
