#include "faults.hpp"

#include <dlfcn.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

namespace {

/// Calls of a kind: which of them fail.
struct Fault {
  std::atomic<bool> armed = false;
  std::atomic<std::int64_t> calls = 0;
  std::atomic<std::int64_t> first = 0;
  std::atomic<std::int64_t> end = 0;

  void arm(std::int64_t skipped, std::int64_t failing) {
    calls = 0;
    first = skipped;
    end = skipped + failing;
    armed = true;
  }

  bool strikes() {
    if (!armed) return false;
    const std::int64_t number = calls++;
    return number >= first && number < end;
  }
};

// Constant initialisation: allocations come before main().
constinit Fault allocations;
constinit Fault watches;
constinit Fault accepts;
constinit std::atomic<int> accept_code = 0;
constinit thread_local bool spared = false;

void* allocate(std::size_t size) {
  if (!spared && allocations.strikes()) return nullptr;
  return std::malloc(size == 0 ? 1 : size);
}

void* allocate_or_throw(std::size_t size) {
  void* const memory = allocate(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* allocate_aligned(std::size_t size, std::size_t alignment) {
  void* memory = nullptr;
  if (!spared && allocations.strikes()) return nullptr;
  return ::posix_memalign(&memory, alignment, size == 0 ? 1 : size) == 0 ? memory : nullptr;
}

template <typename Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

namespace puzzled::serve::faults {

void spare_this_thread() {
  spared = true;
}

void fail_allocations(std::int64_t skipped, std::int64_t failing) {
  allocations.arm(skipped, failing);
}

std::int64_t stop() {
  allocations.armed = watches.armed = accepts.armed = false;
  return allocations.calls;
}

void fail_watches(std::int64_t skipped, std::int64_t failing) {
  watches.arm(skipped, failing);
}

void fail_accepts(std::int64_t failing, int code) {
  accept_code = code;
  accepts.arm(0, failing);
}

}  // namespace puzzled::serve::faults

// What stands in for the functions of the libraries.

void* operator new(std::size_t size) {
  return allocate_or_throw(size);
}
void* operator new[](std::size_t size) {
  return allocate_or_throw(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  void* const memory = allocate_aligned(size, static_cast<std::size_t>(alignment));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return operator new(size, alignment);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

extern "C" {

// Asio's.
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return allocate_aligned(size, alignment);
}

int epoll_ctl(int epoll, int operation, int descriptor, epoll_event* event) noexcept {
  if (operation == EPOLL_CTL_ADD && !spared && watches.strikes()) {
    errno = ENOSPC;
    return -1;
  }
  static const auto call = real<int (*)(int, int, int, epoll_event*)>("epoll_ctl");
  return call(epoll, operation, descriptor, event);
}

int accept4(int socket, sockaddr* address, socklen_t* size, int flags) {
  if (!spared && accepts.strikes()) {
    errno = accept_code;
    return -1;
  }
  static const auto call = real<int (*)(int, sockaddr*, socklen_t*, int)>("accept4");
  return call(socket, address, size, flags);
}

}  // extern "C"
