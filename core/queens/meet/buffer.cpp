#include "core/queens/meet/buffer.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace puzzled::queens::meet {
namespace {

constexpr std::align_val_t kAlignment{64};

}  // namespace

Buffer::~Buffer() {
  ::operator delete(bytes, kAlignment);
}

void grow(Buffer& buffer, std::size_t size, std::size_t kept) {
  // By half at least, so that a buffer that grows step by step is not copied too often; large ones
  // by an eighth, for what they hold too much is memory that other workers lack.
  constexpr std::size_t kLarge = std::size_t{64} << 20;
  const std::size_t more = buffer.capacity / (buffer.capacity < kLarge ? 2 : 8);
  const std::size_t capacity = std::max(size, buffer.capacity + more);
  auto* const bytes = static_cast<unsigned char*>(::operator new(capacity, kAlignment));
  if (kept != 0) std::memcpy(bytes, buffer.bytes, kept);
  ::operator delete(buffer.bytes, kAlignment);
  buffer.bytes = bytes;
  buffer.capacity = capacity;
}

}  // namespace puzzled::queens::meet
