#include "core/variants/text/constraint_lines.hpp"

#include <algorithm>
#include <optional>

#include "core/rule_line.hpp"
#include "core/variants/text/board_form.hpp"
#include "core/variants/text/cell_words.hpp"

namespace puzzled::variants {
namespace {

/// The line with which `text` begins, with its end.
std::string_view first_line_of(std::string_view text) {
  const std::size_t feed = text.find('\n');
  return feed == std::string_view::npos ? text : text.substr(0, feed + 1);
}

std::string_view last_line_of(std::string_view text) {
  const std::size_t feed =
      text.size() < 2 ? std::string_view::npos : text.rfind('\n', text.size() - 2);
  return feed == std::string_view::npos ? text : text.substr(feed + 1);
}

/// Comments may stand within a board.
bool is_remark_line(std::string_view line) {
  return classify_text_line(line.ends_with('\n') ? line.substr(0, line.size() - 1) : line) ==
         TextLine::kComment;
}

/// Bytes of the comments with which `text` begins.
std::size_t remark_bytes(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size()) {
    const std::string_view line = first_line_of(text.substr(size));
    if (!is_remark_line(line)) break;
    size += line.size();
  }
  return size;
}

/// The lines of a run by what they hold.
struct ConstraintCounts {
  std::size_t parts = 0;
  std::size_t clues = 0;
  std::size_t several = 0;
  std::size_t rests = 0;
  std::size_t shapes = 0;

  void add(std::string_view line, ConstraintLine kind) {
    ++(kind == ConstraintLine::kPart      ? parts
       : kind == ConstraintLine::kClues   ? clues
       : kind == ConstraintLine::kSeveral ? several
                                          : rests);
    if (line.find(".Shape~") != std::string_view::npos) ++shapes;
  }
};

std::string fault_of(const ConstraintRun& run, const ConstraintCounts& counts) {
  if (run.size > kMaxBoardLineBytes) {
    return "a board on several lines of more than " + std::to_string(kMaxBoardLineBytes) + " bytes";
  }
  const std::string rule = "lines of one constraint each are one board, but ";
  if (counts.rests > 0) return rule + "one of them does not begin with one";
  if (counts.several > 0) {
    return rule + "one of them has several: give each board one line, or a blank line behind it";
  }
  if (counts.shapes > 1 || counts.clues > 1) {
    return rule + (counts.shapes > 1 ? "a shape is" : "clues of a whole board are") +
           " there twice: a blank line must come between two boards";
  }
  return {};
}

}  // namespace

ConstraintRun constraint_run(std::string_view text) {
  ConstraintRun run;
  const std::string_view first = first_line_of(text);
  ConstraintLine last = constraint_line(first);
  if (last == ConstraintLine::kNone) return run;
  ConstraintCounts counts;
  counts.add(first, last);
  run.size = first.size();
  run.lines = 1;
  while (run.size < text.size()) {
    const std::size_t remarks = remark_bytes(text.substr(run.size));
    const std::string_view line = first_line_of(text.substr(run.size + remarks));
    const ConstraintLine next = constraint_line(line);
    run.is_closed = !line.empty() && !are_joined(last, next);
    if (line.empty() || run.is_closed) break;
    const std::string_view taken = text.substr(run.size, remarks);
    run.remarks += static_cast<std::size_t>(std::ranges::count(taken, '\n'));
    counts.add(line, next);
    last = next;
    run.size += remarks + line.size();
    ++run.lines;
  }
  run.extent = run.size;
  // Among lines that each hold a board, one may have a single constraint.
  const bool is_alone = counts.parts == 1 && counts.clues == 0 && counts.rests == 0;
  if (run.lines == 1 || is_alone) {
    run.size = first.size();
    run.lines = 1;
    run.remarks = 0;
  } else {
    run.fault = fault_of(run, counts);
  }
  return run;
}

std::string join_lines(std::string_view text) {
  std::string joined;
  joined.reserve(text.size());
  while (!text.empty()) {
    const std::string_view line = first_line_of(text);
    text.remove_prefix(line.size());
    if (is_remark_line(line)) continue;
    for (const char c : line) {
      if (c != ' ' && (c < '\t' || c > '\r')) joined += c;
    }
  }
  return joined;
}

std::size_t last_board_end(std::string_view text, std::size_t most, bool at_end) {
  // The kind of the line behind `end`, comments apart; nothing if it is not known.
  std::optional<ConstraintLine> next;
  const std::size_t behind = most + remark_bytes(text.substr(most));
  if (behind < text.size()) {
    next = constraint_line(first_line_of(text.substr(behind)));
  } else if (at_end) {
    next = ConstraintLine::kNone;
  }
  std::size_t begin = most;  // of the last line that is no comment, among those seen
  for (std::size_t end = most; end > 0;) {
    const std::string_view line = last_line_of(text.substr(0, end));
    if (!is_remark_line(line)) {
      const ConstraintLine kind = constraint_line(line);
      const bool is_end = next ? !are_joined(kind, *next) : kind == ConstraintLine::kNone;
      if (is_end) return begin;
      next = kind;
      begin = end - line.size();
    }
    end -= line.size();
  }
  return begin;
}

std::optional<std::size_t> first_board_end(std::string_view text, std::size_t from,
                                           bool begins_line, bool at_end) {
  // The kind of the last line before `end` that is no comment; nothing if it is not known.
  std::optional<ConstraintLine> last;
  if (begins_line) last = ConstraintLine::kNone;
  bool is_whole = begins_line;
  for (std::size_t begin = 0; begin < text.size(); is_whole = true) {
    const std::string_view line = first_line_of(text.substr(begin));
    const std::size_t end = begin + line.size();
    if (!line.ends_with('\n')) return std::nullopt;
    if (is_whole && !is_remark_line(line)) last = constraint_line(line);
    begin = end;
    if (end < from || !last) continue;
    const std::size_t behind = end + remark_bytes(text.substr(end));
    const std::string_view next = first_line_of(text.substr(behind));
    if (!at_end && !next.ends_with('\n')) return std::nullopt;
    if (next.empty() || !are_joined(*last, constraint_line(next))) return end;
  }
  return std::nullopt;
}

std::size_t further_lines(std::string_view text) {
  ConstraintLine last = ConstraintLine::kPart;
  std::size_t size = 0;
  while (size < text.size()) {
    const std::string_view line = first_line_of(text.substr(size));
    if (!is_remark_line(line)) {
      const ConstraintLine next = constraint_line(line);
      if (!are_joined(last, next)) break;
      last = next;
    }
    size += line.size();
  }
  return size;
}

}  // namespace puzzled::variants
