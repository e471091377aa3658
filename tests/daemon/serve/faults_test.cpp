// The daemon in this process, and what it asks of the system failing at every place in turn: the
// connection that meets the fault may lose its answers, but never gets those of other requests, and
// everybody else goes on being served.
#include "faults.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "daemon/serve/exceptions.hpp"
#include "daemon/serve/listen.hpp"
#include "daemon/serve/server.hpp"
#include "daemon/serve/solver_pools.hpp"
#include "daemon_process.hpp"
#include "sample_puzzle.hpp"
#include "socket_client.hpp"

namespace puzzled::serve {
namespace {

// It has no solution, and the stream hands it on to the searches.
const std::string kHard =
    "......6..9..................2.........3......1........546..7................5.392";

struct Exchange {
  std::string request;
  std::string answer;  ///< begins like that
};

/// Every verb, with and without a tag, and what is wrong in each way.
std::vector<Exchange> every_request() {
  std::vector<Exchange> all = {
      {kPuzzle, kSolution},
      {"ping", "pong"},
      {"@t " + kPuzzle, "@t " + kSolution},
      {"queens 8", "92"},
      {"1", "invalid 1 cell"},
      {"stats", "solve="},
      {"@q first 2 6", "@q 2 4 6 1 3 5\t3 6 2 5 1 4"},
      {"count 2 " + kPuzzle, "1\t" + kSolution},
      {"count 0 " + kPuzzle, "1\t" + kSolution},
      {"nonsense", "error bad-request"},
      {"target " + kPuzzle, ""},
      {"@", "error bad-request"},
      {"@h " + kHard, "@h unsolvable"},
      {"queens 99", "error limit"},
      {"@s stats", "@s solve="},
  };
  // Enough for batches that are moved and not copied.
  for (int i = 0; i < 250; ++i) all.push_back({kPuzzle, kSolution});
  all.push_back({"@last queens 7", "@last 40"});
  return all;
}

std::string requests_of(const std::vector<Exchange>& exchanges) {
  std::string text;
  for (const Exchange& exchange : exchanges) text += exchange.request + '\n';
  return text;
}

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
    housekeeping_.emplace([this](std::string_view reason) {
      log_exception(metrics_, &*log_, "housekeeping", reason);
    });
    pools_.emplace(settings_, metrics_, *housekeeping_, &*log_);
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

/// Every line answers its request, or is `busy`; they may end early.
void expect_in_order(const std::vector<Exchange>& exchanges, std::string_view answers,
                     std::int64_t fault) {
  std::size_t number = 0;
  while (true) {
    const std::size_t end = answers.find('\n');
    if (end == std::string_view::npos) return;  // a last line may be cut off by a reset
    const std::string_view line = answers.substr(0, end);
    answers.remove_prefix(end + 1);
    if (number == 0 && line.starts_with("error busy")) return;  // not even let in
    ASSERT_LT(number, exchanges.size()) << line << " with fault " << fault;
    const Exchange& exchange = exchanges[number++];
    std::string busy = "error busy";
    if (exchange.request.starts_with('@') && exchange.request.size() > 1) {
      busy = exchange.request.substr(0, exchange.request.find(' ') + 1) + busy;
    }
    ASSERT_TRUE(line.starts_with(exchange.answer) || line.starts_with(busy))
        << "request " << number << " '" << exchange.request << "' was answered '" << line
        << "' with fault " << fault;
  }
}

TEST_P(FaultsTest, WithoutFaultsAllIsAnswered) {
  const std::vector<Exchange> exchanges = every_request();
  const std::string answers = ask(requests_of(exchanges));
  expect_in_order(exchanges, answers, -1);
  EXPECT_EQ(static_cast<std::size_t>(std::count(answers.begin(), answers.end(), '\n')),
            exchanges.size());
}

TEST_P(FaultsTest, AnAllocationThatFailsHarmsItsConnectionOnly) {
  const std::vector<Exchange> exchanges = every_request();
  const std::string requests = requests_of(exchanges);
  // One alone, or all for a while.
  for (const std::int64_t failing : {1, 5, 40}) {
    for (std::int64_t skipped = 0;; skipped += (failing + 1) / 2) {
      faults::fail_allocations(skipped, failing);
      const std::string answers = ask(requests);
      const bool was_last = faults::stop() <= skipped;
      expect_in_order(exchanges, answers, skipped);
      ASSERT_TRUE(serves()) << "after fault " << skipped;
      if (HasFatalFailure()) return;
      if (was_last) break;
      ASSERT_LT(skipped, 10'000);
    }
    EXPECT_TRUE(nothing_is_held());
  }
  EXPECT_GT(metrics_.exceptions + metrics_.errors[static_cast<std::size_t>(ErrorCode::kBusy)], 0U);
}

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
}  // namespace puzzled::serve
