// Filters of states: those that a queen leaves standing.
#pragma once

#include "core/queens/meet/geometry.hpp"
#include "core/simd/compress.hpp"
#include "core/simd/logic.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

using namespace simd::PUZZLED_LEVEL;

// Groups of states in a step. Two hide what a step waits for; lists are too short for more.
constexpr std::uint32_t kStepGroups = kVectorBytes == 64 ? 2 : 1;
constexpr std::uint32_t kStepStates = kStepGroups * kGroupSize<State>;

/// Appends to `out` the states that have no bit of `queen`, as `change` makes them, and returns how
/// many. From `soon` on, as much memory is fetched into the caches meanwhile; any address will do,
/// and null fetches nothing.
/// Both arrays may be read and written up to 16 elements past their ends.
template <class Change>
PUZZLED_INLINE std::uint32_t keep_disjoint(const State* in, std::uint32_t count, State queen,
                                           State* out, const State* soon, const Change& change) {
  // Lists are short, so that a loop for the rest would cost a mispredicted branch each time: the
  // last step is masked like all others (18 queens: 58 cycles a list of 106 states, not 73).
  const auto bits = broadcast<Group<State>>(queen);
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; i += kStepStates) {
    if (kStepStates > 1 && soon != nullptr) {
      for (std::uint32_t line = 0; line < kStepStates; line += 8)
        __builtin_prefetch(soon + i + line);
    }
    const auto first = load<Group<State>>(in + i);
    if constexpr (kStepGroups == 1) {
      const GroupMask fit = find_disjoint_of_first<State>(count - i, first, bits);
      kept += compress_store<State>(out + kept, change(first, bits), fit);
    } else {
      // Both are tested before either is stored: 19 queens 5 to 10 % faster.
      constexpr std::uint32_t kSize = kGroupSize<State>;
      const GroupMask among = count - i < kStepStates ? (1U << (count - i)) - 1 : ~GroupMask{0};
      const auto second = load<Group<State>>(in + i + kSize);
      const GroupMask first_fit = find_disjoint<State>(first, bits, among & kAllOf<State>);
      const GroupMask second_fit =
          find_disjoint<State>(second, bits, among >> kSize & kAllOf<State>);
      kept += compress_store<State>(out + kept, change(first, bits), first_fit);
      kept += compress_store<State>(out + kept, change(second, bits), second_fit);
    }
  }
  return kept;
}

/// Appends to `out` the states that have no bit of `queen`; with kAdd, they get them. `soon` as
/// above.
/// Both arrays may be read and written up to 16 elements past their ends.
template <bool kAdd>
PUZZLED_INLINE std::uint32_t filter_states(const State* in, std::uint32_t count, State queen,
                                           State* out, const State* soon) {
  return keep_disjoint(in, count, queen, out, soon, [](auto states, auto bits) {
    if constexpr (kAdd) return states | bits;
    return states;
  });
}

/// Appends to `out` the states with a queen in the next row, if it is not attacked there: states as
/// seen from that row become states as seen from the row after it (see middle_rows.hpp). Bits that
/// are no diagonals of a board of that many queens stay.
/// Both arrays may be read and written up to 16 elements past their ends.
PUZZLED_INLINE std::uint32_t add_row(const State* in, std::uint32_t count, State square, int queens,
                                     State* out) {
  const State columns = (State{1} << queens) - 1;
  return keep_disjoint(in, count, square, out, nullptr, [&](auto states, auto bits) {
    const auto added = states | bits;
    const auto lower = broadcast<Group<State>>(columns);
    const auto higher = broadcast<Group<State>>(columns << 32);
    return ((added & lower) >> 1) | ((added << 1) & (higher << 1) & higher) |
           (added & ~(lower | higher));
  });
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
