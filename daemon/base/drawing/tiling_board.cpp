#include "daemon/base/drawing/tiling_board.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "daemon/base/drawing/svg.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled {
namespace {

using cover::NamedProblem;

struct Cell {
  std::array<std::int64_t, 3> at{};
  std::size_t numbers = 0;  // 2 on a board, 3 in a box
};

/// `3.5` or `3.5.1`.
std::optional<Cell> parse_cell(std::string_view name) {
  constexpr std::size_t kMaxDigits = 6;
  Cell cell;
  while (true) {
    const std::string_view number = name.substr(0, name.find('.'));
    const std::optional<std::uint32_t> value = parse_whole<std::uint32_t>(number);
    if (!value || number.size() > kMaxDigits || cell.numbers == cell.at.size()) return {};
    cell.at[cell.numbers++] = *value;
    if (number.size() == name.size()) break;
    name.remove_prefix(number.size() + 1);
  }
  return cell.numbers < 2 ? std::nullopt : std::optional(cell);
}

// Twelve colours, so that each pentomino can have its own; black lines show on all of them.
constexpr std::string_view kColours[] = {"#ef8f84", "#f6b66f", "#f3d96b", "#bfd96a",
                                         "#79c587", "#5bbcae", "#6cb5e6", "#8197e0",
                                         "#b28ada", "#de8ac4", "#bd9c7e", "#aab4bf"};
constexpr std::size_t kColourCount = std::size(kColours);
// The same of the 256-colour terminal.
constexpr int kTerminalColours[kColourCount] = {210, 215, 221, 149, 114, 73,
                                                75,  105, 140, 175, 137, 145};

constexpr std::string_view kFreeFill = "#eaeef2";  // of cells that are not covered

constexpr std::int64_t kSide = 40;

constexpr std::string_view kOutlineStyle =
    "fill=\"none\" stroke=\"#1f2328\" stroke-width=\"3\" stroke-linecap=\"round\"";
constexpr std::string_view kSeamStyle = "fill=\"none\" stroke=\"#1f2328\" stroke-opacity=\".15\"";

std::int64_t pixel(std::int64_t place) {
  return kSvgMargin + place * kSide;
}

/// The character that joins lines to the top, right, bottom and left.
std::string_view joint(bool top, bool right, bool bottom, bool left) {
  static constexpr std::string_view kJoints[16] = {" ", "╵", "╶", "└", "╷", "│", "┌", "├",
                                                   "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
  return kJoints[(top ? 1 : 0) + (right ? 2 : 0) + (bottom ? 4 : 0) + (left ? 8 : 0)];
}

/// Appends blanks in the colour of a piece, or without one.
void append_blanks(std::string& text, std::size_t count, const std::uint8_t* colour) {
  if (colour != nullptr) {
    text += "\x1b[48;5;" + std::to_string(kTerminalColours[*colour]) + 'm';
  }
  text.append(count, ' ');
  if (colour != nullptr) text += "\x1b[0m";
}

/// Whether some option of the problem is a piece of several cells.
bool has_pieces(const cover::Problem& problem, const std::vector<std::int32_t>& place_of) {
  for (std::size_t option = 0; option < problem.options(); ++option) {
    int cells = 0;
    for (const cover::Element& element : problem.option(option)) {
      if (place_of[element.item] >= 0 && ++cells > 1) return true;
    }
  }
  return false;
}

/// A cell that several options of a solution may have; nothing if there is none.
std::optional<std::uint32_t> shared_cell(const cover::Problem& problem,
                                         const std::vector<std::int32_t>& place_of) {
  for (std::uint32_t item = 0; item < problem.primary_items(); ++item) {
    if (place_of[item] >= 0 && problem.bounds(item).hi > 1) return item;
  }
  for (std::size_t option = 0; option < problem.options(); ++option) {
    for (const cover::Element& element : problem.option(option)) {
      if (place_of[element.item] >= 0 && element.colour != 0) return element.item;
    }
  }
  return {};
}

}  // namespace

Result<TilingBoard> TilingBoard::of(const NamedProblem& named) {
  const auto no_board = [](const std::string& reason) {
    return Error{"there is no board to draw: " + reason};
  };
  TilingBoard board(named);
  std::vector<std::optional<Cell>> cells(named.problem.items());
  std::size_t numbers = 0;
  std::array<std::int64_t, 3> least{};
  std::array<std::int64_t, 3> most{};
  for (std::size_t item = 0; item < cells.size(); ++item) {
    cells[item] = parse_cell(named.item_names[item]);
    if (!cells[item]) continue;
    const Cell& cell = *cells[item];
    if (numbers == 0) {
      numbers = cell.numbers;
      least = most = cell.at;
    }
    if (cell.numbers != numbers) {
      return no_board("some cells have two numbers and some three");
    }
    for (std::size_t i = 0; i < numbers; ++i) {
      least[i] = std::min(least[i], cell.at[i]);
      most[i] = std::max(most[i], cell.at[i]);
    }
  }
  if (numbers == 0) return no_board("no item is named as a cell, ROW.COLUMN such as 3.5");
  const std::int64_t columns = most[1] - least[1] + 1;
  const std::int64_t layers = most[2] - least[2] + 1;
  board.rows_ = most[0] - least[0] + 1;
  board.layer_step_ = layers > 1 ? columns + 1 : 0;
  // (Each of the three is below 2^20.)
  board.columns_ = layers * (columns + 1) - 1;
  if (static_cast<std::uint64_t>(board.columns_) >
      kMaxPlaces / static_cast<std::uint64_t>(board.rows_)) {
    return no_board("its cells span more than " + std::to_string(kMaxPlaces) + " places");
  }
  board.is_cell_.assign(static_cast<std::size_t>(board.rows_ * board.columns_), false);
  for (const std::optional<Cell>& cell : cells) {
    std::int64_t place = kNone;
    if (cell) {
      place = (cell->at[0] - least[0]) * board.columns_ + (cell->at[2] - least[2]) * (columns + 1) +
              cell->at[1] - least[1];
      board.is_cell_[static_cast<std::size_t>(place)] = true;
    }
    board.place_of_.push_back(static_cast<std::int32_t>(place));
  }
  if (const auto cell = shared_cell(named.problem, board.place_of_)) {
    return no_board("several options of a solution may have the cell " + named.item_names[*cell]);
  }
  if (!has_pieces(named.problem, board.place_of_)) {
    return no_board("no option has two cells, items named ROW.COLUMN such as 3.5");
  }
  return board;
}

TilingBoard::Layout TilingBoard::layout(std::span<const std::uint32_t> options) const {
  Layout layout;
  layout.pieces.assign(static_cast<std::size_t>(rows_ * columns_), kNone);
  // In the order of the problem, so that a piece has one colour in several solutions.
  std::vector<std::uint32_t> sorted(options.begin(), options.end());
  std::ranges::sort(sorted);
  std::int32_t pieces = 0;
  for (const std::uint32_t option : sorted) {
    bool has_cells = false;
    for (const cover::Element& element : named_.problem.option(option)) {
      const std::int32_t place = place_of_[element.item];
      if (place == kNone) continue;
      layout.pieces[static_cast<std::size_t>(place)] = pieces;
      has_cells = true;
    }
    if (has_cells) ++pieces;
  }
  layout.colours = colours_of(layout, static_cast<std::size_t>(pieces));
  return layout;
}

/// Each piece has a colour of its own if there are enough; otherwise the first one that no piece
/// beside it has, or above or below it in a box, if there is one: lines show pieces anyway.
std::vector<std::uint8_t> TilingBoard::colours_of(const Layout& layout, std::size_t pieces) const {
  std::vector<std::uint8_t> colours(pieces);
  if (pieces <= kColourCount) {
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      colours[piece] = static_cast<std::uint8_t>(piece);
    }
    return colours;
  }
  std::vector<std::vector<std::int32_t>> neighbours(pieces);
  const auto add = [&](std::int32_t one, std::int32_t other) {
    if (one == kNone || other == kNone || one == other) return;
    neighbours[static_cast<std::size_t>(one)].push_back(other);
    neighbours[static_cast<std::size_t>(other)].push_back(one);
  };
  std::vector<std::size_t> order;  // of first cells: neighbours follow each other
  std::vector<bool> is_seen(pieces);
  for (std::int64_t row = 0; row < rows_; ++row) {
    for (std::int64_t column = 0; column < columns_; ++column) {
      const std::int32_t piece = piece_at(layout, row, column);
      if (piece == kNone) continue;
      const auto index = static_cast<std::size_t>(piece);
      if (!is_seen[index]) order.push_back(index);
      is_seen[index] = true;
      add(piece, piece_at(layout, row, column + 1));
      add(piece, piece_at(layout, row + 1, column));
      if (layer_step_ > 0) add(piece, piece_at(layout, row, column + layer_step_));
    }
  }
  std::vector<bool> is_coloured(pieces);
  for (const std::size_t piece : order) {
    std::array<bool, kColourCount> is_taken{};
    for (const std::int32_t other : neighbours[piece]) {
      const auto index = static_cast<std::size_t>(other);
      if (is_coloured[index]) is_taken[colours[index]] = true;
    }
    const auto free = std::ranges::find(is_taken, false);
    colours[piece] = static_cast<std::uint8_t>((free - is_taken.begin()) % kColourCount);
    is_coloured[piece] = true;
  }
  return colours;
}

