// Every kind of team that a job may be given.
#pragma once

#include <future>

#include "parallel/search_pool.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

/// Calls f(Team&) with arenas of 1, 2 and 8 threads, and with the `SearchContext` of a search in
/// pools of 1 and 3.
template <class F>
void for_each_team(F f) {
  for (const int threads : {1, 2, 8}) {
    Workers workers(threads);
    f(workers);
  }
  for (const int threads : {1, 3}) {
    SearchPool pool({.threads = threads});
    std::promise<void> done;
    pool.submit({.run = [&](SearchContext& context) {
      f(context);
      done.set_value();
    }});
    done.get_future().wait();
  }
}

}  // namespace puzzled::parallel
