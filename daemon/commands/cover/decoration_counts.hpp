// The parts of an input's problems other than options and comments, for the summary.
#pragma once

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
  std::uint64_t matrices_ = 0;
  std::uint64_t sparse_ = 0;
  std::uint64_t counted_ = 0;
  std::uint64_t lists_ = 0;
  std::uint64_t sizes_ = 0;
  std::uint64_t names_ = 0;
  std::uint64_t labels_ = 0;
  std::uint64_t from_0_ = 0;
};

}  // namespace puzzled::commands
