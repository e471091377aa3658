// Samples metrics every History::kPeriod, on the thread of a loop.
#pragma once

#include <utility>

#include "daemon/net/http/http_answer.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/metrics/history.hpp"

namespace puzzled::net {

class HistorySampler {
 public:
  /// Begins when `loop` runs. REQUIRES: `loop` does not run yet, and `history` outlives its run.
  HistorySampler(Loop& loop, History& history, HttpSources sources)
      : history_(history), sources_(std::move(sources)), timer_(loop, [this] { sample(); }) {
    timer_.start({});
  }

 private:
  void sample() {
    timer_.start(History::kPeriod);
    history_.add(metric_source(sources_));
  }

  History& history_;
  const HttpSources sources_;
  LoopTimer timer_;
};

}  // namespace puzzled::net
