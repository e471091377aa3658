// The puzzles of a block of text: of one line, and one after another, for whoever answers them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/sudoku/block_cut.hpp"
#include "core/sudoku/puzzle_text.hpp"
#include "core/sudoku/text_form.hpp"

namespace puzzled::sudoku {

/// The puzzle of a line of content, well-formed or with what is wrong; nothing if the line is a
/// header. `number` is the line's, for the puzzle's place.
std::optional<PuzzleText> read_puzzle_line(std::string_view line, std::uint32_t number,
                                           const TextForm& form);

/// Shown each puzzle of a block in order: well-formed (no error), or with what is wrong and where.
using PuzzleVisit = std::function<void(const PuzzleText&)>;

/// Reads the puzzles of a table with quotes. `text` begins and ends with a record; `number` is its
/// first line's.
void visit_records(std::string_view text, std::uint32_t number, const TextForm& form,
                   const PuzzleVisit& visit);

/// Reads the puzzles of `block`, which was cut by cut_block() with this form and context. Blank
/// lines and comments are none; a line `end` stops. The visit may keep nothing by reference.
void visit_puzzles(std::string_view block, const TextForm& form, const BlockContext& context,
                   const PuzzleVisit& visit);

}  // namespace puzzled::sudoku
