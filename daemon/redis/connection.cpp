#include "daemon/redis/connection.hpp"

#include <hiredis/hiredis.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <vector>

#include "daemon/base/os/system_error.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled::redis {
namespace {

using std::chrono::milliseconds;

timeval time_of(milliseconds time) {
  return {.tv_sec = time.count() / 1000,
          .tv_usec = static_cast<suseconds_t>(time.count() % 1000 * 1000)};
}

}  // namespace

void Connection::Close::operator()(redisContext* context) const {
  ::redisFree(context);
}

Failure Connection::lost() const {
  std::string reason = context_->errstr;
  if (context_->err == REDIS_ERR_IO && (errno == EAGAIN || errno == EWOULDBLOCK)) {
    reason = "no answer in time";
  }
  return {Failure::Kind::kLost, with_file_limit(std::move(reason))};
}

Outcome<Connection> Connection::open(const Server& server, const Login& login,
                                     const Patience& patience) {
  const timeval connect_time = time_of(patience.connect);
  redisContext* const context =
      server.host.empty()
          ? ::redisConnectUnixWithTimeout(server.path.c_str(), connect_time)
          : ::redisConnectWithTimeout(server.host.c_str(), server.port, connect_time);
  if (context == nullptr) throw std::bad_alloc();
  Connection connection(context);
  const auto failed = [&server](const Failure& failure) -> Failure {
    return {failure.kind, server.text() + ": " + failure.message};
  };
  if (context->err != 0) return failed(connection.lost());
  if (!server.host.empty()) ::redisEnableKeepAlive(context);
  connection.set_reply_patience(patience.reply);
  if (const Outcome<> begun = connection.begin(server, login); !begun) {
    return failed(begun.error());
  }
  return connection;
}

Outcome<> Connection::begin(const Server& server, const Login& login) {
  if (!login.password.empty() || !login.user.empty()) {
    const std::string_view user = login.user.empty() ? "default" : std::string_view(login.user);
    const Outcome<Reply> welcome = call({"AUTH", user, login.password});
    if (!welcome) return welcome.error();
  }
  if (server.database != 0) {
    const Outcome<Reply> chosen = call({"SELECT", std::to_string(server.database)});
    if (!chosen) return chosen.error();
  }
  const Outcome<Reply> pong = call({"PING"});
  if (!pong) return pong.error();
  return {};
}

void Connection::set_reply_patience(milliseconds reply) {
  ::redisSetTimeout(context_.get(), time_of(reply));
}

Outcome<Reply> Connection::call(Words words) {
  append(words);
  return take();
}

void Connection::append(Words words) {
  std::vector<const char*> texts;
  std::vector<std::size_t> sizes;
  texts.reserve(words.size());
  sizes.reserve(words.size());
  for (const std::string_view word : words) {
    texts.push_back(word.data());
    sizes.push_back(word.size());
  }
  const int status = ::redisAppendCommandArgv(context_.get(), static_cast<int>(words.size()),
                                              texts.data(), sizes.data());
  if (status != REDIS_OK) throw std::bad_alloc();
}

Outcome<> Connection::flush() {
  int done = 0;
  while (done == 0) {
    if (::redisBufferWrite(context_.get(), &done) != REDIS_OK) return lost();
  }
  return {};
}

Outcome<Reply> Connection::take() {
  void* reply = nullptr;
  if (::redisGetReply(context_.get(), &reply) != REDIS_OK) return lost();
  Reply result(static_cast<redisReply*>(reply));
  if (result.view().is_error()) return failure_of(result.text());
  return result;
}

bool wait_for_stop(int descriptor, milliseconds time) {
  pollfd stop{.fd = descriptor, .events = POLLIN, .revents = 0};  // poll(2) skips negative ones
  return ::poll(&stop, 1, static_cast<int>(time.count())) > 0;
}

Patience patience_until(std::chrono::steady_clock::time_point end, const Patience& patience) {
  constexpr milliseconds kLeast{100};
  const auto left = std::max(
      std::chrono::duration_cast<milliseconds>(end - std::chrono::steady_clock::now()), kLeast);
  return {.connect = std::min(left, patience.connect), .reply = std::min(left, patience.reply)};
}

Outcome<Connection> open_patiently(const Server& server, const Login& login, const Retries& retries,
                                   const Patience& patience) {
  using Clock = std::chrono::steady_clock;
  const bool is_endless = retries.time.count() == 0;
  const Clock::time_point end = Clock::now() + retries.time;
  milliseconds pause = kFirstPause;
  for (;;) {
    Outcome<Connection> connection =
        Connection::open(server, login, is_endless ? patience : patience_until(end, patience));
    if (connection) return connection;
    const bool is_final = !is_endless && (Clock::now() + pause >= end ||
                                          connection.error().kind == Failure::Kind::kRefused);
    if (is_final) return connection;
    if (retries.tell) retries.tell(connection.error().message);
    if (wait_for_stop(retries.stop_descriptor, pause)) return connection;
    pause = std::min(2 * pause, kLongestPause);
  }
}

}  // namespace puzzled::redis
