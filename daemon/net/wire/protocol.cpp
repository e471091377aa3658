#include "daemon/net/wire/protocol.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "core/queens/solution_walk.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/puzzle_text.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "daemon/base/text/suggest.hpp"

namespace puzzled::net {
namespace {

using Kind = Request::Kind;

// What each verb takes, in the order of Verb.
constexpr std::array<std::string_view, kVerbs> kUsage = {
    "solve LINE", "count K LINE", "queens N",
    "first K N",  "target LINE",  "cover NAME [OPTION...]",
    "canon LINE", "rate LINE",    "minimal LINE",
    "ping",       "stats",        "quit"};

void skip_white_space(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kWhiteSpace), text.size()));
}

/// The word at the front of `text`, which is then cut off together with white space behind it.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find_first_of(kWhiteSpace));
  text.remove_prefix(word.size());
  skip_white_space(text);
  return word;
}

/// A decimal number of any length; too large ones are the largest there is.
std::optional<std::uint64_t> parse_number(std::string_view digits) {
  if (digits.empty()) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    number = number > (UINT64_MAX - digit) / 10 ? UINT64_MAX : 10 * number + digit;
  }
  return number;
}

/// What was sent, fit to be sent back.
std::string shown(std::string_view word) {
  constexpr std::size_t kMax = 24;
  std::string text(word.substr(0, kMax));
  for (char& c : text) c = c > ' ' && c <= '~' ? c : '?';
  return '\'' + text + (word.size() > kMax ? "...'" : "'");
}

void fail(Request& request, ErrorCode code, std::string_view text) {
  request.kind = Kind::kAnswered;
  request.is_error = true;
  request.error = code;
  request.answer = error_answer(code, text);
}

void misused(Request& request) {
  fail(request, ErrorCode::kBadRequest,
       "use: " + std::string(kUsage[static_cast<std::size_t>(request.verb)]));
}

/// True if the line is something that is answered as a Sudoku line: not blank, no comment, no end.
bool is_sudoku(std::string_view line) {
  return sudoku::classify(line, sudoku::Layout::kLines) == sudoku::LineClass::kContent;
}

void read_sudoku(std::string_view line, std::uint64_t limit, Request& request) {
  if (!is_sudoku(line)) return misused(request);
  request.kind = Kind::kSudoku;
  request.sudoku = line;
  request.limit = limit;
}

/// The grid for a search, or the answer that it is none.
void read_grid(std::string_view line, Request& request) {
  if (!is_sudoku(line)) return misused(request);
  sudoku::PuzzleText puzzle;
  sudoku::read_puzzle_line(line, 1, puzzle);
  std::string reason = puzzle.error;
  if (reason.empty() && request.verb != Verb::kTarget) {
    if (const auto conflict = sudoku::find_conflict(puzzle.grid)) reason = to_text(*conflict);
  }
  if (reason.empty()) {
    request.kind = Kind::kSearch;
    request.search.grid = puzzle.grid;
  } else {
    request.kind = Kind::kAnswered;
    request.answer = "invalid " + reason;
  }
}

/// For what commands of the same name do with a line. Their options are not for the daemon: most
/// would leave lines without an answer.
void read_tool(std::string_view line, Request& request) {
  if (line.starts_with('-')) return misused(request);
  if (request.verb == Verb::kRate) request.search.line = line;
  read_grid(line, request);
}

void read_count(std::string_view arguments, Request& request) {
  const auto most = parse_number(take_word(arguments));
  if (!most) return misused(request);
  if (*most > 1 && *most <= kMaxStreamCount) return read_sudoku(arguments, *most, request);
  request.search.most = *most;
  read_grid(arguments, request);
}

void read_queens(std::string_view arguments, const RequestLimits& limits, Request& request) {
  const bool lists = request.verb == Verb::kFirst;
  if (lists) {
    const auto most = parse_number(take_word(arguments));
    if (!most || *most == 0) return misused(request);
    request.search.most = *most;
  }
  const auto queens = parse_number(take_word(arguments));
  if (!queens || *queens == 0 || !arguments.empty()) return misused(request);
  if (request.search.most > limits.first) {
    return fail(request, ErrorCode::kLimit,
                "at most " + std::to_string(limits.first) + " solutions are listed");
  }
  const std::uint64_t most_queens = lists ? queens::kMaxWalkQueens : limits.queens;
  if (*queens > most_queens) {
    return fail(
        request, ErrorCode::kLimit,
        "at most " + std::to_string(most_queens) + " queens are " + (lists ? "listed" : "counted"));
  }
  request.search.queens = static_cast<int>(*queens);
  if (answer_bound(request.search) > limits.answer_bytes) {
    return fail(request, ErrorCode::kLimit, "the answer would take too much memory");
  }
  request.kind = Kind::kSearch;
}

/// Which problems there are is not known here: a search for another is answered so.
void read_cover(std::string_view arguments, Request& request) {
  const std::string_view name = take_word(arguments);
  if (name.empty()) return misused(request);
  request.search.problem = name;
  while (!arguments.empty()) {
    const auto option = parse_number(take_word(arguments));
    if (!option || *option == 0) return misused(request);
    const std::uint64_t number = std::min<std::uint64_t>(*option, UINT32_MAX);
    request.search.options.push_back(static_cast<std::uint32_t>(number - 1));
  }
  request.kind = Kind::kSearch;
}

