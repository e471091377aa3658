// What a bulk command reads, by its options: files, standard input, or a part of files.
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/files/input_blocks.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/base/text/input_form.hpp"

namespace puzzled::commands {

/// The inputs that were named, or standard input; or, if `part` is `I/K`, that part of them.
Result<Inputs> inputs_of(const std::vector<std::string>& named, const std::string& part,
                         const InputForm& form, bool quiet, const Interrupt& interrupt);

/// `--part` of a command whose answers to parts can be put together.
Option file_part_option(std::string& target);

}  // namespace puzzled::commands
