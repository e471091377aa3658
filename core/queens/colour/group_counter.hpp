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

/// The memory of a worker, and lists that several sets of rows share.
class GroupCounter {
 public:
  GroupCounter(const Board& board, const Kernel& kernel, const Tuning& tuning)
      : board_(board), kernel_(kernel), tuning_(tuning) {}

  /// From now on these column sets, and of the stratum these places in even_rows. `keep`: keep the
  /// lists of lanes for other groups. Both references must live as long as they are used.
  void begin(const Stratum& stratum, const ColumnSets& sets, std::uint32_t first_place,
             std::uint32_t last_place, bool keep);
  /// From now on this group, which must live as long as it is used.
  void begin_group(const RowGroup& group);

  /// Adds to `sum` what the even rows of that place contribute with the odd rows whose weight is
  /// not 0, times the weight. False if it was stopped.
  bool count(std::uint32_t place, std::span<const int> weights, const StopFlag& stop,
             UnitCount& sum);

 private:
  struct Lanes {
    bool are_listed = false;
    bool have_slots = false;
    LaneLists lists;
    SlotPlan slots;
  };

  /// One colour, and the lists of its classes.
  struct Side {
    ColourSide colour;
    bool lanes_even;          ///< whether lanes are numbered by even columns, partners by odd ones
    std::vector<Lanes> kept;  ///< by place, or one
    Lanes* lanes = nullptr;   ///< those in hand
    PartnerLists partners;
    bool has_partners = false;  ///< whether they are listed, all of them
    bool by_kernel = false;

    std::uint32_t even_set(std::uint32_t lane_set, std::uint32_t partner_set) const {
      return lanes_even ? lane_set : partner_set;
    }
    std::uint32_t odd_set(std::uint32_t lane_set, std::uint32_t partner_set) const {
      return lanes_even ? partner_set : lane_set;
    }
  };

  void list_lanes(Side& side, std::size_t number);
  void prepare(Side& side, bool by_kernel);
  bool join(const Side& side, std::uint32_t first_slot, std::uint32_t slots, const StopFlag& stop);
  bool join_second(const StopFlag& stop);
  template <class Join>
  bool for_each_slice(Side& side, const Join& join);
  void find_sets_apart(std::size_t row_set);
  void multiply_block(std::size_t row_set, std::uint32_t block);
  bool count_plain_pairs(std::size_t row_set, const StopFlag& stop);
  bool weigh_plain_pairs(std::size_t row_set, const StopFlag& stop);
  void add_product(std::size_t row_set, std::uint32_t lane_set, std::uint32_t partner_set,
                   std::uint64_t pairs);
  std::uint64_t pairs_of_first(std::size_t row_set, std::uint32_t lane_set,
                               std::uint32_t partner_set);
  std::vector<std::uint64_t>& plain_pairs(std::size_t row_set) {
    return pairs_[second_->by_kernel ? row_set : 0];
  }
  bool first_lane_counts_fully(std::uint32_t set) const;
  bool second_lane_counts_fully(std::uint32_t set) const;
  CellOrder cell_order(const Side& side) const {
    return {.block_slots = kernel_.block_slots, .partner_sets = side.colour.partner_set_count};
  }

  const Board& board_;
  const Kernel& kernel_;
  Tuning tuning_;
  const Stratum* stratum_ = nullptr;
  const RowGroup* group_ = nullptr;
  const ColumnSets* sets_ = nullptr;
  std::uint32_t first_place_ = 0;
  bool keep_lanes_ = false;
  std::uint32_t row_rank_ = 0;
  Side black_;
  Side white_;
  Side* first_ = nullptr;
  Side* second_ = nullptr;
  LaneLister lister_;
  JoinWorkspace workspace_;
  std::vector<RowSetTask> tasks_;
  // By row set:
  std::vector<std::uint64_t> weights_;
  std::vector<meet::Tally> tallies_;
  std::vector<Buffer> cells_;  ///< pairs of the first colour
  std::vector<Spills> spills_;
  std::vector<Buffer> block_cells_;  ///< those of the second one, of the block in hand
  std::vector<Spills> block_spills_;
  std::vector<std::vector<std::uint32_t>> sets_apart_;  ///< see find_sets_apart()
  /// By row set, or of the one in hand: pairs of the first colour where it has no cells.
  std::vector<std::vector<std::uint64_t>> pairs_;
};

}  // namespace puzzled::queens::colour
