#include "drain_client.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "daemon_process.hpp"
#include "requests.hpp"
#include "socket_client.hpp"

namespace puzzled::net {
namespace {

/// Sends whole lines until told to stop, at most `ahead` of them without answer.
class Load {
 public:
  Load(int port, const std::string& puzzles, const std::string& answers, std::size_t ahead)
      : client_(port), puzzles_(puzzles), answers_(answers), ahead_(ahead) {}

  void run(const std::atomic<bool>& stop) {
    std::size_t lines = 0;
    while (!stop) {
      const std::size_t at = sent_ % (puzzles_.size() / kLine);
      const std::size_t count = std::min(ahead_, puzzles_.size() / kLine - at);
      if (!client_.send(std::string_view(puzzles_).substr(at * kLine, count * kLine))) break;
      sent_ += count;
      while (lines + ahead_ < sent_ + 1 && !stop) {
        take(client_.read_line());
        ++lines;
      }
    }
    client_.half_close();
    const std::string rest = client_.read_all();
    for (std::size_t begin = 0; begin < rest.size();) {
      const std::size_t end = rest.find('\n', begin);
      ASSERT_NE(end, std::string::npos) << "half an answer";
      take(rest.substr(begin, end - begin));
      begin = end + 1;
    }
    EXPECT_EQ(answered_ + refused_, sent_);
    EXPECT_FALSE(client_.was_reset());
  }

  std::size_t answered() const { return answered_; }

 private:
  static constexpr std::size_t kLine = 82;

  /// Answers first, then, once the daemon takes no more, errors.
  void take(const std::string& line) {
    if (line.starts_with("error shutting-down ")) {
      ++refused_;
      return;
    }
    EXPECT_EQ(refused_, 0U) << "answered after having been refused";
    const std::size_t at = answered_ % (answers_.size() / kLine);
    EXPECT_EQ(line, answers_.substr(at * kLine, kLine - 1));
    ++answered_;
  }

  SocketClient client_;
  const std::string& puzzles_;
  const std::string& answers_;
  const std::size_t ahead_;
  std::size_t sent_ = 0;
  std::size_t answered_ = 0;
  std::size_t refused_ = 0;
};

}  // namespace

void terminate_under_load(unsigned seed) {
  std::mt19937 random(seed);
  const std::string puzzles = puzzle_lines(2'000);
  const std::string answers = solved(puzzles);
  DaemonProcess daemon;
  std::atomic<bool> stop = false;
  std::vector<std::unique_ptr<Load>> loads;
  std::vector<std::thread> clients;
  for (const std::size_t ahead : {1, 1, 10, 100, 2'000}) {
    loads.push_back(std::make_unique<Load>(daemon.port(), puzzles, answers, ahead));
    clients.emplace_back([&load = *loads.back(), &stop] { load.run(stop); });
  }
  std::this_thread::sleep_for(std::chrono::microseconds(random() % 50'000));
  daemon.signal(SIGTERM);
  stop = true;
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(daemon.wait(), 0);
}

}  // namespace puzzled::net
