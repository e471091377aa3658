// Any bytes as exact covers in every form: nothing crashes, a fault's place lies in the text, and
// what was read and written again is the same problem.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/cover/text/problem_cut.hpp"
#include "core/cover/text/problem_text.hpp"

using namespace puzzled::cover;

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

/// Line `number`, from 1, of `text`, with its line end; empty behind the last one.
std::string_view line_of(std::string_view text, std::uint64_t number) {
  for (; number > 1; --number) {
    const std::size_t feed = text.find('\n');
    check(feed != std::string_view::npos);
    text.remove_prefix(feed + 1);
  }
  return text.substr(0, std::min(text.find('\n'), text.size()));
}

void check_place(std::string_view text, std::uint64_t first_line, const TextFault& fault) {
  check(fault.line >= first_line && !fault.message.empty());
  const std::string_view line = line_of(text, fault.line - first_line + 1);
  check(fault.column >= 1 && fault.column <= line.size() + 1);
}

void check_same(const NamedProblem& a, const NamedProblem& b) {
  check(a.item_names == b.item_names && a.colour_names == b.colour_names);
  const Problem& p = a.problem;
  const Problem& q = b.problem;
  check(p.items() == q.items() && p.primary_items() == q.primary_items());
  check(p.options() == q.options() && p.elements() == q.elements());
  check(p.has_costs() == q.has_costs() && p.has_colours() == q.has_colours());
  for (std::size_t item = 0; item < p.primary_items(); ++item) {
    check(p.bounds(item) == q.bounds(item));
  }
  for (std::size_t option = 0; option < p.options(); ++option) {
    check(std::ranges::equal(p.option(option), q.option(option)));
    check(p.cost(option) == q.cost(option));
  }
}

void check_piece(const ProblemCut::Piece& piece, CoverForm form) {
  const auto read = read_problem(piece.text, form, piece.first_line);
  if (!read) return check_place(piece.text, piece.first_line, read.error());
  check(read->warnings.size() == std::min<std::size_t>(read->repeated_options, kMaxWarnings));
  for (const TextFault& warning : read->warnings) {
    check_place(piece.text, piece.first_line, warning);
  }
  check(read->option_starts.size() == read->named.problem.options());
  for (const std::size_t start : read->option_starts) {
    check(start == 0 || piece.text[start - 1] == '\n' || piece.text.starts_with("\xef\xbb\xbf"));
    check(!option_text(piece.text, start).empty());
  }
  // (A million columns take a while.)
  if (read->named.problem.items() > 10'000) return;
  std::string written;
  append_dlx(written, read->named);
  const auto again = read_problem(written, CoverForm::kDlx);
  check(static_cast<bool>(again));
  check_same(read->named, again->named);
  std::string twice;
  append_dlx(twice, again->named);
  check(written == twice);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  ProblemCut cut(text);
  std::uint64_t line = 0;
  while (const auto piece = cut.next()) {
    check(piece->first_line > line);
    line = piece->first_line;
    check(line_of(text, line).data() == piece->text.data());
    for (const CoverForm form : {CoverForm::kDlx, CoverForm::kMatrix, CoverForm::kSparse}) {
      check_piece(*piece, form);
    }
  }
  return 0;
}
