#include "core/sudoku/text/puzzle_reader.hpp"

#include <algorithm>
#include <iterator>

#include "core/region_map.hpp"
#include "core/rule_line.hpp"
#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/columns.hpp"
#include "core/sudoku/text/lines.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::string_view kRegionsBeside =
    "regions may stand beside the puzzle: `solve` reads a board and its regions alone on a line";
constexpr std::string_view kRegionsBelow =
    "regions stand below the board: `solve` reads a board and its regions alone on a line";

/// Nothing before the puzzle: a line of another table may look like one that is plain.
bool may_have_plain_lines(const TextForm& form) {
  return !form.table || form.table->column == 0;
}

/// Whether 81 symbols stand directly beside the puzzle, or at an end of the record, that may be
/// regions: it takes a closer look to tell. (Solutions never look so.)
bool may_have_regions(std::string_view record, std::string_view field) {
  const auto may_be = [](std::string_view text, std::size_t begin) {
    return begin + kCells <= text.size() && may_be_regions(text.substr(begin, kCells), kSide);
  };
  const auto before = static_cast<std::size_t>(field.data() - record.data());
  const std::string_view behind = record.substr(before + field.size());
  constexpr std::size_t kWithQuote = 2;
  if (behind.size() > kCells) {
    const std::size_t last = behind.size() - kCells;
    if (may_be(behind, 1) || may_be(behind, kWithQuote) || may_be(behind, last) ||
        may_be(behind, last - 1)) {
      return true;
    }
  }
  const std::string_view front = record.substr(0, before);
  return front.size() > kCells &&
         (may_be(front, 0) || may_be(front, 1) || may_be(front, before - kCells - 1) ||
          may_be(front, before - std::min(before, kCells + kWithQuote)));
}

/// Behind the 81 cells of a line stands no more than its solution, or nothing that could be a
/// second puzzle.
bool is_remark(std::string_view behind) {
  if (behind.size() <= kCells) return true;
  Grid grid;
  const std::string_view field = behind.substr(1);
  if (read_cells(field, grid) != kCells || has_blank(grid)) return false;
  return field.size() <= 2 * kCells && (field.size() == kCells || ends_cells(field[kCells]));
}

}  // namespace

std::uint64_t name_of(std::string_view words) {
  std::string letters;
  std::ranges::copy_if(words, std::back_inserter(letters), is_letter);
  return letters.empty() ? 0 : key_hash(letters);
}

PuzzleReader::PuzzleReader(std::string_view block, const TextForm& form,
                           const BlockContext& context, PlainLineCounter count_plain_lines)
    : block_(block),
      form_(form),
      count_plain_lines_(may_have_plain_lines(form) ? count_plain_lines : nullptr),
      known_plain_lines_(form.plain_lines),
      begins_content_(context.begins_content),
      begins_board_(context.begins_board),
      preceding_text_(context.preceding_text),
      boards_(context),
      lists_(context.list, form.keys, form.blanks),
      beside_(context.beside),
      list_name_(context.list.name),
      list_line_was_answered_(context.list.line_has_cells) {
  const BlockStart start = start_of_block(block, context);
  rest_ = start.text;
  number_ += start.line_ends;
  ended_ = start.is_within_line;
  if (context.list.depth > 0 && context.list.column == 0 &&
      (leaves_list(rest_) || (context.list.has_others && begins_row(rest_)))) {
    lists_.leave();
  } else if (context.list.depth > 0) {
    in_list_line_ = true;
    list_line_begin_ = -static_cast<std::ptrdiff_t>(context.list.column);
    list_line_is_counted_ = context.list.column > 0;
    if (context.list.column == 0 && !rest_.empty()) ++account_.spread;
  }
  if (form.has_zero_digits) boards_.count_digits_from_zero();
  if (form.table && form.has_quotes) records_.emplace(rest_, form.table->separator, true);
}

std::size_t PuzzleReader::leading_plain_lines(std::string_view block, const TextForm& form,
                                              const BlockContext& context,
                                              PlainLineCounter count_plain_lines) {
  if (form.plain_lines > 0) return form.plain_lines;
  const bool is_between_puzzles =
      context.list.depth == 0 && !context.inside_line && context.answered_rows == 0;
  if (!is_between_puzzles || !may_have_plain_lines(form)) return 0;
  return count_plain_lines(reinterpret_cast<const std::uint8_t*>(block.data()), block.size(),
                           block.size(), form.plain_form);
}

