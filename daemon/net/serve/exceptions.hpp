// What the daemon does with exceptions. There is one policy:
//
// - What may fail in the ordinary course (a bad line, a limit, a socket that is closed) is a
//   result. What clients can make us allocate is bounded before it is allocated.
// - Memory, or threads, that run out all the same end the process (daemon/base/os/memory_end.hpp).
// - So what throws is a defect. One in the code of a connection, where strangers' bytes are read,
//   ends that connection and nothing else: it is logged, and counted. Any other ends the process.
// - Accepting goes on: without descriptors or watches of epoll the client is told `error busy`, or
//   its connection is closed, and the next ones wait for a moment.
#pragma once

#include <exception>
#include <string_view>

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
