// Texts that hold rules: which form a line has, and how it is read.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/result.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

enum class RuleForm : std::uint8_t {
  kNone,       ///< none of these: a plain grid, or no board
  kIss,        ///< a constraint string of ISS
  kFpuzzles,   ///< of f-puzzles: a link, packed, or JSON
  kSudokuPad,  ///< of SudokuPad: a link, packed, or JSON
  kShortKiller,
  kLongKiller,
  kJigsaw,
  kCandidates,
  kSumoCue,
  kRecord,  ///< a JSON object with a board and members that state rules
};

/// What a line looks like, without blanks around it. It need not be right: read_rules() says what
/// is wrong. Takes time for lines of plain grids no more than to look at their beginning and
/// length, in most cases.
RuleForm find_form(std::string_view line);

/// REQUIRES: `form` is not kNone.
Result<Puzzle> read_rules(RuleForm form, std::string_view line);

}  // namespace puzzled::variants
