#include "core/queens/text/board_answer.hpp"

#include "core/json_text.hpp"
#include "core/queens/regions/region_solver.hpp"

namespace puzzled::queens {

void append_count(std::string& text, int queens, Count count, const std::optional<Count>& unique,
                  bool json) {
  if (!json) {
    text += to_text(count) + '\n';
    if (unique) text += to_text(*unique) + '\n';
    return;
  }
  JsonObject object(text);
  object.number("queens", queens);
  // Strings, because they may pass 2^53.
  object.text("count", to_text(count));
  if (unique) object.text("unique", to_text(*unique));
  object.end();
  text += '\n';
}

void append_has_solution(std::string& text, bool is_there, bool json) {
  if (json) {
    text += is_there ? "{\"has_solution\":true}\n" : "{\"has_solution\":false}\n";
  } else {
    text += is_there ? "yes\n" : "no\n";
  }
}

void append_no_solution(std::string& text, bool json) {
  text += json ? "{\"has_solution\":false}\n" : "no solution\n";
}

BoardVerdict answer_regions(std::string& text, const RegionBoard& board,
                            const BoardQuestion& question, const FormatColumns& format,
                            const SearchLimits& limits) {
  SearchLimits ends = limits;
  if (question.has_solution) {
    ends.solutions = 1;
    const RegionSolutions found = count_region_solutions(board, ends);
    if (!found.is_complete) return BoardVerdict::kStopped;
    append_has_solution(text, found.count > 0, question.json);
    return found.count > 0 ? BoardVerdict::kSolved : BoardVerdict::kNoSolution;
  }
  BoardVerdict verdict = BoardVerdict::kSolved;
  ends.solutions = question.is_default() ? 1 : question.listed;
  if (ends.solutions > 0) {
    const auto show = [&](std::span<const int> columns) {
      format(text, columns);
      return true;
    };
    const RegionSolutions found = for_each_region_solution(board, show, ends);
    if (!found.is_complete) return BoardVerdict::kStopped;
    if (found.count == 0) {
      append_no_solution(text, question.json);
      verdict = BoardVerdict::kNoSolution;
    }
  }
  if (question.counts || question.limit > 0) {
    ends.solutions = question.limit;
    const RegionSolutions found = count_region_solutions(board, ends);
    append_count(text, board.queens, found.count, std::nullopt, question.json);
    if (!found.is_complete) return BoardVerdict::kStopped;
  }
  return verdict;
}

}  // namespace puzzled::queens
