#include "daemon/redis/connection.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

#include "daemon/redis/redis_options.hpp"
#include "redis_server.hpp"

namespace puzzled::redis {
namespace {

using Kind = Failure::Kind;

TEST(RedisConnection, SendsCommandsAndTellsTheServersErrors) {
  PUZZLED_NEEDS_REDIS_SERVER();
  const RedisServer server;
  Connection connection = connect(server);
  EXPECT_EQ(ask(connection, {"SET", "k", std::string_view("a\0b", 3)}).text(), "OK");
  EXPECT_EQ(ask(connection, {"GET", "k"}).text(), std::string_view("a\0b", 3));
  EXPECT_EQ(ask(connection, {"EXISTS", "none"}).number(), 0);
  EXPECT_EQ(ask(connection, {"GET", "none"}).text(), "");
  EXPECT_EQ(ask(connection, {"INCR", "n"}).number(), 1);
  const Outcome<Reply> wrong = connection.call({"INCR", "k"});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().kind, Kind::kRefused);
  EXPECT_EQ(wrong.error().message, "the server says: ERR value is not an integer or out of range");
  EXPECT_EQ(ask(connection, {"INCR", "n"}).number(), 2) << "the connection lives on";
}

TEST(RedisConnection, TakesRepliesInTheOrderOfTheCommands) {
  PUZZLED_NEEDS_REDIS_SERVER();
  const RedisServer server;
  Connection connection = connect(server);
  for (int i = 0; i < 3; ++i) connection.append({"INCR", "n"});
  ASSERT_TRUE(connection.flush());
  for (int i = 1; i <= 3; ++i) {
    const Outcome<Reply> reply = connection.take();
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->number(), i);
  }
}

TEST(RedisConnection, SaysThatAServerHasGone) {
  PUZZLED_NEEDS_REDIS_SERVER();
  RedisServer server;
  Connection connection = connect(server);
  server.kill();
  const Outcome<Reply> reply = connection.call({"PING"});
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().kind, Kind::kLost);
  const Outcome<Connection> again = Connection::open(server.address(), {});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, Kind::kLost);
  EXPECT_EQ(again.error().message, server.address().text() + ": Connection refused");
}

TEST(RedisConnection, DoesNotWaitForEverForAServerThatIsSilent) {
  PUZZLED_NEEDS_REDIS_SERVER();
  const RedisServer server;
  Outcome<Connection> connection = Connection::open(
      server.address(), {},
      {.connect = std::chrono::seconds(5), .reply = std::chrono::milliseconds(100)});
  ASSERT_TRUE(connection);
  ::kill(server.pid(), SIGSTOP);
  const Outcome<Reply> reply = connection->call({"PING"});
  ::kill(server.pid(), SIGCONT);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().kind, Kind::kLost);
  EXPECT_EQ(reply.error().message, "no answer in time");
}

// It accepts, for the system does, and never answers.
TEST(RedisConnection, TriesASilentServerForAsLongAsItIsTold) {
  PUZZLED_NEEDS_REDIS_SERVER();
  const RedisServer server;
  ::kill(server.pid(), SIGSTOP);
  const Outcome<Connection> never =
      open_patiently(server.address(), {}, {.time = std::chrono::milliseconds(150)});
  ::kill(server.pid(), SIGCONT);
  ASSERT_FALSE(never);
  EXPECT_EQ(never.error().message, server.address().text() + ": no answer in time");
  const auto now = std::chrono::steady_clock::now();
  EXPECT_LE(patience_until(now + std::chrono::seconds(2)).reply, std::chrono::seconds(2));
  EXPECT_EQ(patience_until(now + std::chrono::hours(1)).reply, Patience().reply);
  EXPECT_GT(patience_until(now - std::chrono::hours(1)).reply.count(), 0);
}

