// An estimate of the number of solutions as text.
#pragma once

#include <functional>
#include <string>

#include "core/variants/count_estimate.hpp"
#include "core/variants/text/answered_board.hpp"

namespace puzzled::variants {

/// How an estimate is written for people, with its line feeds.
using EstimateText = std::function<std::string(const CountEstimate&)>;

/// Appends the answer, which ends in a line feed. kJson: an object. Other styles: `for_people`, or
/// for kLine, and without `for_people`, one line: solutions, error and probes, with tabs between.
/// True if it is `timeout`, for there is no estimate yet.
bool append_estimate(std::string& text, const CountEstimate& estimate, BoardStyle style,
                     const EstimateText& for_people);

}  // namespace puzzled::variants
