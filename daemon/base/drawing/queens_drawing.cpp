#include "daemon/base/drawing/queens_drawing.hpp"

#include <cstdint>
#include <string_view>

#include "daemon/base/drawing/svg.hpp"

namespace puzzled {
namespace {

constexpr std::int64_t kSquare = 48;

// A crown of five points with a ball on each, on a foot.
constexpr std::string_view kQueen =
    "M8 17l5 19h22l5-19-8 8-2-14-6 12-6-12-2 14z"
    "M5 15a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"
    "M15 9.5a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"
    "M27 9.5a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"
    "M37 15a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"
    "M12 38h24v4h-24z";

}  // namespace

std::string queens_svg(std::span<const int> columns) {
  const auto side = static_cast<std::int64_t>(columns.size());
  const std::int64_t board = side * kSquare;
  std::string places = "columns of the queens, row by row:";
  for (const int column : columns) places += ' ' + std::to_string(column);
  Svg svg(board + 2 * kSvgMargin, board + 2 * kSvgMargin,
          side == 1 ? "1 queen" : std::to_string(side) + " queens, none of which attacks another",
          places);
  svg.rectangle(kSvgMargin - 2, kSvgMargin - 2, board + 4, board + 4, "#173a2b");
  svg.rectangle(kSvgMargin, kSvgMargin, board, board, "#eef5f1");
  std::string dark;
  for (std::int64_t row = 0; row < side; ++row) {
    for (std::int64_t column = (row + 1) % 2; column < side; column += 2) {
      append_command(dark, 'M', kSvgMargin + column * kSquare, kSvgMargin + row * kSquare);
      append_command(dark, 'h', kSquare);
      append_command(dark, 'v', kSquare);
      append_command(dark, 'h', -kSquare);
      dark += 'z';
    }
  }
  if (!dark.empty()) svg.path(dark, "fill=\"#8fc1a9\"");
  svg.define("queen", kQueen);
  svg.begin_group("fill=\"#173a2b\"");
  std::int64_t row = 0;
  for (const int column : columns) {
    svg.use("queen", kSvgMargin + (column - 1) * kSquare, kSvgMargin + row++ * kSquare);
  }
  svg.end_group();
  return svg.take();
}

void append_queens_drawing(std::string& text, std::span<const int> columns, bool colour) {
  const int side = static_cast<int>(columns.size());
  std::string rule;
  for (int column = 0; column < 2 * side + 1; ++column) rule += "─";
  if (!colour) text += "┌" + rule + "┐\n";
  for (int row = 0; row < side; ++row) {
    if (!colour) text += "│ ";
    for (int column = 0; column < side; ++column) {
      const bool has_queen = columns[static_cast<std::size_t>(row)] == column + 1;
      if (!colour) {
        text += has_queen ? "Q " : ". ";
        continue;
      }
      // Black on two greens of the 256-colour terminal.
      text += (row + column) % 2 == 0 ? "\x1b[1;38;5;16;48;5;194m " : "\x1b[1;38;5;16;48;5;108m ";
      text += has_queen ? "Q " : "  ";
    }
    text += colour ? "\x1b[0m\n" : "│\n";
  }
  if (!colour) text += "└" + rule + "┘\n";
}

}  // namespace puzzled
