// Tables of text as R, pandas and spreadsheets write them: a header line, then a record a line.
// Fields may be quoted; within quotes a separator is text, and a quote is doubled or, by some of
// R's functions, has a backslash in front.
//
//     "","puzzle","note"
//     "1","53..7....6..195….79","easy, from a ""newspaper"""
//
// A quoted field may hold line ends; a record then takes several lines, but no more than
// kMaxLineBytes. A quote that is not closed within them is a mistake: such a record is its first
// line alone, and is refused.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace puzzled::sudoku {

/// The reason why a record is refused that has a quoted field without an end.
inline constexpr std::string_view kUnclosedQuote = "a quoted field has no closing quote";

/// The fields of a line, one after another:
///
///     for (CsvFields fields(line, ','); fields.next();) … fields.text() …
class CsvFields {
 public:
  CsvFields(std::string_view line, char separator) : line_(line), separator_(separator) {}

  /// The fields behind one of an earlier line that `line` closes at offset `quote`.
  CsvFields(std::string_view line, char separator, std::size_t quote);

  /// Moves to the next field; false when there is none.
  bool next();

  /// Without spaces before it and quotes around it. Quotes within the text stay as they are
  /// written; those around it, too, if anything comes between the closing one and the separator.
  std::string_view text() const { return text_; }

  bool is_quoted() const { return quote_ != std::string_view::npos; }
  bool is_closed() const { return is_closed_; }

  /// Offset of the opening quote. REQUIRES: is_quoted().
  std::size_t quote() const { return quote_; }

 private:
  static constexpr std::size_t kNone = std::string_view::npos;

  std::string_view line_;
  char separator_;
  std::size_t next_ = 0;  // where the next field begins, kNone behind the last
  std::string_view text_;
  std::size_t quote_ = kNone;
  bool is_closed_ = true;
};

/// The field `column`, counted from 0; nothing when there are fewer fields.
std::optional<std::string_view> csv_field(std::string_view line, std::size_t column,
                                          char separator);

/// The separator in a line such as `sep=;`, which tells it to spreadsheets; 0 for any other line.
char named_separator(std::string_view line);

/// All fields of the line.
std::vector<std::string_view> csv_fields(std::string_view line, char separator);

struct CsvRecord {
  std::string_view line;  ///< its text, without the last line end
  std::size_t size = 0;   ///< bytes, line ends included; 0: unknown
  std::size_t lines = 1;  ///< that it takes
  std::size_t unclosed_quote =
      std::string_view::npos;  ///< offset in `line`; such a record is refused
};

/// The records of a text, one after another.
class CsvRecords {
 public:
  /// `complete` says that nothing comes behind `text`, which begins with a record.
  CsvRecords(std::string_view text, char separator, bool complete)
      : rest_(text), separator_(separator), complete_(complete) {}

  /// The text that is not read yet.
  std::string_view rest() const { return rest_; }
  /// Continues at `rest`. REQUIRES: `rest` ends where the text ends.
  void seek(std::string_view rest) { rest_ = rest; }

  /// The next record. Its size is unknown when more text is needed to tell: never when the text is
  /// complete, or the rest holds a line end and more than kMaxLineBytes. A quote that is not closed
  /// within that many bytes is a mistake, and its record is its first line.
  /// REQUIRES: there is a rest.
  CsvRecord read();

  void take(const CsvRecord& record) { rest_.remove_prefix(record.size); }

 private:
  std::string_view rest_;
  char separator_;
  bool complete_;
  // A line begins there, and a quoted field that was open at the end of any line between rest_ and
  // there is open still. So text full of quotes is not looked through again for each of its lines.
  const char* open_until_ = nullptr;
};

}  // namespace puzzled::sudoku
