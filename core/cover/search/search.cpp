#include "core/cover/search/search.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace puzzled::cover::search {

Search::Search(const Matrices& matrices, std::string_view isa)
    : matrices_(matrices),
      kernel_(*find_kernel(isa)),
      functions_(kernel_.functions(matrices.item_blocks, matrices.has_long_rows())) {
  const std::size_t levels = std::size_t{matrices.max_depth} + 2;
  const std::size_t count_bytes =
      std::max(matrices.item_blocks, matrices.wide_blocks) * kBlockBytes;
  live_ = AlignedArray<std::uint64_t>(levels * matrices.row_words());
  const std::uint32_t block_words = matrices.block_words();
  live_blocks_ = AlignedArray<std::uint64_t>(levels * block_words);
  removed_blocks_ = AlignedArray<std::uint64_t>(block_words);
  live_counts_ = AlignedArray<std::uint32_t>(levels);
  counts_ = AlignedArray<unsigned char>(levels * count_bytes);
  branches_ = AlignedArray<Branches>(levels);
  path_ = AlignedArray<std::uint32_t>(levels);
  removed_ = AlignedArray<std::uint64_t>(matrices.row_words());
  count_frames_ = AlignedArray<CountFrame>(levels);
  sums_ = AlignedArray<std::uint64_t>(levels * WideCount::kWords);
  item_keys_ = AlignedArray<std::uint64_t>(levels * key_words(matrices));
  narrow_from_ = matrices.is_wide ? kNoLevel : 0;

  // A step takes some 30 ns and 10 ns a block, and more where rows are united.
  nodes_per_look_ = 100'000 / (3 + (matrices.has_exclusions ? 1 : 8) * matrices.option_blocks);
  nodes_per_look_ = std::max<std::uint64_t>(nodes_per_look_, 16);

  space_.exclusions = matrices.has_exclusions ? matrices.exclusions.data() : nullptr;
  space_.rows = matrices.rows.data();
  space_.item_blocks_of = matrices.item_blocks_of.data();
  space_.option_rows = matrices.option_rows.data();
  space_.option_row_starts = matrices.option_row_starts.data();
  space_.ones = matrices.ones.data();
  space_.wide_ones = matrices.wide_ones.data();
  space_.items = matrices.items;
  space_.option_blocks = matrices.option_blocks;
  space_.item_blocks = matrices.item_blocks;
  space_.wide_blocks = matrices.wide_blocks;
  space_.block_words = block_words;
  space_.live = live_.data();
  space_.live_blocks = live_blocks_.data();
  space_.removed_blocks = removed_blocks_.data();
  space_.live_counts = live_counts_.data();
  space_.counts = counts_.data();
  space_.count_bytes = count_bytes;
  space_.branches = branches_.data();
  space_.path = path_.data();
  space_.removed = removed_.data();
  space_.count_frames = count_frames_.data();
  space_.sums = sums_.data();
  space_.item_keys = item_keys_.data();
  start();
}

void Search::start() {
  for (std::uint32_t option = 0; option < matrices_.options; ++option) {
    live_[option / 64] |= std::uint64_t{1} << (option % 64);
  }
  for (std::uint32_t block = 0; block < matrices_.option_blocks && space_.block_words > 0;
       ++block) {
    live_blocks_[block / 64] |= std::uint64_t{1} << (block % 64);
  }
  live_counts_[0] = matrices_.options;
  std::memset(counts_.data(), kCovered, space_.count_bytes);
  for (std::size_t item = 0; item < matrices_.items; ++item) {
    if (matrices_.is_wide) {
      const auto count = static_cast<std::uint16_t>(matrices_.item_counts[item]);
      std::memcpy(counts_.data() + 2 * item, &count, 2);
    } else {
      counts_[item] = static_cast<unsigned char>(matrices_.item_counts[item]);
    }
  }
}

Choice Search::choose(std::uint32_t level) {
  return is_narrow(level) ? functions_.choose(space_, level) : kernel_.choose_wide(space_, level);
}

