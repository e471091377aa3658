#include "core/queens/colour/partner_lists.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <tuple>

namespace puzzled::queens::colour {
namespace {

// Lanes that say how many a prefix leaves.
constexpr std::size_t kSampleLanes = 256;

}  // namespace

std::uint32_t PartnerLists::make(const Board& board, const ColourSide& side, const LaneLists& lanes,
                                 bool squares, std::uint32_t first, std::uint64_t most) {
  side_ = &side;
  looks_squares_up_ = squares;
  clear(board, side);
  sample_.clear();
  for (std::size_t i = 0; i < kSampleLanes; ++i) {
    sample_.push_back(lanes.states[i * 2654435761U % lanes.states.size()]);
  }
  const std::vector<int> stem_rows(prefix_rows_.begin(), prefix_rows_.begin() + stem_queens_);
  Stem stem{};
  std::uint32_t number = 0;
  std::uint32_t next = 0;
  // As for_each_placement(), but the queens are wanted, too.
  const auto place = [&](const auto& self, int depth, Lines columns, State state) -> void {
    if (depth == stem_queens_) {
      if (number >= first && partners_ < most) {
        add_stem(stem, columns, state);
      } else if (number >= first && next == 0) {
        next = number;
      }
      ++number;
      return;
    }
    for (int column = 0; column < side.partners->columns; ++column) {
      const State square =
          side.partners->square(stem_rows[static_cast<std::size_t>(depth)], column);
      if ((columns >> column & 1U) != 0 || (state & square) != 0) continue;
      stem.queens[depth] = square;
      self(self, depth + 1, columns | Lines{1} << column, state | square);
    }
  };
  place(place, 0, 0, 0);
  for (RowSet& set : row_sets_) {
    set.row_starts.push_back(static_cast<std::uint32_t>(set.row_sets.size()));
    set.single_starts.push_back(static_cast<std::uint32_t>(set.single_rows.size()));
    // Vectors read past the end.
    set.single_states.resize(set.single_states.size() + 8);
    for (auto& numbers : set.single_squares) numbers.resize(numbers.size() + 64);
  }
  squares_.resize(squares_.size() + 256);
  side_ = nullptr;
  return next;
}

void PartnerLists::clear(const Board& board, const ColourSide& side) {
  stems_.clear();
  parents_.clear();
  chunks_.assign(1, 0);
  prefixes_.clear();
  squares_.clear();
  chunk_squares_ = 0;
  partners_ = 0;
  row_sets_.resize(side.partner_rows.size());
  for (std::size_t i = 0; i < row_sets_.size(); ++i) {
    RowSet& set = row_sets_[i];
    const std::vector<int> rows =
        rows_in_order(board, *side.partners, side.partner_rows[i], side.window);
    if (i == 0) prefix_rows_.assign(rows.begin(), rows.begin() + side.prefix);
    assert(std::equal(prefix_rows_.begin(), prefix_rows_.end(), rows.begin()));
    set.rest_rows.assign(rows.begin() + side.prefix, rows.end());
    set.codes.clear();
    set.group_rows.clear();
    set.runs.clear();
    set.row_starts.clear();
    set.row_sets.clear();
    set.single_rows.clear();
    set.single_starts.clear();
    set.single_states.clear();
    for (auto& numbers : set.single_squares) numbers.clear();
    set.of_chunk.clear();
    set.row_of_set.assign(side.partner_set_count, -1);
  }
  rest_ = static_cast<int>(row_sets_[0].rest_rows.size());
  assert(side.prefix >= 1 && rest_ >= 1 && rest_ <= kMaxRest);
  stem_queens_ = std::max(0, side.prefix - 2);
  row_size_.assign(side.partner_set_count, 0);
  row_end_.assign(side.partner_set_count, 0);
}

void PartnerLists::add_stem(const Stem& queens, Lines columns, State state) {
  Stem stem = queens;
  stem.first_parent = static_cast<std::uint32_t>(parents_.size());
  stem.first_chunk = static_cast<std::uint32_t>(chunks_.size()) - 1;
  for (RowSet& set : row_sets_) {
    set.row_starts.push_back(static_cast<std::uint32_t>(set.row_sets.size()));
  }
  find_candidates(columns, state);
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(a.columns, a.lanes_left, a.parent, a.queen) <
           std::tie(b.columns, b.lanes_left, b.parent, b.queen);
  });
  for (const Candidate& candidate : candidates_) add_prefix(candidate);
  close_chunk();
  stem.last_parent = static_cast<std::uint32_t>(parents_.size());
  stem.last_chunk = static_cast<std::uint32_t>(chunks_.size()) - 1;
  for (RowSet& set : row_sets_) {
    for (std::size_t i = set.row_starts.back(); i < set.row_sets.size(); ++i) {
      set.row_of_set[set.row_sets[i]] = -1;
    }
  }
  if (stem.first_chunk != stem.last_chunk) {
    stems_.push_back(stem);
    return;
  }
  parents_.resize(stem.first_parent);
  for (RowSet& set : row_sets_) set.row_starts.pop_back();
}

