#include "core/sudoku/tools/puzzle_lines.hpp"

#include <optional>

#include "core/sudoku/conflict.hpp"

namespace puzzled::sudoku {

using Item = PuzzleReader::Item;

void PuzzleLines::read(std::string_view block, const TextForm& form, const BlockContext& context,
                       PlainLineCounter count_plain_lines) {
  clear();
  PuzzleReader reader(block, form, context, count_plain_lines);
  reader.show_headers();
  while (const std::optional<Item> item = reader.next()) {
    switch (*item) {
      case Item::kPlainLines:
        add_plain_lines(reader.plain_lines(), reader.place());
        break;
      case Item::kPuzzle:
        add(reader.puzzle().grid, reader.line(), reader.place(),
            form.layout == Layout::kBoards ? &reader : nullptr);
        break;
      case Item::kFault:
        invalid_.push_back({grids_.size(), reader.place(), reader.puzzle().error});
        break;
      case Item::kHeader:
        // Of several, the first counts, wherever the text was cut between them.
        if (header_.empty() && grids_.empty() && invalid_.empty()) header_ = reader.line();
        break;
    }
  }
  line_ends_ = reader.line_ends();
}

void PuzzleLines::clear() {
  grids_.clear();
  lines_.clear();
  invalid_.clear();
  header_ = {};
}

void PuzzleLines::add(const Grid& grid, std::string_view line, TextPlace place,
                      const PuzzleReader* board) {
  if (const std::optional<Conflict> conflict = find_conflict(grid)) {
    if (board != nullptr) {
      place = board->place_of(conflict->second_cell);
    } else {
      place.column += static_cast<std::uint32_t>(conflict->second_cell);
    }
    invalid_.push_back({grids_.size(), place, to_text(*conflict)});
    return;
  }
  grids_.push_back(grid);
  lines_.push_back(line);
}

void PuzzleLines::add_plain_lines(std::string_view lines, TextPlace first) {
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, kCells);
    const auto* const cells = reinterpret_cast<const std::uint8_t*>(line.data());
    if (has_conflict(cells)) {
      add(grid_of(cells), line, first, nullptr);
    } else {
      grids_.push_back(grid_of(cells));
      lines_.push_back(line);
    }
    lines.remove_prefix(kLineBytes);
    ++first.line;
  }
}

std::uint64_t count_puzzle_lines(std::string_view block, const TextForm& form,
                                 const BlockContext& context, PlainLineCounter count_plain_lines) {
  std::uint64_t count = 0;
  PuzzleReader reader(block, form, context, count_plain_lines);
  while (const std::optional<Item> item = reader.next()) {
    count += *item == Item::kPlainLines ? reader.plain_lines().size() / kLineBytes : 1;
  }
  return count;
}

}  // namespace puzzled::sudoku
