#include "daemon/commands/bulk/input_report.hpp"

#include "core/sudoku/text/likely_cause.hpp"
#include "daemon/base/os/message.hpp"

namespace puzzled::commands {

std::string skipped_text(const RunCounters& counters) {
  std::string text;
  const std::uint64_t decoration = counters.decoration.load(std::memory_order_relaxed);
  if (decoration > 0) {
    text += ", " + plural(decoration, "line") + " of titles and rulers skipped";
  }
  const std::uint64_t candidates = counters.candidates.load(std::memory_order_relaxed);
  if (candidates > 0) {
    text += ", candidates ignored on " + plural(candidates, "line");
  }
  return text;
}

void InputReport::add(std::size_t input, std::uint64_t puzzles, std::uint64_t invalid) {
  if (input_ != input) {
    if (input_ && !has_puzzle_) without_puzzle_.push_back(*input_);
    input_ = input;
    has_puzzle_ = false;
  }
  has_puzzle_ = has_puzzle_ || puzzles > 0;
  if (puzzles_ < kFirst) {
    puzzles_ += puzzles;
    invalid_ += invalid;
  }
}

std::vector<std::size_t> InputReport::without_puzzle() const {
  std::vector<std::size_t> inputs = without_puzzle_;
  if (input_ && !has_puzzle_) inputs.push_back(*input_);
  return inputs;
}

std::string InputReport::closing_message(const InputBlocks& inputs, bool has_answers,
                                         const RunCounters& counters) const {
  const std::vector<std::size_t> without = without_puzzle();
  if (!has_answers || without.empty()) {
    return closing_message(inputs.name(0), inputs.beginning(), has_answers, counters);
  }
  std::string text = inputs.name(without.front()) + ": no puzzle was found";
  if (without.size() > 1) text += ", nor in " + plural(without.size() - 1, "other input");
  return text;
}

void InputReport::add_fault(std::uint64_t line, std::string_view reason) {
  if (first_reason_.empty()) first_reason_ = reason;
  if (line <= kFirst) ++early_faults_;
}

std::string InputReport::closing_message_on_pairs(const std::string& name) const {
  if (puzzles_ == 0) return name + ": no pair was found";
  if (2 * invalid_ <= puzzles_) return {};
  return name + ": most lines are no pairs (the first: " + first_reason_ +
         "); a pair is a puzzle and a grid on one line, in two columns that --columns may name";
}

std::string InputReport::closing_message(const std::string& name, std::string_view beginning,
                                         bool has_answers, const RunCounters& counters) const {
  const bool is_mostly_invalid =
      (puzzles_ > 0 && 2 * invalid_ > puzzles_) || 2 * early_faults_ > kFirst;
  if (has_answers && !is_mostly_invalid) return {};
  const std::string cause = sudoku::likely_cause(beginning);
  std::string text = name + ": ";
  if (!has_answers) {
    text += "no puzzle was found" + skipped_text(counters);
    if (!cause.empty()) text += ": ";
  }
  if (!cause.empty()) return text + cause;
  // Of a few puzzles, each has its reason.
  constexpr std::uint64_t kMany = 10;
  if (has_answers && puzzles_ < kMany) return {};
  if (has_answers) text += "most puzzles are invalid (the first: " + first_reason_ + ')';
  return text +
         "; --column NAME names the column of a table, --blank CHARS further blanks, and "
         "`puzzled solve --help` the forms";
}

}  // namespace puzzled::commands
