// Verbs on boards of queens: queens and first.
#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/line_source.hpp"
#include "core/queens/boards/board_count.hpp"
#include "core/queens/regions/region_solver.hpp"
#include "core/queens/solution_walk.hpp"
#include "core/queens/text/board_answer.hpp"
#include "core/queens/text/board_reader.hpp"
#include "daemon/net/verbs/answer.hpp"
#include "daemon/net/verbs/arguments.hpp"
#include "daemon/net/verbs/queens_lines.hpp"
#include "parallel/jobs/queens.hpp"
#include "parallel/unit_order.hpp"
#include "parallel/unit_queue.hpp"

namespace puzzled::net {
namespace {

using queens::AnyBoard;
using queens::Board;
using queens::RegionBoard;

// The answer to a board of regions beside its tag and line: 35 columns, a reason, a number.
constexpr std::uint64_t kRegionAnswerBytes = 192;

constexpr std::string_view kCountWord = "count";
constexpr std::string_view kHasSolutionWord = "has-solution";
constexpr std::string_view kTorusWord = "torus";

/// The text less the word, if it begins with that.
bool take_word_if(std::string_view& text, std::string_view word) {
  std::string_view rest = text;
  if (take_word(rest) != word) return false;
  text = rest;
  return true;
}

bool is_number(std::string_view text) {
  const std::string_view word = take_word(text);
  return text.empty() && !word.empty() &&
         std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; }) &&
         !queens::looks_like_regions(word);
}

void refuse_too_many(Request& request, std::uint64_t max_queens, std::string_view what) {
  refuse(request, ErrorCode::kLimit,
         "at most " + std::to_string(max_queens) + " queens are " + std::string(what));
}

/// Sets how many queens are asked about, if the limits allow the question.
void take_queens(std::uint64_t queens, bool is_board, const RequestLimits& limits,
                 Request& request) {
  SearchRequest& search = request.search;
  const queens::BoardQuestion& question = search.boards;
  if (question.listed > limits.first) {
    return refuse(request, ErrorCode::kLimit,
                  "at most " + std::to_string(limits.first) + " solutions are listed");
  }
  const bool counts_all = question.is_default() || (question.counts && question.limit == 0);
  const std::uint64_t max_queens =
      question.listed > 0 && !is_board ? queens::kMaxListedQueens : queens::kMaxBoardQueens;
  if (counts_all && queens > limits.queens) {
    return refuse_too_many(request, limits.queens, "counted");
  }
  if (queens > max_queens) {
    return refuse_too_many(request, max_queens, question.listed > 0 ? "listed" : "counted");
  }
  search.queens = static_cast<int>(queens);
  if (answer_bound(search) > limits.answer_bytes) {
    return refuse(request, ErrorCode::kLimit, "the answer would take too much memory");
  }
  request.kind = RequestKind::kSearch;
}

void answer_invalid(Request& request, const std::string& reason) {
  request.kind = RequestKind::kAnswered;
  request.answer = "invalid " + reason;
}

/// A board of regions: right or wrong, it is answered together with others.
void take_regions(std::string_view line, Request& request) {
  SearchRequest& search = request.search;
  search.line = std::string(request.tag) + ' ' + std::string(line) + '\n';
  search.lines = 1;
  request.kind = RequestKind::kSearch;
}

