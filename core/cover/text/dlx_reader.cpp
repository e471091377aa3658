#include "core/cover/text/readers.hpp"

#include <cassert>
#include <charconv>
#include <utility>
#include <vector>

#include "core/cover/text/line_scanner.hpp"
#include "core/cover/text/name_table.hpp"
#include "core/cover/text/reading_limits.hpp"

namespace puzzled::cover::text {
namespace {

constexpr std::size_t kMaxElements = 2'147'483'647;
constexpr std::uint32_t kItemsPerLook = 256;

class DlxReader {
 public:
  DlxReader(std::string_view text, std::uint64_t first_line, const ReadingLimits& limits)
      : text_(text), lines_(text, first_line), limits_(limits) {}

  Result<ReadProblem, TextFault> read();

 private:
  // Each returns whether all is well; otherwise fault_ says what is not.
  bool read_items();
  bool read_item(const char* begin, const char* end);
  bool read_bounds(const char* begin, const char* end, Bounds& bounds);
  bool read_bound(const char* begin, const char* end, std::uint32_t& bound);
  bool read_option();
  bool fail(const char* at, std::string message) {
    fault_ = lines_.fault(at, std::move(message));
    return false;
  }
  TextFault fault_here() const {
    TextFault fault = lines_.fault(lines_.begin(), fault_.message);
    fault.kind = fault_.kind;
    return fault;
  }
  // Each returns the end of what it read; null if something is wrong.
  const char* read_element(const char* at);
  const char* read_colour(const char* at, Element& element);

