// Small inputs that are needed whole: weights, certificates.
#pragma once

#include <cstddef>
#include <string>

#include "core/result.hpp"
#include "daemon/os/interrupt.hpp"

namespace puzzled {

/// All of a file, or of standard input for `-`; an error if it cannot be read or is longer.
Result<std::string> read_whole(const std::string& path, std::size_t most_bytes,
                               const Interrupt& interrupt);

}  // namespace puzzled
