#include "redis_server.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "daemon/base/os/file_descriptor.hpp"
#include "tests/daemon/child_program.hpp"

namespace puzzled::redis {

bool has_redis_server() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (::access((folder + "/redis-server").c_str(), X_OK) == 0) return true;
  }
  return false;
}

RedisServer::RedisServer(std::vector<std::string> options) : options_(std::move(options)) {
  std::signal(SIGPIPE, SIG_IGN);  // as main() does: a server may have gone
  start();
}

RedisServer::~RedisServer() {
  if (testing::Test::HasFailure()) {
    std::fprintf(stderr, "the server's log:\n%s", directory_.read("log").c_str());
  }
  kill();
}

void RedisServer::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

void RedisServer::start() {
  std::vector<std::string> words = {
      "redis-server",      "--port", "0", "--unixsocket",       socket(),    "--dir",
      directory_.path(""), "--save", "",  "--maxmemory-policy", "noeviction"};
  words.insert(words.end(), options_.begin(), options_.end());
  const std::string name = directory_.path("log");
  const FileDescriptor log(::open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  pid_ = start_child(
      {.words = std::move(words), .standard_output = log.get(), .standard_error = log.get()});
  // An error of the server, such as NOAUTH, says that it is there.
  constexpr int kTries = 3000;
  for (int tried = 0; tried < kTries; ++tried) {
    const Outcome<Connection> connection = Connection::open(address(), {});
    if (connection || connection.error().kind == Failure::Kind::kRefused) return;
    if (::waitpid(pid_, nullptr, WNOHANG) == pid_) break;
    wait_for_stop(-1, std::chrono::milliseconds(20));
  }
  ADD_FAILURE() << "redis-server does not start:\n" << directory_.read("log");
}

Connection connect(const RedisServer& server, const Login& login) {
  Outcome<Connection> connection = Connection::open(server.address(), login);
  if (!connection) throw std::runtime_error(connection.error().message);
  return std::move(*connection);
}

Reply ask(Connection& connection, std::initializer_list<std::string_view> words) {
  Outcome<Reply> reply = connection.call(words);
  if (!reply) throw std::runtime_error(reply.error().message);
  return std::move(*reply);
}

}  // namespace puzzled::redis
