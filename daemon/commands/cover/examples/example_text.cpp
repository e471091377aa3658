#include "daemon/commands/cover/examples/example_text.hpp"

namespace puzzled::commands::examples {
namespace {

std::optional<std::string> count_of(const Request& request, std::string_view known) {
  const std::string key = ' ' + std::string(request.parameter) + ':';
  const std::string all = ' ' + std::string(known);
  const std::size_t found = all.find(key);
  if (found == std::string::npos) return std::nullopt;
  const std::size_t begin = found + key.size();
  return all.substr(begin, all.find(' ', begin) - begin);
}

}  // namespace

Error refused(const Request& request, std::string_view reason) {
  return {"no example '" + std::string(request.name) + "': " + std::string(reason)};
}

ExampleText::ExampleText(std::string_view title, std::optional<std::string_view> count) {
  comment(title);
  if (count) comment("covers: " + std::string(*count));
}

ExampleText::ExampleText(std::string_view title, const Request& request, std::string_view known)
    : ExampleText(title, count_of(request, known)) {}

}  // namespace puzzled::commands::examples
