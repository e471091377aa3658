// Strings as JSON writes them, for the log and the status page.
#pragma once

#include <string>
#include <string_view>

namespace puzzled::serve {

/// Appends `text` in quotes, escaped; what is not UTF-8 becomes U+FFFD, so that the result always
/// is. A log line may hold whatever a client sent.
void append_json_string(std::string& to, std::string_view text);

}  // namespace puzzled::serve
