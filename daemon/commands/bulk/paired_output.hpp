// Outputs that are several files, named after the one that -o names.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include "core/result.hpp"

namespace puzzled::commands {

/// An error if nothing can stand beside that name: there is none, or it is a device such as
/// /dev/null or a folder.
inline Result<> check_paired_output(const std::string& name) {
  if (name.empty()) return Error{"-o needs a name, of which those of the files are made"};
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(name, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    return Error{"-o " + name + ": several files are written, named after it, but it is no file"};
  }
  return {};
}

}  // namespace puzzled::commands