void PartnerLists::find_candidates(Lines columns, State state) {
  candidates_.clear();
  const SquareClass& squares = *side_->partners;
  const auto add = [&](Lines before, State state_before, std::uint32_t parent) {
    for (int column = 0; column < squares.columns; ++column) {
      const State queen = squares.square(prefix_rows_.back(), column);
      if ((before >> column & 1U) != 0 || (state_before & queen) != 0) continue;
      const State all = state_before | queen;
      const auto left = std::count_if(sample_.begin(), sample_.end(),
                                      [&](State lane) { return (lane & all) == 0; });
      candidates_.push_back(
          {before | Lines{1} << column, static_cast<std::uint32_t>(left), parent, queen, all});
    }
  };
  if (prefix_rows_.size() == 1) {
    parents_.push_back(kNoQueen);
    return add(columns, state, 0);
  }
  std::uint32_t parent = 0;
  for (int column = 0; column < squares.columns; ++column) {
    const State queen = squares.square(prefix_rows_[prefix_rows_.size() - 2], column);
    if ((columns >> column & 1U) != 0 || (state & queen) != 0) continue;
    parents_.push_back(queen);
    add(columns | Lines{1} << column, state | queen, parent++);
  }
}

void PartnerLists::add_prefix(const Candidate& candidate) {
  Prefix prefix{};
  prefix.queen = candidate.queen;
  prefix.parent = candidate.parent;
  prefix.first_square = static_cast<std::uint32_t>(squares_.size());
  for (auto& row : square_number_) row.fill(-1);
  next_square_ = 0;
  bool any = false;
  for (RowSet& set : row_sets_) {
    set.of_prefix.clear();
    place_rest(set, 0, candidate.columns, candidate.state, 0);
    any = any || !set.of_prefix.empty();
  }
  if (!any) return;  // and so it has no squares
  // A prefix takes at least one of up to 16 rows and one of up to 16 columns: no more than 225
  // squares are left.
  const auto squares = static_cast<std::uint32_t>(squares_.size()) - prefix.first_square;
  assert(squares <= kMaxChunkSquares);
  if (chunk_squares_ + squares > kMaxChunkSquares ||
      prefixes_.size() - chunks_.back() == kMaxChunkPrefixes) {
    close_chunk();
  }
  prefix.squares = static_cast<std::uint8_t>(squares);
  prefix.base = static_cast<std::uint8_t>(chunk_squares_);
  chunk_squares_ += squares;
  std::uint32_t base = 0;
  for (int i = 0; i < rest_; ++i) base |= std::uint32_t{prefix.base} << 8 * i;
  for (RowSet& set : row_sets_) {
    set.single_starts.push_back(
        static_cast<std::uint32_t>(set.single_rows.size() - set.of_prefix.size()));
    // No carry: a number within a chunk is at most 254.
    for (const RowSet::Rest& rest : set.of_prefix) {
      set.of_chunk.push_back({rest.code + base, rest.row});
    }
  }
  prefixes_.push_back(prefix);
}