/// Reads `[torus] N | BOARD`, of which request.search.boards is asked.
void read_board_of(std::string_view arguments, const RequestLimits& limits, Request& request) {
  SearchRequest& search = request.search;
  search.is_torus = take_word_if(arguments, kTorusWord);
  if (is_number(arguments)) {
    const std::uint64_t queens = *take_number(arguments);
    return queens == 0 ? misused(request) : take_queens(queens, false, limits, request);
  }
  const bool has_short_answer = search.boards.listed == 0;
  if (has_short_answer && !search.is_torus && queens::looks_like_regions(arguments)) {
    return take_regions(arguments, request);
  }
  // Shorter, it may be a word that is no question.
  constexpr std::size_t kMinBytes = 16;
  constexpr std::string_view kBoardSigns = ".#Q[{";
  if (arguments.empty() ||
      (arguments.size() < kMinBytes && kBoardSigns.find(arguments[0]) == std::string_view::npos)) {
    return misused(request);
  }
  const Result<AnyBoard> board = queens::read_board(arguments, search.is_torus);
  if (!board) return answer_invalid(request, board.error().message);
  if (const auto* const regions = std::get_if<RegionBoard>(&*board)) {
    if (has_short_answer) return take_regions(to_line(*regions), request);
    search.line = arguments;
    return take_queens(static_cast<std::uint64_t>(regions->queens), true, limits, request);
  }
  search.line = arguments;
  take_queens(static_cast<std::uint64_t>(std::get<Board>(*board).queens), true, limits, request);
}

/// REQUIRES: it was read before.
AnyBoard board_of(const SearchRequest& search) {
  if (search.line.empty()) return queens::empty_board(search.queens, search.is_torus);
  return *queens::read_board(search.line, search.is_torus);
}

void format_line(std::string& text, std::span<const int> columns) {
  append_solution(text, columns, queens::SolutionForm::kLine);
}

Answer count_of(const SearchCall& call, const queens::CountPlan& plan) {
  const std::vector<std::uint64_t> units = parallel::longest_first(plan.work_of_all());
  const auto counted =
      parallel::count_queens(call.context, plan, {.units = units}, call.context.stop());
  if (!counted) return failed(ErrorCode::kInternal, counted.error().message);
  const queens::Count sum = counted->sum.count;
  if (counted->is_complete) return {queens::to_text(sum)};
  // Of a sum of which something is yet to be subtracted nothing is known.
  return stopped(call, plan.subtracts() ? "not all solutions were counted"
                                        : "at least " + queens::to_text(sum));
}

/// Of a board with holes or queens, or a torus.
Answer plain_answer(const SearchCall& call, const Board& board) {
  const queens::BoardQuestion& question = call.request.boards;
  const StopFlag& stop = call.context.stop();
  if (question.has_solution || question.limit > 0) {
    const std::uint64_t most = question.has_solution ? 1 : question.limit;
    const std::uint64_t found = queens::count_by_walking(board, most, stop);
    if (found < most && is_stopped(stop)) {
      return stopped(call, question.has_solution ? "no solution was found"
                                                 : "at least " + std::to_string(found));
    }
    if (!question.has_solution) return {std::to_string(found)};
    return {found > 0 ? "yes" : "no"};
  }
  if (call.request.is_text && static_cast<std::uint64_t>(board.queens) > call.request.max_queens) {
    return failed(ErrorCode::kLimit,
                  "at most " + std::to_string(call.request.max_queens) + " queens are counted");
  }
  const auto plan = queens::plan_board_count(
      board,
      {.queens = board.queens, .isa = call.tools.isa(), .max_memory = SearchTools::kMaxMemory});
  if (!plan) return failed(ErrorCode::kLimit, plan.error().message);
  return count_of(call, **plan);
}

/// Of a board of regions, within the time limit of a search.
Answer region_answer(const SearchCall& call, const RegionBoard& board) {
  const StopFlag& stop = call.context.stop();
  std::string text;
  const queens::BoardVerdict verdict = answer_regions(text, board, call.request.boards, format_line,
                                                      {.time = call.limit, .stop = &stop});
  if (!text.empty()) text.pop_back();  // the line feed
  if (verdict != queens::BoardVerdict::kStopped) return {std::move(text)};
  const std::string so_far = text.empty() ? "no solution was found" : "at least " + text;
  return is_stopped(stop) ? stopped(call, so_far) : timed_out(call.limit, so_far);
}

