// The parts of an input's problems other than options and comments, for the summary.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/cover/text/problem_text.hpp"

namespace puzzled::commands {

class DecorationCounts {
 public:
  void add(const cover::ReadProblem& problem);

  /// `; read as 1 matrix; without 1 line of sizes`; empty if all problems are of Knuth's form.
  std::string text() const;

 private:
  static constexpr std::size_t kKinds = 8;
  std::array<std::uint64_t, kKinds> counts_{};  // of the problems, by kind
};

}  // namespace puzzled::commands
