// Small inputs that are read as a whole: weights, words, settings.
#pragma once

#include <cstddef>
#include <string>

#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"

namespace puzzled {

/// The contents of a file, or of standard input for `-`. The error: it cannot be read, or is
/// longer.
Result<std::string> read_whole(const std::string& path, std::size_t max_bytes,
                               const Interrupt& interrupt);

/// The same where nothing interrupts.
Result<std::string> read_whole(const std::string& path, std::size_t max_bytes);

}  // namespace puzzled
