// Answers to pieces of a block, put together.
#pragma once

#include <cstdint>

#include "core/sudoku/answer_writer.hpp"
#include "core/sudoku/text/faults.hpp"
#include "core/variants/text_solver.hpp"

namespace puzzled::mixed {

/// Adds answers of boards to those of puzzles of 9x9. Their lines are counted as those of `to`.
void add_answers(const variants::TextAnswers& from, sudoku::BlockAnswers& to);

/// Adds the answers to the next piece.
void add_answers(const sudoku::BlockAnswers& from, sudoku::BlockAnswers& to);

/// Answers the boards that were handed over (sudoku::AnswerOptions), in their places. False if it
/// was stopped.
bool answer_boards(variants::TextSolver& solver, sudoku::BlockAnswers& answers);

/// Adds the faults of a piece that `lines_before` lines of the block precede.
void add_faults(const sudoku::Faults& from, std::uint64_t lines_before, sudoku::Faults& to);

}  // namespace puzzled::mixed
