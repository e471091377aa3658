// An HTTP listener on a thread of its own, for tests of what it answers and of what it bears.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/sudoku/block_solver.hpp"
#include "daemon/net/http/http_listener.hpp"
#include "tests/daemon/serve/sample_puzzle.hpp"

namespace puzzled::net {

/// Listens on a free port of loopback.
inline std::pair<FileDescriptor, std::uint16_t> listening_socket(bool v6) {
  FileDescriptor socket(::socket(v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  int status = 0;
  if (v6) {
    ::sockaddr_in6 at{};
    at.sin6_family = AF_INET6;
    at.sin6_addr = in6addr_loopback;
    status = ::bind(socket.get(), reinterpret_cast<const ::sockaddr*>(&at), sizeof at);
  } else {
    ::sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    status = ::bind(socket.get(), reinterpret_cast<const ::sockaddr*>(&at), sizeof at);
  }
  EXPECT_EQ(status, 0);
  EXPECT_EQ(::listen(socket.get(), 128), 0);
  ::sockaddr_in6 bound{};
  ::socklen_t size = sizeof bound;
  EXPECT_EQ(::getsockname(socket.get(), reinterpret_cast<::sockaddr*>(&bound), &size), 0);
  return {std::move(socket), ntohs(bound.sin6_port)};  // where sin_port lies, too
}

/// A listener on a thread of its own that solves on one more, or holds puzzles back.
class Served {
 public:
  explicit Served(const HttpLimits& limits = {}, bool v6 = false, bool only_on_loopback = true) {
    auto [socket, bound] = listening_socket(v6);
    port = bound;
    std::vector<FileDescriptor> sockets;
    sockets.push_back(std::move(socket));
    listener = std::make_unique<HttpListener>(
        housekeeping.loop(), std::move(sockets),
        HttpSources{.metrics = metrics,
                    .budget = budget,
                    .info = {.version = "9.8.7",
                             .isa = "portable",
                             .stream_threads = 1,
                             .search_threads = 1},
                    .phase = [this] { return phase.load(); },
                    .alive = [this] { return alive.load(); },
                    .list_clients = [this](const auto& take) { list_clients(take); },
                    .io_threads = 2,
                    .only_on_loopback = only_on_loopback,
                    .searches = [this] { return searches; },
                    .cancel_search =
                        [this](std::uint64_t id) {
                          cancels.push_back(id);
                          return id == 7;
                        },
                    .limits = [] { return RequestLimits{}; },
                    .history = &history},
        [this](RequestBatch& batch, std::function<void()> done) { submit(batch, std::move(done)); },
        log, limits);
    housekeeping.start();
  }

  ~Served() {
    release();
    listener->stop();
    for (std::thread& thread : solving_) thread.join();
    housekeeping.end();
  }

  void hold() { held_ = true; }

  void release() {
    const std::lock_guard lock(mutex_);
    held_ = false;
    for (const auto& solve : waiting_) solving_.emplace_back(solve);
    waiting_.clear();
    batches_.clear();
  }

  std::size_t waiting() {
    const std::lock_guard lock(mutex_);
    return waiting_.size();
  }

  /// Of the puzzles that are held back, those that need not be solved any more.
  std::size_t cancelled() {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(
        std::count_if(batches_.begin(), batches_.end(),
                      [](const RequestBatch* batch) { return batch->cancelled->load(); }));
  }

  Metrics metrics;
  std::atomic<Phase> phase = Phase::kServing;
  std::atomic<bool> alive = true;
  std::atomic<int> io_threads_alive = 2;
  std::atomic<int> lists = 0;
  Budget budget;
  SearchList searches;
  std::vector<std::uint64_t> cancels;  ///< what was asked for; 7 runs
  History history;
  LoopThread housekeeping;
  std::uint16_t port = 0;
  std::unique_ptr<HttpListener> listener;

 private:
  /// As I/O threads do it: later.
  void list_clients(const std::function<void(ClientList)>& take) {
    ++lists;
    for (std::uint16_t i = 0; i < io_threads_alive; ++i) {
      housekeeping.loop().post([take, i] {
        const ClientAddress peer(*parse_ip_address("127.0.0.1"), i);
        take({.connected = 1, .threads = 1, .clients = {{.peer = peer}}});
      });
    }
  }

  void submit(RequestBatch& batch, std::function<void()> done) {
    const auto solve = [&batch, done = std::move(done)] {
      if (batch.kind == BatchKind::kSearch) {
        batch.answers.append(argument_of(batch.search) + " is answered\n");
        return done();
      }
      sudoku::BlockSolver solver({.isa = "portable"});
      sudoku::BlockAnswers answers;
      solver.answer(batch.requests.view(), sudoku::TextForm{}, {}, answers);
      batch.answers = std::move(answers.text);
      done();
    };
    const std::lock_guard lock(mutex_);
    if (held_) {
      waiting_.emplace_back(solve);
      batches_.push_back(&batch);
    } else {
      solving_.emplace_back(solve);
    }
  }

  Log log{LogLevel::kOff, LogFormat::kText};
  std::atomic<bool> held_ = false;
  std::mutex mutex_;  // of what is below
  std::vector<std::function<void()>> waiting_;
  std::vector<const RequestBatch*> batches_;  // of those that wait
  std::vector<std::thread> solving_;
};

}  // namespace puzzled::net
