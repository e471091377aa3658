// LineContent: rows of nine cells, and puzzles whose cells are set apart.
#include <algorithm>
#include <array>

#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/line_content.hpp"

namespace puzzled::sudoku {
namespace {

/// Several digits in rising order: the candidates of a cell.
bool are_candidates(std::string_view text) {
  return text.size() >= 2 && text[0] >= '1' && text.back() <= '9' &&
         std::ranges::all_of(text, is_digit) &&
         std::ranges::adjacent_find(text, std::ranges::greater_equal()) == text.end();
}

/// Nine words, each the candidates of a cell or one digit: as wide as a puzzle, perhaps.
bool is_row_of_candidates(std::string_view text) {
  int words = 0;
  for (std::size_t at = text.find_first_not_of(' '); at != kNone;
       at = text.find_first_not_of(' ', at)) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (word.size() > 1 && !are_candidates(word)) return false;
    ++words;
    at = end;
  }
  return words == kSide;
}

}  // namespace

bool LineContent::take_flat() {
  body_ = trimmed_span({0, text_.size()});
  if (body_.size() == 0 || cells_ == 0) {
    // Fields of a row may all be empty, but for their separators.
    return text_.find_first_not_of(",;\t ") == kNone &&
           (take_fields(',') || take_fields(';') || take_fields('\t'));
  }
  // `5, 3, 0, …  // row 1`
  for (const std::string_view sign : {"//", " #", "/*"}) {
    const std::size_t comment = text_.find(sign, body_.begin + 1);
    if (comment == kNone || comment >= body_.end) continue;
    // Several stand for blanks or borders.
    if (text_[body_.begin] == '#' || text_.find('#', comment + sign.size()) != kNone) continue;
    body_ = trimmed_span({body_.begin, comment});
    cells_ = static_cast<std::size_t>(std::ranges::count_if(text_of(body_), is_cell));
  }
  const bool has_mark = begins_item();
  // What is one word behind the mark has no blank in front of it.
  if (has_mark && text_of(body_).find_first_of(" \t", 2) == kNone) return drop_mark(), take_rows();
  return take_rows() || (has_mark && (drop_mark(), take_rows()));
}

bool LineContent::take_rows() {
  for (const char separator : {'\t', ';', ','}) {
    if (text_.find(separator) != kNone && take_fields(separator)) return true;
  }
  return take_cells() || take_spaces() || take_bars() || take_tokens() || take_bordered() ||
         take_named_row();
}

/// `- 53..7....`: lists of YAML and Markdown have a dash in front of each item.
bool LineContent::begins_item() const {
  const std::string_view text = text_of(body_);
  return text.size() > 2 && (text[0] == '-' || text[0] == '*') && text[1] == ' ' &&
         text[2] != ' ' && !is_dash(text[2]);
}

void LineContent::drop_mark() {
  body_ = trimmed_span({body_.begin + 1, body_.end});
  --cells_;
}

void LineContent::forget_cells() {
  values_.clear();
  offsets_.clear();
  candidates_.clear();
  blank_numbers_ = {};
  has_candidates_ = false;
}

bool LineContent::end_cells(Kind kind) {
  kind_ = kind;
  if (has_candidates_) candidates_.resize(values_.size());
  if (kind == Kind::kPuzzles) {
    puzzle_spans_.assign(values_.size() / kCells, Span{});
    is_full_ = std::ranges::none_of(values_, [](std::uint8_t value) { return value == 0; });
  }
  return true;
}

void LineContent::take_all_cells() {
  for (std::size_t at = body_.begin; at < body_.end; ++at) {
    if (!is_cell(text_[at])) continue;
    if (is_dash(text_[at])) dash_ = text_[at];
    push(static_cast<std::uint8_t>(cell_value(text_[at])), at);
  }
}

