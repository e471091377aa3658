// Memory in pages of 2 MiB, where the system has them: what is used all over at once, by one
// thread, then needs one entry of the processor's page tables instead of hundreds.
#pragma once

#include <cstddef>
#include <memory>

namespace puzzled {

struct FreeHugeMemory {
  void operator()(void* memory) const;
};

using HugeMemory = std::unique_ptr<void, FreeHugeMemory>;

/// `bytes` bytes, not initialised, aligned to 2 MiB. Throws std::bad_alloc.
HugeMemory allocate_huge(std::size_t bytes);

}  // namespace puzzled
