#include "core/mixed/line_pieces.hpp"

#include "core/region_map.hpp"
#include "core/rule_line.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/variants/text/puzzle_line.hpp"

namespace puzzled::mixed {
namespace {

/// With its line feed.
std::string_view first_line(std::string_view text) {
  const std::size_t newline = text.find('\n');
  return newline == std::string_view::npos ? text : text.substr(0, newline + 1);
}

bool is_rule_line(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  return constraint_line(line) != ConstraintLine::kNone || variants::is_certain_puzzle_line(line) ||
         find_region_line(line).has_value();
}

/// Bytes of the comments that `text` begins with, if a line with rules follows them: they may stand
/// within a board of several lines.
std::size_t comments_within(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size()) {
    const std::string_view line = first_line(text.substr(size));
    if (is_rule_line(line)) return size;
    if (sudoku::classify(line, sudoku::Layout::kAny) != sudoku::LineClass::kComment) break;
    size += line.size();
  }
  return 0;
}

/// The lines up to the next one that is of the other kind.
std::string_view next_piece(std::string_view text, bool are_rules) {
  std::size_t size = 0;
  while (size < text.size()) {
    const std::string_view line = first_line(text.substr(size));
    const std::size_t comments = are_rules ? comments_within(text.substr(size)) : 0;
    if (comments == 0 && is_rule_line(line) != are_rules) break;
    size += comments == 0 ? line.size() : comments;
  }
  return text.substr(0, size);
}

}  // namespace

bool may_hold_rules(bool has_faults, const sudoku::Account& account, const sudoku::TextForm& form,
                    const sudoku::BlockContext& context) {
  if (!has_faults && account.decoration == 0) return false;
  return !form.table && context.list.depth == 0;
}

LinePieces::LinePieces(std::string_view block, const sudoku::TextForm& form,
                       const sudoku::BlockContext& context)
    : start_(sudoku::start_of_block(block, context)),
      form_(form),
      context_(context),
      rest_(start_.text) {
  context_.begins_stream = false;
  context_.inside_line = false;
  form_.plain_lines = 0;  // was that of the block
}

bool LinePieces::hold_rules() const {
  return next_piece(start_.text, false).size() != start_.text.size();
}

std::optional<LinePiece> LinePieces::next() {
  while (!rest_.empty()) {
    const LinePiece piece{
        .text = next_piece(rest_, are_rules_), .are_rules = are_rules_, .context = context_};
    rest_.remove_prefix(piece.text.size());
    are_rules_ = !are_rules_;
    if (piece.text.empty()) continue;
    context_ = {.begins_stream = false,
                .begins_content = false,
                .preceding_text = sudoku::PrecedingText::kLines};
    return piece;
  }
  return std::nullopt;
}

}  // namespace puzzled::mixed