Answer answer_to(const SearchCall& call, const Result<AnyBoard>& board) {
  if (!board) return {"invalid " + board.error().message};
  if (const auto* const regions = std::get_if<RegionBoard>(&*board)) {
    return region_answer(call, *regions);
  }
  return plain_answer(call, std::get<Board>(*board));
}

/// Answers to many boards, in their order: those of regions are shared among threads that are idle.
class BoardAnswers {
 public:
  explicit BoardAnswers(std::size_t boards) : answers_(boards) {}

  template <class AnswerOne>
  void share(const SearchCall& call, const AnswerOne& answer) {
    parallel::UnitQueue queue(answers_.size());
    call.context.share([&](const StopFlag& leave) {
      return queue.work_off(leave, [&](std::size_t place) {
        answers_[place] =
            is_stopped(call.context.stop()) ? stopped(call, "not started") : answer(place);
        return true;
      });
    });
  }

  Answer& operator[](std::size_t place) { return answers_[place]; }

  /// Appends them, each behind what `head` says, but for the last line feed.
  template <class Head>
  Answer join(sudoku::TextBuffer& to, const Head& head) const {
    Answer all{.text = {}, .error = {}, .errors = 0};
    for (std::size_t place = 0; place < answers_.size(); ++place) {
      const Answer& answer = answers_[place];
      if (place > 0) to.append("\n");
      to.append(head(place));
      to.append(answer.text);
      if (!answer.error) continue;
      all.error = answer.error;
      ++all.errors;
    }
    return all;
  }

 private:
  std::vector<Answer> answers_;
};

/// The answers to SearchRequest::lines.
Answer line_answers(const SearchCall& call) {
  std::vector<std::string_view> lines;
  lines.reserve(call.request.lines);
  TextLines source(call.request.line);
  while (const auto line = source.next()) lines.push_back(*line);
  BoardAnswers answers(lines.size());
  answers.share(call, [&](std::size_t place) {
    std::string_view board = lines[place];
    board.remove_prefix(board.find(' ') + 1);
    return answer_to(call, queens::read_board(board));
  });
  return answers.join(call.answers, [&](std::size_t place) { return tag_of_line(lines[place]); });
}

/// The answers to boards in any form, SearchRequest::is_text.
Answer text_answers(const SearchCall& call) {
  TextLines lines(call.request.line);
  queens::BoardReader reader(lines, call.request.is_torus);
  std::vector<Result<AnyBoard>> boards;
  while (auto read = reader.next()) {
    if (boards.size() == kMaxBoardsOfText) {
      return failed(ErrorCode::kLimit,
                    "at most " + std::to_string(kMaxBoardsOfText) + " boards a request");
    }
    boards.push_back(std::move(read->board));
  }
  if (boards.empty()) return failed(ErrorCode::kBadRequest, "the text has no board");
  BoardAnswers answers(boards.size());
  const auto is_plain = [&](std::size_t place) {
    return boards[place] && std::holds_alternative<Board>(*boards[place]);
  };
  answers.share(call, [&](std::size_t place) {
    return is_plain(place) ? Answer() : answer_to(call, boards[place]);
  });
  // All threads count one after another.
  for (std::size_t place = 0; place < boards.size(); ++place) {
    if (is_plain(place)) answers[place] = answer_to(call, boards[place]);
  }
  return answers.join(call.answers, [](std::size_t) { return std::string_view(); });
}

}  // namespace

void read_queens(std::string_view arguments, const RequestLimits& limits, Request& request) {
  queens::BoardQuestion& question = request.search.boards;
  if (take_word_if(arguments, kCountWord)) {
    const auto most = take_number(arguments);
    if (!most) return misused(request);
    question.counts = true;
    question.limit = *most;
  } else if (take_word_if(arguments, kHasSolutionWord)) {
    question.has_solution = true;
  }
  read_board_of(arguments, limits, request);
}

