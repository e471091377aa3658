// The kernel of search and cache.
#include "core/cover/search/kernel.hpp"

#include <iterator>

#include "core/cover/search/count.hpp"
#include "core/cover/search/walk.hpp"
#include "core/cover/search/wide_step.hpp"

namespace puzzled::cover::search::PUZZLED_LEVEL {
namespace {

template <class W>
Choice choose(const Space& space, std::uint32_t level) {
  return choose_of<W>(space, W::counts(space, level));
}

template <class W>
Choice apply(Space& space, std::uint32_t level, std::uint32_t option) {
  return apply_option<W>(space, level, option);
}

template <int kItems, bool kLongRows>
constexpr Functions functions_for() {
  using W = Widths<kItems, kLongRows>;
  return {.choose = choose<W>, .apply = apply<W>, .walk = walk<W>, .count = count<W, 2>};
}

// Up to 128 items have functions of their own; three and four blocks of them gain nothing.
constinit const Functions kFunctions[] = {functions_for<0, false>(), functions_for<1, false>(),
                                          functions_for<2, false>()};
constinit const Functions kForLongRows = functions_for<1, true>();

const Functions& functions(std::uint32_t item_blocks, bool has_long_rows) {
  if (has_long_rows) return kForLongRows;
  return kFunctions[item_blocks < std::size(kFunctions) ? item_blocks : 0];
}

Step count_large(Space& space) {
  return space.block_words > 0 ? count<Widths<1, true>, 8>(space) : count<Widths<0>, 8>(space);
}

/// For levels that the kernel does not count itself, the wide ones.
template <int kWords>
bool look_up_number(CacheTable& table, const std::uint64_t* key, std::uint64_t hash,
                    std::uint64_t* count, std::uint64_t* cost) {
  Number<kWords> number;
  if (!look_up(table, key, hash, number, *cost)) return false;
  __builtin_memcpy(count, number.words, sizeof(number));
  return true;
}

template <int kWords>
bool store_number(CacheTable& table, const std::uint64_t* key, std::uint64_t hash,
                  const std::uint64_t* count, std::uint64_t cost) {
  Number<kWords> number;
  __builtin_memcpy(number.words, count, sizeof(number));
  return store(table, key, hash, number, cost);
}

bool look_up_any(CacheTable& table, const std::uint64_t* key, std::uint64_t hash,
                 std::uint64_t* count, std::uint64_t* cost) {
  return table.count_words == 2 ? look_up_number<2>(table, key, hash, count, cost)
                                : look_up_number<8>(table, key, hash, count, cost);
}

bool store_any(CacheTable& table, const std::uint64_t* key, std::uint64_t hash,
               const std::uint64_t* count, std::uint64_t cost) {
  return table.count_words == 2 ? store_number<2>(table, key, hash, count, cost)
                                : store_number<8>(table, key, hash, count, cost);
}

}  // namespace

constinit const Kernel kKernel{.functions = functions,
                               .choose_wide = choose_wide,
                               .apply_wide = apply_wide,
                               .narrow = narrow,
                               .look_up = look_up_any,
                               .store = store_any,
                               .count_large = count_large};

}  // namespace puzzled::cover::search::PUZZLED_LEVEL
