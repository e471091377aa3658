// Has a history kept: a sample every History::kPeriod, on the thread of a loop.
#pragma once

#include <utility>

#include "daemon/net/http/http_answer.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/metrics/history.hpp"

namespace puzzled::net {

class HistorySampler {
 public:
  /// Begins as soon as `loop` runs, which it must not yet do. The history must live until it does
  /// not run any more.
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
