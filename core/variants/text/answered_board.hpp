// A board that is answered, and how its answer is written.
#pragma once

#include <cstdint>
#include <span>

#include "core/variants/text/notation.hpp"

namespace puzzled::variants {

enum class BoardStyle : std::uint8_t {
  kAuto,          ///< with a limit of 1, boards are answered in their own form; all else by lines
  kLine,          ///< one line an answer
  kJson,          ///< one JSON object an answer, on a line
  kBoard,         ///< a solution as rows
  kIntegers,      ///< a solution as rows of numbers from 1
  kPretty,        ///< drawn with the borders of regions, clues in brackets
  kPrettyColour,  ///< the same, clues bold (terminal escape sequences)
};

/// A board that is answered.
struct AnsweredBoard {
  int size = 0;
  std::span<const std::uint8_t> clues;    ///< of each cell its value, or 0
  std::span<const std::uint8_t> regions;  ///< of each cell; or empty
  const Notation* notation = nullptr;
  bool is_lower_case = false;
  BoardStyle auto_style = BoardStyle::kLine;  ///< what kAuto means for it
};

}  // namespace puzzled::variants
