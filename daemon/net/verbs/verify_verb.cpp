// The verb verify: whether a grid is a solution of the puzzle beside it. What needs no solutions is
// answered when it is read; a search looks for the others.
#include "core/sudoku/text/block_cut.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "core/sudoku/verify/pair_verifier.hpp"
#include "daemon/net/verbs/answer.hpp"
#include "daemon/net/verbs/arguments.hpp"
#include "daemon/net/verbs/verify_lines.hpp"

namespace puzzled::net {
namespace {

constexpr std::string_view kUniqueWord = "unique";
constexpr std::string_view kCellsWord = "cells";

/// In whatever form the command reads. One line in words is not looked at for its form, which takes
/// longer than most verdicts.
bool answer_pairs_of(std::string_view lines, sudoku::PairVerifier& verifier,
                     sudoku::BlockAnswers& answers) {
  const bool is_line = lines.find('\n') == std::string_view::npos && !lines.starts_with('{') &&
                       !lines.starts_with('[');
  std::optional<sudoku::TextForm> form =
      sudoku::TextForm{.layout = sudoku::Layout::kAny, .pairs = sudoku::PairForm{}};
  if (!is_line) form = sudoku::detect_form(lines, true, {.pairs = true});
  sudoku::BlockContext context{.begins_stream = !is_line};
  while (form && !lines.empty()) {
    const sudoku::BlockCut cut = sudoku::cut_block(lines, *form, context, true, true);
    if (cut.size == 0) break;
    sudoku::TextForm of_block = *form;
    of_block.has_quotes = cut.has_quotes;
    if (!verifier.answer(lines.substr(0, cut.size), of_block, context, answers)) return false;
    context = cut.next;
    lines.remove_prefix(cut.size);
    if (cut.ended) break;
  }
  return true;
}

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
  if (!answer_pairs_of(lines, verifier, answers)) return std::nullopt;
  return std::string(answers.text.view());
}

bool has_pair(std::string_view lines) {
  sudoku::PairVerifier verifier{{}};
  sudoku::BlockAnswers answers;
  answer_pairs_of(lines, verifier, answers);
  return answers.tally.puzzles() > answers.tally.invalid;
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
