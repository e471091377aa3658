// What a line of the protocol asks for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/queens/text/board_answer.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/verify/grid_verifier.hpp"
#include "core/variants/text/board_question.hpp"
#include "daemon/net/verbs/verbs.hpp"
#include "daemon/net/wire/protocol.hpp"

namespace puzzled::net {

/// What a search is asked for.
struct SearchRequest {
  const Verb* verb = &verb_named("queens");  ///< never null
  std::uint64_t most = 0;                    ///< solutions to count (0: all) or to list
  int queens = 0;
  sudoku::Grid grid{};   ///< of the verbs that take a puzzle
  sudoku::Grid board{};  ///< of `explain pair`: it stands beside the puzzle
  bool has_board = false;
  std::string line{};  ///< of `rate`, `board`, `verify` and `queens`: what is asked about
  std::string size{};  ///< of `board`: its size and notation, as `--size` has them; or empty
  variants::BoardQuestion question = variants::BoardQuestion::kSolve;  ///< of `board`
  sudoku::VerdictNeeds needs{};                                        ///< of `verify`
  bool counts_guesses = false;                                         ///< of `rate`: the scale
  queens::BoardQuestion boards{};  ///< of `queens` and `first` on a board: what is asked
  bool is_torus = false;           ///< of the same
  /// Of `queens`: `line` holds so many lines `TAG BOARD`, boards of regions with the same question,
  /// each with a time limit of its own; 0: it holds one board, or none.
  std::uint32_t lines = 0;
  bool is_text = false;                  ///< of `queens`: `line` holds boards in any form,
  std::uint64_t max_queens = 0;          ///< and so many queens may be counted on them
  std::string problem{};                 ///< of `cover`: its name in the settings
  std::vector<std::uint32_t> options{};  ///< of `cover`: options that must be in the cover, from 0
};

/// An answer without tag, beside the line that it may repeat: `error timeout after ...: score ...,
/// bound ... CELLS`; a count of queens has at most 39 digits, one of covers 155; `minimal` lists up
/// to 81 cells, of five bytes each.
inline constexpr std::uint64_t kShortAnswerBytes = 512;

/// Boards of queens in a text, at most.
inline constexpr std::size_t kMaxBoardsOfText = 1024;

/// The most bytes that the answer to a search takes.
inline std::uint64_t answer_bound(const SearchRequest& search) {
  if (!search.verb->has_short_answer()) return search.verb->answer_bytes(search);
  return kShortAnswerBytes + search.line.size();
}

/// `count` up to this limit is answered in batches, as `solve` is: with 17 clues 0.5 us each
/// instead of 30. Beyond, a line may be much work (the empty board takes 2 us a solution), and is a
/// search.
inline constexpr std::uint64_t kMaxStreamCount = 16;

struct Request {
  using Kind = RequestKind;

  Kind kind = Kind::kNothing;
  std::string_view tag;     ///< `@token`, to stand before the answer and a space; empty: none
  std::string_view sudoku;  ///< kSudoku: the puzzle to be solved, or counted up to `limit`
  std::uint64_t limit = 1;  ///< of kSudoku; not 1 for `count`
  SearchRequest search;     ///< of kSearch
  std::string answer;       ///< of kAnswered, without tag and line feed
  bool closes = false;      ///< close once this is answered
  bool is_error = false;
  ErrorCode error = ErrorCode::kBadRequest;  ///< if is_error
  const Verb* verb = &verb_named("solve");   ///< never null; `solve` if no verb was recognised
};

}  // namespace puzzled::net
