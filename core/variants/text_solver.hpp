// Text in, text out: answers the boards of a block of text, in order. The whole work of one task,
// for files, pipes and sockets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/search_limits.hpp"
#include "core/variants/puzzle.hpp"
#include "core/variants/shape_solver.hpp"
#include "core/variants/text/board_answer.hpp"
#include "core/variants/text/board_form.hpp"
#include "core/variants/text/board_reader.hpp"

namespace puzzled::variants {

struct TextOptions {
  SearchLimits limits{};  ///< unless 1 solution, counts stand in front of solutions
  BoardStyle style = BoardStyle::kAuto;
  std::vector<Rule> rules{};  ///< of every board beside its own
};

/// Something that was answered `invalid`.
struct TextFault {
  TextPlace place;
  std::string reason;
};

struct TextAnswers {
  std::string text;
  std::vector<TextFault> faults;
  std::uint64_t solved = 0;    ///< at least one solution
  std::uint64_t multiple = 0;  ///< of those: more than one
  std::uint64_t unsolvable = 0;
  std::uint64_t timed_out = 0;
  LineCounts lines;
  std::uint64_t line_ends = 0;

  void clear();  ///< keeps the memory
};

/// For one thread at a time.
class TextSolver {
 public:
  explicit TextSolver(TextOptions options) : options_(std::move(options)) {}

  /// Answers a text that begins with line number `first_line`, and adds to `answers`. False if the
  /// stop flag ended it.
  bool answer(std::string_view text, const BoardForm& form, std::uint32_t first_line,
              TextAnswers& answers);

 private:
  using Conflict = std::optional<std::pair<Cell, Cell>>;

  bool answer_board(const BoardReader& reader, TextAnswers& answers);
  bool answer_puzzle(const BoardReader& reader, int size, TextAnswers& answers);
  bool solve(const AnsweredBoard& board, const Conflict& conflict, TextPlace place,
             TextAnswers& answers);
  void reject(TextPlace place, std::string reason, TextAnswers& answers) const;

  const TextOptions options_;
  ShapeSolver solver_;
  Puzzle plain_;  // the shape of the last plain board
  std::vector<ValueSet> allowed_;
  std::vector<std::uint8_t> clues_;
};

/// `r1c1` to `r25c25`.
std::string name_of_cell(Cell cell, int size);

}  // namespace puzzled::variants
