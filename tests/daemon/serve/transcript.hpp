// The conversation in deploy/docs/protocol.md, for those who hold it with something.
#pragma once

#include <fstream>
#include <string>

namespace puzzled::net {

struct Transcript {
  std::string requests;  ///< the lines behind `>`
  std::string answers;   ///< the lines behind `<`
};

inline Transcript read_transcript(const std::string& path) {
  Transcript transcript;
  std::ifstream file(path);
  std::string line;
  bool inside = false;
  while (std::getline(file, line)) {
    if (line == "```") {
      inside = !inside;
    } else if (inside && line.starts_with('>')) {
      transcript.requests += line.substr(line.size() > 1 ? 2 : 1) + '\n';
    } else if (inside && line.starts_with("< ")) {
      transcript.answers += line.substr(2) + '\n';
    }
  }
  return transcript;
}

}  // namespace puzzled::net
