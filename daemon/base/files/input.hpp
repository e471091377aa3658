// Inputs of the commands by their paths: a file, a pipe, a terminal, compressed or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/files/byte_source.hpp"
#include "daemon/base/os/interrupt.hpp"

namespace puzzled {

/// Opens a file, or standard input for "-". gzip and Zstandard are recognised by their first
/// bytes, whatever the name; data that is not text and cannot be unpacked is refused
/// (file_kind.hpp).
/// `interrupt` must outlive the source.
Result<std::unique_ptr<ByteSource>> open_input(const std::string& path, const Interrupt& interrupt);

/// The same where nothing interrupts: at the start, and in the daemon, which takes signals itself.
Result<std::unique_ptr<ByteSource>> open_input(const std::string& path);

/// The contents of a file, or of standard input for `-`: for small inputs, such as weights, words
/// and settings. The error: it cannot be read, or is longer. `interrupt` null: nothing interrupts.
Result<std::string> read_whole(const std::string& path, std::size_t max_bytes,
                               const Interrupt* interrupt = nullptr);

/// Size of a regular file; nothing for anything else ("-" included, unless redirected from a file).
std::optional<std::uint64_t> input_size(const std::string& path);

/// The inputs that were named, or standard input; a terminal there is told how to end, unless
/// `quiet`.
std::vector<std::string> inputs_or_stdin(const std::vector<std::string>& named, bool quiet);

/// `standard input` for "-", else the path: how messages name an input.
std::string input_name(const std::string& path);

/// What is said of an input that goes on behind a line `end`, or another word that ends it.
std::string text_behind_end(const std::string& path, std::string_view word = "end");

}  // namespace puzzled
