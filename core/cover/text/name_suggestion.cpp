#include "core/cover/text/name_suggestion.hpp"

#include <algorithm>

#include "core/cover/text/line_scanner.hpp"

namespace puzzled::cover::text {
namespace {

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