std::optional<PuzzleReader::Item> PuzzleReader::next(std::size_t max_lines) {
  return form_.layout == Layout::kLines ? next_of_lines(max_lines) : next_of_any(max_lines);
}

const PuzzleText& PuzzleReader::puzzle() const {
  switch (source_) {
    case Source::kBoard:
      return boards_.board();
    case Source::kFound:
      return found_[found_at_ - 1].puzzle;
    case Source::kLine:
      break;
  }
  return puzzle_;
}

TextPlace PuzzleReader::place() const {
  return puzzle().place;
}

bool PuzzleReader::is_scattered() const {
  return source_ == Source::kBoard ||
         (source_ == Source::kFound && found_[found_at_ - 1].is_scattered);
}

TextPlace PuzzleReader::place_of(int cell) const {
  if (source_ == Source::kBoard) return boards_.place_of(cell);
  if (is_scattered()) return found_[found_at_ - 1].places[static_cast<std::size_t>(cell)];
  return {place().line, place().column + static_cast<std::uint32_t>(cell)};
}

std::uint64_t PuzzleReader::line_ends() const {
  const std::string_view read = block_.substr(0, block_.size() - rest_.size());
  const bool within_line = number_ > 1 && !in_list_line_ && !read.ends_with('\n');
  return number_ - 1 - (within_line ? 1 : 0);
}

std::optional<PuzzleReader::Item> PuzzleReader::item(Source source) {
  source_ = source;
  return puzzle().error.empty() ? Item::kPuzzle : Item::kFault;
}

void PuzzleReader::count_line(std::uint64_t Account::*use, std::uint64_t lines) {
  account_.*use += lines;
}

void PuzzleReader::answered_lines(PrecedingText preceding_text) {
  preceding_text_ = preceding_text;
  begins_board_ = false;
  begins_content_ = false;
  beside_.reset();
  if (preceding_text == PrecedingText::kLines) boards_.forget_section();
}

void PuzzleReader::keep_open(std::size_t whole, std::size_t max_lines) {
  is_open_ = true;
  whole_ = whole;
  max_lines_ = max_lines;
  if (records_) records_.emplace(rest_, form_.table->separator, false);
}

bool PuzzleReader::is_between_puzzles() const {
  if (is_behind_header_) return false;
  if (!boards_.is_idle() || found_at_ != found_size_) return false;
  if (!in_list_line_) return true;
  // The length of its first part tells that a line is read as a list.
  if (lists_.is_line() && -list_line_begin_ <= std::ptrdiff_t{kMaxLineBytes}) return false;
  return lists_.depth() > 0 && lists_.is_idle() && !lists_.has_open_string();
}

void PuzzleReader::note_seam() {
  const std::size_t at = position();
  if (account_.lines() > max_lines_) {
    is_full_ = seam_.position > 0;
    return;
  }
  // The last word of a line that is cut off may go on.
  const bool is_whole = at <= whole_ || at + 1 < block_.size();
  if (at > seam_.position && is_whole && is_between_puzzles() && !is_within_constraints(at) &&
      !may_have_regions_below(at)) {
    seam_ = {at, context()};
  }
}

/// Whether the rows behind a board are its regions, as far as the text tells.
bool PuzzleReader::may_have_regions_below(std::size_t at) const {
  if (in_list_line_ || preceding_text_ != PrecedingText::kBoards) return false;
  std::size_t bytes = 0;
  const std::string_view behind = block_.substr(at, std::max(whole_, at) - at);
  return begins_with_regions(behind, kSide, true, bytes).value_or(true);
}

/// Takes the regions below the board that has just been completed.
bool PuzzleReader::take_regions_below() {
  std::size_t bytes = 0;
  if (in_list_line_ || is_open_) return false;
  if (!begins_with_regions(rest_, kSide, false, bytes).value_or(false)) return false;
  const std::string_view taken = rest_.substr(0, bytes);
  const auto lines =
      static_cast<std::uint64_t>(std::ranges::count(taken, '\n')) + (taken.ends_with('\n') ? 0 : 1);
  count_line(&Account::answered, kSide);
  count_line(&Account::blank, lines - kSide);
  number_ += static_cast<std::uint32_t>(lines);
  rest_.remove_prefix(bytes);
  return true;
}

