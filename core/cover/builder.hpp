// Problems whose items and colours have names, built in a program:
//
//   Builder builder;
//   builder.primary("a");  ...
//   const auto option = builder.option({"a", "b", "x:red"});
//   if (!option) ...
//   const NamedProblem named = builder.build();
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/cover/problem.hpp"
#include "core/result.hpp"

namespace puzzled::cover {

/// An item of an option, with its colour if it has one. It refers to the caller's text, which must
/// live until the option is added.
struct NamedElement {
  /// "x", or "x:red" for the colour red of the item x: what stands before and behind the first
  /// colon.
  NamedElement(std::string_view text);
  NamedElement(const char* text) : NamedElement(std::string_view(text)) {}
  NamedElement(const std::string& text) : NamedElement(std::string_view(text)) {}

  /// For names with colons; an empty colour is none.
  explicit NamedElement(std::string_view of_item, std::string_view of_colour)
      : item(of_item), colour(of_colour) {}

  std::string_view item;
  std::string_view colour;
  bool lacks_colour = false;  ///< nothing stands behind the colon
};

/// An item must be named before the options that have it; otherwise the order is free. A refused
/// call changes nothing.
class Builder {
 public:
  /// An item that `lo` to `hi` options of a solution must have. An error if the name is empty or
  /// taken, lo > hi, or hi = 0.
  Result<> primary(std::string_view name, std::uint32_t lo = 1, std::uint32_t hi = 1);

  /// An item that options of a solution share only if they give it the same colour.
  Result<> secondary(std::string_view name);

  /// Adds the next option and returns its number, from 0. An error if it has no primary item, an
  /// item that is not named, one item twice, or a colour on a primary item.
  Result<std::uint32_t> option(std::span<const NamedElement> elements, std::int64_t cost = 0);
  Result<std::uint32_t> option(std::initializer_list<NamedElement> elements,
                               std::int64_t cost = 0) {
    return option(std::span(elements.begin(), elements.size()), cost);
  }

  /// What was added so far: the items in the order in which they were named, but the primary ones
  /// first.
  NamedProblem build() const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  using Numbers = std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>>;

  struct Item {
    std::string name;
    bool is_primary;
    Bounds bounds;
    std::size_t last_attempt = 0;  // the last option() that named it
  };
  struct Option {
    std::size_t end;  // of its elements
    std::int64_t cost;
  };

  Result<> add_item(std::string_view name, bool is_primary, Bounds bounds);
  Result<Element> element_of(const NamedElement& element);

  std::vector<Item> items_;
  Numbers item_numbers_;
  std::vector<std::string> colours_{""};
  Numbers colour_numbers_;
  std::vector<Element> elements_;  // of all options, one after another; items as in items_
  std::vector<Option> options_;
  std::size_t attempts_ = 0;
};

}  // namespace puzzled::cover
