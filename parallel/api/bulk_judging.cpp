// What puzzles are worth, row by row: ratings, verdicts on their solutions, minimality; and new
// puzzles.

#include "core/sudoku/backtracks/backtracks_rater.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/minimal/redundancy.hpp"
#include "core/sudoku/rating/rater.hpp"
#include "core/sudoku/verify/grid_verifier.hpp"
#include "parallel/api/object_pool.hpp"
#include "parallel/api/row_blocks.hpp"

namespace puzzled {
namespace {

// A quarter of a second for the hardest puzzles; batches have some hundred lanes.
constexpr BlockRows kRatingBlock{.min = 512, .max = 2048};
// A count takes some 15 us of the hardest.
BlockRows backtracks_block(const sudoku::BacktracksOptions& options) {
  constexpr std::uint64_t kMaxCounts = 8192;
  const auto rows = static_cast<std::size_t>(kMaxCounts / options.copies);
  return {.min = std::min<std::size_t>(rows, 128), .max = std::min<std::size_t>(rows, 2048)};
}

constexpr BlockRows kVerdictBlock{.min = 512, .max = 8192};
// Of 25 sub-puzzles each.
constexpr BlockRows kMinimalBlock{.min = 64, .max = 512};
// Of up to a tenth of a second each.
constexpr BlockRows kGeneratorBlock{.min = 1, .max = 8};

}  // namespace

Result<> rate_rows(Rows puzzles, std::span<Rating> ratings, const RunOptions& run) {
  if (Result<> checked = check_size(puzzles, ratings.size(), "puzzles"); !checked) return checked;
  return for_each_block(ratings.size(), kRatingBlock, run, [&](const Block& block) {
    std::vector<sudoku::Grid> grids;
    if (!block.read(puzzles, grids)) return;
    const auto rater = pool_of<sudoku::Rater>().borrow();
    rater->rate_unchecked(grids, ratings.subspan(block.begin, block.size()));
  });
}

Result<> backtracks_rows(Rows puzzles, std::span<double> means, const BacktracksOptions& options,
                         const RunOptions& run) {
  if (Result<> checked = check_size(puzzles, means.size(), "puzzles"); !checked) return checked;
  if (Result<> checked = options.check(); !checked) return checked;
  const sudoku::BacktracksOptions scale{.copies = options.copies, .seed = options.seed};
  return for_each_block(means.size(), backtracks_block(scale), run, [&](const Block& block) {
    std::vector<sudoku::Grid> grids;
    if (!block.read(puzzles, grids)) return;
    std::vector<sudoku::TotalGuesses> found(grids.size());
    pool_of<sudoku::BacktracksRater>().borrow()->rate(grids, scale, found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      means[block.begin + i] = sudoku::mean_of(found[i], scale.copies);
    }
  });
}

Result<> verify_rows(Rows puzzles, Rows grids, std::span<Verdict> verdicts,
                     const VerifyOptions& options, const RunOptions& run) {
  if (Result<> checked = check_size(puzzles, verdicts.size(), "puzzles"); !checked) return checked;
  if (Result<> checked = check_size(grids, verdicts.size(), "grids"); !checked) return checked;
  const sudoku::VerdictNeeds needs{.is_unique = options.unique,
                                   .counts_cells = options.right_cells};
  return for_each_block(verdicts.size(), kVerdictBlock, run, [&](const Block& block) {
    std::vector<sudoku::Grid> of_puzzles;
    std::vector<sudoku::Grid> of_grids;
    if (!block.read(puzzles, of_puzzles) || !block.read(grids, of_grids)) return;
    pool_of<sudoku::GridVerifier>().borrow()->verify(of_puzzles, of_grids, needs,
                                                     verdicts.subspan(block.begin, block.size()));
  });
}

Result<> minimal_rows(Rows puzzles, std::span<bool> answers, const RunOptions& run) {
  if (Result<> checked = check_size(puzzles, answers.size(), "puzzles"); !checked) return checked;
  return for_each_block(answers.size(), kMinimalBlock, run, [&](const Block& block) {
    std::vector<sudoku::Grid> grids;
    if (!block.read(puzzles, grids)) return;
    std::vector<sudoku::Redundancy> found(grids.size());
    pool_of<sudoku::RedundancyFinder>().borrow()->find(grids, found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      answers[block.begin + i] = found[i].solutions == 1 && found[i].redundant.none();
    }
  });
}

Result<> generate_rows(MutableRows puzzles, const GenerateOptions& options, std::uint64_t first,
                       const RunOptions& run) {
  const Result<std::size_t> rows = count_of(puzzles);
  if (!rows) return rows.error();
  if (Result<> checked = options.check(); !checked) return checked;
  const sudoku::GeneratorSettings settings{
      .seed = options.seed, .clues = options.clues, .minimal = options.minimal};
  return for_each_block(*rows, kGeneratorBlock, run, [&](const Block& block) {
    for (std::size_t row = block.begin; row < block.end && !block.state.look(); ++row) {
      write_row(generate_puzzle(settings, first + row), puzzles, row);
    }
  });
}

}  // namespace puzzled