TEST(RedisConnection, TriesAgainForAsLongAsItIsTold) {
  PUZZLED_NEEDS_REDIS_SERVER();
  RedisServer server;
  server.kill();
  int told = 0;
  const auto count = [&told](const std::string& /*reason*/) { ++told; };
  const Outcome<Connection> never =
      open_patiently(server.address(), {}, {.time = 5 * kFirstPause, .tell = count});
  EXPECT_FALSE(never);
  EXPECT_GE(told, 1);
  const auto restart = [&](const std::string& /*reason*/) {
    if (++told == 5) server.start();
  };
  told = 0;
  EXPECT_TRUE(open_patiently(server.address(), {}, {.tell = restart}));
  EXPECT_EQ(told, 5);
}

TEST(RedisConnection, ChoosesTheDatabase) {
  PUZZLED_NEEDS_REDIS_SERVER();
  const RedisServer server;
  Server third = server.address();
  third.database = 3;
  Outcome<Connection> connection = Connection::open(third, {});
  ASSERT_TRUE(connection);
  ask(*connection, {"SET", "k", "v"});
  Connection first = connect(server);
  EXPECT_EQ(ask(first, {"EXISTS", "k"}).number(), 0);
  third.database = 999;
  const Outcome<Connection> none = Connection::open(third, {});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, Kind::kRefused);
}

TEST(RedisConnection, LogsIn) {
  PUZZLED_NEEDS_REDIS_SERVER();
  const RedisServer server({"--requirepass", "secret"});
  Connection administrator = connect(server, {.user = {}, .password = "secret"});
  ask(administrator, {"ACL", "SETUSER", "worker", "on", ">pass", "~*", "+@all"});
  const auto kind_of_failure = [&server](const Login& login) -> std::optional<Kind> {
    const Outcome<Connection> connection = Connection::open(server.address(), login);
    if (connection) return std::nullopt;
    return connection.error().kind;
  };
  EXPECT_EQ(kind_of_failure({}), Kind::kRefused);
  EXPECT_EQ(kind_of_failure({.user = {}, .password = "wrong"}), Kind::kRefused);
  EXPECT_EQ(kind_of_failure({.user = {}, .password = "secret"}), std::nullopt);
  EXPECT_EQ(kind_of_failure({.user = "worker", .password = "pass"}), std::nullopt);
  EXPECT_EQ(kind_of_failure({.user = "worker", .password = "secret"}), Kind::kRefused);
}

TEST(RedisLogin, ReadsThePasswordFromAFileBeforeTheVariable) {
  const TemporaryDirectory directory;
  ::setenv(kPasswordVariable, "of the variable", 1);
  EXPECT_EQ(read_login("", "")->password, "of the variable");
  EXPECT_EQ(read_login("", directory.write("p", " of the file \r\n"))->password, " of the file ");
  ::unsetenv(kPasswordVariable);
  EXPECT_EQ(read_login("", "")->password, "");
  EXPECT_FALSE(read_login("me", ""));
  EXPECT_FALSE(read_login("", directory.write("empty", "\n")));
  EXPECT_FALSE(read_login("", directory.path("missing")));
}

TEST(RedisFailure, TellsWhatMayPassFromWhatWillNot) {
  EXPECT_EQ(failure_of("LOADING Redis is loading the dataset in memory").kind, Kind::kLater);
  EXPECT_EQ(failure_of("OOM command not allowed when used memory > 'maxmemory'.").kind,
            Kind::kLater);
  EXPECT_NE(failure_of("OOM command not allowed").message.find("raise its maxmemory"),
            std::string::npos);
  EXPECT_EQ(failure_of("READONLY You can't write against a read only replica.").kind, Kind::kLater);
  // Somebody has deleted all under us.
  EXPECT_EQ(failure_of("NOGROUP No such key '{s}:in' or consumer group 'puzzled'").kind,
            Kind::kLater);
  EXPECT_EQ(failure_of("NOAUTH Authentication required.").kind, Kind::kRefused);
  EXPECT_EQ(failure_of("MOVED 1 10.0.0.2:6379").message,
            "the server says: MOVED 1 10.0.0.2:6379 (of a cluster, name the server that has the "
            "stream)");
}

}  // namespace
}  // namespace puzzled::redis
