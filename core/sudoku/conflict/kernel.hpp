// The check for conflicts that every puzzle goes through.
#pragma once

#include <cstdint>

#include "core/simd/kernels.hpp"

namespace puzzled::sudoku::conflict {

struct Kernel {
  /// As has_conflict() of conflict.hpp.
  bool (*has_conflict)(const std::uint8_t* cells);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::conflict
