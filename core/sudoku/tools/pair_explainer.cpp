#include "core/sudoku/tools/pair_explainer.hpp"

#include <cstdint>
#include <optional>

#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/answer_text.hpp"

namespace puzzled::sudoku {
namespace {

using PairItem = PairReader::Item;

// The next pair or fault: the cells of the former are read by read_pair().
std::optional<PairItem> next_pair(PairReader& reader) {
  while (std::optional<PairItem> item = reader.next()) {
    if (*item == PairItem::kUnread) item = reader.read_line();
    if (item) return item;
  }
  return std::nullopt;
}

/// The reason why a pair is none, and where; empty if it is one.
struct PairFault {
  std::string reason{};
  TextPlace place{};
};

PairFault read_pair(const PairText& text, const BlankSigns& blanks, CellTextReader& cells,
                    PuzzleAndBoard& pair) {
  const auto fault_at = [&](TextPlace place, std::string reason) -> PairFault {
    if (text.has_columns) place.column += static_cast<std::uint32_t>(cells.fault_offset());
    return {std::move(reason), place};
  };
  std::string reason = cells.read(text.puzzle, blanks, pair.puzzle);
  if (!reason.empty()) return fault_at(text.puzzle_place, std::move(reason));
  if (const auto conflict = find_conflict(pair.puzzle)) {
    return {to_text(*conflict), text.puzzle_place};
  }
  reason = cells.read(text.grid, blanks, pair.board);
  if (!reason.empty()) return fault_at(text.grid_place, "board: " + reason);
  return {};
}

}  // namespace

void PairExplainer::answer(std::string_view block, const TextForm& form,
                           const BlockContext& context, BlockAnswers& answers) {
  PairReader reader(block, form, context);
  PuzzleAndBoard pair;
  while (const std::optional<PairItem> item = next_pair(reader)) {
    const PairFault fault = *item == PairItem::kFault
                                ? PairFault{reader.fault(), reader.place()}
                                : read_pair(reader.pair(), form.blanks, cells_, pair);
    text_.clear();
    if (!fault.reason.empty()) {
      append_unexplained(text_, fault.reason, options_);
      answers.faults.add(fault.place, fault.reason);
      ++answers.tally.invalid;
    } else {
      const explain::Explanation& found =
          explainer_.explain_board(pair.puzzle, pair.board, options_.max_steps);
      if (!options_.json) {
        text_ += explanation_heading(found, options_);
        append_cells(text_, pair.puzzle);
        text_ += '\t';
        append_cells(text_, pair.board);
        text_ += '\n';
      }
      append_explanation(text_, pair.puzzle, found, options_);
      ++answers.tally.solved;
    }
    answers.text.append(text_);
  }
  answers.line_ends = reader.line_ends();
  answers.account = reader.account();
}

std::string read_puzzle_and_board(std::string_view line, PuzzleAndBoard& pair) {
  const TextForm form{.layout = Layout::kAny, .pairs = PairForm{}};
  PairReader reader(line, form, {.begins_stream = false});
  const std::optional<PairItem> item = next_pair(reader);
  if (!item) return "no puzzle and board";
  if (*item == PairItem::kFault) return reader.fault();
  CellTextReader cells;
  return read_pair(reader.pair(), form.blanks, cells, pair).reason;
}

}  // namespace puzzled::sudoku
