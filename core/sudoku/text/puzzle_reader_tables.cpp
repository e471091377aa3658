// PuzzleReader: the records of tables.
#include <algorithm>
#include <string>

#include "core/json_text.hpp"
#include "core/json_value.hpp"
#include "core/region_map.hpp"
#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"

namespace puzzled::sudoku {
namespace {

bool is_number_field(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.+-") == kNone;
}

/// Whether the field of a column whose name has that use states rules.
bool field_states_rules(MemberUse use, std::string_view text) {
  const ScalarKind kind = is_number_field(text) ? ScalarKind::kWord : ScalarKind::kString;
  return states_rules(use, text, kind, false);
}

/// A field as a value of JSON: lists and objects are in a table as they are, with their quotes
/// doubled.
std::string json_of_field(std::string_view text) {
  std::string value;
  for (std::size_t at = 0; at < text.size(); ++at) {
    value += text[at];
    if (text.substr(at).starts_with("\"\"")) ++at;
  }
  if (BareName(text).text() == "true") return "true";
  if (parse_json(value)) return value;
  std::string quoted_text;
  append_json_string(quoted_text, value);
  return quoted_text;
}

}  // namespace

/// Takes a record on one line whose field is 81 characters.
bool PuzzleReader::take_usual_record() {
  if (!form_.table || form_.table->cell_columns > 0) return false;
  const std::size_t newline = std::min(rest_.find('\n'), rest_.size());
  std::string_view line = rest_.substr(0, newline);
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() < kCells || line.size() > kMaxLineBytes) return false;
  const auto field = form_.has_quotes
                         ? field_of_line(line)
                         : csv_field(line, form_.table->column, form_.table->separator);
  if (!field || field->size() != kCells || read_cells(*field, puzzle_.grid) != kCells) return false;
  if (!is_only_puzzle(line, *field)) return false;
  line_ = line;
  rest_.remove_prefix(std::min(newline + 1, rest_.size()));
  puzzle_.error.clear();
  puzzle_.place = {number_++, static_cast<std::uint32_t>(field->data() - line.data()) + 1};
  count_record(line, *field);
  return true;
}

/// Counts a record that is answered, whose puzzle is `field`.
void PuzzleReader::count_record(std::string_view record, std::string_view field) {
  count_line(&Account::answered);
  const std::size_t end = static_cast<std::size_t>(field.data() - record.data()) + field.size();
  if (form_.table->separator == ':' && has_deleted_candidates(record.substr(end))) {
    count_line(&Account::candidates);
  }
  answered_lines(PrecedingText::kLines);
}

/// The puzzle's field of a line on which all quotes are closed, so that it is a whole record.
std::optional<std::string_view> PuzzleReader::field_of_line(std::string_view line) const {
  std::optional<std::string_view> field;
  std::size_t number = 0;
  for (CsvFields fields(line, form_.table->separator); fields.next(); ++number) {
    if (!fields.is_closed()) return std::nullopt;
    if (number == form_.table->column) field = fields.text();
  }
  return field;
}

/// Takes the next record of a table with quotes, which may take several lines; nothing if it had no
/// more to say than a blank line, a comment, the end, or a quote that is never closed.
std::string_view PuzzleReader::take_record() {
  records_->seek(rest_);
  const CsvRecord record = records_->read();
  if (record.size == 0) {
    is_starved_ = true;
    return {};
  }
  records_->take(record);
  rest_ = records_->rest();
  const std::uint32_t first = number_;
  number_ += static_cast<std::uint32_t>(record.lines);
  const LineClass kind = classify(record.line, form_.layout, form_.blanks);
  const auto lines = static_cast<std::uint64_t>(record.lines);
  if (lines > 1) ++account_.spread;
  if (kind == LineClass::kBlank) {
    if (boards_.add_blank_line()) take_board();
    count_line(&Account::blank, lines);
  } else if (kind == LineClass::kComment) {
    count_line(&Account::comments, lines);
  } else if (kind == LineClass::kEnd) {
    count_line(&Account::comments, lines);
    saw_end_ = true;
    end_block();
  } else if (record.unclosed_quote != kNone || record.line.size() > kMaxLineBytes) {
    break_off();
    count_line(&Account::answered, lines);
    if (record.unclosed_quote != kNone) {
      add_fault(kUnclosedQuote, {first, static_cast<std::uint32_t>(record.unclosed_quote) + 1},
                record.line);
    } else {
      add_fault(too_long_reason(), {first, static_cast<std::uint32_t>(kMaxLineBytes) + 1},
                record.line);
    }
  } else {
    // The other lines of the record; read_record() counts the last.
    count_line(&Account::answered, lines - 1);
    return record.line;
  }
  return {};
}