std::int32_t TilingBoard::piece_at(const Layout& layout, std::int64_t row,
                                   std::int64_t column) const {
  if (row < 0 || row >= rows_ || column < 0 || column >= columns_) return kNone;
  return layout.pieces[static_cast<std::size_t>(row * columns_ + column)];
}

void TilingBoard::draw_pieces(Svg& svg, const Layout& layout) const {
  std::vector<std::string> data(layout.colours.size());
  std::string seams;
  std::string outlines;
  for (std::size_t place = 0; place < is_cell_.size(); ++place) {
    if (!is_cell_[place] || layout.pieces[place] != kNone) continue;
    const auto at = static_cast<std::int64_t>(place);
    svg.rectangle(pixel(at % columns_), pixel(at / columns_), kSide, kSide, kFreeFill);
  }
  for (std::int64_t row = 0; row <= rows_; ++row) {
    for (std::int64_t column = 0; column <= columns_; ++column) {
      const std::int32_t piece = piece_at(layout, row, column);
      const std::int64_t x = pixel(column);
      const std::int64_t y = pixel(row);
      if (piece != kNone) {
        std::string& square = data[static_cast<std::size_t>(piece)];
        append_command(square, 'M', x, y);
        append_command(square, 'h', kSide);
        append_command(square, 'v', kSide);
        append_command(square, 'h', -kSide);
        square += 'z';
      }
      const auto line = [&](std::int32_t other, char command) {
        if (piece == kNone && other == kNone) return;
        std::string& to = piece == other ? seams : outlines;
        append_command(to, 'M', x, y);
        append_command(to, command, kSide);
      };
      line(piece_at(layout, row, column - 1), 'v');
      line(piece_at(layout, row - 1, column), 'h');
    }
  }
  for (std::size_t piece = 0; piece < data.size(); ++piece) {
    svg.path(data[piece], "fill=\"" + std::string(kColours[layout.colours[piece]]) + '"');
  }
  if (!seams.empty()) svg.path(seams, kSeamStyle);
  if (!outlines.empty()) svg.path(outlines, kOutlineStyle);
}

