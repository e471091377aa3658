// The wire protocol, one line at a time: what a request line says, and how what is not solved is
// answered. deploy/docs/protocol.md is the user's view of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/grid.hpp"

namespace puzzled::net {

enum class Verb {
  kSolve,
  kCount,
  kQueens,
  kFirst,
  kTarget,
  kCover,
  kCanon,
  kRate,
  kMinimal,
  kPing,
  kStats,
  kQuit
};
inline constexpr int kVerbs = 12;
inline constexpr std::string_view kVerbNames[kVerbs] = {"solve",   "count", "queens", "first",
                                                        "target",  "cover", "canon",  "rate",
                                                        "minimal", "ping",  "stats",  "quit"};

enum class ErrorCode { kBadRequest, kTooLong, kLimit, kTimeout, kBusy, kShuttingDown, kInternal };
inline constexpr int kErrorCodes = 7;
inline constexpr std::string_view kErrorCodeNames[kErrorCodes] = {
    "bad-request", "too-long", "limit", "timeout", "busy", "shutting-down", "internal"};

/// What a search is asked for.
struct SearchRequest {
  Verb verb = Verb::kQueens;
  std::uint64_t most = 0;  ///< solutions to count (0: all) or to list
  int queens = 0;
  sudoku::Grid grid{};                   ///< of all that are asked of a puzzle
  std::string line{};                    ///< of `rate`: the puzzle as it came
  std::string problem{};                 ///< of `cover`: its name in the settings
  std::vector<std::uint32_t> options{};  ///< of `cover`: chosen beforehand, counted from 0
};

/// Bytes that the answer to a search may take.
std::uint64_t answer_bound(const SearchRequest& search);

/// The answer to `stats`, without its tag: 27 counters of up to 20 digits and their names.
inline constexpr std::uint64_t kStatsAnswerBytes = 1280;

/// What may be asked for.
struct RequestLimits {
  std::size_t line_bytes = 4096;            ///< without the line end
  std::uint64_t queens = 18;                ///< largest board that is counted
  std::uint64_t first = 1000;               ///< most solutions that `first` lists
  std::uint64_t answer_bytes = UINT64_MAX;  ///< what one answer may take
};

/// Longest tag, without its @.
inline constexpr std::size_t kMaxTagBytes = 64;

/// `count` up to here goes the way of `solve`, in batches: with 17 clues 0.5 us each instead of 30.
/// Beyond, a line may be much work (the empty board takes 2 us a solution), and is a search.
inline constexpr std::uint64_t kMaxStreamCount = 16;

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

struct Request {
  enum class Kind {
    kNothing,  ///< a blank line or a comment: no answer
    kSudoku,   ///< `sudoku` is to be solved, or counted up to `limit`
    kSearch,   ///< `search`
    kStats,
    kAnswered,  ///< `answer`, without tag and line feed
    kEnd,       ///< no answer; nothing behind it counts
  };
  Kind kind = Kind::kNothing;
  std::string_view tag;     ///< `@token`, to stand before the answer and a space; empty: none
  std::string_view sudoku;  ///< within the line
  std::uint64_t limit = 1;  ///< of kSudoku; not 1 for `count`
  SearchRequest search;
  std::string answer;
  bool closes = false;  ///< close once this is answered
  bool is_error = false;
  ErrorCode error = ErrorCode::kBadRequest;  ///< if is_error
  Verb verb = Verb::kSolve;                  ///< if not
};

/// Reads a line, without its line end. White space in front of it means nothing. Nothing in the
/// result but `tag` and `sudoku` refers to it.
Request read_request(std::string_view line, const RequestLimits& limits);

/// The answer to a line that is longer than the limit.
std::string too_long_answer(const RequestLimits& limits);

/// `error CODE TEXT`, without line feed.
std::string error_answer(ErrorCode code, std::string_view text);

/// What `error shutting-down` says.
inline constexpr std::string_view kShuttingDownText = "the daemon is shutting down";

/// The code as it is written.
std::string_view name_of(ErrorCode code);
std::string_view name_of(Verb verb);

}  // namespace puzzled::net