/// The field of a column that states rules for this record.
std::optional<std::size_t> PuzzleReader::rule_field(std::string_view record) const {
  const TableForm& table = *form_.table;
  if ((table.rule_columns | table.text_columns) == 0) return std::nullopt;
  std::size_t number = 0;
  for (CsvFields fields(record, table.separator); fields.next() && number < 64; ++number) {
    const bool is_rule = (table.rule_columns >> number & 1) != 0;
    if (!is_rule && (table.text_columns >> number & 1) == 0) continue;
    const MemberUse use = is_rule ? MemberUse::kRule : MemberUse::kText;
    if (field_states_rules(use, trimmed(fields.text()))) return number;
  }
  return std::nullopt;
}

/// The board of a record that has a puzzle and fields that state rules, as an object of JSON; empty
/// if such a field would mean something else there.
std::string PuzzleReader::rule_line_of(std::string_view record, const Grid& grid) const {
  std::string line = "{\"puzzle\":\"";
  for (const std::uint8_t digit : grid.digits) line += static_cast<char>('0' + digit);
  line += '"';
  std::size_t number = 0;
  const std::vector<std::string>& names = form_.table->rule_names;
  for (CsvFields fields(record, form_.table->separator); fields.next() && number < names.size();
       ++number) {
    const std::string_view text = trimmed(fields.text());
    const MemberUse use = use_of_member(names[number]);
    const bool is_text = use == MemberUse::kText;
    if (use == MemberUse::kOther || number == form_.table->column ||
        !field_states_rules(is_text ? use : MemberUse::kRule, text)) {
      continue;
    }
    const std::string value = json_of_field(text);
    if (use == MemberUse::kList && !value.starts_with('[')) return {};
    line += ',';
    append_json_string(line, names[number]);
    line.append(":").append(value);
  }
  return line + '}';
}

/// Answers a record that has rules in one of its fields: who knows rules reads them, others refuse
/// the puzzle.
void PuzzleReader::read_record_with_rules(std::string_view record, std::size_t rules,
                                          std::optional<std::string_view> field) {
  const TableForm& table = *form_.table;
  const auto text = csv_field(record, rules, table.separator).value_or("");
  const std::string reason =
      "field " + std::to_string(rules + 1) + ", '" + std::string(text.substr(0, 20)) +
      "', may state rules by the name of its column: take it out, or give the board "
      "with its rules on a line";
  const TextPlace place =
      place_in_record(record, static_cast<std::size_t>(text.data() - record.data()));
  // A field too many may be the second of two names.
  const bool may_be_read = field && !table.is_ambiguous && !find_region_line(record) &&
                           csv_fields(record, table.separator).size() == table.fields;
  if (!may_be_read || !read_field(record, *field)) {
    break_off();
    count_line(&Account::answered);
    add_fault(reason, place, record);
    return answered_lines(PrecedingText::kLines);
  }
  PuzzleText& puzzle = found_[found_size_ - 1].puzzle;
  puzzle.rule_line = puzzle.error.empty() ? rule_line_of(record, puzzle.grid) : std::string();
  puzzle.error = reason;
  puzzle.place = place;
}

void PuzzleReader::read_record(std::string_view record) {
  if (form_.header.is(record)) return take_header(record);
  if (named_separator(record) != 0) return read_content(record);
  const TableForm& table = *form_.table;
  const std::string_view cells = table.cell_columns > 0 ? cell_columns(record) : std::string_view();
  const auto field = table.cell_columns > 0 && !cells.empty()
                         ? std::optional(cells)
                         : csv_field(record, table.column, table.separator);
  if (const std::optional<std::size_t> rules = rule_field(record)) {
    return read_record_with_rules(record, *rules, field);
  }
  if (table.cell_columns == 0 && refuse_regions(record)) return;
  if (field && !table.is_ambiguous && read_field(record, *field)) return;
  const bool is_missing = lacks_puzzle(record, field);
  // A line that is no record of this table: of another one, or in another form.
  if (!table.is_given && !table.is_ambiguous && record.find('\n') == kNone) {
    const bool has_separator = record.find(table.separator) != kNone;
    const std::size_t list = has_separator ? kNone : list_begin(record);
    if (list != kNone) return begin_lists(list, record);
    content_.read(record, form_.blanks);
    const LineContent::Kind kind = content_.kind();
    const bool is_other_record = kind == LineContent::Kind::kPuzzles && !content_.is_full();
    const bool is_no_record =
        kind != LineContent::Kind::kPuzzles && kind != LineContent::Kind::kFault &&
        (!field || field->size() < kSide) && !is_missing && !is_like_records(record);
    if ((!has_separator && !is_missing) || is_other_record || is_no_record) {
      return read_content(record);
    }
  }
  break_off();
  count_line(&Account::answered);
  if (table.is_ambiguous) {
    add_fault("81 cells could begin in field " + std::to_string(table.column) + " or " +
                  std::to_string(table.column + 1) + ": use --column",
              place_in_record(record, 0), record);
  } else if (is_missing) {
    add_fault("no puzzle in field " + std::to_string(table.column + 1),
              place_in_record(record, static_cast<std::size_t>(field->data() - record.data())),
              record);
  } else if (field) {
    field_.read(*field, form_.blanks);
    const auto offset = static_cast<std::size_t>(field->data() - record.data());
    add_fault(field_.reason().empty() ? "no puzzle in field " + std::to_string(table.column + 1)
                                      : field_.reason(),
              place_in_record(record, offset + field_.fault_offset()), record);
  } else {
    add_fault("no field " + std::to_string(table.column + 1),
              place_in_record(record, record.size()), record);
  }
  answered_lines(PrecedingText::kLines);
}