Choice Search::apply(std::uint32_t level, std::uint32_t option) {
  if (is_narrow(level)) return functions_.apply(space_, level, option);
  const Choice choice = kernel_.apply_wide(space_, level, option);
  narrow_from_ = kernel_.narrow(space_, level + 1) ? level + 1 : kNoLevel;
  return choice;
}

bool Search::is_covered(std::uint32_t level, std::uint32_t item) const {
  const unsigned char* const counts = space_.counts + level * space_.count_bytes;
  if (is_narrow(level)) return counts[item] == kCovered;
  return counts[2 * std::size_t{item}] == kCovered && counts[2 * std::size_t{item} + 1] == kCovered;
}

void Search::begin_walk(std::uint32_t level, Choice choice, bool stops_at_solutions) {
  root_ = level;
  space_.base = level;
  space_.depth = level;
  space_.branches[level] = branches(level, choice);
  space_.found = 0;
  space_.stops_at_solutions = stops_at_solutions;
}

Step Search::walk(std::uint64_t max_nodes) {
  limit_nodes(max_nodes);
  while (true) {
    // Below the first level whose counts are bytes all is the kernel's.
    if (is_narrow(space_.depth)) {
      const Step step = functions_.walk(space_);
      if (step != Step::kEnd || space_.base == root_) return step;
      space_.depth = space_.base - 1;
    }
    Branches& rest = space_.branches[space_.depth];
    if (rest.left == 0) {
      if (space_.depth == root_) return Step::kEnd;
      --space_.depth;
      continue;
    }
    const std::uint32_t option = rest.next(live(space_.depth));
    const Choice choice = apply(space_.depth, option);
    ++space_.nodes;
    if (choice.is_dead()) continue;
    space_.path[space_.depth] = option;
    if (choice.is_solved()) {
      ++space_.found;
      if (space_.stops_at_solutions) return Step::kSolution;
      continue;
    }
    ++space_.depth;
    space_.base = space_.depth;
    space_.branches[space_.depth] = branches(space_.depth, choice);
    if (space_.nodes >= space_.node_limit) return Step::kPaused;
  }
}

void Search::limit_nodes(std::uint64_t max_nodes) {
  space_.node_limit = max_nodes < UINT64_MAX - space_.nodes ? space_.nodes + max_nodes : UINT64_MAX;
}

void Search::use_cache(Cache* cache, std::uint32_t count_words) {
  cache_ = cache;
  count_words_ = count_words;
  space_.cache = cache != nullptr ? &cache->table() : nullptr;
  space_.probes = 0;
  space_.saved = 0;
  space_.cache_since = space_.nodes;
}

void Search::begin_count(std::uint32_t level, const Branches& branches) {
  root_ = level;
  space_.base = level;
  space_.depth = level;
  space_.branches[level] = branches;
  space_.count_frames[level].is_kept = false;
  space_.has_overflowed = false;
  std::fill_n(space_.sums + std::size_t{level} * count_words_, count_words_, std::uint64_t{0});
}

CountStep Search::count(std::uint64_t max_nodes) {
  limit_nodes(max_nodes);
  while (true) {
    if (space_.has_overflowed) return count_words_ == 2 ? CountStep::kOverflow : CountStep::kDone;
    // Below the first level whose counts are bytes all is the kernel's.
    if (is_narrow(space_.depth)) {
      const Step step = count_words_ == 2 ? functions_.count(space_) : kernel_.count_large(space_);
      if (cache_ != nullptr && space_.added > 0) cache_->added(space_.added);
      space_.added = 0;
      if (space_.has_overflowed) continue;
      if (step == Step::kPaused) return CountStep::kPaused;
      if (space_.base == root_) return CountStep::kDone;
      space_.depth = space_.base - 1;
      add_sum(space_.depth, sum(space_.base));
    }
    Branches& rest = space_.branches[space_.depth];
    if (rest.left == 0) {
      store(space_.depth);
      if (space_.depth == root_) return CountStep::kDone;
      --space_.depth;
      add_sum(space_.depth, sum(space_.depth + 1));
      continue;
    }
    const std::uint32_t option = rest.next(live(space_.depth));
    const Choice choice = apply(space_.depth, option);
    ++space_.nodes;
    if (choice.is_dead()) continue;
    if (choice.is_solved()) {
      add_sum(space_.depth, 1);
      continue;
    }
    if (look_up(space_.depth + 1, choice)) continue;
    space_.path[space_.depth] = option;
    ++space_.depth;
    space_.base = space_.depth;
    space_.branches[space_.depth] = branches(space_.depth, choice);
    std::fill_n(space_.sums + std::size_t{space_.depth} * count_words_, count_words_,
                std::uint64_t{0});
    if (space_.nodes >= space_.node_limit) return CountStep::kPaused;
  }
}

