// A structure with its vertices renamed by a discrete refinement. Equal forms mean isomorphic
// structures, which have equally many solutions. (Isomorphic ones may get different forms: that
// only costs time.) Forms are compared in full.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/cover/symmetry/refinement.hpp"
#include "core/cover/symmetry/structure.hpp"
#include "core/cover/wide_count.hpp"

namespace puzzled::cover::symmetry {

/// Empty if there are too many vertices.
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
