// The kernel for processors with 512-bit vectors, from Ice Lake and Zen 4 on.
#define PUZZLED_QUEENS_ISA avx512
#include "core/queens/meet/vectors_avx512.hpp"
// The order matters: what follows is written in terms of the vectors.
#include "core/queens/meet/one_sided.hpp"

namespace puzzled::queens::meet {

// constinit: nothing of this file runs before it is known that it can.
constinit const Kernel kAvx512Kernel{.name = "avx512", .count_one_sided = avx512::count_one_sided};

}  // namespace puzzled::queens::meet
