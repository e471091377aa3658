#include "core/queens/meet/unit.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "core/huge_memory.hpp"

namespace puzzled::queens::meet {
namespace {

constexpr std::align_val_t kAlignment{64};

// From here on in huge pages: lists are read all over.
constexpr std::size_t kHuge = std::size_t{4} << 20;

unsigned char* allocate(std::size_t size) {
  void* const memory =
      size < kHuge ? ::operator new(size, kAlignment) : allocate_huge(size).release();
  return static_cast<unsigned char*>(memory);
}

// Without memory from now on.
void clear(Buffer& buffer) {
  if (buffer.capacity < kHuge) {
    ::operator delete(buffer.bytes, kAlignment);
  } else {
    FreeHugeMemory{}(buffer.bytes);
  }
  buffer.bytes = nullptr;
  buffer.capacity = 0;
}

}  // namespace

UnitCount to_unit_count(const Tally& tally) {
  UnitCount sum{.count = tally.count, .residues = {}};
  for (std::size_t i = 0; i < sum.residues.size(); ++i) {
    sum.residues[i] = static_cast<std::uint32_t>(tally.residues[i] % kResidueModuli[i]);
  }
  return sum;
}

bool is_stopped(const StopFlag& stop) {
  return stop.load(std::memory_order_relaxed);
}

Buffer::Buffer(Buffer&& other) noexcept
    : bytes(std::exchange(other.bytes, nullptr)), capacity(std::exchange(other.capacity, 0)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(bytes, other.bytes);
  std::swap(capacity, other.capacity);
  return *this;
}

Buffer::~Buffer() {
  clear(*this);
}

void grow(Buffer& buffer, std::size_t size) {
  // By half at least, so that a buffer that grows step by step is not replaced too often; large
  // ones by an eighth, for what they hold too much is memory that other workers lack.
  constexpr std::size_t kLarge = std::size_t{64} << 20;
  const std::size_t more = buffer.capacity / (buffer.capacity < kLarge ? 2 : 8);
  const std::size_t capacity = std::max(size, buffer.capacity + more);
  clear(buffer);
  buffer.bytes = allocate(capacity);
  buffer.capacity = capacity;
}

void give_back(Buffer& buffer) {
  constexpr std::size_t kVeryLarge = std::size_t{512} << 20;
  if (buffer.capacity >= kVeryLarge) clear(buffer);
}

}  // namespace puzzled::queens::meet
