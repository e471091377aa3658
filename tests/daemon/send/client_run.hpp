// What tests of the client share: a run of it with an input of its own, and what came of it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "daemon/base/os/interrupt.hpp"
#include "daemon/net/send/client.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled::net::send {

struct Outcome {
  Result<ClientEnd> end;
  std::string answers;
  std::uint64_t requests = 0;
  std::uint64_t answered = 0;
  std::uint64_t declined = 0;
  std::uint64_t asked_again = 0;
};

class ClientRun : public ::testing::Test {
 protected:
  /// `lines` lines that differ; the default is more than a socket holds.
  static std::string some_lines(std::size_t lines = 60'000) {
    std::string text;
    for (std::size_t i = 1; i <= lines; ++i) {
      text += std::to_string(i) + std::string(i % 83, '.') + '\n';
    }
    return text;
  }

  Outcome run(const std::string& address, const std::string& input, ClientOptions options = {}) {
    options.feed.form.format = "line";
    return run_any(address, input, options);
  }

  /// The same with an input that may be of puzzles.
  Outcome run_any(const std::string& address, const std::string& input,
                  ClientOptions options = {}) {
    options.address = address;
    options.input = directory_.write("input", input);
    Outcome outcome{Error{"not run"}, "", 0, 0, 0, 0};
    Client client(options, interrupt_, [&](std::string_view answers) {
      outcome.answers += answers;
      return true;
    });
    outcome.end = client.run();
    outcome.requests = client.work().requests();
    outcome.answered = client.work().tally().answers;
    outcome.declined = client.work().tally().declined;
    outcome.asked_again = client.work().asked_again();
    return outcome;
  }

  static ClientOptions with_connections(std::uint64_t connections, std::size_t block_bytes = 4096) {
    ClientOptions options;
    options.work.connections = connections;
    options.work.blocks_in_flight = 4;
    options.feed.block_bytes = block_bytes;
    return options;
  }

  /// What is lost is not asked again.
  static ClientOptions without_retries(ClientOptions options = {}) {
    options.retries = 0;
    return options;
  }

  static void expect_well(Outcome& outcome) {
    ASSERT_TRUE(outcome.end) << outcome.end.error().message;
    const ClientEnd& end = *outcome.end;
    EXPECT_TRUE(end.connected);
    EXPECT_EQ(end.refused + end.lost, 0u) << end.connection.value_or("");
    EXPECT_TRUE(end.unanswered.empty());
    EXPECT_FALSE(end.unread);
    EXPECT_EQ(outcome.requests, outcome.answered);
  }

  Interrupt interrupt_;
  TemporaryDirectory directory_;
};

}  // namespace puzzled::net::send
