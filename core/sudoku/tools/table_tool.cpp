#include "core/sudoku/tools/table_tool.hpp"

#include <string>

#include "core/sudoku/text/answer_text.hpp"
#include "core/sudoku/text/csv.hpp"

namespace puzzled::sudoku {
namespace {

/// The separator of a table; of other lines, what stands behind the puzzle if it may be one.
char separator_of(const TextForm& form, std::string_view line) {
  if (form.table) return form.table->separator;
  const bool has_more =
      line.size() > kCells && std::string_view(";\t|").find(line[kCells]) != std::string_view::npos;
  return has_more ? line[kCells] : ',';
}

/// A name for the new column that the table does not have yet.
std::string_view name_of_solutions(std::string_view header, char separator) {
  for (CsvFields field(header, separator); field.next();) {
    if (key_hash(field.text()) == key_hash("solution")) return "answer";
  }
  return "solution";
}

/// As a field of a table: in quotes if it has to be.
std::string as_field(std::string_view text, char separator) {
  if (text.find(separator) == std::string_view::npos && text.find('"') == std::string_view::npos) {
    return std::string(text);
  }
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace

TableTool::TableTool(const TableOptions& options)
    : options_(options), solver_(options.engine->make_solver(options.isa)) {}

void TableTool::answer(const PuzzleLines& lines, std::uint64_t /*first*/, ToolAnswers& answers) {
  lines_ = &lines;
  const bool counts = options_.limits.solutions != 1;
  if (const std::string_view header = lines.header(); !header.empty()) {
    const char separator = separator_of(lines.form(), header);
    std::string more(1, separator);
    if (counts) more += std::string("count") + separator;
    more += name_of_solutions(header, separator);
    answers.text.append(header);
    answers.text.append(more + '\n');
    answers.header_bytes = header.size() + more.size() + 1;
  }
  results_.resize(lines.puzzles().size());
  solver_->solve(lines.puzzles(), options_.limits, results_);
  in_order(lines, answers, [&](std::size_t puzzle) {
    const Solutions& found = results_[puzzle];
    append_original(lines, puzzle, answers.text);
    answers.text.cut(answers.text.size() - 1);  // the line feed
    const char separator = separator_of(lines.form(), lines.line(puzzle));
    std::string more(1, separator);
    if (found.timed_out) {
      ++answers.tally.timed_out;
      if (counts) more += separator;
      more += "timeout";
    } else {
      if (counts) more += std::to_string(found.count) + separator;
      if (found.count > 0) {
        append_cells(more, found.first);
      } else if (!counts) {
        more += "unsolvable";
      }
      if (found.count == 0) ++answers.tally.unsolvable;
      if (found.count > 1) ++answers.tally.multiple;
    }
    answers.text.append(more + '\n');
  });
}

void TableTool::append_invalid(const PuzzleLines::Invalid& invalid, ToolAnswers& answers) const {
  const char separator = separator_of(lines_->form(), invalid.line);
  answers.text.append(invalid.line);
  std::string more(1, separator);
  if (options_.limits.solutions != 1) more += separator;
  answers.text.append(more + as_field("invalid " + invalid.reason, separator) + '\n');
}

}  // namespace puzzled::sudoku
