#include "core/target_sudoku/layer_bound.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <utility>

namespace puzzled::target {
namespace {

using sudoku::kUnits;

// The rings have two layers, and 56 places.
constexpr std::size_t kMaxLayers = 64;
constexpr std::size_t kFewLayers = 32;
constexpr std::size_t kFewPlaces = 400;
constexpr std::size_t kFewCells = 40;

// The loss of cells that cannot have different values: there is no grid.
constexpr int kHopeless = -1;
constexpr std::int64_t kNoGrid = std::numeric_limits<std::int64_t>::min();

constexpr std::array<std::uint16_t, 512> kMirrored = [] {
  std::array<std::uint16_t, 512> mirrored{};
  for (unsigned mask = 0; mask < 512; ++mask) {
    for (unsigned bit = 0; bit < 9; ++bit) {
      if ((mask >> bit & 1) != 0) {
        mirrored[mask] = static_cast<std::uint16_t>(mirrored[mask] | 1U << (8 - bit));
      }
    }
  }
  return mirrored;
}();

std::size_t lowest(LayerBound::CellSet set) {
  return static_cast<std::size_t>(std::countr_zero(set));
}

// (Counting bits is a call of a function where the processor is not known to count.)
constexpr bool has_several(std::uint64_t set) {
  return (set & (set - 1)) != 0;
}

// The largest value of a set.
int largest_of(unsigned values) {
  return static_cast<int>(std::bit_width(values));
}

// The largest sum of different values for the cells of a unit: values from the largest down, each
// taken if the cells can be matched with it and with those taken before. (The sets of values that
// can be matched form a transversal matroid, so the greedy choice is optimal; augmenting paths.)
class Matching {
 public:
  void add(unsigned values) { values_[count_++] = values; }

  // What that sum is less than the sum of the cells' largest values. REQUIRES: two of those clash.
  int loss() {
    if (count_ == 2) return loss_of_two();
    int loss = 0;
    unsigned all = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      loss += largest_of(values_[i]);
      all |= values_[i];
      taken_[i] = 0;
    }
    std::size_t matched = 0;
    for (; all != 0 && matched < count_; all ^= std::bit_floor(all)) {
      visited_ = 0;
      if (!match(std::bit_floor(all))) continue;
      loss -= largest_of(all);
      ++matched;
    }
    return matched == count_ ? loss : kHopeless;
  }

 private:
  // They have the largest in common.
  int loss_of_two() const {
    const unsigned largest = std::bit_floor(values_[0]);
    const unsigned next = (values_[0] | values_[1]) ^ largest;
    return next == 0 ? kHopeless : largest_of(largest) - largest_of(next);
  }

  bool match(unsigned value) {
    for (std::size_t i = 0; i < count_; ++i) {
      if ((visited_ >> i & 1) != 0 || (values_[i] & value) == 0) continue;
      visited_ |= 1U << i;
      if (taken_[i] == 0 || match(taken_[i])) {
        taken_[i] = value;
        return true;
      }
    }
    return false;
  }

  std::array<unsigned, 9> values_;
  std::array<unsigned, 9> taken_;  // the value taken by a cell, or 0
  std::size_t count_ = 0;
  unsigned visited_ = 0;
};

// The losses of a layer's units, and which units are counted: each cell is in exactly one of those.
class UnitLosses {
 public:
  void set(std::size_t unit, int loss) { of_[unit] = loss; }

  // Returns the sum.
  int choose() {
    int in_bands = 0;
    int in_stacks = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const int rows = of_[3 * i] + of_[3 * i + 1] + of_[3 * i + 2];
      const int boxes = of_[18 + 3 * i] + of_[19 + 3 * i] + of_[20 + 3 * i];
      band_by_rows_[i] = rows >= boxes;
      in_bands += std::max(rows, boxes);
      const int columns = of_[9 + 3 * i] + of_[10 + 3 * i] + of_[11 + 3 * i];
      const int stack = of_[18 + i] + of_[21 + i] + of_[24 + i];
      stack_by_columns_[i] = columns >= stack;
      in_stacks += std::max(columns, stack);
    }
    by_bands_ = in_bands >= in_stacks;
    return std::max(in_bands, in_stacks);
  }

  // That of the unit that counts for a cell in these.
  int of_cell(const std::array<std::uint8_t, 3>& units) const {
    const auto [row, column, box] = units;
    if (by_bands_) return of_[band_by_rows_[row / 3] ? row : box];
    return of_[stack_by_columns_[column / 3 - 3] ? column : box];
  }

