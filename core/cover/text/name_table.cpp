#include "core/cover/text/name_table.hpp"

#include <algorithm>
#include <cstring>

#include "core/cover/text/line_scanner.hpp"

namespace puzzled::cover::text {
namespace {

template <class Word>
std::uint64_t load(const char* bytes) {
  Word word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

/// At most eight bytes as a number: different for different bytes if their number is the same. (The
/// loads overlap: none of them passes the end.)
std::uint64_t short_word(const char* bytes, std::size_t size) {
  if (size >= 8) return load<std::uint64_t>(bytes);
  if (size >= 4) {
    return load<std::uint32_t>(bytes) | load<std::uint32_t>(bytes + size - 4) << 32U;
  }
  if (size == 0) return 0;
  return load<std::uint8_t>(bytes) | load<std::uint8_t>(bytes + size / 2) << 8U |
         load<std::uint8_t>(bytes + size - 1) << 16U;
}

std::uint64_t mixed(std::uint64_t word) {
  word *= 0x9E3779B97F4A7C15U;
  return word ^ (word >> 32U);
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool differs_in_case_only(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool differs_in_one_letter(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > 1) return false;
  const auto begin = static_cast<std::size_t>(
      std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  a.remove_prefix(begin);
  b.remove_prefix(begin);
  if (a.size() < b.size()) return a == b.substr(1);
  const bool is_swapped =
      a.size() >= 2 && a[0] == b[1] && a[1] == b[0] && a.substr(2) == b.substr(2);
  return is_swapped || (!a.empty() && a.substr(1) == b.substr(1));
}

}  // namespace

NameTable::Key::Key(std::string_view name)
    : first_bytes(short_word(name.data(), name.size())), hash(mixed(first_bytes + name.size())) {
  if (name.size() <= 8) return;
  for (std::size_t i = 8; i + 8 < name.size(); i += 8) {
    hash = mixed(hash ^ load<std::uint64_t>(name.data() + i));
  }
  hash = mixed(hash ^ load<std::uint64_t>(name.data() + name.size() - 8));
}

std::size_t NameTable::slot_of(const Key& key, std::string_view name) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = key.hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.number == kNone) return at;
    if (slot.first_bytes == key.first_bytes &&
        slot.size == static_cast<std::uint32_t>(name.size()) &&
        (name.size() <= 8 || names_[slot.number] == name)) {
      return at;
    }
  }
}

std::uint32_t NameTable::add(std::string_view name) {
  const Key key(name);
  Slot& slot = slots_[slot_of(key, name)];
  if (slot.number != kNone) return slot.number;
  const auto number = static_cast<std::uint32_t>(names_.size());
  slot = {key.first_bytes, static_cast<std::uint32_t>(name.size()), number};
  names_.push_back(name);
  if (2 * names_.size() > slots_.size()) grow();
  return number;
}

void NameTable::grow() {
  std::vector<Slot> old(2 * slots_.size());
  slots_.swap(old);
  for (const Slot& slot : old) {
    if (slot.number == kNone) continue;
    const std::string_view name = names_[slot.number];
    slots_[slot_of(Key(name), name)] = slot;
  }
}

std::string did_you_mean(std::string_view name, const NameTable& items) {
  // A name of one letter is near every other.
  const auto is_near = [&](std::string_view known) {
    return differs_in_case_only(name, known) ||
           (name.size() > 1 && differs_in_one_letter(name, known));
  };
  const auto near = std::find_if(items.names().begin(), items.names().end(), is_near);
  return near == items.names().end() ? "" : ": did you mean " + quoted_name(*near) + '?';
}

}  // namespace puzzled::cover::text
