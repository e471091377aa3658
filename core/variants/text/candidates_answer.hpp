// True candidates as text: of each cell the values that it has in some solution, and in how many.
#pragma once

#include <cstdint>
#include <string>

#include "core/variants/text/answered_board.hpp"
#include "core/variants/true_candidates.hpp"

namespace puzzled::variants {

/// Appends the answer, which ends in a line feed. `cap` is that of the counts.
///
/// kLine: all cells on a line, apart from each other: `139`, with values apart by commas where they
/// are numbers; with a cap above 1 `1:5,3:2`. kAuto: drawn, and with a cap above 1 a line for each
/// cell that has several candidates. Other styles but kJson are drawn, too.
void append_candidates(std::string& text, const AnsweredBoard& board, const TrueCandidates& found,
                       std::uint32_t cap, BoardStyle style);

}  // namespace puzzled::variants
