#include "core/sudoku/text/pair_reader.hpp"

#include <algorithm>

#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/table_finder.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::string_view kWhite = " \t";
constexpr std::string_view kOtherSeparators = "\t;,| ";

constexpr std::string_view kNoGrid = "no grid behind the puzzle (a pair is one line)";

/// The length of a line of two times 81 characters, without its end.
constexpr std::size_t kPairBytes = 2 * kCells + 1;

/// The separator of a line: where the form knows none, the first sign that may be one; and of a
/// line that begins with a puzzle what stands behind it.
char separator_of(std::string_view line, const PairForm& form) {
  if (form.separator == ' ') {
    const std::size_t at = line.find_first_of(kOtherSeparators);
    return at == kNone ? ' ' : line[at];
  }
  if (form.puzzle != 0 || line.size() <= kCells) return form.separator;
  const std::size_t behind = line.find_first_not_of(kWhite, kCells);
  Grid grid;
  const bool is_other =
      behind != kNone && line[behind] != form.separator && line[kCells] != form.separator &&
      kOtherSeparators.find(line[kCells]) != kNone && read_cells(line, grid) == kCells;
  return is_other ? line[kCells] : form.separator;
}

/// The fields of a line: of a table, or words.
class PairFields {
 public:
  PairFields(std::string_view line, char separator)
      : line_(line), separator_(separator), fields_(line, separator) {}

  bool next() {
    if (separator_ != ' ') {
      if (!fields_.next()) return false;
      text_ = trimmed(fields_.text());
      return true;
    }
    const std::size_t begin = line_.find_first_not_of(kWhite, at_);
    if (begin == kNone) return false;
    at_ = std::min(line_.find_first_of(kWhite, begin), line_.size());
    text_ = line_.substr(begin, at_ - begin);
    return true;
  }
  std::string_view text() const { return text_; }

 private:
  std::string_view line_;
  char separator_;
  CsvFields fields_;
  std::size_t at_ = 0;
  std::string_view text_;
};

struct FieldsOfPair {
  std::optional<std::string_view> puzzle;
  std::optional<std::string_view> grid;
};

FieldsOfPair fields_of(std::string_view line, const PairForm& form) {
  FieldsOfPair found;
  if (form.separator == ' ') line = trimmed(line);
  PairFields fields(line, separator_of(line, form));
  for (std::size_t i = 0; i <= std::max(form.puzzle, form.grid) && fields.next(); ++i) {
    if (i == form.puzzle) found.puzzle = fields.text();
    if (i == form.grid) found.grid = fields.text();
  }
  return found;
}

/// `534…179 # a remark`
std::string_view without_remark(std::string_view text) {
  const std::size_t at = text.find('#', kCells);
  if (at == kNone || !is_space(text[at - 1])) return text;
  return trimmed(text.substr(0, at));
}

std::string missing_field(std::size_t number) {
  return "no field " + std::to_string(number + 1);
}

void append_cells_of(const JsonValue& value, std::string& text) {
  using Kind = JsonValue::Kind;
  switch (value.kind) {
    case Kind::kNull:
      text += '.';
      break;
    case Kind::kString:
      text += value.text.empty() ? "." : value.text;
      break;
    case Kind::kArray:
      for (const JsonValue& item : value.items) append_cells_of(item, text);
      break;
    case Kind::kNumber:
      text += value.text;
      break;
    case Kind::kFalse:
    case Kind::kTrue:
    case Kind::kObject:
      text += '!';
      break;
  }
}

}  // namespace

std::vector<std::string_view> pair_fields(std::string_view line, char separator) {
  std::vector<std::string_view> all;
  for (PairFields fields(line, separator); fields.next();) all.push_back(fields.text());
  return all;
}

std::string cells_of_json(const JsonValue& value) {
  if (value.is_string()) return value.text;
  std::string text;
  if (!value.is_null()) append_cells_of(value, text);
  return text;
}

