// What the daemon does with exceptions. There is one policy:
//
// - Expected failures (a bad line, a limit, a closed socket) are results. Memory that clients can
//   cause to be allocated is bounded before it is allocated.
// - If memory or threads run out nevertheless, the process ends (daemon/base/os/memory_end.hpp).
// - So every exception is a defect. In the code of a connection, which reads strangers' bytes, it
//   ends that connection only, and is logged and counted. Any other ends the process.
// - Accepting goes on: without descriptors or epoll watches the client gets `error busy`, or its
//   connection is closed, and accepting pauses for a moment.
#pragma once

#include <exception>

namespace puzzled::net {

/// Calls `call`. If it throws, `failed` is called with the reason, and must not throw.
template <typename Call, typename Failed>
void contained(Call&& call, Failed&& failed) noexcept {
  try {
    call();
  } catch (const std::exception& exception) {
    failed(exception.what());
  } catch (...) {
    failed("unknown exception");
  }
}

}  // namespace puzzled::net
