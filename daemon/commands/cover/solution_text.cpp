#include "daemon/commands/cover/solution_text.hpp"

#include <algorithm>

#include "core/json_text.hpp"

namespace puzzled::commands {
namespace {

std::vector<std::uint32_t> in_order(std::span<const std::uint32_t> options) {
  std::vector<std::uint32_t> sorted(options.begin(), options.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace

void CoverSolutionText::append_options(std::string& to,
                                       const std::vector<std::uint32_t>& sorted) const {
  bool is_first = true;
  for (const std::uint32_t option : sorted) {
    if (!is_first) to += form_ == CoverSolutionForm::kTexts ? '\t' : ' ';
    is_first = false;
    if (form_ == CoverSolutionForm::kTexts) {
      to += option_text(option);
    } else {
      to += std::to_string(option + 1);
    }
  }
  to += '\n';
}

void CoverSolutionText::append_object(std::string& to, const std::int64_t* cost,
                                      const std::vector<std::uint32_t>& sorted) const {
  JsonObject object(to);
  if (cost != nullptr) object.text("cost", std::to_string(*cost));
  std::string& numbers = object.member("options");
  numbers += '[';
  for (const std::uint32_t option : sorted) {
    if (numbers.back() != '[') numbers += ',';
    numbers += std::to_string(option + 1);
  }
  numbers += ']';
  if (form_ == CoverSolutionForm::kTexts) {
    std::string& texts = object.member("texts");
    texts += '[';
    for (const std::uint32_t option : sorted) {
      if (texts.back() != '[') texts += ',';
      append_json_string(texts, option_text(option));
    }
    texts += ']';
  }
  object.end();
  to += '\n';
}

void CoverSolutionText::append(std::string& to, std::span<const std::uint32_t> options) const {
  const std::vector<std::uint32_t> sorted = in_order(options);
  if (is_json_) return append_object(to, nullptr, sorted);
  append_options(to, sorted);
}

void CoverSolutionText::append_with_cost(std::string& to, std::int64_t cost,
                                         std::span<const std::uint32_t> options) const {
  const std::vector<std::uint32_t> sorted = in_order(options);
  if (is_json_) return append_object(to, &cost, sorted);
  to += std::to_string(cost) + '\t';
  append_options(to, sorted);
}

}  // namespace puzzled::commands
