// The answer to `stats`.
#pragma once

#include <string>

#include "daemon/metrics/metrics.hpp"

namespace puzzled::serve {

/// With its line feed: `key=value`, separated by spaces.
std::string stats_line(const Metrics& metrics);

}  // namespace puzzled::serve
