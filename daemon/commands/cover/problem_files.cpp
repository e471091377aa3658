#include "daemon/commands/cover/problem_files.hpp"

#include <algorithm>
#include <string_view>

#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/cover/problem_input.hpp"

namespace puzzled::commands {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(),
                                      [](char c) { return c > ' ' && c <= '~' && c != ','; });
}

Result<cover::Problem> read_problem_file(const std::string& path, const Interrupt& interrupt) {
  ProblemInput input({path}, interrupt);
  const Result<std::optional<CoverProblemText>> text = input.next();
  if (!text) return text.error();
  if ((**text).fault) {
    std::string message = input.place_text(**text, "invalid", *(**text).fault);
    message.pop_back();  // the line feed
    return Error{message};
  }
  Result<cover::ReadProblem, cover::TextFault> problem =
      cover::read_problem((**text).text, {.form = cover::CoverForm::kDlx}, (**text).first_line);
  if (!problem) {
    std::string message = input.place_text(**text, "invalid", problem.error());
    message.pop_back();  // the line feed
    return Error{message};
  }
  const Result<bool> more = input.has_more();
  if (!more) return more.error();
  if (*more) return Error{path + ": there is more than one problem"};
  return std::move((*problem).named.problem);
}

}  // namespace

Result<std::vector<std::pair<std::string, std::string>>> parse_problem_files(
    const std::string& text) {
  std::vector<std::pair<std::string, std::string>> files;
  for (std::string_view rest = trimmed(text); !rest.empty();) {
    const std::string_view entry = trimmed(rest.substr(0, rest.find(',')));
    rest.remove_prefix(std::min(rest.find(','), rest.size() - 1) + 1);
    const std::size_t equals = entry.find('=');
    const std::string name(trimmed(entry.substr(0, equals)));
    const std::string file(equals == std::string_view::npos ? ""
                                                            : trimmed(entry.substr(equals + 1)));
    if (!is_name(name) || file.empty()) {
      return Error{"must be 'NAME = FILE, NAME = FILE' (got '" + std::string(entry) + "')"};
    }
    if (std::any_of(files.begin(), files.end(), [&](const auto& f) { return f.first == name; })) {
      return Error{"two problems are called '" + name + "'"};
    }
    files.emplace_back(name, file);
  }
  return files;
}

Result<std::map<std::string, cover::Problem, std::less<>>> read_problem_files(
    const std::string& text) {
  const auto files = parse_problem_files(text);
  if (!files) return files.error();
  std::map<std::string, cover::Problem, std::less<>> problems;
  if ((*files).empty()) return problems;
  const Interrupt interrupt;
  for (const auto& [name, file] : *files) {
    Result<cover::Problem> problem = read_problem_file(file, interrupt);
    if (!problem) return problem.error();
    problems.emplace(name, std::move(*problem));
  }
  return problems;
}

}  // namespace puzzled::commands
