#include "core/cover/symmetry/form.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace puzzled::cover::symmetry {
namespace {

constexpr std::uint64_t kBytesPerEntry = 192;  // of the map, beside the words

}  // namespace

Form form_of(const Structure& structure, Refinement refinement) {
  Form form;
  refinement.single_out_all(0);
  form.work = refinement.work();
  if (structure.vertices > std::numeric_limits<std::uint16_t>::max()) return form;
  const std::vector<std::uint32_t>& order = refinement.order();
  std::vector<std::uint16_t> rank(structure.vertices);
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<std::uint16_t>(i);
  form.words.reserve(2 * std::size_t{structure.vertices} + structure.neighbours.size() / 2);
  for (std::size_t i = 0; i < order.size(); ++i) {
    form.words.push_back(structure.kinds[order[i]]);
    // Of each edge one end suffices; the kinds' numbers end a vertex's list of larger ones.
    const std::size_t first = form.words.size();
    for (const std::uint32_t neighbour : structure.neighbours_of(order[i])) {
      if (rank[neighbour] > i) form.words.push_back(rank[neighbour]);
    }
    std::sort(form.words.begin() + static_cast<std::ptrdiff_t>(first), form.words.end());
    form.words.push_back(0);  // rank 0 is nobody's larger neighbour
  }
  form.hash = form.words.size();
  for (const std::uint16_t word : form.words) {
    form.hash = (form.hash ^ word) * 0xd6e8feb86659fd93U;
    form.hash ^= form.hash >> 32;
  }
  return form;
}

std::optional<WideCount> FormCounts::find(const Form& form) const {
  if (form.words.empty()) return std::nullopt;
  const auto place = counts_.find(form);
  if (place == counts_.end()) return std::nullopt;
  return place->second;
}

void FormCounts::store(Form form, const WideCount& count) {
  const std::uint64_t bytes = 2 * form.words.capacity() + kBytesPerEntry;
  if (form.words.empty() || bytes_ + bytes > max_bytes_) return;
  bytes_ += bytes;
  counts_.emplace(std::move(form), count);
}

}  // namespace puzzled::cover::symmetry