void read_verb(std::string_view arguments, const RequestLimits& limits, Request& request) {
  request.search.verb = request.verb;
  switch (request.verb) {
    case Verb::kSolve:
      return read_sudoku(arguments, 1, request);
    case Verb::kCount:
      return read_count(arguments, request);
    case Verb::kTarget:
      return read_grid(arguments, request);
    case Verb::kCanon:
    case Verb::kRate:
    case Verb::kMinimal:
      return read_tool(arguments, request);
    case Verb::kQueens:
    case Verb::kFirst:
      return read_queens(arguments, limits, request);
    case Verb::kCover:
      return read_cover(arguments, request);
    case Verb::kPing:
      if (!arguments.empty()) return misused(request);
      request.kind = Kind::kAnswered;
      request.answer = "pong";
      return;
    case Verb::kStats:
      if (!arguments.empty()) return misused(request);
      request.kind = Kind::kStats;
      return;
    case Verb::kQuit:
      if (!arguments.empty()) return misused(request);
      request.kind = Kind::kEnd;
      return;
  }
}

/// `METHOD TARGET HTTP/1.1`: a browser, or a page in one that was told to send us things, or
/// somebody who has taken this port for that of HTTP.
bool is_http(std::string_view line) {
  take_word(line);
  const std::string_view target = take_word(line);
  const std::string_view version = take_word(line);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !target.empty() && line.empty() && version.size() == 8 && version.starts_with("HTTP/") &&
         is_digit(version[5]) && version[6] == '.' && is_digit(version[7]);
}

/// So that `curl` and browsers show the line.
std::string http_answer() {
  const std::string body =
      "this port speaks puzzled's line protocol; HTTP is served where --http says";
  return "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: " +
         std::to_string(body.size() + 1) + "\r\nConnection: close\r\n\r\n" + body;
}

void refuse_unknown(std::string_view word, Request& request) {
  std::string text = "unknown request " + shown(word);
  std::string lower(word.substr(0, 32));
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (const auto verb =
          suggest(lower, std::vector<std::string>(std::begin(kVerbNames), std::end(kVerbNames))))
    text += "; did you mean '" + *verb + "'?";
  fail(request, ErrorCode::kBadRequest, text);
}

/// Splits the tag off the front of `line`; false, and an error, if it is none.
bool take_tag(std::string_view& line, Request& request) {
  const std::string_view tag = take_word(line);
  const auto prints = [](char c) { return c > ' ' && c <= '~'; };
  if (tag.size() < 2 || tag.size() > 1 + kMaxTagBytes ||
      !std::all_of(tag.begin(), tag.end(), prints)) {
    fail(request, ErrorCode::kBadRequest,
         "a tag is @ and 1 to " + std::to_string(kMaxTagBytes) + " printable ASCII characters");
    return false;
  }
  request.tag = tag;
  return true;
}

}  // namespace

std::uint64_t answer_bound(const SearchRequest& search) {
  // `error timeout after ...: score ..., bound ... CELLS`; a count of queens has at most 39
  // digits, one of covers 155; `minimal` lists up to 81 cells, of five bytes each.
  constexpr std::uint64_t kText = 512;
  if (search.verb != Verb::kFirst) return kText + search.line.size();
  // Each column is a number of one or two digits and a blank or TAB.
  const auto solution = static_cast<std::uint64_t>(search.queens) * (search.queens < 10 ? 2 : 3);
  return kText + std::min(search.most, UINT64_MAX / 1024) * solution;
}

Request read_request(std::string_view line, const RequestLimits& limits) {
  using sudoku::LineClass;
  Request request;
  const std::string_view whole = line;
  skip_white_space(line);
  if (line.starts_with('@')) {
    if (!take_tag(line, request)) return request;
    if (line.empty() || line.front() == '#' || line.front() == '@') {
      fail(request, ErrorCode::kBadRequest, "a tag must be followed by a request");
      return request;
    }
  }
  if (begins_sudoku(line)) {
    if (is_sudoku(line)) {
      request.kind = Kind::kSudoku;
      // As it came: the reason why it is invalid counts columns.
      request.sudoku = request.tag.empty() ? whole : line;
    }
    return request;
  }
  if (sudoku::classify(line, sudoku::Layout::kLines) == LineClass::kEnd) {
    request.kind = Kind::kEnd;
    return request;
  }
  std::string_view arguments = line;
  const std::string_view word = take_word(arguments);
  const auto known = std::find(std::begin(kVerbNames), std::end(kVerbNames), word);
  if (known != std::end(kVerbNames)) {
    request.verb = static_cast<Verb>(known - std::begin(kVerbNames));
    read_verb(arguments, limits, request);
  } else if (request.tag.empty() && is_http(line)) {
    fail(request, ErrorCode::kBadRequest, {});
    request.answer = http_answer();
    request.closes = true;
  } else {
    refuse_unknown(word, request);
  }
  return request;
}

std::string too_long_answer(const RequestLimits& limits) {
  return error_answer(ErrorCode::kTooLong,
                      "line longer than " + std::to_string(limits.line_bytes) + " bytes");
}

std::string error_answer(ErrorCode code, std::string_view text) {
  std::string answer = "error ";
  answer += name_of(code);
  answer += ' ';
  answer += text;
  return answer;
}

std::string_view name_of(ErrorCode code) {
  return kErrorCodeNames[static_cast<std::size_t>(code)];
}

std::string_view name_of(Verb verb) {
  return kVerbNames[static_cast<std::size_t>(verb)];
}

}  // namespace puzzled::net
