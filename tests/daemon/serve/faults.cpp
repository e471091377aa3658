#include "faults.hpp"

#include <dlfcn.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <atomic>
#include <cerrno>

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

constinit Fault watches;
constinit Fault accepts;
constinit std::atomic<int> accept_code = 0;
constinit thread_local bool spared = false;

template <typename Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

namespace puzzled::net::faults {

void spare_this_thread() {
  spared = true;
}

void stop() {
  watches.armed = accepts.armed = false;
}

void fail_watches(std::int64_t skipped, std::int64_t failing) {
  watches.arm(skipped, failing);
}

void fail_accepts(std::int64_t failing, int code) {
  accept_code = code;
  accepts.arm(0, failing);
}

}  // namespace puzzled::net::faults

// What stands in for the functions of the libraries.

extern "C" {

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