/// Refuses a line that has regions beside the puzzle, which commands for plain puzzles cannot keep.
bool PuzzleReader::refuse_regions(std::string_view line) {
  if (!find_region_line(line)) return false;
  break_off();
  count_line(&Account::answered);
  add_fault(kRegionsBeside, {number_ - 1, 1}, line);
  answered_lines(PrecedingText::kLines);
  return true;
}

/// Whether the lines before and behind a place may be one board with rules, a constraint on each.
/// (Comments may stand between.)
bool PuzzleReader::is_within_constraints(std::size_t at) const {
  const auto kind_of = [](std::string_view line) {
    const bool is_comment = classify(line, Layout::kAny) == LineClass::kComment;
    return is_comment ? std::nullopt : std::optional(constraint_line(line));
  };
  std::optional<ConstraintLine> before;
  for (std::string_view text = block_.substr(0, at); !before && !text.empty();) {
    const std::size_t feed = text.rfind('\n', text.size() - 2);
    const std::string_view line = feed == kNone || text.size() < 2 ? text : text.substr(feed + 1);
    before = kind_of(line);
    text.remove_suffix(line.size());
  }
  if (!before || *before == ConstraintLine::kNone) return false;
  for (std::string_view text = block_.substr(at); !text.empty();) {
    const std::optional<ConstraintLine> behind = kind_of(take_line(text));
    if (behind) return are_joined(*before, *behind);
  }
  return true;
}

BlockContext PuzzleReader::context() const {
  BlockContext context{.begins_stream = false,
                       .begins_content = begins_content_,
                       .begins_board = begins_board_,
                       .preceding_text = preceding_text_,
                       .beside = beside_};
  boards_.save(context);
  if (in_list_line_) {
    context.list = lists_.state();
    context.list.name = list_name_;
    context.list.line_has_cells = list_line_has_cells_ || list_line_was_answered_before();
    context.list.column = static_cast<std::uint32_t>(-list_line_begin_);
  }
  return context;
}

// ---- Lines of 81 cells.

std::optional<PuzzleReader::Item> PuzzleReader::next_of_lines(std::size_t max_lines) {
  while (!ended_) {
    if (count_plain_lines_ != nullptr && take_plain_lines(max_lines)) return Item::kPlainLines;
    if (!form_.answers_each_line) skip_blank_lines();
    if (rest_.empty()) return std::nullopt;
    if (take_usual_line()) return item(Source::kLine);
    const std::string_view line = take_line(rest_);
    ++number_;
    if (form_.answers_each_line) return read_any_line(line);
    const LineClass kind = classify(line, form_.layout, form_.blanks);
    ended_ = saw_end_ = kind == LineClass::kEnd;
    if (ended_) {
      count_line(&Account::comments);
    } else if (kind == LineClass::kContent) {
      line_ = line;
      // White space in front means nothing; the reason why a line is invalid counts it.
      const std::size_t white = line.size() <= kMaxLineBytes
                                    ? std::min(line.find_first_not_of(" \t\r\v\f"), line.size())
                                    : 0;
      read_puzzle_line(line.substr(white), number_ - 1, puzzle_);
      puzzle_.place.column += static_cast<std::uint32_t>(white);
      if (!puzzle_.error.empty() && form_.line_refusal != nullptr) {
        if (const std::string_view reason = form_.line_refusal(line); !reason.empty()) {
          puzzle_.error = reason;
          puzzle_.place.column = 1;
        }
      }
      if (puzzle_.error.empty() && line.size() > 2 * kCells) {
        content_.read(line, form_.blanks);
        if (content_.values().size() > kCells) {
          puzzle_.error = "a second puzzle on the line";
          puzzle_.place.column = content_.offsets()[kCells] + 1;
        }
      }
      count_line(&Account::answered);
      return item(Source::kLine);
    } else {
      count_line(kind == LineClass::kBlank ? &Account::blank : &Account::comments);
    }
  }
  return std::nullopt;
}