std::string CellTextReader::read(std::string_view text, const BlankSigns& blanks, Grid& grid) {
  if (text.size() > kCells) text = without_remark(text);
  if (text.size() == kCells && read_cells(text, grid) == kCells) return {};
  if (field_.read(text, blanks)) {
    grid = field_.grid();
    fault_offset_ = 0;
    return field_.blank_numbers().are_mixed() ? std::string(kMixedBlanks) : std::string();
  }
  fault_offset_ = field_.fault_offset();
  // Of cells side by side the reader of puzzles tells which character is wrong.
  const bool is_one_word = text.find_first_of(" \t\n[{(\"") == kNone;
  if (!is_one_word && !field_.reason().empty()) return field_.reason();
  read_puzzle(text, {}, puzzle_);
  fault_offset_ = puzzle_.place.column - 1;
  return puzzle_.error.empty() ? "more than 81 cells" : puzzle_.error;
}

PairReader::PairReader(std::string_view block, const TextForm& form, const BlockContext& context)
    : form_(form),
      pairs_(*form.pairs),
      may_be_unread_(!pairs_.has_objects && pairs_.puzzle == 0 && pairs_.grid == 1) {
  const BlockStart start = start_of_block(block, context);
  rest_ = start.text;
  line_ends_ = start.line_ends;
  number_ += start.line_ends;
}

std::optional<PairReader::Item> PairReader::next() {
  unread_ = nullptr;
  if (may_be_unread_ && !ended_ && take_unread()) return Item::kUnread;
  while (!rest_.empty() && !ended_) {
    if (const std::optional<Item> item = read_line()) return item;
  }
  return std::nullopt;
}

void PairReader::pass(std::size_t lines) {
  unread_ = nullptr;
  rest_.remove_prefix(lines * (kPairBytes + 1));
  number_ += static_cast<std::uint32_t>(lines);
  line_ends_ += lines;
  account_.answered += lines;
}

/// Two times 81 characters and a line end behind; what the characters are is not looked at.
bool PairReader::take_unread() {
  if (rest_.size() <= kPairBytes) return false;
  const char between = rest_[kCells];
  if (between != pairs_.separator && !(pairs_.separator == ' ' && between == '\t')) return false;
  const bool has_return = rest_[kPairBytes] == '\r' && rest_.size() > kPairBytes + 1;
  const std::size_t bytes = kPairBytes + (has_return ? 2 : 1);
  if (rest_[bytes - 1] != '\n') return false;
  pair_.puzzle = rest_.substr(0, kCells);
  pair_.grid = rest_.substr(kCells + 1, kCells);
  pair_.puzzle_place = {number_, 1};
  pair_.grid_place = {number_, kCells + 2};
  unread_ = rest_.data();
  rest_.remove_prefix(bytes);
  ++number_;
  ++line_ends_;
  ++account_.answered;
  return true;
}

std::string_view PairReader::take_record(std::uint64_t& lines, std::size_t& unclosed_quote) {
  lines = 1;
  unclosed_quote = kNone;
  if (!form_.has_quotes || pairs_.separator == ' ' || pairs_.has_objects) return take_line(rest_);
  if (!records_) records_.emplace(rest_, pairs_.separator, true);
  records_->seek(rest_);
  const CsvRecord record = records_->read();
  rest_.remove_prefix(record.size);
  lines = record.lines;
  unclosed_quote = record.unclosed_quote;
  return record.line;
}

