// The verb board: boards of other sizes than 9x9, and boards with rules.
#include <utility>

#include "core/variants/text/board_form.hpp"
#include "core/variants/text_solver.hpp"
#include "daemon/net/verbs/answer.hpp"
#include "daemon/net/verbs/arguments.hpp"

namespace puzzled::net {

void read_board_line(std::string_view line, std::uint64_t most, Request& request) {
  if (!is_sudoku(line)) return misused(request);
  request.verb = &verb_named("board");
  request.kind = RequestKind::kSearch;
  request.search.verb = request.verb;
  request.search.most = most;
  request.search.line = line;
}

void read_board(std::string_view arguments, const RequestLimits&, Request& request) {
  read_board_line(arguments, 1, request);
}

std::string board_argument(const SearchRequest& search) {
  std::string text;
  for (const char c : search.line) text += c >= ' ' && c <= '~' ? c : '?';
  return text;
}

/// Of 25x25, as numbers apart; or a reason that repeats some of the line.
std::uint64_t board_answer_bytes(const SearchRequest& search) {
  constexpr std::uint64_t kMaxAnswer = 2048;
  return kMaxAnswer + search.line.size();
}

Answer board_solution(const SearchCall& call) {
  const variants::BoardRequest request{
      .size = 0, .notation = {}, .answers_each_line = true, .takes_all = true};
  const variants::BoardDetection found = variants::detect_boards(call.request.line, true, request);
  variants::TextSolver solver({.limits = {.solutions = call.request.most,
                                          .time = std::chrono::nanoseconds(0),
                                          .stop = &call.context.stop()},
                               .style = variants::BoardStyle::kLine,
                               .rules = {}});
  variants::TextAnswers answers;
  if (!solver.answer(call.request.line, *found.form, 1, answers)) {
    return stopped(call, "no answer was found");
  }
  answers.text.pop_back();  // the line feed
  return {std::move(answers.text)};
}

}  // namespace puzzled::net
