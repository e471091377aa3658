// Answers the pairs of a block by lines: `ok`, or what is wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/search_limits.hpp"
#include "core/stop.hpp"
#include "core/sudoku/answer_writer.hpp"
#include "core/sudoku/solver.hpp"
#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/pair_reader.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "core/sudoku/verify/grid_verifier.hpp"
#include "core/sudoku/verify/judge.hpp"
#include "core/sudoku/verify/solution_finder.hpp"

namespace puzzled::sudoku {

struct PairOptions {
  VerdictNeeds needs{};            ///< the number of right cells stands behind a tab
  bool writes_json = false;        ///< an object each
  bool reports_wrong = false;      ///< grids that are wrong are faults of the block, too
  std::string_view isa{};          ///< empty for the best
  const StopFlag* stop = nullptr;  ///< ends searches for solutions
};

/// The answer to one pair.
struct PairAnswer {
  enum class Status : std::uint8_t {
    kOk,
    kWrong,
    kInvalid,  ///< the line is no pair, or its puzzle no puzzle: no grid could be right
  };
  Status status = Status::kOk;
  std::string reason{};  ///< what is wrong; without the word `invalid`
  int right_cells = 0;   ///< if they are counted
};

/// Appends an answer and a line feed: `ok`, the reason, or `invalid` and the reason; and behind a
/// tab the number of right cells.
void append_pair_answer(std::string& text, const PairAnswer& answer, const PairOptions& options);

/// One is for one thread at a time.
class PairVerifier {
 public:
  explicit PairVerifier(const PairOptions& options);

  /// Answers all pairs of a block, in order. In the tally, a pair that is ok is solved and one that
  /// is wrong unsolvable. False: it was stopped.
  /// REQUIRES: cut_block() cut `block` with this form and context; `form.pairs` is set.
  bool answer(std::string_view block, const TextForm& form, const BlockContext& context,
              BlockAnswers& answers);

  /// The answer to texts of a puzzle and a grid; nothing if it was stopped.
  std::optional<PairAnswer> answer(std::string_view puzzle, std::string_view grid,
                                   const BlankSigns& blanks = {});

 private:
  static constexpr std::size_t kNothing = static_cast<std::size_t>(-1);

  /// An answer that may take solutions to complete, or that comes behind such a one.
  struct Waiting {
    PairAnswer answer{};
    TextPlace place{};  ///< of what is wrong
    std::size_t to_solve = kNothing;
  };

  std::optional<Verdict> judge_characters(const PairText& pair) const;
  Waiting judged_as(const Verdict& verdict, const PairText& pair);
  Waiting read_and_judge(const PairText& pair, const BlankSigns& blanks);
  std::size_t solve_later(const Grid& puzzle, const Grid& grid);
  void complete(Waiting& waiting) const;
  void write(const PairAnswer& answer, TextPlace place, BlockAnswers& answers);
  void write(const Verdict& verdict, const PairText& pair, BlockAnswers& answers);
  void write_ok(std::size_t pairs, BlockAnswers& answers) const;

  const PairOptions options_;
  const Judge judge_;
  std::string ok_line_;  // the answer to most
  SolutionFinder solutions_;
  CellTextReader cells_;
  std::vector<Waiting> waiting_;
  std::vector<Grid> puzzles_;  // to be solved
  std::vector<Grid> grids_;
  std::vector<Solutions> found_;
  std::string text_;
};

}  // namespace puzzled::sudoku
