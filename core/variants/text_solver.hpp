// Text in, text out: answers what is asked of the boards of a block of text, in order. The whole
// work of one task, for files, pipes and sockets.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/search_limits.hpp"
#include "core/variants/puzzle.hpp"
#include "core/variants/shape_solver.hpp"
#include "core/variants/text/board_answer.hpp"
#include "core/variants/text/board_form.hpp"
#include "core/variants/text/board_question.hpp"
#include "core/variants/text/board_reader.hpp"
#include "core/variants/text/estimate_answer.hpp"
#include "core/variants/time_left.hpp"

namespace puzzled::variants {

struct TextOptions {
  SearchLimits limits{};
  BoardStyle style = BoardStyle::kAuto;
  std::vector<Rule> rules{};  ///< of every board beside its own
  BoardQuestion question = BoardQuestion::kSolve;
  bool numbers = false;  ///< in lists the puzzle's number, from 1, stands in front
  EstimateSettings estimate{};
  EstimateText estimate_text{};  ///< of kEstimate; empty: a line
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
  std::uint64_t listed = 0;  ///< solutions in lists
  std::uint64_t cut = 0;     ///< lists that were ended at the limit, before the last solution
  LineCounts lines;
  std::uint64_t line_ends = 0;

  /// Takes away what `text` holds; false if no more is wanted. Lists call it whenever `text` is
  /// long. Empty: `text` holds everything.
  std::function<bool()> flush{};

  void clear();  ///< keeps the memory, and `flush`
};

/// For one thread at a time.
class TextSolver {
 public:
  explicit TextSolver(TextOptions options) : options_(std::move(options)) {}

  /// Answers a plain board, whose clues do not contradict each other; `values` has 0 for blanks.
  /// False if the stop flag ended it, or no more is wanted. `auto_style`: what kAuto means for it.
  bool answer_plain(int size, std::span<const std::uint8_t> values, BoardStyle auto_style,
                    TextAnswers& answers);

  /// Answers the board that `line` states (read_puzzle_line()), which stands at `place`; if it
  /// states none, by `reason`. `auto_style` as above.
  bool answer_line(std::string_view line, std::string_view reason, TextPlace place,
                   BoardStyle auto_style, TextAnswers& answers);

  /// Answers what is no board.
  void answer_invalid(std::string_view reason, TextAnswers& answers);

  /// Answers a text that begins with line number `first_line`, and adds to `answers`. False if the
  /// stop flag ended it, or no more is wanted.
  bool answer(std::string_view text, const BoardForm& form, std::uint32_t first_line,
              TextAnswers& answers);

 private:
  using Conflict = std::optional<std::pair<Cell, Cell>>;

  bool answer_board(const BoardReader& reader, TextAnswers& answers);
  bool answer_puzzle(Result<Puzzle> read, TextPlace place, BoardStyle auto_style,
                     TextAnswers& answers);
  Result<> prepare(const Puzzle& puzzle);
  Result<> prepare_plain(int size);
  Conflict find_conflict() const;
  std::optional<std::span<const ValueSet>> candidates();
  void allow_values(int size, std::span<const std::uint8_t> values);
  bool answer_or_reject(const AnsweredBoard& board, const Conflict& conflict, TextPlace place,
                        TextAnswers& answers);
  bool answer_question(const AnsweredBoard& board, TextAnswers& answers);
  bool solve(const AnsweredBoard& board, TextAnswers& answers);
  bool list(const AnsweredBoard& board, TextAnswers& answers);
  bool find_candidates(const AnsweredBoard& board, TextAnswers& answers);
  bool estimate(TextAnswers& answers);
  void reject(TextPlace place, std::string reason, TextAnswers& answers);
  SearchLimits limits(std::uint64_t solutions) const { return time_->limits(solutions); }
  bool is_ended(bool timed_out) const;
  BoardStyle style_for(const AnsweredBoard& board) const;
  std::optional<std::uint64_t> number() const;

  const TextOptions options_;
  ShapeSolver solver_;
  std::optional<TimeLeft> time_;  // of the board at hand, from before it is read
  bool is_ready_ = false;         // false: time was up before it could be searched
  Puzzle plain_;                  // the shape of the last plain board
  std::vector<ValueSet> allowed_;
  std::vector<std::uint8_t> clues_;
  std::uint64_t puzzles_ = 0;  // that were answered, and the one at hand
};

}  // namespace puzzled::variants
