// Lines whose ends bound what is between them: its values lie between the ends, or outside both.
#pragma once

#include <utility>

#include "core/variants/propagator.hpp"

namespace puzzled::variants {

class SpanPropagator final : public Propagator {
 public:
  /// `min_values`: so many values at least are needed for the cells between the ends.
  /// REQUIRES: two cells or more; values 1 to `size`.
  SpanPropagator(Span span, int size, int min_values)
      : span_(std::move(span)), size_(size), min_values_(min_values) {}

  std::span<const Cell> cells() const override { return span_.cells; }
  std::uint64_t steps() const override {
    return static_cast<std::uint64_t>(size_ * size_) * span_.cells.size();
  }
  bool propagate(State& state) const override;

 private:
  ValueSet inner_values(int low, int high) const;

  const Span span_;
  const int size_;
  const int min_values_;
};

}  // namespace puzzled::variants