/// A line that has an answer of its own, whatever stands on it.
PuzzleReader::Item PuzzleReader::read_any_line(std::string_view line) {
  const LineClass kind = classify(line, Layout::kAny, form_.blanks);
  source_ = Source::kLine;
  puzzle_.error.clear();
  puzzle_.place = {number_ - 1, 1};
  if (kind == LineClass::kBlank || kind == LineClass::kComment) {
    count_line(kind == LineClass::kBlank ? &Account::blank : &Account::comments);
    return Item::kEmpty;
  }
  count_line(&Account::answered);
  if (line.size() <= kMaxLineBytes) content_.read(line, form_.blanks);
  if (line.size() > kMaxLineBytes || content_.kind() != LineContent::Kind::kPuzzles) {
    read_puzzle_line(line, number_ - 1, puzzle_);
    return *item(Source::kLine);
  }
  if (find_region_line(line)) {
    puzzle_.error = kRegionsBeside;
    return Item::kFault;
  }
  found_at_ = found_size_ = 0;
  (void)add_puzzles(0, line);
  beside_.reset();
  if (found_size_ == 1) {
    found_at_ = 1;
    return *item(Source::kFound);
  }
  puzzle_.error = "a second puzzle on the line";
  puzzle_.place.column = content_.offsets()[kCells] + 1;
  return Item::kFault;
}

bool PuzzleReader::take_plain_lines(std::size_t max_lines) {
  std::size_t lines = std::min(known_plain_lines_, max_lines);
  known_plain_lines_ -= lines;
  const std::size_t bytes = plain_line_bytes(form_.plain_form);
  if (lines == 0) {
    lines = count_plain_lines_(reinterpret_cast<const std::uint8_t*>(rest_.data()), rest_.size(),
                               max_lines, form_.plain_form);
  }
  if (lines == 0) return false;
  plain_lines_ = rest_.substr(0, lines * bytes);
  rest_.remove_prefix(plain_lines_.size());
  source_ = Source::kLine;
  puzzle_.error.clear();
  puzzle_.place = {number_, 1};
  number_ += static_cast<std::uint32_t>(lines);
  count_line(&Account::answered, lines);
  answered_lines(PrecedingText::kLines);
  return true;
}

void PuzzleReader::skip_blank_lines() {
  if (rest_.empty() || cell_value(rest_.front()) >= 0) return;
  std::string_view skipped = rest_;
  const std::size_t lines = sudoku::skip_blank_lines(rest_, form_.blanks);
  number_ += static_cast<std::uint32_t>(lines);
  skipped.remove_suffix(rest_.size());
  std::size_t comments = skipped.starts_with('#') ? 1 : 0;
  for (std::size_t at = skipped.find("\n#"); at != kNone; at = skipped.find("\n#", at + 1)) {
    ++comments;
  }
  count_line(&Account::comments, comments);
  count_line(&Account::blank, lines - comments);
}

/// Whether a record or line whose `field` is a puzzle, read into puzzle_, holds no other; false
/// where it takes a closer look to tell.
bool PuzzleReader::is_only_puzzle(std::string_view record, std::string_view field) const {
  if (form_.table && rule_field(record)) return false;
  if (form_.table && form_.table->is_given) return true;
  const auto before = static_cast<std::size_t>(field.data() - record.data());
  // In a table with names, one column holds the puzzles. But a full grid may be the solution of a
  // puzzle beside it.
  const bool is_named = form_.table && form_.table->has_header;
  if (may_have_regions(record, field) && find_region_line(record)) return false;
  if (is_named && has_blank(puzzle_.grid)) return true;
  return before < kCells && is_remark(record.substr(before + kCells));
}

