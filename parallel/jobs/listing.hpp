// What all lists of solutions have in common: where they are written, in which portions, and how
// they end.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace puzzled::parallel {

/// Where a list is written. `Solution` is the form in which `format` takes a solution.
template <class Solution>
struct Listing {
  std::uint64_t limit = 1;
  /// Appends a solution to `text`. Jobs of several threads call it on any, several at a time.
  std::function<void(std::string& text, Solution solution)> format{};
  /// Takes the next `solutions` solutions, in order; false: no more. One call at a time. Solutions
  /// that are found slowly come soon, for people who watch.
  std::function<bool(std::string_view text, std::uint64_t solutions)> show{};
};

struct Listed {
  std::uint64_t shown = 0;
  bool is_complete = false;  ///< all solutions were shown, or as many as were asked for
};

/// Solutions that are found and not yet shown.
struct FoundText {
  std::string text{};
  std::uint64_t solutions = 0;
};

/// Shows what is found, in order. For one thread at a time.
template <class Solution>
class ListOutput {
 public:
  using Clock = std::chrono::steady_clock;

  /// `listing` must outlive this.
  explicit ListOutput(const Listing<Solution>& listing) : listing_(listing) {}

  std::uint64_t shown() const { return shown_; }
  std::uint64_t left() const { return listing_.limit - shown_; }
  bool goes_on() const { return is_wanted_ && left() > 0; }  ///< whether more is wanted

  /// Shows what was found if it is much, or if nothing was shown for long. Returns the bytes shown.
  std::size_t show_due(FoundText& found, Clock::time_point now) {
    if (found.text.size() < kShownBytes && now - last_ < kLongestWait) return 0;
    last_ = now;
    return show(found);
  }

  std::size_t show(FoundText& found) {
    const std::size_t bytes = found.text.size();
    if (found.solutions == 0) return bytes;
    shown_ += found.solutions;
    is_wanted_ = listing_.show(found.text, std::exchange(found.solutions, 0)) && is_wanted_;
    found.text.clear();
    return bytes;
  }

  /// `is_at_end`: there are no more solutions.
  Listed result(bool is_at_end) const {
    return {.shown = shown_, .is_complete = is_wanted_ && (is_at_end || left() == 0)};
  }

 private:
  // What is shown at a time.
  static constexpr std::size_t kShownBytes = 1 << 16;
  static constexpr std::chrono::milliseconds kLongestWait{50};

  const Listing<Solution>& listing_;
  std::uint64_t shown_ = 0;
  bool is_wanted_ = true;
  Clock::time_point last_{};
};

}  // namespace puzzled::parallel
