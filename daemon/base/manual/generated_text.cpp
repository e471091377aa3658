#include "daemon/base/manual/generated_text.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace puzzled::manual {

Result<std::string> generated_text(std::string_view kind, std::span<const Command> commands,
                                   std::string_view date) {
  const Command& serve =
      *std::find_if(commands.begin(), commands.end(),
                    [](const Command& command) { return command.name == "serve"; });
  std::vector<std::pair<std::string, std::function<std::string()>>> kinds;
  const auto add_page = [&](const Document& document) {
    kinds.emplace_back("man:" + document.name,
                       [document, date] { return man_page(document, date, PUZZLED_VERSION); });
  };
  add_page(program_document(commands));
  for (const Command& command : commands) add_page(command_document(command, commands));
  add_page(settings_document(serve, commands));
  kinds.emplace_back("complete-bash", [commands] { return bash_completions(commands); });
  kinds.emplace_back("complete-zsh", [commands] { return zsh_completions(commands); });
  kinds.emplace_back("complete-fish", [commands] { return fish_completions(commands); });
  kinds.emplace_back("puzzled.toml", [&serve] { return sample_config(serve); });
  std::string names;
  for (const auto& [name, make] : kinds) {
    if (name == kind) return make();
    names += name + '\n';
  }
  if (kind == "kinds") return names;
  return Error{"--generate: unknown kind '" + std::string(kind) + "'; 'kinds' lists them"};
}

}  // namespace puzzled::manual
