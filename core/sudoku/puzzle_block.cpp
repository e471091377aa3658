#include "core/sudoku/puzzle_block.hpp"

#include <optional>
#include <utility>

#include "core/sudoku/board_reader.hpp"

namespace puzzled::sudoku {
namespace {

void visit_error(std::string error, TextPlace place, const PuzzleVisit& visit) {
  visit({.grid = {}, .error = std::move(error), .error_place = place});
}

void visit_line(std::string_view line, std::uint32_t number, const TextForm& form,
                const PuzzleVisit& visit) {
  if (line.size() > kMaxLineBytes) {
    return visit_error("line longer than " + std::to_string(kMaxLineBytes) + " bytes",
                       {number, static_cast<std::uint32_t>(kMaxLineBytes) + 1}, visit);
  }
  std::string_view cells = line;
  if (form.has_header) {
    const std::optional<std::string_view> field = csv_field(line, form.csv_column);
    if (!field) {
      return visit_error("no field " + std::to_string(form.csv_column + 1),
                         {number, static_cast<std::uint32_t>(line.size()) + 1}, visit);
    }
    if (is_puzzle_header(*field)) return;
    cells = *field;
  }
  PuzzleText puzzle;
  if (read_cells(cells, puzzle.grid)) return visit(puzzle);
  const auto offset = static_cast<std::uint32_t>(cells.data() - line.data());
  std::uint32_t at = 0;
  std::string error = explain_cells(cells, at);
  visit_error(std::move(error), {number, offset + at + 1}, visit);
}

void visit_boards(std::string_view text, std::uint32_t number, const BlockContext& context,
                  const PuzzleVisit& visit) {
  BoardReader reader(context);
  const auto show = [&] {
    PuzzleText board = reader.board();
    board.error_place.line += number - 1;
    visit(board);
  };
  while (!text.empty()) {
    const BoardEvent event = reader.feed(take_line(text));
    if (event == BoardEvent::kBoard) show();
    if (event == BoardEvent::kEnd) break;
  }
  if (reader.finish() == BoardEvent::kBoard) show();
}

}  // namespace

void visit_puzzles(std::string_view block, const TextForm& form, const BlockContext& context,
                   const PuzzleVisit& visit) {
  std::uint32_t number = 1;
  if (context.inside_line) {
    const std::size_t newline = block.find('\n');
    if (newline == std::string_view::npos) return;
    block.remove_prefix(newline + 1);
    ++number;
  } else if (context.begins_stream) {
    block = without_byte_order_mark(block);
  }
  if (form.layout == Layout::kBoards) return visit_boards(block, number, context, visit);
  for (; !block.empty(); ++number) {
    const std::string_view line = take_line(block);
    const LineClass kind = classify(line, Layout::kLines);
    if (kind == LineClass::kEnd) return;
    if (kind == LineClass::kContent) visit_line(line, number, form, visit);
  }
}

}  // namespace puzzled::sudoku
