// What is answered to an HTTP request: pure, without a socket. Operators, their monitoring and the
// status page ask; puzzles in bulk belong on the other listeners.
//   GET  /             the status page, with /status.js, /status.css, /icon.svg
//   GET  /status.json  its numbers
//   GET  /metrics      the same for Prometheus
//   GET  /clients      who is connected; only where nobody but this machine can ask
//   GET  /healthz      200 while no thread of the daemon hangs, else 503
//   GET  /readyz       200 while requests are taken, 503 while starting or draining
//   POST /solve        body: one puzzle, in a line or in nine; answered by its answer line
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/metrics/client_list.hpp"
#include "daemon/metrics/metric_source.hpp"

namespace puzzled::serve {

struct HttpRequest {
  std::string_view method;
  std::string_view target;
  std::optional<std::string_view> host;    ///< the header's value
  std::optional<std::string_view> origin;  ///< the header's value
  std::string_view body;
  /// Whether it came to a loopback address, where only programs of this machine get, among them
  /// browsers that show somebody's pages.
  bool to_loopback = false;
};

struct HttpAnswer {
  unsigned status = 200;
  std::string_view type = "text/plain; charset=utf-8";
  std::string body;
  std::string_view allow{};            ///< of a 405
  std::optional<std::string> solve{};  ///< this line has to be solved first; see http_answer_line()
  bool lists_clients = false;          ///< the body is to be the list of clients
};

/// What the answers tell about. Called on the thread of the listener's loop.
struct HttpSources {
  Metrics& metrics;
  Budget& budget;
  ServerInfo info;
  std::function<Phase()> phase;
  std::function<bool()> alive;  ///< no thread hangs
  /// Calls back with the clients of each I/O thread; as Server::list_clients().
  std::function<void(std::function<void(ClientList)>)> list_clients{};
  std::size_t io_threads = 0;
  bool only_on_loopback = false;  ///< other machines cannot ask
};

HttpAnswer answer_http(const HttpRequest& request, const HttpSources& sources);

/// The answer to /solve once the line is solved; `answers` is what the pool wrote.
HttpAnswer http_answer_line(std::string answers);

/// A short text for a status that is no success.
HttpAnswer http_failure(unsigned status, std::string_view text);

}  // namespace puzzled::serve
