// Canonical forms, classes of equivalent puzzles, and random equivalent copies, row by row.
#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string>

#include "core/api/search_result.hpp"
#include "core/sudoku/canonical/canonicalizer.hpp"
#include "core/sudoku/shuffle/transformation.hpp"
#include "core/sudoku/tools/class_split.hpp"
#include "core/sudoku/tools/form_key.hpp"
#include "core/sudoku/tools/form_table.hpp"
#include "parallel/api/object_pool.hpp"
#include "parallel/api/row_blocks.hpp"

namespace puzzled {
namespace {

using sudoku::FormKey;

// A form takes half a microsecond; of some symmetric boards, milliseconds.
constexpr BlockRows kFormBlock{.min = 64, .max = 512};
constexpr BlockRows kShuffleBlock{.min = 256, .max = 4096};
// To look takes some 40 ns.
constexpr std::size_t kFormsBetweenLooks = 64;
constexpr std::size_t kCopiesBetweenLooks = 1024;
constexpr std::size_t kKeysBetweenLooks = 4096;

/// Calls `take(row, form)` for every row, on any thread.
template <class Take>
Result<> for_each_form(Rows puzzles, std::size_t rows, const RunOptions& run, Take take) {
  return for_each_block(rows, kFormBlock, run, [&](const Block& block) {
    std::vector<sudoku::Grid> grids;
    if (!block.read_consistent(puzzles, grids)) return;
    const auto canonicalizer = pool_of<sudoku::Canonicalizer>().borrow();
    std::array<sudoku::CanonicalForm, kFormsBetweenLooks> forms;
    for (std::size_t begin = 0; begin < grids.size(); begin += forms.size()) {
      if (block.state.look()) return;
      const std::size_t count = std::min(forms.size(), grids.size() - begin);
      canonicalizer->find(std::span(grids).subspan(begin, count), forms);
      for (std::size_t i = 0; i < count; ++i) take(block.begin + begin + i, forms[i].grid);
    }
  });
}

}  // namespace

Result<> canonical_rows(Rows puzzles, MutableRows forms, const RunOptions& run) {
  const Result<std::size_t> rows = count_of(puzzles);
  if (!rows) return rows.error();
  if (Result<> checked = check_size(forms, *rows, "forms"); !checked) return checked;
  return for_each_form(puzzles, *rows, run, [&](std::size_t row, const sudoku::Grid& form) {
    write_row(form, forms, row);
  });
}

Result<> split_rows(Rows puzzles, std::span<const std::uint32_t> weights, std::uint64_t seed,
                    std::span<std::uint8_t> parts, const RunOptions& run) {
  const Result<std::size_t> rows = count_of(puzzles);
  if (!rows) return rows.error();
  if (parts.size() != *rows) {
    return Error{"there must be " + std::to_string(*rows) + " parts, one for each puzzle"};
  }
  constexpr std::size_t kMaxParts = 255;
  if (weights.size() < 2 || weights.size() > kMaxParts ||
      std::ranges::all_of(weights, [](std::uint32_t weight) { return weight == 0; })) {
    return Error{"there must be 2 to 255 weights, and not all 0"};
  }
  return for_each_form(puzzles, *rows, run, [&](std::size_t row, const sudoku::Grid& form) {
    parts[row] = static_cast<std::uint8_t>(sudoku::part_of(sudoku::key_of(form), seed, weights));
  });
}

Result<std::vector<std::size_t>> distinct_rows(Rows puzzles, const RunOptions& run) {
  const Result<std::size_t> rows = count_of(puzzles);
  if (!rows) return rows.error();
  std::vector<FormKey> keys(*rows);
  const Result<> found = for_each_form(
      puzzles, *rows, run,
      [&](std::size_t row, const sudoku::Grid& form) { keys[row] = sudoku::key_of(form); });
  if (!found) return found.error();
  std::vector<std::size_t> firsts;
  sudoku::FormSet known(std::numeric_limits<std::uint64_t>::max());
  const bool is_whole = run_watched(run, Pieces::kShort, [&](RunState& state) {
    state.done = 1;
    for (std::size_t row = 0; row < keys.size(); ++row) {
      if (row % kKeysBetweenLooks == 0 && state.look()) return;
      if (known.insert(keys[row]) == sudoku::Inserted::kNew) firsts.push_back(row);
    }
  });
  if (!is_whole) return stopped_error();
  return firsts;
}

Result<> shuffle_rows(Rows grids, MutableRows copies, std::uint64_t seed, const RunOptions& run) {
  const Result<std::size_t> rows = count_of(grids);
  if (!rows) return rows.error();
  const std::size_t count = *rows > 0 ? copies.size() / grids.size() : 0;
  if (Result<> checked = check_size(copies, *rows * count, "copies"); !checked) return checked;
  const std::size_t most = kShuffleBlock.max / std::max<std::size_t>(count, 1) + 1;
  const BlockRows size{.min = std::min(kShuffleBlock.min, most), .max = most};
  return for_each_block(*rows, size, run, [&](const Block& block) {
    std::vector<sudoku::Grid> read;
    if (!block.read(grids, read)) return;
    for (std::size_t row = block.begin, to = row * count; row < block.end; ++row) {
      for (std::size_t copy = 0; copy < count; ++copy, ++to) {
        if (to % kCopiesBetweenLooks == 0 && block.state.look()) return;
        const auto way = sudoku::random_transformation(seed, row, copy);
        write_row(transformed(read[row - block.begin], way), copies, to);
      }
    }
  });
}

}  // namespace puzzled
