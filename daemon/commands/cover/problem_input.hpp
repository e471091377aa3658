// The problems of the files of `puzzled cover`, one after another, as soon as each is there, in
// bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cover/text/problem_text.hpp"
#include "core/result.hpp"
#include "daemon/base/files/byte_source.hpp"
#include "daemon/base/os/interrupt.hpp"

namespace puzzled::commands {

/// A problem of a file. `text` is valid until the next problem is asked for; comments in it are
/// empty lines.
struct CoverProblemText {
  std::string_view text;
  std::uint64_t first_line = 1;
  std::size_t input = 0;                    ///< which of the files
  std::optional<cover::TextFault> fault{};  ///< why the text is not there, if it is not
};

struct CoverInputLimits {
  std::size_t max_line = std::size_t{16} << 20;     ///< bytes; comments aside
  std::size_t max_problem = std::size_t{64} << 20;  ///< bytes of lines, comments aside
  /// A line takes at most an eighth of it, a problem's text a quarter.
  std::uint64_t memory = UINT64_MAX;
};

class ProblemInput {
 public:
  ProblemInput(std::vector<std::string> inputs, const Interrupt& interrupt,
               const CoverInputLimits& limits = {})
      : inputs_(std::move(inputs)), interrupt_(interrupt), limits_(limits) {}

  /// The next problem; nothing behind the last one. An error if a file cannot be read. A problem
  /// that is too long is given up at once; the next one begins behind its end. Behind a NUL byte
  /// nothing is read.
  Result<std::optional<CoverProblemText>> next();

  /// Whether there is a problem behind the one that next() gave last. Waits for it; what next()
  /// gave stays valid.
  Result<bool> has_more();

  /// What the text takes.
  std::uint64_t bytes() const { return text_.capacity() + line_.capacity(); }

  /// `FILE:LINE:COLUMN: KIND: MESSAGE`, the form that editors can jump to, with its line feed.
  std::string place_text(const CoverProblemText& problem, std::string_view kind,
                         const cover::TextFault& fault) const;

 private:
  /// What is known of the line that is being read.
  enum class Line {
    kBlank,  ///< blanks only, so far
    kComment,
    kContent,
  };
  /// Where reading stops.
  enum class Until {
    kContent,  ///< a line that is neither blank nor a comment begins
    kEnd,      ///< of the problem, or its fault
  };

  Result<bool> open_next();
  Result<bool> read_more();
  Result<bool> read(Until until);
  bool take_lines(Until until);
  bool end_line();
  void append_to_line(std::string_view bytes);
  void fail(std::uint64_t column, std::string message);
  bool pass_lines();
  void keep_line();
  std::size_t max_line() const;
  std::size_t max_problem() const;
  void begin_problem();
  CoverProblemText problem();

  const std::vector<std::string> inputs_;
  const Interrupt& interrupt_;
  const CoverInputLimits limits_;
  std::size_t next_input_ = 0;

  // Of the current file.
  std::unique_ptr<ByteSource> source_;  // null: there is none
  std::string chunk_;                   // what was read
  std::size_t chunk_at_ = 0;            // of it: what has not been looked at
  bool has_ended_ = false;              // there is no more to read
  bool has_nul_ = false;                // and so nothing is read any more
  bool has_given_ = false;              // a problem of it
  std::uint64_t line_number_ = 1;
  std::string line_;              // its beginning, unless it is a comment
  std::uint64_t line_bytes_ = 0;  // so far
  Line line_kind_ = Line::kBlank;

  // Of the current problem.
  std::string text_;
  std::uint64_t first_line_ = 1;
  bool has_content_ = false;
  bool is_passed_over_ = false;  // up to its end, after a fault
  std::optional<cover::TextFault> fault_;
};

}  // namespace puzzled::commands
