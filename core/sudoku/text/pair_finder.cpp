#include "core/sudoku/text/pair_finder.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json_value.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/columns.hpp"
#include "core/sudoku/text/csv.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/pair_reader.hpp"

namespace puzzled::sudoku {
namespace {

/// So many records are looked at, if they are there.
constexpr std::size_t kMaxPairRecords = 50;

/// In order of preference. (A colon stands in times and ratios.)
constexpr char kPairSeparators[] = {'\t', ';', ',', '|', ' '};

using Fields = std::vector<std::string_view>;

template <std::size_t N>
bool has_word_of(std::string_view name, const std::array<std::string_view, N>& words) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), lower_case);
  return std::ranges::any_of(words,
                             [&](std::string_view word) { return lower.find(word) != kNone; });
}

/// What somebody proposes, where a solution may stand beside it.
bool is_name_of_proposals(std::string_view name) {
  constexpr std::array<std::string_view, 5> kWords{"proposal", "prediction", "response", "output",
                                                   "completion"};
  return has_word_of(name, kWords);
}

bool is_name_of_solutions(std::string_view name) {
  constexpr std::array<std::string_view, 4> kWords{"solution", "answer", "grid", "solved"};
  return has_word_of(name, kWords);
}

/// Whether names would hold that: many cells side by side.
bool has_many_cells(std::string_view field) {
  constexpr std::size_t kMany = 20;
  std::size_t cells = 0;
  for (const char c : field) {
    cells = cell_value(c) >= 0 ? cells + 1 : 0;
    if (cells == kMany) return true;
  }
  return false;
}

class PairFinder {
 public:
  explicit PairFinder(const FormRequest& request) : request_(request) {
    form_.layout = Layout::kAny;
    form_.blanks = request.blanks;
    form_.pairs.emplace();
  }

  std::optional<TextForm> find(StreamHead head) {
    std::optional<StreamHead::Line> first = head.next();
    char given = 0;
    if (first && first->is_whole) given = named_separator(first->text);
    if (given != 0) first = head.next();
    if (!first || !first->is_whole) {
      return head.is_complete() ? std::optional(form_) : std::nullopt;
    }
    if (first->text.starts_with('{') || first->text.starts_with('[')) {
      find_members(head);
      return form_;
    }
    find_columns(head, given);
    return form_;
  }

 private:
  /// The records of a text that is cut so, and how many of their fields are cells at best.
  struct Table {
    std::vector<Fields> records;  // the first is the header, if there is one
    std::size_t grids = 0;        // 2 at most
  };

  bool is_cells(std::string_view field) {
    Grid grid;
    return field.size() >= kCells && cells_.read(field, form_.blanks, grid).empty();
  }

  Table table_of(const StreamHead& head, char separator) {
    Table table;
    StreamHead lines(head.from_last(), head.is_complete(), form_.blanks);
    while (table.records.size() < kMaxPairRecords) {
      const std::optional<StreamHead::Line> record = lines.next_record(separator);
      if (!record || !record->is_whole) break;
      table.records.push_back(pair_fields(record->text, separator));
      const Fields& fields = table.records.back();
      if (fields.size() < 2) continue;
      const auto grids =
          std::ranges::count_if(fields, [this](std::string_view field) { return is_cells(field); });
      table.grids =
          std::max(table.grids, std::min<std::size_t>(2, static_cast<std::size_t>(grids)));
    }
    return table;
  }

  void find_columns(const StreamHead& head, char given) {
    PairForm& pairs = *form_.pairs;
    Table best;
    pairs.separator = given != 0 ? given : ' ';
    for (const char separator : kPairSeparators) {
      if (given != 0 && separator != given) continue;
      Table table = table_of(head, separator);
      const bool is_better =
          table.grids > best.grids ||
          (table.grids == best.grids && most_fields(table) > 1 && most_fields(best) <= 1);
      if (!is_better) continue;
      best = std::move(table);
      pairs.separator = separator;
    }
    if (best.records.empty()) return;
    Fields names;
    if (is_header(best.records.front())) {
      StreamHead lines(head.from_last(), head.is_complete(), form_.blanks);
      form_.header = HeaderLine::of(lines.next_record(pairs.separator)->text);
      names = best.records.front();
      best.records.erase(best.records.begin());
    }
    // R gives records the name of their row, of which its header says nothing.
    const bool has_row_names =
        !names.empty() && !best.records.empty() && best.records[0].size() == names.size() + 1;
    if (has_row_names) names.insert(names.begin(), std::string_view());
    choose(names, best.records, pairs.puzzle, pairs.grid);
  }

  static std::size_t most_fields(const Table& table) {
    std::size_t most = 0;
    for (const Fields& fields : table.records) most = std::max(most, fields.size());
    return most;
  }

  /// Names are words, and no record is.
  static bool is_header(const Fields& fields) {
    return std::ranges::none_of(fields, has_many_cells) &&
           std::ranges::any_of(
               fields, [](std::string_view f) { return std::ranges::any_of(f, is_letter); });
  }

