// What the daemon does with exceptions. There is one policy:
//
// - What may fail in the ordinary course (a bad line, a limit, a socket that is closed) is a
//   result. What throws is a resource that has run out, memory above all, or a defect.
// - An exception ends the connection that caused it, and nothing else. Every call into a session
//   that comes from outside (the socket, the sweep, an answered batch) catches what comes out
//   of it and drops the session: the reason is logged, and the connection counted as dropped.
// - Without memory a request is answered `error busy`. If there is not even memory for that, its
//   batch closes the connection (RequestBatch::closes), so that no answer goes to another request.
// - What is handed to another thread is complete before it is handed over: handing over cannot
//   fail, and calling back cannot either. So nobody waits for an answer that never comes.
// - What has been taken of a limit is held by a Lease, and comes back on every path.
// - Accepting goes on: without descriptors, memory or watches of epoll the client is told
//   `error busy` or is closed, and the next ones wait for a moment.
// - An exception that belongs to no connection is logged and counted (log_exception() below), and
//   the loop goes on with all that it waited for (LoopWait).
#pragma once

#include <string_view>

#include "daemon/log/log.hpp"
#include "daemon/loop/contained.hpp"
#include "daemon/metrics/metrics.hpp"

namespace puzzled::serve {

/// Logs an exception and counts it. `log` may be null.
inline void log_exception(Metrics& metrics, Log* log, std::string_view doing,
                          std::string_view reason) noexcept {
  ++metrics.exceptions;
  if (log != nullptr) log->error("exception", {{"doing", doing}, {"reason", reason}});
}

}  // namespace puzzled::serve
