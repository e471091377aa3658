#include "core/sudoku/answer_block.hpp"

#include <algorithm>
#include <optional>

#include "core/sudoku/board_reader.hpp"
#include "core/sudoku/conflict.hpp"

namespace puzzled::sudoku {
namespace {

std::string cell_name(int cell) {
  return 'r' + std::to_string(row_of(cell) + 1) + 'c' + std::to_string(column_of(cell) + 1);
}

/// Solves puzzles and appends their answers.
class Answerer {
 public:
  Answerer(const AnswerOptions& options, AnswerStyle style, BlockAnswers& answers)
      : options_(options), style_(style), answers_(answers) {}

  /// `place_of(cell)` says where a cell stood in the text; asked only about contradictions.
  template <class PlaceOf>
  void answer(const PuzzleText& puzzle, const PlaceOf& place_of) {
    if (!puzzle.error.empty()) return reject(puzzle.error, puzzle.error_place);
    if (const std::optional<Conflict> conflict = find_conflict(puzzle.grid)) {
      return reject("clues " + cell_name(conflict->first_cell) + " and " +
                        cell_name(conflict->second_cell) + " are both " +
                        std::to_string(conflict->digit),
                    place_of(conflict->second_cell));
    }
    const Solutions found = options_.engine->solve(puzzle.grid, options_.limit);
    if (found.count == 0) {
      ++answers_.tally.unsolvable;
    } else {
      ++answers_.tally.solved;
      if (found.count > 1) ++answers_.tally.multiple;
    }
    append_answer(answers_.text, puzzle.grid, found, options_.limit, style_);
  }

  void reject(std::string_view reason, TextPlace place) {
    ++answers_.tally.invalid;
    answers_.text += "invalid ";
    answers_.faults.push_back({place, static_cast<std::uint32_t>(answers_.text.size()),
                               static_cast<std::uint32_t>(reason.size())});
    answers_.text += reason;
    answers_.text += '\n';
  }

 private:
  const AnswerOptions& options_;
  const AnswerStyle style_;
  BlockAnswers& answers_;
};

void answer_line(std::string_view line, std::uint32_t number, const TextForm& form,
                 Answerer& answerer) {
  std::string_view cells = line;
  if (line.size() > kMaxLineBytes) {
    return answerer.reject("line longer than " + std::to_string(kMaxLineBytes) + " bytes",
                           {number, static_cast<std::uint32_t>(kMaxLineBytes) + 1});
  }
  if (form.has_header) {
    const std::optional<std::string_view> field = csv_field(line, form.csv_column);
    if (!field) {
      return answerer.reject("no field " + std::to_string(form.csv_column + 1),
                             {number, static_cast<std::uint32_t>(line.size()) + 1});
    }
    if (is_puzzle_header(*field)) return;
    cells = *field;
  }
  const auto offset = static_cast<std::uint32_t>(cells.data() - line.data());
  answerer.answer(read_cells(cells, number, offset), [&](int cell) {
    return TextPlace{number, offset + static_cast<std::uint32_t>(cell) + 1};
  });
}

void answer_lines(std::string_view text, std::uint32_t number, const TextForm& form,
                  Answerer& answerer) {
  for (; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    const LineClass kind = classify(line, Layout::kLines);
    if (kind == LineClass::kEnd) return;
    if (kind == LineClass::kContent) answer_line(line, number, form, answerer);
  }
}

void answer_boards(std::string_view text, std::uint32_t number, const BlockContext& context,
                   Answerer& answerer) {
  BoardReader reader(context);
  const auto shifted = [number](TextPlace place) {
    return TextPlace{place.line + number - 1, place.column};
  };
  const auto answer = [&] {
    PuzzleText board = reader.board();
    board.error_place = shifted(board.error_place);
    answerer.answer(board, [&](int cell) { return shifted(reader.place_of(cell)); });
  };
  while (!text.empty()) {
    const BoardEvent event = reader.feed(take_line(text));
    if (event == BoardEvent::kBoard) answer();
    if (event == BoardEvent::kEnd) break;
  }
  if (reader.finish() == BoardEvent::kBoard) answer();
}

AnswerStyle resolve_style(const AnswerOptions& options, const TextForm& form) {
  if (options.style != AnswerStyle::kAuto) return options.style;
  return form.judge_board && options.limit == 1 ? AnswerStyle::kBoard : AnswerStyle::kLine;
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  solved += other.solved;
  multiple += other.multiple;
  unsolvable += other.unsolvable;
  invalid += other.invalid;
  return *this;
}

void BlockAnswers::clear() {
  text.clear();
  faults.clear();
  tally = {};
  line_ends = 0;
}

void answer_block(std::string_view block, const TextForm& form, const BlockContext& context,
                  const AnswerOptions& options, BlockAnswers& answers) {
  answers.line_ends += static_cast<std::uint64_t>(std::count(block.begin(), block.end(), '\n'));
  std::uint32_t number = 1;
  if (context.inside_line) {
    const std::size_t newline = block.find('\n');
    if (newline == std::string_view::npos) return;
    block.remove_prefix(newline + 1);
    ++number;
  } else if (context.begins_stream) {
    block = without_byte_order_mark(block);
  }
  Answerer answerer(options, resolve_style(options, form), answers);
  if (form.layout == Layout::kLines) {
    answer_lines(block, number, form, answerer);
  } else {
    answer_boards(block, number, context, answerer);
  }
}

}  // namespace puzzled::sudoku
