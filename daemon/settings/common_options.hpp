// Options that several commands have, so that they read alike everywhere.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "daemon/settings/option.hpp"

namespace puzzled {

inline constexpr std::uint64_t kAnyNumber = std::numeric_limits<std::uint64_t>::max();

/// `auto` and the instruction sets.
std::vector<std::string> isa_names();

/// The forms of Sudoku texts.
std::vector<std::string> form_names();

/// `a|b|c`, for a help text.
std::string listed(const std::vector<std::string>& words);

/// The same option, which was called `former` in 0.1.
Option formerly(std::string_view former, Option option);

Option output_option(std::string& target);
Option partial_option(bool& target);
Option threads_option(int& target);
Option quiet_option(bool& target);
Option json_summary_option(bool& target);

}  // namespace puzzled
