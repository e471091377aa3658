#include "core/cover/examples/example_text.hpp"

#include <algorithm>
#include <charconv>

namespace puzzled::cover::examples {
namespace {

std::optional<std::string_view> count_of(const Request& request,
                                         std::span<const KnownCount> known) {
  const auto found = std::find_if(known.begin(), known.end(), [&](const KnownCount& entry) {
    return entry.parameter == request.parameter;
  });
  if (found == known.end()) return std::nullopt;
  return found->count;
}

}  // namespace

std::vector<unsigned> parse_sizes(std::string_view parameter) {
  std::vector<unsigned> sizes;
  const char* at = parameter.data();
  const char* const end = at + parameter.size();
  while (at != end) {
    unsigned size = 0;
    // (A leading zero would be a second name of the same example.)
    const bool is_number = *at >= '1' && *at <= '9';
    const auto [stop, error] = std::from_chars(at, end, size);
    if (!is_number || error != std::errc{}) return {};
    sizes.push_back(size);
    at = stop;
    if (at == end) return sizes;
    if (*at++ != 'x') return {};
  }
  return {};
}

Error refused(const Request& request, std::string_view reason) {
  return {"no example '" + std::string(request.name) + "': " + std::string(reason)};
}

Result<unsigned> one_size(const Request& request, unsigned min, unsigned max) {
  if (request.sizes.size() == 1 && request.sizes[0] >= min && request.sizes[0] <= max) {
    return request.sizes[0];
  }
  return refused(request, "N has to be from " + std::to_string(min) + " to " + std::to_string(max));
}

ExampleText::ExampleText(std::string_view title, std::optional<std::string_view> count) {
  comment(title);
  if (count) comment("covers: " + std::string(*count));
}

ExampleText::ExampleText(std::string_view title, const Request& request,
                         std::span<const KnownCount> known)
    : ExampleText(title, count_of(request, known)) {}

}  // namespace puzzled::cover::examples
