// The kernel for processors with 256-bit vectors.
#define PUZZLED_QUEENS_ISA avx2
#include "core/queens/meet/vectors_avx2.hpp"
// The order matters: what follows is written in terms of the vectors.
#include "core/queens/meet/one_sided.hpp"

namespace puzzled::queens::meet {

// constinit: nothing of this file runs before it is known that it can.
constinit const Kernel kAvx2Kernel{.name = "avx2", .count_one_sided = avx2::count_one_sided};

}  // namespace puzzled::queens::meet
