#include "core/sudoku/text/line_content.hpp"

#include <algorithm>
#include <array>

#include "core/region_map.hpp"
#include "core/rule_line.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/puzzle_text.hpp"

namespace puzzled::sudoku {
namespace {

/// Points that a ruler may have: `.---.---.---.`
constexpr std::size_t kMaxRulerBlanks = 4;
/// So many single cells on a line with words, too.
constexpr std::size_t kMaxTitleCells = 30;

/// `null`, `None`, `nan`, `NA`: what programs write for no value.
bool is_null_word(std::string_view word) {
  constexpr std::array<std::string_view, 5> kWords = {"null", "none", "nan", "na", "nil"};
  return std::ranges::any_of(
      kWords, [word](std::string_view known) { return equal_ignoring_case(word, known); });
}

/// `5.0`, `5.`: a digit as programs print numbers that are not integers.
bool is_decimal_digit(std::string_view text) {
  return text.size() >= 2 && is_digit(text[0]) && text[1] == '.' &&
         text.find_first_not_of('0', 2) == kNone;
}

/// `2024-05-11`, `11.5.24`, and perhaps a time or the like behind it.
bool begins_with_date(std::string_view text) {
  std::size_t at = 0;
  char sign = 0;
  for (int part = 0; part < 3; ++part) {
    std::size_t digits = 0;
    for (; at < text.size() && is_digit(text[at]); ++at) ++digits;
    if (digits == 0 || digits == 3 || digits > 4) return false;
    if (part == 2) break;
    if (at == text.size() || std::string_view("-./").find(text[at]) == kNone) return false;
    if (part == 1 && text[at] != sign) return false;
    sign = text[at++];
  }
  return at == text.size() || text[at] == ' ';
}

/// A number of at most four digits with signs beside it that no row has, or a number and how many
/// there are: `1)`, `=== 1 ===`, `1/50`.
bool is_marked_number(std::string_view text) {
  constexpr std::size_t kMaxDigits = 4;
  const std::size_t first = text.find_first_of("0123456789");
  if (first == kNone) return false;
  std::size_t end = first;
  while (end < text.size() && is_digit(text[end])) ++end;
  const std::size_t digits = end - first;
  const bool is_of_many = end + 1 < text.size() && text[end] == '/' && is_digit(text[end + 1]);
  if (is_of_many) {
    for (++end; end < text.size() && is_digit(text[end]);) ++end;
  }
  const auto is_mark = [](char c) { return std::string_view("()[]<>:=~#").find(c) != kNone; };
  const auto is_beside = [&](char c) { return c == ' ' || c == '.' || is_dash(c) || is_mark(c); };
  return digits <= kMaxDigits && (is_of_many || std::ranges::any_of(text, is_mark)) &&
         std::ranges::all_of(text.substr(0, first), is_beside) &&
         std::ranges::all_of(text.substr(end), is_beside);
}

/// `1`, `12.`
bool is_plain_number(std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  return !text.empty() && text[0] != '0' && text.size() < kSide &&
         std::ranges::all_of(text, is_digit);
}

/// So long as none of a title is, unless it is an address: perhaps a board in another notation.
bool has_long_word(std::string_view text) {
  constexpr std::size_t kMinBytes = 60;
  for (std::size_t at = 0; at + kMinBytes <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t\"'", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (word.size() >= kMinBytes && word.find("//") == kNone) return true;
    at = end + 1;
  }
  return false;
}

/// UTF-8 without control characters.
bool is_printable(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto c = static_cast<std::uint8_t>(text[at]);
    const std::size_t size = utf8_size(text.substr(at));
    if ((c < ' ' && !is_space(text[at])) || c == 0x7F || (c >= 0x80 && size == 1)) return false;
    at += size;
  }
  return true;
}

}  // namespace

bool is_missing_value(std::string_view word) {
  word = trimmed(word);
  return word.empty() || is_null_word(word);
}

std::optional<std::uint8_t> value_of_word(std::string_view word) {
  if (word.empty() || word == "-1" || word == "-1.0" || is_null_word(word)) return std::uint8_t{0};
  if ((word.size() > 1 && !is_decimal_digit(word)) || !is_cell(word[0])) return std::nullopt;
  return static_cast<std::uint8_t>(cell_value(word[0]));
}

