#include "core/cover/search/matrices.hpp"

#include <algorithm>
#include <unordered_map>

namespace puzzled::cover::search {
namespace {

// Measured on Zen 5 (1 MiB of second-level cache): to unite rows takes twice a step's time, a table
// that leaves the third-level cache four times.
constexpr std::size_t kMaxExclusionBytes = std::size_t{4} << 20;

std::uint32_t blocks_for(std::size_t bytes) {
  return static_cast<std::uint32_t>(
      std::max<std::size_t>(1, (bytes + kBlockBytes - 1) / kBlockBytes));
}

void set_bit(std::uint64_t* row, std::size_t bit) {
  row[bit / 64] |= std::uint64_t{1} << (bit % 64);
}

/// The fewest primary items of an option, at least 1.
std::size_t smallest_option(const Problem& problem) {
  std::size_t smallest = problem.primary_items();
  for (std::size_t option = 0; option < problem.options(); ++option) {
    if (problem.is_idle(option)) continue;
    std::size_t size = 0;
    for (const Element& element : problem.option(option)) {
      size += element.item < problem.primary_items() ? 1 : 0;
    }
    smallest = std::min(smallest, size);
  }
  return std::max<std::size_t>(smallest, 1);
}

/// How many different colours items have, all items together; more if they cannot be told apart
/// quickly.
std::size_t coloured_items(const Problem& problem) {
  constexpr std::size_t kMaxPairs = std::size_t{1} << 24;
  std::size_t colours = 0;
  std::size_t elements = 0;
  for (std::size_t option = 0; option < problem.options(); ++option) {
    for (const Element& element : problem.option(option)) {
      colours = std::max<std::size_t>(colours, element.colour);
      elements += element.colour != 0 ? 1 : 0;
    }
  }
  if (colours > kMaxPairs / problem.items()) return elements;
  std::vector<bool> is_there((colours + 1) * problem.items());
  for (std::size_t option = 0; option < problem.options(); ++option) {
    for (const auto [item, colour] : problem.option(option)) {
      if (colour != 0) is_there[colour * problem.items() + item] = true;
    }
  }
  return static_cast<std::size_t>(std::count(is_there.begin(), is_there.end(), true));
}

bool has_long_item(const Problem& problem) {
  if (problem.options() <= kMaxOptionsOfItem) return false;
  std::vector<std::size_t> counts(problem.items());
  for (std::size_t option = 0; option < problem.options(); ++option) {
    for (const Element& element : problem.option(option)) ++counts[element.item];
  }
  counts.resize(problem.primary_items());
  return std::any_of(counts.begin(), counts.end(),
                     [](std::size_t count) { return count > kMaxOptionsOfItem; });
}

/// Numbers the rows and says which of them each option has. Returns, by row behind those of the
/// primary items, its secondary item and colour.
std::vector<Element> number_rows(const Problem& problem, Matrices& matrices) {
  std::vector<Element> secondary;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;  // by secondary item and colour
  matrices.option_row_starts.reserve(problem.options() + 1);
  matrices.option_rows.reserve(problem.elements());
  matrices.option_row_starts.push_back(0);
  for (std::size_t option = 0; option < problem.options(); ++option) {
    for (const Element& element : problem.option(option)) {
      std::uint32_t row = element.item;
      if (row >= matrices.items) {
        const auto [place, is_new] =
            numbers.try_emplace(std::uint64_t{element.item} << 32 | element.colour,
                                matrices.items + static_cast<std::uint32_t>(secondary.size()));
        if (is_new) secondary.push_back(element);
        row = place->second;
      }
      matrices.option_rows.push_back(row);
    }
    matrices.option_row_starts.push_back(static_cast<std::uint32_t>(matrices.option_rows.size()));
  }
  return secondary;
}

void fill_rows(const Problem& problem, const std::vector<Element>& secondary, Matrices& matrices) {
  const std::size_t words = matrices.row_words();
  matrices.rows = AlignedArray<std::uint64_t>((matrices.items + secondary.size()) * words);
  // By secondary item: its rows.
  std::vector<std::vector<std::uint32_t>> rows_of(problem.items() - matrices.items);
  for (std::size_t i = 0; i < secondary.size(); ++i) {
    rows_of[secondary[i].item - matrices.items].push_back(static_cast<std::uint32_t>(i));
  }
  for (std::size_t option = 0; option < matrices.options; ++option) {
    for (const Element& element : problem.option(option)) {
      if (element.item < matrices.items) {
        set_bit(matrices.rows.data() + element.item * words, option);
        continue;
      }
      for (const std::uint32_t row : rows_of[element.item - matrices.items]) {
        const Colour colour = secondary[row].colour;
        if (colour != 0 && colour == element.colour) continue;
        set_bit(matrices.rows.data() + (matrices.items + row) * words, option);
      }
    }
  }
}

void fill_exclusions(Matrices& matrices) {
  const std::size_t words = matrices.row_words();
  matrices.exclusions = AlignedArray<std::uint64_t>(matrices.options * words);
  for (std::size_t option = 0; option < matrices.options; ++option) {
    std::uint64_t* const to = matrices.exclusions.data() + option * words;
    for (std::uint32_t i = matrices.option_row_starts[option];
         i < matrices.option_row_starts[option + 1]; ++i) {
      const std::uint64_t* const row = matrices.rows.data() + matrices.option_rows[i] * words;
      for (std::size_t word = 0; word < words; ++word) to[word] |= row[word];
    }
  }
}

}  // namespace

Matrices::Matrices(const Problem& problem)
    : options(static_cast<std::uint32_t>(problem.options())),
      items(static_cast<std::uint32_t>(problem.primary_items())),
      has_secondary_items(problem.has_secondary_items()),
      max_depth(static_cast<std::uint32_t>(items / smallest_option(problem))),
      option_blocks(blocks_for((problem.options() + 7) / 8)),
      item_blocks(blocks_for(items)),
      item_counts(items) {
  fill_rows(problem, number_rows(problem, *this), *this);
  has_exclusions = options * row_words() * 8 <= kMaxExclusionBytes;
  if (has_exclusions) fill_exclusions(*this);

  item_blocks_of = AlignedArray<std::uint64_t>(std::size_t{items} * block_words());
  for (std::size_t item = 0; has_long_rows() && item < items; ++item) {
    note_blocks(item_options(item), option_blocks, item_blocks_of.data() + item * block_words());
  }

  ones = AlignedArray<std::uint8_t>(options * item_blocks * kBlockBytes);
  for (std::size_t option = 0; option < options; ++option) {
    for (const Element& element : problem.option(option)) {
      if (element.item >= items) continue;
      ones[option * item_blocks * kBlockBytes + element.item] = 1;
      ++item_counts[element.item];
    }
  }
  is_wide = std::any_of(item_counts.begin(), item_counts.end(),
                        [](std::uint32_t count) { return count >= kCovered; });
  wide_blocks = is_wide ? blocks_for(2 * std::size_t{items}) : 0;
  if (!is_wide) return;
  wide_ones = AlignedArray<std::uint16_t>(options * wide_blocks * kBlockBytes / 2);
  for (std::size_t option = 0; option < options; ++option) {
    for (const Element& element : problem.option(option)) {
      if (element.item < items) {
        wide_ones[option * wide_blocks * kBlockBytes / 2 + element.item] = 1;
      }
    }
  }
}

MatrixSize matrix_size(const Problem& problem) {
  const std::size_t row = blocks_for((problem.options() + 7) / 8) * kBlockBytes;
  const std::size_t items = blocks_for(3 * problem.primary_items()) * kBlockBytes;
  const std::size_t levels = problem.primary_items() / smallest_option(problem) + 2;
  std::size_t secondary_rows = problem.items() - problem.primary_items();
  if (problem.has_colours()) secondary_rows += coloured_items(problem);
  const std::size_t bytes = (problem.primary_items() + secondary_rows + levels) * row +
                            (problem.options() + levels) * items;
  return {bytes, bytes <= kMaxBytes && !problem.has_multiplicities() && !has_long_item(problem)};
}

}  // namespace puzzled::cover::search
