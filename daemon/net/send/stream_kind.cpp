#include "daemon/net/send/stream_kind.hpp"

#include <cstring>

#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/line_content.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/variants/text/puzzle_line.hpp"
#include "daemon/net/verbs/read_request.hpp"

namespace puzzled::net::send {
namespace {

using sudoku::LineClass;
using sudoku::LineContent;

/// Of a line as a request of the protocol.
enum class Likeness { kNone, kMisused, kRequest };

bool has_bracket(std::string_view text) {
  const auto has = [&](char bracket) { return text.find(bracket) != std::string_view::npos; };
  return has('[') || has('{') || has('(');
}

/// The line is 81 digits and points, as most are: looked at 16 bytes at a time.
bool is_bare_puzzle(std::string_view line) {
  using SixteenBytes = std::uint8_t __attribute__((vector_size(16)));
  constexpr std::size_t kVectors = sudoku::kCells / sizeof(SixteenBytes);
  static_assert(sudoku::kCells == kVectors * sizeof(SixteenBytes) + 1);
  if (line.size() != sudoku::kCells) return false;
  const char last = line.back();
  if (last != '.' && (last < '0' || last > '9')) return false;
  SixteenBytes others{};
  for (std::size_t i = 0; i < kVectors; ++i) {
    SixteenBytes cells;
    std::memcpy(&cells, line.data() + i * sizeof cells, sizeof cells);
    others |= static_cast<SixteenBytes>(cells - '0' > 9) & static_cast<SixteenBytes>(cells != '.');
  }
  std::uint64_t halves[2];
  std::memcpy(halves, &others, sizeof others);
  return (halves[0] | halves[1]) == 0;
}

/// The line begins with 81 cells, and no list begins on it.
bool begins_with_puzzle(std::string_view line) {
  sudoku::Grid grid;
  return line.size() <= sudoku::kMaxLineBytes && sudoku::read_cells(line, grid) == sudoku::kCells &&
         (line.size() == sudoku::kCells || sudoku::ends_cells(line[sudoku::kCells])) &&
         !has_bracket(line.substr(sudoku::kCells));
}

Likeness likeness(std::string_view line) {
  if (variants::is_certain_puzzle_line(line)) return Likeness::kRequest;
  if (net::begins_sudoku(line)) return Likeness::kNone;
  line.remove_prefix(line.find_first_not_of(net::kWhiteSpace));
  if (line.starts_with('@')) return Likeness::kRequest;
  const std::string_view word = line.substr(0, line.find_first_of(net::kWhiteSpace));
  if (net::find_verb(word) == nullptr) return Likeness::kNone;
  using Kind = net::Request::Kind;
  const net::Request request = net::read_request(line, {});
  const bool is_refused = request.is_error ? request.error == net::ErrorCode::kBadRequest
                                           : request.answer.starts_with("invalid");
  const bool is_no_puzzle = request.kind == Kind::kSudoku && !begins_with_puzzle(request.sudoku);
  return is_refused || is_no_puzzle ? Likeness::kMisused : Likeness::kRequest;
}

/// No row of a board either, wherever it stands.
bool is_faulty_puzzle(std::string_view line, const LineContent& content) {
  constexpr std::size_t kMaxRowCells = 19;
  return content.kind() == LineContent::Kind::kFault && content.cells() > kMaxRowCells &&
         line.size() <= sudoku::kMaxLineBytes && !has_bracket(line);
}

}  // namespace

Glance glance_at(std::string_view text, bool complete, bool after_puzzles,
                 const sudoku::FormRequest& request) {
  Glance glance;
  const auto decide = [&](StreamKind kind) {
    glance.kind = kind;
    return glance;
  };
  LineContent content;
  bool has_open_lines = false;  // behind glance.bytes: titles, faults
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view from_here = rest;
    const bool is_whole = complete || rest.find('\n') != std::string_view::npos;
    if (!is_whole && rest.size() <= sudoku::kMaxLineBytes) break;
    const std::string_view line = sudoku::take_line(rest);
    if (is_bare_puzzle(line) && !has_open_lines) {
      after_puzzles = true;
      const bool is_next = glance.bytes == glance.bare_bytes;
      glance.bytes = text.size() - rest.size();
      if (is_next && text[glance.bytes - 1] == '\n') {
        ++glance.bare_lines;
        glance.bare_bytes = glance.bytes;
      }
      continue;
    }
    const LineClass line_class = sudoku::classify(line, sudoku::Layout::kAny);
    if (line_class == LineClass::kEnd && has_open_lines) return decide(StreamKind::kPuzzles);
    const bool is_puzzle = line_class == LineClass::kContent && begins_with_puzzle(line);
    if (is_puzzle && has_open_lines) return decide(StreamKind::kPuzzles);
    if (is_puzzle || line_class != LineClass::kContent) {
      after_puzzles |= is_puzzle;
      if (!has_open_lines) glance.bytes = text.size() - rest.size();
      glance.ended = line_class == LineClass::kEnd;
      if (glance.ended) return glance;
      continue;
    }
    switch (likeness(line)) {
      case Likeness::kRequest:
        return decide(StreamKind::kRequests);
      case Likeness::kMisused: {
        // `count puzzle` may be what the columns of a table are called.
        const auto form = sudoku::detect_form(from_here, complete, request);
        if (!form) return glance;
        return decide(form->table || has_bracket(line) ? StreamKind::kPuzzles
                                                       : StreamKind::kRequests);
      }
      case Likeness::kNone:
        break;
    }
    content.read(line.substr(0, sudoku::kMaxLineBytes), request.blanks);
    if (after_puzzles && !has_open_lines && is_faulty_puzzle(line, content)) {
      glance.bytes = text.size() - rest.size();
      continue;
    }
    const bool is_open =
        content.kind() == LineContent::Kind::kTitle || content.kind() == LineContent::Kind::kFault;
    if (!is_open || !is_whole) return decide(StreamKind::kPuzzles);
    has_open_lines = true;
  }
  const bool is_all = complete || text.size() >= sudoku::kMaxFormBytes;
  return has_open_lines && is_all ? decide(StreamKind::kPuzzles) : glance;
}

}  // namespace puzzled::net::send
