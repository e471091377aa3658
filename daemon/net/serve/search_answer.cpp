#include "daemon/net/serve/search_answer.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <string_view>
#include <utility>
#include <vector>

#include "core/cover/chosen_options.hpp"
#include "core/cover/engines.hpp"
#include "core/queens/solution_text.hpp"
#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"
#include "core/sudoku/tools/minimal_tool.hpp"
#include "core/target_sudoku/answer_text.hpp"
#include "daemon/base/os/free_memory.hpp"
#include "daemon/net/wire/protocol.hpp"
#include "parallel/jobs/count_covers.hpp"
#include "parallel/jobs/count_queens.hpp"
#include "parallel/jobs/list_queens.hpp"
#include "parallel/unit_order.hpp"
#include "parallel/unit_queue.hpp"

namespace puzzled::net {
namespace {

using parallel::SearchSeat;
using std::chrono::nanoseconds;

/// An answer without tag and line feed, and what kind of error it is, if any.
struct Answer {
  std::string text;
  std::optional<ErrorCode> error{};
};

Answer failed(ErrorCode code, std::string_view text) {
  return {error_answer(code, text), code};
}

std::string seconds_text(nanoseconds time) {
  char text[32];
  std::snprintf(text, sizeof text, "%g s", std::chrono::duration<double>(time).count());
  return text;
}

/// Of a search that was told to stop: `so_far` is what it has.
Answer stopped(const SearchSeat& seat, nanoseconds limit, const std::string& so_far) {
  if (!seat.timed_out()) return failed(ErrorCode::kShuttingDown, "the search was stopped");
  return failed(ErrorCode::kTimeout, "after " + seconds_text(limit) + ": " + so_far);
}

std::string cells_of(const sudoku::Grid& grid) {
  std::string text;
  sudoku::append_cells(text, grid);
  return text;
}

/// The answer to `count`.
std::string count_of(const sudoku::Solutions& found) {
  return std::to_string(found.count) + '\t' + (found.count > 0 ? cells_of(found.first) : "-");
}

Answer count(const SearchRequest& request, const SearchSeat& seat, nanoseconds limit) {
  const sudoku::Solutions found = sudoku::solve_band(
      request.grid, {.solutions = request.most, .time = nanoseconds(0), .stop = &seat.stop()});
  if (found.timed_out) return stopped(seat, limit, "at least " + count_of(found));
  return {count_of(found)};
}

/// Appends the answer to `first` to the answers of its batch: it may be long, and there its memory
/// has been counted.
std::optional<ErrorCode> append_list(RequestBatch& batch, const SearchSeat& seat,
                                     nanoseconds limit) {
  const SearchRequest& request = batch.search;
  sudoku::TextBuffer& answers = batch.answers;
  answers.room(answer_bound(request));
  const std::size_t begin = answers.size();
  const parallel::Listed listed =
      parallel::list_queens(request.queens,
                            {.limit = request.most,
                             .format =
                                 [](std::string& text, std::span<const int> columns) {
                                   append_solution(text, columns, queens::SolutionForm::kLine);
                                   text.back() = '\t';
                                 },
                             .show =
                                 [&](std::string_view text, std::uint64_t) {
                                   answers.append(text);
                                   return true;
                                 }},
                            seat.stop());
  if (listed.shown > 0) answers.cut(answers.size() - 1);  // the last tab
  if (listed.is_complete) {
    if (listed.shown == 0) answers.append("-");
    return std::nullopt;
  }
  if (!seat.timed_out()) answers.cut(begin);
  const std::size_t end = answers.size();
  const Answer head = stopped(seat, limit,
                              std::to_string(listed.shown) + " of " + std::to_string(request.most) +
                                  (listed.shown > 0 ? "\t" : ""));
  answers.append(head.text);
  std::rotate(answers.data() + begin, answers.data() + end, answers.data() + answers.size());
  return head.error;
}

Answer target_score(const SearchRequest& request, const SearchTools& tools, const SearchSeat& seat,
                    nanoseconds limit) {
  using target::Status;
  // A board takes 0.1 ms on average with these weights, and a few at worst: not worth sharing.
  target::SerialExecutor executor;
  const target::Answer best = tools.target().solve(request.grid, 1, executor, seat.stop());
  const bool unsolvable = best.status == Status::kUnsolvable;
  if (unsolvable || (best.status == Status::kProven && best.grids_complete)) {
    std::string text;
    target::append_answer(text, request.grid, target::kTargetWeights, best, {});
    text.pop_back();  // the line feed
    return {text};
  }
  if (best.status == Status::kUnknown) return stopped(seat, limit, "no grid found");
  return stopped(seat, limit,
                 "score " + std::to_string(best.score) + ", bound " + std::to_string(best.bound) +
                     (best.grids.empty() ? "" : '\t' + cells_of(best.grids[0])));
}

Answer queens_count(const SearchRequest& request, SearchTools& tools, SearchSeat& seat,
                    nanoseconds limit) {
  const Result<std::shared_ptr<const queens::CountPlan>> plan = tools.plan(request.queens);
  if (!plan) return failed(ErrorCode::kLimit, plan.error().message);
  const std::vector<std::uint64_t> units = parallel::longest_first((*plan)->work_of_all());
  const auto counted = parallel::count_queens(seat, **plan, {.units = units}, seat.stop());
  if (!counted) return failed(ErrorCode::kInternal, counted.error().message);
  const std::string sum = queens::to_text((*counted).sum.count);
  return (*counted).is_complete ? Answer{sum} : stopped(seat, limit, "at least " + sum);
}

/// The names of the problems that there are, for people who asked for another.
std::string names_of(const CoverProblems& covers) {
  constexpr std::size_t kMaxBytes = 100;
  std::string names;
  for (const auto& [name, problem] : covers) {
    if (names.size() + name.size() > kMaxBytes) return names + ", ...";
    names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

Answer cover_count(const SearchRequest& request, const SearchTools& tools, SearchSeat& seat,
                   nanoseconds limit) {
  const auto found = tools.covers().find(request.problem);
  if (found == tools.covers().end()) {
    return failed(ErrorCode::kBadRequest,
                  tools.covers().empty() ? "no cover problems are set up here"
                                         : "the cover problems are: " + names_of(tools.covers()));
  }
  const cover::Problem& problem = found->second;
  for (const std::uint32_t option : request.options) {
    if (option >= problem.options()) {
      return failed(ErrorCode::kBadRequest,
                    "the options are numbered from 1 to " + std::to_string(problem.options()));
    }
  }
  const std::optional<cover::Problem> rest = with_chosen(problem, request.options);
  if (!rest) return {"0"};
  const cover::CountOutcome outcome = parallel::count_covers(
      seat, *rest, {.isa = tools.isa(), .memory = SearchTools::kMaxCoverMemory}, {}, seat.stop());
  if (outcome.count.has_overflowed()) {
    return failed(ErrorCode::kLimit, "the count has more than 512 bits");
  }
  if (outcome.status != cover::CountStatus::kComplete) {
    return stopped(seat, limit, "at least " + cover::to_text(outcome.count));
  }
  return {cover::to_text(outcome.count)};
}

// These take milliseconds at most, so they are not stopped.

Answer canonical_form(const SearchRequest& request, SearchTools& tools) {
  return tools.with_puzzle_tools([&](PuzzleTools& of_puzzle) -> Answer {
    return {cells_of(of_puzzle.canonicalizer.find(request.grid).grid)};
  });
}

Answer rating(const SearchRequest& request, SearchTools& tools) {
  return tools.with_puzzle_tools([&](PuzzleTools& of_puzzle) -> Answer {
    sudoku::Rating found;
    of_puzzle.rater.rate({&request.grid, 1}, {&found, 1});
    return {to_string(found) + '\t' + request.line};
  });
}

Answer clues_that_can_go(const SearchRequest& request, SearchTools& tools) {
  return tools.with_puzzle_tools([&](PuzzleTools& of_puzzle) -> Answer {
    sudoku::Redundancy found;
    of_puzzle.redundancy.find({&request.grid, 1}, {&found, 1});
    return {sudoku::minimal_answer(found)};
  });
}

Answer answer_of(const SearchRequest& request, SearchTools& tools, SearchSeat& seat,
                 nanoseconds limit) {
  switch (request.verb) {
    case Verb::kCount:
      return count(request, seat, limit);
    case Verb::kTarget:
      return target_score(request, tools, seat, limit);
    case Verb::kCover:
      return cover_count(request, tools, seat, limit);
    case Verb::kCanon:
      return canonical_form(request, tools);
    case Verb::kRate:
      return rating(request, tools);
    case Verb::kMinimal:
      return clues_that_can_go(request, tools);
    case Verb::kQueens:
      return queens_count(request, tools, seat, limit);
    case Verb::kFirst:  // append_list()
    case Verb::kSolve:
    case Verb::kPing:
    case Verb::kStats:
    case Verb::kQuit:
      break;
  }
  return failed(ErrorCode::kBadRequest, std::string(name_of(request.verb)) + " is not a search");
}

void add(Counter& counter, std::uint64_t more) {
  if (more > 0) counter.fetch_add(more, std::memory_order_relaxed);
}

void add_error(ErrorCode code, Metrics& metrics) {
  add(metrics.errors[static_cast<std::size_t>(code)], 1);
}

/// For a batch whose tally has been counted.
void refuse_and_count(RequestBatch& batch, ErrorCode code, std::string_view text,
                      Metrics& metrics) {
  const auto errors = static_cast<std::size_t>(code);
  const std::uint32_t before = batch.tally.errors[errors];
  refuse(batch, code, text);
  add(metrics.errors[errors], batch.tally.errors[errors] - before);
}

/// A puzzle that the stream had no time for.
struct HardLine {
  std::size_t answer;  // offset of its `timeout`
  sudoku::Grid grid;
  sudoku::Solutions found{};
};

constexpr std::string_view kTimeoutLine = "timeout\n";

/// The answer to a line that asks for up to `solutions`.
Answer answer_of(const sudoku::Solutions& found, std::uint64_t solutions, bool told_to_stop,
                 nanoseconds limit) {
  if (found.timed_out && found.count < solutions) {
    if (told_to_stop) return failed(ErrorCode::kShuttingDown, "the search was stopped");
    return failed(ErrorCode::kTimeout,
                  "after " + seconds_text(limit) + ": " +
                      (solutions == 1 ? "no solution found" : "at least " + count_of(found)));
  }
  if (solutions != 1) return {count_of(found)};
  return {found.count > 0 ? cells_of(found.first) : "unsolvable"};
}

std::vector<HardLine> find_hard_lines(std::string_view lines, std::string_view answers) {
  std::vector<HardLine> hard;
  const char* const begin = answers.data();
  sudoku::PuzzleReader reader(lines, {}, {.begins_stream = false});
  while (reader.next()) {
    if (answers.starts_with(kTimeoutLine)) {
      hard.push_back({.answer = static_cast<std::size_t>(answers.data() - begin),
                      .grid = reader.puzzle().grid});
    }
    sudoku::take_line(answers);
  }
  return hard;
}

}  // namespace

SearchTools::SearchTools(std::string isa, CoverProblems covers, PlanCount plan_count)
    : isa_(std::move(isa)),
      covers_(std::move(covers)),
      plan_count_(std::move(plan_count)),
      target_(target::kTargetWeights, target::Direction::kMaximize, target::kEngineNames[0], isa_) {
}

Result<std::shared_ptr<const queens::CountPlan>> SearchTools::plan(int queens) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const queens::CountPlan>& plan = plans_[static_cast<std::size_t>(queens)];
  if (plan != nullptr) return plan;
  auto made = plan_count_({.queens = queens, .isa = isa_, .max_memory = kMaxMemory});
  if (!made) {
    return Error{std::to_string(queens) + " queens need more than " + memory_text(kMaxMemory) +
                 " of memory for each thread"};
  }
  plan = *made;
  return plan;
}

std::unique_ptr<PuzzleTools> SearchTools::take_puzzle_tools() {
  const std::lock_guard lock(mutex_);
  if (idle_tools_.empty()) return std::make_unique<PuzzleTools>(isa_);
  std::unique_ptr<PuzzleTools> tools = std::move(idle_tools_.back());
  idle_tools_.pop_back();
  return tools;
}

void SearchTools::give_back(std::unique_ptr<PuzzleTools> tools) {
  const std::lock_guard lock(mutex_);
  idle_tools_.push_back(std::move(tools));
}

void answer_search(RequestBatch& batch, SearchTools& tools, SearchSeat& seat, nanoseconds limit,
                   Metrics& metrics, Log* log) {
  const bool is_stopped = seat.stop().load(std::memory_order_relaxed);
  std::optional<ErrorCode> error;
  batch.answers.clear();
  batch.answers.append(batch.tag);
  if (!is_stopped && batch.search.verb == Verb::kFirst) {
    error = append_list(batch, seat, limit);
  } else {
    const Answer answer = is_stopped ? stopped(seat, limit, "not started")
                                     : answer_of(batch.search, tools, seat, limit);
    batch.answers.append(answer.text);
    error = answer.error;
    if (error == ErrorCode::kInternal && log != nullptr) {
      log->error("wrong count", {{"request", name_of(batch.search.verb)}, {"reason", answer.text}});
    }
  }
  batch.answers.append("\n");
  if (error) add_error(*error, metrics);
}

std::uint64_t hard_lines(std::string_view solved) {
  std::uint64_t count = 0;
  while (!solved.empty()) {
    count += solved.starts_with(kTimeoutLine) ? 1 : 0;
    sudoku::take_line(solved);
  }
  return count;
}

void answer_hard_lines(RequestBatch& batch, const std::string& solved, SearchSeat& seat,
                       nanoseconds limit, Metrics& metrics) {
  std::vector<HardLine> hard = find_hard_lines(batch.requests, solved);
  parallel::UnitQueue queue(hard.size());
  seat.share([&](const StopFlag& leave) {
    return queue.work_off(leave, [&](std::size_t i) {
      hard[i].found.timed_out = true;
      if (seat.stop().load(std::memory_order_relaxed)) return true;  // not even a look at each
      hard[i].found = sudoku::solve_band(
          hard[i].grid, {.solutions = batch.limit, .time = limit, .stop = &seat.stop()});
      return true;
    });
  });
  const bool told_to_stop = seat.stop().load(std::memory_order_relaxed);
  std::string text;
  std::size_t done = 0;
  sudoku::Tally tally;
  for (const HardLine& line : hard) {
    text.append(solved, done, line.answer - done);
    done = line.answer + kTimeoutLine.size();
    const Answer answer = answer_of(line.found, batch.limit, told_to_stop, limit);
    text += answer.text + '\n';
    if (answer.error) {
      ++tally.timed_out;
      add_error(*answer.error, metrics);
    } else {
      ++(line.found.count > 0 ? tally.solved : tally.unsolvable);
    }
  }
  text.append(solved, done);
  set_answers(batch, text);
  if (batch.limit == 1) add_tally(tally, metrics);
}

void refuse_for_end(RequestBatch& batch, Metrics& metrics) {
  refuse_and_count(batch, ErrorCode::kShuttingDown, kShuttingDownText, metrics);
}

void add_tally(const sudoku::Tally& tally, Metrics& metrics) {
  add(metrics.requests[static_cast<std::size_t>(Verb::kSolve)], tally.puzzles());
  add(metrics.solved, tally.solved);
  add(metrics.unsolvable, tally.unsolvable);
  add(metrics.invalid, tally.invalid);
  add(metrics.timed_out, tally.timed_out);
}

}  // namespace puzzled::net
