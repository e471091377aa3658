// The answer to an HTTP request: pure functions, without a socket. HTTP is for operators, their
// monitoring and the status page; puzzles in bulk belong on the other listeners.
//   GET  /              the status page, with its scripts, /status.css, /icon.svg
//   GET  /status.json   its numbers
//   GET  /history.json  the last ten minutes of them; ?from=N: samples from number N on
//   GET  /metrics       the numbers for Prometheus
//   GET  /clients       who is connected; only on loopback addresses
//   GET  /searches      how many searches run; which and for whom only on loopback addresses
//   GET  /healthz       200 while no thread of the daemon hangs, else 503
//   GET  /readyz        200 while requests are taken, 503 while starting or draining
//   POST /solve         body: one puzzle, in a line or in nine; answered by its answer line
//   POST /ask           body: one request of the protocol: a puzzle, count, queens, target
//   POST /verify        body: pairs of a puzzle and a grid, in a form that the command reads;
//                       answered by a line each; ?unique&cells: as the options of the command
//   POST /queens        body: boards of queens, in a form that the command reads; answered by a
//   line
//                       each; ?count=K or ?has-solution&torus: as the words of the protocol
//   POST /cancel        body: the id of a running search; only on loopback addresses
// A query that a path does not know is refused: it may have asked for another answer. So is a body
// in a form that is not read, such as packed text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/net/metrics/client_list.hpp"
#include "daemon/net/metrics/history.hpp"
#include "daemon/net/metrics/metric_source.hpp"
#include "daemon/net/metrics/search_list.hpp"
#include "daemon/net/serve/request_batch.hpp"
#include "daemon/net/wire/protocol.hpp"

namespace puzzled::net {

/// The paths whose bodies may be long: HttpLimits::batch_bytes. Their answers take no more than
/// some 60 bytes a pair, 192 a board.
inline constexpr std::string_view kPairsPath = "/verify";
inline constexpr std::string_view kBoardsPath = "/queens";
inline constexpr std::size_t kMaxHttpPairs = 1024;

struct HttpRequest {
  std::string_view method;
  std::string_view target;
  std::optional<std::string_view> host;      ///< the header's value
  std::optional<std::string_view> origin;    ///< the header's value
  std::optional<std::string_view> action{};  ///< the value of kActionHeader
  /// Whether a proxy says that it passes the request on, for somebody on another machine maybe.
  bool is_forwarded = false;
  std::string_view body;
  std::string_view content_type{};
  std::string_view content_encoding{};
  /// Whether it came to a loopback address, which only programs of this machine can reach; among
  /// them are browsers that show strangers' pages.
  bool to_loopback = false;
};

/// A header of our own, without which nothing is changed. Scripts of foreign pages may set it only
/// after a preflight request (OPTIONS), which we refuse, and forms cannot set it at all.
inline constexpr std::string_view kActionHeader = "Puzzled-Action";

struct HttpAnswer {
  unsigned status = 200;
  std::string_view type = "text/plain; charset=utf-8";
  std::string body;
  std::string_view allow{};  ///< of a 405
  /// If set, a pool has to answer it first; see http_answer_line().
  std::unique_ptr<RequestBatch> work{};
  bool lists_clients = false;  ///< the caller adds the list of clients as the body
};

/// Where the answers get their content. Called on the thread of the listener's loop.
struct HttpSources {
  Metrics& metrics;
  Budget& budget;
  ServerInfo info{};
  std::function<Phase()> phase{};
  std::function<bool()> alive{};  ///< no thread hangs
  /// Calls back with the clients of each I/O thread; as Server::list_clients().
  std::function<void(std::function<void(ClientList)>)> list_clients{};
  std::size_t io_threads = 0;
  bool only_on_loopback = false;  ///< other machines cannot ask
  std::function<SearchList()> searches{};
  /// As SolverPools::cancel_search().
  std::function<bool(std::uint64_t id)> cancel_search{};
  std::function<RequestLimits()> limits{};  ///< of requests to /ask
  const History* history = nullptr;         ///< not null; of the same thread
};

/// The numbers at this moment.
MetricSource metric_source(const HttpSources& sources);

HttpAnswer answer_http(const HttpRequest& request, const HttpSources& sources);

/// The answer to /solve or /ask, from the `answers` that the pool wrote.
HttpAnswer http_answer_line(std::string answers);

// For every program with an HTTP port, not only the daemon:

/// Refuses a request without a host, or one to a loopback address whose host is not this machine:
/// by DNS rebinding, a stranger's page could read the answer.
std::optional<HttpAnswer> http_host_refusal(const HttpRequest& request);

/// Refuses a query that has more than what `known` names, such as `unique` and, with any value,
/// `from=`.
std::optional<HttpAnswer> http_query_refusal(std::string_view query,
                                             std::initializer_list<std::string_view> known = {});

/// A short text for a status other than success.
HttpAnswer http_failure(unsigned status, std::string_view text);

/// 200 or 503, with a short text.
HttpAnswer http_health(bool good, std::string_view text);

/// Only these methods are allowed.
HttpAnswer http_not_allowed(std::string_view allow);

}  // namespace puzzled::net
