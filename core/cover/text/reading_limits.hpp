// The limits of reading a problem: memory, and a stop flag.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/cover/problem.hpp"
#include "core/cover/text/problem_text.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::text {

/// About what a problem takes while it is read, with names and places of its parts.
inline std::uint64_t bytes_of(std::uint64_t items, std::uint64_t options, std::uint64_t elements) {
  return 160 * items + 64 * options + 16 * elements;
}

class ReadingLimits {
 public:
  ReadingLimits(std::uint64_t max_bytes, const StopFlag& stop)
      : max_bytes_(max_bytes), stop_(stop) {}

  const StopFlag& stop() const { return stop_; }

  /// Whether reading may continue; checks the flag now and then. If not, `fault` gets the kind and
  /// the reason.
  bool allow(std::uint64_t items, const Problem& problem, TextFault& fault) {
    if (++options_ % kOptionsPerLook == 0 && is_stopped(stop_)) {
      fault.kind = TextFault::Kind::kStopped;
      fault.message = "stopped while the problem was read";
      return false;
    }
    return allow_bytes(bytes_of(items, problem.options(), problem.elements()), fault);
  }

  bool allow_bytes(std::uint64_t bytes, TextFault& fault) const {
    if (bytes <= max_bytes_) return true;
    fault.kind = TextFault::Kind::kTooLarge;
    fault.message = "the problem needs more memory than it may take";
    return false;
  }

 private:
  static constexpr std::uint64_t kOptionsPerLook = 4096;

  std::uint64_t max_bytes_;
  const StopFlag& stop_;
  std::uint64_t options_ = 0;
};

}  // namespace puzzled::cover::text
