// Writes the answers to a block, solved or not, into its text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/puzzle_batch.hpp"
#include "core/sudoku/solver.hpp"
#include "core/sudoku/text/answer_text.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/faults.hpp"
#include "core/sudoku/text/text_buffer.hpp"

namespace puzzled::sudoku {

/// The number of puzzles by kind of answer.
struct Tally {
  std::uint64_t solved = 0;      ///< at least one solution
  std::uint64_t multiple = 0;    ///< of those: more than one (not known with a limit of 1)
  std::uint64_t unsolvable = 0;  ///< well-formed, without a solution
  std::uint64_t invalid = 0;     ///< malformed, or clues that contradict each other
  std::uint64_t timed_out = 0;   ///< the time limit was reached, even if solutions had been found

  std::uint64_t puzzles() const { return solved + unsolvable + invalid + timed_out; }
  Tally& operator+=(const Tally& other);
};

/// A puzzle whose time ran out, to be answered by a search with a longer limit.
struct UnsolvedPuzzle {
  Grid grid;
  std::size_t answer_at = 0;  ///< where in the answers to insert its own
};

/// A board to be answered by a reader of boards with rules.
struct OpenBoard {
  std::string rule_line;  ///< PuzzleText::rule_line
  std::string reason;     ///< to refuse it for if that is not known either
  TextPlace place;
  AnswerStyle style = AnswerStyle::kLine;  ///< of the block's answers
  std::size_t answer_at = 0;               ///< where in the answers to insert its own
  std::size_t faults_before = 0;
};

struct BlockAnswers {
  TextBuffer text;
  Faults faults;                         ///< that were answered `invalid`
  std::vector<UnsolvedPuzzle> unsolved;  ///< rising; AnswerOptions::hands_over_unsolved
  std::vector<OpenBoard> boards;         ///< rising; AnswerOptions::hands_over_boards
  Tally tally;
  Account account;
  std::uint64_t line_ends = 0;  ///< line feeds in the block, for the line numbers of the next one

  void clear();  ///< keeps the memory
};

/// The puzzles and faults of a batch that belong to one block. (They begin where those of the part
/// before it end.)
struct BatchPart {
  BlockAnswers* answers = nullptr;
  AnswerStyle style = AnswerStyle::kLine;
  std::size_t puzzles_end = 0;
  std::size_t faults_end = 0;
};

/// The solutions of a batch as lines, each with room before and behind it for the rest of its
/// answer.
struct SolvedBatch {
  Solver::Answers answers;
  char* lines = nullptr;
  std::size_t front = 0;  ///< room before the digits of a solution
  std::size_t back = 0;   ///< room behind them
  std::size_t stride() const { return front + kCells + back; }
};

/// The room for a solved answer; `lines` and `answers` are left empty.
SolvedBatch solved_room(AnswerStyle style, std::uint64_t limit);

/// The most bytes that the answers to faults take.
std::size_t text_size(const Faults& faults, AnswerStyle style);

/// Writes the answers of a batch, part by part. `limit` is that of the solutions. Either all parts
/// have the style kJson or none has, as passed to solved_room().
class AnswerWriter {
 public:
  /// What is not answered, but handed over: AnswerOptions.
  struct HandsOver {
    bool unsolved = false;
    bool boards = false;
  };

  AnswerWriter(const PuzzleBatch& batch, const SolvedBatch& solved, std::uint64_t limit,
               HandsOver hands_over)
      : batch_(batch), solved_(solved), limit_(limit), hands_over_(hands_over) {}

  /// Adds the answers of the next part to those of its block. Lines that are already in their place
  /// in the text are not copied.
  void write(const BatchPart& part);

 private:
  void write_puzzles(std::size_t end, const BatchPart& part);
  void write_lines(std::size_t end, const BatchPart& part);
  void write_unsolvable(const BatchPart& part);
  void write_long_count(const BatchPart& part);
  void write_solutions(std::size_t end, const BatchPart& part);
  template <class Complete>
  void write_solved(std::size_t end, BlockAnswers& answers, Complete complete);
  void write_answer(const BatchPart& part);
  void answer_fault(const Fault& fault, const BatchPart& part);
  void reject(TextPlace place, std::string_view reason, const BatchPart& part);
  Solutions solutions() const;
  char* line_of(std::size_t puzzle) const { return solved_.lines + puzzle * solved_.stride(); }

  const PuzzleBatch& batch_;
  const SolvedBatch& solved_;
  const std::uint64_t limit_;
  const HandsOver hands_over_;
  std::size_t puzzle_ = 0;    // the first that is not answered
  std::size_t fault_ = 0;     // the same
  std::size_t timeout_ = 0;   // in solved_.answers.timed_out
  std::size_t conflict_ = 0;  // in solved_.answers.conflicts
  std::string answer_;        // while it is put together
};

}  // namespace puzzled::sudoku
