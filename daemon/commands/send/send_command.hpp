// `puzzled send`: a pipelining client and load generator.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "daemon/base/files/output.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/base/text/input_form.hpp"

namespace puzzled::commands {

/// The client and load generator.
struct SendSettings : OutputSettings {
  std::vector<std::string> arguments;  ///< ADDR, then at most one file or -
  InputForm form;                      ///< with format `line` every line is a request
  std::uint64_t connections = 1;
  std::uint64_t pipeline = 0;            ///< requests in flight on a connection; 0: as many as fit
  std::uint64_t rate = 0;                ///< requests a second over all connections; 0: no limit
  std::chrono::nanoseconds duration{0};  ///< repeat the input that long; 0: once
  std::uint64_t retries = 5;             ///< of a refused connection, with backoff
  std::chrono::nanoseconds connect_timeout = std::chrono::seconds(10);  ///< 0: none
  std::chrono::nanoseconds timeout = std::chrono::minutes(2);  ///< without an answer; 0: none
  bool latency = false;                                        ///< percentiles in the summary
  bool json_summary = false;
};

Command send_command(SendSettings& settings);

/// Returns the exit status. REQUIRES: SIGPIPE is ignored.
int run_send(const SendSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