// Takes a line that begins with a puzzle, as most lines of most files do: no need to look for its
// end first, nor to classify it.
bool PuzzleReader::take_usual_line() {
  // 81 cells hold no line feed, so all of them belong to the first line.
  if ((form_.table && form_.table->column != 0) || rest_.size() <= kCells) return false;
  if (read_cells(rest_, puzzle_.grid) != kCells) return false;
  std::size_t newline = kCells;
  if (rest_[kCells] != '\n') {
    newline = rest_.find('\n', kCells);
    const bool is_crlf = rest_[kCells] == '\r' && newline == kCells + 1;
    if (!is_crlf && !ends_cells(rest_[kCells])) return false;
    if (newline == kNone) newline = rest_.size();
    if (newline > kMaxLineBytes) return false;
    if (!is_crlf) {
      const std::string_view line = rest_.substr(0, newline);
      if (!is_only_puzzle(line, line.substr(0, kCells))) return false;
      if (form_.has_quotes && line.find('"') != kNone) return false;
    }
  }
  line_ = rest_.substr(0, newline);
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  rest_.remove_prefix(std::min(newline + 1, rest_.size()));
  puzzle_.error.clear();
  puzzle_.place = {number_, 1};
  ++number_;
  count_line(&Account::answered);
  answered_lines(PrecedingText::kLines);
  return true;
}

// ---- Whatever people have.

std::optional<PuzzleReader::Item> PuzzleReader::next_of_any(std::size_t max_lines) {
  for (;;) {
    // What a puzzle waits for is near; a bracket too few must not hold back all the text behind it.
    if (waits_for_record() && position() - hold_begin_ > kMaxLineBytes) lists_.release_puzzle();
    if (found_at_ < found_size_ && !waits_for_record()) {
      const Found& found = found_[found_at_++];
      line_ = found.line;
      const std::optional<Item> kind = item(Source::kFound);
      return found.is_header ? Item::kHeader : kind;
    }
    if (ended_ || is_starved_) return std::nullopt;
    if (!waits_for_record()) found_at_ = found_size_ = 0;
    if (is_open_) note_seam();
    if (is_full_) return std::nullopt;
    if (rest_.empty()) {
      if (is_open_) return std::nullopt;
      end_block();
    } else if (in_list_line_) {
      read_lists();
    } else {
      if (std::exchange(is_behind_header_, false) && take_ruler_of_column()) continue;
      if (boards_.is_idle()) {
        if (count_plain_lines_ != nullptr && take_plain_lines(max_lines)) return Item::kPlainLines;
        skip_blank_lines();
        if (is_open_) note_seam();
        if (rest_.empty()) continue;
        if (take_usual_line()) return item(Source::kLine);
        if (take_usual_record()) return item(Source::kLine);
      }
      if (!form_.table && !form_.has_row_names && take_usual_row()) {
        if (found_at_ == found_size_ && source_ == Source::kBoard && boards_.rows() == 0) {
          line_ = {};
          return item(Source::kBoard);
        }
        continue;
      }
      read_line();
    }
  }
}

/// The text of a block ends between boards, unless the stream ends, or a board is spread over more
/// text than can be held.
void PuzzleReader::end_block() {
  if (in_list_line_ && lists_.open_cells() >= LineContent::kSuspectCells) {
    break_off();
    add_fault("the list of this cell is not closed", lists_.open_place(), {});
    list_line_has_cells_ = true;
  }
  if (in_list_line_ && list_line_begin_ < 0) end_list_line();
  break_off();
  settle_rulers();
  ended_ = true;
}

void PuzzleReader::break_off() {
  if (boards_.break_off()) take_board();
}

/// Lines that were counted as rows turned out to be rulers.
void PuzzleReader::settle_rulers() {
  const std::uint32_t rulers = boards_.take_rulers();
  account_.answered -= rulers;
  account_.decoration += rulers;
}

PuzzleReader::Found& PuzzleReader::add_found() {
  if (found_size_ == found_.size()) found_.emplace_back();
  Found& found = found_[found_size_++];
  found.puzzle.error.clear();
  found.puzzle.rule_line.clear();
  found.line = {};
  found.is_scattered = found.is_header = false;
  return found;
}

void PuzzleReader::add_fault(std::string_view reason, TextPlace place, std::string_view line) {
  Found& found = add_found();
  found.puzzle.error = reason;
  found.puzzle.place = place;
  found.line = line;
}

/// Whether a grid is the solution of the one that came before it, in the same list or under another
/// name.
bool PuzzleReader::is_beside_its_puzzle(const Grid& grid, std::uint64_t name) const {
  return beside_ && (in_list_line_ || beside_->name != name) && is_solution(grid, beside_->grid);
}

