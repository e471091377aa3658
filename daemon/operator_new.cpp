// What the program allocates with, in place of the functions of the standard library: the same, but
// an allocation that fails ends the process, and the last line says how much it asked for, which a
// handler (std::set_new_handler) is not told. The program alone has these: our libraries and their
// tests throw std::bad_alloc, as ever.
//
// Those that are told not to throw return null: the standard library asks so for buffers that it
// can do without (std::stable_sort).
#include <cstdlib>
#include <new>

#include "daemon/base/os/memory_end.hpp"

namespace {

void* allocate(std::size_t size) noexcept {
  return std::malloc(size == 0 ? 1 : size);
}

void* allocate(std::size_t size, std::align_val_t alignment) noexcept {
  void* memory = nullptr;
  const auto boundary = static_cast<std::size_t>(alignment);
  return ::posix_memalign(&memory, boundary, size == 0 ? 1 : size) == 0 ? memory : nullptr;
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
