#include "core/sudoku/canonical/canonicalizer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <new>

namespace puzzled::sudoku {
namespace {

using Buffer = canonical::Workspace::Buffer;

constexpr std::align_val_t kAlignment{64};

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
  result.automorphisms = kernel_->find(puzzle.digits.data(), workspace_, form.data());
  std::copy_n(form.begin(), kCells, result.grid.digits.begin());
  return result;
}

}  // namespace puzzled::sudoku
