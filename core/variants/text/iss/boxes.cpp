#include "core/variants/text/iss/boxes.hpp"

namespace puzzled::variants {

BoxShape iss_boxes(int size) {
  BoxShape boxes;
  for (int rows = 2; rows * rows <= size; ++rows) {
    if (size % rows == 0) boxes = {.rows = rows, .columns = size / rows};
  }
  return boxes;
}

std::vector<std::uint8_t> box_regions(int size, BoxShape boxes) {
  if (boxes.rows == 0) return {};
  std::vector<std::uint8_t> regions;
  regions.reserve(static_cast<std::size_t>(size * size));
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      const int box = row / boxes.rows * (size / boxes.columns) + column / boxes.columns;
      regions.push_back(static_cast<std::uint8_t>(box));
    }
  }
  return regions;
}

}  // namespace puzzled::variants
