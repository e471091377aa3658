#include "core/sudoku/text/table_finder.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/rule_members.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/columns.hpp"
#include "core/sudoku/text/csv.hpp"
#include "core/sudoku/text/lines.hpp"

namespace puzzled::sudoku {
namespace {

/// So many records of a table are looked at, if they are there.
constexpr std::size_t kMaxRecords = 50;

bool is_number(std::string_view word) {
  word = trimmed(word);
  return !word.empty() && word.find_first_not_of("0123456789.+-eE") == kNone &&
         std::ranges::any_of(word, is_digit);
}

/// `puzzle: 53..7....`
bool is_named_value(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == kNone || line.find(':', colon + 1) != kNone) return false;
  return std::ranges::any_of(line.substr(0, colon), is_letter) &&
         (colon + 1 == line.size() || is_space(line[colon + 1]));
}

/// Whether names are known above a record that has as many fields: puzzles may come in others, if
/// those that have been looked at are damaged.
bool may_be_table(std::string_view first, std::string_view record, char separator) {
  if (separator == ' ' || separator == ':') return false;
  const std::vector<std::string_view> names = csv_fields(first, separator);
  return names.size() > 1 && csv_fields(record, separator).size() == names.size() &&
         std::ranges::any_of(names, [](std::string_view name) {
           return is_usual_name(name) || use_of_member(trimmed(name)) != MemberUse::kOther;
         });
}

}  // namespace

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

bool is_column_ruler(std::string_view line) {
  constexpr std::string_view kSigns = "-_=+|: *";
  return line.find_first_of("-_=*") != kNone && line.find_first_not_of(kSigns) == kNone;
}

TableFinder::Decision TableFinder::find(const StreamHead& head, std::string_view first,
                                        char given_separator) {
  // A separator that cuts the first line is likelier than one that no line has.
  const Decision decision = find(head, first, given_separator, 2);
  return decision == Decision::kNo ? find(head, first, given_separator, 1) : decision;
}

TableFinder::Decision TableFinder::find(const StreamHead& head, std::string_view first,
                                        char given_separator, std::size_t min_columns) {
  bool is_open = false;
  for (const char separator : kSeparators) {
    if (given_separator != 0 && separator != given_separator) continue;
    // The first line may be a record that goes on over several lines.
    StreamHead whole(head.from_last(), head.is_complete(), form_.blanks);
    const std::optional<StreamHead::Line> header = whole.next_record(separator);
    if (header && !header->is_whole) {
      is_open = true;
      continue;
    }
    const std::string_view first_record = header ? header->text : first;
    std::vector<std::string_view> records;
    while (records.size() < kMaxRecords) {
      const std::optional<StreamHead::Line> record = whole.next_record(separator);
      if (!record || !record->is_whole) break;
      if (!is_column_ruler(record->text)) records.push_back(record->text);
    }
    if (csv_fields(first_record, separator).size() < min_columns) continue;
    if (records.empty() && !head.is_complete()) is_open = true;
    const bool may_go_on = !head.is_complete() && !records.empty() &&
                           records.size() < kMaxRecords &&
                           may_be_table(first_record, records.front(), separator);
    if (is_table(first_record, records, separator)) return Decision::kYes;
    is_open = is_open || may_go_on;
  }
  return is_open ? Decision::kOpen : Decision::kNo;
}

bool are_named_values(const std::vector<std::string_view>& lines, char separator,
                      std::size_t column) {
  if (column != 1) return false;
  std::string_view last;
  for (const std::string_view line : lines) {
    const std::vector<std::string_view> fields = csv_fields(line, separator);
    if (fields.size() != 2) return false;
    if (separator == ':' && is_named_value(line)) return true;
    const std::string_view before = std::exchange(last, fields[1]);
    Grid puzzle;
    Grid solution;
    const bool are_grids = before.size() == kCells && read_cells(before, puzzle) == kCells &&
                           last.size() == kCells && read_cells(last, solution) == kCells;
    if (are_grids && is_solution(solution, puzzle)) return true;
  }
  return false;
}

