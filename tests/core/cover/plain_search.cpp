#include "tests/core/cover/plain_search.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace puzzled::cover {
namespace {

class PlainSearch {
 public:
  explicit PlainSearch(const Problem& problem)
      : problem_(problem), taken_(problem.primary_items()) {}

  Solutions run() {
    std::vector<std::uint32_t> live(problem_.options());
    for (std::uint32_t option = 0; option < live.size(); ++option) live[option] = option;
    descend(live);
    return solutions_;
  }

 private:
  bool has_item(std::uint32_t option, std::uint32_t item) const {
    for (const Element& element : problem_.option(option)) {
      if (element.item == item) return true;
    }
    return false;
  }

  bool agree(std::uint32_t a, std::uint32_t b) const {
    for (const Element& x : problem_.option(a)) {
      for (const Element& y : problem_.option(b)) {
        if (x.item == y.item && (x.colour == 0 || x.colour != y.colour)) return false;
      }
    }
    return true;
  }

  void descend(const std::vector<std::uint32_t>& live) {
    std::size_t fewest = SIZE_MAX;
    std::uint32_t choice = 0;
    for (std::uint32_t item = 0; item < taken_.size(); ++item) {
      if (taken_[item]) continue;
      std::size_t count = 0;
      for (const std::uint32_t option : live) count += has_item(option, item) ? 1 : 0;
      if (count < fewest) {
        fewest = count;
        choice = item;
      }
    }
    if (fewest == SIZE_MAX) {
      solutions_.push_back(path_);
      return;
    }
    for (const std::uint32_t option : live) {
      if (!has_item(option, choice)) continue;
      std::vector<std::uint32_t> rest;
      for (const std::uint32_t other : live) {
        if (agree(option, other)) rest.push_back(other);
      }
      cover(option, true);
      path_.push_back(option);
      descend(rest);
      path_.pop_back();
      cover(option, false);
    }
  }

  void cover(std::uint32_t option, bool is_taken) {
    for (const Element& element : problem_.option(option)) {
      if (element.item < taken_.size()) taken_[element.item] = is_taken;
    }
  }

  const Problem& problem_;
  std::vector<bool> taken_;
  std::vector<std::uint32_t> path_;
  Solutions solutions_;
};

}  // namespace

Solutions plain_solutions(const Problem& problem) {
  return PlainSearch(problem).run();
}

}  // namespace puzzled::cover
