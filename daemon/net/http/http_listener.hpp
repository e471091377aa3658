// HTTP for operators: metrics, health, status page (http_answer.hpp lists the paths). It lives on
// the housekeeping thread's loop, apart from the connections of clients, and nothing it does
// blocks.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "daemon/base/log/log.hpp"
#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/net/http/http_answer.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/serve/request_batch.hpp"

namespace puzzled::net {

struct HttpLimits {
  /// When all are in use, a new one replaces the one that has waited longest for its client to ask
  /// something, so that idle clients cannot keep a health check out. If all are at work, it is
  /// answered 503.
  std::size_t connections = 64;
  std::uint32_t header_bytes = 8192;
  std::uint64_t body_bytes = 4096;  ///< a puzzle has 81 characters, with all decoration some 300
  std::uint64_t batch_bytes =
      131072;  ///< of kPairsPath, kBoardsPath: 800 pairs of a puzzle and a grid
  std::chrono::milliseconds request_time{10000};  ///< from a request's first byte to its last
  std::chrono::milliseconds write_time{10000};    ///< of an answer
  std::chrono::milliseconds idle_time{60000};     ///< between requests; monitoring asks each 15 s
  /// At a time. To the pool each is a client of its own, so none waits for others.
  std::uint64_t searches = 4;
  /// The list of clients leaves out those of an I/O thread that does not answer within this time.
  std::chrono::milliseconds list_time{1000};
};

class HttpListener {
 public:
  /// As SolverPools::submit(): answers a batch, then calls back, on any thread.
  using Submit = std::function<void(RequestBatch&, std::function<void()>)>;

  using Answer = std::function<HttpAnswer(const HttpRequest&, const HttpSources&)>;

  /// `listening`: TCP sockets that listen. Accepts connections when `loop` runs. `answer` makes the
  /// answers, on the loop's thread. REQUIRES: `loop` does not run yet.
  HttpListener(Loop& loop, std::vector<FileDescriptor> listening, HttpSources sources,
               Submit submit, Log& log, const HttpLimits& limits = {}, Answer answer = answer_http);
  /// REQUIRES: the loop does not run any more, and what was submitted has called back.
  ~HttpListener();
  HttpListener(const HttpListener&) = delete;
  HttpListener& operator=(const HttpListener&) = delete;

  /// The daemon ends: soon refuses what is not solved yet. Any thread.
  void expire();

  /// Closes all sessions, those at work once they have answered. Any thread.
  void stop();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace puzzled::net
