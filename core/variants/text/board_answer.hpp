// The answer to a board as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/variants/puzzle.hpp"
#include "core/variants/text/answered_board.hpp"

namespace puzzled::variants {

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

/// Of each cell its only candidate, or 0.
std::vector<std::uint8_t> clues_of(std::span<const ValueSet> allowed);

/// Why a board is invalid that has the same clue in cells which must differ.
std::string conflict_text(const AnsweredBoard& board, Cell first, Cell second);

/// The answer to what is no board.
void append_invalid(std::string& text, std::string_view reason, BoardStyle style);

}  // namespace puzzled::variants
