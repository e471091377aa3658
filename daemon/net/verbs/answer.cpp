#include "daemon/net/verbs/answer.hpp"

#include <cstdio>

#include "core/sudoku/text/answer_text.hpp"

namespace puzzled::net {

Answer failed(ErrorCode code, std::string_view text) {
  return {error_answer(code, text), code};
}

Answer timed_out(std::chrono::nanoseconds limit, std::string_view so_far) {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%g", std::chrono::duration<double>(limit).count());
  return failed(ErrorCode::kTimeout,
                "after " + std::string(seconds) + " s: " + std::string(so_far));
}

Answer cancelled(std::string_view so_far) {
  return failed(ErrorCode::kCancelled, "by the operator: " + std::string(so_far));
}

Answer stopped(const SearchCall& call, std::string_view so_far) {
  if (call.context.was_cancelled()) return cancelled(so_far);
  return call.context.timed_out() ? timed_out(call.limit, so_far) : stopped_by_shutdown();
}

Answer stopped_by_shutdown() {
  return failed(ErrorCode::kShuttingDown, "the search was stopped");
}

std::string cells_of(const sudoku::Grid& grid) {
  std::string text;
  sudoku::append_cells(text, grid);
  return text;
}

std::string count_text(const sudoku::Solutions& found) {
  return std::to_string(found.count) + '\t' + (found.count > 0 ? cells_of(found.first) : "-");
}

}  // namespace puzzled::net
