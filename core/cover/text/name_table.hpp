// Names and their numbers: a hash table of views into a text, with open addressing. A problem's
// text is mostly names, so look-ups take most of the time of reading: for names of up to eight
// bytes a look-up compares two words and allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace puzzled::cover::text {

class NameTable {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  NameTable() : slots_(kMinSlots) {}

  /// Number of `name`, kNone if it is not in the table.
  std::uint32_t find(std::string_view name) const {
    const Key key(name);
    const Slot& slot = slots_[slot_of(key, name)];
    return slot.number;
  }

  /// Number of `name`, which gets the next one if it is new. Its bytes must outlive the table.
  std::uint32_t add(std::string_view name);

  std::size_t size() const { return names_.size(); }
  const std::vector<std::string_view>& names() const { return names_; }

 private:
  static constexpr std::size_t kMinSlots = 64;

  struct Key {
    explicit Key(std::string_view name);
    std::uint64_t first_bytes;  // the whole name if it has at most eight
    std::uint64_t hash;
  };
  struct Slot {
    std::uint64_t first_bytes = 0;
    std::uint32_t size = 0;
    std::uint32_t number = kNone;  // kNone: the slot is free
  };

  std::size_t slot_of(const Key& key, std::string_view name) const;
  void grow();

  std::vector<Slot> slots_;  // a power of two of them, at most half of them taken
  std::vector<std::string_view> names_;
};

/// `: did you mean 'x'?` if an item is called nearly so: but for upper and lower case, or for one
/// letter that is replaced, left out, added, or swapped with its neighbour. Else nothing.
std::string did_you_mean(std::string_view name, const NameTable& items);

}  // namespace puzzled::cover::text
