// The beginning of a stream, line by line or record by record, to recognise its form.
#pragma once

#include <optional>
#include <string_view>

#include "core/sudoku/text/normal_line.hpp"

namespace puzzled::sudoku {

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

}  // namespace puzzled::sudoku