/// Whether a record with all its fields has in the puzzle's what programs write where there is no
/// value.
bool PuzzleReader::lacks_puzzle(std::string_view record,
                                std::optional<std::string_view> field) const {
  return field && is_missing_value(*field) &&
         csv_fields(record, form_.table->separator).size() == form_.table->fields;
}

/// Whether a line without a puzzle is a record all the same: as many fields, and some with digits
/// or none with anything. (All words: names of columns.)
bool PuzzleReader::is_like_records(std::string_view line) const {
  std::size_t fields = 0;
  bool has_text = false;
  bool has_digit = false;
  for (CsvFields field(line, form_.table->separator); field.next(); ++fields) {
    has_text = has_text || !trimmed(field.text()).empty();
    has_digit = has_digit || field.text().find_first_of("0123456789") != kNone;
  }
  return fields == form_.table->fields && fields > 1 && (has_digit || !has_text);
}

/// A record may take several lines, of which the last has just been taken.
TextPlace PuzzleReader::place_in_record(std::string_view record, std::size_t offset) const {
  const auto lines_behind = std::ranges::count(record.substr(offset), '\n');
  const std::size_t feed = offset == 0 ? kNone : record.rfind('\n', offset - 1);
  const std::size_t begin = feed == kNone ? 0 : feed + 1;
  return {number_ - 1 - static_cast<std::uint32_t>(lines_behind),
          static_cast<std::uint32_t>(offset - begin) + 1};
}

/// Reads a field that should hold the puzzle, in any form that 81 cells can have; false if it does
/// not.
bool PuzzleReader::read_field(std::string_view record, std::string_view field) {
  const auto begin = static_cast<std::size_t>(field.data() - record.data());
  const bool is_plain = field.size() == kCells && read_cells(field, puzzle_.grid) == kCells;
  if (!is_plain) {
    if (field.size() < kCells || !field_.read(field, form_.blanks)) return false;
    puzzle_.grid = field_.grid();
  }
  if (!is_only_puzzle(record, field)) {
    content_.read(record, form_.blanks);
    const bool has_others = content_.kind() == LineContent::Kind::kPuzzles && !content_.is_full() &&
                            (!has_blank(puzzle_.grid) || content_.values().size() > kCells);
    if (has_others) return false;
  }
  break_off();
  Found& found = add_found();
  found.puzzle.grid = puzzle_.grid;
  found.is_scattered = !is_plain && !field_.is_contiguous();
  found.line = record;
  if (found.is_scattered) {
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      found.places[cell] = place_in_record(record, begin + field_.offsets()[cell]);
    }
    found.puzzle.place = found.places[0];
  } else {
    found.puzzle.place = place_in_record(record, begin + (is_plain ? 0 : field_.offsets()[0]));
  }
  if (!is_plain) {
    refuse_mixed_blanks(field_.blank_numbers());
    if (!field_.candidates().empty() && found.puzzle.error.empty()) {
      settle_candidates(field_.candidates(), found.puzzle);
      if (found.puzzle.error.empty()) count_line(&Account::candidates);
    }
  }
  count_record(record, field);
  return true;
}

/// The fields of the cells, separators included; empty if there are too few.
std::string_view PuzzleReader::cell_columns(std::string_view record) const {
  const TableForm& table = *form_.table;
  std::size_t begin = kNone;
  std::size_t number = 0;
  for (CsvFields fields(record, table.separator); fields.next(); ++number) {
    const auto at = static_cast<std::size_t>(fields.text().data() - record.data());
    if (number == table.column) begin = fields.is_quoted() ? fields.quote() : at;
    if (number + 1 != table.column + table.cell_columns) continue;
    const std::size_t end = at + fields.text().size() + (fields.is_quoted() ? 1 : 0);
    return record.substr(begin, end - begin);
  }
  return {};
}

void PuzzleReader::take_header(std::string_view line) {
  break_off();
  count_line(&Account::decoration);
  is_behind_header_ = true;
  if (!shows_headers_ || !form_.table) return;
  add_fault({}, {number_ - 1, 1}, line);
  found_[found_size_ - 1].is_header = true;
}

/// 81 dashes below the name of a column are no puzzle.
bool PuzzleReader::take_ruler_of_column() {
  if (rest_.size() < kCells || cell_value(rest_[0]) != 0 || is_digit(rest_[0])) return false;
  std::string_view behind = rest_;
  if (take_line(behind) != std::string(kCells, rest_[0])) return false;
  rest_ = behind;
  ++number_;
  count_line(&Account::decoration);
  return true;
}

}  // namespace puzzled::sudoku
