// Counts the solutions of one set of even rows with every set of odd rows of a group: the pairs of
// the sparser colour for all column sets, then those of the other colour, weighted by them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/queens/colour/colour_side.hpp"
#include "core/queens/colour/kernel.hpp"
#include "core/queens/colour/lane_lists.hpp"
#include "core/queens/colour/partner_lists.hpp"
#include "core/queens/colour/slot_cells.hpp"
#include "core/queens/colour/tuning.hpp"
#include "core/queens/unit_count.hpp"
#include "core/stop.hpp"

namespace puzzled::queens::colour {

/// The memory of a worker, and the lists that do not change with the even rows.
class GroupCounter {
 public:
  GroupCounter(const Board& board, const Kernel& kernel, const Tuning& tuning)
      : board_(board), kernel_(kernel), tuning_(tuning) {}

  /// From now on this group, with these column sets. All three must live as long as they are used.
  void begin(const Stratum& stratum, const RowGroup& group, const ColumnSets& sets);

  /// Adds to `sum` what the even rows contribute with the odd rows whose weight is not 0, times the
  /// weight. False if it was stopped.
  bool count(Lines even_rows, std::span<const int> weights, const StopFlag& stop, UnitCount& sum);

 private:
  /// One colour, and the lists of its classes.
  struct Side {
    ColourSide colour;
    bool lanes_even;  ///< whether lanes are numbered by even columns, and partners by odd ones
    LaneLists lanes;
    SlotPlan slots;
    PartnerLists partners;
    bool has_partners = false;
    bool by_kernel = false;

    std::uint32_t even_set(std::uint32_t lane_set, std::uint32_t partner_set) const {
      return lanes_even ? lane_set : partner_set;
    }
    std::uint32_t odd_set(std::uint32_t lane_set, std::uint32_t partner_set) const {
      return lanes_even ? partner_set : lane_set;
    }
  };

  void prepare(Side& side);
  CellOrder cell_order(const Side& side, int planes) const;
  bool join(const Side& side, const StopFlag& stop);
  bool count_plain_pairs(std::size_t row_set, const StopFlag& stop);
  bool weigh_plain_pairs(std::size_t row_set, const StopFlag& stop);
  void pairs_of_first(std::size_t row_set, std::uint32_t lane_set,
                      std::span<const std::uint32_t> partner_sets, std::uint64_t* pairs) const;
  void set_weights(std::size_t row_set);
  bool fill_weights(std::size_t row_set, int planes);

  const Board& board_;
  const Kernel& kernel_;
  Tuning tuning_;
  const Stratum* stratum_ = nullptr;
  const RowGroup* group_ = nullptr;
  const ColumnSets* sets_ = nullptr;
  std::uint32_t row_rank_ = 0;
  Side black_;
  Side white_;
  Side* first_ = nullptr;
  Side* second_ = nullptr;
  JoinWorkspace workspace_;
  std::vector<RowSetTask> tasks_;
  std::vector<meet::Tally> tallies_;
  std::vector<Spills> spills_;
  std::vector<Buffer> cells_;         // by row set: pairs of the first colour, then their weights
  Buffer weights_;                    // of a row set, in the making
  std::vector<std::uint64_t> pairs_;  // of the row set in hand, where the first colour has no cells
};

}  // namespace puzzled::queens::colour
