#include "core/sudoku/text/text_form.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/csv.hpp"
#include "core/sudoku/text/field_reader.hpp"
#include "core/sudoku/text/line_content.hpp"
#include "core/sudoku/text/lines.hpp"

namespace puzzled::sudoku {
namespace {

using Kind = LineContent::Kind;

/// So many records of a table are looked at, if they are there.
constexpr std::size_t kMaxRecords = 50;

/// In order of preference: what is rarer within fields comes first.
constexpr std::array<char, 6> kSeparators = {'\t', ';', ',', '|', ':', ' '};

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return key_hash(a) == key_hash(b) && a.size() == b.size();
}

/// Words that people call a column of puzzles by. They only break ties.
bool is_usual_name(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::ranges::any_of(
      std::array<std::string_view, 6>{"puzzle", "quiz", "sudoku", "question", "given", "clue"},
      [&](std::string_view word) { return lower.find(word) != kNone; });
}

std::vector<std::string_view> fields_of(std::string_view record, char separator) {
  std::vector<std::string_view> fields;
  for (CsvFields field(record, separator); field.next();) fields.push_back(field.text());
  return fields;
}

HeaderLine header_of(std::string_view line) {
  return {.size = line.size(), .hash = key_hash(line)};
}

/// Nine or 81 cells and white space.
bool has_cells_alone(std::string_view line, const BlankSigns& blanks) {
  std::size_t cells = 0;
  for (const char c : line) {
    if (is_space(c)) continue;
    if (cell_value(c) < 0 && blanks.text().find(c) == kNone) return false;
    ++cells;
  }
  return cells == kSide || cells == kCells;
}

/// The beginning of a stream, line by line.
class Head {
 public:
  Head(std::string_view text, bool complete, const BlankSigns& blanks)
      : rest_(text), complete_(complete), blanks_(blanks) {}

  struct Line {
    std::string_view text;
    bool is_whole = false;  ///< not cut off by the end of what is known
  };