 private:
  std::array<int, kUnits> of_{};
  std::array<bool, 3> band_by_rows_{};
  std::array<bool, 3> stack_by_columns_{};
  bool by_bands_ = false;
};

}  // namespace

LayerBound::LayerBound(const Reduction& reduction, const bound::Kernel& kernel)
    : kernel_(&kernel), constant_(reduction.constant) {
  for (int cell = 0; cell < kCells; ++cell) {
    const std::int64_t weight = reduction.weights[cell];
    if (weight == 0) continue;
    cells_.push_back({.cell = static_cast<std::uint8_t>(cell),
                      .negative = weight < 0,
                      .units = {static_cast<std::uint8_t>(sudoku::row_of(cell)),
                                static_cast<std::uint8_t>(9 + sudoku::column_of(cell)),
                                static_cast<std::uint8_t>(18 + sudoku::box_of(cell))},
                      .weight = std::abs(weight)});
    if (weight < 0) constant_ += 10 * weight;
    span_ += 8 * std::abs(weight);
  }
  if (cells_.size() > kMaxCells) return;
  add_layers(false);
  add_layers(true);
  is_usable_ = layers_ <= kMaxLayers;
  is_cheap_ = cells_.size() <= kFewCells && layers_ <= kFewLayers && places_ <= kFewPlaces;
}

void LayerBound::add_layers(bool negative) {
  std::int64_t below = 0;
  for (;;) {
    std::int64_t weight = 0;  // the least above `below`
    for (const Cell& cell : cells_) {
      if (cell.negative != negative || cell.weight <= below) continue;
      if (weight == 0 || cell.weight < weight) weight = cell.weight;
    }
    if (weight == 0) return;
    Layer layer;
    layer.factor = weight - below;
    std::array<CellSet, kUnits> members{};
    for (std::size_t number = 0; number < cells_.size(); ++number) {
      const Cell& cell = cells_[number];
      if (cell.negative != negative || cell.weight < weight) continue;
      layer.cells |= CellSet{1} << number;
      for (const std::uint8_t unit : cell.units) members[unit] |= CellSet{1} << number;
    }
    for (std::size_t unit = 0; unit < kUnits; ++unit) {
      if (!has_several(members[unit])) continue;
      const auto count = static_cast<std::size_t>(std::popcount(members[unit]));
      (count <= 4 ? layer.small_units : layer.large_units)
          .push_back({static_cast<std::uint8_t>(unit), members[unit]});
      places_ += count;
    }
    // A layer in which no two cells share a unit loses nothing.
    if (!layer.small_units.empty() || !layer.large_units.empty()) add_layer(std::move(layer));
    below = weight;
  }
}

void LayerBound::add_layer(Layer layer) {
  constexpr std::size_t kMax = bound::SmallUnits::kMax;
  const std::size_t count = layer.small_units.size();
  if (groups_.empty() ||
      static_cast<std::size_t>(groups_.back().small_units.count) + count > kMax) {
    groups_.emplace_back();
  }
  Group& group = groups_.back();
  bound::SmallUnits& units = group.small_units;
  layer.first_small = static_cast<std::size_t>(units.count);
  for (const Unit& unit : layer.small_units) {
    CellSet rest = unit.cells;
    for (auto& cells : units.cells) {
      if (rest == 0) break;
      cells[units.count] = static_cast<std::uint16_t>(lowest(rest));
      rest &= rest - 1;
    }
    ++units.count;
  }
  group.layers.push_back(std::move(layer));
  ++layers_;
}

LayerBound::View LayerBound::view_of(const BandBoard& board) const {
  View view;
  view.open = (CellSet{1} << cells_.size()) - 1;
  update(view, board);
  return view;
}

void LayerBound::update(View& view, const BandBoard& board) const {
  for (CellSet rest = view.open; rest != 0; rest &= rest - 1) {
    const std::size_t number = lowest(rest);
    const Cell& cell = cells_[number];
    const int band = cell.cell / 27;
    const int bit = cell.cell % 27;
    unsigned values = 0;
    for (std::size_t digit = 0; digit < 9; ++digit) {
      values |= (board.candidates[digit][band] >> bit & 1) << digit;
    }
    if (cell.negative) values = kMirrored[values];
    view.values.cell[number] = static_cast<std::uint16_t>(values);
    if (has_several(values)) continue;
    view.values.cell[number] = 0;
    view.settled += cell.weight * std::bit_width(values);
    view.open ^= CellSet{1} << number;
  }
}

