// Resolves a path. We follow symbolic links ourselves, one component at a time: to replace the
// target of a link and keep the link; to refuse a link that somebody else may have planted
// (whatever the kernel's fs.protected_symlinks says); and to recognise the names of our own open
// files
// (/dev/stdout, /dev/fd/3).
#pragma once

#include <optional>
#include <string>

#include "core/result.hpp"
#include "daemon/base/os/file_descriptor.hpp"

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
  FileDescriptor directory;  ///< of the file, for openat() and the like
  std::string name;          ///< in that directory; need not exist; no symbolic link, or see below
  std::optional<int> own_descriptor;  ///< set if the path names this open file of ours
  bool is_proc_link = false;  ///< a link in /proc, which only the kernel can follow (/proc/7/fd/1)
};

/// Follows `path` to the directory and the name of the file, which need not exist. An error begins
/// with `purpose`, as in `cannot write to FILE: Not a directory`.
Result<FilePlace> find_place(const std::string& path, LinkRule rule, const std::string& purpose);

}  // namespace puzzled
