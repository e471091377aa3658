#include "daemon/base/drawing/sudoku_drawing.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "core/sudoku/text/answer_text.hpp"
#include "daemon/base/drawing/svg.hpp"

namespace puzzled {
namespace {

using sudoku::Grid;

constexpr std::int64_t kCell = 48;
constexpr std::int64_t kBoard = kCell * sudoku::kSide;
constexpr std::int64_t kPicture = kBoard + 2 * kSvgMargin;

constexpr std::string_view kClueFill = "#eaeef2";
constexpr std::string_view kLineStyle = "fill=\"none\" stroke=\"#b7c0ca\"";
constexpr std::string_view kBoxStyle =
    "fill=\"none\" stroke=\"#1f2328\" stroke-width=\"3\" stroke-linecap=\"square\"";
constexpr std::string_view kRound =
    "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
constexpr std::string_view kClueStyle = "stroke=\"#1f2328\" stroke-width=\"4\"";
constexpr std::string_view kAnswerStyle = "stroke=\"#0b6e4f\" stroke-width=\"2\"";
// Digits of the full size are drawn at a quarter of it.
constexpr std::string_view kWeightStyle =
    "stroke=\"#59636e\" stroke-width=\"5\" transform=\"scale(.25)\"";
constexpr std::int64_t kWeightScale = 4;

std::int64_t left_of(int cell) {
  return kSvgMargin + kCell * sudoku::column_of(cell);
}
std::int64_t top_of(int cell) {
  return kSvgMargin + kCell * sudoku::row_of(cell);
}

/// The lines between cells of the numbers that `wanted` takes.
template <class Wanted>
std::string lines(Wanted wanted) {
  std::string data;
  for (std::int64_t i = 0; i <= sudoku::kSide; ++i) {
    if (!wanted(i)) continue;
    append_command(data, 'M', kSvgMargin + i * kCell, kSvgMargin);
    append_command(data, 'v', kBoard);
    append_command(data, 'M', kSvgMargin, kSvgMargin + i * kCell);
    append_command(data, 'h', kBoard);
  }
  return data;
}

void define_digits(Svg& svg, std::string_view signs) {
  for (const char sign : signs) svg.define(std::string("d") + sign, digit_shape(sign));
}

/// The digits of `grid` that are clues, or those that are not.
void draw_digits(Svg& svg, const Grid& clues, const Grid& grid, bool are_clues, std::int64_t drop) {
  svg.begin_group(are_clues ? kClueStyle : kAnswerStyle);
  for (int cell = 0; cell < sudoku::kCells; ++cell) {
    if (grid[cell] == 0 || (clues[cell] != 0) != are_clues) continue;
    svg.use(std::string("d") + static_cast<char>('0' + grid[cell]),
            left_of(cell) + (kCell - kDigitWidth) / 2,
            top_of(cell) + (kCell - kDigitHeight) / 2 + drop);
  }
  svg.end_group();
}

void draw_lines_and_digits(Svg& svg, const Grid& clues, const Grid& grid, std::int64_t drop) {
  svg.path(lines([](std::int64_t i) { return i % 3 != 0; }), kLineStyle);
  svg.path(lines([](std::int64_t i) { return i % 3 == 0; }), kBoxStyle);
  svg.begin_group(kRound);
  draw_digits(svg, clues, grid, true, drop);
  draw_digits(svg, clues, grid, false, drop);
  svg.end_group();
}

std::string description(const Grid& clues, const Grid& grid) {
  std::string text = "puzzle ";
  sudoku::append_cells(text, clues);
  text += ", solution ";
  sudoku::append_cells(text, grid);
  return text;
}

/// A colour between white for the smallest of the weights and amber for the largest.
std::string shade(std::size_t rank, std::size_t ranks) {
  constexpr std::array<unsigned, 3> kLightest = {0xff, 0xff, 0xff};
  constexpr std::array<unsigned, 3> kDarkest = {0xf5, 0xb9, 0x4e};
  std::array<unsigned, 3> colour = kLightest;
  for (std::size_t i = 0; ranks > 1 && i < colour.size(); ++i) {
    const auto step = static_cast<unsigned>(rank), steps = static_cast<unsigned>(ranks - 1);
    colour[i] = (kLightest[i] * (steps - step) + kDarkest[i] * step) / steps;
  }
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", colour[0], colour[1], colour[2]);
  return text;
}

void draw_weights(Svg& svg, std::span<const std::int32_t, sudoku::kCells> weights) {
  svg.begin_group(kRound);
  svg.begin_group(kWeightStyle);
  for (int cell = 0; cell < sudoku::kCells; ++cell) {
    std::int64_t x = (left_of(cell) + 4) * kWeightScale;
    for (const char sign : std::to_string(weights[static_cast<std::size_t>(cell)])) {
      svg.use(std::string("d") + sign, x, (top_of(cell) + 4) * kWeightScale);
      x += kDigitWidth + 7;
    }
  }
  svg.end_group();
  svg.end_group();
}

}  // namespace

std::string sudoku_svg(const Grid& clues, const Grid& grid, std::string_view title) {
  Svg svg(kPicture, kPicture, title, description(clues, grid));
  define_digits(svg, "123456789");
  for (int cell = 0; cell < sudoku::kCells; ++cell) {
    if (clues[cell] != 0) svg.rectangle(left_of(cell), top_of(cell), kCell, kCell, kClueFill);
  }
  draw_lines_and_digits(svg, clues, grid, 0);
  return svg.take();
}

std::string weighted_sudoku_svg(const Grid& clues, const Grid& grid,
                                std::span<const std::int32_t, sudoku::kCells> weights,
                                std::string_view title) {
  Svg svg(kPicture, kPicture, title, description(clues, grid));
  define_digits(svg, "-0123456789");
  std::vector<std::int32_t> ranks(weights.begin(), weights.end());
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  for (int cell = 0; cell < sudoku::kCells; ++cell) {
    const auto rank = std::ranges::lower_bound(ranks, weights[static_cast<std::size_t>(cell)]);
    svg.rectangle(left_of(cell), top_of(cell), kCell, kCell,
                  shade(static_cast<std::size_t>(rank - ranks.begin()), ranks.size()));
  }
  draw_weights(svg, weights);
  draw_lines_and_digits(svg, clues, grid, 4);
  return svg.take();
}

}  // namespace puzzled
