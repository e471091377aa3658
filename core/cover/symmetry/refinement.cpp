#include "core/cover/symmetry/refinement.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace puzzled::cover::symmetry {
namespace {

constexpr std::uint64_t kBytesPerEntry = 192;  // of the map, beside the words

}  // namespace

Refinement::Refinement(const Structure& structure)
    : structure_(&structure),
      order_(structure.vertices),
      places_(structure.vertices),
      starts_(structure.vertices),
      sizes_(structure.vertices),
      is_queued_(structure.vertices),
      counts_(structure.vertices),
      touched_sizes_(structure.vertices) {
  for (std::uint32_t vertex = 0; vertex < structure.vertices; ++vertex) order_[vertex] = vertex;
  std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return structure.kinds[a] < structure.kinds[b];
  });
  std::uint32_t start = 0;
  for (std::uint32_t place = 0; place < structure.vertices; ++place) {
    const std::uint32_t vertex = order_[place];
    if (structure.kinds[vertex] != structure.kinds[order_[start]]) start = place;
    places_[vertex] = place;
    starts_[vertex] = start;
    ++sizes_[start];
    if (start == place) {
      ++cells_;
      enqueue(start);
    }
  }
  refine();
}

void Refinement::single_out(std::uint32_t vertex) {
  const std::uint32_t cell = starts_[vertex];
  const std::uint32_t size = sizes_[cell];
  if (size == 1) return;
  note(cell);
  note(size);
  const std::uint32_t other = order_[cell];
  std::swap(order_[cell], order_[places_[vertex]]);
  std::swap(places_[other], places_[vertex]);
  sizes_[cell] = 1;
  sizes_[cell + 1] = size - 1;
  for (std::uint32_t place = cell + 1; place < cell + size; ++place) {
    starts_[order_[place]] = cell + 1;
  }
  ++cells_;
  enqueue(cell);
  refine();
}

void Refinement::single_out_all(std::uint32_t salt) {
  while (!is_discrete()) {
    const std::uint32_t cell = smallest_open_cell();
    std::uint32_t skipped = 0;
    if (salt != 0) {
      salt = salt * 1103515245U + 12345U;
      skipped = (salt >> 8) % sizes_[cell];
    }
    single_out(order_[cell + skipped]);
  }
}

/// Of the cells that have several vertices, the first of the smallest.
std::uint32_t Refinement::smallest_open_cell() {
  while (sizes_[first_open_] == 1) ++first_open_;
  std::uint32_t best = first_open_;
  for (std::uint32_t cell = first_open_; cell < order_.size() && sizes_[best] > 2;
       cell += sizes_[cell]) {
    if (sizes_[cell] > 1 && sizes_[cell] < sizes_[best]) best = cell;
    ++work_;
  }
  return best;
}

void Refinement::enqueue(std::uint32_t cell) {
  if (is_queued_[cell]) return;
  is_queued_[cell] = true;
  queue_.push_back(cell);
}

void Refinement::note(std::uint64_t value) {
  trace_ = (trace_ ^ value) * 0xd6e8feb86659fd93U;
  trace_ ^= trace_ >> 32;
}

void Refinement::refine() {
  while (!queue_.empty()) {
    const std::uint32_t splitter = queue_.front();
    queue_.pop_front();
    is_queued_[splitter] = false;
    if (is_discrete()) continue;
    count_neighbours(splitter);
    note(splitter);
    std::sort(touched_cells_.begin(), touched_cells_.end());
    for (const std::uint32_t cell : touched_cells_) split(cell);
    for (const std::uint32_t vertex : touched_) counts_[vertex] = 0;
    touched_.clear();
    touched_cells_.clear();
  }
}

/// Counts each vertex's neighbours in a cell, and moves those that have any to the ends of their
/// cells.
void Refinement::count_neighbours(std::uint32_t splitter) {
  for (std::uint32_t place = splitter; place < splitter + sizes_[splitter]; ++place) {
    for (const std::uint32_t vertex : structure_->neighbours_of(order_[place])) {
      if (counts_[vertex]++ == 0) touched_.push_back(vertex);
      ++work_;
    }
  }
  for (const std::uint32_t vertex : touched_) {
    const std::uint32_t cell = starts_[vertex];
    if (touched_sizes_[cell]++ == 0) touched_cells_.push_back(cell);
    const std::uint32_t place = cell + sizes_[cell] - touched_sizes_[cell];
    const std::uint32_t other = order_[place];
    std::swap(order_[place], order_[places_[vertex]]);
    std::swap(places_[other], places_[vertex]);
  }
}

/// Splits a cell by the counts of its vertices: none first, then ascending.
void Refinement::split(std::uint32_t cell) {
  const std::uint32_t size = sizes_[cell];
  const std::uint32_t end = cell + size;
  const std::uint32_t first = end - touched_sizes_[cell];
  touched_sizes_[cell] = 0;
  const auto by_count = [this](std::uint32_t a, std::uint32_t b) {
    return counts_[a] < counts_[b];
  };
  std::sort(order_.begin() + first, order_.begin() + end, by_count);
  for (std::uint32_t place = first; place < end; ++place) places_[order_[place]] = place;
  note(cell);
  note(counts_[order_[cell]]);
  if (counts_[order_[cell]] == counts_[order_[end - 1]]) return;

  const bool was_queued = is_queued_[cell];
  std::uint32_t largest = cell;
  for (std::uint32_t start = cell, next = cell; start < end; start = next) {
    const std::uint32_t count = counts_[order_[start]];
    for (next = start; next < end && counts_[order_[next]] == count; ++next) {
      starts_[order_[next]] = start;
    }
    sizes_[start] = next - start;
    if (sizes_[start] > sizes_[largest]) largest = start;
    note(count);
    note(sizes_[start]);
    cells_ += start == cell ? 0 : 1;
  }
  for (std::uint32_t start = cell; start < end; start += sizes_[start]) {
    if (was_queued || start != largest) enqueue(start);
  }
}

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
