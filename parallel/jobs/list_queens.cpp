#include "parallel/jobs/list_queens.hpp"

#include "core/queens/solution_walk.hpp"

namespace puzzled::parallel {

Listed list_queens(int queens, const QueensListing& listing, const StopFlag& stop) {
  using Output = ListOutput<std::span<const int>>;
  Output output(listing);
  queens::SolutionWalk walk(queens);
  FoundText found;
  while (output.goes_on() && found.solutions < output.left() && !is_stopped(stop) &&
         walk.next(stop)) {
    listing.format(found.text, walk.columns());
    ++found.solutions;
    output.show_due(found, Output::Clock::now());
  }
  output.show(found);
  return output.result(walk.ended());
}

}  // namespace puzzled::parallel
