// A run of `puzzled send`: one thread with all the connections, one that reads the input.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "daemon/os/interrupt.hpp"
#include "daemon/send/connection.hpp"
#include "daemon/send/input_feed.hpp"
#include "daemon/send/summary.hpp"
#include "daemon/send/work.hpp"

namespace puzzled::send {

struct ClientOptions {
  std::string address;
  std::string input = "-";
  FeedOptions feed;
  WorkOptions work;
  std::uint64_t retries = 5;
  Patience patience;
  std::chrono::nanoseconds duration{0};  ///< then no more is sent; 0: until the input ends
};

/// What went wrong, if anything did. Messages are for people.
struct ClientEnd {
  bool connected = false;  ///< at least one connection got through
  bool interrupted = false;
  std::optional<std::string> connection;  ///< why the first of those that failed did so
  std::uint64_t refused = 0;              ///< connections that never got through
  std::uint64_t lost = 0;                 ///< connections that broke off
  LineRanges unanswered;                  ///< lines that were read and got no answer
  std::optional<std::uint64_t> unread;    ///< from this line on nothing was sent
  std::optional<Error> input;             ///< why the input ended early
};

class Client {
 public:
  /// `write` takes the answers in order; when it returns false, the run ends. Throws
  /// std::system_error, or Boost's, if the system gives no descriptor.
  Client(const ClientOptions& options, const Interrupt& interrupt,
         std::function<bool(std::string_view)> write);
  ~Client();

  /// Runs to the end. Once. An error: the address or the input is none.
  Result<ClientEnd> run();

  const AnswerTally& tally() const;  ///< for any thread, while it runs
  std::uint64_t consumed() const;    ///< bytes of the input; for any thread
  const Work& work() const;          ///< behind run()

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace puzzled::send