/// Cells and layout alone: nine cells are a row; 81 in tokens of the same length, a puzzle.
bool LineContent::take_cells() {
  std::size_t count = 0;
  std::size_t tokens = 0;
  std::size_t token = 0;  // its length
  std::size_t first_token = 0;
  bool is_uniform = true;
  bool has_digit = false;
  char dash = 0;
  bool has_dashes_alone = true;
  bool is_spaced = true;
  const auto end_token = [&](std::size_t end) {
    if (token == 0) return true;
    // -1 is an integer for a blank.
    if (token == 2 && text_[end - 2] == '-' && text_[end - 1] == '1') return false;
    if (tokens++ == 0) first_token = token;
    is_uniform = is_uniform && token == first_token;
    token = 0;
    return true;
  };
  for (std::size_t at = body_.begin; at < body_.end; ++at) {
    const char c = text_[at];
    if (!is_cell(c)) {
      if (!is_layout(c) || !end_token(at)) return false;
      is_spaced = is_spaced && c == ' ' && is_cell(text_[at - 1]);
      continue;
    }
    ++token;
    ++count;
    has_digit = has_digit || is_digit(c);
    has_dashes_alone = has_dashes_alone && is_dash(c) && (dash == 0 || dash == c);
    dash = c;
  }
  if (!end_token(body_.end)) return false;
  if (count == kSide) {
    if (has_dashes_alone) {
      dash_ = dash;
      kind_ = Kind::kDashes;
      return true;
    }
    // Of several signs that rulers are made of.
    if (!has_digit &&
        std::ranges::all_of(text_of(body_), [](char c) { return is_dash(c) || is_layout(c); })) {
      return false;
    }
    take_all_cells();
    has_spaced_integers_ = is_spaced && tokens == kSide && body_.size() == text_.size();
    return end_cells(Kind::kRows);
  }
  if (!is_uniform || !has_digit) return false;
  // In nine columns, nine cells with all candidates.
  const bool is_candidates = tokens == kSide && first_token == kSide &&
                             are_candidates(text_of({body_.end - kSide, body_.end}));
  if (is_candidates) return false;
  if (count % kCells == 0 && (first_token == 1 || first_token == 3 || first_token == kSide)) {
    take_all_cells();
    return end_cells(Kind::kPuzzles);
  }
  return false;
}

/// Nine characters, or 81: digits, and spaces for blanks.
bool LineContent::take_spaces() {
  Span row{0, text_.size()};
  if (row.size() >= 2 && is_bar(text_[0]) && is_bar(text_.back())) row = {1, row.end - 1};
  if (row.size() != kSide && row.size() != kCells) return false;
  std::size_t odd = 0;
  for (std::size_t at = row.begin; at < row.end; ++at) {
    const char c = text_[at];
    if (c != ' ' && (c < '1' || c > '9')) return false;
    if ((at - row.begin) % 2 == 1 && c != ' ') ++odd;
  }
  // A puzzle of fewer clues has several solutions: rather the numbers of columns.
  constexpr std::size_t kMinClues = 17;
  if (row.size() == kCells && cells_ < kMinClues) return false;
  if (row.size() == kCells && is_row_of_candidates(text_of(row))) return false;
  // Digits with a space between each: a row of integers that has lost some.
  if (odd == 0 && cells_ == row.size() / 2 + 1) return false;
  for (std::size_t at = row.begin; at < row.end; ++at) {
    push(static_cast<std::uint8_t>(text_[at] == ' ' ? 0 : text_[at] - '0'), at);
  }
  dash_ = ' ';
  return end_cells(row.size() == kSide ? Kind::kRows : Kind::kPuzzles);
}

