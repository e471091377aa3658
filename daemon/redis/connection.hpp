// A connection to a Redis server, by hiredis: commands in, replies out, in their order. It blocks,
// but never longer than its patience. Who opens one again after it was lost is whoever uses it:
// open_patiently() is the way.
#pragma once

#include <chrono>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "daemon/redis/address.hpp"
#include "daemon/redis/reply.hpp"

struct redisContext;

namespace puzzled::redis {

/// Who logs in; both empty: nobody does.
struct Login {
  std::string user;  ///< of the server's access control list; empty: the default user
  std::string password;
};

/// How long to wait for the server.
struct Patience {
  std::chrono::milliseconds connect{5000};
  /// For any byte of a reply. Longer than commands that wait at the server may wait there.
  std::chrono::milliseconds reply{15000};
};

/// For one thread at a time. After a Failure of the kind kLost it is of no more use.
/// REQUIRES: SIGPIPE is ignored.
class Connection {
 public:
  using Words = std::span<const std::string_view>;

  /// Connects, logs in, chooses the database and sees to it that the server has loaded its data.
  static Outcome<Connection> open(const Server& server, const Login& login,
                                  const Patience& patience = {});

  /// Sends a command and waits for its reply. An error of the server is a Failure, too.
  /// REQUIRES: nothing that was appended waits for take().
  Outcome<Reply> call(Words words);
  Outcome<Reply> call(std::initializer_list<std::string_view> words) {
    return call(Words(words.begin(), words.size()));
  }

  /// From now on.
  void set_reply_patience(std::chrono::milliseconds reply);

  // Several commands at once:

  /// Keeps the command until flush() or take().
  void append(Words words);
  void append(std::initializer_list<std::string_view> words) {
    append(Words(words.begin(), words.size()));
  }
  /// Sends what was appended.
  Outcome<> flush();
  /// Sends what was appended, and waits for the next reply.
  Outcome<Reply> take();

 private:
  struct Close {
    void operator()(redisContext* context) const;
  };

  explicit Connection(redisContext* context) : context_(context) {}
  Failure lost() const;
  Outcome<> begin(const Server& server, const Login& login);

  std::unique_ptr<redisContext, Close> context_;
};

/// Pauses between tries of a connection: each twice as long as the one before.
inline constexpr std::chrono::milliseconds kFirstPause{50};
inline constexpr std::chrono::milliseconds kLongestPause{2000};

/// How often a connection is tried, and what ends that.
struct Retries {
  std::chrono::milliseconds time{0};  ///< for all tries; 0: without end
  int stop_descriptor = -1;           ///< no more tries when it is readable; -1: there is none
  /// Told why a try failed when there will be another.
  std::function<void(const std::string& reason)> tell{};
};

/// What is left of `patience` until then, but not so little that a server could not answer.
Patience patience_until(std::chrono::steady_clock::time_point end, const Patience& patience = {});

/// Opens a connection, with pauses between the tries. A login that is refused, too, is tried again
/// where tries are without end: passwords change. A server that takes the connection and says
/// nothing does not take longer than `retries.time`; whoever goes on with the connection sets its
/// patience.
Outcome<Connection> open_patiently(const Server& server, const Login& login, const Retries& retries,
                                   const Patience& patience = {});

/// Waits that long, or until the descriptor is readable; whether it is. -1: just waits.
bool wait_for_stop(int descriptor, std::chrono::milliseconds time);

}  // namespace puzzled::redis