  std::string_view text_;
  LineScanner lines_;
  ReadingLimits limits_;
  TextFault fault_;
  NameTable items_;
  NameTable colours_;  // the number of a colour is one more
  bool has_bar_ = false;
  std::size_t primary_items_ = 0;
  std::vector<std::pair<std::size_t, Bounds>> bounds_;  // of the items that state them
  OptionList options_{Problem{0}};
  std::vector<Element> option_;
  std::vector<std::size_t> last_option_;  // by item: the last option that named it, from 1
  CostReader costs_;
};

Result<ReadProblem, TextFault> DlxReader::read() {
  if (!lines_.next()) {
    return lines_.fault(lines_.begin(), "no problem here: a line that names the items is missing");
  }
  if (!read_items()) return fault_;
  Problem problem(primary_items_, items_.size() - primary_items_);
  for (const auto& [item, bounds] : bounds_) {
    [[maybe_unused]] const auto set = problem.set_bounds(item, bounds);
    assert(set);
  }
  options_ = OptionList(std::move(problem));
  last_option_.resize(items_.size());
  while (lines_.next()) {
    if (!read_option()) return fault_;
    if (!limits_.allow(items_.size(), options_.problem(), fault_)) return fault_here();
  }
  ReadProblem read;
  options_.move_to(read);
  read.states_costs = costs_.has_read();
  read.named.item_names.assign(items_.names().begin(), items_.names().end());
  read.named.colour_names.insert(read.named.colour_names.end(), colours_.names().begin(),
                                 colours_.names().end());
  return read;
}

bool DlxReader::read_items() {
  const char* at = lines_.begin();
  while (at != lines_.end()) {
    if (*at == '|') {
      if (has_bar_) return fail(at, "a second bar in the line that names the items");
      has_bar_ = true;
      primary_items_ = items_.size();
      at = skip_blanks(at + 1, lines_.end());
      continue;
    }
    const char* const end = end_of_word(at, lines_.end());
    if (!read_item(at, end)) return false;
    at = skip_blanks(end, lines_.end());
  }
  if (!has_bar_) primary_items_ = items_.size();
  return true;
}

bool DlxReader::read_item(const char* begin, const char* end) {
  const std::string_view word = between(begin, end);
  const std::size_t bar = word.find('|');
  const char* const name_begin = bar == std::string_view::npos ? begin : begin + bar + 1;
  const std::string_view name = between(name_begin, end);
  Bounds bounds;
  if (name_begin != begin && !read_bounds(begin, name_begin - 1, bounds)) return false;
  if (name.empty()) return fail(end, "no item name behind the bounds");
  for (const char* at = name_begin; at != end; ++at) {
    if (class_of(*at) != ByteClass::kName) {
      return fail(at, std::string("an item name cannot contain '") + *at + "'");
    }
  }
  if (name == kProblemLine || name.starts_with(kByteOrderMark)) {
    return fail(name_begin, quoted_name(name) + " cannot be an item name");
  }
  const auto number = static_cast<std::uint32_t>(items_.size());
  if (number == kMaxElements) return fail(name_begin, "too many items");
  if (number % kItemsPerLook == 0 && !limits_.allow_bytes(bytes_of(number, 0, 0), fault_)) {
    fault_ = fault_here();
    return false;
  }
  if (items_.add(name) != number) {
    return fail(name_begin, "item " + quoted_name(name) + " is named twice");
  }
  if (bounds != Bounds{}) bounds_.emplace_back(number, bounds);
  return true;
}

bool DlxReader::read_bounds(const char* begin, const char* end, Bounds& bounds) {
  if (has_bar_) return fail(begin, "a secondary item has no bounds");
  const std::string_view word = between(begin, end);
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos) {
    if (!read_bound(begin, end, bounds.hi)) return false;
    bounds.lo = bounds.hi;
  } else if (!read_bound(begin, begin + colon, bounds.lo) ||
             !read_bound(begin + colon + 1, end, bounds.hi)) {
    return false;
  }
  if (bounds.hi == 0) return fail(begin, "the upper bound is 0");
  if (bounds.lo > bounds.hi) return fail(begin, "the interval " + std::string(word) + " is empty");
  return true;
}

bool DlxReader::read_bound(const char* begin, const char* end, std::uint32_t& bound) {
  const std::string_view word = between(begin, end);
  if (word.empty()) return fail(begin, "a bound is missing");
  for (const char c : word) {
    if (c < '0' || c > '9') {
      return fail(begin,
                  quoted_name(word) + " is not a bound: a number is expected before the bar");
    }
  }
  const auto [stop, error] = std::from_chars(begin, end, bound);
  if (error != std::errc{} || bound > kMaxBound) {
    return fail(begin,
                "the bound " + quoted_name(word) + " is larger than " + std::to_string(kMaxBound));
  }
  return true;
}

bool DlxReader::read_option() {
  option_.clear();
  std::int64_t cost = 0;
  const char* cost_begin = nullptr;
  const char* at = lines_.begin();
  while (at != lines_.end()) {
    if (*at == '|') {
      if (cost_begin == nullptr) cost_begin = at;
      at = costs_.read(at, lines_.end(), cost);
      if (at == nullptr) return fail(costs_.place(), costs_.message());
    } else {
      at = read_element(at);
      if (at == nullptr) return false;
    }
    at = skip_blanks(at, lines_.end());
  }
  if (cost_begin != nullptr && !costs_.add_to_sum(cost_begin, cost)) {
    return fail(costs_.place(), costs_.message());
  }
  if (options_.problem().elements() + option_.size() > kMaxElements) {
    return fail(lines_.begin(), "the options have more than 2147483647 items");
  }
  // What else could be wrong has been seen before.
  const std::string_view line = without_blanks(lines_.line());
  options_.add(option_, cost,
               {static_cast<std::uint32_t>(line.data() - text_.data()),
                static_cast<std::uint32_t>(line.size())},
               [this] { return lines_.fault(lines_.begin(), ""); });
  return true;
}

const char* DlxReader::read_element(const char* at) {
  const char* const end = end_of_name(at, lines_.end());
  const std::string_view name = between(at, end);
  if (name.empty()) return fail(at, "no item name before the colon"), nullptr;
  Element element{items_.find(name), 0};
  if (element.item == NameTable::kNone) {
    if (name == kProblemLine) return fail(at, "a further problem begins here"), nullptr;
    return fail(at, "there is no item " + quoted_name(name) + did_you_mean(name, items_)), nullptr;
  }
  if (last_option_[element.item] == options_.problem().options() + 1) {
    return fail(at, "item " + quoted_name(name) + " is twice in the option"), nullptr;
  }
  last_option_[element.item] = options_.problem().options() + 1;
  const char* const word_end = end != lines_.end() && *end == ':' ? read_colour(end, element) : end;
  if (word_end != nullptr) option_.push_back(element);
  return word_end;
}

const char* DlxReader::read_colour(const char* at, Element& element) {
  if (element.item < primary_items_) {
    return fail(at, "primary item " + quoted_name(items_.names()[element.item]) +
                        " has a colour: only secondary ones can"),
           nullptr;
  }
  const char* const begin = at + 1;
  const char* const end = end_of_name(begin, lines_.end());
  if (begin == end) return fail(begin, "no colour behind the colon"), nullptr;
  if (end != lines_.end() && *end == ':') {
    return fail(end, "a colour cannot contain ':'"), nullptr;
  }
  element.colour = colours_.add(between(begin, end)) + 1;
  return end;
}

}  // namespace

Result<ReadProblem, TextFault> read_dlx(std::string_view text, std::uint64_t first_line,
                                        const ReadingLimits& limits) {
  return DlxReader(text, first_line, limits).read();
}

}  // namespace puzzled::cover::text
