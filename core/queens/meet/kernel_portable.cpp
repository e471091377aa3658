// The kernel in plain C++, for any processor.
#define PUZZLED_QUEENS_ISA portable
#include "core/queens/meet/vectors_portable.hpp"
// The order matters: what follows is written in terms of the vectors.
#include "core/queens/meet/one_sided.hpp"

namespace puzzled::queens::meet {

constinit const Kernel kPortableKernel{.name = "portable",
                                       .count_one_sided = portable::count_one_sided};

}  // namespace puzzled::queens::meet
