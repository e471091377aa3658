#include "core/cover/text/problem_text.hpp"

#include <algorithm>
#include <vector>

#include "core/cover/equal_options.hpp"
#include "core/cover/text/line_scanner.hpp"
#include "core/cover/text/readers.hpp"

namespace puzzled::cover {
namespace {

/// Counts the options of `read` that repeat earlier ones and writes the warnings. Options are equal
/// if their elements are, in any order; costs do not matter, because the dearer of two such options
/// is probably a mistake as well. Idle options repeat nothing. Ends early if `stop` is set.
void find_repeated_options(ReadProblem& read, std::string_view text, std::uint64_t first_line,
                           const StopFlag& stop) {
  const std::vector<std::uint32_t> first = first_equal_options(read.named.problem, stop);
  std::size_t counted_to = 0;  // an offset in the text: its line is `line`
  std::uint64_t line = first_line;
  for (std::uint32_t option = 0; option < first.size(); ++option) {
    if (first[option] == option) continue;
    if (read.repeated_options++ >= kMaxWarnings) continue;
    const char* const word = text.data() + read.option_texts[option].begin;
    line += static_cast<std::uint64_t>(std::count(text.data() + counted_to, word, '\n'));
    counted_to = read.option_texts[option].begin;
    const std::size_t line_begin = text.rfind('\n', counted_to) + 1;  // (npos + 1 is 0)
    read.warnings.push_back({line, counted_to - line_begin + 1,
                             "option " + std::to_string(option + 1) +
                                 " has the same items as option " +
                                 std::to_string(first[option] + 1)});
  }
}

}  // namespace

std::optional<CoverForm> find_cover_form(std::string_view name) {
  const auto* const found = std::find(std::begin(kCoverForms), std::end(kCoverForms), name);
  if (found == std::end(kCoverForms)) return std::nullopt;
  return static_cast<CoverForm>(found - std::begin(kCoverForms));
}

std::optional<FirstLine> find_first_line(std::string_view name) {
  const auto* const found = std::find(std::begin(kFirstLines), std::end(kFirstLines), name);
  if (found == std::end(kFirstLines)) return std::nullopt;
  return static_cast<FirstLine>(found - std::begin(kFirstLines));
}

Result<ReadProblem, TextFault> read_problem(std::string_view text, const ReadSettings& settings,
                                            std::uint64_t first_line, const StopFlag& stop) {
  if (const auto fault = text::find_no_text(text, first_line)) return *fault;
  const std::size_t mark = text.starts_with(text::kByteOrderMark) ? text::kByteOrderMark.size() : 0;
  const std::string_view behind_mark = text.substr(mark);
  const text::ReadingLimits limits(settings.max_bytes, stop);
  auto read = settings.form == CoverForm::kAuto ? text::read_any(behind_mark, first_line, limits)
              : settings.form == CoverForm::kDlx
                  ? text::read_dlx(behind_mark, first_line, limits)
                  : text::read_columns(behind_mark, settings, first_line, limits);
  if (!read) return read;
  find_repeated_options(*read, behind_mark, first_line, stop);
  for (TextSpan& option : read->option_texts) option.begin += static_cast<std::uint32_t>(mark);
  return read;
}

std::uint64_t bytes_of(const ReadProblem& read) {
  const Problem& problem = read.named.problem;
  // Vectors grow by doubling, and may be half empty.
  return 2 * (sizeof(Element) * problem.elements() + 12 * problem.options() +
              (problem.has_costs() ? 8 * problem.options() : 0)) +
         64 * problem.items();
}

}  // namespace puzzled::cover
