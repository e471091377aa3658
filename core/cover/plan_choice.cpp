// Hands plan_count() to the engines, which include units.hpp.
#include "core/cover/units.hpp"

#include "core/cover/links/links.hpp"
#include "core/cover/search/matrices.hpp"
#include "core/cover/search/plan.hpp"

namespace puzzled::cover {

std::shared_ptr<const CountPlan> plan_count(const Problem& problem, const CountSettings& settings,
                                            std::size_t units, const StopFlag& stop) {
  if (settings.engine == Engine::kLinks || !search::can_search(problem)) {
    return plan_by_links(problem, units, stop);
  }
  return search::plan_by_search(problem, settings, units, stop);
}

}  // namespace puzzled::cover
