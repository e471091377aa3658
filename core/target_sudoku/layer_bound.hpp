// A bound cheap enough for a search of a few microseconds, for weights of which few matter.
//
// Reduced weights are a sum of layers: sets of cells with the same factor. (The target weights have
// two: all 17 cells that matter, and the four corners once more.) Within a layer the relaxation
// gives each cell its largest digit. The cells of a row, column or box must differ, so that sum
// exceeds what they can reach by a loss, the solution of a matching problem. A band loses what its
// rows or what its boxes lose, whichever is more, and a layer what its bands or its stacks lose.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/target_sudoku/board.hpp"
#include "core/target_sudoku/bound/kernel.hpp"
#include "core/target_sudoku/weights.hpp"

namespace puzzled::target {

class LayerBound {
 public:
  static constexpr std::size_t kMaxCells = bound::CellValues::kNoCell;

  LayerBound(const Reduction& reduction, const bound::Kernel& kernel);

  /// Whether it can be used at all: at most kMaxCells matter, in not too many layers. Everything
  /// else REQUIRES it.
  bool is_usable() const { return is_usable_; }

  /// Whether it is usable and takes less time than the template bound.
  bool is_cheap() const { return is_cheap_; }

  /// Cells of units that hold several cells of a layer, summed over units and layers: the time of
  /// one bound() is proportional to it.
  std::size_t places() const { return places_; }

  /// A set of cells that matter, by the bound's own numbers.
  using CellSet = std::uint64_t;

  /// What the cells that matter can hold, as values: the digit, or ten less the digit where the
  /// weight is negative. Only open cells have values; the others have gone into `settled`, the sum
  /// of what they score.
  struct View {
    std::int64_t settled = 0;
    CellSet open = 0;
    bound::CellValues values;
  };

  /// The view of a board. REQUIRES, of all boards: they have been propagated.
  View view_of(const BandBoard& board) const;

  /// Updates the view. REQUIRES: every candidate of the board is in the view.
  void update(View& view, const BandBoard& board) const;

  /// Removes from the board what the view has lost.
  void apply(const View& view, BandBoard& board) const;

  /// By the cell's number: the part of the units' losses that may vanish if the cell takes a
  /// smaller value.
  using Losses = std::array<std::int64_t, kMaxCells>;

  /// No grid with these values scores more. If the result is below `cutoff`, it is valid as a bound
  /// but not exact, and `losses` are undefined.
  std::int64_t bound(const View& view, std::int64_t cutoff, Losses& losses) const;

  /// Removes values that cost more than `slack`, the bound less the cutoff; `losses` are those of
  /// the bound. Returns whether there were any.
  bool fix_values(View& view, const Losses& losses, std::int64_t slack) const;

  /// The number of the open cell whose largest value is worth most more than its next.
  /// REQUIRES: the view is of a board, and has an open cell.
  std::size_t cell_of_most_regret(const View& view) const;

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

  // Its units are those that hold two of its cells or more, small ones up to four.
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

  using SmallLosses = std::array<std::uint16_t, bound::SmallUnits::kMax>;

  void add_layers(bool negative);
  void add_layer(Layer layer);
  int layer_loss(const View& view, const Layer& layer, const SmallLosses& small,
                 Losses& losses) const;

  const bound::Kernel* kernel_;
  std::vector<Cell> cells_;
  std::vector<Group> groups_;
  std::size_t layers_ = 0;
  std::size_t places_ = 0;  // in layers, of cells that share a unit with another
  std::int64_t constant_ = 0;
  std::int64_t span_ = 0;  // no two scores differ by more
  bool is_usable_ = false;
  bool is_cheap_ = false;
};

}  // namespace puzzled::target
