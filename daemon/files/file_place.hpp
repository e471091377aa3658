// Where a path leads. Symbolic links are followed by hand, one component at a time, so that the
// file behind a link can be replaced and the link survives, so that a link which somebody else may
// have planted is refused (whatever the kernel's fs.protected_symlinks says), and so that the names
// of our own open files (/dev/stdout, /dev/fd/3) are known for what they are.
#pragma once

#include <optional>
#include <string>

#include "core/result.hpp"
#include "daemon/os/file_descriptor.hpp"

namespace puzzled {

/// Which symbolic links are followed.
enum class LinkRule {
  /// In a directory that everybody can write to, only links that belong to us or to the
  /// directory's owner: fs.protected_symlinks.
  kTrusted,
  /// No link in a directory that others can write to, whoever owns the link.
  kPrivate,
};

struct FilePlace {
  FileDescriptor directory;  ///< of the file, for openat() and its kin
  std::string name;          ///< in that directory; need not exist; no symbolic link, or see below
  std::optional<int> own_descriptor;  ///< the path names this open file of ours
  bool is_proc_link = false;  ///< a link in /proc, which only the kernel can follow (/proc/7/fd/1)
};

/// Follows `path` to the directory and the name of the file, which need not exist. An error begins
/// with `purpose`, as in `cannot write to FILE: Not a directory`.
Result<FilePlace> find_place(const std::string& path, LinkRule rule, const std::string& purpose);

}  // namespace puzzled