const std::uint64_t* Search::key(std::uint32_t level) const {
  if (!cache_->table().has_item_keys) return live(level);
  return space_.item_keys + std::size_t{level} * cache_->table().key_words;
}

/// Adds the count of a new level to the one above, if the cache has it; else it will be kept.
bool Search::look_up(std::uint32_t level, Choice choice) {
  CountFrame& frame = space_.count_frames[level];
  frame.is_kept = choice.options > 1 && space_.cache != nullptr;
  if (!frame.is_kept) return false;
  const std::uint32_t words = space_.cache->key_words;
  if (space_.cache->has_item_keys) {
    std::uint64_t* const uncovered = space_.item_keys + std::size_t{level} * words;
    std::fill_n(uncovered, words, std::uint64_t{0});
    for (std::uint32_t item = 0; item < matrices_.items; ++item) {
      if (!is_covered(level, item)) uncovered[item / 64] |= std::uint64_t{1} << (item % 64);
    }
  }
  frame.hash = hash_key(key(level), words);
  frame.nodes_before = space_.nodes;
  std::uint64_t* const count = space_.sums + std::size_t{level} * count_words_;
  std::uint64_t cost = 0;
  if (!kernel_.look_up(*space_.cache, key(level), frame.hash, count, &cost)) return false;
  space_.saved += cost;
  add_sum(level - 1, sum(level));
  return true;
}

void Search::store(std::uint32_t level) {
  const CountFrame& frame = space_.count_frames[level];
  if (!frame.is_kept || space_.cache == nullptr) return;
  space_.added += kernel_.store(*space_.cache, key(level), frame.hash,
                                space_.sums + std::size_t{level} * count_words_,
                                space_.nodes - frame.nodes_before)
                      ? 1
                      : 0;
}

WideCount Search::sum(std::uint32_t level) const {
  const std::uint64_t* const words = space_.sums + std::size_t{level} * count_words_;
  std::array<std::uint64_t, WideCount::kWords> all{};
  std::copy_n(words, count_words_, all.begin());
  return WideCount::from_words(all);
}

void Search::add_sum(std::uint32_t to, const WideCount& count) {
  const WideCount total = sum(to) + count;
  const auto& words = total.words();
  space_.has_overflowed = space_.has_overflowed || total.has_overflowed() ||
                          std::any_of(words.begin() + count_words_, words.end(),
                                      [](std::uint64_t word) { return word != 0; });
  std::copy_n(words.begin(), count_words_, space_.sums + std::size_t{to} * count_words_);
}

WideCount Search::counted() const {
  WideCount count = sum(root_);
  // Some sum did not fit 512 bits; so does not this one.
  if (space_.has_overflowed) {
    std::array<std::uint64_t, WideCount::kWords> words;
    words.fill(UINT64_MAX);
    count = WideCount::from_words(words);
    count += 1;
  }
  return count;
}

WideCount Search::counted_so_far() const {
  WideCount count;
  for (std::uint32_t level = root_; level <= space_.depth; ++level) count += sum(level);
  return count;
}

std::pair<std::uint32_t, std::vector<std::uint32_t>> Search::take_branches() {
  std::vector<std::uint32_t> options;
  std::uint32_t level = root_;
  for (; level <= space_.depth; ++level) {
    space_.count_frames[level].is_kept = false;
    Branches& rest = space_.branches[level];
    while (rest.left > 0) options.push_back(rest.next(live(level)));
    if (!options.empty()) break;
  }
  return {level, options};
}

}  // namespace puzzled::cover::search
