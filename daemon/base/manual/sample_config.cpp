#include "daemon/base/manual/generated_text.hpp"

#include "daemon/base/manual/document.hpp"
#include "daemon/base/manual/layout.hpp"
#include "daemon/base/settings/option_value.hpp"

namespace puzzled::manual {
namespace {

constexpr std::size_t kColumns = 100;

std::string comment(std::string_view text) {
  return wrapped(text, "# ", kColumns);
}

std::string heading(const OptionGroup& group) {
  std::string line = "# ==== " + std::string(group.title) + ' ';
  line.append(kColumns - line.size(), '=');
  std::string text = "\n\n" + line + '\n';
  if (!group.intro.empty()) text += "#\n" + comment(group.intro);
  return text;
}

}  // namespace

std::string sample_config(const Command& serve) {
  std::string text =
      "# The configuration of `puzzled serve`: every key, its default, and the reason for it.\n"
      "# Made by `puzzled --generate puzzled.toml` from the table of options.\n"
      "#\n"
      "#   puzzled serve --config puzzled.toml                   use it\n"
      "#   puzzled serve --config puzzled.toml --check-config    print the settings and where "
      "each\n"
      "#                                                         value comes from, or report what\n"
      "#                                                         is wrong\n"
      "#\n";
  text += comment("Keys that are commented out have their defaults.\n\n" + settings_rules());
  const OptionGroup* group = nullptr;
  for (const Option& option : serve.options) {
    if (!option.in_file) continue;
    if (option.group != group) text += heading(*option.group);
    group = option.group;
    text += '\n' + comment(option.details.str()) +
            comment(value_facts(option) + key_facts(option)) + '#' + std::string(option.name) +
            " = " + option_toml(option) + '\n';
  }
  return text;
}

}  // namespace puzzled::manual
