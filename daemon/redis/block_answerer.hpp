// Answers the lines of a block: one line for each, as `puzzled solve --pipe` does.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/mixed/each_line.hpp"
#include "core/result.hpp"
#include "daemon/redis/stream_setup.hpp"
#include "daemon/redis/work_settings.hpp"

namespace puzzled::redis {

/// Bytes of the answers to a block. Only blocks of very short lines have more: the reason why a
/// line is invalid takes more room than the line.
inline constexpr std::size_t kMaxAnswerBytes = std::size_t{64} << 20;

/// What changes answers, as it is recorded for the stream.
AnswerSettings answer_settings(const WorkSettings& settings);

/// Owns what solving takes, for one thread.
class BlockAnswerer {
 public:
  explicit BlockAnswerer(const WorkSettings& settings);

  /// The error: the answers would be too long.
  Result<> answer(std::string_view lines);

  // Of the last block, until the next one or release():

  std::string_view answers() const { return answers_.text.view(); }
  const sudoku::Tally& tally() const { return answers_.tally; }
  std::uint64_t lines() const { return lines_; }

  /// Gives memory back if a block was unusually large.
  void release();

 private:
  sudoku::TextForm form_;
  mixed::EachLine each_line_;
  sudoku::BlockAnswers answers_;
  sudoku::BlockAnswers piece_answers_;
  std::uint64_t lines_ = 0;
};

}  // namespace puzzled::redis