bool TableFinder::is_table(std::string_view first, std::vector<std::string_view>& records,
                           char separator) {
  const std::vector<std::string_view> names = csv_fields(first, separator);
  if (separator == ' ' && !records.empty() && is_named_board(first, records.front())) {
    form_.header = HeaderLine::of(first);
    form_.has_row_names = true;
    return true;
  }
  // Words apart by spaces may also be a sentence, and a single one a title.
  const bool may_be_header =
      separator != ' ' ||
      (names.size() > 1 && std::ranges::all_of(names,
                                               [](std::string_view name) {
                                                 return !name.empty() && is_letter(name.front());
                                               })) ||
      first.starts_with('"');
  if (!records.empty() && may_be_header) {
    const std::vector<std::string_view> values = csv_fields(records.front(), separator);
    const bool agrees = values.size() == names.size() || values.size() == names.size() + 1;
    if (agrees && (names.size() > 1 || trimmed(first).find(' ') == kNone) && !is_row(first) &&
        may_be_names(first, names, values) && has_puzzle(records, names, separator, first)) {
      return true;
    }
    if (agrees && is_board_header(names, values)) {
      form_.header = HeaderLine::of(first);
      form_.has_row_names = values.size() == kSide + 1;
      return true;
    }
  }
  // Without a header.
  return names.size() > 1 && !is_row(first) && (separator != ' ' || first.find('"') != kNone) &&
         has_puzzle((records.insert(records.begin(), first), records), {}, separator, {});
}

/// `A B C   D E F   G H I` above `1 5 3 . | . 7 . | …`: a board as programs print it with the names
/// of its columns and rows.
bool TableFinder::is_named_board(std::string_view first, std::string_view second) {
  const std::vector<std::string_view> names = words_of(first);
  if (names.size() != kSide) return false;
  std::vector<std::string_view> values = words_of(second);
  values.resize(kSide + 1);
  return is_board_header(names, values) && !is_row(second) && is_row(behind_row_name(second));
}

/// Whether a first line without a puzzle names columns. If it holds many cells, a long word or a
/// number where records have one, it is a record that is damaged.
bool TableFinder::may_be_names(std::string_view first, const std::vector<std::string_view>& names,
                               const std::vector<std::string_view>& values) {
  constexpr std::size_t kMaxNameBytes = 60;
  if (are_counted(names)) return true;
  content_.read(first.substr(0, kMaxLineBytes), form_.blanks);
  if (content_.longest_token() >= LineContent::kSuspectCells) return false;
  if (std::ranges::any_of(names, [](std::string_view name) {
        return name.size() > kMaxNameBytes && name.find(' ') == kNone;
      })) {
    return false;
  }
  if (std::ranges::any_of(names, is_usual_name)) return true;
  const ColumnOf puzzle = find_column(values, {}, 0);
  const std::size_t row_name = values.size() - names.size();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view value = trimmed(values[i + row_name]);
    const bool is_puzzle = puzzle.rank != ColumnOf::kNothing && puzzle.column == i + row_name;
    if (is_puzzle && is_missing_value(names[i])) return false;
    if (is_number(names[i]) && (is_puzzle || is_number(value))) return false;
  }
  return true;
}

bool TableFinder::is_row(std::string_view line) {
  content_.read(line.substr(0, kMaxLineBytes), form_.blanks);
  return content_.kind() == Kind::kRows || content_.kind() == Kind::kDashes;
}

