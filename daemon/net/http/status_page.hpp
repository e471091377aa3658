// The files of the status page (daemon/net/http/page), as the build put them into the program.
#pragma once

#include <string_view>

namespace puzzled::net {

struct PageFile {
  std::string_view path;  ///< in URLs
  std::string_view type;  ///< media type
  std::string_view text;
};

/// The file of that path; null if there is none.
const PageFile* find_page_file(std::string_view path);

}  // namespace puzzled::net
