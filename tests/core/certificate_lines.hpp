// The lines of a text in memory, for tests of certificates.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/sudoku/text/lines.hpp"
#include "core/target_sudoku/certificate_check.hpp"

namespace puzzled::target {

class TextLines final : public LineSource {
 public:
  explicit TextLines(std::string_view text) : text_(text) {}

  std::optional<std::string_view> next() override {
    if (text_.empty()) return std::nullopt;
    ++number_;
    return sudoku::take_line(text_);
  }

  std::uint64_t number() const override { return number_; }

 private:
  std::string_view text_;
  std::uint64_t number_ = 0;
};

}  // namespace puzzled::target
