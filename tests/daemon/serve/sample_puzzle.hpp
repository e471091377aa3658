// What most tests of the daemon ask.
#pragma once

#include <string>

namespace puzzled::net {

inline const std::string kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
inline const std::string kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// Without clues.
inline const std::string kEmpty(81, '.');

}  // namespace puzzled::net