std::string TilingBoard::svg(std::span<const std::uint32_t> options,
                             std::string_view remark) const {
  const Layout drawn = layout(options);
  std::string title = "A tiling by " + std::to_string(drawn.colours.size()) +
                      (drawn.colours.size() == 1 ? " piece" : " pieces");
  title += remark;
  std::string numbers = "options of the cover:";
  std::vector<std::uint32_t> sorted(options.begin(), options.end());
  std::ranges::sort(sorted);
  for (const std::uint32_t option : sorted) numbers += ' ' + std::to_string(option + 1);
  Svg svg(columns_ * kSide + 2 * kSvgMargin, rows_ * kSide + 2 * kSvgMargin, title, numbers);
  draw_pieces(svg, drawn);
  return svg.take();
}

void TilingBoard::append_drawing(std::string& text, std::span<const std::uint32_t> options,
                                 bool colour) const {
  const Layout drawn = layout(options);
  const auto colour_of = [&](std::int32_t piece) -> const std::uint8_t* {
    return colour && piece != kNone ? &drawn.colours[static_cast<std::size_t>(piece)] : nullptr;
  };
  const auto end_line = [&] {
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  };
  for (std::int64_t row = 0; row <= rows_; ++row) {
    for (std::int64_t column = 0; column <= columns_; ++column) {
      const std::int32_t piece = piece_at(drawn, row, column);
      const std::int32_t above = piece_at(drawn, row - 1, column);
      const std::int32_t left = piece_at(drawn, row, column - 1);
      const std::int32_t diagonal = piece_at(drawn, row - 1, column - 1);
      if (piece == above && piece == left && piece == diagonal) {
        append_blanks(text, 1, colour_of(piece));
      } else {
        text += joint(above != diagonal, piece != above, piece != left, left != diagonal);
      }
      if (column == columns_) continue;
      if (piece == above) {
        append_blanks(text, 3, colour_of(piece));
      } else {
        text += "───";
      }
    }
    end_line();
    if (row == rows_) break;
    for (std::int64_t column = 0; column <= columns_; ++column) {
      const std::int32_t piece = piece_at(drawn, row, column);
      if (piece == piece_at(drawn, row, column - 1)) {
        append_blanks(text, 1, colour_of(piece));
      } else {
        text += "│";
      }
      if (column == columns_) continue;
      if (piece == kNone && is_cell_[static_cast<std::size_t>(row * columns_ + column)]) {
        text += " . ";
      } else {
        append_blanks(text, 3, colour_of(piece));
      }
    }
    end_line();
  }
}

}  // namespace puzzled
