#include "core/cover/symmetry/structure.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace puzzled::cover::symmetry {
namespace {

enum Kind : std::uint8_t { kOption, kPrimary, kSecondary, kColour };

constexpr std::uint32_t kNone = UINT32_MAX;

/// Collects vertices and edges.
class Builder {
 public:
  Builder(const Problem& problem, std::span<const std::uint32_t> options, Structure& structure)
      : problem_(problem),
        options_(options),
        structure_(structure),
        item_vertex_(problem.items(), kNone) {}

  void build() {
    if (problem_.has_secondary_items()) find_disagreements();
    for (std::uint32_t i = 0; i < options_.size(); ++i) add_vertex(kOption);
    for (std::uint32_t i = 0; i < options_.size(); ++i) {
      for (const Element& element : problem_.option(options_[i])) add_element(i, element);
    }
    sort_edges();
  }

 private:
  struct Seen {
    std::uint32_t options = 0;
    Colour colour = 0;
    bool disagrees = false;
  };

  /// A secondary item matters if two of the options may not stand together because of it.
  void find_disagreements() {
    seen_.resize(problem_.items());
    for (const std::uint32_t option : options_) {
      for (const auto& [item, colour] : problem_.option(option)) {
        if (item < problem_.primary_items()) continue;
        Seen& seen = seen_[item];
        seen.disagrees =
            seen.disagrees || (seen.options > 0 && (colour == 0 || colour != seen.colour));
        ++seen.options;
        seen.colour = colour;
      }
    }
  }

  std::uint32_t add_vertex(Kind kind) {
    structure_.kinds.push_back(kind);
    return structure_.vertices++;
  }

  std::uint32_t vertex_of(std::uint32_t item, Kind kind) {
    if (item_vertex_[item] == kNone) item_vertex_[item] = add_vertex(kind);
    return item_vertex_[item];
  }

  void add_element(std::uint32_t option, const Element& element) {
    if (element.item < problem_.primary_items()) {
      edges_.emplace_back(option, vertex_of(element.item, kPrimary));
      return;
    }
    if (!seen_[element.item].disagrees) return;
    if (element.colour == 0) {
      edges_.emplace_back(option, vertex_of(element.item, kSecondary));
      return;
    }
    const std::uint64_t key = std::uint64_t{element.item} << 32 | element.colour;
    const auto [place, is_new] = colour_vertex_.try_emplace(key, structure_.vertices);
    if (is_new) {
      const std::uint32_t vertex = add_vertex(kColour);
      edges_.emplace_back(vertex, vertex_of(element.item, kSecondary));
    }
    edges_.emplace_back(option, place->second);
  }

  void sort_edges() {
    std::vector<std::uint32_t>& starts = structure_.starts;
    starts.assign(structure_.vertices + 1, 0);
    for (const auto& [a, b] : edges_) {
      ++starts[a + 1];
      ++starts[b + 1];
    }
    for (std::uint32_t vertex = 0; vertex < structure_.vertices; ++vertex) {
      starts[vertex + 1] += starts[vertex];
    }
    structure_.neighbours.resize(edges_.size() * 2);
    std::vector<std::uint32_t> at(starts.begin(), starts.end() - 1);
    for (const auto& [a, b] : edges_) {
      structure_.neighbours[at[a]++] = b;
      structure_.neighbours[at[b]++] = a;
    }
    for (std::uint32_t vertex = 0; vertex < structure_.vertices; ++vertex) {
      std::sort(structure_.neighbours.begin() + starts[vertex],
                structure_.neighbours.begin() + starts[vertex + 1]);
    }
  }

  const Problem& problem_;
  std::span<const std::uint32_t> options_;
  Structure& structure_;
  std::vector<Seen> seen_;  // by item
  std::vector<std::uint32_t> item_vertex_;
  std::unordered_map<std::uint64_t, std::uint32_t> colour_vertex_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
};

}  // namespace

Structure::Structure(const Problem& problem, std::span<const std::uint32_t> live)
    : options(static_cast<std::uint32_t>(live.size())) {
  Builder(problem, live, *this).build();
}

}  // namespace puzzled::cover::symmetry
