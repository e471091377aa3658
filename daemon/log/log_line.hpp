// One line of the log, as text.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "daemon/log/log.hpp"

namespace puzzled::serve {

/// With its line feed, the only one in it. `more` > 0: says that so many lines like this were held
/// back.
std::string log_line(LogFormat format, LogLevel level, std::chrono::system_clock::time_point time,
                     std::string_view event, LogFields fields, std::uint64_t more = 0);

}  // namespace puzzled::serve
