#include "core/sudoku/puzzle_block.hpp"

#include <optional>
#include <utility>

#include "core/sudoku/board_reader.hpp"
#include "core/sudoku/csv.hpp"

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
    reader.skip_blank_lines(text);
    if (text.empty()) break;
    const BoardEvent event = reader.feed(take_line(text));
    if (event == BoardEvent::kBoard) show();
    if (event == BoardEvent::kEnd) break;
  }
  if (reader.finish() == BoardEvent::kBoard) show();
}

/// Whether the line of a table names its columns: its first, or where tables were put together.
bool is_header(std::string_view line, const TextForm& form) {
  const auto name = csv_field(line, form.header_column, form.csv_separator);
  return name && is_puzzle_header(*name);
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
    const auto field = csv_field(line, form.csv_column, form.csv_separator);
    if ((!field || field->size() < kCells) && is_header(line, form)) return std::nullopt;
    if (!field) return misread("no field " + std::to_string(form.csv_column + 1), line.size());
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

void visit_records(std::string_view text, std::uint32_t number, const TextForm& form,
                   const PuzzleVisit& visit) {
  CsvRecords records(text, form.csv_separator, true);
  for (;;) {
    number += static_cast<std::uint32_t>(records.skip_blank_lines());
    if (records.rest().empty()) return;
    const CsvRecord record = records.read();
    const LineClass kind = classify(record.line, Layout::kLines);
    if (kind == LineClass::kEnd) return;
    if (record.unclosed_quote != std::string_view::npos) {
      const auto column = static_cast<std::uint32_t>(record.unclosed_quote) + 1;
      visit({.grid = {}, .error = std::string(kUnclosedQuote), .place = {number, column}});
    } else if (kind == LineClass::kContent) {
      if (const auto puzzle = read_puzzle_line(record.line, number, form)) visit(*puzzle);
    }
    records.take(record);
    number += static_cast<std::uint32_t>(record.lines);
  }
}

void visit_puzzles(std::string_view block, const TextForm& form, const BlockContext& context,
                   const PuzzleVisit& visit) {
  const BlockStart start = start_of_block(block, context);
  if (start.is_within_line) return;
  std::string_view text = start.text;
  std::uint32_t number = 1 + start.line_ends;
  if (form.layout == Layout::kBoards) return visit_boards(text, number, context, visit);
  if (form.has_quotes) return visit_records(text, number, form, visit);
  for (; !text.empty(); ++number) {
    number += static_cast<std::uint32_t>(skip_blank_lines(text));
    if (text.empty()) return;
    const std::string_view line = take_line(text);
    const LineClass kind = classify(line, Layout::kLines);
    if (kind == LineClass::kEnd) return;
    if (kind != LineClass::kContent) continue;
    if (const auto puzzle = read_puzzle_line(line, number, form)) visit(*puzzle);
  }
}

}  // namespace puzzled::sudoku