/// The puzzle's column among the fields of a record; `names` are those of its table, if it has
/// some.
bool TableFinder::has_puzzle(const std::vector<std::string_view>& records,
                             const std::vector<std::string_view>& names, char separator,
                             std::string_view header) {
  std::vector<std::string_view> values = csv_fields(records.front(), separator);
  TableForm table{.separator = separator, .fields = values.size(), .has_header = !header.empty()};
  // R gives records the name of their row, of which its header says nothing.
  const std::size_t row_name = !names.empty() && values.size() == names.size() + 1 ? 1 : 0;
  std::optional<std::size_t> column;
  bool has_other_puzzle = false;
  if (!request_.column.empty()) {
    column = given_column(names, row_name, values.size());
    table.is_given = true;
    const bool begins_cells =
        column && *column + kCells <= values.size() && value_of_word(trimmed(values[*column]));
    table.cell_columns = begins_cells ? kCells : 0;
  } else {
    ColumnOf found;
    for (const std::string_view record : records) {
      const ColumnOf here = find_column(csv_fields(record, separator), names, row_name);
      if (here.rank > found.rank) found = here;
      if (found.rank == ColumnOf::kPuzzle) break;
    }
    if (found.rank != ColumnOf::kNothing) column = found.column;
    has_other_puzzle = found.has_other;
    if (!column) {
      std::vector<std::vector<std::string_view>> rows;
      rows.reserve(records.size());
      for (const std::string_view record : records) rows.push_back(csv_fields(record, separator));
      const CellColumns cells = CellColumnsFinder(form_.blanks).find(rows, names, row_name);
      column = cells.begin;
      table.is_ambiguous = cells.is_ambiguous;
      table.cell_columns = column ? kCells : 0;
    }
  }
  if (!column) return false;
  if (!table.is_given && table.cell_columns == 0) {
    std::vector<std::string_view> lines = records;
    if (!header.empty()) lines.insert(lines.begin(), header);
    if (are_named_values(lines, separator, *column)) return false;
  }
  // A header is a first record without a puzzle.
  if (!header.empty()) {
    const auto is_puzzle = [&](std::string_view name) { return field_.read(name, form_.blanks); };
    if (std::ranges::any_of(names, is_puzzle)) return false;
    const bool has_word = std::ranges::any_of(header, is_letter) || are_counted(names);
    if (table.cell_columns == 0 && !has_word) return false;
  }
  if (!header.empty()) form_.header = HeaderLine::of(header);
  constexpr std::size_t kMaxRuleColumn = 64;
  for (std::size_t i = 0; !header.empty() && i < names.size() && i + row_name < kMaxRuleColumn;
       ++i) {
    const MemberUse use = use_of_member(trimmed(names[i]));
    if (i + row_name == *column || use == MemberUse::kOther) continue;
    (use == MemberUse::kText ? table.text_columns : table.rule_columns) |= std::uint64_t{1}
                                                                           << (i + row_name);
    table.rule_names.resize(i + row_name);
    table.rule_names.emplace_back(trimmed(names[i]));
  }
  // Each record holds several puzzles: all of them are answered, as on any line. Of columns with
  // names one may be the state of the other.
  if (has_other_puzzle && !header.empty()) form_.refusal = kTwoColumns;
  if (has_other_puzzle) return true;
  table.column = *column;
  form_.table = table;
  if (*column == 0 && values.size() == 2 && table.cell_columns == 0 && !table.is_given &&
      values[0].size() == kCells && values[1].size() == kCells) {
    form_.plain_form = PlainForm::kSolved;
  }
  return true;
}

std::optional<std::size_t> TableFinder::given_column(const std::vector<std::string_view>& names,
                                                     std::size_t row_name,
                                                     std::size_t fields) const {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (equal_ignoring_case(trimmed(names[i]), request_.column)) return i + row_name;
  }
  std::size_t number = 0;
  const char* const end = request_.column.data() + request_.column.size();
  const auto parsed = std::from_chars(request_.column.data(), end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end || number == 0 || number > fields) {
    return std::nullopt;
  }
  return number - 1;
}

/// The field with 81 cells, blanks among them; else one that has lost some cells; else the first
/// with 81 cells.
TableFinder::ColumnOf TableFinder::find_column(const std::vector<std::string_view>& values,
                                               const std::vector<std::string_view>& names,
                                               std::size_t row_name) {
  constexpr std::size_t kMinDamaged = 60;
  ColumnOf best;
  bool has_usual_name = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    ColumnOf::Rank rank = ColumnOf::kNothing;
    if (values[i].size() >= kCells && field_.read(values[i], form_.blanks)) {
      rank = field_.is_full() ? ColumnOf::kFull : ColumnOf::kPuzzle;
    } else if (values[i].size() >= kMinDamaged &&
               std::ranges::all_of(values[i], [](char c) { return cell_value(c) >= 0; })) {
      rank = ColumnOf::kDamaged;
    }
    const bool is_usual =
        i >= row_name && i - row_name < names.size() && is_usual_name(names[i - row_name]);
    if (rank == ColumnOf::kPuzzle && best.rank == rank && values[i] != values[best.column] &&
        is_usual == has_usual_name) {
      best.has_other = true;
    } else if (rank > best.rank ||
               (rank == best.rank && rank != ColumnOf::kNothing && is_usual && !has_usual_name)) {
      best = {rank, i};
      has_usual_name = is_usual;
    }
  }
  return best;
}

}  // namespace puzzled::sudoku
