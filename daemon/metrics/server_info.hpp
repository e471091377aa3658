// What the daemon says about itself beside its counts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace puzzled::serve {

/// Where it is in its life.
enum class Phase : std::uint8_t { kStarting, kServing, kDraining };
inline constexpr std::string_view kPhaseNames[] = {"starting", "serving", "draining"};

/// What does not change while it runs.
struct ServerInfo {
  std::string version;
  std::string isa;  ///< family of instruction sets: avx512, avx2 or portable
  int stream_threads = 0;
  int search_threads = 0;
};

}  // namespace puzzled::serve
