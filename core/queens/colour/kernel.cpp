// The kernel of the colour engine: the pairs of one colour for a group of row sets.
#include "core/queens/colour/kernel.hpp"

#include "core/queens/colour/cell_products.hpp"
#include "core/queens/colour/join.hpp"

namespace puzzled::queens::colour::PUZZLED_LEVEL {

constinit const Kernel kKernel{.block_slots = kBlockSlots,
                               .looks_squares_up = kLooksSquaresUp,
                               .join = join,
                               .multiply = multiply_cells};

}  // namespace puzzled::queens::colour::PUZZLED_LEVEL
