// A board as people state it: a size, regions, what each cell may hold, and rules by their names.
// Readers and builders make it and writers write it; `reduce` makes a model of it to be solved. It
// is what the library's callers fill in, too.
#pragma once

#include "puzzled/variants.hpp"  // IWYU pragma: export
