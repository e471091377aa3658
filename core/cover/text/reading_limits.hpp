// What all readers of problems share: the limits of memory and time, and the options read so far.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

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

/// The problem as far as it is read, and the places of its options. Options without a primary item,
/// idle ones, keep their numbers although no solution has them; Knuth's programs warn of each and
/// leave it out.
class OptionList {
 public:
  explicit OptionList(Problem problem) : problem_(std::move(problem)) {}

  const Problem& problem() const { return problem_; }

  /// Adds an option, which stands at `text`; `place` makes a fault there.
  template <class Place>
  void add(std::span<const Element> elements, std::int64_t cost, TextSpan text,
           const Place& place) {
    if (!problem_.add_option(elements, cost)) {
      problem_.add_idle_option();
      if (idle_++ == 0) {
        first_idle_ = place();
        first_idle_.message = "option " + std::to_string(problem_.options()) +
                              " has no primary item: it is never chosen";
      }
    }
    texts_.push_back(text);
  }

  /// Moves all of it into `read`, with one warning for all idle options.
  void move_to(ReadProblem& read) {
    read.named.problem = std::move(problem_);
    read.option_texts = std::move(texts_);
    read.idle_options = idle_;
    if (idle_ > 1) {
      first_idle_.message += " (there are " + std::to_string(idle_) + " such options)";
    }
    if (idle_ > 0) read.warnings.push_back(std::move(first_idle_));
  }

 private:
  Problem problem_;
  std::vector<TextSpan> texts_;
  std::uint64_t idle_ = 0;
  TextFault first_idle_;
};

}  // namespace puzzled::cover::text
