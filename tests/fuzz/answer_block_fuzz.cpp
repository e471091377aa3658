// Any bytes, in any form: nothing crashes, every puzzle has one answer, every line is accounted
// for, and how the text is cut changes nothing; as JSON they are the same answers, each an object
// that another reader takes. A file that is cut into parts has the answers of the whole. Where each
// line is answered, lines and answers are as many.
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "core/sudoku/text/block_cut.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "tests/core/answer_objects.hpp"
#include "tests/core/answered_in_blocks.hpp"

using namespace puzzled::sudoku;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

/// Well-formed puzzles get a fixed answer: here the text is tested, and fuzzers find puzzles that
/// keep a solver busy for seconds.
Solutions no_search(const Grid& puzzle, const puzzled::SearchLimits&) {
  return {.count = 1, .first = puzzle, .branches = 0};
}

// Neither the escapes nor the UTF-8 of a reason are taken from the code under test.
void require_objects(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end > 0) {
      const nlohmann::json object = nlohmann::json::parse(text.substr(0, end), nullptr, false);
      require(object.is_object() && object.at("status").is_string());
    }
    text.remove_prefix(end + 1);
  }
}

/// Every line is of one kind, up to the line `end` if it `stops`; and decoration holds no puzzle
/// that a reader who looks for 81 digits and points alone on a line would find.
void require_account(std::string_view text, bool stops, const BlockAnswers& answers) {
  std::uint64_t lines = 0;
  std::uint64_t puzzles = 0;
  // (A byte order mark is no line.)
  for (std::string_view rest = without_byte_order_mark(text); !rest.empty();) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    ++lines;
    if (line.size() == 81 && line.find_first_not_of(".123456789") == line.npos) ++puzzles;
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    if (stops && lines == answers.account.lines()) break;
  }
  require(lines == answers.account.lines());
  require(puzzles <= answers.account.answered);
}

/// Where a file is cut into parts, the answers to both are those to the whole. `whole` is what
/// became of all of the text.
void require_parts(std::string_view text, std::size_t from, const TextForm& form,
                   const AnswerOptions& options, const BlockAnswers& whole) {
  const std::size_t lines = puzzled::sudoku::count_lines(text) + (text.ends_with('\n') ? 0 : 1);
  if (whole.account.spread > 0 || whole.account.lines() < lines) return;
  const std::optional<std::size_t> cut = find_part_cut(text, from, form, true);
  if (!cut) return;
  BlockAnswers parts;
  BlockSolver solver(options);
  solver.answer(text.substr(0, *cut), form, {}, parts);
  solver.answer(text.substr(*cut), form, kBehindPuzzle, parts);
  require(parts.text.view() == whole.text.view());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 2), size - 2);
  const std::string_view name = kFormNames[data[0] % std::size(kFormNames)];
  constexpr std::uint8_t kEachLine = 240;  // from here on
  const bool each_line = data[0] >= kEachLine;
  const TextForm form = *detect_form(text, true, {.name = name, .each_line = each_line});
  const Engine engine{.name = "none", .summary = "", .make_solver = one_by_one<no_search>};
  constexpr std::uint64_t kLimits[] = {1, 2, 0};
  const std::uint64_t limit = kLimits[data[0] / std::size(kFormNames) % std::size(kLimits)];
  AnswerOptions options{
      .engine = &engine, .isa = {}, .limits = {.solutions = limit}, .style = AnswerStyle::kLine};

  BlockAnswers whole;
  BlockSolver(options).answer(text, form, {}, whole);
  std::size_t lines = 0;
  for (const char c : whole.text.view()) lines += c == '\n' ? 1 : 0;
  require(lines ==
          whole.tally.puzzles() + (each_line ? whole.account.blank + whole.account.comments : 0));
  if (each_line) require(lines == whole.account.lines());
  require(whole.faults.size() == whole.tally.invalid);
  require_account(text, !each_line, whole);

  const std::size_t step = 1 + data[1];
  const std::size_t capacity = text.size() + kMaxLineBytes + 1;
  const BlockAnswers cut =
      answered_in_blocks(text, form, options, capacity, [step] { return step; });
  require(cut.text.view() == whole.text.view());
  require(cut.account == whole.account);

  require_parts(text, text.size() * data[1] / 256, form, options, whole);

  options.style = AnswerStyle::kJson;
  BlockAnswers objects;
  BlockSolver(options).answer(text, form, {}, objects);
  require(objects.text.view() == objects_of(whole.text.view(), limit));
  require_objects(objects.text.view());
  return 0;
}
