#include "core/sudoku/canonical/canonicalizer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <new>

#include "core/sudoku/shuffle/transformation.hpp"

namespace puzzled::sudoku {
namespace {

using Buffer = canonical::Workspace::Buffer;

constexpr std::align_val_t kAlignment{64};

// The tables of bands take some 5 ms to make. A few hundred full grids are done sooner by the
// search for puzzles, at 11 us each.
constexpr std::uint32_t kGridsBeforeTables = 400;

Transformation transformation_of(const canonical::GridWay& way) {
  Transformation transformation{.transposes = way.transposes != 0};
  std::copy_n(way.lines, kSide, transformation.rows.begin());
  std::copy_n(way.columns, kSide, transformation.columns.begin());
  std::copy_n(way.digits, transformation.digits.size(), transformation.digits.begin());
  return transformation;
}

void grow(Buffer& buffer, std::size_t bytes) {
  constexpr std::size_t kFirstBytes = 4096;
  bytes = std::max({kFirstBytes, 2 * buffer.bytes, bytes});
  void* const data = ::operator new(bytes, kAlignment);
  if (buffer.bytes > 0) std::memcpy(data, buffer.data, buffer.bytes);
  ::operator delete(buffer.data, kAlignment);
  buffer = {data, bytes};
}

}  // namespace

Canonicalizer::Canonicalizer(std::string_view isa) : kernel_(canonical::find_kernel(isa)) {
  workspace_.grow = grow;
}

Canonicalizer::~Canonicalizer() {
  const auto release = [](std::span<const Buffer> buffers) {
    for (const Buffer& buffer : buffers) ::operator delete(buffer.data, kAlignment);
  };
  release(workspace_.states);
  release(workspace_.next_states);
  release(workspace_.choices);
}

CanonicalForm Canonicalizer::find(const Grid& puzzle) {
  CanonicalForm form;
  find({&puzzle, 1}, {&form, 1});
  return form;
}

void Canonicalizer::find(std::span<const Grid> puzzles, std::span<CanonicalForm> forms) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const bool is_full = std::memchr(puzzles[i].digits.data(), 0, kCells) == nullptr;
    if (!is_full) continue;
    find_side_by_side(puzzles.subspan(begin, i - begin), forms.subspan(begin));
    begin = i + 1;
    if (grids_ == kGridsBeforeTables) {
      forms[i] = find_grid(puzzles[i]);
    } else {
      ++grids_;
      find_side_by_side(puzzles.subspan(i, 1), forms.subspan(i));
    }
  }
  find_side_by_side(puzzles.subspan(begin), forms.subspan(begin));
}

void Canonicalizer::find_side_by_side(std::span<const Grid> puzzles,
                                      std::span<CanonicalForm> forms) {
  static_assert(sizeof(Grid) == kCells);
  std::array<canonical::Form, canonical::kMaxPuzzles> found;
  for (std::size_t begin = 0; begin < puzzles.size(); begin += found.size()) {
    const std::size_t count = std::min(found.size(), puzzles.size() - begin);
    kernel_->find(puzzles[begin].digits.data(), count, workspace_, found.data());
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(forms[begin + i].grid.digits.data(), found[i].digits, kCells);
      forms[begin + i].automorphisms = found[i].automorphisms;
    }
  }
}

CanonicalForm Canonicalizer::find_by_solution(const Grid& puzzle, const Grid& solution) {
  const std::uint32_t ways = find_grid(solution).automorphisms;
  CanonicalForm result;
  for (std::uint32_t i = 0; i < ways; ++i) {
    const Grid copy = transformed(puzzle, transformation_of(ways_[i]));
    if (i == 0 || copy.digits < result.grid.digits) result = {copy, 0};
    if (copy == result.grid) ++result.automorphisms;
  }
  return result;
}

CanonicalForm Canonicalizer::find_grid(const Grid& grid) {
  ways_.resize(canonical::kMaxGridWays);
  std::array<std::uint8_t, canonical::kWritableBytes> form;
  CanonicalForm result;
  result.automorphisms = kernel_->find_of_grid(grid.digits.data(), canonical::band_tables(),
                                               ways_.data(), form.data());
  std::copy_n(form.begin(), kCells, result.grid.digits.begin());
  return result;
}

}  // namespace puzzled::sudoku
