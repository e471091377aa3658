// All numbers that the daemon reports about itself, at one moment.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/net/limits/budget.hpp"
#include "daemon/net/metrics/metrics.hpp"

namespace puzzled::net {

/// Where the daemon is in its life.
enum class Phase : std::uint8_t { kStarting, kServing, kDraining };
inline constexpr std::string_view kPhaseNames[] = {"starting", "serving", "draining"};

/// What does not change while it runs.
struct ServerInfo {
  std::string host{};                 ///< name of the machine
  std::vector<std::string> listen{};  ///< addresses for clients, as ListenSocket names them
  std::string version{};
  std::string commit{};
  std::string isa{};  ///< family of instruction sets: avx512, avx2 or portable
  int stream_threads = 0;
  int search_threads = 0;
};

/// What the process has used.
struct ProcessUse {
  double uptime_seconds = 0;
  double cpu_seconds = 0;            ///< user and system
  std::uint64_t resident_bytes = 0;  ///< 0: not known
  std::uint64_t virtual_bytes = 0;
  std::uint64_t open_files = 0;
  std::uint64_t max_open_files = 0;
  std::uint64_t threads = 0;
  double started_unix_seconds = 0;
};

/// Now. Any thread.
ProcessUse process_use(const Metrics& metrics);

/// Each number is read separately, so two of them may be inconsistent by what happened in between.
struct MetricSource {
  const Metrics& metrics;
  const Budget& budget;
  const ServerInfo& info;
  Phase phase = Phase::kServing;
  ProcessUse process{};
};

}  // namespace puzzled::net
