// A Redis server of a test's own: on a Unix socket in a temporary directory, killed and started
// again at will.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/redis/address.hpp"
#include "daemon/redis/connection.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled::redis {

/// Whether redis-server is installed.
bool has_redis_server();

/// The first line of a test that needs one.
#define PUZZLED_NEEDS_REDIS_SERVER() \
  if (!::puzzled::redis::has_redis_server()) GTEST_SKIP() << "redis-server is not installed"

class RedisServer {
 public:
  /// Starts it with these options behind those that are always the same: no port, no snapshots.
  explicit RedisServer(std::vector<std::string> options = {});
  ~RedisServer();
  RedisServer(const RedisServer&) = delete;
  RedisServer& operator=(const RedisServer&) = delete;

  Server address() const { return {.host = {}, .port = 0, .path = socket(), .database = 0}; }
  /// As the commands take it.
  std::string url(const std::string& stream) const {
    return "redis+unix://" + socket() + "?stream=" + stream;
  }
  /// Its files.
  const TemporaryDirectory& directory() const { return directory_; }
  pid_t pid() const { return pid_; }

  /// SIGKILL, and waits for its end.
  void kill();
  /// Starts it again, with the files that it has left, and waits until it answers.
  void start();

 private:
  std::string socket() const { return directory_.path("socket"); }

  TemporaryDirectory directory_;
  std::vector<std::string> options_;
  pid_t pid_ = -1;
};

/// A connection of the test's own. Ends the test with a failure if there is none.
Connection connect(const RedisServer& server, const Login& login = {});

/// The reply to a command that succeeds.
Reply ask(Connection& connection, std::initializer_list<std::string_view> words);

}  // namespace puzzled::redis
