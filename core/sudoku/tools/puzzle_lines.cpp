#include "core/sudoku/tools/puzzle_lines.hpp"

#include <optional>

#include "core/sudoku/conflict.hpp"

namespace puzzled::sudoku {

using Item = PuzzleReader::Item;

void PuzzleLines::read(std::string_view block, const TextForm& form, const BlockContext& context,
                       PlainLineCounter count_plain_lines) {
  clear();
  form_ = form;
  PuzzleReader reader(block, form, context, count_plain_lines);
  reader.show_headers();
  while (const std::optional<Item> item = reader.next()) {
    switch (*item) {
      case Item::kPlainLines:
        add_plain_lines(reader.plain_lines(), form.plain_form, reader.place());
        break;
      case Item::kPuzzle:
        add(reader.puzzle().grid, reader.line(), reader.place(),
            reader.is_scattered() ? &reader : nullptr);
        break;
      case Item::kFault:
        faults_.add(reader.puzzle(), size(), reader.line());
        break;
      case Item::kHeader:
        // Of several, the first counts, wherever the text was cut between them.
        if (header_.empty() && lines_.empty() && faults_.empty()) header_ = reader.line();
        break;
      case Item::kEmpty:
        break;
    }
  }
  line_ends_ = reader.line_ends();
  account_ = reader.account();
}

void PuzzleLines::clear() {
  grids_.clear();
  lines_.clear();
  line_numbers_.clear();
  faults_.clear();
  header_ = {};
}

void PuzzleLines::add(const Grid& grid, std::string_view line, TextPlace place,
                      const PuzzleReader* scattered) {
  if (const std::optional<Conflict> conflict = find_conflict(grid)) {
    if (scattered != nullptr) {
      place = scattered->place_of(conflict->second_cell);
    } else {
      place.column += static_cast<std::uint32_t>(conflict->second_cell);
    }
    faults_.add(place, to_text(*conflict), size(), line);
    return;
  }
  append(grid, line, scattered == nullptr ? place : scattered->place_of(0));
}

void PuzzleLines::append(const Grid& grid, std::string_view line, TextPlace place) {
  grids_.resize(size());
  grids_.push_back(grid);
  append(line, place);
}

void PuzzleLines::append(std::string_view line, TextPlace place) {
  lines_.push_back(line);
  line_numbers_.push_back(place.line);
}

void PuzzleLines::add_plain_lines(std::string_view lines, PlainForm form, TextPlace first) {
  const std::size_t bytes = plain_line_bytes(form);
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, bytes - 1);
    const auto* const cells = reinterpret_cast<const std::uint8_t*>(line.data());
    if (has_conflict(cells)) {
      add(grid_of(cells), line, first, nullptr);
    } else if (plain_grids_ == PlainGrids::kLeftOut) {
      append(line, first);
    } else {
      append(grid_of(cells), line, first);
    }
    lines.remove_prefix(bytes);
    ++first.line;
  }
}

std::uint64_t count_puzzle_lines(std::string_view block, const TextForm& form,
                                 const BlockContext& context, PlainLineCounter count_plain_lines) {
  std::uint64_t count = 0;
  PuzzleReader reader(block, form, context, count_plain_lines);
  while (const std::optional<Item> item = reader.next()) {
    count += *item == Item::kPlainLines
                 ? reader.plain_lines().size() / plain_line_bytes(form.plain_form)
                 : 1;
  }
  return count;
}

}  // namespace puzzled::sudoku
