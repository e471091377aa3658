// The problems of the files of `puzzled cover`, one after another, with what is wrong with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cover/text/problem_cut.hpp"
#include "core/cover/text/problem_text.hpp"
#include "core/result.hpp"
#include "daemon/os/interrupt.hpp"

namespace puzzled {

/// A problem of a file. `text` is valid until the next problem is asked for.
struct CoverProblemText {
  std::string_view text;
  std::uint64_t first_line = 1;
  std::size_t input = 0;  ///< which of the files
};

class ProblemInput {
 public:
  /// Larger files are refused: a problem is held in memory, several times its size.
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

  ProblemInput(std::vector<std::string> inputs, const Interrupt& interrupt)
      : inputs_(std::move(inputs)), interrupt_(interrupt) {}

  /// The next problem; nothing behind the last one. An error if a file cannot be read.
  Result<std::optional<CoverProblemText>> next();

  /// Whether the problem that next() gave last is the last one.
  bool at_last() const;

  /// `FILE:LINE:COLUMN: KIND: MESSAGE`, the form that editors can jump to, with its line feed.
  std::string place_text(const CoverProblemText& problem, std::string_view kind,
                         const cover::TextFault& fault) const;

 private:
  const std::vector<std::string> inputs_;
  const Interrupt& interrupt_;
  std::size_t next_input_ = 0;
  std::string text_;  // of the current file
  std::optional<cover::ProblemCut> cut_;
};

}  // namespace puzzled
