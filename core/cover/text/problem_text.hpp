// Problems as text: Knuth's form for exact covers (programs DLX1, DLX2, DLX3 and DLX5 of 2017 to
// 2023), rows of 0 and 1, and rows of column numbers. deploy/docs/cover-reference.md describes the
// forms.
//
// In all of them a line that begins with a bar is a comment, blank lines mean nothing (between rows
// of column numbers: an option without columns), a line `---` begins a further problem, and ` |5`
// at the end of an option is its cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cover/problem.hpp"
#include "core/result.hpp"
#include "core/stop.hpp"

namespace puzzled::cover {

enum class CoverForm {
  kAuto,     ///< kDlx, or kMatrix, kCounted or a list if only that fits
  kDlx,      ///< a line of item names, then options of item names
  kMatrix,   ///< an option is a row of 0 and 1: a column is an item
  kSparse,   ///< an option is a row of column numbers
  kCounted,  ///< the same behind their number
};

/// Names of the forms, by CoverForm.
inline constexpr std::string_view kCoverForms[] = {"auto", "dlx", "matrix", "sparse", "counted"};

std::optional<CoverForm> find_cover_form(std::string_view name);

/// What the first line of a problem of numbered columns is.
enum class FirstLine {
  kAuto,
  kOption,
  kNames,             ///< of the columns
  kColumns,           ///< how many there are
  kRowsColumns,       ///< the number of options, then that of columns
  kColumnsRows,       ///< the other way round
  kColumnsSecondary,  ///< the number of columns; how many of them, at the end, are secondary
  kPrimarySecondary,  ///< the numbers of primary and of secondary columns
  kRowsColumnsSecondary,
  kRowsPrimarySecondary,
};

/// Names, by FirstLine.
inline constexpr std::string_view kFirstLines[] = {
    "auto",
    "option",
    "names",
    "columns",
    "rows-columns",
    "columns-rows",
    "columns-secondary",
    "primary-secondary",
    "rows-columns-secondary",
    "rows-primary-secondary",
};

std::optional<FirstLine> find_first_line(std::string_view name);

/// Something that is wrong at a place of a text, for people: one line, lower case, no full stop.
struct TextFault {
  enum class Kind {
    kInvalid,
    kTooLarge,  ///< the problem needs more memory than it may take
    kStopped,   ///< the reader was asked to stop
  };

  std::uint64_t line = 1;    ///< from 1
  std::uint64_t column = 1;  ///< in bytes, from 1; one more than the line has if it ends too early
  std::string message;
  Kind kind = Kind::kInvalid;
};

inline constexpr std::uint32_t kMaxBound = 2'147'483'647;
/// The absolute values of the costs of a problem add up to this at most: sums do not overflow.
inline constexpr std::int64_t kMaxCostSum = (std::int64_t{1} << 62) - 1;
/// Of the forms with numbered columns, where a line of few bytes can name any number of columns.
inline constexpr std::uint32_t kMaxColumns = 1'000'000;
inline constexpr std::size_t kMaxWarnings = 20;
/// Offsets in a text have 32 bits.
inline constexpr std::size_t kMaxProblemBytes = std::size_t{1} << 31;

struct ReadSettings {
  CoverForm form = CoverForm::kAuto;
  FirstLine first_line = FirstLine::kAuto;  ///< of all forms but kDlx
  std::uint64_t max_bytes = UINT64_MAX;     ///< of memory, for what is made of the text
};

/// A part of a text.
struct TextSpan {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
};

/// The parts of a text other than options and comments.
struct Decorations {
  bool has_sizes = false;      ///< a first line of sizes, or one that numbers the columns
  bool has_names = false;      ///< a first line of names of columns
  bool has_labels = false;     ///< a name or number before each row
  bool has_brackets = false;   ///< it is a list
  bool counts_from_0 = false;  ///< columns are numbered from 0
};

struct ReadProblem {
  NamedProblem named;
  CoverForm form = CoverForm::kDlx;  ///< never kAuto
  Decorations decorations;
  std::vector<TextSpan> option_texts;  ///< without white space around them
  /// Whether some option states a cost, be it 0.
  bool states_costs = false;
  /// Options with the elements of an earlier one, regardless of order and cost. They still are
  /// options of their own: a solution with one of them is another solution.
  std::uint64_t repeated_options = 0;
  std::uint64_t idle_options = 0;  ///< without a primary item
  /// Of idle options one, then of repeated options the first kMaxWarnings.
  std::vector<TextFault> warnings;
};

/// Reads one problem; its first line is line `first_line` of the whole. Items and colours are
/// numbered in the order in which the text names them first, columns by their order; options in the
/// order of their lines. Time and memory are linear in the size of the text.
/// REQUIRES: text.size() <= kMaxProblemBytes.
Result<ReadProblem, TextFault> read_problem(std::string_view text, const ReadSettings& settings,
                                            std::uint64_t first_line = 1,
                                            const StopFlag& stop = kNeverStop);

/// Its approximate memory, with names and places of options.
std::uint64_t bytes_of(const ReadProblem& read);

}  // namespace puzzled::cover
