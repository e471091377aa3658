// The board of an exact cover problem whose items are cells, and its solutions as pictures: an
// option is a piece that lies on its cells.
//
// Cells are the items named ROW.COLUMN, or ROW.COLUMN.LAYER in a box, whose layers are drawn side
// by side; other items, such as the names of pieces, are not drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/cover/problem.hpp"
#include "core/result.hpp"

namespace puzzled {

class Svg;

class TilingBoard {
 public:
  /// Cells that a drawing may span: some hundred bytes each.
  static constexpr std::uint64_t kMaxPlaces = 1'000'000;

  /// The error says why the problem has no board. `named` must outlive the board.
  static Result<TilingBoard> of(const cover::NamedProblem& named);

  /// The picture of a solution; `remark` follows its title.
  std::string svg(std::span<const std::uint32_t> options, std::string_view remark) const;

  /// The same as text, with lines between the pieces and, with `colour`, each in a colour.
  void append_drawing(std::string& text, std::span<const std::uint32_t> options, bool colour) const;

 private:
  static constexpr std::int32_t kNone = -1;

  /// What lies where, by place: row by row over all layers.
  struct Layout {
    std::vector<std::int32_t> pieces;   ///< kNone: no piece
    std::vector<std::uint8_t> colours;  ///< by piece
  };

  explicit TilingBoard(const cover::NamedProblem& named) : named_(named) {}

  Layout layout(std::span<const std::uint32_t> options) const;
  std::vector<std::uint8_t> colours_of(const Layout& layout, std::size_t pieces) const;
  /// What lies at a place; kNone beside the board.
  std::int32_t piece_at(const Layout& layout, std::int64_t row, std::int64_t column) const;
  void draw_pieces(Svg& svg, const Layout& layout) const;

  const cover::NamedProblem& named_;
  std::int64_t rows_ = 0;
  std::int64_t columns_ = 0;            ///< of all layers, with one free between two
  std::int64_t layer_step_ = 0;         ///< from a cell to that above it; 0: there is one layer
  std::vector<std::int32_t> place_of_;  ///< by item; kNone: it is no cell
  std::vector<bool> is_cell_;           ///< by place: some item is this cell, covered or not
};

}  // namespace puzzled
