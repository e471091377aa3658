// The owner and permissions of a file, which a file that replaces it takes over.
#pragma once

#include "core/result.hpp"

namespace puzzled {

/// Gives the file open as `to` the owner, the group, the permissions, the access control list and
/// the user attributes of the file open as `from`. The error says what cannot be kept.
Result<> copy_attributes(int from, int to);

}  // namespace puzzled
