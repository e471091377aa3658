#include "core/cover/symmetry/orbits.hpp"

#include <algorithm>

namespace puzzled::cover::symmetry {
namespace {

constexpr std::size_t kMaxRepresentatives = 8;
constexpr int kMaxFailures = 12;

}  // namespace

Orbits::Orbits(const Structure& structure, const Refinement& refinement, int max_leaves)
    : structure_(structure),
      root_(refinement),
      leaves_left_(max_leaves),
      parent_(structure.options) {
  for (std::uint32_t option = 0; option < structure.options; ++option) parent_[option] = option;
  // Options come first in the order, being the first kind.
  const std::vector<std::uint32_t>& order = refinement.order();
  for (std::size_t cell = 0; cell < structure.options; cell += refinement.cell_size(cell)) {
    join_cell(order.data() + cell, order.data() + cell + refinement.cell_size(cell));
  }
}

std::uint32_t Orbits::find(std::uint32_t option) {
  while (parent_[option] != option) {
    parent_[option] = parent_[parent_[option]];
    option = parent_[option];
  }
  return option;
}

/// Joins options of one cell, where there are automorphisms.
void Orbits::join_cell(const std::uint32_t* first, const std::uint32_t* last) {
  // Most are joined already by what was found for classes before.
  const bool is_joined =
      std::all_of(first, last, [&](std::uint32_t option) { return find(option) == find(*first); });
  if (is_joined) return;
  std::vector<Leaf> representatives;
  for (; first != last && leaves_left_ > 0 && failures_ < kMaxFailures; ++first) {
    const bool is_known =
        std::any_of(representatives.begin(), representatives.end(),
                    [&](const Leaf& leaf) { return find(leaf.option) == find(*first); });
    if (is_known) continue;
    if (try_option(*first, representatives)) {
      failures_ = 0;
    } else if (representatives.size() > 1) {
      ++failures_;
    }
  }
}

/// Looks for an automorphism from one of the representatives; if there is none, `option` becomes
/// another one. A second try takes other vertices of the classes.
bool Orbits::try_option(std::uint32_t option, std::vector<Leaf>& representatives) {
  const std::uint32_t tries = representatives.empty() ? 1 : 2;
  for (std::uint32_t salt = 0; salt < tries; ++salt) {
    --leaves_left_;
    Leaf leaf = leaf_of(option, salt == 0 ? 0 : 7919 + option);
    for (const Leaf& other : representatives) {
      if (other.trace == leaf.trace && merge(other, leaf)) return true;
    }
    if (salt == 0 && representatives.size() < kMaxRepresentatives) {
      representatives.push_back(std::move(leaf));
    }
  }
  return false;
}

Orbits::Leaf Orbits::leaf_of(std::uint32_t option, std::uint32_t salt) {
  Refinement refinement = root_;
  refinement.single_out(option);
  refinement.single_out_all(salt);
  work_ += refinement.work() - root_.work();
  return {option, refinement.trace(), refinement.order()};
}

bool Orbits::merge(const Leaf& from, const Leaf& to) {
  std::vector<std::uint32_t> image(structure_.vertices);
  for (std::size_t i = 0; i < image.size(); ++i) image[from.order[i]] = to.order[i];
  work_ += structure_.neighbours.size();
  if (!is_automorphism(image)) return false;
  for (std::uint32_t option = 0; option < structure_.options; ++option) {
    parent_[find(option)] = find(image[option]);
  }
  any_ = true;
  return true;
}

bool Orbits::is_automorphism(const std::vector<std::uint32_t>& image) const {
  std::vector<std::uint32_t> mapped;
  for (std::uint32_t vertex = 0; vertex < structure_.vertices; ++vertex) {
    const std::uint32_t other = image[vertex];
    if (structure_.kinds[vertex] != structure_.kinds[other]) return false;
    mapped.clear();
    for (const std::uint32_t neighbour : structure_.neighbours_of(vertex)) {
      mapped.push_back(image[neighbour]);
    }
    std::sort(mapped.begin(), mapped.end());
    const auto expected = structure_.neighbours_of(other);
    if (!std::equal(mapped.begin(), mapped.end(), expected.begin(), expected.end())) return false;
  }
  return true;
}

}  // namespace puzzled::cover::symmetry
