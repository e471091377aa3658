#include "daemon/net/send/stream_kind.hpp"

#include <cstring>

#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/line_content.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/variants/text/constraint_lines.hpp"
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
  if (variants::is_certain_puzzle_line(line)) return Likeness::kNone;
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
  // `board = [` is how a program begins a list.
  const bool is_no_board =
      request.verb == &net::verb_named("board") && request.kind == Kind::kSearch &&
      !begins_with_puzzle(request.search.line) && !variants::is_board_line(request.search.line);
  return is_refused || is_no_puzzle || is_no_board ? Likeness::kMisused : Likeness::kRequest;
}

/// No row of a board either, wherever it stands.
bool is_faulty_puzzle(std::string_view line, const LineContent& content) {
  constexpr std::size_t kMaxRowCells = 19;
  return content.kind() == LineContent::Kind::kFault && content.cells() > kMaxRowCells &&
         line.size() <= sudoku::kMaxLineBytes && !has_bracket(line);
}

/// Of a line as a board of another size or with rules.
enum class BoardLikeness : std::uint8_t {
  kNone,
  kOpen,   ///< more text must tell
  kWhole,  ///< a board, whatever stands around it
  kPart,   ///< of a board on several lines
};

/// Of the first line of `text`.
BoardLikeness board_likeness(std::string_view text, bool complete, bool is_among_boards) {
  std::string_view rest = text;
  const std::string_view line = sudoku::take_line(rest);
  const variants::ConstraintRun run = variants::constraint_run(text);
  if (run.lines > 1) return BoardLikeness::kPart;
  if (run.lines == 1 && !run.is_closed && !complete) return BoardLikeness::kOpen;
  const bool is_board =
      is_among_boards ? variants::is_board_line(line) : variants::is_certain_puzzle_line(line);
  return is_board ? BoardLikeness::kWhole : BoardLikeness::kNone;
}

/// Reads lines until one decides what the text is.
class Glancer {
 public:
  Glancer(std::string_view text, bool complete, GlanceContext context,
          const sudoku::FormRequest& request)
      : text_(text),
        complete_(complete || text.size() >= sudoku::kMaxFormBytes),
        rest_(text),
        context_(context),
        request_(request) {}

  Glance run(bool at_end) {
    while (!rest_.empty() && glance_.kind == StreamKind::kUndecided && !glance_.ended) {
      const bool is_whole = at_end || rest_.find('\n') != std::string_view::npos;
      if (!is_whole && rest_.size() <= sudoku::kMaxLineBytes) break;
      if (!look_at_line(is_whole)) return glance_;
    }
    const bool is_undecided = glance_.kind == StreamKind::kUndecided && !glance_.ended;
    if (is_undecided && has_open_lines_ && complete_) decide(StreamKind::kPuzzles);
    return glance_;
  }

 private:
  void decide(StreamKind kind) { glance_.kind = kind; }

  /// The line that has just been taken is the same in both.
  void pass() { glance_.bytes = text_.size() - rest_.size(); }

  /// False: more text is needed.
  bool look_at_line(bool is_whole) {
    const std::string_view from_here = rest_;
    const std::string_view line = sudoku::take_line(rest_);
    if (is_bare_puzzle(line) && !has_open_lines_) {
      pass_bare();
      return true;
    }
    const LineClass line_class = sudoku::classify(line, sudoku::Layout::kAny);
    const bool is_puzzle = line_class == LineClass::kContent && begins_with_puzzle(line);
    if (is_puzzle || line_class != LineClass::kContent) {
      if (has_open_lines_ && (is_puzzle || line_class == LineClass::kEnd)) {
        decide(StreamKind::kPuzzles);
        return true;
      }
      if (is_puzzle) pass_puzzle();
      if (!has_open_lines_) pass();
      glance_.ended = line_class == LineClass::kEnd;
      return true;
    }
    switch (likeness(line)) {
      case Likeness::kRequest:
        decide(StreamKind::kRequests);
        return true;
      case Likeness::kMisused: {
        // `count puzzle` may be what the columns of a table are called.
        const auto form = sudoku::detect_form(from_here, complete_, request_);
        if (!form) return false;
        decide(form->table || has_bracket(line) ? StreamKind::kPuzzles : StreamKind::kRequests);
        return true;
      }
      case Likeness::kNone:
        break;
    }
    return look_at_board(from_here, line, is_whole);
  }

  /// Of a line that is no request and no puzzle of 9x9.
  bool look_at_board(std::string_view from_here, std::string_view line, bool is_whole) {
    const bool is_known = knows_boards();
    if (context_.boards != nullptr) {
      const bool has_lines = context_.boards->layout == variants::BoardLayout::kLines;
      if (has_open_lines_ || !has_lines || context_.boards->is_document) {
        decide(StreamKind::kPuzzles);
        return true;
      }
    }
    if (!is_known) {
      has_open_lines_ = true;
      return true;
    }
    switch (board_likeness(from_here, complete_, context_.boards != nullptr)) {
      case BoardLikeness::kOpen:
        return false;
      case BoardLikeness::kPart:
        decide(StreamKind::kPuzzles);
        return true;
      case BoardLikeness::kWhole:
        if (has_open_lines_) decide(StreamKind::kPuzzles);
        pass();
        return true;
      case BoardLikeness::kNone:
        break;
    }
    look_at_content(line, is_whole);
    return true;
  }

  /// Whether it is known if the stream is of boards of other sizes.
  bool knows_boards() {
    if (!context_.looks_for_boards) return true;
    if (is_board_undecided_) return false;
    const variants::BoardDetection found = variants::detect_boards(text_, complete_, {});
    is_board_undecided_ = !found.is_decided;
    if (is_board_undecided_) return false;
    context_.looks_for_boards = false;
    glance_.boards = found.form;
    if (glance_.boards) context_.boards = &*glance_.boards;
    return true;
  }

  /// A title, a fault, or something that puzzles alone have.
  void look_at_content(std::string_view line, bool is_whole) {
    content_.read(line.substr(0, sudoku::kMaxLineBytes), request_.blanks);
    if (context_.comes_after_puzzles && !has_open_lines_ && is_faulty_puzzle(line, content_)) {
      return pass();
    }
    const bool is_open = content_.kind() == LineContent::Kind::kTitle ||
                         content_.kind() == LineContent::Kind::kFault;
    if (!is_open || !is_whole) return decide(StreamKind::kPuzzles);
    has_open_lines_ = true;
  }

  void pass_bare() {
    pass_puzzle();
    const bool is_next = glance_.bytes == glance_.bare_bytes;
    pass();
    if (is_next && text_[glance_.bytes - 1] == '\n') {
      ++glance_.bare_lines;
      glance_.bare_bytes = glance_.bytes;
    }
  }

  void pass_puzzle() {
    context_.looks_for_boards = false;
    context_.comes_after_puzzles |= context_.boards == nullptr;
  }

  const std::string_view text_;
  const bool complete_;  // or there is as much as is looked at
  std::string_view rest_;
  GlanceContext context_;
  const sudoku::FormRequest& request_;
  Glance glance_;
  LineContent content_;
  bool has_open_lines_ = false;  // behind glance_.bytes: titles, faults
  bool is_board_undecided_ = false;
};

}  // namespace

Glance glance_at(std::string_view text, bool complete, GlanceContext context,
                 const sudoku::FormRequest& request) {
  return Glancer(text, complete, context, request).run(complete);
}

}  // namespace puzzled::net::send
