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

// The tables of bands take some 25 ms to make. A few full grids are done sooner by the
// search for puzzles, at 0.7 ms each.
constexpr std::uint32_t kGridsBeforeTables = 30;

Transformation transformation_of(const canonical::GridWay& way) {
  Transformation transformation{.transposes = way.transposes != 0};
  std::copy_n(way.lines, kSide, transformation.rows.begin());
  std::copy_n(way.columns, kSide, transformation.columns.begin());
  std::copy_n(way.digits, transformation.digits.size(), transformation.digits.begin());
  return transformation;
}

void grow(Buffer& buffer) {
  constexpr std::size_t kFirstBytes = 4096;
  const std::size_t bytes = std::max(kFirstBytes, 2 * buffer.bytes);
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
  for (const Buffer& buffer : {workspace_.states, workspace_.next_states, workspace_.choices}) {
    ::operator delete(buffer.data, kAlignment);
  }
}

CanonicalForm Canonicalizer::find(const Grid& puzzle) {
  std::array<std::uint8_t, canonical::kWritableBytes> form;
  CanonicalForm result;
  const bool is_full = std::memchr(puzzle.digits.data(), 0, kCells) == nullptr;
  if (is_full && grids_ == kGridsBeforeTables) {
    result.automorphisms = find_grid(puzzle, form.data());
  } else {
    if (is_full) ++grids_;
    result.automorphisms = kernel_->find(puzzle.digits.data(), workspace_, form.data());
  }
  std::copy_n(form.begin(), kCells, result.grid.digits.begin());
  return result;
}

CanonicalForm Canonicalizer::find_by_solution(const Grid& puzzle, const Grid& solution) {
  std::array<std::uint8_t, canonical::kWritableBytes> form;
  const std::uint32_t ways = find_grid(solution, form.data());
  CanonicalForm result;
  for (std::uint32_t i = 0; i < ways; ++i) {
    const Grid copy = transformed(puzzle, transformation_of(ways_[i]));
    if (i == 0 || copy.digits < result.grid.digits) result = {copy, 0};
    if (copy == result.grid) ++result.automorphisms;
  }
  return result;
}

std::uint32_t Canonicalizer::find_grid(const Grid& grid, std::uint8_t* form) {
  ways_.resize(canonical::kMaxGridWays);
  return kernel_->find_of_grid(grid.digits.data(), canonical::band_tables(), ways_.data(), form);
}

}  // namespace puzzled::sudoku
