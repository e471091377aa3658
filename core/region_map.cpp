#include "core/region_map.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace puzzled {
namespace {

constexpr std::size_t kMinSide = 4;
constexpr std::size_t kMaxSide = 25;

/// (A daemon looks at each line, which may have thousands: find_first_of() takes 5 ns for each.)
constexpr bool is_field_gap(char c) {
  return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '|';
}

constexpr bool is_number_sign(char c) {
  return (c >= '0' && c <= '9') || c == '.' || c == ':' || c == '+' || c == '-';
}

/// 0: there is no board of as many cells.
constexpr std::size_t side_of_map(std::size_t cells) {
  for (std::size_t side = kMinSide; side <= kMaxSide; ++side) {
    if (side * side == cells) return side;
  }
  return 0;
}

bool has_each_as_often(std::string_view symbols, std::size_t side) {
  // Most boards are known by one of their symbols.
  const auto first = static_cast<std::size_t>(std::ranges::count(symbols, symbols[0]));
  if (first != side) return false;
  std::array<std::size_t, 256> counts{};
  for (const char c : symbols) ++counts[static_cast<unsigned char>(c)];
  return std::ranges::all_of(counts, [side](std::size_t n) { return n == 0 || n == side; });
}

/// No symbol comes twice in a row or a column.
bool is_latin_grid(std::string_view symbols, std::size_t side) {
  for (std::size_t i = 0; i < side; ++i) {
    std::bitset<256> row;
    std::bitset<256> column;
    for (std::size_t k = 0; k < side; ++k) {
      row.set(static_cast<unsigned char>(symbols[i * side + k]));
      column.set(static_cast<unsigned char>(symbols[k * side + i]));
    }
    if (row.count() != side || column.count() != side) return false;
  }
  return true;
}

/// Each symbol's cells touch each other by their sides.
bool hang_together(std::string_view symbols, std::size_t side) {
  std::bitset<kMaxSide * kMaxSide> seen;
  std::bitset<256> begun;
  for (std::size_t first = 0; first < symbols.size(); ++first) {
    if (seen[first]) continue;
    const auto symbol = static_cast<unsigned char>(symbols[first]);
    if (begun[symbol]) return false;
    begun.set(symbol);
    std::vector<std::size_t> open{first};
    seen.set(first);
    const auto take = [&](std::size_t cell) {
      if (seen[cell] || symbols[cell] != symbols[first]) return;
      seen.set(cell);
      open.push_back(cell);
    };
    while (!open.empty()) {
      const std::size_t cell = open.back();
      open.pop_back();
      if (cell >= side) take(cell - side);
      if (cell + side < symbols.size()) take(cell + side);
      if (cell % side > 0) take(cell - 1);
      if (cell % side + 1 < side) take(cell + 1);
    }
  }
  return true;
}

constexpr bool is_letter_sign(char c) {
  const char letter = static_cast<char>(c | 0x20);
  return letter >= 'a' && letter <= 'z';
}

constexpr std::size_t kMaxLost = 3;  // digits of a damaged map, or symbols among its letters

/// At least half of a board or a map of `cells` cells.
bool has_most_cells(std::string_view field, std::size_t cells) {
  return 2 * field.size() >= cells && field.size() <= cells + kMaxLost;
}

/// Symbols of a map that some were changed in, added to or taken from: letters that come often, or
/// digits of which the first touches its like, as in no grid.
bool may_be_damaged_map(std::string_view field, std::size_t side) {
  std::bitset<256> letters;
  std::size_t others = 0;
  for (const char c : field) {
    if (is_letter_sign(c)) letters.set(static_cast<unsigned char>(c));
    others += is_letter_sign(c) ? 0 : 1;
  }
  const bool has_letters = letters.any() && (letters.count() > 1 || (field.front() | 0x20) != 'x');
  if (!has_most_cells(field, side * side)) return false;
  if (has_letters && others <= kMaxLost && letters.count() <= side + 2) return true;
  if (field.size() + kMaxLost < side * side) return false;
  const auto is_digit_sign = [](char c) { return c >= '0' && c <= '9'; };
  const auto zeros = static_cast<std::size_t>(std::ranges::count(field, '0'));
  return std::ranges::all_of(field, is_digit_sign) && zeros <= side + 1 &&
         may_be_regions(field, side);
}

/// A board that has lost some cells, or got some.
bool may_be_damaged_board(std::string_view field, std::size_t cells) {
  return has_most_cells(field, cells) &&
         std::ranges::any_of(field, [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
}

/// A row of symbols without what stands between cells.
std::string symbols_of_row(std::string_view line) {
  std::string symbols;
  std::ranges::copy_if(line, std::back_inserter(symbols),
                       [](char c) { return c != '\r' && !is_field_gap(c); });
  return symbols;
}

}  // namespace

MapKind map_kind(std::string_view symbols) {
  const std::size_t side = side_of_map(symbols.size());
  if (side == 0 || !has_each_as_often(symbols, side) || is_latin_grid(symbols, side)) {
    return MapKind::kNone;
  }
  // Letters are no values of small boards.
  constexpr std::size_t kMaxDigits = 9;
  const bool are_letters = side <= kMaxDigits && std::ranges::all_of(symbols, is_letter_sign);
  return are_letters || hang_together(symbols, side) ? MapKind::kRegions : MapKind::kUnclear;
}

std::optional<RegionLine> find_region_line(std::string_view line) {
  constexpr std::size_t kMinLine = 2 * kMinSide * kMinSide + 1 - kMinSide * kMinSide / 2;
  if (line.size() < kMinLine) return std::nullopt;
  RegionLine found;
  bool has_two_maps = false;
  std::vector<std::string_view> fields;
  std::vector<std::string_view> boards;
  for (const char* at = std::ranges::find_if_not(line, is_field_gap); at != line.end();) {
    const char* const end = std::find_if(at, line.end(), is_field_gap);
    std::string_view field(at, end);
    at = std::find_if_not(end, line.end(), is_field_gap);
    if (field.size() > 1 && (field.front() == '"' || field.front() == '\'') &&
        field.back() == field.front()) {
      field = field.substr(1, field.size() - 2);
    }
    if (2 * field.size() >= kMinSide * kMinSide) fields.push_back(field);
    const bool is_long = field.size() >= kMinSide * kMinSide;
    const MapKind kind = is_long ? map_kind(field) : MapKind::kNone;
    if (kind != MapKind::kNone) {
      has_two_maps = has_two_maps || !found.regions.empty();
      found.regions = field;
      found.is_unclear = found.is_unclear || kind == MapKind::kUnclear;
    } else if (is_long && side_of_map(field.size()) != 0 &&
               std::ranges::none_of(field, [](char c) { return c == '~' || c == '_'; })) {
      boards.push_back(field);
    } else if (!std::ranges::all_of(field, is_number_sign)) {
      found.other = field;
    }
  }
  if (found.regions.empty()) {
    // A map that is damaged: the board's cells tell how many there should be.
    const auto board = std::ranges::find_if(boards, [&](std::string_view field) {
      const bool has_cells = may_be_damaged_board(field, field.size());
      return has_cells && std::ranges::any_of(fields, [&](std::string_view other) {
               return other.data() != field.data() &&
                      may_be_damaged_map(other, side_of_map(field.size()));
             });
    });
    if (board == boards.end()) return std::nullopt;
    found.board = found.regions = *board;
    found.is_unclear = true;
    return found;
  }
  std::erase_if(boards,
                [&](std::string_view board) { return board.size() != found.regions.size(); });
  if (boards.empty()) {
    const bool has_damaged = std::ranges::any_of(fields, [&](std::string_view field) {
      return field.data() != found.regions.data() &&
             may_be_damaged_board(field, found.regions.size());
    });
    if (!has_damaged) return std::nullopt;
    found.is_unclear = true;
    return found;
  }
  found.board = boards.front();
  // A solution may stand there as well.
  found.is_unclear = found.is_unclear || has_two_maps || boards.size() > 2;
  if (boards.size() == 2) {
    const auto is_full = [](std::string_view board) {
      return has_each_as_often(board, side_of_map(board.size()));
    };
    if (is_full(boards[0])) std::swap(boards[0], boards[1]);
    found.board = boards[0];
    found.is_unclear = found.is_unclear || !is_full(boards[1]);
  }
  return found;
}

std::optional<bool> begins_with_regions(std::string_view text, std::size_t size, bool is_open,
                                        std::size_t& bytes) {
  std::string symbols;
  std::size_t at = 0;
  while (symbols.size() < size * size) {
    if (at >= text.size()) return is_open && !symbols.empty() ? std::nullopt : std::optional(false);
    const std::size_t feed = text.find('\n', at);
    const bool is_cut_off = feed == std::string_view::npos && is_open;
    const std::size_t end = std::min(feed, text.size());
    const std::string_view line = text.substr(at, end - at);
    at = feed == std::string_view::npos ? end : feed + 1;
    // Most lines behind a board are those of the next one.
    constexpr std::size_t kMaxRowBytes = 4;
    if (line.size() > kMaxRowBytes * size) return false;
    if (is_cut_off) return std::nullopt;
    const std::string row = symbols_of_row(line);
    if (row.empty() && symbols.empty()) continue;
    if (row.size() != size) return false;
    symbols += row;
    if (symbols.size() == 2 * size && !may_be_regions(symbols, size)) return false;
  }
  bytes = at;
  return map_kind(symbols) == MapKind::kRegions;
}

}  // namespace puzzled