Answer queens_answer(const SearchCall& call) {
  const SearchRequest& request = call.request;
  if (request.lines > 0) return line_answers(call);
  if (request.is_text) return text_answers(call);
  if (!request.line.empty() || request.is_torus || request.boards.limit > 0 ||
      request.boards.has_solution) {
    return answer_to(call, board_of(request));
  }
  const Result<std::shared_ptr<const queens::CountPlan>> plan = call.tools.plan(request.queens);
  if (!plan) return failed(ErrorCode::kLimit, plan.error().message);
  return count_of(call, **plan);
}

std::uint64_t queens_bytes(const SearchRequest& search) {
  if (search.lines > 0) return kRegionAnswerBytes * search.lines + search.line.size();
  return kShortAnswerBytes + search.line.size();
}

namespace {

/// `[torus] N | BOARD`, or how many boards.
std::string argument_of_board(const SearchRequest& search) {
  if (search.lines > 1) return std::to_string(search.lines) + " boards";
  if (search.is_text) return "boards";
  std::string text = search.is_torus ? std::string(kTorusWord) + ' ' : "";
  if (search.line.empty()) return text + std::to_string(search.queens);
  std::string_view line = search.line;
  if (search.lines == 1) line = line.substr(line.find(' ') + 1, line.size() - line.find(' ') - 2);
  for (const char c : line) text += c >= ' ' && c <= '~' ? c : '?';
  return text;
}

}  // namespace

std::string queens_argument(const SearchRequest& search) {
  const queens::BoardQuestion& question = search.boards;
  std::string text;
  if (question.has_solution) text.append(kHasSolutionWord) += ' ';
  if (question.counts) text.append(kCountWord) += ' ' + std::to_string(question.limit) + ' ';
  return text + argument_of_board(search);
}

void read_first(std::string_view arguments, const RequestLimits& limits, Request& request) {
  const auto most = take_number(arguments);
  if (!most || *most == 0) return misused(request);
  request.search.boards.listed = *most;
  read_board_of(arguments, limits, request);
}

Answer queens_list(const SearchCall& call) {
  const std::uint64_t most = call.request.boards.listed;
  sudoku::TextBuffer& answers = call.answers;
  answers.room(answer_bound(call.request));
  const std::size_t begin = answers.size();
  const parallel::QueensListing listing = {.limit = most,
                                           .format =
                                               [](std::string& text, std::span<const int> columns) {
                                                 format_line(text, columns);
                                                 text.back() = '\t';
                                               },
                                           .show =
                                               [&](std::string_view text, std::uint64_t) {
                                                 answers.append(text);
                                                 return true;
                                               }};
  const parallel::Listed listed = std::visit(
      [&](const auto& board) { return parallel::list_queens(board, listing, call.context.stop()); },
      board_of(call.request));
  if (listed.shown > 0) answers.cut(answers.size() - 1);  // the last tab
  if (listed.is_complete) return {listed.shown == 0 ? "-" : ""};
  const bool is_read = call.context.timed_out() || call.context.was_cancelled();
  if (!is_read) answers.cut(begin);
  const std::size_t end = answers.size();
  const Answer head = stopped(call, std::to_string(listed.shown) + " of " + std::to_string(most) +
                                        (listed.shown > 0 ? "\t" : ""));
  answers.append(head.text);
  std::rotate(answers.data() + begin, answers.data() + end, answers.data() + answers.size());
  return {.text = {}, .error = head.error};
}

std::uint64_t queens_list_bytes(const SearchRequest& search) {
  // Each column is a number of one or two digits and a blank or TAB.
  const auto solution = static_cast<std::uint64_t>(search.queens) * (search.queens < 10 ? 2 : 3);
  return kShortAnswerBytes + search.line.size() +
         std::min(search.boards.listed, UINT64_MAX / 1024) * solution;
}

std::string first_argument(const SearchRequest& search) {
  return std::to_string(search.boards.listed) + ' ' + argument_of_board(search);
}

}  // namespace puzzled::net
