// Known numbers of solutions.
#pragma once

#include <cstdint>

namespace puzzled::queens {

/// By number of queens; OEIS A000170.
inline constexpr std::uint64_t kKnownSolutions[] = {1,
                                                    1,
                                                    0,
                                                    0,
                                                    2,
                                                    10,
                                                    4,
                                                    40,
                                                    92,
                                                    352,
                                                    724,
                                                    2680,
                                                    14200,
                                                    73712,
                                                    365596,
                                                    2279184,
                                                    14772512,
                                                    95815104,
                                                    666090624,
                                                    4968057848,
                                                    39029188884,
                                                    314666222712,
                                                    2691008701644,
                                                    24233937684440,
                                                    227514171973736,
                                                    2207893435808352,
                                                    22317699616364044,
                                                    234907967154122528};

/// Solutions that no turn and no reflection makes equal; OEIS A002562.
inline constexpr std::uint64_t kKnownFundamental[] = {1,
                                                      1,
                                                      0,
                                                      0,
                                                      1,
                                                      2,
                                                      1,
                                                      6,
                                                      12,
                                                      46,
                                                      92,
                                                      341,
                                                      1787,
                                                      9233,
                                                      45752,
                                                      285053,
                                                      1846955,
                                                      11977939,
                                                      83263591,
                                                      621012754,
                                                      4878666808,
                                                      39333324973,
                                                      336376244042,
                                                      3029242658210};

}  // namespace puzzled::queens
