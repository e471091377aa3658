// Which options of a step fit a state: a table for every byte of the state that they use says which
// options agree with that byte. So a state costs a few look-ups instead of a test for every option.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace puzzled::cover::frontier {

/// Up to 64 options of one step.
template <std::size_t kWords>
class OptionFilter {
 public:
  static constexpr std::size_t kMaxOptions = 64;

  /// REQUIRES: `options` are 1 to kMaxOptions, kWords words each.
  void set(std::span<const std::uint64_t> options) {
    const std::size_t count = options.size() / kWords;
    all_ = ~std::uint64_t{0} >> (kMaxOptions - count);
    bytes_.clear();
    for (std::size_t word = 0; word < kWords; ++word) {
      for (unsigned shift = 0; shift < 64; shift += 8) set_byte(options, word, shift);
    }
  }

  /// A bit for every option that shares no item with the state.
  std::uint64_t fitting(const std::array<std::uint64_t, kWords>& state) const {
    std::uint64_t options = all_;
    for (const Byte& byte : bytes_) {
      options &= byte.allowed[state[byte.word] >> byte.shift & 0xFF];
    }
    return options;
  }

 private:
  struct Byte {
    std::size_t word = 0;
    unsigned shift = 0;
    std::array<std::uint64_t, 256> allowed;  // by value: the options that share no item with it
  };

  void set_byte(std::span<const std::uint64_t> options, std::size_t word, unsigned shift) {
    std::array<std::uint64_t, 8> users{};  // by bit: the options that use it
    std::uint64_t any = 0;
    for (std::size_t option = 0; option * kWords < options.size(); ++option) {
      std::uint64_t bits = options[option * kWords + word] >> shift & 0xFF;
      any |= bits;
      for (; bits != 0; bits &= bits - 1) {
        users[static_cast<std::size_t>(std::countr_zero(bits))] |= std::uint64_t{1} << option;
      }
    }
    if (any == 0) return;
    Byte& byte = bytes_.emplace_back();
    byte.word = word;
    byte.shift = shift;
    byte.allowed[0] = all_;
    for (std::size_t value = 1; value < 256; ++value) {
      const auto lowest = static_cast<std::size_t>(std::countr_zero(value));
      byte.allowed[value] = byte.allowed[value & (value - 1)] & ~users[lowest];
    }
  }

  std::uint64_t all_ = 0;
  std::vector<Byte> bytes_;
};

}  // namespace puzzled::cover::frontier
