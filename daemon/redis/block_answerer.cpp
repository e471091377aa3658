#include "daemon/redis/block_answerer.hpp"

#include <string>

#include "core/mixed/added_answers.hpp"
#include "core/sudoku/engines.hpp"
#include "core/sudoku/text/block_cut.hpp"
#include "daemon/base/files/block_reader.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled::redis {
namespace {

/// How answers are laid out: to be raised with any change that would mix two forms in a stream.
constexpr std::string_view kAnswerForm = "2";

constexpr std::size_t kKeptBytes = std::size_t{16} << 20;

mixed::EachLineOptions options_of(const WorkSettings& settings) {
  const SearchLimits limits{.solutions = settings.limit, .time = settings.time_limit};
  return {.puzzles = {.engine = sudoku::find_engine(settings.engine),
                      .isa = settings.isa,
                      .limits = limits,
                      .style = sudoku::AnswerStyle::kLine},
          .boards = {.limits = limits, .style = variants::BoardStyle::kLine},
          .request = {}};
}

}  // namespace

AnswerSettings answer_settings(const WorkSettings& settings) {
  return {{"form", std::string(kAnswerForm)},
          {"limit", std::to_string(settings.limit)},
          {"time-limit", duration_text(settings.time_limit)},
          {"blank", settings.blank},
          {"engine", settings.engine}};
}

BlockAnswerer::BlockAnswerer(const WorkSettings& settings)
    : form_{.layout = sudoku::Layout::kLines,
            .blanks = sudoku::BlankSigns(settings.blank),
            .answers_each_line = true},
      each_line_(options_of(settings)) {}

Result<> BlockAnswerer::answer(std::string_view lines) {
  answers_.clear();
  answers_.line_ends = 0;
  answers_.text.room(lines.size());
  const bool ends_within_line = !lines.empty() && lines.back() != '\n';
  sudoku::BlockContext context;
  while (!lines.empty()) {
    const std::string_view piece = lines.substr(0, kBlockBytes);
    const bool is_last = piece.size() == lines.size();
    const sudoku::BlockCut cut = sudoku::cut_block(piece, form_, context, is_last, true);
    piece_answers_.clear();
    each_line_.answer(piece.substr(0, cut.size), form_, context, piece_answers_);
    mixed::add_answers(piece_answers_, answers_);
    if (answers_.text.size() > kMaxAnswerBytes) {
      return Error{"the answers have more than " + std::to_string(kMaxAnswerBytes) +
                   " bytes: make smaller blocks"};
    }
    context = cut.next;
    lines.remove_prefix(cut.size);
  }
  lines_ = answers_.line_ends + (ends_within_line ? 1 : 0);
  return {};
}

void BlockAnswerer::release() {
  if (answers_.text.capacity() > kKeptBytes) answers_ = {};
  if (piece_answers_.text.capacity() > kKeptBytes) piece_answers_ = {};
}

}  // namespace puzzled::redis
