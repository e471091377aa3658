#include "daemon/net/verbs/read_request.hpp"

#include <algorithm>
#include <vector>

#include "core/sudoku/text/text_form.hpp"
#include "core/variants/text/puzzle_line.hpp"
#include "daemon/base/text/suggest.hpp"
#include "daemon/net/verbs/arguments.hpp"

namespace puzzled::net {
namespace {

/// What was sent, fit to be sent back.
std::string shown(std::string_view word) {
  constexpr std::size_t kMax = 24;
  std::string text(word.substr(0, kMax));
  for (char& c : text) c = c > ' ' && c <= '~' ? c : '?';
  return '\'' + text + (word.size() > kMax ? "...'" : "'");
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

/// Whether a line whose first word is no verb may be a board that begins with a letter: its cells
/// stand alone or all together, and not all are letters.
bool may_be_cells(std::string_view word, std::string_view line) {
  const auto is_letter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
  return word.size() == 1 || (word.size() == line.size() && !std::ranges::all_of(word, is_letter));
}

void refuse_unknown(std::string_view word, Request& request) {
  std::string text = "unknown request " + shown(word);
  std::string lower(word.substr(0, 32));
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  static const std::vector<std::string> names(kVerbNames.begin(), kVerbNames.end());
  if (const auto verb = suggest(lower, names)) text += "; did you mean '" + *verb + "'?";
  refuse(request, ErrorCode::kBadRequest, text);
}

/// Splits the tag off the front of `line`; false, and an error, if it is none.
bool take_tag(std::string_view& line, Request& request) {
  const std::string_view tag = take_word(line);
  const auto prints = [](char c) { return c > ' ' && c <= '~'; };
  if (tag.size() < 2 || tag.size() > 1 + kMaxTagBytes ||
      !std::all_of(tag.begin(), tag.end(), prints)) {
    refuse(request, ErrorCode::kBadRequest,
           "a tag is @ and 1 to " + std::to_string(kMaxTagBytes) + " printable ASCII characters");
    return false;
  }
  request.tag = tag;
  return true;
}

}  // namespace

void read_ping(std::string_view arguments, const RequestLimits& limits, Request& request) {
  request.answer = "pong";
  read_word(arguments, limits, request);
}

void read_word(std::string_view arguments, const RequestLimits&, Request& request) {
  if (!arguments.empty()) return misused(request);
  request.kind = request.verb->kind;
}

Request read_request(std::string_view line, const RequestLimits& limits) {
  using sudoku::LineClass;
  Request request;
  const std::string_view whole = line;
  skip_white_space(line);
  if (line.starts_with('@')) {
    if (!take_tag(line, request)) return request;
    if (line.empty() || line.front() == '#' || line.front() == '@') {
      refuse(request, ErrorCode::kBadRequest, "a tag must be followed by a request");
      return request;
    }
  }
  const bool begins_as_sudoku = begins_sudoku(line);
  if (begins_as_sudoku ? is_bare_board(line) : variants::is_certain_puzzle_line(line)) {
    read_board_line(line, 1, request);
    return request;
  }
  if (begins_as_sudoku) {
    // As it came: the reason why it is invalid counts columns.
    if (request.tag.empty()) line = whole;
    if (is_sudoku(line)) {
      request.kind = RequestKind::kSudoku;
      request.sudoku = line;
    }
    return request;
  }
  if (sudoku::classify(line, sudoku::Layout::kLines) == LineClass::kEnd) {
    request.kind = RequestKind::kEnd;
    return request;
  }
  std::string_view arguments = line;
  const std::string_view word = take_word(arguments);
  if (const Verb* const verb = find_verb(word)) {
    request.verb = verb;
    request.search.verb = verb;
    verb->read(arguments, limits, request);
  } else if (request.tag.empty() && is_http(line)) {
    refuse(request, ErrorCode::kBadRequest, {});
    request.answer = http_answer();
    request.closes = true;
  } else if (may_be_cells(word, line) && is_other_board(line)) {
    read_board_line(line, 1, request);
  } else {
    refuse_unknown(word, request);
  }
  return request;
}

}  // namespace puzzled::net
