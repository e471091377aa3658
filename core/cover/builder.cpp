#include "core/cover/builder.hpp"

#include <algorithm>
#include <cassert>

namespace puzzled::cover {
namespace {

// Problem and its engines number elements with 31 bits.
constexpr std::size_t kMaxElements = 2'147'483'647;

std::string quoted(std::string_view name) {
  return '\'' + std::string(name) + '\'';
}

}  // namespace

NamedElement::NamedElement(std::string_view text) {
  const std::size_t colon = text.find(':');
  item = text.substr(0, colon);
  if (colon == std::string_view::npos) return;
  colour = text.substr(colon + 1);
  lacks_colour = colour.empty();
}

Result<> Builder::primary(std::string_view name, std::uint32_t lo, std::uint32_t hi) {
  if (hi == 0 || lo > hi) {
    return Error{"the interval " + std::to_string(lo) + ':' + std::to_string(hi) + " of item " +
                 quoted(name) + " is empty"};
  }
  return add_item(name, true, {lo, hi});
}

Result<> Builder::secondary(std::string_view name) {
  return add_item(name, false, {});
}

Result<> Builder::add_item(std::string_view name, bool is_primary, Bounds bounds) {
  if (name.empty()) return Error{"an item has an empty name"};
  if (items_.size() == kMaxElements) return Error{"too many items"};
  const auto number = static_cast<std::uint32_t>(items_.size());
  if (!item_numbers_.try_emplace(std::string(name), number).second) {
    return Error{"item " + quoted(name) + " is named twice"};
  }
  items_.push_back({std::string(name), is_primary, bounds});
  return {};
}

// The colour 0 of an element with a colour: it has no number yet.
Result<Element> Builder::element_of(const NamedElement& element) {
  const auto number = item_numbers_.find(element.item);
  if (number == item_numbers_.end()) return Error{"there is no item " + quoted(element.item)};
  Item& item = items_[number->second];
  if (item.last_attempt == attempts_) {
    return Error{"item " + quoted(element.item) + " is twice in the option"};
  }
  item.last_attempt = attempts_;
  if (element.lacks_colour) return Error{"no colour behind the colon of " + quoted(element.item)};
  if (item.is_primary && !element.colour.empty()) {
    return Error{"primary item " + quoted(element.item) + " has a colour: only secondary ones can"};
  }
  const auto colour = colour_numbers_.find(element.colour);
  return Element{number->second, colour == colour_numbers_.end() ? 0 : colour->second};
}

Result<std::uint32_t> Builder::option(std::span<const NamedElement> elements, std::int64_t cost) {
  ++attempts_;
  if (elements.size() > kMaxElements - elements_.size()) {
    return Error{"the options have more than 2147483647 items"};
  }
  std::vector<Element> added;
  bool has_primary = false;
  for (const NamedElement& named : elements) {
    const Result<Element> element = element_of(named);
    if (!element) return element.error();
    has_primary = has_primary || items_[element->item].is_primary;
    added.push_back(*element);
  }
  if (!has_primary) return Error{"an option has no primary item"};
  // Now that the option is accepted its new colours get their numbers.
  for (std::size_t i = 0; i < added.size(); ++i) {
    if (added[i].colour != 0 || elements[i].colour.empty()) continue;
    const auto [colour, is_new] = colour_numbers_.try_emplace(std::string(elements[i].colour),
                                                              static_cast<Colour>(colours_.size()));
    if (is_new) colours_.push_back(colour->first);
    added[i].colour = colour->second;
  }
  elements_.insert(elements_.end(), added.begin(), added.end());
  options_.push_back({elements_.size(), cost});
  return static_cast<std::uint32_t>(options_.size() - 1);
}

NamedProblem Builder::build() const {
  const auto primary =
      static_cast<std::size_t>(std::ranges::count(items_, true, &Item::is_primary));
  NamedProblem named;
  named.problem = Problem(primary, items_.size() - primary);
  named.problem.reserve(options_.size(), elements_.size());
  named.item_names.resize(items_.size());
  named.colour_names = colours_;

  std::vector<std::uint32_t> numbers;  // by item: its number in the problem
  std::uint32_t next_primary = 0;
  auto next_secondary = static_cast<std::uint32_t>(primary);
  for (const Item& item : items_) {
    const std::uint32_t number = item.is_primary ? next_primary++ : next_secondary++;
    numbers.push_back(number);
    named.item_names[number] = item.name;
    if (!item.is_primary) continue;
    [[maybe_unused]] const Result<> set = named.problem.set_bounds(number, item.bounds);
    assert(set);
  }
  std::vector<Element> elements;
  std::size_t begin = 0;
  for (const auto& [end, cost] : options_) {
    elements.assign(elements_.begin() + static_cast<std::ptrdiff_t>(begin),
                    elements_.begin() + static_cast<std::ptrdiff_t>(end));
    for (Element& element : elements) element.item = numbers[element.item];
    [[maybe_unused]] const Result<> added = named.problem.add_option(elements, cost);
    assert(added);
    begin = end;
  }
  return named;
}

}  // namespace puzzled::cover
