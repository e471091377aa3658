// Help texts in 80 columns, made from the tables of options.
#pragma once

#include <span>
#include <string>

#include "daemon/base/manual/document.hpp"
#include "daemon/base/settings/option.hpp"

namespace puzzled::manual {

/// `puzzled -h`: at most 24 lines.
std::string short_help(std::span<const Command> commands);

/// `puzzled COMMAND -h`: a line for each option, at most 24 lines.
std::string short_help(const Command& command);

/// `puzzled --help` and `puzzled COMMAND --help`.
std::string long_help(const Document& document);

}  // namespace puzzled::manual
