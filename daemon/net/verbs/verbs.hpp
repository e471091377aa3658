// The verbs of the protocol: one table, by which requests are read, answered, admitted over HTTP,
// counted and listed.
//
// To add a verb: a row of kVerbs, a function that reads its arguments and one that answers it
// (declared below, defined in the source of its family), and a row of deploy/docs/protocol.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace puzzled::net {

struct Answer;
struct Request;
struct RequestLimits;
struct SearchCall;
struct SearchRequest;

/// How a line is handled.
enum class RequestKind {
  kNothing,   ///< a blank line or a comment: no answer
  kSudoku,    ///< solved in the stream, together with others
  kSearch,    ///< answered by the search pool
  kStats,     ///< answered when its turn comes
  kAnswered,  ///< answered when it is read
  kEnd,       ///< no answer, and all behind it is ignored
};

// The three functions of a verb; those of each verb are declared below.
using ReadArguments = void(std::string_view arguments, const RequestLimits& limits,
                           Request& request);
using ShowArguments = std::string(const SearchRequest& search);
using AnswerSearch = Answer(const SearchCall& call);

struct Verb {
  std::string_view name;
  std::string_view usage;  ///< name and arguments
  /// The kind of a valid request. (A small `count` is kSudoku instead.)
  RequestKind kind;
  /// Reads the text behind the name: sets the kind and the members that it needs.
  ReadArguments* read;
  /// The arguments as monitoring shows them, in printable ASCII.
  ShowArguments* argument = nullptr;
  /// Answers a search on a thread of the search pool; null for other kinds.
  AnswerSearch* answer = nullptr;
  /// The most bytes that the answer takes; null: as many as kShortAnswerBytes and the line.
  std::uint64_t (*answer_bytes)(const SearchRequest& search) = nullptr;

  constexpr bool is_search() const { return kind == RequestKind::kSearch; }
  constexpr bool has_short_answer() const { return answer_bytes == nullptr; }
};

// puzzle_verbs.cpp
ReadArguments read_solve, read_count, read_target, read_tool, read_rate, read_explain;
AnswerSearch count_solutions, target_score, canonical_form, rating, clues_that_can_go, steps;
std::uint64_t explanation_bytes(const SearchRequest& search);
ShowArguments hard_puzzles_argument, count_argument, puzzle_argument, rate_argument,
    explain_argument;

// verify_verb.cpp
ReadArguments read_verify;
AnswerSearch verified_pairs;
ShowArguments verify_argument;

// queens_verbs.cpp
ReadArguments read_queens, read_first;
AnswerSearch queens_answer, queens_list;
std::uint64_t queens_bytes(const SearchRequest& search);
std::uint64_t queens_list_bytes(const SearchRequest& search);
ShowArguments queens_argument, first_argument;

// cover_verb.cpp
ReadArguments read_cover;
AnswerSearch cover_count;
ShowArguments cover_argument;

// board_verb.cpp
ReadArguments read_board;
AnswerSearch board_solution;
ShowArguments board_argument;
std::uint64_t board_answer_bytes(const SearchRequest& search);

// read_request.cpp
ReadArguments read_ping, read_word;

/// Monitoring lists the verbs in this order.
inline constexpr Verb kVerbs[] = {
    {"solve", "solve LINE", RequestKind::kSudoku, read_solve, hard_puzzles_argument},
    {"count", "count K LINE", RequestKind::kSearch, read_count, count_argument, count_solutions},
    {"queens", "queens [count K | has-solution] [torus] N | BOARD", RequestKind::kSearch,
     read_queens, queens_argument, queens_answer, queens_bytes},
    {"first", "first K [torus] N | BOARD", RequestKind::kSearch, read_first, first_argument,
     queens_list, queens_list_bytes},
    {"target", "target LINE", RequestKind::kSearch, read_target, puzzle_argument, target_score},
    {"cover", "cover NAME [OPTION...]", RequestKind::kSearch, read_cover, cover_argument,
     cover_count},
    {"canon", "canon LINE", RequestKind::kSearch, read_tool, puzzle_argument, canonical_form},
    {"rate", "rate [backtracks] LINE", RequestKind::kSearch, read_rate, rate_argument, rating},
    {"minimal", "minimal LINE", RequestKind::kSearch, read_tool, puzzle_argument,
     clues_that_can_go},
    {"explain", "explain [first] [pair] LINE", RequestKind::kSearch, read_explain, explain_argument,
     steps, explanation_bytes},
    {"verify", "verify [unique] [cells] PUZZLE GRID", RequestKind::kSearch, read_verify,
     verify_argument, verified_pairs},
    {"board", "board [candidates K | estimate] [SIZE] LINE", RequestKind::kSearch, read_board,
     board_argument, board_solution, board_answer_bytes},
    {"ping", "ping", RequestKind::kAnswered, read_ping},
    {"stats", "stats", RequestKind::kStats, read_word},
    {"quit", "quit", RequestKind::kEnd, read_word},
};

static_assert(std::ranges::all_of(kVerbs, [](const Verb& verb) {
  return verb.usage.starts_with(verb.name);
}));

inline constexpr std::size_t kVerbCount = std::size(kVerbs);

/// By index_of(verb).
inline constexpr std::array<std::string_view, kVerbCount> kVerbNames = [] {
  std::array<std::string_view, kVerbCount> names;
  std::ranges::transform(kVerbs, names.begin(), &Verb::name);
  return names;
}();

/// Null if no verb has that name.
constexpr const Verb* find_verb(std::string_view name) {
  const Verb* const found = std::ranges::find(kVerbs, name, &Verb::name);
  return found != std::end(kVerbs) ? found : nullptr;
}

/// For names in the source: an unknown one does not compile.
consteval const Verb& verb_named(std::string_view name) {
  return *find_verb(name);
}

/// Its place in the table.
constexpr std::size_t index_of(const Verb& verb) {
  return static_cast<std::size_t>(&verb - kVerbs);
}

}  // namespace puzzled::net