void PartnerLists::place_rest(RowSet& set, std::size_t depth, Lines columns, State state,
                              std::uint32_t code) {
  const SquareClass& squares = *side_->partners;
  if (depth < set.rest_rows.size()) {
    const int row = set.rest_rows[depth];
    for (Lines free = squares.free_columns(row, columns, state); free != 0; free &= free - 1) {
      const int column = std::countr_zero(free);
      place_rest(set, depth + 1, columns | Lines{1} << column, state | squares.square(row, column),
                 code | static_cast<std::uint32_t>(column) << 8 * depth);
    }
    return;
  }
  const std::int32_t column_set = (*side_->partner_sets)[columns];
  if (column_set < 0) return;
  std::int32_t& row = set.row_of_set[static_cast<std::size_t>(column_set)];
  if (row < 0) {
    row = static_cast<std::int32_t>(set.row_sets.size() - set.row_starts.back());
    set.row_sets.push_back(static_cast<std::uint32_t>(column_set));
  }
  // Columns become numbers of squares.
  std::uint32_t numbers = 0;
  for (std::size_t i = 0; i < depth; ++i) {
    const std::uint32_t column = code >> 8 * i & 255U;
    std::int16_t& number = square_number_[static_cast<std::size_t>(set.rest_rows[i])][column];
    if (number < 0) {
      const State square = squares.square(set.rest_rows[i], static_cast<int>(column));
      squares_.push_back({static_cast<std::uint8_t>(std::countr_zero(square)),
                          static_cast<std::uint8_t>(63 - std::countl_zero(square))});
      number = next_square_++;
    }
    numbers |= static_cast<std::uint32_t>(number) << 8 * i;
  }
  set.of_prefix.push_back({numbers, static_cast<std::uint16_t>(row)});
  ++partners_;
  set.single_rows.push_back(static_cast<std::uint16_t>(row));
  if (!looks_squares_up_) set.single_states.push_back(state);
  for (std::size_t i = 0; i < depth && looks_squares_up_; ++i) {
    set.single_squares[i].push_back(static_cast<std::uint8_t>(numbers >> 8 * i));
  }
}

void PartnerLists::close_chunk() {
  if (chunks_.back() == prefixes_.size()) return;
  for (RowSet& set : row_sets_) sort_chunk(set);
  chunks_.push_back(static_cast<std::uint32_t>(prefixes_.size()));
  chunk_squares_ = 0;
}

// By column set, in groups of up to kMaxSame.
void PartnerLists::sort_chunk(RowSet& set) {
  rows_met_.clear();
  for (const RowSet::Rest& rest : set.of_chunk) {
    if (row_size_[rest.row]++ == 0) rows_met_.push_back(rest.row);
  }
  std::uint32_t begin = 0;
  for (const std::uint32_t row : rows_met_) {
    row_end_[row] = begin;
    begin += row_size_[row];
  }
  sorted_codes_.resize(begin);
  for (const RowSet::Rest& rest : set.of_chunk) sorted_codes_[row_end_[rest.row]++] = rest.code;
  set.of_chunk.clear();
  for (const std::uint32_t row : rows_met_) {
    std::uint32_t first = row_end_[row] - row_size_[row];
    while (first < row_end_[row]) {
      const std::uint32_t size = std::min<std::uint32_t>(kMaxSame, row_end_[row] - first);
      groups_[size].emplace_back(static_cast<std::uint16_t>(row), first);
      first += size;
    }
    row_size_[row] = 0;
  }
  Run run{};
  run.first_code = static_cast<std::uint32_t>(set.codes.size());
  run.first_group = static_cast<std::uint32_t>(set.group_rows.size());
  for (std::size_t size = kMaxSame; size >= 1; --size) {
    run.groups[size] = static_cast<std::uint32_t>(groups_[size].size());
    for (const auto& [row, first] : groups_[size]) {
      set.group_rows.push_back(row);
      set.codes.insert(set.codes.end(), sorted_codes_.begin() + first,
                       sorted_codes_.begin() + first + static_cast<std::ptrdiff_t>(size));
    }
    groups_[size].clear();
  }
  set.runs.push_back(run);
}

void PartnerLists::describe(JoinTask& task, std::vector<RowSetTask>& row_sets) const {
  task.stem_queens = stem_queens_;
  task.rest = rest_;
  task.stems = stems_.data();
  task.stem_count = static_cast<std::uint32_t>(stems_.size());
  task.parents = parents_.data();
  task.chunks = chunks_.data();
  task.prefixes = prefixes_.data();
  task.squares = squares_.data();
  task.row_sets = row_sets.data();
  task.row_set_count = static_cast<std::uint32_t>(row_sets_.size());
  for (std::size_t i = 0; i < row_sets_.size(); ++i) {
    const RowSet& set = row_sets_[i];
    RowSetTask& to = row_sets[i];
    to.codes = set.codes.data();
    to.group_rows = set.group_rows.data();
    to.runs = set.runs.data();
    to.row_starts = set.row_starts.data();
    to.row_sets = set.row_sets.data();
    to.single_rows = set.single_rows.data();
    to.single_starts = set.single_starts.data();
    to.single_states = set.single_states.data();
    for (std::size_t queen = 0; queen < kMaxRest; ++queen) {
      to.single_squares[queen] = set.single_squares[queen].data();
    }
  }
}

}  // namespace puzzled::queens::colour
