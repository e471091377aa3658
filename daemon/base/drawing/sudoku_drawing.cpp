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
constexpr std::int64_t kBetweenDigits = 5;

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

constexpr std::array<std::uint8_t, sudoku::kCells> kBoxes = [] {
  std::array<std::uint8_t, sudoku::kCells> boxes{};
  for (int cell = 0; cell < sudoku::kCells; ++cell) {
    boxes[static_cast<std::size_t>(cell)] =
        static_cast<std::uint8_t>(sudoku::row_of(cell) / 3 * 3 + sudoku::column_of(cell) / 3);
  }
  return boxes;
}();

DrawnBoard classic_board(const Grid& clues, const Grid& grid) {
  return {.clues = clues.digits, .values = grid.digits, .regions = kBoxes};
}

/// The places and lines of a board.
class BoardPicture {
 public:
  explicit BoardPicture(const DrawnBoard& board) : board_(board) {}

  int cells() const { return board_.size * board_.size; }
  std::int64_t side() const { return kCell * board_.size; }
  std::int64_t picture_side() const { return side() + 2 * kSvgMargin; }
  std::int64_t left_of(int cell) const { return kSvgMargin + kCell * (cell % board_.size); }
  std::int64_t top_of(int cell) const { return kSvgMargin + kCell * (cell / board_.size); }

  void draw(Svg& svg, std::int64_t drop) const {
    svg.path(lines(false), kLineStyle);
    svg.path(lines(true), kBoxStyle);
    svg.begin_group(kRound);
    draw_values(svg, true, drop);
    draw_values(svg, false, drop);
    svg.end_group();
  }

 private:
  /// The borders of regions, or the lines that are not wholly such.
  std::string lines(bool are_borders) const {
    std::string data;
    for (int i = 0; i <= board_.size; ++i) {
      append_line(data, i, true, are_borders);
      append_line(data, i, false, are_borders);
    }
    return data;
  }

  /// The line in front of row or column `i`.
  void append_line(std::string& data, int i, bool is_upright, bool are_borders) const {
    const int size = board_.size;
    int borders = 0;
    for (int at = 0; at < size; ++at) borders += is_border(i, at, is_upright) ? 1 : 0;
    const auto append = [&](int begin, int end) {
      const std::int64_t across = kSvgMargin + i * kCell;
      const std::int64_t along = kSvgMargin + begin * kCell;
      append_command(data, 'M', is_upright ? across : along, is_upright ? along : across);
      append_command(data, is_upright ? 'v' : 'h', (end - begin) * kCell);
    };
    if (!are_borders) {
      if (borders < size) append(0, size);
      return;
    }
    for (int begin = 0; begin < size;) {
      int end = begin;
      while (end < size && is_border(i, end, is_upright)) ++end;
      if (end > begin) append(begin, end);
      begin = end + 1;
    }
  }

  bool is_border(int i, int at, bool is_upright) const {
    if (i == 0 || i == board_.size) return true;
    if (board_.regions.empty()) return false;
    const int cell = is_upright ? at * board_.size + i : i * board_.size + at;
    const int before = is_upright ? cell - 1 : cell - board_.size;
    return board_.regions[static_cast<std::size_t>(cell)] !=
           board_.regions[static_cast<std::size_t>(before)];
  }

  /// The values that are clues, or those that are not.
  void draw_values(Svg& svg, bool are_clues, std::int64_t drop) const {
    svg.begin_group(are_clues ? kClueStyle : kAnswerStyle);
    for (int cell = 0; cell < cells(); ++cell) {
      const auto index = static_cast<std::size_t>(cell);
      if (board_.values[index] == 0 || (board_.clues[index] != 0) != are_clues) continue;
      const std::string number = std::to_string(board_.values[index]);
      const auto digits = static_cast<std::int64_t>(number.size());
      const std::int64_t width = digits * kDigitWidth + (digits - 1) * kBetweenDigits;
      std::int64_t x = left_of(cell) + (kCell - width) / 2;
      for (const char digit : number) {
        svg.use(std::string("d") + digit, x, top_of(cell) + (kCell - kDigitHeight) / 2 + drop);
        x += kDigitWidth + kBetweenDigits;
      }
    }
    svg.end_group();
  }

  const DrawnBoard& board_;
};

void define_digits(Svg& svg, std::string_view signs) {
  for (const char sign : signs) svg.define(std::string("d") + sign, digit_shape(sign));
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

void draw_weights(Svg& svg, const BoardPicture& picture,
                  std::span<const std::int32_t, sudoku::kCells> weights) {
  svg.begin_group(kRound);
  svg.begin_group(kWeightStyle);
  for (int cell = 0; cell < sudoku::kCells; ++cell) {
    std::int64_t x = (picture.left_of(cell) + 4) * kWeightScale;
    for (const char sign : std::to_string(weights[static_cast<std::size_t>(cell)])) {
      svg.use(std::string("d") + sign, x, (picture.top_of(cell) + 4) * kWeightScale);
      x += kDigitWidth + 7;
    }
  }
  svg.end_group();
  svg.end_group();
}

}  // namespace

std::string board_svg(const DrawnBoard& board, std::string_view title,
                      std::string_view description) {
  const BoardPicture picture(board);
  Svg svg(picture.picture_side(), picture.picture_side(), title, description);
  define_digits(svg, board.size > 9 ? "0123456789" : "123456789");
  for (int cell = 0; cell < picture.cells(); ++cell) {
    if (board.clues[static_cast<std::size_t>(cell)] == 0) continue;
    svg.rectangle(picture.left_of(cell), picture.top_of(cell), kCell, kCell, kClueFill);
  }
  picture.draw(svg, 0);
  return svg.take();
}

std::string sudoku_svg(const Grid& clues, const Grid& grid, std::string_view title) {
  return board_svg(classic_board(clues, grid), title, description(clues, grid));
}

std::string weighted_sudoku_svg(const Grid& clues, const Grid& grid,
                                std::span<const std::int32_t, sudoku::kCells> weights,
                                std::string_view title) {
  const DrawnBoard board = classic_board(clues, grid);
  const BoardPicture picture(board);
  Svg svg(picture.picture_side(), picture.picture_side(), title, description(clues, grid));
  define_digits(svg, "-0123456789");
  std::vector<std::int32_t> ranks(weights.begin(), weights.end());
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  for (int cell = 0; cell < sudoku::kCells; ++cell) {
    const auto rank = std::ranges::lower_bound(ranks, weights[static_cast<std::size_t>(cell)]);
    svg.rectangle(picture.left_of(cell), picture.top_of(cell), kCell, kCell,
                  shade(static_cast<std::size_t>(rank - ranks.begin()), ranks.size()));
  }
  draw_weights(svg, picture, weights);
  picture.draw(svg, 4);
  return svg.take();
}

}  // namespace puzzled
