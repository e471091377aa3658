// The watchdog: it notices when any thread of the daemon hangs, whatever the thread is for.
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "daemon/base/log/log.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/serve/listen.hpp"
#include "daemon/net/serve/server.hpp"
#include "daemon/net/serve/solver_pools.hpp"

namespace puzzled::net {
namespace {

using std::chrono::milliseconds;

constexpr std::chrono::seconds kHungAfter{2};

std::atomic<bool> hold = false;
std::atomic<std::size_t> held = 0;

/// One that the daemon does not take.
constexpr int kHang = SIGURG;

/// Its handler: its thread hangs wherever it is, until let go.
void hang(int /*signal*/) {
  ++held;
  while (hold) {
    const timespec moment{.tv_sec = 0, .tv_nsec = 1'000'000};
    ::nanosleep(&moment, nullptr);
  }
  --held;
}

std::vector<pid_t> threads_of_this_process() {
  std::vector<pid_t> threads;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
    threads.push_back(std::stoi(entry.path().filename()));
  }
  std::sort(threads.begin(), threads.end());
  return threads;
}

bool is_asleep(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string text;
  std::getline(file, text);
  return text.find(") S ") != std::string::npos;
}

template <typename Condition>
bool comes_true(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(milliseconds(2));
  }
  return true;
}

std::string text_of(std::vector<std::string_view> names) {
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string_view name : names) text.append(name).append(" ");
  return text;
}

/// A server in this process, without clients.
class Served {
 public:
  /// Returns when all its threads run.
  Served() : thread_([this] { server.run(); }) {
    EXPECT_TRUE(comes_true([this] { return server.phase() == Phase::kServing; }));
    std::promise<void> housekeeping_runs;
    housekeeping.loop().post([&housekeeping_runs] { housekeeping_runs.set_value(); });
    housekeeping_runs.get_future().wait();
  }
  ~Served() {
    ::kill(::getpid(), SIGTERM);
    thread_.join();
  }

  static ServeSettings settings() {
    ServeSettings settings;
    settings.threads.given = 2;
    settings.search_threads.given = 1;
    settings.io_threads = 2;
    return settings;
  }

  Log log{LogLevel::kOff, LogFormat::kText};
  Metrics metrics;
  Budget budget;
  LoopThread housekeeping;
  SolverPools pools{settings(), metrics, housekeeping};
  Server server{settings(),
                {},
                {pools, budget, metrics, log, housekeeping},
                [](const ServeSettings&) { return Error{"not read again here"}; },
                kHungAfter};

 private:
  std::thread thread_;
};

TEST(Watchdog, NoticesEveryThread) {
  struct sigaction action {};
  action.sa_handler = hang;
  action.sa_flags = SA_RESTART;
  ASSERT_EQ(::sigaction(kHang, &action, nullptr), 0);
  std::thread([] {}).join();  // a sanitizer starts a thread of its own with the first
  const std::vector<pid_t> before = threads_of_this_process();

  Served served;
  EXPECT_TRUE(comes_true([&] { return served.server.alive(); }));
  std::vector<pid_t> ours;
  const std::vector<pid_t> all = threads_of_this_process();
  std::set_difference(all.begin(), all.end(), before.begin(), before.end(),
                      std::back_inserter(ours));
  // Not on its way to its first sleep.
  EXPECT_TRUE(comes_true([&] { return std::all_of(ours.begin(), ours.end(), is_asleep); }));

  hold = true;
  for (const pid_t thread : ours) {
    ASSERT_EQ(::syscall(SYS_tgkill, ::getpid(), thread, kHang), 0);
  }
  EXPECT_TRUE(comes_true([&] { return held == ours.size(); })) << held << " of " << ours.size();
  // Of threads that solve nothing is expected until there is something to solve.
  RequestBatch line;
  line.kind = BatchKind::kStream;
  line.requests = sudoku::TextBuffer(std::string(81, '.') + '\n');
  line.lines = 1;
  std::atomic<bool> answered = false;
  served.pools.submit(line, [&answered] { answered = true; });
  const std::string_view all_hang = "I/O I/O housekeeping log stream ";
  EXPECT_TRUE(comes_true([&] { return text_of(served.server.hung()) == all_hang; }))
      << text_of(served.server.hung());
  EXPECT_FALSE(served.server.alive());
  hold = false;
  EXPECT_TRUE(comes_true([&] { return held == 0 && served.server.alive() && answered; }))
      << text_of(served.server.hung());
}

TEST(Watchdog, NoticesWorkThatDoesNotEnd) {
  Served served;
  std::promise<void> end;
  std::atomic<int> ended = 0;
  const auto never_done = [&ended, told = end.get_future().share()] {
    told.wait();
    ++ended;
  };
  RequestBatch line;
  line.kind = BatchKind::kStream;
  line.requests = sudoku::TextBuffer(std::string(81, '.') + '\n');
  line.lines = 1;
  served.pools.submit(line, never_done);
  RequestBatch search;
  search.kind = BatchKind::kSearch;
  search.search.queens = 4;
  served.pools.submit(search, never_done);
  EXPECT_TRUE(comes_true([&] { return text_of(served.server.hung()) == "search stream "; }))
      << text_of(served.server.hung());
  end.set_value();
  EXPECT_TRUE(comes_true([&] { return ended == 2 && served.server.alive(); }));
}

}  // namespace
}  // namespace puzzled::net
