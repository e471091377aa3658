// deploy/puzzled.toml: every key of the daemon, commented out at its default, below what it does.
#pragma once

#include <string>

#include "daemon/base/settings/option.hpp"

namespace puzzled::manual {

/// The sample, from the table of `puzzled serve` at its defaults.
std::string sample_config(const Command& serve);

}  // namespace puzzled::manual
