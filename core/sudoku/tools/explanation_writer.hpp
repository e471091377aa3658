// How `puzzled explain` writes an explanation, of puzzles and of boards beside them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/sudoku/explain/explainer.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

struct ExplainOptions {
  std::size_t max_steps = 0;  ///< 0: all
  bool json = false;          ///< an object a step, and one at the end; else lines for people
  bool states = false;        ///< of JSON: the board after each step
  std::string_view isa{};     ///< empty for the best
};

/// As text, in front of the puzzle: the rating and a tab, unless only some steps are wanted; `-`
/// if entries are wrong.
std::string explanation_heading(const explain::Explanation& explanation,
                                const ExplainOptions& options);

/// As text, behind the line of the puzzle: a line a step; how it ends, unless it is solved; and an
/// empty line. As JSON: an object a step and one that says how it ends.
void append_explanation(std::string& to, const Grid& puzzle,
                        const explain::Explanation& explanation, const ExplainOptions& options);

/// The answer to what is no puzzle: `invalid REASON` and an empty line, or an object.
void append_unexplained(std::string& to, std::string_view reason, const ExplainOptions& options);

}  // namespace puzzled::sudoku
