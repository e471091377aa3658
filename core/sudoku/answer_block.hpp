// Text in, text out: answers every puzzle in a block of text, in order. This is the whole work of
// one parallel task, and all that file, pipe and socket have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/answer_text.hpp"
#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/block_cut.hpp"
#include "core/sudoku/engines.hpp"
#include "core/sudoku/puzzle_text.hpp"
#include "core/sudoku/text_buffer.hpp"
#include "core/sudoku/text_form.hpp"

namespace puzzled::sudoku {

struct AnswerOptions {
  /// Solves one puzzle at a time; null: puzzles are solved in batches (BatchSolver).
  const Engine* engine = nullptr;
  std::string_view isa{};  ///< of the batches; empty for the best
  SearchLimits limits{};   ///< unless 1 solution: answers are `<count> TAB <solution or ->`
  AnswerStyle style = AnswerStyle::kAuto;
};

/// How many puzzles had which answer.
struct Tally {
  std::uint64_t solved = 0;      ///< at least one solution
  std::uint64_t multiple = 0;    ///< of those: more than one (not known with a limit of 1)
  std::uint64_t unsolvable = 0;  ///< well-formed, without a solution
  std::uint64_t invalid = 0;     ///< malformed, or clues that contradict each other
  std::uint64_t timed_out = 0;  ///< the time limit came first, even if there were solutions by then

  std::uint64_t puzzles() const { return solved + unsolvable + invalid + timed_out; }
  Tally& operator+=(const Tally& other);
};

/// An `invalid` answer: where the fault is and where in the answers its reason stands.
struct Fault {
  TextPlace place;  ///< line counted from the block's first
  std::uint32_t reason_at = 0;
  std::uint32_t reason_size = 0;
};

struct BlockAnswers {
  TextBuffer text;
  std::vector<Fault> faults;
  Tally tally;
  std::uint64_t line_ends = 0;  ///< line feeds in the block: what the next block's lines start at

  void clear();  ///< keeps the memory
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

  /// The same in two steps, so that the puzzles of many small blocks are solved together: of those
  /// that are added, nothing is sure to be answered before finish() returns. REQUIRES: until then
  /// the block's text and `answers` stay where they are.
  void add(std::string_view block, const TextForm& form, const BlockContext& context,
           BlockAnswers& answers);
  void finish();

  /// How many solutions to look for from now on. REQUIRES: all that was added is answered.
  void set_solution_limit(std::uint64_t limit) { options_.limits.solutions = limit; }

  /// Drops what was added. To be called after an exception, before all else.
  void forget();

 private:
  // What should have been a puzzle.
  struct Misread {
    std::size_t puzzles_before;
    TextPlace place;
    std::string reason;
  };

  // Puzzles of one block that are solved together, and where their answers go.
  struct Part {
    BlockAnswers* answers = nullptr;
    AnswerStyle style = AnswerStyle::kLine;
    std::size_t puzzles_end = 0;   // it begins where the one before ends
    std::size_t misreads_end = 0;  // in misreads_
  };

  // Puzzles whose lines follow each other, from this one to the next run.
  struct Run {
    std::size_t first_puzzle;
    TextPlace first_cell;
  };

  void add_grid(const Grid& grid, TextPlace first_cell);
  void add_misread(std::string reason, TextPlace place);
  bool is_full() const;
  TextPlace place_of(std::size_t puzzle) const;
  void add_puzzle(PuzzleText puzzle);
  std::uint32_t take_plain_lines(std::string_view& text, std::uint32_t number);
  void read_lines(std::string_view text, std::uint32_t number, const TextForm& form);
  void read_records(std::string_view text, std::uint32_t number, const TextForm& form);
  void read_boards(std::string_view text, std::uint32_t number, const BlockContext& context);
  void end_part();
  void flush();
  char* solve_puzzles();
  Solutions solutions_to(std::size_t puzzle, const char* line) const;
  void write_part(const Part& part, std::size_t puzzle, std::size_t misread, char* lines);
  void write_answer(std::size_t puzzle, const char* line, const Part& part);
  std::size_t keep_lines(std::size_t begin, std::size_t end, char* lines,
                         BlockAnswers& answers) const;

  AnswerOptions options_;
  std::optional<BatchSolver> batch_;
  Part part_;                // of the block at hand
  std::vector<Part> parts_;  // those that have ended

  // Puzzles that are read before they are solved together.
  std::size_t count_ = 0;
  std::vector<const std::uint8_t*> cells_;  // count_ addresses in the block, or in grids_
  std::vector<Run> runs_;                   // means nothing for boards
  std::vector<Grid> grids_;                 // never more than it has room for: they stay in place
  std::vector<Misread> misreads_;           // in order
  BatchSolver::Answers solved_;             // by batch_
  std::size_t stride_ = 0;                  // from the line of one answer to the next
  std::vector<char> lines_;                 // unless they can stand where they belong
  std::string answer_;                      // while it is put together
};

}  // namespace puzzled::sudoku