/// Puts the board that has just been completed behind what has been found.
void PuzzleReader::take_board() {
  if (boards_.was_answered()) return;
  const bool has_rule_line = boards_.board().has_rule_line();
  if (boards_.board().error.empty() || has_rule_line) ++account_.spread;
  if (has_rule_line)
    account_.candidates -= boards_.lines();  // they are the puzzle, and not ignored
  const bool is_in_list = in_list_line_ && boards_.board().error.empty();
  const bool is_solved = is_in_list && is_beside_its_puzzle(boards_.board().grid, list_name_);
  if (boards_.is_state() || is_solved) {
    if (in_list_line_) return uncount_list_board();
    account_.answered -= boards_.lines();
    account_.decoration += boards_.lines();
    return;
  }
  Found& found = add_found();
  found.puzzle = boards_.board();
  found.is_scattered = true;
  for (int cell = 0; cell < kCells; ++cell) {
    found.places[static_cast<std::size_t>(cell)] = boards_.place_of(cell);
  }
  if (found.puzzle.error.empty()) found.puzzle.place = found.places[0];
  if ((found.puzzle.error.empty() || has_rule_line) && take_regions_below()) {
    found.puzzle.error = kRegionsBelow;
    found.puzzle.rule_line.clear();
  }
  answered_lines(boards_.is_single_line() ? preceding_text_ : PrecedingText::kBoards);
  if (is_in_list) beside_ = BesideGrid{boards_.board().grid, list_name_};
}

/// Takes a row of nine cells in the usual forms. If it completes a board, source_ says so and the
/// board is at hand; what must be kept for later is among what has been found.
bool PuzzleReader::take_usual_row() {
  std::size_t newline = kSide;
  if (rest_.size() > kSide + 1 && rest_[kSide] == '\r') ++newline;
  if (rest_.size() <= newline || rest_[newline] != '\n') {
    newline = rest_.find('\n');
    if (newline == kNone) newline = rest_.size();
    // 17 characters with a gap between each two, or a few more.
    constexpr std::size_t kMaxBytes = 40;
    if (newline < kSide || newline > kMaxBytes) return false;
  }
  std::string_view line = rest_.substr(0, newline);
  if (line.ends_with('\r')) line.remove_suffix(1);
  const RowCells row = read_row(line);
  if (!row.is_whole(line) || form_.header.is(line)) return false;
  rest_.remove_prefix(std::min(newline + 1, rest_.size()));
  const bool has_other = std::ranges::find(row.values, 0) != row.values.end();
  begins_content_ = false;
  count_line(&Account::answered);
  source_ = Source::kLine;
  const BlankNumbers numbers{.zero = has_other && line.find('0') != kNone};
  if (boards_.add_row(row.values, row.offsets, number_++,
                      {.has_other = has_other, .numbers = numbers})) {
    settle_rulers();
    if (boards_.rows() > 0 || boards_.is_state() || boards_.was_answered()) {
      take_board();
    } else if (take_regions_below()) {
      ++account_.spread;
      add_fault(kRegionsBelow, boards_.place_of(0), {});
      answered_lines(PrecedingText::kBoards);
    } else {
      answered_lines(PrecedingText::kBoards);
      ++account_.spread;
      source_ = Source::kBoard;
    }
  }
  return true;
}

/// Reads the next line, or the next record of a table.
void PuzzleReader::read_line() {
  if (records_) {
    const std::string_view record = take_record();
    if (record.data() != nullptr && !refuses(record)) read_record(record);
    return;
  }
  const std::string_view line = take_line(rest_);
  ++number_;
  const LineClass kind = classify(line, form_.layout, form_.blanks);
  switch (kind) {
    case LineClass::kBlank:
      // Where spaces are blanks, nine of them are a row.
      if (line.size() == kSide && boards_.has_blank(' ')) {
        if (boards_.add_dashes(' ', number_ - 1)) take_board();
        return count_line(&Account::answered);
      }
      if (boards_.add_blank_line()) take_board();
      return count_line(&Account::blank);
    case LineClass::kComment:
      return count_line(&Account::comments);
    case LineClass::kEnd:
      count_line(&Account::comments);
      saw_end_ = true;
      end_block();
      return;
    case LineClass::kContent:
      break;
  }
  if (refuses(line)) return;
  if (line.size() > kMaxLineBytes && line.starts_with('<')) {
    // XML need not have lines.
    lists_.enter_line();
    return begin_lists(0, line);
  }
  // (Of a longer one, more may come behind the block.)
  const bool is_whole = line.data() + line.size() < block_.data() + block_.size();
  if (is_whole && is_cut_off_object(line)) {
    return refuse_line("the record is cut off", static_cast<std::uint32_t>(line.size()), line);
  }
  const std::size_t begin = form_.table ? kNone : list_begin(line);
  if (begin != kNone) return begin_lists(begin, line);
  if (line.size() > kMaxLineBytes) {
    return refuse_line(too_long_reason(), static_cast<std::uint32_t>(kMaxLineBytes) + 1, line);
  }
  if (form_.header.is(line)) return take_header(line);
  if (form_.table) return read_record(line);
  read_content(line);
}

