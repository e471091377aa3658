// Any bytes, in any form, through each tool: nothing crashes, there are as many answers as the
// reader has items, and how the text is cut changes none of them. Copies of a puzzle have its
// canonical form and its rating.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/shuffle/transformation.hpp"
#include "core/sudoku/text/block_cut.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "core/sudoku/tools/backtracks_tool.hpp"
#include "core/sudoku/tools/canon_tool.hpp"
#include "core/sudoku/tools/explain_tool.hpp"
#include "core/sudoku/tools/minimal_tool.hpp"
#include "core/sudoku/tools/rate_tool.hpp"
#include "core/sudoku/tools/shuffle_tool.hpp"

using namespace puzzled::sudoku;

namespace {

constexpr std::uint64_t kCopies = 2;
constexpr std::uint64_t kListed = 2;

void require(bool holds) {
  if (!holds) std::abort();
}

std::size_t lines_in(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

/// Answers a stream as the program does: a buffer gains `step` bytes at a time and is cut whenever
/// it can be, and keeps a header that comes first. Lines of faults, and the places of keys, are
/// those in their blocks.
ToolAnswers answered_in_blocks(LineTool& tool, std::string_view text, const TextForm& form,
                               std::size_t step, PlainLineCounter counter) {
  const std::size_t capacity = text.size() + kMaxLineBytes + 1;
  ToolAnswers all;
  PuzzleLines lines;
  BlockContext context;
  std::uint64_t number = 0;
  std::size_t held = 0;
  while (!text.empty()) {
    held = std::min({capacity, text.size(), held + step});
    const std::string_view piece = text.substr(0, held);
    const BlockCut cut =
        cut_block(piece, form, context, held == text.size(), held == capacity, counter);
    if (cut.size == 0) continue;
    TextForm form_of_block = form;
    form_of_block.has_quotes = cut.has_quotes;
    form_of_block.plain_lines = cut.plain_lines;
    const std::string_view block = piece.substr(0, cut.size);
    lines.read(block, form_of_block, context, counter);
    const std::uint64_t items = lines.puzzles().size() + lines.faults().size();
    require(count_puzzle_lines(block, form_of_block, context, counter) == items);
    ToolAnswers answers;
    tool.answer(lines, number, answers);
    require(answers.tally.solved == lines.puzzles().size());
    require(answers.faults.size() == lines.faults().size());
    const bool drops_header = all.header_bytes > 0 || number > 0;
    all.text.append(answers.text.view().substr(drops_header ? answers.header_bytes : 0));
    if (!drops_header) all.header_bytes = answers.header_bytes;
    all.keyed.insert(all.keyed.end(), answers.keyed.begin(), answers.keyed.end());
    for (const Fault& fault : answers.faults) {
      all.faults.add(fault.place, answers.faults.reason(fault));
    }
    all.tally += answers.tally;
    all.line_ends += answers.line_ends;
    for (std::size_t i = 0; i < all.levels.size(); ++i) all.levels[i] += answers.levels[i];
    number += items;
    context = cut.next;
    text.remove_prefix(cut.size);
    held -= cut.size;
    if (cut.ended) break;
  }
  return all;
}

/// The answers to all of the text, which must be those to its pieces.
ToolAnswers answers_of(LineTool& tool, std::string_view text, const TextForm& form,
                       std::size_t step) {
  ToolAnswers whole;
  PuzzleLines lines;
  lines.read(text, form, {}, plain_line_counter());
  tool.answer(lines, 0, whole);
  for (const PlainLineCounter counter : {plain_line_counter(), PlainLineCounter()}) {
    const ToolAnswers cut = answered_in_blocks(tool, text, form, step, counter);
    require(cut.text.view() == whole.text.view());
    require(cut.tally.solved == whole.tally.solved && cut.levels == whole.levels);
    require(cut.keyed.size() == whole.keyed.size());
    for (std::size_t i = 0; i < cut.keyed.size(); ++i) {
      require(cut.keyed[i].form == whole.keyed[i].form);
      require(cut.keyed[i].group == whole.keyed[i].group);
      require(cut.keyed[i].cells == whole.keyed[i].cells);
    }
    require(cut.line_ends == whole.line_ends && cut.faults.size() == whole.faults.size());
    for (std::size_t i = 0; i < cut.faults.size(); ++i) {
      require(cut.faults.reason(cut.faults[i]) == whole.faults.reason(whole.faults[i]));
      require(cut.faults[i].place.column == whole.faults[i].place.column);
    }
  }
  return whole;
}

/// Puzzles with fewer clues, which fuzzers find, may keep a search for second solutions busy.
bool has_many_clues(const Grid& puzzle) {
  constexpr int kManyClues = 22;
  return kCells - std::ranges::count(puzzle.digits, 0) >= kManyClues;
}

void check_copies(const std::vector<Grid>& puzzles) {
  static Canonicalizer canonicalizer;
  static Canonicalizer portable("portable");
  for (std::uint64_t i = 0; i < puzzles.size(); ++i) {
    const Transformation drawn = random_transformation(1, i, puzzles.size());
    const CanonicalForm form = canonicalizer.find(puzzles[i]);
    const CanonicalForm of_copy = portable.find(transformed(puzzles[i], drawn));
    require(form.grid == of_copy.grid && form.automorphisms == of_copy.automorphisms);
    require(canonicalizer.find(form.grid).grid == form.grid);
  }
}

void check_ratings_of_copies(const std::vector<Grid>& puzzles) {
  static Rater rater;
  std::vector<Grid> copies;
  for (std::uint64_t i = 0; i < puzzles.size(); ++i) {
    copies.push_back(transformed(puzzles[i], random_transformation(2, i, puzzles.size())));
  }
  std::vector<Rating> ratings(puzzles.size());
  std::vector<Rating> ratings_of_copies(puzzles.size());
  rater.rate(puzzles, ratings);
  rater.rate(copies, ratings_of_copies);
  require(ratings == ratings_of_copies);
  // The steps of an explanation are another way to the same rating.
  static explain::Explainer explainer;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    require(explainer.explain(puzzles[i]).rating == ratings[i]);
  }
  // What singles and locked candidates solve takes no guess, in no copy.
  static BacktracksRater backtracks;
  std::vector<TotalGuesses> guesses(puzzles.size());
  std::vector<TotalGuesses> guesses_of_copies(puzzles.size());
  backtracks.rate(puzzles, {.copies = kCopies}, guesses);
  backtracks.rate(copies, {.copies = kCopies}, guesses_of_copies);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    require(guesses[i].has_value() == (ratings[i].level != 0));
    require((guesses[i] == 0) == (guesses_of_copies[i] == 0));
    if (1 <= ratings[i].level && ratings[i].level <= 4) require(guesses[i] == 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 2), size - 2);
  const std::string_view name = kFormNames[data[0] % std::size(kFormNames)];
  const TextForm form = *detect_form(text, true, {.name = name});
  const std::size_t step = 1 + data[1];

