// Colour refinement: the vertices of a structure, sorted into cells, such that those of one cell
// have equally many neighbours in each cell. Vertices that an automorphism exchanges stay in one
// cell.
//
// Cells are split by cells until nothing changes, and only the smaller parts of a cell split others
// again (Hopcroft's trick; Paige and Tarjan, Three partition refinement algorithms, 1987). The
// order of all steps does not depend on the numbers of vertices, so isomorphic structures are
// refined alike.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/cover/symmetry/structure.hpp"
#include "core/cover/wide_count.hpp"

namespace puzzled::cover::symmetry {

class Refinement {
 public:
  /// Cells by kind, refined. `structure` must outlive it and its copies.
  explicit Refinement(const Structure& structure);

  /// Gives a vertex a cell of its own, before the rest of its cell, and refines.
  void single_out(std::uint32_t vertex);
  /// Singles out vertices until each is alone: always one of the smallest cell, its first, or with
  /// a `salt` some other.
  void single_out_all(std::uint32_t salt);

  bool is_discrete() const { return cells_ == order_.size(); }
  /// The vertices, cell by cell.
  const std::vector<std::uint32_t>& order() const { return order_; }
  /// REQUIRES: a cell begins at this place of the order.
  std::uint32_t cell_size(std::size_t start) const { return sizes_[start]; }
  /// Equal for refinements that correspond by an isomorphism; almost always different for others.
  std::uint64_t trace() const { return trace_; }
  /// The effort so far, in edges visited.
  std::uint64_t work() const { return work_; }

 private:
  void refine();
  void count_neighbours(std::uint32_t splitter);
  void split(std::uint32_t cell);
  void enqueue(std::uint32_t cell);
  void note(std::uint64_t value);
  std::uint32_t smallest_open_cell();

  const Structure* structure_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> places_;  // by vertex: where it is in the order
  std::vector<std::uint32_t> starts_;  // by vertex: where its cell begins
  std::vector<std::uint32_t> sizes_;   // by place where a cell begins
  std::size_t cells_ = 0;
  std::uint32_t first_open_ = 0;  // no cell before this place has several vertices
  std::deque<std::uint32_t> queue_;
  std::vector<bool> is_queued_;  // by place where a cell begins

  // While a cell splits others:
  std::vector<std::uint32_t> counts_;   // by vertex: its neighbours in the cell
  std::vector<std::uint32_t> touched_;  // vertices with such
  std::vector<std::uint32_t> touched_cells_;
  std::vector<std::uint32_t> touched_sizes_;  // by place where a cell begins

  std::uint64_t trace_ = 0;
  std::uint64_t work_ = 0;
};

/// A structure with its vertices renamed by a discrete refinement. Equal forms mean isomorphic
/// structures, which have equally many solutions. (Isomorphic ones may get different forms: that
/// only costs time.) Forms are compared in full. Empty if there are too many vertices.
struct Form {
  std::vector<std::uint16_t> words;
  std::uint64_t hash = 0;
  std::uint64_t work = 0;  ///< of the refinement, see Refinement::work()

  bool operator==(const Form& other) const { return words == other.words; }
};

/// Singles out all vertices.
Form form_of(const Structure& structure, Refinement refinement);

/// Counts by form, as many as fit some memory.
class FormCounts {
 public:
  explicit FormCounts(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}

  std::optional<WideCount> find(const Form& form) const;
  void store(Form form, const WideCount& count);

 private:
  struct Hash {
    std::size_t operator()(const Form& form) const { return form.hash; }
  };

  std::uint64_t max_bytes_;
  std::uint64_t bytes_ = 0;
  std::unordered_map<Form, WideCount, Hash> counts_;
};

}  // namespace puzzled::cover::symmetry