/// Answers the line that has just been read by a fault.
void PuzzleReader::refuse_line(std::string_view reason, std::uint32_t column,
                               std::string_view line) {
  break_off();
  count_line(&Account::answered);
  add_fault(reason, {number_ - 1, column}, line);
  answered_lines(preceding_text_);
}

/// Whether the form refuses the line that has just been read, which then has its answer.
bool PuzzleReader::refuses(std::string_view line) {
  const std::string_view reason =
      form_.line_refusal != nullptr ? form_.line_refusal(line) : std::string_view();
  if (!reason.empty()) refuse_line(reason, 1, line);
  return !reason.empty();
}

/// A line that is no record of a table.
void PuzzleReader::read_content(std::string_view line) {
  using Kind = LineContent::Kind;
  std::uint32_t offset = 0;
  content_.read(line, form_.blanks);
  const bool may_be_row = content_.kind() == Kind::kRows || content_.kind() == Kind::kFault;
  if (form_.has_row_names && may_be_row) {
    const std::string_view cells = behind_row_name(line);
    offset = static_cast<std::uint32_t>(line.size() - cells.size());
    content_.read(cells, form_.blanks);
  }
  const Kind kind = kind_of_content();
  if (kind == Kind::kPuzzles && refuse_regions(line)) return;
  switch (kind) {
    case Kind::kPuzzles:
      break_off();
      if (!add_puzzles(offset, line)) {
        count_line(&Account::decoration);
        break;
      }
      count_line(&Account::answered);
      if (content_.has_candidates() && !found_[found_size_ - 1].puzzle.has_rule_line()) {
        count_line(&Account::candidates);
      }
      break;
    case Kind::kRows:
      count_line(&Account::answered);
      if (content_.has_candidates()) count_line(&Account::candidates);
      add_rows(offset);
      break;
    case Kind::kDashes:
      count_line(&Account::answered);
      if (boards_.add_dashes(content_.dash(), number_ - 1)) take_board();
      break;
    case Kind::kRuler:
      boards_.add_ruler();
      count_line(&Account::decoration);
      break;
    case Kind::kTitle:
    case Kind::kSection:
    case Kind::kNumber:
      if (boards_.add_heading(name_of(line), kind != Kind::kSection)) take_board();
      if (kind != Kind::kNumber) begins_board_ = false;
      count_line(&Account::decoration);
      break;
    case Kind::kFault:
      count_line(&Account::answered);
      refuse_content(offset, line);
      break;
  }
  settle_rulers();
}

/// What the line in content_ is here, where other lines came before.
LineContent::Kind PuzzleReader::kind_of_content() {
  using Kind = LineContent::Kind;
  const bool is_within_board = boards_.rows() > 0;
  constexpr std::size_t kMinRowToken = 5;
  switch (content_.kind()) {
    case Kind::kTitle:
      // Within a board, so many cells side by side were meant to be a row.
      if (is_within_board && content_.longest_token() >= kMinRowToken) return Kind::kFault;
      break;
    case Kind::kRuler:
      if (is_within_board && boards_.has_blank(content_.dash())) return Kind::kFault;
      break;
    case Kind::kNumber: {
      // In front of all, how many puzzles come; between boards, the number of one.
      const bool is_count = std::exchange(begins_content_, false) && form_.begins_with_count;
      // One number, not a column of them.
      const bool is_title = !is_within_board && preceding_text_ == PrecedingText::kBoards &&
                            content_.cells() < kMinRowToken && !begins_board_;
      if (!is_count && !is_title) return Kind::kFault;
      begins_board_ = true;
      break;
    }
    default:
      break;
  }
  return content_.kind();
}

