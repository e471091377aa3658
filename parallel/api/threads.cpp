#include "parallel/api/threads.hpp"

#include <algorithm>

namespace puzzled {

int worker_count(int threads) {
  if (threads <= 0) threads = parallel::available_threads();
  return std::min(threads, parallel::Workers::kMaxThreads);
}

}  // namespace puzzled
