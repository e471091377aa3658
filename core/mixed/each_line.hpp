// Answers each line of a text by one line, whatever stands on it: a puzzle of 9x9, a board of
// another size, a board with its rules, a fault, or nothing. Each line is read alone, so its answer
// depends neither on the lines before it nor on where the text is cut. For pipes and queues.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/sudoku/block_solver.hpp"
#include "core/variants/text_solver.hpp"

namespace puzzled::mixed {

struct EachLineOptions {
  sudoku::AnswerOptions puzzles;
  variants::TextOptions boards;
  variants::BoardRequest request;  ///< what the user states of boards
};

/// For one thread at a time.
class EachLine {
 public:
  explicit EachLine(const EachLineOptions& options);

  /// Answers a block that was cut by cut_block(); `form` answers each line. Only a line that is no
  /// puzzle of 9x9 is looked at twice. False if it was stopped. REQUIRES: `answers` are empty.
  bool answer(std::string_view block, const sudoku::TextForm& form,
              const sudoku::BlockContext& context, sudoku::BlockAnswers& answers);

 private:
  /// A line that the reader of puzzles does not know as what it is.
  struct OtherLine {
    std::size_t begin = 0;  ///< in the text
    std::size_t size = 0;   ///< with its line feed
    /// Nothing: a puzzle behind a byte order mark, as files have that were put together.
    std::optional<variants::BoardForm> form;
  };

  void find_others(const sudoku::BlockStart& start, const sudoku::Faults& faults);

  const variants::BoardRequest request_;
  const bool are_all_boards_;  // so the user says
  sudoku::BlockSolver puzzles_;
  variants::TextSolver boards_;
  std::vector<OtherLine> others_;
  variants::TextAnswers of_board_;
  sudoku::BlockAnswers of_puzzles_;
};

}  // namespace puzzled::mixed
