#include "core/cover/search/unit_cutter.hpp"

#include <algorithm>
#include <utility>

namespace puzzled::cover::search {
namespace {

constexpr unsigned kProbesOfPart = 16;
constexpr std::uint64_t kSeedOfParts = 20'260'002;
// Estimates differ: rather some units more than one that takes far longer than the others.
constexpr std::size_t kMaxUnitsPerUnit = 4;

}  // namespace

void UnitCutter::cut(std::size_t units) {
  add_root();
  const auto has_less_work = [](const Part& a, const Part& b) { return a.work < b.work; };
  Count128 total = 0;
  for (const Part& part : parts_) total += part.work;
  while (!parts_.empty() && units > 1 && parts_.size() < kMaxUnitsPerUnit * units) {
    const bool is_even = parts_.size() >= units && Count128{parts_[0].work} * units <= total;
    if (parts_[0].work < min_work_to_cut_ || is_even) break;
    std::pop_heap(parts_.begin(), parts_.end(), has_less_work);
    Part part = std::move(parts_.back());
    parts_.pop_back();
    const std::size_t others = parts_.size();
    cut_part(std::move(part));
    for (std::size_t i = others; i < parts_.size(); ++i) {
      std::push_heap(parts_.begin(), parts_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                     has_less_work);
    }
    total = 0;
    for (const Part& other : parts_) total += other.work;
  }
}

std::vector<Unit> UnitCutter::take_units() {
  std::sort(parts_.begin(), parts_.end(),
            [](const Part& a, const Part& b) { return a.place < b.place; });
  std::vector<Unit> units;
  units.reserve(parts_.size());
  for (Part& part : parts_) {
    part.unit.work = static_cast<double>(part.work);
    units.push_back(std::move(part.unit));
  }
  parts_.clear();
  return units;
}

Choice UnitCutter::enter(std::span<const std::uint32_t> prefix) {
  Choice choice = search_.choose(0);
  std::uint32_t level = 0;
  for (const std::uint32_t option : prefix) choice = search_.apply(level++, option);
  return choice;
}

void UnitCutter::add_root() {
  const Choice choice = enter({});
  if (choice.is_dead()) return;
  if (choice.is_solved()) {
    counted_ += 1;
    return;
  }
  Part root;
  root.work = RandomProbe(kSeedOfParts).mean_nodes(search_, 0, choice, 4 * kProbesOfPart);
  parts_.push_back(std::move(root));
}

void UnitCutter::cut_part(Part part) {
  const Choice choice = enter(part.unit.prefix);
  const auto level = static_cast<std::uint32_t>(part.unit.prefix.size());
  std::vector<Branch> branches;
  // Weights stay far below 64 bits; beyond, symmetry is left to the units.
  if (symmetry_ && part.unit.weight < std::uint64_t{1} << 32) {
    branches = cut_by_symmetry(problem_, search_, level, part.work).branches;
  }
  if (branches.empty()) {
    Branches options = search_.branches(level, choice);
    while (options.left > 0) branches.push_back({options.next(search_.live(level)), 1});
  }
  std::uint32_t place = 0;
  for (const Branch& branch : branches) add_part(part, branch, place++);
}

void UnitCutter::add_part(const Part& parent, Branch branch, std::uint32_t place) {
  Part part;
  part.unit.prefix = parent.unit.prefix;
  part.unit.prefix.push_back(branch.option);
  part.unit.weight = parent.unit.weight * branch.weight;
  part.place = parent.place;
  part.place.push_back(place);
  auto level = static_cast<std::uint32_t>(parent.unit.prefix.size());
  Choice choice = search_.apply(level++, branch.option);
  // What has no alternative belongs to the prefix.
  while (choice.options == 1) {
    part.unit.prefix.push_back(search_.branches(level, choice).next(search_.live(level)));
    choice = search_.apply(level, part.unit.prefix.back());
    ++level;
  }
  if (choice.is_dead()) return;
  if (choice.is_solved()) {
    counted_ += part.unit.weight;
    return;
  }
  RandomProbe random(kSeedOfParts);
  part.work = std::max<std::uint64_t>(random.mean_nodes(search_, level, choice, kProbesOfPart), 1);
  if (symmetry_ && part.work >= min_work_to_cut_) {
    part.form = form_at(problem_, search_, level, part.work);
    if (merge(part)) return;
  }
  parts_.push_back(std::move(part));
}

/// Whether a part is isomorphic to another one, which then stands for both.
bool UnitCutter::merge(const Part& part) {
  if (part.form.words.empty()) return false;
  for (Part& other : parts_) {
    if (other.form.hash != part.form.hash || other.form != part.form) continue;
    std::uint64_t weight = 0;
    if (__builtin_add_overflow(other.unit.weight, part.unit.weight, &weight)) return false;
    other.unit.weight = weight;
    return true;
  }
  return false;
}

}  // namespace puzzled::cover::search
