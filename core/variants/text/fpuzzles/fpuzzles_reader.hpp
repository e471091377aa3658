// Boards of f-puzzles.com: JSON, packed (packed/lz_string.hpp) in links as
// `https://www.f-puzzles.com/?load=…`.
#pragma once

#include <string_view>

#include "core/json_value.hpp"
#include "core/result.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// A link, what follows `load=` in it, or JSON. Rules are those of f-puzzles and of its extension
/// by Rangsk, as his solver reads them.
///
/// Values that were entered and are not `given`, and marks in the middle of cells, are the
/// player's: setters leave the solution there. `givenPencilMarks` are the board's. Titles,
/// solutions and what is drawn without a text hold no rule and are passed over; a drawn text may
/// hold one and is refused, unless it comes from a rule that stands in the board as well. So is
/// each member that is not known, by its name.
Result<Puzzle> read_fpuzzles(std::string_view text);

/// The same, of JSON that was parsed.
Result<Puzzle> read_fpuzzles(const JsonValue& board);

}  // namespace puzzled::variants
