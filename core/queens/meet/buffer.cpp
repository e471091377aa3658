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
  // By half at least, so that a buffer that grows step by step is not copied too often.
  const std::size_t capacity = std::max(size, buffer.capacity + buffer.capacity / 2);
  auto* const bytes = static_cast<unsigned char*>(::operator new(capacity, kAlignment));
  if (kept != 0) std::memcpy(bytes, buffer.bytes, kept);
  ::operator delete(buffer.bytes, kAlignment);
  buffer.bytes = bytes;
  buffer.capacity = capacity;
}

}  // namespace puzzled::queens::meet
