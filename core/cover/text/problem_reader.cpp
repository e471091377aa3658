// What problem_text.hpp declares. (The readers beside this file include that header, so this is
// apart from it.)
#include "core/cover/text/problem_text.hpp"

#include <algorithm>

#include "core/cover/text/dlx_reader.hpp"
#include "core/cover/text/line_scanner.hpp"
#include "core/cover/text/number_reader.hpp"
#include "core/cover/text/repeated_options.hpp"

namespace puzzled::cover {
namespace {

void append_item_line(std::string& to, const NamedProblem& named) {
  const Problem& problem = named.problem;
  for (std::size_t item = 0; item < problem.items(); ++item) {
    if (item > 0) to += ' ';
    if (item == problem.primary_items()) to += "| ";
    const Bounds bounds = item < problem.primary_items() ? problem.bounds(item) : Bounds{};
    if (bounds.lo != bounds.hi) to += std::to_string(bounds.lo) + ':';
    if (bounds != Bounds{}) to += std::to_string(bounds.hi) + '|';
    to += named.item_names[item];
  }
  to += '\n';
}

}  // namespace

std::optional<CoverForm> find_cover_form(std::string_view name) {
  const auto* const found = std::find(std::begin(kCoverForms), std::end(kCoverForms), name);
  if (found == std::end(kCoverForms)) return std::nullopt;
  return static_cast<CoverForm>(found - std::begin(kCoverForms));
}

Result<ReadProblem, TextFault> read_problem(std::string_view text, CoverForm form,
                                            std::uint64_t first_line) {
  if (const auto nul = text::find_nul(text, first_line)) return *nul;
  const std::size_t mark = text.starts_with(text::kByteOrderMark) ? text::kByteOrderMark.size() : 0;
  const std::string_view behind_mark = text.substr(mark);
  auto read = form == CoverForm::kDlx ? text::read_dlx(behind_mark, first_line)
                                      : text::read_numbered(behind_mark, form, first_line);
  if (!read) return read;
  text::find_repeated_options(*read, behind_mark, first_line);
  for (std::size_t& start : read->option_starts) start += mark;
  return read;
}

std::string_view option_text(std::string_view text, std::size_t start) {
  return text::without_blanks(text.substr(start, text.find('\n', start) - start));
}

void append_dlx(std::string& to, const NamedProblem& named) {
  append_item_line(to, named);
  const Problem& problem = named.problem;
  for (std::size_t option = 0; option < problem.options(); ++option) {
    const char* gap = "";
    for (const auto [item, colour] : problem.option(option)) {
      to.append(gap).append(named.item_names[item]);
      if (colour != 0) to.append(":").append(named.colour_names[colour]);
      gap = " ";
    }
    if (problem.cost(option) != 0) to += " |" + std::to_string(problem.cost(option));
    to += '\n';
  }
}

}  // namespace puzzled::cover
