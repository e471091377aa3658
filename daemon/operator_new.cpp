// What the program allocates with, in place of the functions of the standard library: the same, but
// an allocation that fails ends the process, and the last line says how much it asked for, which a
// handler (std::set_new_handler) is not told. The program alone has these: our libraries and their
// tests throw std::bad_alloc, as ever.
//
// Those that are told not to throw return null: the standard library asks so for buffers that it
// can do without (std::stable_sort).
//
// Large memory comes in pages of 2 MiB: blocks of text and their answers are filled at once, and to
// touch a page for the first time costs the system 1 to 13 µs, the more the busier it is.
#include <cstdint>
#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "daemon/base/os/memory_end.hpp"

namespace {

void* allocate(std::size_t size, std::align_val_t alignment) noexcept {
  void* memory = nullptr;
  const auto boundary = static_cast<std::size_t>(alignment);
  return ::posix_memalign(&memory, boundary, size == 0 ? 1 : size) == 0 ? memory : nullptr;
}

// A million easy puzzles take 1.2 times as long without, with two threads twice.
constexpr std::size_t kMinHuge = std::size_t{1} << 20;

void* allocate_huge(std::size_t size) noexcept {
#if defined(__linux__)
  constexpr std::size_t kHugePage = std::size_t{2} << 20;
  if (size > PTRDIFF_MAX) return nullptr;
  const std::size_t whole_pages = (size + kHugePage - 1) / kHugePage * kHugePage;
  void* const memory = allocate(whole_pages, std::align_val_t{kHugePage});
  // A wish: without such pages there are small ones.
  if (memory != nullptr) (void)madvise(memory, whole_pages, MADV_HUGEPAGE);
  return memory;
#else
  return std::malloc(size);
#endif
}

void* allocate(std::size_t size) noexcept {
  if (size >= kMinHuge) return allocate_huge(size);
  return std::malloc(size == 0 ? 1 : size);
}

void* checked(void* memory, std::size_t size) {
  if (memory == nullptr) puzzled::end_without_memory(size);
  return memory;
}

}  // namespace

void* operator new(std::size_t size) {
  return checked(allocate(size), size);
}
void* operator new[](std::size_t size) {
  return checked(allocate(size), size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return checked(allocate(size, alignment), size);
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return checked(allocate(size, alignment), size);
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return allocate(size);
}
void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return allocate(size);
}
void* operator new(std::size_t size, std::align_val_t alignment,
                   const std::nothrow_t& /*tag*/) noexcept {
  return allocate(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment,
                     const std::nothrow_t& /*tag*/) noexcept {
  return allocate(size, alignment);
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t /*size*/,
                       std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
