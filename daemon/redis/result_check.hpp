// What a feeder reads of results that came over the network: their tallies, the number of their
// lines, the texts of errors. Workers may be programs of others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "core/sudoku/answer_writer.hpp"

namespace puzzled::redis {

/// What tally_text() writes (block_form.hpp).
struct BlockTally {
  sudoku::Tally counts;
  std::uint64_t lines = 0;
};

/// Reads a tally; its members may stand in any order, and further ones are passed over. Nothing if
/// one is missing, stands there twice or is no number.
std::optional<BlockTally> parse_tally(std::string_view text);

/// The tally of a result to a block of `lines` lines. The error says what is wrong with the result.
Result<BlockTally> check_answers(std::string_view answers, std::string_view tally,
                                 std::uint64_t lines);

/// The text of an error as part of a line: printable ASCII, and not too long.
std::string error_text(std::string_view text);

}  // namespace puzzled::redis