bool has_deleted_candidates(std::string_view behind) {
  constexpr std::size_t kSize = 3;
  if (!behind.starts_with(':')) return false;
  std::string_view list = behind.substr(1, behind.find(':', 1) - 1);
  if (behind.size() < list.size() + 2) return false;
  for (; list.size() >= kSize; list.remove_prefix(kSize + 1)) {
    const bool is_one =
        std::ranges::all_of(list.substr(0, kSize), [](char c) { return c >= '1' && c <= '9'; });
    if (!is_one || (list.size() > kSize && list[kSize] != ' ')) return false;
    if (list.size() == kSize) return true;
  }
  return false;
}

void LineContent::read(std::string_view line, const BlankSigns& blanks) {
  line_ = line;
  text_ = normal_.read(line, blanks);
  values_.clear();
  offsets_.clear();
  candidates_.clear();
  puzzle_spans_.clear();
  reason_.clear();
  row_reason_.clear();
  fault_offset_ = 0;
  is_full_ = has_candidates_ = has_spaced_integers_ = has_name_ = false;
  blank_numbers_ = {};
  dash_ = 0;
  find_runs();
  if (take_puzzles() || !reason_.empty() || take_flat()) return;
  classify_rest();
}

std::string_view LineContent::puzzle_text(std::size_t index) const {
  if (index >= puzzle_spans_.size()) return {};
  return line_.substr(puzzle_spans_[index].begin, puzzle_spans_[index].size());
}

void LineContent::push(std::uint8_t value, std::size_t at) {
  values_.push_back(value);
  if (value == 0 && at < text_.size() && text_[at] == '0') blank_numbers_.zero = true;
  offsets_.push_back(static_cast<std::uint32_t>(normal_.offset(at)));
}

LineContent::Span LineContent::trimmed_span(Span span) const {
  while (span.begin < span.end && is_space(text_[span.begin])) ++span.begin;
  while (span.end > span.begin && is_space(text_[span.end - 1])) --span.end;
  return span;
}

// ---- Puzzles of 81 cells side by side.

// Behind a puzzle, `#` begins a comment.
void LineContent::find_runs() {
  runs_.clear();
  cells_ = ruler_cells_ = 0;
  longest_token_ = 0;
  suspect_ = {};
  for (std::size_t at = 0; at < text_.size();) {
    if (text_[at] == '#' && !runs_.empty()) break;
    const bool is_placed = text_[at] == '+' && at + 1 < text_.size() && is_digit(text_[at + 1]);
    if (!is_cell(text_[at]) && !is_placed) {
      ++at;
      continue;
    }
    Run run{.span = {at, at}};
    std::size_t count = 0;
    bool has_digit = false;
    // Programs write `+7` for a digit that was placed, which is a clue as any other.
    for (; at < text_.size(); ++at) {
      if (text_[at] == '+' && at + 1 < text_.size() && is_digit(text_[at + 1])) {
        run.is_contiguous = false;
        continue;
      }
      if (!is_cell(text_[at])) break;
      ++count;
      const bool is_clue = text_[at] >= '1' && text_[at] <= '9';
      has_digit = has_digit || is_digit(text_[at]);
      run.is_full = run.is_full && is_clue;
    }
    run.span.end = at;
    cells_ += count;
    // `*** 1. row ***`
    constexpr std::size_t kMinRuler = 3;
    const std::string_view run_text = text_of(run.span);
    if (count >= kMinRuler && is_dash(run_text[0]) &&
        run_text.find_first_not_of(run_text[0]) == kNone) {
      ruler_cells_ += count;
    } else {
      longest_token_ = std::max(longest_token_, count);
    }
    const auto is_joined = [&](std::size_t i) {
      const char c = text_[i];
      return is_letter(c) || (static_cast<std::uint8_t>(c) < ' ' && !is_space(c));
    };
    const bool is_apart = (run.span.begin == 0 || !is_joined(run.span.begin - 1)) &&
                          (at == text_.size() || !is_joined(at));
    // `Solve 53..…79.`: the last point ends the sentence.
    const bool ends_sentence = count == kCells + 1 && text_[at - 1] == '.' &&
                               std::ranges::any_of(text_.substr(0, run.span.begin), [](char c) {
                                 return is_letter(c) && !is_cell(c);
                               });
    if (ends_sentence) {
      --run.span.end;
      --count;
      run.is_full =
          std::ranges::all_of(text_of(run.span), [](char c) { return c >= '1' && c <= '9'; });
    }
    if (count == kCells && is_apart) {
      runs_.push_back(run);
    } else if (count >= kSuspectCells && has_digit && suspect_.size() == 0) {
      suspect_ = run.span;
    }
  }
}

