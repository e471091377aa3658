// Strings in JSON, for the log and the status page.
#pragma once

#include <string>
#include <string_view>

namespace puzzled::serve {

/// Appends `text` in quotes, escaped. Bytes that are not UTF-8 become U+FFFD, so the result always
/// is UTF-8. A log line may hold any bytes of a client.
void append_json_string(std::string& to, std::string_view text);

}  // namespace puzzled::serve