  PuzzleLines lines;
  lines.read(text, form, {}, plain_line_counter());
  const std::vector<Grid> puzzles(lines.puzzles().begin(), lines.puzzles().end());
  const std::size_t invalid = lines.faults().size();
  const std::size_t headers = lines.header().empty() ? 0 : 1;
  // Records may take several lines.
  std::size_t more = lines_in(lines.header());
  for (std::size_t i = 0; i < puzzles.size(); ++i) more += lines_in(lines.line(i));

  static CanonTool canon({.automorphisms = true});
  static CanonTool original({.keyed = true, .original = true});
  static ShuffleTool shuffle({.seed = 1, .copies = kCopies});
  require(lines_in(answers_of(canon, text, form, step).text.view()) == puzzles.size() + invalid);
  const ToolAnswers kept = answers_of(original, text, form, step);
  require(lines_in(kept.text.view()) == puzzles.size() + headers + more);
  require(kept.keyed.size() == puzzles.size());
  const ToolAnswers copies = answers_of(shuffle, text, form, step);
  const std::size_t lines_of_copies = kCopies * puzzles.size() + invalid + headers;
  require(lines_in(copies.text.view()) >= lines_of_copies);
  require(lines_in(copies.text.view()) <= lines_of_copies + kCopies * more);
  check_copies(puzzles);

  if (!std::ranges::all_of(puzzles, has_many_clues)) return 0;
  static RateTool rate({});
  static BacktracksTool guesses({});
  static ExplainTool explaining({.json = true, .states = true});
  require(lines_in(answers_of(explaining, text, form, step).text.view()) >=
          puzzles.size() + invalid);
  static MinimalTool minimal({});
  static MinimalTool listing({.lists = true, .most = kListed});
  require(lines_in(answers_of(rate, text, form, step).text.view()) <=
          puzzles.size() + invalid + more);
  require(lines_in(answers_of(guesses, text, form, step).text.view()) <=
          puzzles.size() + invalid + more);
  require(lines_in(answers_of(minimal, text, form, step).text.view()) == puzzles.size() + invalid);
  require(lines_in(answers_of(listing, text, form, step).text.view()) <=
          kListed * puzzles.size() + invalid);
  check_ratings_of_copies(puzzles);
  return 0;
}
