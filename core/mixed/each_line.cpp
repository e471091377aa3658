#include "core/mixed/each_line.hpp"

#include <algorithm>
#include <optional>

#include "core/mixed/added_answers.hpp"

namespace puzzled::mixed {
namespace {

sudoku::AnswerOptions handing_over_boards(sudoku::AnswerOptions options) {
  options.hands_over_boards = true;
  return options;
}

/// Size and rules are those of each line; of the notation nothing is known but what is stated.
variants::BoardRequest of_each_line(variants::BoardRequest request) {
  request.answers_each_line = true;
  return request;
}

}  // namespace

EachLine::EachLine(const EachLineOptions& options)
    : request_(of_each_line(options.request)),
      are_all_boards_(request_.size != 0 || request_.takes_all),
      puzzles_(handing_over_boards(options.puzzles)),
      boards_(options.boards) {}

/// Lines that are boards, among those with faults.
void EachLine::find_others(const sudoku::BlockStart& start, const sudoku::Faults& faults) {
  others_.clear();
  std::size_t at = 0;
  std::uint32_t number = start.line_ends;
  auto fault = faults.begin();
  while (at < start.text.size() && (are_all_boards_ || fault != faults.end())) {
    const std::size_t feed = start.text.find('\n', at);
    const std::size_t end = feed == std::string_view::npos ? start.text.size() : feed + 1;
    ++number;
    while (fault != faults.end() && fault->place.line < number) ++fault;
    if (are_all_boards_ || (fault != faults.end() && fault->place.line == number)) {
      const std::string_view line = start.text.substr(at, end - at);
      const variants::BoardDetection found = variants::detect_boards(line, true, request_);
      const bool has_mark = sudoku::without_byte_order_mark(line).size() < line.size();
      if (found.form || has_mark) others_.push_back({at, line.size(), found.form});
    }
    at = end;
  }
}

bool EachLine::answer(std::string_view block, const sudoku::TextForm& form,
                      const sudoku::BlockContext& context, sudoku::BlockAnswers& answers) {
  if (!are_all_boards_) {
    puzzles_.answer(block, form, context, answers);
    if (answers.faults.empty()) return answer_boards(boards_, answers);
  }
  const sudoku::BlockStart start = sudoku::start_of_block(block, context);
  find_others(start, answers.faults);
  if (others_.empty() && !are_all_boards_) return answer_boards(boards_, answers);
  answers.clear();
  answers.line_ends = start.line_ends;
  sudoku::TextForm of_piece = form;
  of_piece.plain_lines = 0;  // was that of the block
  std::size_t at = 0;
  const auto answer_puzzles = [&](std::size_t end, bool begins_stream) {
    if (at == end) return true;
    of_puzzles_.clear();
    puzzles_.answer(start.text.substr(at, end - at), of_piece, {.begins_stream = begins_stream},
                    of_puzzles_);
    at = end;
    if (!answer_boards(boards_, of_puzzles_)) return false;
    add_answers(of_puzzles_, answers);
    return true;
  };
  for (const OtherLine& other : others_) {
    if (!answer_puzzles(other.begin, false)) return false;
    if (!other.form) {
      if (!answer_puzzles(other.begin + other.size, true)) return false;
      continue;
    }
    of_board_.clear();
    const auto line = static_cast<std::uint32_t>(answers.line_ends + 1);
    const std::string_view text =
        sudoku::without_byte_order_mark(start.text.substr(other.begin, other.size));
    if (!boards_.answer(text, *other.form, line, of_board_)) return false;
    add_answers(of_board_, answers);
    at = other.begin + other.size;
  }
  return answer_puzzles(start.text.size(), false);
}

}  // namespace puzzled::mixed
