// A run of `puzzled send`: one thread owns all connections, another reads the input.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/net/send/connection.hpp"
#include "daemon/net/send/input_feed.hpp"
#include "daemon/net/send/summary.hpp"
#include "daemon/net/send/work.hpp"

namespace puzzled::net::send {

struct ClientOptions {
  std::string address;
  std::string input = "-";
  FeedOptions feed;
  WorkOptions work;
  std::uint64_t retries = 5;
  Timeouts timeouts;
  std::chrono::nanoseconds duration{0};  ///< stop sending after this time; 0: when the input ends
};

/// How a run ended. Messages are for people.
struct ClientEnd {
  bool connected = false;  ///< at least one connection was accepted
  bool interrupted = false;
  std::optional<std::string> connection;  ///< why the first failed connection failed
  std::uint64_t refused = 0;              ///< connections that were never accepted
  std::uint64_t lost = 0;                 ///< connections that ended too early
  LineRanges unanswered;                  ///< lines that were read and got no answer
  LineRanges once;                        ///< those of them that were not asked again: ping, stats
  std::optional<std::uint64_t> unread;    ///< the first line that was not sent
  std::optional<Error> input;             ///< why the input ended early
};

class Client {
 public:
  /// `write` takes the answers in order; when it returns false, the run ends. Throws
  /// std::system_error, or Boost's, if the system gives no descriptor.
  Client(const ClientOptions& options, const Interrupt& interrupt,
         std::function<bool(std::string_view)> write);
  ~Client();

  /// Runs to the end. The error: the address or the input cannot be used. REQUIRES: called once.
  Result<ClientEnd> run();

  /// REQUIRES: run() has returned. But any thread may read their Work::tally() and
  /// InputFeed::consumed() during run().
  const Work& work() const;
  const InputFeed& input() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace puzzled::net::send
