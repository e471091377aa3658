#include "core/sudoku/text/stream_head.hpp"

#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/csv.hpp"
#include "core/sudoku/text/line_class.hpp"
#include "core/sudoku/text/lines.hpp"

namespace puzzled::sudoku {

std::optional<StreamHead::Line> StreamHead::next() {
  for (;;) {
    skip_blank_lines(rest_, blanks_);
    if (rest_.empty()) return std::nullopt;
    const bool is_whole = complete_ || rest_.find('\n') != kNone;
    const std::string_view begin = rest_;
    const std::string_view line = take_line(rest_);
    const LineClass kind = classify(line, Layout::kAny, blanks_);
    if (kind == LineClass::kBlank || kind == LineClass::kComment) continue;
    last_ = begin;
    return Line{line, is_whole || line.size() > kMaxLineBytes};
  }
}

std::optional<StreamHead::Line> StreamHead::next_record(char separator) {
  for (;;) {
    skip_blank_lines(rest_, blanks_);
    if (rest_.empty()) return std::nullopt;
    CsvRecords records(rest_, separator, complete_);
    const CsvRecord record = records.read();
    if (record.size == 0) return Line{record.line, false};
    records.take(record);
    rest_ = records.rest();
    if (classify(record.line, Layout::kAny, blanks_) != LineClass::kContent) continue;
    return Line{record.line, true};
  }
}

}  // namespace puzzled::sudoku