void LayerBound::apply(const View& view, BandBoard& board) const {
  for (CellSet rest = view.open; rest != 0; rest &= rest - 1) {
    const std::size_t number = lowest(rest);
    const Cell& cell = cells_[number];
    const int band = cell.cell / 27;
    const int bit = cell.cell % 27;
    const unsigned values = view.values.cell[number];
    const unsigned removed = ~unsigned{cell.negative ? kMirrored[values] : values};
    for (std::size_t digit = 0; digit < 9; ++digit) {
      board.candidates[digit][band] &= ~((removed >> digit & 1) << bit);
    }
  }
}

std::int64_t LayerBound::bound(const View& view, std::int64_t cutoff, Losses& losses) const {
  std::int64_t bound = constant_ + view.settled;
  for (CellSet rest = view.open; rest != 0; rest &= rest - 1) {
    const std::size_t number = lowest(rest);
    losses[number] = 0;
    bound += cells_[number].weight * std::bit_width(unsigned{view.values.cell[number]});
  }
  // So far above the cutoff that losses would change nothing: there is no grid yet.
  if (bound - cutoff > span_) return bound;
  for (const Group& group : groups_) {
    if (bound < cutoff) break;
    SmallLosses small;
    if (!kernel_->matching_loss(group.small_units, view.values, small.data())) return kNoGrid;
    for (const Layer& layer : group.layers) {
      const int lost = layer_loss(view, layer, small, losses);
      if (lost == kHopeless) return kNoGrid;
      bound -= layer.factor * lost;
    }
  }
  return bound;
}

// Settled cells share their digit with no other cell of their units, so they are left out.
int LayerBound::layer_loss(const View& view, const Layer& layer, const SmallLosses& small,
                           Losses& losses) const {
  UnitLosses units;
  bool any = false;
  for (std::size_t i = 0; i < layer.small_units.size(); ++i) {
    const std::uint16_t lost = small[layer.first_small + i];
    units.set(layer.small_units[i].number, lost);
    any |= lost != 0;
  }
  for (const Unit& unit : layer.large_units) {
    const CellSet members = unit.cells & view.open;
    if (!has_several(members)) continue;
    // Where the largest values are all different, the unit loses nothing.
    unsigned taken = 0;
    unsigned clash = 0;
    for (CellSet rest = members; rest != 0; rest &= rest - 1) {
      const unsigned largest = std::bit_floor(unsigned{view.values.cell[lowest(rest)]});
      clash |= taken & largest;
      taken |= largest;
    }
    if (clash == 0) continue;
    Matching matching;
    for (CellSet rest = members; rest != 0; rest &= rest - 1) {
      matching.add(view.values.cell[lowest(rest)]);
    }
    const int lost = matching.loss();
    if (lost == kHopeless) return kHopeless;
    units.set(unit.number, lost);
    any = true;
  }
  if (!any) return 0;
  const int lost = units.choose();
  for (CellSet rest = layer.cells & view.open; rest != 0; rest &= rest - 1) {
    const std::size_t number = lowest(rest);
    losses[number] += layer.factor * units.of_cell(cells_[number].units);
  }
  return lost;
}

// A cell that falls from value v to u lowers the sum by weight * (v - u), less at most the losses
// of its units, which may vanish.
bool LayerBound::fix_values(View& view, const Losses& losses, std::int64_t slack) const {
  bool any = false;
  if (slack > span_) return any;
  for (CellSet rest = view.open; rest != 0; rest &= rest - 1) {
    const std::size_t number = lowest(rest);
    const std::int64_t weight = cells_[number].weight;
    const unsigned values = view.values.cell[number];
    const std::int64_t span = std::bit_width(values) - 1 - std::countr_zero(values);
    const std::int64_t allowed = slack + losses[number];
    if (weight * span <= allowed) continue;
    any = true;
    const unsigned least = std::bit_floor(values) >> (allowed / weight);
    view.values.cell[number] = static_cast<std::uint16_t>(values & ~(least - 1));
  }
  return any;
}

std::size_t LayerBound::cell_of_most_regret(const View& view) const {
  std::size_t dearest = 0;
  std::int64_t most = -1;
  int fewest = 0;
  for (CellSet rest = view.open; rest != 0; rest &= rest - 1) {
    const std::size_t number = lowest(rest);
    const unsigned values = view.values.cell[number];
    const std::int64_t regret =
        cells_[number].weight *
        (std::bit_width(values) - std::bit_width(values ^ std::bit_floor(values)));
    if (regret < most) continue;
    const int count = std::popcount(values);
    if (regret == most && count >= fewest) continue;
    most = regret;
    fewest = count;
    dearest = number;
  }
  return dearest;
}

}  // namespace puzzled::target
