#include "daemon/commands/solve/mixed_lines.hpp"

#include "core/variants/text/puzzle_line.hpp"
#include "daemon/commands/solve/board_answerer.hpp"

namespace puzzled::commands {
namespace {

/// With its line feed.
std::string_view first_line(std::string_view text) {
  const std::size_t newline = text.find('\n');
  return newline == std::string_view::npos ? text : text.substr(0, newline + 1);
}

bool is_rule_line(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  return variants::is_certain_puzzle_line(line);
}

/// The lines up to the next one that is of the other kind.
std::string_view next_piece(std::string_view text, bool are_rules) {
  std::size_t size = 0;
  while (size < text.size()) {
    const std::string_view line = first_line(text.substr(size));
    if (is_rule_line(line) != are_rules) break;
    size += line.size();
  }
  return text.substr(0, size);
}

}  // namespace

bool MixedLines::answer(std::string_view block, const sudoku::TextForm& form,
                        const sudoku::BlockContext& context, const AnswerClassic& classic,
                        sudoku::BlockAnswers& answers) {
  classic(block, form, context, answers);
  if (answers.faults.empty() && answers.account.decoration == 0) return true;
  // Within a list, or a record of a table, a line is no board of its own.
  if (form.table || context.list.depth != 0) return true;
  const sudoku::BlockStart start = sudoku::start_of_block(block, context);
  if (next_piece(start.text, false).size() == start.text.size()) return true;
  answers.clear();
  sudoku::BlockContext begin = context;
  begin.begins_stream = false;
  begin.inside_line = false;
  answers.line_ends = start.line_ends;
  sudoku::TextForm of_pieces = form;
  of_pieces.plain_lines = 0;  // was that of the block
  return answer_pieces(start.text, of_pieces, begin, classic, answers);
}

bool MixedLines::answer_pieces(std::string_view text, const sudoku::TextForm& form,
                               sudoku::BlockContext context, const AnswerClassic& classic,
                               sudoku::BlockAnswers& answers) {
  for (bool are_rules = false; !text.empty(); are_rules = !are_rules) {
    const std::string_view piece = next_piece(text, are_rules);
    text.remove_prefix(piece.size());
    if (piece.empty()) continue;
    const auto lines_before = static_cast<std::uint32_t>(answers.line_ends);
    if (are_rules) {
      of_rules_.clear();
      const variants::BoardForm lines;
      if (!solver_.answer(piece, lines, lines_before + 1, of_rules_)) return false;
      add_answers(of_rules_, answers);
    } else {
      of_puzzles_.clear();
      classic(piece, form, context, of_puzzles_);
      answers.text.append(of_puzzles_.text.view());
      for (const sudoku::Fault& fault : of_puzzles_.faults) {
        answers.faults.add({lines_before + fault.place.line, fault.place.column},
                           of_puzzles_.faults.reason(fault), fault.puzzles_before, fault.line);
      }
      answers.tally += of_puzzles_.tally;
      answers.account += of_puzzles_.account;
      answers.line_ends += of_puzzles_.line_ends;
    }
    context = {.begins_stream = false,
               .begins_content = false,
               .preceding_text = sudoku::PrecedingText::kLines};
  }
  return true;
}

}  // namespace puzzled::commands
