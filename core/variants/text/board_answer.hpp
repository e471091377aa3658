// The answer to a board as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

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

struct BoardAnswer {
  std::uint64_t count = 0;
  bool timed_out = false;
  std::span<const std::uint8_t> first;  ///< if count > 0
};

/// Appends the values of all cells, with spaces between them where they are numbers.
void append_values(std::string& text, const AnsweredBoard& board,
                   std::span<const std::uint8_t> values);

/// Appends the answer, which ends in a line feed. `limit` is that of solutions, as of 9x9.
void append_answer(std::string& text, const AnsweredBoard& board, const BoardAnswer& answer,
                   std::uint64_t limit, BoardStyle style);

/// The answer to what is no board.
void append_invalid(std::string& text, std::string_view reason, BoardStyle style);

}  // namespace puzzled::variants
