// The library's result type, which every room uses for failures that are expected.
#pragma once

#include "puzzled/result.hpp"  // IWYU pragma: export
