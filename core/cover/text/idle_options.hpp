// Options without a primary item: no solution has them, and they keep their numbers. Knuth's
// programs warn of each and leave it out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/cover/text/problem_text.hpp"

namespace puzzled::cover::text {

class IdleOptions {
 public:
  /// Of the option with this number, from 1; `place` makes a fault at its place.
  template <class Place>
  void add(std::size_t number, const Place& place) {
    if (count_++ > 0) return;
    first_ = place();
    number_ = number;
  }

  /// One warning for all of them.
  void report(ReadProblem& read) {
    read.idle_options = count_;
    if (count_ == 0) return;
    first_.message =
        "option " + std::to_string(number_) + " has no primary item: it is never chosen";
    if (count_ > 1) first_.message += " (there are " + std::to_string(count_) + " such options)";
    read.warnings.push_back(first_);
  }

 private:
  std::uint64_t count_ = 0;
  std::size_t number_ = 0;
  TextFault first_;
};

}  // namespace puzzled::cover::text
