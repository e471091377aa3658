#include "daemon/redis/work_http.hpp"

#include <optional>
#include <utility>

#include "daemon/net/http/http_authority.hpp"
#include "daemon/net/metrics/metric_texts.hpp"

namespace puzzled::redis {

using net::HttpAnswer;

HttpAnswer answer_work_http(const net::HttpRequest& request, const WorkHttpSources& sources) {
  if (std::optional<HttpAnswer> refusal = net::http_host_refusal(request)) {
    return std::move(*refusal);
  }
  const WorkMetrics& metrics = sources.metrics;
  const std::string_view path = net::split_http_target(request.target).path;
  HttpAnswer answer;
  if (path == "/metrics") {
    answer.type = net::kPrometheusType;
    answer.body = work_metrics_text(metrics, sources.threads, sources.version, sources.isa);
  } else if (path == "/healthz") {
    const bool alive = sources.alive();
    answer = net::http_health(alive, alive ? "ok" : "stalled");
  } else if (path == "/readyz") {
    const bool is_ready = metrics.is_connected && !metrics.is_draining;
    answer = net::http_health(is_ready, is_ready              ? "ready"
                                        : metrics.is_draining ? "draining"
                                                              : "no connection to the server");
  } else {
    return net::http_failure(404, "nothing is served under this path");
  }
  if (request.method != "GET" && request.method != "HEAD") {
    return net::http_not_allowed("GET, HEAD");
  }
  return answer;
}

}  // namespace puzzled::redis
