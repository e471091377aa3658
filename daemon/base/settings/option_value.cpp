#include "daemon/base/settings/option_value.hpp"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/join.hpp>
#include <type_traits>

#include "daemon/base/os/message.hpp"
#include "daemon/base/settings/config_file.hpp"
#include "daemon/base/text/quantity.hpp"
#include "daemon/base/text/suggest.hpp"

namespace puzzled {
namespace {

using std::chrono::nanoseconds;

Error out_of_range(const Option& option, std::string_view text) {
  const auto bound = [&](std::uint64_t number) {
    return option.is_size ? size_text(number) : std::to_string(number);
  };
  return wrong_value((option.is_size ? "must be a size from " : "must be a number from ") +
                         bound(option.minimum) + " to " + bound(option.maximum),
                     text);
}

Result<std::uint64_t> read_number(const Option& option, std::string_view text) {
  const std::optional<std::uint64_t> number =
      option.is_size ? parse_size(text) : parse_whole<std::uint64_t>(text);
  if (!number || *number < option.minimum || *number > option.maximum) {
    return out_of_range(option, text);
  }
  return *number;
}

/// What is wrong with a word, if anything is.
Result<> check_word(const Option& option, const std::string& text) {
  for (const auto& [former, refusal] : option.former_choices) {
    if (text == former) return Error{std::string(refusal)};
  }
  const std::vector<std::string>& choices = option.choices;
  if (!choices.empty() && std::find(choices.begin(), choices.end(), text) == choices.end()) {
    const std::optional<std::string> guess = suggest(text, choices);
    const std::string all = boost::algorithm::join(choices, ", ");
    return Error{wrong_value("must be one of " + all, text).message +
                 (guess ? "; did you mean '" + *guess + "'?" : "")};
  }
  return option.check != nullptr ? option.check(text) : Result<>();
}

struct Setter {
  const Option& option;
  std::span<const std::string> values;
  std::string_view text = values.empty() ? std::string_view() : values.back();

  Result<> operator()(bool* target) const {
    constexpr std::array<std::string_view, 4> kOn = {"true", "1", "on", "yes"};
    constexpr std::array<std::string_view, 5> kOff = {"false", "0", "off", "no", ""};
    const bool on = std::find(kOn.begin(), kOn.end(), text) != kOn.end();
    if (!on && std::find(kOff.begin(), kOff.end(), text) == kOff.end()) {
      return wrong_value("must be true or false", text);
    }
    *target = on;
    return {};
  }
  Result<> operator()(nanoseconds* target) const {
    const std::optional<nanoseconds> duration = parse_duration(text);
    if (!duration) {
      return wrong_value("must be a time such as 10 (seconds), 250ms or 5min", text);
    }
    *target = *duration;
    return {};
  }
  Result<> operator()(std::string* target) const {
    if (Result<> checked = check_word(option, std::string(text)); !checked) return checked;
    *target = text;
    return {};
  }
  Result<> operator()(std::vector<std::string>* target) const {
    if (values.size() == 1 && text.empty()) {
      target->clear();
      return {};
    }
    if (values.size() > option.maximum) {
      return Error{"at most " + std::to_string(option.maximum) + " may be given (got " +
                   std::to_string(values.size()) + ")"};
    }
    for (const std::string& word : values) {
      if (word.empty()) return Error{"an empty one stands beside others"};
      if (Result<> checked = check_word(option, word); !checked) return checked;
    }
    target->assign(values.begin(), values.end());
    return {};
  }
  template <class Number>
  Result<> operator()(Number* target) const {
    const Result<std::uint64_t> number = read_number(option, text);
    if (!number) return number.error();
    if constexpr (std::is_same_v<Number, int> || std::is_same_v<Number, std::optional<int>>) {
      *target = static_cast<int>(*number);
    } else {
      *target = *number;
    }
    return {};
  }
};

struct Writer {
  const Option& option;

  std::string operator()(const bool* target) const { return *target ? "true" : "false"; }
  std::string operator()(const nanoseconds* target) const { return duration_text(*target); }
  std::string operator()(const std::string* target) const { return *target; }
  std::string operator()(const std::vector<std::string>* target) const {
    return boost::algorithm::join(*target, ", ");
  }
  std::string operator()(const int* target) const { return std::to_string(*target); }
  std::string operator()(const std::uint64_t* target) const {
    return option.is_size ? size_text(*target) : std::to_string(*target);
  }
  template <class Number>
  std::string operator()(const std::optional<Number>* target) const {
    return *target ? std::to_string(**target) : std::string();
  }
};

}  // namespace

Error wrong_value(const std::string& reason, std::string_view text) {
  return {reason + " (got " + single_quoted(text) + ")"};
}

Result<> set_option(const Option& option, std::span<const std::string> values) {
  return std::visit(Setter{option, values}, option.target);
}

std::string option_text(const Option& option) {
  return std::visit(Writer{option}, option.target);
}

std::string option_toml(const Option& option) {
  if (is_list(option)) {
    const auto& words = *std::get<std::vector<std::string>*>(option.target);
    if (words.size() > 1) {
      std::string all;
      for (const std::string& word : words) all += (all.empty() ? "" : ", ") + toml_string(word);
      return '[' + all + ']';
    }
  }
  const bool is_bare = !is_list(option) && !std::holds_alternative<std::string*>(option.target) &&
                       !std::holds_alternative<nanoseconds*>(option.target) && !option.is_size;
  return is_bare ? option_text(option) : toml_string(option_text(option));
}

bool have_same_value(const Option& a, const Option& b) {
  return std::visit([&b](auto* value) { return *value == *std::get<decltype(value)>(b.target); },
                    a.target);
}

void copy_value(const Option& from, const Option& to) {
  std::visit([&from](auto* target) { *target = *std::get<decltype(target)>(from.target); },
             to.target);
}

}  // namespace puzzled
