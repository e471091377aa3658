// A request batch on its way to a pool and back.
#pragma once

#include <functional>

#include "daemon/net/serve/request_batch.hpp"

namespace puzzled::net {

/// A batch to be answered and the callback for when it is, which must not throw. It is moved and
/// never copied: `done` may own objects that must not be destroyed on a thread of the pool.
struct Job {
  RequestBatch* batch = nullptr;
  std::function<void()> done;
  bool is_skipped = false;  ///< not to be solved: its client has left, or the daemon ends
};

}  // namespace puzzled::net
