#include "daemon/commands/cover/examples/example_text.hpp"

#include <algorithm>

namespace puzzled::commands::examples {
namespace {

std::optional<std::string_view> count_of(const Request& request,
                                         std::span<const KnownCount> known) {
  const auto found = std::ranges::find(known, request.parameter, &KnownCount::parameter);
  if (found == known.end()) return std::nullopt;
  return found->count;
}

}  // namespace

Error refused(const Request& request, std::string_view reason) {
  return {"no example '" + std::string(request.name) + "': " + std::string(reason)};
}

ExampleText::ExampleText(std::string_view title, std::optional<std::string_view> count) {
  comment(title);
  if (count) comment("covers: " + std::string(*count));
}

ExampleText::ExampleText(std::string_view title, const Request& request,
                         std::span<const KnownCount> known)
    : ExampleText(title, count_of(request, known)) {}

}  // namespace puzzled::commands::examples
