// `puzzled explain --pairs`: boards that are partly filled beside their puzzles, what is wrong on
// them and the steps that lead on from them.
#pragma once

#include <string>
#include <string_view>

#include "core/sudoku/answer_writer.hpp"
#include "core/sudoku/explain/explainer.hpp"
#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/pair_reader.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "core/sudoku/tools/explanation_writer.hpp"

namespace puzzled::sudoku {

/// One is for one thread at a time.
class PairExplainer {
 public:
  explicit PairExplainer(const ExplainOptions& options)
      : options_(options), explainer_(options.isa) {}

  /// Answers all pairs of a block, in order, as ExplainTool does; puzzle and board stand in front
  /// as 81 cells each, with a tab between.
  /// REQUIRES: cut_block() cut `block` with this form and context; `form.pairs` is set.
  void answer(std::string_view block, const TextForm& form, const BlockContext& context,
              BlockAnswers& answers);

 private:
  const ExplainOptions options_;
  explain::Explainer explainer_;
  CellTextReader cells_;
  std::string text_;  // of one pair
};

/// A puzzle and a board that is partly filled.
struct PuzzleAndBoard {
  Grid puzzle{};
  Grid board{};
};

/// Reads the two of a line that stands alone, with white space between or in another form of
/// pairs. An empty text, or the reason why the line is none.
std::string read_puzzle_and_board(std::string_view line, PuzzleAndBoard& pair);

}  // namespace puzzled::sudoku
