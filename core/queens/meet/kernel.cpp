// The kernel of both engines that meet in the middle: one unit of work.
#include "core/queens/meet/kernel.hpp"

#include "core/queens/meet/one_sided.hpp"
#include "core/queens/meet/two_sided.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {

constinit const Kernel kKernel{.count_one_sided = count_one_sided,
                               .count_two_sided = count_two_sided};

}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