/// A cell of a table: a digit, a blank, or no value.
bool LineContent::take_field(Span field, bool may_be_candidates) {
  const std::size_t place = field.begin;
  const auto is_wrapping = [](char c) {
    return is_space(c) || std::string_view("\"'`[](){}").find(c) != kNone;
  };
  while (field.begin < field.end && is_wrapping(text_[field.begin])) ++field.begin;
  while (field.end > field.begin && is_wrapping(text_[field.end - 1])) --field.end;
  const std::string_view text = text_of(field);
  const std::optional<std::uint8_t> value = value_of_word(text);
  const bool is_candidates = !value && may_be_candidates && are_candidates(text);
  if (!value && !is_candidates) return false;
  if (text.size() == 1 && is_dash(text[0])) dash_ = text[0];
  if (text.starts_with("-1")) blank_numbers_.minus_one = true;
  if (is_candidates) {
    has_candidates_ = true;
    candidates_.resize(values_.size() + 1);
    for (const char c : text) candidates_.back() |= static_cast<std::uint16_t>(1U << (c - '1'));
  }
  push(value.value_or(0), text.empty() ? place : field.begin);
  return true;
}

/// Nine or 81 fields of a cell each, empty ones being blanks.
bool LineContent::take_fields(char separator) {
  const bool is_tab = separator == '\t';
  const Span line = is_tab             ? Span{0, text_.size()}
                    : body_.size() > 0 ? body_
                                       : Span{0, text_.size()};
  spans_.clear();
  for (std::size_t at = line.begin;;) {
    const std::size_t end = std::min(text_.find(separator, at), line.end);
    spans_.push_back({at, end});
    if (end >= line.end || spans_.size() > kCells + 1) break;
    at = end + 1;
  }
  const auto is_end = [](std::size_t fields) { return fields == kSide || fields == kCells; };
  if (is_end(spans_.size() - 1)) {
    // `5,3,0,0,7,0,0,0,0,` and `,5,3,…`: the separator of what comes next, or came before.
    if (trimmed_span(spans_.back()).size() == 0) {
      spans_.pop_back();
    } else if (trimmed_span(spans_.front()).size() == 0) {
      spans_.erase(spans_.begin());
    }
  }
  if (!is_end(spans_.size())) return false;
  return take_spans(true);
}

/// A cell in each of the spans, which are a row or a puzzle.
bool LineContent::take_spans(bool may_be_candidates) {
  for (const Span& span : spans_) {
    if (take_field(span, may_be_candidates)) continue;
    forget_cells();
    return false;
  }
  return end_cells(spans_.size() == kSide ? Kind::kRows : Kind::kPuzzles);
}

/// Borders between cells or boxes, so that spaces can be blanks.
bool LineContent::take_bars() {
  Span line = body_;
  if (line.size() > 0 && is_bar(text_[line.begin])) ++line.begin;
  if (line.size() > 0 && is_bar(text_[line.end - 1])) --line.end;
  spans_.clear();
  for (std::size_t at = line.begin;;) {
    std::size_t end = at;
    while (end < line.end && !is_bar(text_[end])) ++end;
    spans_.push_back({at, end});
    if (end == line.end || spans_.size() > kSide) break;
    at = end + 1;
  }
  const std::vector<Span> segments = spans_;
  bool is_row = segments.size() == kSide || segments.size() == 3;
  for (const Span& segment : segments) {
    if (!is_row) break;
    is_row = segments.size() == kSide ? take_field(segment, true) : take_segment(segment);
  }
  if (is_row && values_.size() == kSide) return end_cells(Kind::kRows);
  forget_cells();
  return false;
}

