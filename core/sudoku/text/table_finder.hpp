// Finds the puzzle's column in a table by the contents of its records; names of columns only break
// ties.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/sudoku/text/field_reader.hpp"
#include "core/sudoku/text/line_content.hpp"
#include "core/sudoku/text/normal_line.hpp"
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::sudoku {

/// The beginning of a stream, line by line or record by record, to recognise its form.
class StreamHead {
 public:
  /// `complete` says that `text` is all there is.
  StreamHead(std::string_view text, bool complete, const BlankSigns& blanks)
      : rest_(text), complete_(complete), blanks_(blanks) {}

  struct Line {
    std::string_view text;
    bool is_whole = false;  ///< not cut off by the end of what is known
  };

  /// The next line that is neither blank nor a comment.
  std::optional<Line> next();

  /// The next record of a table that is neither blank nor a comment.
  std::optional<Line> next_record(char separator);

  /// Everything from the last line on.
  std::string_view from_last() const { return last_; }
  std::string_view rest() const { return rest_; }
  bool is_complete() const { return complete_; }

 private:
  std::string_view rest_;
  std::string_view last_;
  bool complete_;
  BlankSigns blanks_;
};

/// In order of preference: those that are rarer within fields come first.
inline constexpr char kSeparators[] = {'\t', ';', ',', '|', ':', ' '};

/// TextForm::refusal of a table, and of objects.
inline constexpr std::string_view kTwoColumns =
    "two columns hold puzzles with blanks: --column NAME says which one is meant";

/// Signs alone, dashes among them: what is drawn below the names of columns.
bool is_column_ruler(std::string_view line);

/// Whether `lines` are values behind their names, a line each, rather than records of a table: one
/// that has the solution of the puzzle above it, or such as `puzzle: 53..7....`.
bool are_named_values(const std::vector<std::string_view>& lines, char separator,
                      std::size_t column);

class TableFinder {
 public:
  enum class Decision { kNo, kYes, kOpen };  ///< kOpen: more text is needed

  /// What is found is written into `form`, whose blanks are known. Both must outlive this.
  TableFinder(const FormRequest& request, TextForm& form) : request_(request), form_(form) {}

  /// Whether `first`, the last line of `head`, is the header of a table or its first record.
  /// `given_separator` is what the text itself names, 0 if it does not.
  Decision find(const StreamHead& head, std::string_view first, char given_separator);

 private:
  using Kind = LineContent::Kind;

  /// What the best field of a record is, in rising order.
  struct ColumnOf {
    enum Rank { kNothing, kFull, kDamaged, kPuzzle };
    Rank rank = kNothing;
    std::size_t column = 0;
    bool has_other = false;  // another field is a puzzle, and no name tells which is meant
  };

  Decision find(const StreamHead& head, std::string_view first, char given_separator,
                std::size_t min_columns);
  bool is_table(std::string_view first, std::vector<std::string_view>& records, char separator);
  bool may_be_names(std::string_view first, const std::vector<std::string_view>& names,
                    const std::vector<std::string_view>& values);
  bool is_named_board(std::string_view first, std::string_view second);
  bool is_row(std::string_view line);
  bool has_puzzle(const std::vector<std::string_view>& records,
                  const std::vector<std::string_view>& names, char separator,
                  std::string_view header);
  std::optional<std::size_t> given_column(const std::vector<std::string_view>& names,
                                          std::size_t row_name, std::size_t fields) const;
  ColumnOf find_column(const std::vector<std::string_view>& values,
                       const std::vector<std::string_view>& names, std::size_t row_name);

  const FormRequest& request_;
  TextForm& form_;
  LineContent content_;
  FieldReader field_;
};

}  // namespace puzzled::sudoku
