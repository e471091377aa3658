// A bound so cheap that it suits a search of a few microseconds, for weights of which few matter.
//
// Reduced weights are a sum of layers: sets of cells in which each counts alike. (Of the rings: the
// 17 cells that matter once, and the four corners once more.) In a layer the cells of a unit
// differ, so they lose something against the sum of their largest digits, which may be the same. A
// band's loss is that of its rows or that of its boxes, whichever is more, and a layer's that of
// its bands or that of its stacks.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/target_sudoku/board.hpp"
#include "core/target_sudoku/bound/kernel.hpp"
#include "core/target_sudoku/reduction.hpp"

namespace puzzled::target {

class LayerBound {
 public:
  static constexpr std::size_t kMostCells = bound::CellValues::kNoCell;

  LayerBound(const Reduction& reduction, const bound::Kernel& kernel);

  /// Whether it can be used at all: at most kMostCells matter, in not too many layers. All else
  /// REQUIRES it.
  bool is_usable() const { return is_usable_; }

  /// Whether it is usable and takes less time than the template bound.
  bool is_cheap() const { return is_cheap_; }

  /// How many times cells share a unit with others in a layer, all together: time goes with it.
  std::size_t places() const { return places_; }

  /// Numbers of cells that matter, the bound's own, as bits.
  using CellSet = std::uint64_t;

  /// What the cells that matter can hold, as values: the digit, or where the weight is negative ten
  /// less the digit. Only cells that were open when it was last read count; the others have gone
  /// into `settled`, the sum of what they score.
  struct View {
    std::int64_t settled = 0;
    CellSet open = 0;
    bound::CellValues values;
  };

  /// The view of a board. REQUIRES, of all boards: they have been propagated.
  View look(const BandBoard& board) const;

  /// Reads the view again, of a board that has no candidates that the one before had not.
  void look_again(const BandBoard& board, View& view) const;

  /// Removes from the board what the view does not have.
  void apply(const View& view, BandBoard& board) const;

  /// By number of the cell: what a unit's loss may make up for if the cell takes a smaller value.
  using Losses = std::array<std::int64_t, kMostCells>;

  /// No grid with these values scores more. If the bound is below `bar`, it may be any number
  /// below, and `losses` mean nothing.
  std::int64_t bound(const View& view, std::int64_t bar, Losses& losses) const;

  /// Removes values that cost more than `slack`, the bound less the score to reach; `losses` are
  /// those of the bound. Returns whether there were any.
  bool trim(View& view, const Losses& losses, std::int64_t slack) const;

  /// The number of the open cell whose largest value is worth most more than its next.
  /// REQUIRES: the view is of a board, and has an open cell.
  std::size_t dearest(const View& view) const;

  /// The cell of a number, and the digit that a value of it stands for.
  int cell(std::size_t number) const { return cells_[number].cell; }
  int digit(std::size_t number, int value) const {
    return cells_[number].negative ? 9 - value : value - 1;
  }

 private:
  struct Cell {
    std::uint8_t cell = 0;
    bool negative = false;
    std::array<std::uint8_t, 3> units{};  // row, column, box: from 0, 9 and 18
    std::int64_t weight = 0;              // absolute
  };

  struct Unit {
    std::uint8_t number = 0;
    CellSet cells = 0;
  };

  // Its units are those that hold two of its cells or more.
  struct Layer {
    std::int64_t factor = 0;
    CellSet cells = 0;
    std::vector<Unit> small_units;
    std::vector<Unit> large_units;
    std::size_t first_small = 0;  // where its small units begin among those of its group
  };

  // Layers whose small units are looked at together.
  struct Group {
    bound::SmallUnits small_units;
    std::vector<Layer> layers;
  };

  using SmallLosses = std::array<std::uint16_t, bound::SmallUnits::kMost>;

  void add_layers(bool negative);
  void add_layer(Layer layer);
  int lose(const View& view, const Layer& layer, const SmallLosses& small, Losses& losses) const;

  const bound::Kernel* kernel_;
  std::vector<Cell> cells_;
  std::vector<Group> groups_;
  std::size_t layers_ = 0;
  std::size_t places_ = 0;  // in layers, of cells that share a unit with another
  std::int64_t constant_ = 0;
  std::int64_t span_ = 0;  // by how much any two scores may differ at most
  bool is_usable_ = false;
  bool is_cheap_ = false;
};

}  // namespace puzzled::target
