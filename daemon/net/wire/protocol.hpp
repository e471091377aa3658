// The wire protocol: what all lines have in common. net/verbs has the rest; deploy/docs/protocol.md
// is the user's view of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace puzzled::net {

enum class ErrorCode {
  kBadRequest,
  kTooLong,
  kLimit,
  kTimeout,
  kBusy,
  kShuttingDown,
  kInternal,
  kCancelled
};
inline constexpr int kErrorCodes = 8;
inline constexpr std::string_view kErrorCodeNames[kErrorCodes] = {
    "bad-request", "too-long",      "limit",    "timeout",
    "busy",        "shutting-down", "internal", "cancelled"};

/// What may be asked for.
struct RequestLimits {
  std::size_t line_bytes = 4096;            ///< without the line end
  std::uint64_t queens = 18;                ///< largest board that is counted
  std::uint64_t first = 1000;               ///< most solutions that `first` lists
  std::uint64_t answer_bytes = UINT64_MAX;  ///< what one answer may take
};

/// Longest tag, without its @.
inline constexpr std::size_t kMaxTagBytes = 64;

inline constexpr std::string_view kWhiteSpace = " \t\r\v\f";

/// True for a Sudoku line (or a comment, or a blank line): behind white space it begins with
/// anything but a letter, of which x and X are cells, and @.
constexpr bool begins_sudoku(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(kWhiteSpace);
  if (begin == std::string_view::npos) return true;
  const char c = line[begin];
  const char lower = static_cast<char>(c | 0x20);
  return c != '@' && (lower < 'a' || lower > 'z' || lower == 'x');
}

/// The code as it is written.
constexpr std::string_view name_of(ErrorCode code) {
  return kErrorCodeNames[static_cast<std::size_t>(code)];
}

/// `error CODE TEXT`, without line feed.
inline std::string error_answer(ErrorCode code, std::string_view text) {
  return "error " + std::string(name_of(code)) + ' ' + std::string(text);
}

/// The answer to a line that is longer than the limit.
inline std::string too_long_answer(const RequestLimits& limits) {
  return error_answer(ErrorCode::kTooLong,
                      "line longer than " + std::to_string(limits.line_bytes) + " bytes");
}

/// What `error shutting-down` says.
inline constexpr std::string_view kShuttingDownText = "the daemon is shutting down";

}  // namespace puzzled::net
