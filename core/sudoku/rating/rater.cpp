#include "core/sudoku/rating/rater.hpp"

#include <algorithm>

#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {
namespace {

constexpr int kFirstProbingLevel = 8;

}  // namespace

Rater::Rater(std::string_view isa)
    : kernel_(rating::find_kernel(isa)),
      workspace_(allocate_huge(kernel_->workspace_bytes)),
      solver_(isa) {}

void Rater::rate(std::span<const Grid> puzzles, std::span<Rating> results) {
  items_.clear();
  for (const Grid& puzzle : puzzles) items_.push_back({.cells = puzzle.digits.data()});
  kernel_->rate(items_.data(), items_.size(), workspace_.get());
  cells_.clear();
  unproved_.clear();
  for (std::size_t i = 0; i < items_.size(); ++i) {
    results[i] = items_[i].rating;
    if (results[i].level < kFirstProbingLevel) continue;
    cells_.push_back(items_[i].cells);
    unproved_.push_back(i);
  }
  drop_ambiguous(results);
}

void Rater::rate_unchecked(std::span<const Grid> puzzles, std::span<Rating> results) {
  consistent_.clear();
  numbers_.clear();
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    results[i] = {};
    if (find_conflict(puzzles[i])) continue;
    consistent_.push_back(puzzles[i]);
    numbers_.push_back(i);
  }
  ratings_.resize(consistent_.size());
  rate(consistent_, ratings_);
  for (std::size_t i = 0; i < numbers_.size(); ++i) results[numbers_[i]] = ratings_[i];
}

// A puzzle that the rules solve has one solution, for they remove nothing that a solution needs. Of
// the others this is to be found out.
void Rater::drop_ambiguous(std::span<Rating> results) {
  if (cells_.empty()) return;
  lines_.resize(std::max(lines_.size(), cells_.size() * kLineBytes));
  const std::span<const std::uint64_t> counts =
      solver_.solve_cells(cells_, {.solutions = 2}, lines_.data(), kLineBytes).counts;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] != 1) results[unproved_[i]] = {};
  }
}

}  // namespace puzzled::sudoku
