#include "core/sudoku/text/columns.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <string>

#include "core/sudoku/conflict.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/line_content.hpp"
#include "core/sudoku/text/lines.hpp"

namespace puzzled::sudoku {
namespace {

/// Whether the 81 names from there on differ in nothing but digits.
bool have_names_alike(const std::vector<std::string_view>& names, std::size_t begin,
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
bool count_records(const std::vector<std::vector<std::string_view>>& records) {
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

}  // namespace

bool is_usual_name(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), lower_case);
  return std::ranges::any_of(
      std::array<std::string_view, 6>{"puzzle", "quiz", "sudoku", "question", "given", "clue"},
      [&](std::string_view word) { return lower.find(word) != kNone; });
}

bool are_counted(const std::vector<std::string_view>& names) {
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

std::string_view behind_row_name(std::string_view line) {
  std::size_t end = line.find_first_of(",;\t");
  if (end == kNone) end = line.find(' ', std::min(line.find_first_not_of(' '), line.size()));
  if (end != kNone) line.remove_prefix(end + 1);
  return line;
}

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view kGaps = " |";
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(kGaps); at != kNone;) {
    const std::size_t end = std::min(line.find_first_of(kGaps, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kGaps, end);
  }
  return words;
}

bool is_board_header(const std::vector<std::string_view>& names,
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
    const bool has_row_names = before == 1 || values.size() == kSide + 1;
    const auto is_next_to = [&](char first) {
      return has_row_names && name.size() == 1 &&
             lower_case(name[0]) == static_cast<char>(first + static_cast<char>(i));
    };
    if (!is_counted && !is_word && !is_next_to('1') && !is_next_to('a')) return false;
  }
  const bool are_words =
      std::ranges::all_of(names, [](std::string_view name) { return !value_of_word(name); });
  return before == 1 || values.size() == kSide + 1 || names[0] == "0" || are_words;
}

CellColumns CellColumnsFinder::find(const std::vector<std::vector<std::string_view>>& records,
                                    const std::vector<std::string_view>& names,
                                    std::size_t row_name) {
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

/// How many of the records have clues there that contradict each other, or no blank; kNone: some
/// field is no cell.
std::size_t CellColumnsFinder::contradictions(
    const std::vector<std::vector<std::string_view>>& records, std::size_t begin) {
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

}  // namespace puzzled::sudoku