  /// The next line that is neither blank nor a comment.
  std::optional<Line> next() {
    for (;;) {
      if (!blanks_.begin_comments()) skip_blank_lines(rest_);
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

  /// Everything from the last line on.
  std::string_view from_last() const { return last_; }
  std::string_view rest() const { return rest_; }
  bool is_complete() const { return complete_; }

  /// The next record of a table that is neither blank nor a comment.
  std::optional<Line> next_record(char separator) {
    for (;;) {
      if (!blanks_.begin_comments()) skip_blank_lines(rest_);
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

 private:
  std::string_view rest_;
  std::string_view last_;
  bool complete_;
  BlankSigns blanks_;
};

/// Where 81 fields of a cell each begin.
struct CellColumns {
  std::optional<std::size_t> begin;
  bool is_ambiguous = false;  // they could begin one field earlier, too
};

/// Finds the 81 fields of a cell each among the fields of some records. Numbers in front of them or
/// behind may look like cells, too: the names tell, or that they count the records, or that clues
/// contradict each other.
class CellColumnsFinder {
 public:
  explicit CellColumnsFinder(const BlankSigns& blanks) : blanks_(blanks) {}

  CellColumns find(const std::vector<std::vector<std::string_view>>& records,
                   const std::vector<std::string_view>& names, std::size_t row_name) {
    const std::size_t fields = records.front().size();
    if (fields < kCells) return {};
    std::vector<std::size_t> good;  // the places with the fewest records that contradict themselves
    std::size_t fewest = kNone;
    for (std::size_t begin = 0; begin + kCells <= fields; ++begin) {
      const std::size_t bad = contradictions(records, begin);
      if (bad > fewest || bad == kNone) continue;
      if (bad < fewest) good.clear();
      fewest = bad;
      good.push_back(begin);
    }
    if (good.empty()) return {};
    std::vector<std::size_t> named;
    for (std::size_t begin = 0; begin + kCells <= fields; ++begin) {
      if (have_names_alike(names, begin, row_name) && contradictions(records, begin) != kNone) {
        named.push_back(begin);
      }
    }
    if (named.size() == 1) return {named.front()};
    if (good.size() > 1 && good.front() == 0 && count_records(records)) good.erase(good.begin());
    // Of a single record, a number in front may be its own.
    const bool is_ambiguous = good.size() > 1 && good[1] == good[0] + 1 && records.size() == 1 &&
                              (records[0][good[0]] == "0" || records[0][good[0]] == "1");
    return {good[is_ambiguous ? 1 : 0], is_ambiguous};
  }

 private:
  /// How many of the records have clues there that contradict each other, or no blank; kNone: some
  /// field is no cell.
  std::size_t contradictions(const std::vector<std::vector<std::string_view>>& records,
                             std::size_t begin) {
    std::size_t bad = 0;
    std::size_t read = 0;
    for (const std::vector<std::string_view>& fields : records) {
      if (fields.size() != records.front().size()) continue;
      std::string cells;
      for (std::size_t i = 0; i < kCells; ++i) {
        if (i > 0) cells += ',';
        cells += fields[begin + i];
      }
      if (cells.size() > kMaxLineBytes || !field_.read(cells, blanks_)) {
        // One record may be damaged.
        if (&fields == &records.front()) return kNone;
        continue;
      }
      ++read;
      if (find_conflict(field_.grid())) bad += 2;
      if (field_.is_full()) ++bad;
    }
    return 2 * read >= records.size() ? bad : kNone;
  }

  /// Whether the 81 names from there on differ in nothing but digits.
  static bool have_names_alike(const std::vector<std::string_view>& names, std::size_t begin,
                               std::size_t row_name) {
    if (begin < row_name || begin - row_name + kCells > names.size()) return false;
    const auto letters = [](std::string_view name) {
      std::string rest;
      std::ranges::copy_if(name, std::back_inserter(rest), [](char c) { return !is_digit(c); });
      return rest;
    };
    const std::string first = letters(trimmed(names[begin - row_name]));
    for (std::size_t i = 0; i < kCells; ++i) {
      const std::string_view name = trimmed(names[begin - row_name + i]);
      if (name.empty() || letters(name) != first) return false;
    }
    return true;
  }

  /// Whether the first fields count the records.
  static bool count_records(const std::vector<std::vector<std::string_view>>& records) {
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
      const std::string_view word = trimmed(records[i].front());
      std::uint64_t number = 0;
      const auto parsed = std::from_chars(word.data(), word.data() + word.size(), number);
      if (parsed.ec != std::errc() || parsed.ptr != word.data() + word.size()) return false;
      if (i > 0 && number != last + 1) return false;
      last = number;
    }
    return records.size() > 1;
  }

  const BlankSigns blanks_;
  FieldReader field_;
};

/// Recognises a form. Nothing: more text is needed.
class Detector {
 public:
  Detector(const Head& head, const FormRequest& request) : head_(head), request_(request) {
    form_.layout = Layout::kAny;
    form_.blanks = request.blanks;
    if (request.name == "board") form_.board_answers = BoardAnswers::kBoards;
  }

  std::optional<TextForm> run() {
    std::optional<Head::Line> first = head_.next();
    if (first && first->is_whole && is_separator_line(first->text)) first = head_.next();
    // `+----+`: the upper border of a table.
    bool has_border = false;
    while (first && first->is_whole && first->text.find('+') != kNone && is_ruler(first->text)) {
      has_border = true;
      first = head_.next();
    }
    if (!first) return when_complete();
    if (begins_list(first->text)) return of_lists();
    content_.read(first->text.substr(0, kMaxLineBytes), form_.blanks);
    if (content_.kind() == Kind::kPuzzles && request_.column.empty()) return of_puzzles(*first);
    if (!first->is_whole) return when_complete();
    if (ends_in_list(first->text)) return of_lists();
    if (content_.kind() == Kind::kNumber && request_.column.empty()) return of_count();
    if (const Decision decision = of_table(first->text); decision != Decision::kNo) {
      return decision == Decision::kYes ? std::optional(form_) : when_complete();
    }
    if (!request_.column.empty()) {
      form_.lacks_column = true;
      return form_;
    }
    if (request_.name == "csv") {
      form_.table = TableForm{.fields = fields_of(first->text, ',').size(), .has_header = true};
      form_.header = header_of(first->text);
      return form_;
    }
    return has_border ? form_ : of_rows(first->text);
  }

 private:
  enum class Decision { kNo, kYes, kOpen };

  std::optional<TextForm> when_complete() const {
    return head_.is_complete() ? std::optional(form_) : std::nullopt;
  }

  /// `sep=;`: how spreadsheets are told the separator.
  bool is_separator_line(std::string_view line) {
    if (line.size() >= 2 && line.front() == '"' && line.back() == '"') {
      line = line.substr(1, line.size() - 2);
    }
    if (line.size() != 5 || !equal_ignoring_case(line.substr(0, 4), "sep=")) return false;
    separator_ = line[4];
    return true;
  }

  /// The first line holds puzzles.
  std::optional<TextForm> of_puzzles(const Head::Line& line) {
    const bool is_single = content_.values().size() == kCells && !content_.puzzle_text(0).empty();
    if (!is_single) return form_;
    const std::string_view puzzle = content_.puzzle_text(0);
    const auto at = static_cast<std::size_t>(puzzle.data() - line.text.data());
    if (!line.is_whole) return at == 0 ? std::optional(form_) : when_complete();
    if (at == 0) {
      Grid solution;
      const bool is_solved = line.text.size() == 2 * kCells + 1 &&
                             read_cells(line.text.substr(kCells + 1), solution) == kCells &&
                             std::ranges::find(solution.digits, 0) == solution.digits.end();
      if (is_solved) form_.plain_form = PlainForm::kSolved;
      return form_;
    }
    // Columns without names.
    for (const char separator : kSeparators) {
      const auto fields = fields_of(line.text, separator);
      const auto field = std::ranges::find(fields, puzzle);
      if (field == fields.end() || fields.size() < 2) continue;
      form_.table = TableForm{.separator = separator,
                              .column = static_cast<std::size_t>(field - fields.begin()),
                              .fields = fields.size()};
      break;
    }
    return form_;
  }

  /// A list begins at the end of the line, behind a name: `board = [`.
  static bool ends_in_list(std::string_view line) {
    const std::size_t bracket = line.find_first_of("[{(");
    if (bracket == kNone || bracket == 0) return false;
    const std::size_t before = line.find_last_not_of(" \t", bracket - 1);
    return before != kNone && (line[before] == '=' || line[before] == ':') &&
           begins_list(line.substr(bracket));
  }

  /// The members with values that have blanks are puzzles; if there are none, the first that has
  /// full grids.
  std::optional<TextForm> of_lists() {
    const std::string_view text = head_.from_last();
    struct Member {
      std::uint64_t key;
      std::uint32_t depth;
    };
    std::vector<Member> puzzles;
    std::optional<Member> solution;
    const auto add = [&](std::uint64_t key, std::uint32_t depth, bool is_full) {
      if (is_full) {
        if (!solution) solution = Member{key, depth};
      } else if (std::ranges::find(puzzles, key, &Member::key) == puzzles.end()) {
        puzzles.push_back({key, depth});
      }
    };
    ListReader lists({}, {}, form_.blanks);
    std::size_t at = std::min(text.find_first_of("[{("), text.size());
    std::uint32_t line = 1;
    std::ptrdiff_t line_begin = 0;
    std::size_t row_cells = 0;
    bool row_is_full = true;
    bool ended = false;
    for (;;) {
      const ListReader::Event event = lists.next(text, at, line, line_begin);
      if (event == ListReader::Event::kRow || event == ListReader::Event::kPuzzle) {
        row_is_full = (row_cells == 0 || row_is_full) &&
                      std::ranges::find(lists.values(), 0) == lists.values().end();
        row_cells += lists.values().size();
        if (row_cells >= kCells) {
          add(lists.key(), lists.object_depth(), row_is_full);
          row_cells = 0;
        }
      } else if (event == ListReader::Event::kListEnd || event == ListReader::Event::kBadRow) {
        row_cells = 0;
      } else if (event == ListReader::Event::kEnd) {
        ended = lists.depth() == 0 && at < text.size();
        if (at >= text.size() || !begins_list(text.substr(at))) break;
      }
    }
    if (puzzles.empty() && !ended && !head_.is_complete()) return std::nullopt;
    if (!request_.column.empty()) {
      form_.keys.keys[0] = key_hash(request_.column);
      form_.keys.size = 1;
      form_.keys.are_given = true;
      form_.lacks_column = !has_member(text, request_.column);
      return form_;
    }
    if (puzzles.empty() && solution) puzzles.push_back(*solution);
    // Values that have no name are all that there is.
    const bool is_named = !puzzles.empty() &&
                          std::ranges::none_of(puzzles, [](const Member& m) { return m.key == 0; });
    if (!is_named) return form_;
    for (const Member& member : puzzles) {
      if (form_.keys.size == form_.keys.keys.size()) break;
      form_.keys.keys[form_.keys.size++] = member.key;
    }
    const std::uint32_t depth = puzzles.front().depth;
    if (std::ranges::all_of(puzzles, [&](const Member& m) { return m.depth == depth; })) {
      form_.keys.record_depth = depth;
    }
    return form_;
  }

  /// Whether some member may have this name: what it stands in is not looked at.
  static bool has_member(std::string_view text, std::string_view name) {
    for (std::size_t at = 0; at + name.size() < text.size(); ++at) {
      const char behind = text[at + name.size()];
      const bool ends = behind == '"' || behind == '\'' || behind == ':' || behind == '=' ||
                        behind == '`' || is_space(behind);
      if (ends && equal_ignoring_case(text.substr(at, name.size()), name)) return true;
    }
    return false;
  }

  /// A number in front of puzzles on lines, or of whole boards: as many rows as nine divides come
  /// up to the first gap. Else it is a row that has lost cells.
  std::optional<TextForm> of_count() {
    int rows = 0;
    bool first = true;
    Grid board;  // the first nine rows, if the number is none of them
    for (std::string_view rest = head_.rest(); !rest.empty();) {
      const bool is_whole = head_.is_complete() || rest.find('\n') != kNone;
      const std::string_view line = take_line(rest);
      if (!is_whole) break;
      const LineClass kind = classify(line, Layout::kAny, form_.blanks);
      if (kind == LineClass::kComment || (kind == LineClass::kBlank && rows == 0)) continue;
      content_.read(line.substr(0, kMaxLineBytes), form_.blanks);
      const bool is_row = kind == LineClass::kContent && content_.kind() == Kind::kRows;
      if (content_.kind() == Kind::kPuzzles && first) {
        form_.begins_with_count = true;
        return form_;
      }
      if (content_.kind() == Kind::kRuler && kind == LineClass::kContent) continue;
      if (first && is_row) set_board_answers(line);
      if (!is_row) {
        form_.begins_with_count = rows % 9 != 8;
        return form_;
      }
      first = false;
      if (rows < 9 && content_.values().size() == kSide) {
        std::ranges::copy(content_.values(), board.digits.begin() + rows * 9);
      }
      ++rows;
    }
    if (rows < 9 && !head_.is_complete()) return std::nullopt;
    // Without a gap in sight: rows of two boards would contradict each other.
    const bool is_count = head_.is_complete() ? rows % 9 != 8 : !find_conflict(board);
    form_.begins_with_count = is_count;
    return form_;
  }

  void set_board_answers(std::string_view row) {
    if (row.size() == kSide) {
      form_.board_answers = BoardAnswers::kBoards;
    } else if (content_.has_spaced_integers()) {
      form_.board_answers = BoardAnswers::kIntegers;
    }
  }

  /// Boards without any heading are answered like the question.
  std::optional<TextForm> of_rows(std::string_view first) {
    content_.read(first.substr(0, kMaxLineBytes), form_.blanks);
    if (content_.kind() != Kind::kRows) return form_;
    const std::optional<Head::Line> second = head_.next();
    if (!second || !second->is_whole) {
      if (!head_.is_complete()) return std::nullopt;
      if (!second) return form_;
    }
    set_board_answers(first);
    if (form_.board_answers == BoardAnswers::kLines) return form_;
    content_.read(second->text.substr(0, kMaxLineBytes), form_.blanks);
    const bool is_row = content_.kind() == Kind::kRows || content_.kind() == Kind::kDashes ||
                        (content_.kind() == Kind::kFault && second->text.size() < kCells);
    if (!is_row && request_.name != "board") form_.board_answers = BoardAnswers::kLines;
    return form_;
  }

  /// Whether the first line is the header of a table, or its first record.
  Decision of_table(std::string_view first) {
    // A separator that cuts the first line is likelier than one that no line has.
    const Decision decision = of_table(first, 2);
    return decision == Decision::kNo ? of_table(first, 1) : decision;
  }

  Decision of_table(std::string_view first, std::size_t min_columns) {
    bool is_open = false;
    for (const char separator : kSeparators) {
      if (separator_ != 0 && separator != separator_) continue;
      // The first line may be a record that goes on over several lines.
      Head whole(head_.from_last(), head_.is_complete(), form_.blanks);
      const std::optional<Head::Line> header = whole.next_record(separator);
      if (header && !header->is_whole) {
        is_open = true;
        continue;
      }
      const std::string_view first_record = header ? header->text : first;
      std::vector<std::string_view> records;
      while (records.size() < kMaxRecords) {
        const std::optional<Head::Line> record = whole.next_record(separator);
        if (!record || !record->is_whole) break;
        if (!is_ruler(record->text)) records.push_back(record->text);
      }
      if (fields_of(first_record, separator).size() < min_columns) continue;
      if (records.empty() && !head_.is_complete()) is_open = true;
      if (is_table(first_record, records, separator)) return Decision::kYes;
    }
    return is_open ? Decision::kOpen : Decision::kNo;
  }

  bool is_table(std::string_view first, std::vector<std::string_view>& records, char separator) {
    const std::vector<std::string_view> names = fields_of(first, separator);
    // Words apart by spaces may also be a sentence, and a single one a title.
    const bool may_be_header =
        separator != ' ' ||
        (names.size() > 1 && std::ranges::all_of(names,
                                                 [](std::string_view name) {
                                                   return !name.empty() && is_letter(name.front());
                                                 })) ||
        first.starts_with('"');
    if (!records.empty() && may_be_header) {
      const std::vector<std::string_view> values = fields_of(records.front(), separator);
      const bool agrees = values.size() == names.size() || values.size() == names.size() + 1;
      if (agrees && (names.size() > 1 || trimmed(first).find(' ') == kNone) && !is_row(first) &&
          may_be_names(first, names, values) && has_puzzle(records, names, separator, first)) {
        return true;
      }
      if (agrees && is_board_header(names, values)) {
        form_.header = header_of(first);
        form_.has_row_names = values.size() == kSide + 1;
        return true;
      }
    }
    // Without a header.
    return names.size() > 1 && !is_row(first) && (separator != ' ' || first.find('"') != kNone) &&
           has_puzzle((records.insert(records.begin(), first), records), {}, separator, {});
  }

  /// Signs alone, dashes among them: what is drawn below the names of columns.
  static bool is_ruler(std::string_view line) {
    constexpr std::string_view kSigns = "-_=+|: *";
    return line.find_first_of("-_=*") != kNone && line.find_first_not_of(kSigns) == kNone;
  }

  /// `0,1,2,…` or `1,2,3,…`, perhaps behind a name for the numbers of records: what programs call
  /// columns that have no names.
  static bool are_counted(const std::vector<std::string_view>& names) {
    const std::size_t before = !names.empty() && std::ranges::none_of(names[0], is_digit) ? 1 : 0;
    if (names.size() <= before) return false;
    const std::size_t first = names[before] == "0" ? 0 : 1;
    for (std::size_t i = before; i < names.size(); ++i) {
      if (names[i] != std::to_string(i - before + first)) return false;
    }
    // `1` and `1,2` may be a record.
    constexpr std::size_t kMinNames = 3;
    return first == 0 || names.size() >= before + kMinNames;
  }

  /// Whether a first line without a puzzle names columns. If it holds many cells, a long word or a
  /// number where records have one, it is a record that is damaged.
  bool may_be_names(std::string_view first, const std::vector<std::string_view>& names,
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
      if (is_puzzle && is_null(names[i])) return false;
      if (is_number(names[i]) && (is_puzzle || is_number(value))) return false;
    }
    return true;
  }

  static bool is_number(std::string_view word) {
    word = trimmed(word);
    return !word.empty() && word.find_first_not_of("0123456789.+-eE") == kNone &&
           std::ranges::any_of(word, is_digit);
  }

  /// `null`, `NaN`, nothing at all: a missing value.
  static bool is_null(std::string_view word) {
    word = trimmed(word);
    return word.empty() || (word.size() > 1 && is_letter(word[0]) && value_of_word(word));
  }

  bool is_row(std::string_view line) {
    content_.read(line.substr(0, kMaxLineBytes), form_.blanks);
    return content_.kind() == Kind::kRows || content_.kind() == Kind::kDashes;
  }

  /// The names of nine columns of a cell each, where they look like cells: `0,1,…,8`; perhaps with
  /// one for the names of rows in front.
  static bool is_board_header(const std::vector<std::string_view>& names,
                              const std::vector<std::string_view>& values) {
    if (names.size() != kSide && names.size() != kSide + 1) return false;
    const std::size_t before = names.size() - kSide;
    if (before == 1 && values.size() != names.size()) return false;
    if (before == 1 && !names[0].empty() && !is_letter(names[0].front())) return false;
    // 0 to 8 cannot be a row; 1 to 9 can, but not with names of rows in front.
    for (std::size_t i = 0; i < kSide; ++i) {
      const std::string_view name = names[before + i];
      const bool is_counted = name.size() == 1 && name[0] == static_cast<char>('0' + i);
      const bool is_word = !name.empty() && is_letter(name.front()) && name.size() > 1;
      const bool is_counted_from_one =
          before == 1 && name.size() == 1 && name[0] == static_cast<char>('1' + i);
      if (!is_counted && !is_word && !is_counted_from_one) return false;
    }
    const bool are_words =
        std::ranges::all_of(names, [](std::string_view name) { return !value_of_word(name); });
    return before == 1 || values.size() == kSide + 1 || names[0] == "0" || are_words;
  }

  /// The puzzle's column among the fields of a record; `names` are those of its table, if it has
  /// some.
  bool has_puzzle(const std::vector<std::string_view>& records,
                  const std::vector<std::string_view>& names, char separator,
                  std::string_view header) {
    std::vector<std::string_view> values = fields_of(records.front(), separator);
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
        const ColumnOf here = find_column(fields_of(record, separator), names, row_name);
        if (here.rank > found.rank) found = here;
        if (found.rank == ColumnOf::kPuzzle) break;
      }
      if (found.rank != ColumnOf::kNothing) column = found.column;
      has_other_puzzle = found.has_other;
      if (!column) {
        std::vector<std::vector<std::string_view>> rows;
        rows.reserve(records.size());
        for (const std::string_view record : records) rows.push_back(fields_of(record, separator));
        const CellColumns cells = CellColumnsFinder(form_.blanks).find(rows, names, row_name);
        column = cells.begin;
        table.is_ambiguous = cells.is_ambiguous;
        table.cell_columns = column ? kCells : 0;
      }
    }
    if (!column) return false;
    // A header is a first record without a puzzle.
    if (!header.empty()) {
      const auto is_puzzle = [&](std::string_view name) { return field_.read(name, form_.blanks); };
      if (std::ranges::any_of(names, is_puzzle)) return false;
      const bool has_word = std::ranges::any_of(header, is_letter) || are_counted(names);
      if (table.cell_columns == 0 && !has_word) return false;
    }
    if (!header.empty()) form_.header = header_of(header);
    // Each record holds several puzzles: all of them are answered, as on any line.
    if (has_other_puzzle) return true;
    table.column = *column;
    form_.table = table;
    if (*column == 0 && values.size() == 2 && table.cell_columns == 0 && !table.is_given &&
        values[0].size() == kCells && values[1].size() == kCells) {
      form_.plain_form = PlainForm::kSolved;
    }
    return true;
  }

