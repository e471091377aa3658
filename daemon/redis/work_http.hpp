// What a worker answers to HTTP requests of operators and their monitoring.
//   GET /metrics   the numbers for Prometheus
//   GET /healthz   200 while no thread of the worker hangs, else 503
//   GET /readyz    200 while blocks are taken, 503 without the server and while draining
#pragma once

#include <functional>
#include <string>

#include "daemon/net/http/http_answer.hpp"
#include "daemon/redis/work_metrics.hpp"

namespace puzzled::redis {

struct WorkHttpSources {
  const WorkMetrics& metrics;
  int threads = 0;
  std::string version;
  std::string isa;
  std::function<bool()> alive;
};

net::HttpAnswer answer_work_http(const net::HttpRequest& request, const WorkHttpSources& sources);

}  // namespace puzzled::redis
