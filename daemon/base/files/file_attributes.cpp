#include "daemon/base/files/file_attributes.hpp"

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <string_view>

#include "daemon/base/os/system_error.hpp"

namespace puzzled {
namespace {

constexpr mode_t kPermissions = 07777;
constexpr const char* kAccessList = "system.posix_acl_access";

/// Calls a function of extended attributes for the size, then for the text. Nothing if the file
/// system has none, or they may not be read.
template <class Get>
std::optional<std::string> attribute_text(const Get& get) {
  const ssize_t size = get(nullptr, 0);
  if (size < 0) return std::nullopt;
  std::string text(static_cast<std::size_t>(size), '\0');
  const ssize_t got = get(text.data(), text.size());
  if (got < 0) return std::nullopt;
  text.resize(static_cast<std::size_t>(got));
  return text;
}

Result<> copy_extended_attributes(int from, int to) {
  const std::optional<std::string> names =
      attribute_text([&](char* text, std::size_t size) { return ::flistxattr(from, text, size); });
  if (!names) return {};
  for (std::string_view rest = *names; !rest.empty();) {
    const std::string name(rest.substr(0, rest.find('\0')));
    rest.remove_prefix(name.size() + 1);
    // The others belong to the system (security labels) or to root.
    if (name != kAccessList && !name.starts_with("user.")) continue;
    const std::optional<std::string> value = attribute_text(
        [&](char* text, std::size_t size) { return ::fgetxattr(from, name.c_str(), text, size); });
    if (value && ::fsetxattr(to, name.c_str(), value->data(), value->size(), 0) != 0) {
      return system_error("cannot keep its attribute " + name);
    }
  }
  return {};
}

}  // namespace

Result<> copy_attributes(int from, int to) {
  ::fremovexattr(to, kAccessList);  // a new file may have one from its directory
  struct stat old {};
  struct stat now {};
  if (::fstat(from, &old) != 0 || ::fstat(to, &now) != 0) return system_error("fstat");
  if (now.st_uid != old.st_uid && ::fchown(to, old.st_uid, old.st_gid) != 0) {
    return system_error("cannot keep its owner, user " + std::to_string(old.st_uid));
  }
  if (now.st_gid != old.st_gid && ::fchown(to, old.st_uid, old.st_gid) != 0) {
    return system_error("cannot keep its group, " + std::to_string(old.st_gid));
  }
  if (((now.st_mode ^ old.st_mode) & kPermissions) != 0 &&
      ::fchmod(to, old.st_mode & kPermissions) != 0) {
    return system_error("cannot keep its permissions");
  }
  return copy_extended_attributes(from, to);
}

}  // namespace puzzled