// Among several, those with blanks are puzzles, and full grids are solutions. Of full grids alone
// the first is a puzzle, and so is every other one that differs from it.
bool LineContent::take_puzzles() {
  if (!runs_.empty() && is_ruler_of_columns()) runs_.clear();
  if (runs_.empty()) return false;
  is_full_ = std::ranges::all_of(runs_, &Run::is_full);
  if (is_full_ && suspect_.size() > 0) {
    // The solution of a puzzle that has lost cells.
    const auto cells = static_cast<std::size_t>(std::ranges::count_if(text_of(suspect_), is_cell));
    kind_ = Kind::kFault;
    reason_ =
        cells > kCells ? "more than 81 cells" : std::to_string(cells) + " cells instead of 81";
    row_reason_ = "has " + std::to_string(cells) + " cells instead of 9";
    fault_offset_ = normal_.offset(suspect_.end);
    return false;
  }
  for (const Run& run : runs_) {
    if (is_full_ ? &run == &runs_.front() || text_of(run.span) != text_of(runs_.front().span)
                 : !run.is_full) {
      take_run(run);
    }
  }
  has_candidates_ = has_deleted_candidates(text_.substr(runs_.back().span.end));
  kind_ = Kind::kPuzzles;
  return true;
}

/// `-- -----…`: what a table draws below the names of its columns, of which one is 81 wide.
bool LineContent::is_ruler_of_columns() const {
  const char dash = text_[runs_[0].span.begin];
  return is_dash(dash) &&
         text_.find_first_not_of(std::string{dash, ' ', '\t', '+', '|'}) == kNone &&
         trimmed_span({0, text_.size()}).size() > kCells;
}

void LineContent::take_run(const Run& run) {
  const std::string_view text = text_of(run.span);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') continue;
    values_.push_back(static_cast<std::uint8_t>(cell_value(text[i])));
    offsets_.push_back(static_cast<std::uint32_t>(normal_.offset(run.span.begin + i)));
  }
  if (text.find('0') != kNone) blank_numbers_.zero = true;
  const std::size_t begin = normal_.offset(run.span.begin);
  const std::size_t end = normal_.offset(run.span.end);
  const bool is_contiguous = run.is_contiguous && end - begin == kCells;
  puzzle_spans_.push_back(is_contiguous ? Span{begin, end} : Span{});
}

// ---- Everything else.

void LineContent::classify_rest() {
  const std::string_view text = text_of(body_);
  const bool is_clean = is_printable(text);
  const bool has_letter =
      std::ranges::any_of(text, [](char c) { return is_letter(c) && !is_cell(c); });
  const bool has_digit = std::ranges::any_of(text, is_digit);
  const auto blanks = static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return is_cell(c) && !is_dash(c) && !is_digit(c); }));
  if (is_clean && explain_stand_in()) {
    kind_ = Kind::kFault;
  } else if (is_clean && has_letter && text.front() == '[' && text.back() == ']' &&
             longest_token_ < kSide) {
    kind_ = Kind::kSection;
  } else if (is_plain_number(text)) {
    kind_ = Kind::kNumber;
    explain();
  } else if (is_clean && !has_letter && !has_digit && blanks <= kMaxRulerBlanks &&
             text.find_first_not_of(".?xX \t") != kNone) {
    kind_ = Kind::kRuler;
    // A row of blanks in a board that has dashes for them.
    const bool is_row =
        text.size() < kSide && is_dash(text[0]) && text.find_first_not_of(text[0]) == kNone;
    if (is_row) dash_ = text[0];
    explain();
  } else if (is_null_word(text)) {
    kind_ = Kind::kFault;
    reason_ = "'" + std::string(text) + "' instead of a puzzle";
    row_reason_ = "is '" + std::string(text) + '\'';
  } else if (is_clean && is_title(has_letter) && !looks_like_rules(line_) &&
             !find_region_line(line_)) {
    kind_ = Kind::kTitle;
    explain();
  } else {
    kind_ = Kind::kFault;
    explain();
  }
}