/// Three cells between two borders: three tokens, or characters at equal distances.
bool LineContent::take_segment(Span segment) {
  const std::size_t before = values_.size();
  const bool had_candidates = has_candidates_;
  const Span inner = trimmed_span(segment);
  std::size_t tokens = 0;
  for (std::size_t at = inner.begin; at < inner.end;) {
    std::size_t end = at;
    while (end < inner.end && !is_space(text_[end])) ++end;
    if (!take_field({at, end}, true)) break;
    ++tokens;
    at = end;
    while (at < inner.end && is_space(text_[at])) ++at;
  }
  if (tokens == 3 && values_.size() == before + 3) return true;
  values_.resize(before);
  offsets_.resize(before);
  candidates_.resize(had_candidates ? std::min(candidates_.size(), before) : 0);
  has_candidates_ = had_candidates;
  struct Columns {
    std::size_t width, first, step;
  };
  constexpr std::array<Columns, 6> kColumns = {
      {{3, 0, 1}, {5, 0, 2}, {6, 0, 2}, {6, 1, 2}, {7, 1, 2}, {9, 1, 3}}};
  for (const Columns& columns : kColumns) {
    if (segment.size() != columns.width) continue;
    bool fits = true;
    for (std::size_t i = 0; i < segment.size() && fits; ++i) {
      const char c = text_[segment.begin + i];
      const bool is_place = i >= columns.first && (i - columns.first) % columns.step == 0 &&
                            i < columns.first + 3 * columns.step;
      fits = c == ' ' || (is_place && is_cell(c)) || (!is_place && (c == '[' || c == ']'));
    }
    if (!fits) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t at = segment.begin + columns.first + i * columns.step;
      push(text_[at] == ' ' ? std::uint8_t{0} : static_cast<std::uint8_t>(cell_value(text_[at])),
           at);
    }
    return true;
  }
  return false;
}

/// Nine or 81 words, each a cell: integers, `-1`, `None`, candidates.
bool LineContent::take_tokens() {
  spans_.clear();
  static constexpr CharacterSet kBetweenTokens(" \t\n\v\f\r|!,;[](){}");
  const auto separates = [](char c) { return kBetweenTokens.has(c); };
  for (std::size_t at = body_.begin; at < body_.end;) {
    if (separates(text_[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < body_.end && !separates(text_[end])) ++end;
    spans_.push_back({at, end});
    if (spans_.size() > kCells) return false;
    at = end;
  }
  if (spans_.size() != kSide && spans_.size() != kCells) return false;
  // Of 81 words each has to have candidates: some numbers among blanks are none.
  const bool are_all = std::ranges::all_of(
      spans_, [this](const Span& span) { return are_candidates(text_of(span)); });
  return take_spans(spans_.size() == kSide || are_all);
}

/// Nine cells with signs of any kind at their ends and between boxes.
bool LineContent::take_bordered() {
  const std::string_view text = text_of(body_);
  // `|---+---+---|`
  if (cells_ != kSide ||
      std::ranges::none_of(text, [](char c) { return is_cell(c) && !is_dash(c); })) {
    return false;
  }
  std::size_t before = 0;
  for (std::size_t at = body_.begin; at < body_.end; ++at) {
    const char c = text_[at];
    if (is_cell(c)) {
      ++before;
    } else if (is_alphanumeric(c) || static_cast<std::uint8_t>(c) < ' ' ||
               (!is_layout(c) && before % 3 != 0)) {
      return false;
    }
  }
  take_all_cells();
  return end_cells(Kind::kRows);
}

/// A word, `=` or `:`, and nine cells with blanks: `row1=53..7....`
bool LineContent::take_named_row() {
  const Span whole = body_;
  const std::size_t cells = cells_;
  const std::size_t sign = text_.find_first_of("=:", body_.begin);
  if (sign == kNone || sign >= body_.end) return false;
  const std::string_view name = text_of({body_.begin, sign});
  if (std::ranges::none_of(name, is_letter) || !std::ranges::all_of(name, [](char c) {
        return is_alphanumeric(c) || c == ' ' || c == '_';
      })) {
    return false;
  }
  body_ = trimmed_span({sign + 1, body_.end});
  cells_ = static_cast<std::size_t>(std::ranges::count_if(text_of(body_), is_cell));
  if (cells_ == kSide && body_.size() > 0 && take_cells() && kind_ == Kind::kRows &&
      std::ranges::find(values_, 0) != values_.end()) {
    has_name_ = true;
    return true;
  }
  forget_cells();
  body_ = whole;
  cells_ = cells;
  return false;
}

}  // namespace puzzled::sudoku
