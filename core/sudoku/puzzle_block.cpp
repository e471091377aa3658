#include "core/sudoku/puzzle_block.hpp"

#include <optional>
#include <utility>

#include "core/sudoku/board_reader.hpp"

namespace puzzled::sudoku {
namespace {

void visit_boards(std::string_view text, std::uint32_t number, const BlockContext& context,
                  const PuzzleVisit& visit) {
  BoardReader reader(context);
  const auto show = [&] {
    PuzzleText board = reader.board();
    board.place.line += number - 1;
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

std::optional<PuzzleText> read_puzzle_line(std::string_view line, std::uint32_t number,
                                           const TextForm& form) {
  const auto misread = [number](std::string error, std::size_t offset) {
    return PuzzleText{.grid = {},
                      .error = std::move(error),
                      .place = {number, static_cast<std::uint32_t>(offset) + 1}};
  };
  if (line.size() > kMaxLineBytes) {
    return misread("line longer than " + std::to_string(kMaxLineBytes) + " bytes", kMaxLineBytes);
  }
  std::string_view cells = line;
  if (form.has_header) {
    const std::optional<std::string_view> field = csv_field(line, form.csv_column);
    if (!field) return misread("no field " + std::to_string(form.csv_column + 1), line.size());
    if (is_puzzle_header(*field)) return std::nullopt;
    cells = *field;
  }
  const auto offset = static_cast<std::size_t>(cells.data() - line.data());
  PuzzleText puzzle;
  puzzle.place = {number, static_cast<std::uint32_t>(offset) + 1};
  if (read_cells(cells, puzzle.grid)) return puzzle;
  std::uint32_t at = 0;
  std::string error = explain_cells(cells, at);
  return misread(std::move(error), offset + at);
}

void visit_puzzles(std::string_view block, const TextForm& form, const BlockContext& context,
                   const PuzzleVisit& visit) {
  const BlockStart start = start_of_block(block, context);
  if (start.is_within_line) return;
  std::string_view text = start.text;
  std::uint32_t number = 1 + start.line_ends;
  if (form.layout == Layout::kBoards) return visit_boards(text, number, context, visit);
  for (; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    const LineClass kind = classify(line, Layout::kLines);
    if (kind == LineClass::kEnd) return;
    if (kind != LineClass::kContent) continue;
    if (const auto puzzle = read_puzzle_line(line, number, form)) visit(*puzzle);
  }
}

}  // namespace puzzled::sudoku