std::optional<PairReader::Item> PairReader::read_line() {
  if (unread_ != nullptr) {
    rest_ = {unread_, static_cast<std::size_t>(rest_.data() + rest_.size() - unread_)};
    unread_ = nullptr;
    --number_;
    --line_ends_;
    --account_.answered;
  }
  const std::string_view before = rest_;
  const std::uint32_t number = number_;
  std::uint64_t lines = 1;
  std::size_t unclosed_quote = kNone;
  const std::string_view record = take_record(lines, unclosed_quote);
  const std::string_view taken = before.substr(0, before.size() - rest_.size());
  line_ends_ += lines - 1 + (taken.ends_with('\n') ? 1 : 0);
  number_ += static_cast<std::uint32_t>(lines);
  const auto count = [&](std::uint64_t Account::*use) { account_.*use += lines; };
  switch (classify(record, Layout::kAny, form_.blanks)) {
    case LineClass::kBlank:
      count(&Account::blank);
      return std::nullopt;
    case LineClass::kComment:
      count(&Account::comments);
      return std::nullopt;
    case LineClass::kEnd:
      ended_ = true;
      count(&Account::decoration);
      return std::nullopt;
    case LineClass::kContent:
      break;
  }
  if (record.size() > kMaxLineBytes) {
    count(&Account::answered);
    return fail(too_long_reason(), {number, static_cast<std::uint32_t>(kMaxLineBytes) + 1});
  }
  const bool is_ruler = pairs_.separator == '|' && is_column_ruler(record);
  if (form_.header.is(record) || named_separator(record) != 0 || is_ruler) {
    count(&Account::decoration);
    return std::nullopt;
  }
  count(&Account::answered);
  if (lines > 1) ++account_.spread;
  if (unclosed_quote != kNone) {
    return fail(kUnclosedQuote, {number, static_cast<std::uint32_t>(unclosed_quote) + 1});
  }
  const Item item = pairs_.has_objects ? read_object(record, number) : read_fields(record, number);
  if (item == Item::kFault && form_.line_refusal != nullptr) {
    const std::string_view reason = form_.line_refusal(record);
    if (!reason.empty()) return fail(reason, {number, 1});
  }
  return item;
}

PairReader::Item PairReader::read_fields(std::string_view record, std::uint32_t number) {
  const auto place_at = [&](std::size_t offset) {
    const std::string_view before = record.substr(0, offset);
    const std::size_t feed = before.rfind('\n');
    const std::size_t begin = feed == kNone ? 0 : feed + 1;
    return TextPlace{number + static_cast<std::uint32_t>(std::ranges::count(before, '\n')),
                     static_cast<std::uint32_t>(offset - begin) + 1};
  };
  const FieldsOfPair fields = fields_of(record, pairs_);
  if (!fields.puzzle) return fail(missing_field(pairs_.puzzle), place_at(record.size()));
  if (!fields.grid) {
    const bool has_first_two = pairs_.puzzle == 0 && pairs_.grid == 1;
    return fail(has_first_two ? std::string(kNoGrid) : missing_field(pairs_.grid),
                place_at(record.size()));
  }
  const auto place_of = [&](std::string_view field) {
    return field.empty() ? place_at(record.size())
                         : place_at(static_cast<std::size_t>(field.data() - record.data()));
  };
  pair_ = {.puzzle = *fields.puzzle,
           .grid = *fields.grid,
           .puzzle_place = place_of(*fields.puzzle),
           .grid_place = place_of(*fields.grid)};
  return Item::kPair;
}

PairReader::Item PairReader::read_object(std::string_view line, std::uint32_t number) {
  const TextPlace place{number, 1};
  const Result<JsonValue> value = parse_json(line);
  if (!value) return fail("no JSON on this line: " + value.error().message, place);
  if (value->is_array()) {
    if (value->items.size() != 2) {
      return fail("a list of " + std::to_string(value->items.size()) + " values, not of 2", place);
    }
    puzzle_ = cells_of_json(value->items[0]);
    grid_ = cells_of_json(value->items[1]);
  } else {
    const JsonValue* puzzle = nullptr;
    const JsonValue* grid = nullptr;
    for (std::size_t i = 0; i < value->names.size(); ++i) {
      const std::uint64_t key = key_hash(value->names[i]);
      if (key == pairs_.puzzle_key) puzzle = &value->items[i];
      if (key == pairs_.grid_key) grid = &value->items[i];
    }
    if (puzzle == nullptr) return fail("no puzzle in this object", place);
    if (grid == nullptr) return fail("no grid in this object", place);
    puzzle_ = cells_of_json(*puzzle);
    grid_ = cells_of_json(*grid);
  }
  pair_ = {.puzzle = trimmed(puzzle_),
           .grid = trimmed(grid_),
           .puzzle_place = place,
           .grid_place = place,
           .has_columns = false};
  return Item::kPair;
}

PairReader::Item PairReader::fail(std::string_view reason, TextPlace place) {
  fault_ = reason;
  fault_place_ = place;
  return Item::kFault;
}

}  // namespace puzzled::sudoku
