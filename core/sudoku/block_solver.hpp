// Text in, text out: answers every puzzle in a block of text, in order. This is the whole work of
// one parallel task, for files, pipes and sockets. Three steps: a PuzzleReader fills a PuzzleBatch,
// a Solver solves it, an AnswerWriter writes the answers.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/sudoku/answer_writer.hpp"
#include "core/sudoku/engines.hpp"
#include "core/sudoku/puzzle_batch.hpp"
#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::sudoku {

struct AnswerOptions {
  const Engine* engine = &all_engines().front();  ///< never null
  std::string_view isa{};                         ///< of its kernels; empty for the best
  SearchLimits limits{};  ///< unless 1 solution: answers are `<count> TAB <solution or ->`
  AnswerStyle style = AnswerStyle::kAuto;
  /// Puzzles whose time runs out get no answer `timeout`, and are not in the tally: they are in
  /// BlockAnswers::unsolved.
  bool hands_over_unsolved = false;
  /// Boards with a PuzzleText::rule_line are not answered `invalid`: they are in
  /// BlockAnswers::boards.
  bool hands_over_boards = false;
};

/// Answers blocks. Owns the memory that this takes, so that in the long run nothing is allocated;
/// one solver is for one thread at a time.
class BlockSolver {
 public:
  explicit BlockSolver(const AnswerOptions& options);

  /// Answers the puzzles of `block`, which was cut by cut_block() with this form and context, and
  /// adds to `answers`. Answers come in the order of the puzzles; blank lines and comments have
  /// none; a line `end` stops. Throws only std::bad_alloc.
  void answer(std::string_view block, const TextForm& form, const BlockContext& context,
              BlockAnswers& answers);

  /// The same in two steps, so that the puzzles of many small blocks are solved together: all that
  /// are added are answered when finish() returns, some perhaps earlier. REQUIRES: until then the
  /// block's text and `answers` stay in place.
  void add(std::string_view block, const TextForm& form, const BlockContext& context,
           BlockAnswers& answers);
  void finish();

  /// How many solutions to look for from now on. REQUIRES: all that was added is answered.
  void set_solution_limit(std::uint64_t limit) { options_.limits.solutions = limit; }

  /// Drops what was added. To be called after an exception, before all else.
  void forget();

 private:
  void add_plain_lines(std::string_view lines, PlainForm form, const BatchPart& part);
  void end_part(BatchPart part);
  SolvedBatch solve();

  AnswerOptions options_;
  std::unique_ptr<Solver> solver_;
  PlainLineCounter count_plain_lines_;
  PuzzleBatch batch_;
  std::vector<BatchPart> parts_;
  std::vector<char> lines_;  // of solutions, unless they can stand where they belong
};

}  // namespace puzzled::sudoku