  /// The objects of some lines. Values that are no cells are empty.
  void find_members(const StreamHead& head) {
    PairForm& pairs = *form_.pairs;
    pairs.has_objects = true;
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> texts;
    StreamHead lines(head.from_last(), head.is_complete(), form_.blanks);
    while (texts.size() < kMaxPairRecords) {
      const std::optional<StreamHead::Line> line = lines.next();
      if (!line || !line->is_whole) break;
      if (line->text.size() > kMaxLineBytes) continue;
      const Result<JsonValue> value = parse_json(line->text);
      if (!value || !value->is_object()) continue;
      std::vector<std::string>& record = texts.emplace_back(names.size());
      for (std::size_t i = 0; i < value->names.size(); ++i) {
        const auto known = std::ranges::find(names, value->names[i]);
        const auto at = static_cast<std::size_t>(known - names.begin());
        if (known == names.end()) {
          names.push_back(value->names[i]);
          record.resize(names.size());
        }
        record[at] = cells_of_json(value->items[i]);
      }
    }
    if (names.empty()) {
      form_.lacks_column = !request_.column.empty();
      return;
    }
    std::vector<Fields> records;
    records.reserve(texts.size());
    for (const std::vector<std::string>& record : texts) {
      records.emplace_back(record.begin(), record.end());
    }
    std::size_t puzzle = 0;
    std::size_t grid = 1;
    choose(Fields(names.begin(), names.end()), records, puzzle, grid);
    if (puzzle < names.size()) pairs.puzzle_key = key_hash(names[puzzle]);
    if (grid < names.size()) pairs.grid_key = key_hash(names[grid]);
  }

  /// The number of the column that the user names; nothing if there is none.
  static std::optional<std::size_t> column_named(std::string_view name, const Fields& names,
                                                 std::size_t columns) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (equal_ignoring_case(trimmed(names[i]), name)) return i;
    }
    std::size_t number = 0;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool is_one = parsed.ec == std::errc() && parsed.ptr == name.data() + name.size() &&
                        number > 0 && number <= columns;
    return is_one ? std::optional(number - 1) : std::nullopt;
  }

  void choose(const Fields& names, const std::vector<Fields>& records, std::size_t& puzzle,
              std::size_t& grid) {
    std::size_t columns = names.size();
    for (const Fields& record : records) columns = std::max(columns, record.size());
    const std::vector<std::size_t> rank = cells_by_column(records, columns);
    if (!request_.column.empty()) {
      const auto one = column_named(request_.column, names, columns);
      const auto other = column_named(request_.grid_column, names, columns);
      form_.lacks_column = !one || !other;
      form_.pairs->lacks_grid = one && !other;
      puzzle = one.value_or(0);
      grid = other.value_or(1);
      return;
    }
    // By name, and of several columns with such a name the first that has cells.
    const auto find = [&](auto is_name, std::size_t except) {
      std::optional<std::size_t> found;
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (i == except || !is_name(names[i])) continue;
        if (!found || rank[*found] < rank[i]) found = i;
      }
      return found;
    };
    // Damaged ones count where there is no more than one of the others.
    const bool has_two = std::ranges::count(rank, kWhole) > 1;
    const auto first_with_cells = [&](std::size_t except) {
      std::optional<std::size_t> found;
      for (std::size_t i = 0; i < columns && !found; ++i) {
        if (i != except && rank[i] >= (has_two ? kWhole : kDamaged)) found = i;
      }
      return found;
    };
    const auto puzzles = find(is_usual_name, kNone);
    puzzle = puzzles ? *puzzles : first_with_cells(kNone).value_or(0);
    const auto proposals = find(is_name_of_proposals, puzzle);
    const auto solutions = find(is_name_of_solutions, puzzle);
    const bool are_proposed =
        proposals && (!solutions || rank[*proposals] > 0 || rank[*solutions] == 0);
    const auto grids = are_proposed ? proposals : solutions;
    grid = grids ? *grids : first_with_cells(puzzle).value_or(puzzle + 1);
  }

  // What a column is in some record.
  static constexpr std::size_t kDamaged = 1;  ///< nearly 81 cells
  static constexpr std::size_t kWhole = 2;    ///< 81 cells

  static bool is_damaged(std::string_view field) {
    constexpr std::size_t kMinDamaged = 60;
    return field.size() >= kMinDamaged &&
           std::ranges::all_of(field, [](char c) { return cell_value(c) >= 0; });
  }

  std::vector<std::size_t> cells_by_column(const std::vector<Fields>& records,
                                           std::size_t columns) {
    std::vector<std::size_t> rank(columns);
    for (const Fields& record : records) {
      for (std::size_t i = 0; i < record.size(); ++i) {
        if (rank[i] == kWhole) continue;
        if (is_damaged(record[i])) rank[i] = kDamaged;
        if (is_cells(record[i])) rank[i] = kWhole;
      }
    }
    return rank;
  }

  const FormRequest& request_;
  TextForm form_;
  CellTextReader cells_;
};

}  // namespace

std::optional<TextForm> find_pairs(StreamHead head, const FormRequest& request) {
  return PairFinder(request).find(head);
}

}  // namespace puzzled::sudoku
