#include "core/variants/shape_solver.hpp"

#include <algorithm>

#include "core/variants/reduce.hpp"

namespace puzzled::variants {
namespace {

bool have_same_shape(const Puzzle& a, const Puzzle& b) {
  return a.size == b.size && a.regions == b.regions && a.rules == b.rules;
}

/// About, as far as it may be much: of relations and of long lists.
std::size_t bytes_of(const Puzzle& puzzle) {
  std::size_t bytes = puzzle.rules.size() * sizeof(Rule);
  for (const Rule& rule : puzzle.rules) {
    bytes +=
        (rule.cells.size() + rule.others.size()) * sizeof(Cell) + rule.numbers.size() * sizeof(int);
  }
  return bytes;
}
std::size_t bytes_of(const Model& model) {
  constexpr std::size_t kCells = 2'000;  // what there is of each for each other
  constexpr std::size_t kRelation = 64;  // twice, and where it stands
  constexpr std::size_t kTable = 12'000;
  constexpr std::size_t kPrimitive = 2'000;
  constexpr std::size_t kSplitClue = 100'000;
  return model.cells() * kCells + model.relations.list().size() * kRelation +
         model.relations.tables().size() * kTable +
         (model.sums.size() + model.spans.size() + model.required_values.size()) * kPrimitive +
         (model.sandwiches.size() + model.x_sums.size()) * kSplitClue;
}

}  // namespace

Puzzle plain_puzzle(int size) {
  Puzzle puzzle{.size = size, .regions = {}, .allowed = {}, .rules = {}};
  const auto side = static_cast<std::size_t>(size);
  puzzle.allowed.assign(side * side, all_values(size));
  const BoxShape boxes = usual_boxes(size);
  if (boxes.rows == 0) return puzzle;
  const int boxes_in_row = size / boxes.columns;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      puzzle.regions.push_back(
          static_cast<std::uint8_t>(row / boxes.rows * boxes_in_row + column / boxes.columns));
    }
  }
  return puzzle;
}

Result<bool> ShapeSolver::prepare(const Puzzle& puzzle, TimeLeft& time) {
  const auto known = std::ranges::find_if(
      shapes_, [&](const Shape& shape) { return have_same_shape(shape.puzzle, puzzle); });
  if (known != shapes_.end()) {
    shapes_.splice(shapes_.begin(), shapes_, known);
    return true;
  }
  forget_old();
  Puzzle open = puzzle;
  open.allowed.assign(puzzle.allowed.size(), all_values(puzzle.size));
  Result<Model> model = reduce(open, time);
  if (!model) return model.error();
  if (time.has_ended()) return false;
  open.allowed.clear();
  auto rules = std::make_unique<const Rules>(std::move(*model), WrapPropagator{}, time);
  if (time.has_ended()) return false;
  auto search = std::make_unique<Search>(*rules);
  const std::size_t bytes = bytes_of(open) + bytes_of(rules->model());
  shapes_.push_front({std::move(open), bytes, std::move(rules), std::move(search)});
  return true;
}

void ShapeSolver::forget_old() {
  std::size_t bytes = 0;
  std::size_t count = 0;
  for (const Shape& shape : shapes_) {
    bytes += shape.bytes;
    if (bytes > kMaxKeptBytes || count + 1 == kMaxShapes) break;
    ++count;
  }
  while (shapes_.size() > count) shapes_.pop_back();
}

std::optional<std::span<const ValueSet>> ShapeSolver::candidates(
    std::span<const ValueSet> allowed) {
  const std::vector<ValueSet>& of_rules = shapes_.front().rules->model().allowed;
  candidates_.resize(allowed.size());
  for (std::size_t i = 0; i < allowed.size(); ++i) {
    candidates_[i] = allowed[i] & of_rules[i];
    if (candidates_[i] == 0) return std::nullopt;
  }
  return candidates_;
}

Found ShapeSolver::solve(std::span<const ValueSet> allowed, const SearchLimits& limits) {
  const std::optional<std::span<const ValueSet>> possible = candidates(allowed);
  return possible ? search().solve(*possible, limits) : Found{};
}

std::optional<std::pair<Cell, Cell>> ShapeSolver::find_conflict(
    std::span<const ValueSet> allowed) const {
  const std::pair<Cell, Cell> found = shapes_.front().rules->find_conflict(allowed);
  return found.first == found.second ? std::nullopt : std::optional(found);
}

}  // namespace puzzled::variants
