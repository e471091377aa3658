// The puzzles of a block of text, one after another, for whoever answers them in a way of his own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/sudoku/block_cut.hpp"
#include "core/sudoku/puzzle_text.hpp"
#include "core/sudoku/text_form.hpp"

namespace puzzled::sudoku {

/// Shown each puzzle of a block in order: well-formed (no error), or with what is wrong and where.
using PuzzleVisit = std::function<void(const PuzzleText&)>;

/// Reads the puzzles of `block`, which was cut by cut_block() with this form and context. Blank
/// lines and comments are none; a line `end` stops. The visit may keep nothing by reference.
void visit_puzzles(std::string_view block, const TextForm& form, const BlockContext& context,
                   const PuzzleVisit& visit);

}  // namespace puzzled::sudoku
