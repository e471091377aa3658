#include "core/sudoku/text/puzzle_reader.hpp"

#include <algorithm>

#include "core/sudoku/text/lines.hpp"

namespace puzzled::sudoku {

PuzzleReader::PuzzleReader(std::string_view block, const TextForm& form,
                           const BlockContext& context, PlainLineCounter count_plain_lines)
    : block_(block),
      form_(form),
      // Nothing before the puzzle: a line of another table may look like one that is plain.
      count_plain_lines_(form.csv_column == 0 ? count_plain_lines : nullptr),
      known_plain_lines_(form.plain_lines) {
  const BlockStart start = start_of_block(block, context);
  rest_ = start.text;
  number_ += start.line_ends;
  if (start.is_within_line) {
    ended_ = true;
  } else if (form.layout == Layout::kBoards) {
    boards_.emplace(context, start.line_ends);
  } else if (form.has_quotes) {
    records_.emplace(rest_, form.csv_separator, true);
  }
}

std::optional<PuzzleReader::Item> PuzzleReader::next(std::size_t max_lines) {
  if (ended_) return std::nullopt;
  if (boards_) return next_of_boards();
  if (records_) return next_of_records();
  return next_of_lines(max_lines);
}

std::optional<PuzzleReader::Item> PuzzleReader::next_of_lines(std::size_t max_lines) {
  for (;;) {
    if (count_plain_lines_ != nullptr && take_plain_lines(max_lines)) return Item::kPlainLines;
    if (!rest_.empty() && cell_value(rest_.front()) < 0) {
      number_ += static_cast<std::uint32_t>(skip_blank_lines(rest_));
    }
    if (rest_.empty()) return std::nullopt;
    if (take_usual_line()) return Item::kPuzzle;
    const std::string_view line = take_line(rest_);
    const LineClass kind = classify(line, Layout::kLines);
    ++number_;
    ended_ = kind == LineClass::kEnd;
    if (ended_) return std::nullopt;
    if (kind != LineClass::kContent) continue;
    puzzle_.place.line = number_ - 1;
    if (const auto item = read_content(line)) return item;
  }
}

bool PuzzleReader::take_plain_lines(std::size_t max_lines) {
  std::size_t lines = std::min(known_plain_lines_, max_lines);
  known_plain_lines_ -= lines;
  if (lines == 0) {
    lines = count_plain_lines_(reinterpret_cast<const std::uint8_t*>(rest_.data()), rest_.size(),
                               max_lines);
  }
  if (lines == 0) return false;
  plain_lines_ = rest_.substr(0, lines * kLineBytes);
  rest_.remove_prefix(plain_lines_.size());
  puzzle_.place = {number_, 1};
  number_ += static_cast<std::uint32_t>(lines);
  return true;
}

// Takes a line that begins with a puzzle, as most lines of most files do: no need to look for its
// end first, nor to classify it.
bool PuzzleReader::take_usual_line() {
  // 81 cells hold no line feed, so all of them belong to the first line.
  if (form_.csv_column != 0 || rest_.size() <= kCells) return false;
  if (read_cells(rest_, puzzle_.grid) != kCells) return false;
  std::size_t newline = kCells;
  if (rest_[kCells] != '\n') {
    newline = rest_.find('\n', kCells);
    const bool is_crlf = rest_[kCells] == '\r' && newline == kCells + 1;
    if (!is_crlf && !ends_cells(rest_[kCells])) return false;
    if (newline == std::string_view::npos) newline = rest_.size();
    if (newline > kMaxLineBytes) return false;
  }
  line_ = rest_.substr(0, newline);
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  rest_.remove_prefix(std::min(newline + 1, rest_.size()));
  puzzle_.error.clear();
  puzzle_.place = {number_, 1};
  ++number_;
  return true;
}

// Reads a line or, in a table, its field; nothing for a header. `puzzle_` has the line's number.
std::optional<PuzzleReader::Item> PuzzleReader::read_content(std::string_view line) {
  const std::uint32_t number = puzzle_.place.line;
  line_ = line;
  if (!form_.has_header || line.size() > kMaxLineBytes) {
    read_puzzle_line(line, number, puzzle_);
  } else {
    const auto field = csv_field(line, form_.csv_column, form_.csv_separator);
    if ((!field || field->size() < kCells) && is_header(line)) {
      if (!shows_headers_) return std::nullopt;
      return Item::kHeader;
    }
    const std::size_t offset =
        field ? static_cast<std::size_t>(field->data() - line.data()) : line.size();
    const TextPlace place{number, static_cast<std::uint32_t>(offset) + 1};
    if (field) {
      read_puzzle(*field, place, puzzle_);
    } else {
      puzzle_.error = "no field " + std::to_string(form_.csv_column + 1);
      puzzle_.place = place;
    }
  }
  return item();
}

// Whether the line of a table names its columns: its first, or where tables were put together.
bool PuzzleReader::is_header(std::string_view line) const {
  const auto name = csv_field(line, form_.header_column, form_.csv_separator);
  return name && is_puzzle_header(*name);
}

std::optional<PuzzleReader::Item> PuzzleReader::next_of_records() {
  for (;;) {
    number_ += static_cast<std::uint32_t>(records_->skip_blank_lines());
    rest_ = records_->rest();
    if (rest_.empty()) return std::nullopt;
    const CsvRecord record = records_->read();
    records_->take(record);
    rest_ = records_->rest();
    puzzle_.place.line = number_;
    number_ += static_cast<std::uint32_t>(record.lines);
    const LineClass kind = classify(record.line, Layout::kLines);
    ended_ = kind == LineClass::kEnd;
    if (ended_) return std::nullopt;
    if (record.unclosed_quote != std::string_view::npos) {
      line_ = record.line;
      puzzle_.error = kUnclosedQuote;
      puzzle_.place.column = static_cast<std::uint32_t>(record.unclosed_quote) + 1;
      return Item::kFault;
    }
    if (kind != LineClass::kContent) continue;
    if (const auto item = read_content(record.line)) return item;
  }
}

std::optional<PuzzleReader::Item> PuzzleReader::next_of_boards() {
  BoardEvent event = BoardEvent::kNone;
  while (event == BoardEvent::kNone) {
    boards_->skip_blank_lines(rest_);
    if (rest_.empty()) break;
    event = boards_->feed(take_line(rest_));
  }
  number_ = 1 + boards_->lines();
  if (event != BoardEvent::kBoard) {
    ended_ = true;
    if (boards_->finish() != BoardEvent::kBoard) return std::nullopt;
  }
  return item();
}

TextPlace PuzzleReader::place_of(int cell) const {
  if (boards_) return boards_->place_of(cell);
  return {puzzle_.place.line, puzzle_.place.column + static_cast<std::uint32_t>(cell)};
}

std::uint64_t PuzzleReader::line_ends() const {
  const std::string_view read = block_.substr(0, block_.size() - rest_.size());
  const bool within_line = number_ > 1 && !read.ends_with('\n');
  return number_ - 1 - (within_line ? 1 : 0);
}

}  // namespace puzzled::sudoku
