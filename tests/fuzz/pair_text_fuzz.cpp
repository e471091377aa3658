// Any bytes as pairs of a puzzle and a grid: nothing crashes, each line that is answered has one
// answer, how the text is cut changes none of them, and all instruction sets agree. Explanations
// of the same pairs count as many and refuse those that are invalid.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/simd/levels.hpp"
#include "core/sudoku/text/block_cut.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "core/sudoku/tools/pair_explainer.hpp"
#include "core/sudoku/verify/pair_verifier.hpp"

using namespace puzzled::sudoku;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

/// Answers a stream as the program does: a buffer gains `step` bytes at a time and is cut whenever
/// it can be.
std::string verdicts_in_blocks(std::string_view text, const TextForm& form, std::size_t step,
                               const PairOptions& options) {
  const std::size_t capacity = std::max<std::size_t>(text.size(), kMaxLineBytes + 1);
  PairVerifier verifier(options);
  std::string all;
  BlockContext context;
  std::size_t held = 0;
  while (!text.empty()) {
    held = std::min({capacity, text.size(), held + step});
    const std::string_view piece = text.substr(0, held);
    const BlockCut cut = cut_block(piece, form, context, held == text.size(), held == capacity);
    if (cut.size == 0) {
      require(held < text.size());
      continue;
    }
    TextForm form_of_block = form;
    form_of_block.has_quotes = cut.has_quotes;
    const std::string_view block = piece.substr(0, cut.size);
    BlockAnswers answers;
    require(verifier.answer(block, form_of_block, context, answers));
    const auto lines = [](std::string_view lines_of) {
      return static_cast<std::uint64_t>(std::ranges::count(lines_of, '\n'));
    };
    require(lines(answers.text.view()) == answers.tally.puzzles());
    require(cut.ended || answers.line_ends == lines(block));
    all += answers.text.view();
    context = cut.next;
    text.remove_prefix(cut.size);
    held -= cut.size;
    if (cut.ended) break;
  }
  return all;
}

/// With few clues a search for solutions may take long.
bool has_many_clues(std::string_view text, const TextForm& form) {
  constexpr std::ptrdiff_t kManyClues = 22;
  PairReader reader(text, form, {});
  CellTextReader cells;
  while (auto item = reader.next()) {
    if (*item == PairReader::Item::kUnread) item = reader.read_line();
    if (item != PairReader::Item::kPair) continue;
    Grid puzzle;
    if (!cells.read(reader.pair().puzzle, form.blanks, puzzle).empty()) continue;
    if (kCells - std::ranges::count(puzzle.digits, 0) < kManyClues) return false;
  }
  return true;
}

void check_explanations(std::string_view text, const TextForm& form) {
  PairVerifier verifier({});
  BlockAnswers verdicts;
  require(verifier.answer(text, form, {}, verdicts));
  static PairExplainer explainer({.max_steps = 1, .json = true});
  BlockAnswers steps;
  explainer.answer(text, form, {}, steps);
  require(steps.tally.puzzles() == verdicts.tally.puzzles());
  require(steps.tally.invalid >= verdicts.tally.invalid);
  require(steps.line_ends == verdicts.line_ends);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const bool is_named = (data[0] & 1) != 0;
  FormRequest request{.pairs = true};
  if (is_named) {
    request.column = "1";
    request.grid_column = "3";
  }
  const auto form = detect_form(text, true, request);
  require(form.has_value() && form->pairs.has_value());
  PairOptions options{.writes_json = (data[0] & 2) != 0, .reports_wrong = (data[0] & 4) != 0};
  const std::string whole = verdicts_in_blocks(text, *form, text.size() + 1, options);
  require(whole == verdicts_in_blocks(text, *form, 1 + data[0] / 8, options));
  if (has_many_clues(text, *form)) check_explanations(text, *form);
  for (const std::string_view isa : {"portable", "avx2"}) {
    if (!puzzled::simd::has_isa(isa)) continue;
    options.isa = isa;
    require(whole == verdicts_in_blocks(text, *form, text.size() + 1, options));
  }
  return 0;
}
