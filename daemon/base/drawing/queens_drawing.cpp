#include "daemon/base/drawing/queens_drawing.hpp"

#include <array>
#include <cstddef>
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

/// Light colours, in the 256 of a terminal and as they are on a page; regions take them in turns.
struct Shade {
  int terminal;
  const char* page;
};
constexpr std::array<Shade, 12> kShades = {{{194, "#d7ffd7"},
                                            {223, "#ffd7af"},
                                            {153, "#afd7ff"},
                                            {217, "#ffafaf"},
                                            {229, "#ffffaf"},
                                            {183, "#d7afff"},
                                            {158, "#afffd7"},
                                            {252, "#d0d0d0"},
                                            {216, "#ffaf87"},
                                            {147, "#afafff"},
                                            {108, "#87af87"},
                                            {180, "#d7af87"}}};

const Shade& shade_of(int region) {
  return kShades[static_cast<std::size_t>(region) % kShades.size()];
}

void append_square(std::string& path, std::int64_t row, std::int64_t column) {
  append_command(path, 'M', kSvgMargin + column * kSquare, kSvgMargin + row * kSquare);
  append_command(path, 'h', kSquare);
  append_command(path, 'v', kSquare);
  append_command(path, 'h', -kSquare);
  path += 'z';
}

/// Regions in their colours, and lines between them.
void draw_regions(Svg& svg, int side, const BoardMarks& marks) {
  std::array<std::string, kShades.size()> paths;
  std::string lines;
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const int region = marks.region(row, column);
      append_square(paths[static_cast<std::size_t>(region) % paths.size()], row, column);
      const std::int64_t x = kSvgMargin + column * kSquare;
      const std::int64_t y = kSvgMargin + row * kSquare;
      if (column + 1 < side && marks.region(row, column + 1) != region) {
        append_command(lines, 'M', x + kSquare, y);
        append_command(lines, 'v', kSquare);
      }
      if (row + 1 < side && marks.region(row + 1, column) != region) {
        append_command(lines, 'M', x, y + kSquare);
        append_command(lines, 'h', kSquare);
      }
    }
  }
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i].empty()) continue;
    svg.path(paths[i], "fill=\"" + std::string(kShades[i].page) + "\" stroke=\"#ffffff\"");
  }
  if (!lines.empty()) svg.path(lines, "fill=\"none\" stroke=\"#173a2b\" stroke-width=\"2\"");
}

/// Dark squares of a chessboard, and its holes.
void draw_squares(Svg& svg, int side, const BoardMarks& marks) {
  std::string dark;
  std::string holes;
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      if (marks.has_hole(row, column)) {
        append_square(holes, row, column);
      } else if ((row + column) % 2 != 0) {
        append_square(dark, row, column);
      }
    }
  }
  if (!dark.empty()) svg.path(dark, "fill=\"#8fc1a9\"");
  if (!holes.empty()) svg.path(holes, "fill=\"#173a2b\"");
}

}  // namespace

std::string queens_svg(std::span<const int> columns, const BoardMarks& marks) {
  const auto side = static_cast<std::int64_t>(columns.size());
  const std::int64_t board = side * kSquare;
  std::string places = "columns of the queens, row by row:";
  for (const int column : columns) places += ' ' + std::to_string(column);
  Svg svg(board + 2 * kSvgMargin, board + 2 * kSvgMargin,
          side == 1 ? "1 queen" : std::to_string(side) + " queens, none of which attacks another",
          places);
  svg.rectangle(kSvgMargin - 2, kSvgMargin - 2, board + 4, board + 4, "#173a2b");
  svg.rectangle(kSvgMargin, kSvgMargin, board, board, "#eef5f1");
  if (marks.region) {
    draw_regions(svg, static_cast<int>(side), marks);
  } else {
    draw_squares(svg, static_cast<int>(side), marks);
  }
  svg.define("queen", kQueen);
  svg.begin_group("fill=\"#173a2b\"");
  std::int64_t row = 0;
  for (const int column : columns) {
    svg.use("queen", kSvgMargin + (column - 1) * kSquare, kSvgMargin + row++ * kSquare);
  }
  svg.end_group();
  return svg.take();
}

void append_queens_drawing(std::string& text, std::span<const int> columns, bool colour,
                           const BoardMarks& marks) {
  const int side = static_cast<int>(columns.size());
  std::string rule;
  for (int column = 0; column < 2 * side + 1; ++column) rule += "─";
  if (!colour) text += "┌" + rule + "┐\n";
  for (int row = 0; row < side; ++row) {
    if (!colour) text += "│ ";
    for (int column = 0; column < side; ++column) {
      const bool has_queen = columns[static_cast<std::size_t>(row)] == column + 1;
      const bool has_hole = marks.has_hole(row, column);
      if (!colour) {
        // Letters are signs of regions, so queens are chess pieces there.
        if (marks.region) {
          text += has_queen
                      ? "♛"
                      : std::string(
                            1, marks.signs[static_cast<std::size_t>(marks.region(row, column))]);
        } else {
          text += has_queen ? 'Q' : has_hole ? '#' : '.';
        }
        text += ' ';
        continue;
      }
      // Black on two greens of the 256-colour terminal, or on the colour of the region.
      const int shade = marks.region              ? shade_of(marks.region(row, column)).terminal
                        : has_hole                ? 16
                        : (row + column) % 2 == 0 ? 194
                                                  : 108;
      text += "\x1b[1;38;5;16;48;5;" + std::to_string(shade) + "m ";
      text += has_queen ? "Q " : "  ";
    }
    text += colour ? "\x1b[0m\n" : "│\n";
  }
  if (!colour) text += "└" + rule + "┘\n";
}

}  // namespace puzzled
