#include "daemon/tools/input_report.hpp"

#include "core/sudoku/text/likely_cause.hpp"
#include "daemon/os/message.hpp"

namespace puzzled {

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

void InputReport::add_fault(std::uint64_t line, std::string_view reason) {
  if (first_reason_.empty()) first_reason_ = reason;
  if (line <= kFirst) ++early_faults_;
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

}  // namespace puzzled
