#include "core/variants/text/board_reader.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/region_map.hpp"
#include "core/rule_line.hpp"
#include "core/variants/text/constraint_lines.hpp"
#include "core/variants/text/puzzle_line.hpp"

namespace puzzled::variants {
namespace {

std::string counted(std::size_t count, std::string_view what) {
  return std::to_string(count) + ' ' + std::string(what) + (count == 1 ? "" : "s");
}

std::string too_long() {
  return "line longer than " + std::to_string(kMaxBoardLineBytes) + " bytes";
}

/// A number of boards, or of the board that follows.
bool is_small_number(const CellWords& words) {
  constexpr std::size_t kMaxNumberBytes = 6;
  return words.words() == 1 && words.characters() <= kMaxNumberBytes &&
         words.first().find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

BoardReader::BoardReader(std::string_view text, const BoardForm& form, std::uint32_t first_line)
    : text_(text),
      form_(form),
      rest_(text),
      line_number_(first_line - 1),
      notation_(form.notation),
      notation_size_(form.notation ? form.notation_size : 0) {}

BoardReader::Item BoardReader::next() {
  if (form_.is_document && !rest_.empty()) return take_document();
  if (rows_ == 0) cells_.clear();
  while (!rest_.empty()) {
    if (rows_ == 0) seam_ = text_.size() - rest_.size();
    const std::size_t before = rest_.size();
    before_line_ = before;
    const bool has_feed = rest_.find('\n') != std::string_view::npos;
    line_ = take_text_line(rest_);
    ++line_number_;
    line_ends_ += has_feed ? 1 : 0;
    TextLine kind = classify_text_line(line_);
    if (form_.answers_each_line && kind == TextLine::kEnd) kind = TextLine::kContent;
    if (kind == TextLine::kEnd) {
      if (rows_ > 0) {
        // The line is read again, behind the fault of the board.
        rest_ = text_.substr(text_.size() - before);
        --line_number_;
        line_ends_ -= has_feed ? 1 : 0;
        return end_board();
      }
      ++counts_.decoration;
      has_seen_end_ = true;
      seam_ = text_.size() - rest_.size();
      rest_ = {};
      return Item::kEnd;
    }
    if (kind != TextLine::kContent) {
      ++(kind == TextLine::kBlank ? counts_.blank : counts_.comments);
      if (form_.answers_each_line) return Item::kEmpty;
      if (kind == TextLine::kBlank) {
        if (rows_ == 1) is_spaced_ = true;
        const int band = std::max(usual_boxes(form_.size).rows, 1);
        if (rows_ > 0 && !is_spaced_ && rows_ % band != 0) return end_board();
      }
      continue;
    }
    if (line_.size() > kMaxBoardLineBytes) {
      ++counts_.answered;
      return fault(kMaxBoardLineBytes + 1, too_long());
    }
    if (rows_ == 0 && !form_.answers_each_line) {
      const std::optional<Item> item = take_constraints(text_.substr(text_.size() - before));
      if (item) return *item;
    }
    if (rows_ == 0 && is_puzzle_line(line_)) {
      ++counts_.answered;
      place_ = {line_number_, 1};
      seam_ = text_.size() - rest_.size();
      return Item::kPuzzle;
    }
    words_.read(line_);
    const Item item = form_.layout == BoardLayout::kRows ? read_row_line() : read_line();
    if (item != Item::kEnd) {
      if (rows_ == 0) seam_ = text_.size() - rest_.size();
      return item;
    }
  }
  if (rows_ > 0 && !is_open_) {
    const Item item = end_board();
    seam_ = text_.size();
    return item;
  }
  if (rows_ == 0 && !is_undecided_) seam_ = text_.size();
  return Item::kEnd;
}

Result<Puzzle> BoardReader::puzzle(Item item) const {
  if (item == Item::kFault) return Error{reason_};
  if (item == Item::kPuzzle) return read_puzzle_line(line_, form_.size);
  Puzzle puzzle = plain_puzzle(size_);
  for (std::size_t cell = 0; cell < values_.size(); ++cell) {
    if (values_[cell] != 0) puzzle.allowed[cell] = set_of(values_[cell]);
  }
  return puzzle;
}

BoardReader::Item BoardReader::take_document() {
  const auto feeds = static_cast<std::uint64_t>(std::ranges::count(rest_, '\n'));
  counts_.answered += feeds + (rest_.ends_with('\n') ? 0 : 1);
  ++counts_.spread;
  line_ends_ += feeds;
  place_ = {line_number_ + 1, 1};
  joined_ = joined_document(rest_);
  line_ = joined_;
  rest_ = {};
  seam_ = text_.size();
  return Item::kPuzzle;
}

/// Takes a board that `text` begins with and that has a constraint on each of several lines;
/// nothing if its first line, which has been taken, is a board or none.
std::optional<BoardReader::Item> BoardReader::take_constraints(std::string_view text) {
  const ConstraintRun run = constraint_run(text);
  if (is_open_ && run.lines > 0 && !run.is_closed) {
    rest_ = {};
    return Item::kEnd;
  }
  if (run.lines < 2) return std::nullopt;
  place_ = {line_number_, 1};
  counts_.answered += run.lines;
  counts_.comments += run.remarks;
  const std::size_t lines = run.lines + run.remarks;
  line_number_ += static_cast<std::uint32_t>(lines - 1);
  line_ends_ += lines - 1 - (text.substr(0, run.size).ends_with('\n') ? 0 : 1);
  rest_.remove_prefix(run.size - (text.size() - rest_.size()));
  seam_ = text_.size() - rest_.size();
  if (!run.fault.empty()) {
    reason_ = run.fault;
    return Item::kFault;
  }
  joined_ = join_lines(text.substr(0, run.size));
  line_ = joined_;
  return Item::kPuzzle;
}

/// kEnd: the line is passed over.
BoardReader::Item BoardReader::read_line() {
  is_in_rows_ = false;
  const int size = is_ruler_line() ? 0 : size_of_line();
  if (size == 0) {
    if (is_decoration()) {
      ++counts_.decoration;
      return Item::kEnd;
    }
    ++counts_.answered;
    if (form_.size == 0) {
      return fault(1, counted(words_.characters(), "cell") + ": no board has as many");
    }
    const auto cells = static_cast<std::size_t>(form_.size) * static_cast<std::size_t>(form_.size);
    const std::size_t found = words_.are_numbers() ? words_.words() : words_.characters();
    return fault(found < cells ? line_.size() + 1 : 1,
                 counted(found, "cell") + " instead of " + std::to_string(cells));
  }
  ++counts_.answered;
  const auto count = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  return take_board(size, has_number_words(size) || !words_.has_cells(count, false));
}

/// Where each line is a board: dashes alone are one if the boards have them for blanks. If that is
/// not known they are, as long as the size is.
bool BoardReader::is_ruler_line() const {
  if (form_.answers_each_line || words_.dash() == 0) return false;
  return form_.line_dash ? *form_.line_dash != words_.dash() : form_.size == 0;
}

/// Most of its cells are some: words may be as long as a row.
bool BoardReader::is_row_line(bool as_words) const {
  const auto count = static_cast<std::size_t>(form_.size);
  if (!words_.has_cells(count, as_words) || !dash_.is_row(words_)) return false;
  std::vector<std::string_view> cells;
  words_.append_cells(count, as_words, cells);
  return are_mostly_cells(cells);
}

/// The size of the board on the line; 0 if it is none.
int BoardReader::size_of_line() const {
  const auto fits = [this](int size) {
    const auto count = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    return words_.has_cells(count, has_number_words(size));
  };
  if (form_.size != 0) return fits(form_.size) ? form_.size : 0;
  for (const int size : box_sizes()) {
    if (fits(size)) return size;
  }
  return 0;
}

BoardReader::Item BoardReader::take_board(int size, bool as_words) {
  size_ = size;
  cells_.clear();
  row_lines_.assign(1, line_number_);
  row_texts_.assign(1, line_);
  const auto count = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  words_.append_cells(count, as_words, cells_);
  has_fault_ = false;
  read_cells();
  return has_fault_ ? Item::kFault : Item::kBoard;
}

/// The notation of the board in cells_; false if it does not tell.
bool BoardReader::choose_notation(int size) {
  if (notation_size_ == size) return true;
  constexpr int kMaxDigitValues = 9;
  if (form_.notation && form_.notation_size == size) {
    notation_ = form_.notation;
  } else {
    NotationChoice choice(size);
    choice.add(cells_);
    notation_ = choice.decision();
    // A file writes boards of all sizes in one way.
    if (!notation_ && form_.notation && form_.notation_size > kMaxDigitValues) {
      notation_ = form_.notation->of_size(size);
    }
    if (!notation_ && choice.is_blank()) notation_ = Notation(Alphabet(size, FirstCharacter::kOne));
    if (!notation_) {
      note_fault({row_lines_.front(), 1}, "values may be written in several ways: --size " +
                                              choice.open_names() + " says in which");
      return false;
    }
  }
  // What one board has shown is not known of the next.
  const bool is_known = size <= kMaxDigitValues || form_.notation_size == size;
  notation_size_ = is_known && (size <= kMaxDigitValues || form_.notation) ? size : 0;
  return true;
}

void BoardReader::read_cells() {
  if (!choose_notation(size_)) return;
  values_.resize(cells_.size());
  is_lower_case_ = false;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const std::string_view cell = cells_[i];
    const int value = notation_->value(cell);
    if (value == Alphabet::kNoCell) {
      return note_fault(place_of(static_cast<Cell>(i)),
                        (cell.size() == 1 ? quoted_character(cell.front())
                                          : "'" + std::string(cell.substr(0, 8)) + "'") +
                            " is not a cell");
    }
    values_[i] = static_cast<std::uint8_t>(value);
    is_lower_case_ |= value > 0 && cell.front() >= 'a';
  }
}

/// Each word of a line is a cell, as long as it may be.
bool BoardReader::has_number_words(int size) const {
  return form_.notation && form_.notation_size == size && form_.notation->has_numbers();
}

BoardReader::Item BoardReader::read_row_line() {
  const auto count = static_cast<std::size_t>(form_.size);
  const bool as_words = has_number_words(form_.size);
  if (rows_ == 0) {
    const std::optional<BlankDash> dash =
        find_blank_dash(text_.substr(text_.size() - before_line_), form_.size, as_words, is_open_);
    is_undecided_ = !dash;
    if (is_undecided_) {
      rest_ = {};
      return Item::kEnd;
    }
    dash_ = *dash;
  }
  const bool is_row = is_row_line(as_words);
  const bool is_ruler = words_.is_ruler() || (words_.is_dashes() && !is_row);
  if (is_row && !words_.is_ruler()) {
    add_row(form_.size, as_words);
  } else if (is_ruler) {  // NOLINT(bugprone-branch-clone): before it is asked what else it may be
    ++counts_.decoration;
    return Item::kEnd;
  } else if (rows_ == 0 && words_.has_cells(count * count, false)) {
    ++counts_.answered;
    is_in_rows_ = false;
    return take_board(form_.size, false);
  } else if (may_be_row()) {
    const std::size_t found = words_.are_numbers() ? words_.words() : words_.characters();
    if (rows_ == 0) begin_rows();
    note_fault({line_number_, static_cast<std::uint32_t>(line_.size() + (found < count ? 1 : 0))},
               "row " + std::to_string(rows_ + 1) + ": " + counted(found, "cell") + " instead of " +
                   std::to_string(count));
    ++counts_.answered;
    row_lines_.push_back(line_number_);
    row_texts_.push_back(line_);
    ++rows_;
  } else if (rows_ == 0 && is_decoration()) {
    ++counts_.decoration;
    return Item::kEnd;
  } else if (rows_ == 0) {
    ++counts_.answered;
    return fault(
        1, counted(words_.characters(), "cell") + " instead of a row of " + std::to_string(count));
  } else {
    ++counts_.answered;
    note_fault({line_number_, 1}, "row " + std::to_string(rows_ + 1) + " is no row of " +
                                      std::to_string(count) + " cells");
    return end_board();
  }
  if (rows_ < form_.size) return Item::kEnd;
  ++counts_.spread;
  size_ = form_.size;
  rows_ = 0;
  is_in_rows_ = true;
  if (!has_fault_) read_cells();
  if (!take_regions_below()) return Item::kEnd;
  return has_fault_ ? Item::kFault : Item::kBoard;
}

/// Takes the regions below the board that has just been read, which is refused then. False: more
/// text must tell whether there are some.
bool BoardReader::take_regions_below() {
  std::size_t bytes = 0;
  const auto size = static_cast<std::size_t>(size_);
  const std::optional<bool> found = begins_with_regions(rest_, size, is_open_, bytes);
  if (!found) {
    rows_ = form_.size;  // no seam here
    rest_ = {};
    return false;
  }
  if (!*found) return true;
  const std::string_view taken = rest_.substr(0, bytes);
  const auto feeds = static_cast<std::uint64_t>(std::ranges::count(taken, '\n'));
  const std::uint64_t lines = feeds + (taken.ends_with('\n') ? 0 : 1);
  counts_.answered += size;
  counts_.blank += lines - size;
  line_ends_ += feeds;
  line_number_ += static_cast<std::uint32_t>(lines);
  rest_.remove_prefix(bytes);
  note_fault({row_lines_.front(), 1},
             "regions stand below the board: give the board and its regions on a line");
  return true;
}

void BoardReader::begin_rows() {
  has_fault_ = false;
  is_spaced_ = false;
  cells_.clear();
  row_lines_.clear();
  row_texts_.clear();
  size_ = form_.size;
}

void BoardReader::add_row(int size, bool as_words) {
  if (rows_ == 0) begin_rows();
  words_.append_cells(static_cast<std::size_t>(size), as_words, cells_);
  row_lines_.push_back(line_number_);
  row_texts_.push_back(line_);
  ++rows_;
  ++counts_.answered;
}

/// The board at hand ends before its last row.
BoardReader::Item BoardReader::end_board() {
  note_fault({row_lines_.empty() ? line_number_ : row_lines_.back(), 1},
             counted(static_cast<std::size_t>(rows_), "row") + " instead of " +
                 std::to_string(form_.size));
  ++counts_.spread;
  rows_ = 0;
  return Item::kFault;
}

BoardReader::Item BoardReader::fault(std::size_t column, std::string reason) {
  has_fault_ = false;
  note_fault({line_number_, static_cast<std::uint32_t>(column)}, std::move(reason));
  return Item::kFault;
}

/// Of several faults of a board the first is told.
void BoardReader::note_fault(TextPlace place, std::string reason) {
  if (has_fault_) return;
  has_fault_ = true;
  place_ = place;
  reason_ = std::move(reason);
}

/// A row that has lost cells, or has too many.
bool BoardReader::may_be_row() const {
  if (words_.empty()) return false;
  const int found = static_cast<int>(words_.are_numbers() ? words_.words() : words_.characters());
  const int most = std::max(1, form_.size / 8);
  if (std::abs(found - form_.size) > most) return false;
  if (is_small_number(words_) && rows_ == 0) return false;
  std::vector<std::string_view> cells;
  words_.append_cells(static_cast<std::size_t>(found), words_.are_numbers(), cells);
  return are_mostly_cells(cells);
}

bool BoardReader::are_mostly_cells(const std::vector<std::string_view>& cells) const {
  const Notation any(Alphabet(std::min(form_.size, kMaxSize), FirstCharacter::kOne));
  const Notation numbers = Notation::numbers(form_.size, 1);
  const auto is_cell = [&](const Notation& notation, std::string_view cell) {
    return notation.value(cell) != Alphabet::kNoCell;
  };
  const auto good = std::ranges::count_if(cells, [&](std::string_view cell) {
    return is_cell(notation_ ? *notation_ : any, cell) || is_cell(numbers, cell);
  });
  return 2 * static_cast<std::size_t>(good) >= cells.size();
}

/// A line that is no board and is not meant to be one: titles, rulers, a number.
bool BoardReader::is_decoration() const {
  if (form_.answers_each_line || looks_like_rules(line_) || line_.starts_with("{\"")) return false;
  if (words_.empty() || words_.is_ruler() || words_.is_dashes()) return true;
  if (is_small_number(words_)) return true;
  constexpr std::size_t kMaxTitle = 60;
  if (!words_.has_letter() || line_.size() > kMaxTitle) return false;
  const Notation any(Alphabet(form_.size == 0 ? 9 : form_.size, FirstCharacter::kOne));
  std::vector<std::string_view> cells;
  words_.append_cells(words_.characters(), false, cells);
  const auto good = std::ranges::count_if(
      cells, [&](std::string_view cell) { return any.value(cell) != Alphabet::kNoCell; });
  return 2 * static_cast<std::size_t>(good) < cells.size();
}

TextPlace BoardReader::place_of(Cell cell) const {
  const std::size_t row = row_texts_.size() > 1 ? cell / static_cast<std::size_t>(size_) : 0;
  return {row_lines_[row],
          static_cast<std::uint32_t>(cells_[cell].data() - row_texts_[row].data()) + 1};
}

namespace {

/// Moves the cut of lines out of a board of several lines.
void cut_between_boards(std::string_view text, std::size_t whole, bool at_end, bool full,
                        BoardCut& cut) {
  const std::size_t between = last_board_end(text.substr(0, whole), cut.size, at_end);
  if (between == cut.size) return;
  cut.size = between;
  cut.is_full = between > 0 && between < whole;
  if (between > 0) return;
  // The board is longer than what is cut at once: up to its end, if it is there.
  const ConstraintRun run = constraint_run(text.substr(0, whole));
  const std::size_t extent = run.extent;
  const bool has_end = run.is_closed || at_end;
  cut.ends_within_board = !has_end && extent > kMaxBoardLineBytes;
  if (!has_end && !cut.ends_within_board && !full) return;
  cut.size = extent;
  cut.is_full = extent < whole;
}

}  // namespace

BoardCut cut_rest_of_board(std::string_view text, bool at_end) {
  const std::size_t whole = at_end ? text.size() : text.rfind('\n') + 1;
  BoardCut cut{.size = further_lines(text.substr(0, whole))};
  cut.ends_within_board = cut.size == whole && !at_end;
  if (whole == 0 && text.size() > kMaxBoardLineBytes) {
    cut.size = text.size();
    cut.ends_within_line = true;
  }
  return cut;
}

BoardCut cut_board_text(std::string_view text, const BoardForm& form, bool at_end, bool full) {
  // Some milliseconds of easy boards: so that few of them keep all threads busy.
  constexpr std::size_t kBytes = 16 * 1024;
  BoardCut cut;
  if (form.is_document) {
    cut.size = at_end || full ? text.size() : 0;
    return cut;
  }
  const std::size_t newline = text.rfind('\n');
  const std::size_t whole = at_end                              ? text.size()
                            : newline == std::string_view::npos ? 0
                                                                : newline + 1;
  if (whole == 0) {
    if (full || text.size() > kMaxBoardLineBytes) {
      cut.size = text.size();
      cut.ends_within_line = !text.empty();
    }
    return cut;
  }
  const std::size_t most = text.find('\n', std::min(kBytes, whole - 1));
  cut.size = most == std::string_view::npos ? whole : std::min(whole, most + 1);
  cut.is_full = cut.size < whole;
  if (form.layout == BoardLayout::kLines) {
    if (form.answers_each_line) return cut;
    cut_between_boards(text, whole, at_end, full, cut);
    const std::string_view lines = text.substr(0, cut.size);
    // Most lines do not begin like that.
    for (std::size_t at = lines.find("end"); at != std::string_view::npos;
         at = lines.find("end", at + 1)) {
      std::string_view rest = lines.substr(at);
      if (at > 0 && lines[at - 1] != '\n') continue;
      if (classify_text_line(take_text_line(rest)) != TextLine::kEnd) continue;
      cut.size = lines.size() - rest.size();
      cut.has_seen_end = true;
      cut.is_full = false;
      break;
    }
    return cut;
  }
  BoardReader reader(text.substr(0, whole), form);
  if (!at_end) reader.keep_open();
  std::size_t seam = 0;
  for (;;) {
    const BoardReader::Item item = reader.next();
    seam = reader.seam();
    if (item == BoardReader::Item::kEnd || seam >= kBytes) break;
  }
  cut.has_seen_end = reader.has_seen_end();
  cut.is_full = seam > 0 && seam < whole && !cut.has_seen_end && seam >= kBytes;
  cut.size = seam;
  // A board on more text than can be held is cut.
  if (seam == 0 && full) cut.size = whole;
  return cut;
}

}  // namespace puzzled::variants
