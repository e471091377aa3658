// `puzzled solve --size`: lines of boards of other sizes than 9x9, and their answers.
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "core/search_limits.hpp"
#include "core/variants/text/alphabet.hpp"
#include "daemon/commands/bulk/stream_run.hpp"

namespace puzzled::commands {

/// The boards of an input: a side, and how values are written.
struct BoardForm {
  int size = 0;
  variants::Alphabet alphabet;
};

/// Reads `N` or `N:ALPHABET`. The alphabet may be left out where there is only one.
Result<BoardForm> parse_board_form(std::string_view text);

/// Answers lines of boards, with the usual boxes.
MakeAnswerer board_answerers(const BoardForm& form, const SearchLimits& limits);

}  // namespace puzzled::commands
