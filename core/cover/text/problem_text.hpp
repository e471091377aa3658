// Problems as text: Knuth's form for exact covers (programs DLX1, DLX2, DLX3 and DLX5 of 2017 to
// 2023), rows of 0 and 1, and rows of column numbers. deploy/docs/cover.md describes the forms.
//
// In all of them a line that begins with a bar is a comment, blank lines mean nothing, a line `---`
// begins a further problem (see ProblemCut), and ` |5` at the end of an option is its cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cover/named_problem.hpp"
#include "core/result.hpp"

namespace puzzled::cover {

enum class CoverForm {
  kDlx,     ///< a line of item names, then options of item names
  kMatrix,  ///< an option is a row of 0 and 1: a column is an item
  kSparse,  ///< an option is a row of column numbers
};

/// Names of the forms, by CoverForm.
inline constexpr std::string_view kCoverForms[] = {"dlx", "matrix", "sparse"};

std::optional<CoverForm> find_cover_form(std::string_view name);

/// Something that is wrong at a place of a text, for people: one line, lower case, no full stop.
struct TextFault {
  std::uint64_t line = 1;    ///< from 1
  std::uint64_t column = 1;  ///< in bytes, from 1; one more than the line has if it ends too early
  std::string message;
};

inline constexpr std::uint32_t kMaxBound = 2'147'483'647;
/// The absolute values of the costs of a problem add up to this at most: sums do not overflow.
inline constexpr std::int64_t kMaxCostSum = (std::int64_t{1} << 62) - 1;
/// Of the matrix and sparse forms, where a line of few bytes can name any number of columns.
inline constexpr std::uint32_t kMaxColumns = 1'000'000;
inline constexpr std::size_t kMaxWarnings = 20;

struct ReadProblem {
  NamedProblem named;
  std::vector<std::size_t> option_starts;  ///< offset of each option's line in the text
  /// Options with the elements of an earlier one, in whatever order and at whatever cost. They are
  /// options of their own all the same: a solution with one of them is another solution.
  std::uint64_t repeated_options = 0;
  std::vector<TextFault> warnings;  ///< of repeated options: the first kMaxWarnings
};

/// Reads one problem; its first line is line `first_line` of the whole. Items and colours are
/// numbered in the order in which the text names them first, columns by their order; options in the
/// order of their lines. Time and memory are linear in the size of the text.
Result<ReadProblem, TextFault> read_problem(std::string_view text, CoverForm form,
                                            std::uint64_t first_line = 1);

/// The option as it was written: the line of `text` that begins at `start`, without white space
/// around it.
std::string_view option_text(std::string_view text, std::size_t start);

/// Appends the problem in Knuth's form: read_problem() makes the same problem of it if its colours
/// are numbered in the order in which its options name them first.
/// REQUIRES: there is a primary item; names are as read_problem() accepts them.
void append_dlx(std::string& to, const NamedProblem& named);

}  // namespace puzzled::cover
