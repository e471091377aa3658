// A server without sockets: batches through the pools, for the tests.
#pragma once

#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/net/metrics/metric_texts.hpp"
#include "daemon/net/serve/solver_pools.hpp"
#include "daemon/net/wire/protocol.hpp"
#include "tests/daemon/serve/parsed_batches.hpp"

namespace puzzled::net {

/// Has the pools answer the batches, all at once, and puts the answers together.
inline std::string answered(std::vector<std::unique_ptr<RequestBatch>>& batches, SolverPools& pools,
                            const Metrics& metrics) {
  std::vector<std::future<void>> answers;
  for (const std::unique_ptr<RequestBatch>& batch : batches) {
    if (batch->kind == BatchKind::kAnswered || batch->kind == BatchKind::kStats) continue;
    batch->arrived = std::chrono::steady_clock::now();
    const auto done = std::make_shared<std::promise<void>>();
    answers.push_back(done->get_future());
    pools.submit(*batch, [done] { done->set_value(); });
  }
  for (const std::future<void>& answer : answers) answer.wait();
  std::string text;
  for (const std::unique_ptr<RequestBatch>& batch : batches) {
    if (batch->kind == BatchKind::kStats) {
      batch->answers.append(batch->tag + stats_line(metrics, Budget()));
    }
    text += batch->answers.view();
  }
  return text;
}

}  // namespace puzzled::net
