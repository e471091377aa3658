// Any bytes as exact covers in every form: nothing crashes, a fault's place lies in the text, and
// what was read and written again is the same problem.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/cover/text/problem_cut.hpp"
#include "core/cover/text/problem_text.hpp"
#include "tests/core/cover/dlx_text.hpp"

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

/// `b` lacks the idle options of `a`, for which there are no words.
void check_same(const NamedProblem& a, const NamedProblem& b) {
  check(a.item_names == b.item_names && a.colour_names == b.colour_names);
  const Problem& p = a.problem;
  const Problem& q = b.problem;
  check(p.items() == q.items() && p.primary_items() == q.primary_items());
  check(p.elements() == q.elements() && p.has_colours() == q.has_colours());
  for (std::size_t item = 0; item < p.primary_items(); ++item) {
    check(p.bounds(item) == q.bounds(item));
  }
  std::size_t written = 0;
  for (std::size_t option = 0; option < p.options(); ++option) {
    if (p.is_idle(option)) continue;
    check(std::ranges::equal(p.option(option), q.option(written)));
    check(p.cost(option) == q.cost(written++));
  }
  check(written == q.options());
}

void check_piece(const ProblemCut::Piece& piece, const ReadSettings& settings) {
  const auto read = read_problem(piece.text, settings, piece.first_line);
  if (!read) return check_place(piece.text, piece.first_line, read.error());
  check(read->form != CoverForm::kAuto);
  check(read->warnings.size() == std::min<std::size_t>(read->repeated_options, kMaxWarnings) +
                                     (read->idle_options > 0 ? 1 : 0));
  for (const TextFault& warning : read->warnings) {
    check_place(piece.text, piece.first_line, warning);
  }
  const Problem& problem = read->named.problem;
  check(read->option_texts.size() == problem.options());
  std::size_t idle = 0;
  std::size_t end = 0;
  for (std::size_t option = 0; option < problem.options(); ++option) {
    const TextSpan span = read->option_texts[option];
    check(span.begin >= end && span.begin + span.size <= piece.text.size());
    end = span.begin + span.size;
    check(span.size > 0 || problem.is_idle(option));
    idle += problem.is_idle(option) ? 1 : 0;
  }
  check(idle == read->idle_options);
  // (A million columns take a while.)
  if (problem.items() > 10'000 || problem.primary_items() == 0) return;
  // A fault that is found without bounds is found with them, or the bounds are.
  ReadSettings small = settings;
  small.max_bytes = 1000;
  const auto bounded = read_problem(piece.text, small, piece.first_line);
  check(!bounded || problem.options() == bounded->named.problem.options());
  std::string written;
  append_dlx(written, read->named);
  const auto again = read_problem(written, {.form = CoverForm::kDlx});
  check(static_cast<bool>(again));
  // (The colours of idle options are gone.)
  if (idle == 0) check_same(read->named, again->named);
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
    for (std::size_t form = 0; form < std::size(kCoverForms); ++form) {
      check_piece(*piece, {.form = static_cast<CoverForm>(form)});
      if (form < static_cast<std::size_t>(CoverForm::kMatrix)) continue;
      const auto first_line = static_cast<FirstLine>(size % std::size(kFirstLines));
      check_piece(*piece, {.form = static_cast<CoverForm>(form), .first_line = first_line});
    }
  }
  return 0;
}
