#include "core/sudoku/tools/table_tool.hpp"

#include <string>

#include "core/sudoku/text/answer_text.hpp"
#include "core/sudoku/text/csv.hpp"
#include "core/sudoku/text/lines.hpp"

namespace puzzled::sudoku {
namespace {

/// The separator of a table; of other lines, what stands behind the puzzle if it may be one.
char separator_of(const TextForm& form, std::string_view line) {
  if (form.table) return form.table->separator;
  const bool has_more =
      line.size() > kCells && std::string_view(";\t|").find(line[kCells]) != std::string_view::npos;
  return has_more ? line[kCells] : ',';
}

/// The border that a line has at both its ends, if it has one.
std::string_view border_of(std::string_view line) {
  const std::string_view text = trimmed(line);
  for (const std::string_view border : {"|", "│"}) {
    if (text.size() > 2 * border.size() && text.starts_with(border) && text.ends_with(border)) {
      return border;
    }
  }
  return {};
}

/// Fields behind those of `line`.
class MoreFields {
 public:
  MoreFields(const TextForm& form, std::string_view line)
      : separator_(separator_of(form, line)), border_(border_of(line)) {}

  void add(std::string_view field) {
    if (border_.empty()) {
      text_ += separator_;
      text_ += field;
    } else {
      text_.append(" ").append(field).append(" ").append(border_);
    }
  }
  char separator() const { return separator_; }
  const std::string& text() const { return text_; }

 private:
  char separator_;
  std::string_view border_;
  std::string text_;
};

/// A name for the new column that the table does not have yet.
std::string_view name_of_solutions(std::string_view header, char separator) {
  const auto is_there = [&](std::string_view name) {
    for (CsvFields field(header, separator); field.next();) {
      if (key_hash(trimmed(field.text())) == key_hash(name)) return true;
    }
    return false;
  };
  for (const std::string_view name : {"solution", "answer"}) {
    if (!is_there(name)) return name;
  }
  return "puzzled";
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
    MoreFields more(lines.form(), header);
    if (counts) more.add("count");
    more.add(name_of_solutions(header, more.separator()));
    answers.text.append(header);
    answers.text.append(more.text() + '\n');
    answers.header_bytes = header.size() + more.text().size() + 1;
  }
  results_.resize(lines.puzzles().size());
  solver_->solve(lines.puzzles(), options_.limits, results_);
  in_order(lines, answers, [&](std::size_t puzzle) {
    const Solutions& found = results_[puzzle];
    append_original(lines, puzzle, answers.text);
    answers.text.cut(answers.text.size() - 1);  // the line feed
    MoreFields more(lines.form(), lines.line(puzzle));
    if (found.timed_out) {
      ++answers.tally.timed_out;
      if (counts) more.add({});
      more.add("timeout");
    } else {
      if (counts) more.add(std::to_string(found.count));
      std::string solution;
      if (found.count > 0) append_cells(solution, found.first);
      more.add(found.count == 0 && !counts ? std::string_view("unsolvable") : solution);
      if (found.count == 0) ++answers.tally.unsolvable;
      if (found.count > 1) ++answers.tally.multiple;
    }
    answers.text.append(more.text() + '\n');
  });
}

void TableTool::append_invalid(std::string_view reason, std::string_view line,
                               ToolAnswers& answers) const {
  MoreFields more(lines_->form(), line);
  answers.text.append(line);
  if (options_.limits.solutions != 1) more.add({});
  more.add(as_field("invalid " + std::string(reason), more.separator()));
  answers.text.append(more.text() + '\n');
}

}  // namespace puzzled::sudoku
