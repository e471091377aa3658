// The verb board: boards of other sizes than 9x9, and boards with rules; and what is asked of
// boards of any size beside solutions.
#include <utility>

#include "core/variants/text/board_form.hpp"
#include "core/variants/text_solver.hpp"
#include "daemon/net/verbs/answer.hpp"
#include "daemon/net/verbs/arguments.hpp"

namespace puzzled::net {
namespace {

using variants::BoardQuestion;

// Solutions of a candidate: those of one puzzle that are told apart take some megabytes.
constexpr std::uint64_t kMaxPerCandidate = 100;

constexpr std::string_view kCandidates = "candidates";
constexpr std::string_view kEstimate = "estimate";

// An estimate takes longer for each half of the error; waiting clients are better off with this.
constexpr double kErrorWanted = 0.05;

/// Takes a size with the name of a notation, `16:1-G`, which stands in front of a board.
std::string take_size(std::string_view& line) {
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  const bool is_size = word.find(':') != std::string_view::npos && variants::parse_board_size(word);
  if (is_size) line = rest;
  return is_size ? std::string(word) : std::string();
}

/// As take_size() took it.
variants::BoardRequest request_of(const std::string& size) {
  variants::BoardRequest request;
  if (!size.empty()) request = *variants::parse_board_size(size);
  request.answers_each_line = request.takes_all = true;
  return request;
}

void read_sized_board(std::string_view line, std::uint64_t most, Request& request) {
  std::string size = take_size(line);
  read_board_line(line, most, request);
  request.search.size = std::move(size);
}

}  // namespace

void read_board_line(std::string_view line, std::uint64_t most, Request& request) {
  if (!is_sudoku(line)) return misused(request);
  request.verb = &verb_named("board");
  request.kind = RequestKind::kSearch;
  request.search.verb = request.verb;
  request.search.most = most;
  request.search.line = line;
}

void read_board(std::string_view arguments, const RequestLimits&, Request& request) {
  std::string_view rest = arguments;
  const std::string_view word = take_word(rest);
  if (word == kEstimate) {
    request.search.question = BoardQuestion::kEstimate;
    return read_sized_board(rest, 1, request);
  }
  if (word != kCandidates) return read_sized_board(arguments, 1, request);
  request.search.question = BoardQuestion::kCandidates;
  const auto most = take_number(rest);
  if (!most || *most == 0) return misused(request);
  if (*most > kMaxPerCandidate) {
    return refuse(request, ErrorCode::kLimit,
                  "candidates: at most " + std::to_string(kMaxPerCandidate) +
                      " solutions of each are counted");
  }
  read_sized_board(rest, *most, request);
}

std::string board_argument(const SearchRequest& search) {
  std::string text;
  if (search.question == BoardQuestion::kEstimate) text.append(kEstimate) += ' ';
  if (search.question == BoardQuestion::kCandidates) {
    text.append(kCandidates) += ' ' + std::to_string(search.most) + ' ';
  }
  if (!search.size.empty()) (text += search.size) += ' ';
  for (const char c : search.line) text += c >= ' ' && c <= '~' ? c : '?';
  return text;
}

/// Of 25x25, as numbers apart; or a reason that repeats some of the line. Candidates: each as
/// `25:100,`.
std::uint64_t board_answer_bytes(const SearchRequest& search) {
  constexpr std::uint64_t kMaxAnswer = 2048;
  constexpr std::uint64_t kMaxCandidates = 25 * 25 * 25;
  constexpr std::uint64_t kCandidate = 7;
  const bool has_candidates = search.question == BoardQuestion::kCandidates;
  return kMaxAnswer + search.line.size() + (has_candidates ? kMaxCandidates * kCandidate : 0);
}

Answer board_solution(const SearchCall& call) {
  const variants::BoardDetection found =
      variants::detect_boards(call.request.line, true, request_of(call.request.size));
  variants::TextSolver solver({.limits = {.solutions = call.request.most,
                                          .time = std::chrono::nanoseconds(0),
                                          .stop = &call.context.stop()},
                               .style = variants::BoardStyle::kLine,
                               .rules = {},
                               .question = call.request.question,
                               .estimate = {.error = kErrorWanted}});
  variants::TextAnswers answers;
  if (!solver.answer(call.request.line, *found.form, 1, answers)) {
    return stopped(call, "no answer was found");
  }
  answers.text.pop_back();  // the line feed
  return {std::move(answers.text)};
}

}  // namespace puzzled::net
