// Estimated times as text, for people.
#pragma once

#include <string>

#include "parallel/unit_sample.hpp"

namespace puzzled {

/// Processor time of the calling thread.
double thread_seconds();

/// To six digits that count: an estimate has no more.
double six_digits(double number);

/// Three digits, or `< 0.001`.
std::string number_text(double number);

/// Seconds as `42.1 s ± 3.10 %`, `3.20 hours ± 0.500 %`, `2430 days ± 8.20 %`; without the error if
/// the time is too short for one.
std::string time_text(const parallel::TotalEstimate& seconds);

/// A line of two columns.
std::string estimate_line(std::string head, const std::string& tail);

}  // namespace puzzled
