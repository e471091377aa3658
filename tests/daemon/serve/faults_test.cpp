// The daemon in this process, and what it asks of the system for a new connection failing: that one
// is refused, and everybody else goes on being served.
#include "faults.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "daemon/net/serve/listen.hpp"
#include "daemon/net/serve/server.hpp"
#include "daemon/net/serve/solver_pools.hpp"
#include "daemon_process.hpp"
#include "sample_puzzle.hpp"
#include "socket_client.hpp"

namespace puzzled::net {
namespace {

class FaultsTest : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    faults::spare_this_thread();
    sigset_t held;
    ::sigemptyset(&held);
    ::sigaddset(&held, SIGTERM);
    ::pthread_sigmask(SIG_BLOCK, &held, nullptr);
    nowhere_ = FileDescriptor(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    log_.emplace(LogLevel::kTrace, LogFormat::kText, nowhere_.get());
    settings_.threads = 1;
    settings_.search_threads = 1;
    settings_.io_threads = GetParam();
    settings_.connections = 100;
    Result<std::vector<ListenSocket>> sockets = listen_tcp("127.0.0.1:0");
    ASSERT_TRUE(sockets);
    const std::string& name = (*sockets)[0].name();
    port_ = std::stoi(name.substr(name.rfind(':') + 1));
    housekeeping_.emplace();
    pools_.emplace(settings_, metrics_, *housekeeping_);
    server_.emplace(settings_, std::move(*sockets),
                    Server::Parts{*pools_, budget_, metrics_, *log_, *housekeeping_},
                    [](const ServeSettings&) { return Error{"not read again here"}; });
    thread_ = std::thread([this] {
      sigset_t taken;
      ::sigemptyset(&taken);
      ::sigaddset(&taken, SIGTERM);
      ::pthread_sigmask(SIG_UNBLOCK, &taken, nullptr);
      drained_ = server_->run();
    });
    EXPECT_EQ(ask("ping\n"), "pong\n");
  }

  void TearDown() override {
    EXPECT_TRUE(nothing_is_held());
    ::kill(::getpid(), SIGTERM);
    thread_.join();
    EXPECT_TRUE(drained_);
    pools_.reset();
    server_.reset();
    housekeeping_.reset();
  }

  std::string ask(const std::string& text) {
    SocketClient client(port_);
    client.send(text);
    client.half_close();
    return client.read_all();
  }

  /// True when everything that clients took has come back.
  bool nothing_is_held() const {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < end) {
      if (budget_.connections.used() == 0 && budget_.requests.used() == 0 &&
          budget_.searches.used() == 0 && budget_.bytes.used() == 0 &&
          budget_.waiting_clients.used() == 0) {
        return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ADD_FAILURE() << budget_.connections.used() << " connections, " << budget_.requests.used()
                  << " requests, " << budget_.searches.used() << " searches, "
                  << budget_.bytes.used() << " bytes, " << budget_.waiting_clients.used()
                  << " waiting";
    return false;
  }

  /// Until a newcomer is served.
  bool serves() {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < end) {
      if (ask(kPuzzle + "\nping\n") == kSolution + "\npong\n") return true;
    }
    return false;
  }

  Budget budget_;
  Metrics metrics_;
  ServeSettings settings_;
  FileDescriptor nowhere_;
  std::optional<Log> log_;
  std::optional<LoopThread> housekeeping_;
  std::optional<Server> server_;
  std::optional<SolverPools> pools_;  // ends before the server
  std::thread thread_;
  int port_ = 0;
  bool drained_ = false;
};

TEST_P(FaultsTest, WithoutWatchesOfEpollClientsAreToldSo) {
  SocketClient before(port_);
  before.send("ping\n");
  EXPECT_EQ(before.read_line(), "pong");
  // Whichever of those that a connection takes: ours, which only tries, and that of Asio.
  for (const std::int64_t skipped : {0, 1}) {
    faults::fail_watches(skipped, 1'000'000);
    for (int i = 0; i < 20; ++i) {
      const std::string answer = ask("ping\n");
      EXPECT_TRUE(answer.empty() || answer.starts_with("error busy ")) << answer;
    }
    before.send("ping\n");
    EXPECT_EQ(before.read_line(), "pong");
    faults::stop();
    EXPECT_TRUE(serves());
    EXPECT_TRUE(server_->alive());
  }
  EXPECT_GT(metrics_.connections_refused, 0U);
  before.close();
}

TEST_P(FaultsTest, AcceptingGoesOnWhateverItMeets) {
  for (const int code : {EMFILE, ENFILE, ENOMEM, ENOBUFS, ECONNABORTED, EPROTO, EPERM, EINTR}) {
    faults::fail_accepts(5, code);
    EXPECT_TRUE(serves()) << code;
    faults::stop();
  }
}

INSTANTIATE_TEST_SUITE_P(IoThreads, FaultsTest, ::testing::Values(1, 2));

}  // namespace
}  // namespace puzzled::net