  std::optional<std::size_t> given_column(const std::vector<std::string_view>& names,
                                          std::size_t row_name, std::size_t fields) const {
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

  /// What the best field of a record is, in rising order.
  struct ColumnOf {
    enum Rank { kNothing, kFull, kDamaged, kPuzzle };
    Rank rank = kNothing;
    std::size_t column = 0;
    bool has_other = false;  // another field is a puzzle, and no name tells which is meant
  };

  /// The field with 81 cells, blanks among them; else one that has lost some cells; else the first
  /// with 81 cells.
  ColumnOf find_column(const std::vector<std::string_view>& values,
                       const std::vector<std::string_view>& names, std::size_t row_name) {
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

  Head head_;
  const FormRequest& request_;
  TextForm form_;
  char separator_ = 0;  // that the text itself names
  LineContent content_;
  FieldReader field_;
};

}  // namespace

LineClass classify(std::string_view line, Layout layout, const BlankSigns& blanks) {
  if (line.empty()) return LineClass::kBlank;
  if (blanks.begin_comments() && has_cells_alone(line, blanks)) return LineClass::kContent;
  const char first = line.front();
  if (cell_value(first) > 0) return LineClass::kContent;
  if (first == '#' && is_comment(line)) return LineClass::kComment;
  // Too long to be looked through: what it is must not depend on bytes that a cut may hide.
  if (line.size() > kMaxLineBytes) return LineClass::kContent;
  const std::string_view text = trimmed(line);
  if (text.empty()) return LineClass::kBlank;
  if (layout == Layout::kAny && (is_comment(text) || text.starts_with("//"))) {
    return LineClass::kComment;
  }
  if (first == 'e' && text == "end") return LineClass::kEnd;
  return LineClass::kContent;
}

std::optional<TextForm> detect_form(std::string_view head, bool complete,
                                    const FormRequest& request) {
  if (request.name == "line" || request.name == "sdm") {
    return TextForm{.blanks = request.blanks};
  }
  head = without_byte_order_mark(head);
  if (!request.blanks.begin_comments()) skip_blank_lines(head);
  complete = complete || head.size() >= kMaxFormBytes;
  std::optional<TextForm> form =
      Detector(Head(head.substr(0, kMaxFormBytes), complete, request.blanks), request).run();
  if (form) form->has_quotes = form->table.has_value();
  return form;
}

}  // namespace puzzled::sudoku
