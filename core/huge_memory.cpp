#include "core/huge_memory.hpp"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace puzzled {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::align_val_t kAlignment{kHugePage};

}  // namespace

void FreeHugeMemory::operator()(void* memory) const {
  ::operator delete(memory, kAlignment);
}

HugeMemory allocate_huge(std::size_t bytes) {
  const std::size_t whole_pages = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  HugeMemory memory(::operator new(whole_pages, kAlignment));
#if defined(__linux__)
  // A wish: without such pages there are small ones.
  (void)madvise(memory.get(), whole_pages, MADV_HUGEPAGE);
#endif
  return memory;
}

}  // namespace puzzled
