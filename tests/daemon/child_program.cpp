#include "child_program.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <cstring>

namespace puzzled {
namespace {

constexpr char kListenPid[] = "LISTEN_PID=";

/// NAME=VALUE of all variables: those added for the child, and those of this process that have no
/// such name.
std::vector<std::string> environment_of(const ChildProgram& program) {
  std::vector<std::string> all;
  for (const auto& [name, value] : program.environment) all.push_back(name + '=' + value);
  for (char* const* entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::string name = text.substr(0, text.find('='));
    bool is_replaced = false;
    for (const auto& added : program.environment) is_replaced |= added.first == name;
    if (!is_replaced) all.push_back(text);
  }
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

pid_t start_child(const ChildProgram& program) {
  std::vector<std::string> words = program.words;
  std::vector<std::string> environment = environment_of(program);
  char* listen_pid = nullptr;
  if (program.inherited_socket >= 0) {
    environment.insert(environment.begin(),
                       {kListenPid + std::string(20, '\0'), std::string("LISTEN_FDS=1")});
    listen_pid = environment[0].data() + std::strlen(kListenPid);
  }
  const std::vector<char*> arguments = pointers_to(words);
  const std::vector<char*> variables = pointers_to(environment);

  const pid_t child = ::fork();
  if (child != 0) return child;
  if (program.standard_output >= 0) ::dup2(program.standard_output, STDOUT_FILENO);
  if (program.standard_error >= 0) ::dup2(program.standard_error, STDERR_FILENO);
  if (program.inherited_socket >= 0) {
    ::dup2(program.inherited_socket, 3);
    std::to_chars(listen_pid, listen_pid + 20, ::getpid());
  }
  if (program.open_files != 0) {
    const rlimit limit{program.open_files, program.open_files};
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
  ::execvpe(arguments[0], arguments.data(), variables.data());
  ::_exit(127);
}

}  // namespace puzzled
