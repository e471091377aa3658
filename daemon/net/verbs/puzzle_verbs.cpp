// Verbs that ask something of a puzzle: solve, count, target, canon, rate, minimal and explain.
#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/explain/step_text.hpp"
#include "core/sudoku/tools/minimal_tool.hpp"
#include "core/sudoku/tools/pair_explainer.hpp"
#include "core/target_sudoku/answer_text.hpp"
#include "core/variants/text/board_form.hpp"
#include "daemon/net/verbs/answer.hpp"
#include "daemon/net/verbs/arguments.hpp"

namespace puzzled::net {

void read_solve(std::string_view arguments, const RequestLimits&, Request& request) {
  if (variants::is_board_line(arguments)) return read_board_line(arguments, 1, request);
  read_sudoku(arguments, 1, request);
}

/// Of lines that the stream has escalated; others are no searches.
std::string hard_puzzles_argument(const SearchRequest& search) {
  return std::to_string(search.most);
}

void read_count(std::string_view arguments, const RequestLimits&, Request& request) {
  const auto most = take_number(arguments);
  if (!most) return misused(request);
  if (variants::is_board_line(arguments)) return read_board_line(arguments, *most, request);
  if (*most > 1 && *most <= kMaxStreamCount) return read_sudoku(arguments, *most, request);
  request.search.most = *most;
  read_grid(arguments, request);
}

Answer count_solutions(const SearchCall& call) {
  const sudoku::Solutions found =
      sudoku::solve_band(call.request.grid, {.solutions = call.request.most,
                                             .time = std::chrono::nanoseconds(0),
                                             .stop = &call.context.stop()});
  if (found.timed_out) return stopped(call, "at least " + count_text(found));
  return {count_text(found)};
}

std::string count_argument(const SearchRequest& search) {
  return std::to_string(search.most) + ' ' + cells_of(search.grid);
}

void read_target(std::string_view arguments, const RequestLimits&, Request& request) {
  read_grid(arguments, request, true);
}

Answer target_score(const SearchCall& call) {
  using target::Status;
  // A board takes 0.1 ms on average with these weights, and a few at worst: not worth sharing.
  target::SerialExecutor executor;
  const target::Answer best =
      call.tools.target().solve(call.request.grid, 1, executor, call.context.stop());
  const bool unsolvable = best.status == Status::kUnsolvable;
  if (unsolvable || (best.status == Status::kProven && best.grids_complete)) {
    std::string text;
    target::append_answer(text, call.request.grid, target::kTargetWeights, best, {});
    text.pop_back();  // the line feed
    return {text};
  }
  if (best.status == Status::kUnknown) return stopped(call, "no grid found");
  return stopped(call, "score " + std::to_string(best.score) + ", bound " +
                           std::to_string(best.bound) +
                           (best.grids.empty() ? "" : '\t' + cells_of(best.grids[0])));
}

/// For what commands of the same name do with a line. Their options are not for the daemon: most
/// would leave lines without an answer.
void read_tool(std::string_view arguments, const RequestLimits&, Request& request) {
  if (arguments.starts_with('-')) return misused(request);
  read_grid(arguments, request);
}

std::string puzzle_argument(const SearchRequest& search) {
  return cells_of(search.grid);
}

// These take milliseconds at most, so they are not stopped.

Answer canonical_form(const SearchCall& call) {
  return call.tools.with_puzzle_tools([&](PuzzleTools& of_puzzle) -> Answer {
    return {cells_of(of_puzzle.canonicalizer.find(call.request.grid).grid)};
  });
}

void read_rate(std::string_view arguments, const RequestLimits& limits, Request& request) {
  std::string_view rest = arguments;
  if (take_word(rest) == "backtracks") {
    request.search.counts_guesses = true;
    arguments = rest;
    if (arguments.empty()) return misused(request);
  }
  request.search.line = arguments;
  read_tool(arguments, limits, request);
}

std::string rate_argument(const SearchRequest& search) {
  return (search.counts_guesses ? "backtracks " : "") + cells_of(search.grid);
}

Answer rating(const SearchCall& call) {
  return call.tools.with_puzzle_tools([&](PuzzleTools& of_puzzle) -> Answer {
    if (call.request.counts_guesses) {
      constexpr sudoku::BacktracksOptions kOptions;
      sudoku::TotalGuesses found;
      of_puzzle.backtracks.rate({&call.request.grid, 1}, kOptions, {&found, 1});
      return {sudoku::mean_text(found, kOptions.copies) + '\t' + call.request.line};
    }
    sudoku::Rating found;
    of_puzzle.rater.rate({&call.request.grid, 1}, {&found, 1});
    return {to_string(found) + '\t' + call.request.line};
  });
}

Answer clues_that_can_go(const SearchCall& call) {
  return call.tools.with_puzzle_tools([&](PuzzleTools& of_puzzle) -> Answer {
    sudoku::Redundancy found;
    of_puzzle.redundancy.find({&call.request.grid, 1}, {&found, 1});
    return {sudoku::minimal_answer(found)};
  });
}

void read_explain(std::string_view arguments, const RequestLimits& limits, Request& request) {
  SearchRequest& search = request.search;
  for (std::string_view rest = arguments;; arguments = rest) {
    const std::string_view word = take_word(rest);
    if (word == "first" && search.most == 0) {
      search.most = 1;
    } else if (word == "pair" && !search.has_board) {
      search.has_board = true;
    } else {
      break;
    }
  }
  if (!search.has_board) {
    if (arguments.empty()) return misused(request);
    return read_tool(arguments, limits, request);
  }
  if (!is_sudoku(arguments)) return misused(request);
  sudoku::PuzzleAndBoard pair;
  const std::string reason = sudoku::read_puzzle_and_board(arguments, pair);
  if (reason.empty()) {
    request.kind = RequestKind::kSearch;
    search.grid = pair.puzzle;
    search.board = pair.board;
  } else {
    request.kind = RequestKind::kAnswered;
    request.answer = "invalid " + reason;
  }
}

std::string explain_argument(const SearchRequest& search) {
  std::string text = search.most == 1 ? "first " : "";
  if (!search.has_board) return text + cells_of(search.grid);
  return text + "pair " + cells_of(search.grid) + ' ' + cells_of(search.board);
}

Answer steps(const SearchCall& call) {
  return call.tools.with_puzzle_tools([&](PuzzleTools& of_puzzle) -> Answer {
    const SearchRequest& request = call.request;
    const auto max_steps = static_cast<std::size_t>(request.most);
    sudoku::explain::Explainer& explainer = of_puzzle.explainer;
    std::string text;
    sudoku::explain::append_explanation(
        text, request.has_board ? explainer.explain_board(request.grid, request.board, max_steps)
                                : explainer.explain(request.grid, max_steps));
    return {text};
  });
}

std::uint64_t explanation_bytes(const SearchRequest&) {
  return sudoku::explain::kMaxExplanationBytes;
}

}  // namespace puzzled::net
