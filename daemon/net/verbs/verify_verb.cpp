// The verb verify: whether a grid is a solution of the puzzle beside it. What needs no solutions is
// answered when it is read; a search looks for the others.
#include "core/sudoku/verify/pair_verifier.hpp"
#include "daemon/net/verbs/answer.hpp"
#include "daemon/net/verbs/arguments.hpp"
#include "daemon/net/verbs/verify_lines.hpp"

namespace puzzled::net {
namespace {

constexpr std::string_view kUniqueWord = "unique";
constexpr std::string_view kCellsWord = "cells";

}  // namespace

std::optional<std::string> verify_lines(std::string_view lines, const sudoku::VerdictNeeds& needs,
                                        const StopFlag* stop) {
  // Most need no search, and to make one costs as much as several verdicts.
  thread_local sudoku::PairVerifier without_search{{}};
  std::optional<sudoku::PairVerifier> searching;
  if (needs.is_unique || needs.counts_cells)
    searching.emplace(sudoku::PairOptions{.needs = needs, .stop = stop});
  sudoku::PairVerifier& verifier = searching ? *searching : without_search;
  sudoku::BlockAnswers answers;
  const sudoku::TextForm form{.layout = sudoku::Layout::kAny, .pairs = sudoku::PairForm{}};
  if (!verifier.answer(lines, form, {.begins_stream = false}, answers)) return std::nullopt;
  return std::string(answers.text.view());
}

void read_verify(std::string_view arguments, const RequestLimits&, Request& request) {
  SearchRequest& search = request.search;
  for (std::string_view rest = arguments;; arguments = rest) {
    const std::string_view word = take_word(rest);
    if (word == kUniqueWord) {
      search.needs.is_unique = true;
    } else if (word == kCellsWord) {
      search.needs.counts_cells = true;
    } else {
      break;
    }
  }
  if (!is_sudoku(arguments)) return misused(request);
  if (search.needs.is_unique || search.needs.counts_cells) {
    request.kind = RequestKind::kSearch;
    search.line = arguments;
    return;
  }
  request.kind = RequestKind::kAnswered;
  request.answer = *verify_lines(arguments, {});
  if (request.answer.empty()) return misused(request);
  request.answer.pop_back();  // the line feed
}

std::string verify_argument(const SearchRequest& search) {
  std::string text;
  if (search.needs.is_unique) text.append(kUniqueWord) += ' ';
  if (search.needs.counts_cells) text.append(kCellsWord) += ' ';
  for (const char c : std::string_view(search.line).substr(0, 2 * sudoku::kCells + 1)) {
    text += c >= ' ' && c <= '~' ? c : '?';
  }
  return text;
}

Answer verified_pairs(const SearchCall& call) {
  const SearchRequest& request = call.request;
  std::optional<std::string> text = verify_lines(request.line, request.needs, &call.context.stop());
  if (!text) return stopped(call, "not all solutions were found");
  if (!text->empty()) text->pop_back();  // the line feed
  return {std::move(*text)};
}

}  // namespace puzzled::net
