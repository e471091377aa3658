// Regions beside a board, as a symbol for each cell: n times n symbols, each n times. A full grid
// has as many of each value, so the two are told apart by what they hold: in a grid no value comes
// twice in a row or a column, and a piece of cells that touch each other always does.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace puzzled {

enum class MapKind : std::uint8_t {
  kNone,     ///< no symbol for each cell, or a full grid
  kRegions,  ///< regions
  kUnclear,  ///< neither pieces that hang together nor a grid: no reader can tell what it means
};

/// What the symbols of n·n cells are, row by row; n is from 4 to 25.
MapKind map_kind(std::string_view symbols);

/// A cheap look at as many symbols: false if they are no regions that hang together.
constexpr bool may_be_regions(std::string_view symbols, std::size_t size) {
  return symbols.size() > size && (symbols[0] == symbols[1] || symbols[0] == symbols[size]);
}

/// A line with a board and its regions in two fields, apart by blanks, commas, semicolons, tabs or
/// bars, perhaps in quotes.
struct RegionLine {
  std::string_view board;
  std::string_view regions;
  std::string_view other;  ///< a further field that is no number
  bool is_unclear = false;
};
std::optional<RegionLine> find_region_line(std::string_view line);

/// Whether the next n rows of a text, behind blank lines, are the regions of the board before them.
/// Nothing: it takes more text to tell. `bytes` is set to that of the lines.
std::optional<bool> begins_with_regions(std::string_view text, std::size_t size, bool is_open,
                                        std::size_t& bytes);

}  // namespace puzzled