/// Words, and no more cells than numbers in a title have; or a date or a number that no row holds.
bool LineContent::is_title(bool has_letter) const {
  const std::string_view text = text_of(body_);
  if (!has_letter) {
    return begins_with_date(text) ? cells_ < kMaxTitleCells : is_marked_number(text);
  }
  if (longest_token_ >= kSuspectCells || cells_ >= kMaxTitleCells + ruler_cells_) return false;
  if (has_long_word(text)) return false;
  std::size_t letters = 0;
  for (const char c : text_of(body_)) {
    letters = is_letter(c) ? letters + 1 : 0;
    if (letters == 2) return true;
  }
  return std::ranges::none_of(text_of(body_), is_digit);
}

/// A character that stands in for blanks: as often as there are cells without a digit, and the only
/// one that is no digit.
bool LineContent::explain_stand_in() {
  const std::string_view text = text_of(body_);
  std::string_view sign;
  std::size_t count = 0;
  std::size_t digits = 0;
  bool has_digit = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = utf8_size(text.substr(at));
    const std::string_view c = text.substr(at, size);
    at += size;
    if (size == 1 && is_cell(c[0])) {
      ++digits;
      has_digit = has_digit || is_digit(c[0]);
    } else if (size == 1 && is_layout(c[0]) && c[0] != '!') {
      continue;
    } else if (count == 0 || c == sign) {
      sign = c;
      ++count;
    } else {
      return false;
    }
  }
  if (count < 2 || !has_digit || (digits + count != kSide && digits + count != kCells))
    return false;
  const auto begin = body_.begin + static_cast<std::size_t>(sign.data() - text.data());
  // As it was written: some signs were replaced by plainer ones.
  const std::string_view written = line_.substr(normal_.offset(begin));
  const std::string_view original = written.substr(0, utf8_size(written));
  const std::string name =
      original.size() > 1 ? "'" + std::string(original) + "'" : quoted(original[0]);
  const std::string option =
      original == "'" ? "--blank \"'\"" : "--blank '" + std::string(original) + "'";
  reason_ = name + ' ' + std::to_string(count) + " times: use " + option + " if it means blank";
  row_reason_ = "has " + reason_;
  fault_offset_ = normal_.offset(begin);
  return true;
}

/// What is wrong with the line as a puzzle, and as a row.
void LineContent::explain() {
  std::size_t foreign = body_.begin;
  // As long as a puzzle, and most of it cells: a sign is wrong, and separates nothing.
  const bool is_whole = body_.size() == kCells && 3 * cells_ > 2 * kCells;
  while (foreign < body_.end &&
         (is_cell(text_[foreign]) || (!is_whole && is_layout(text_[foreign])))) {
    ++foreign;
  }
  if (foreign < body_.end) {
    fault_offset_ = normal_.offset(foreign);
    reason_ = quoted(text_[foreign]) + " is not a cell character";
    row_reason_ = "has " + quoted(text_[foreign]) + ", which is not a cell character";
    return;
  }
  fault_offset_ = normal_.offset(cells_ == kCells ? body_.begin : body_.end);
  if (cells_ > kCells) {
    // At the first cell too many.
    std::size_t at = body_.begin;
    for (std::size_t before = 0; before < kCells || !is_cell(text_[at]); ++at) {
      before += is_cell(text_[at]) ? 1 : 0;
    }
    fault_offset_ = normal_.offset(at);
  }
  const std::string count = counted_cells(cells_);
  reason_ = cells_ > kCells    ? "more than 81 cells"
            : cells_ == kCells ? "81 cells, but not in nine rows"
                               : count + " instead of 81";
  row_reason_ = "has " + count + " instead of 9";
}

}  // namespace puzzled::sudoku
