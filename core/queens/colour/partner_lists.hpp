// The partners of a group of row sets: the prefixes that all row sets share, and what follows them
// in each. Made once for all sets of even rows that share the group and the column sets, or, where
// memory is short, a slice of stems at a time for each.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/queens/colour/colour_side.hpp"
#include "core/queens/colour/join_task.hpp"
#include "core/queens/colour/lane_lists.hpp"

namespace puzzled::queens::colour {

class PartnerLists {
 public:
  /// `lanes` are some that will be joined: prefixes that leave about as many of them share chunks.
  /// `squares`: single lanes are compared by squares, not by states. REQUIRES: partners have two
  /// queens or more, `lanes` is not empty.
  /// Lists the stems from `first` on until `most` partners are reached. Returns the number of the
  /// stem to go on from, or 0 if there is none left.
  std::uint32_t make(const Board& board, const ColourSide& side, const LaneLists& lanes,
                     bool squares, std::uint32_t first, std::uint64_t most);

  /// Fills in all that these lists know of a task; row_sets must have an element for each.
  void describe(JoinTask& task, std::vector<RowSetTask>& row_sets) const;

 private:
  /// See RowSetTask.
  struct RowSet {
    std::vector<std::uint32_t> codes;
    std::vector<std::uint16_t> group_rows;
    std::vector<Run> runs;
    std::vector<std::uint32_t> row_starts;
    std::vector<std::uint32_t> row_sets;
    std::vector<std::uint16_t> single_rows;
    std::vector<std::uint32_t> single_starts;
    std::vector<State> single_states;
    std::array<std::vector<std::uint8_t>, kMaxRest> single_squares;
    // While they are made:
    std::vector<int> rest_rows;
    std::vector<std::int32_t> row_of_set;  ///< -1: none yet
    struct Rest {
      std::uint32_t code;
      std::uint16_t row;
    };
    std::vector<Rest> of_prefix;
    std::vector<Rest> of_chunk;
  };

  /// A prefix before it is listed.
  struct Candidate {
    Lines columns;
    std::uint32_t lanes_left;
    std::uint32_t parent;
    State queen;
    State state;
  };

  void clear(const Board& board, const ColourSide& side);
  void add_stem(const Stem& queens, Lines columns, State state);
  void find_candidates(Lines columns, State state);
  void add_prefix(const Candidate& prefix);
  void place_rest(RowSet& set, std::size_t depth, Lines columns, State state, std::uint32_t code);
  void close_chunk();
  void sort_chunk(RowSet& set);

  const ColourSide* side_ = nullptr;
  bool looks_squares_up_ = false;
  std::uint64_t partners_ = 0;  ///< of all row sets
  std::vector<int> prefix_rows_;
  int stem_queens_ = 0;
  int rest_ = 0;
  std::vector<Stem> stems_;
  std::vector<State> parents_;
  std::vector<std::uint32_t> chunks_;
  std::vector<Prefix> prefixes_;
  std::vector<SquareBits> squares_;
  std::vector<RowSet> row_sets_;
  std::uint32_t chunk_squares_ = 0;
  std::vector<State> sample_;
  std::vector<Candidate> candidates_;
  // Squares behind the prefix in hand, by row and column; -1: none yet.
  std::array<std::array<std::int16_t, 16>, 16> square_number_{};
  std::int16_t next_square_ = 0;
  std::vector<std::uint32_t> rows_met_;
  std::vector<std::uint32_t> row_size_;
  std::vector<std::uint32_t> row_end_;
  std::vector<std::uint32_t> sorted_codes_;
  std::array<std::vector<std::pair<std::uint16_t, std::uint32_t>>, kMaxSame + 1> groups_;
};

}  // namespace puzzled::queens::colour