void PuzzleReader::add_rows(std::uint32_t offset) {
  begins_content_ = false;
  std::array<std::uint32_t, kSide> offsets{};
  for (std::size_t at = 0; at < content_.values().size(); at += kSide) {
    for (std::size_t i = 0; i < kSide; ++i) offsets[i] = content_.offsets()[at + i] + offset;
    const auto values = content_.values().subspan(at).first<kSide>();
    const bool has_blanks = std::ranges::find(values, 0) != values.end();
    const RowBlanks blanks{.dash = content_.dash(),
                           .has_other = has_blanks && content_.dash() == 0,
                           .numbers = content_.blank_numbers(),
                           .has_candidates = content_.has_candidates(),
                           .is_named = content_.has_name()};
    const std::span<const std::uint16_t> candidates = content_.candidates();
    const bool done =
        boards_.add_row(values, offsets, number_ - 1, blanks,
                        candidates.empty() ? candidates : candidates.subspan(at, kSide));
    if (done) take_board();
  }
}

/// False if the line holds the solution of the puzzle above it, and no more.
bool PuzzleReader::add_puzzles(std::uint32_t offset, std::string_view whole) {
  const std::size_t count = content_.values().size() / kCells;
  const auto grid = [this](std::size_t i) {
    Grid read;
    std::ranges::copy(content_.values().subspan(i * kCells, kCells), read.digits.begin());
    return read;
  };
  const std::size_t before = content_.offsets()[0] + offset;
  const bool may_have_name = count == 1 && before < kCells && !form_.table;
  const std::uint64_t name = may_have_name ? name_of(whole.substr(0, before)) : 0;
  if (name != 0 && is_beside_its_puzzle(grid(0), name)) return false;
  answered_lines(PrecedingText::kLines);
  if (name != 0) beside_ = BesideGrid{grid(0), name};
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_beside = (i > 0 && is_solution(grid(i), grid(i - 1))) ||
                           (i + 1 < count && is_solution(grid(i), grid(i + 1)) &&
                            grid(i).digits != grid(i + 1).digits);
    if (is_beside) continue;
    Found& found = add_found();
    found.puzzle.grid = grid(i);
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      found.places[cell] = {number_ - 1, content_.offsets()[i * kCells + cell] + offset + 1};
    }
    found.puzzle.place = found.places[0];
    refuse_mixed_blanks(content_.blank_numbers());
    if (content_.has_candidates() && found.puzzle.error.empty()) {
      settle_candidates(content_.candidates(), found.puzzle);
    }
    const std::string_view text = content_.puzzle_text(i);
    found.is_scattered = text.empty();
    if (!found.is_scattered) found.line = count > 1 ? text : whole;
  }
  return true;
}

void PuzzleReader::refuse_mixed_blanks(BlankNumbers numbers) {
  if (!numbers.minus_one || (!numbers.zero && !form_.has_zero_digits)) return;
  found_[found_size_ - 1].puzzle.error = kMixedBlanks;
}

/// What is wrong with the line in content_ is wrong with a row, where boards come, or with a
/// puzzle.
void PuzzleReader::refuse_content(std::uint32_t offset, std::string_view line) {
  constexpr std::size_t kMaxRowCells = 12;
  constexpr std::size_t kMaxRowBytes = 160;
  const TextPlace place{number_ - 1,
                        static_cast<std::uint32_t>(content_.fault_offset()) + offset + 1};
  // Boards beside each other have rows of nine cells, several on a line.
  const bool are_rows = content_.cells() % kSide == 0 && content_.longest_token() <= kSide;
  const bool may_be_row = content_.cells() > 0 && (content_.cells() <= kMaxRowCells || are_rows) &&
                          line.size() <= kMaxRowBytes;
  if (may_be_row && (boards_.rows() > 0 || preceding_text_ != PrecedingText::kLines)) {
    if (boards_.add_bad_row(content_.row_reason(), content_.reason(), place)) take_board();
    begins_content_ = false;
    return;
  }
  break_off();
  add_fault(content_.reason(), place, line);
  answered_lines(preceding_text_);
}

}  // namespace puzzled::sudoku
