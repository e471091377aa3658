// N queens: in how many ways they can stand on an N x N board so that none attacks another, and the
// first of these ways; also on boards with holes, and with regions.
//
// Any number of threads may call all of this at a time; nothing throws but std::bad_alloc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "puzzled/export.h"
#include "puzzled/result.hpp"
#include "puzzled/search.hpp"

namespace puzzled {

inline constexpr int kMaxCountedQueens = 28;
inline constexpr int kMaxListedQueens = 32;
inline constexpr int kMaxConstructedQueens = 100'000;
inline constexpr int kMaxBoardRows = 35;

/// The number of solutions. An error unless `queens` is from 1 to kMaxCountedQueens, or if `stop`
/// was set. 16 queens take some milliseconds, each queen more five to ten times as long. A thread
/// takes 20 MB of memory for 18 queens, 190 MB for 20, 0.8 GB for 26, 3 GB for 28; to plan the
/// count of 25 and more takes seconds, in which `stop` is not read. <puzzled/parallel.hpp> counts
/// on many threads.
PUZZLED_API Result<std::uint64_t> count_queens(int queens, const StopFlag* stop = nullptr);

/// The number of fundamental solutions: those that are distinct up to rotation and reflection.
/// Errors are those of count_queens().
PUZZLED_API Result<std::uint64_t> count_fundamental_queens(int queens,
                                                           const StopFlag* stop = nullptr);

/// The column of the queen of each row, from 0.
using QueenColumns = std::vector<int>;

/// The first `limit` solutions in lexicographic order. An error unless `queens` is from 1 to
/// kMaxListedQueens, or if `stop` was set. (From 30 on the first one of an even board takes up to
/// half a second.)
PUZZLED_API Result<std::vector<QueenColumns>> list_queens(int queens, std::size_t limit,
                                                          const StopFlag* stop = nullptr);

/// Shows solution after solution, in the same order, to `visit`, which returns whether to go on;
/// what it is given is valid until it returns. The result: whether all were shown. Errors are those
/// of list_queens(). What `visit` throws comes out.
PUZZLED_API Result<bool> for_each_queens(
    int queens, const std::function<bool(std::span<const int> columns)>& visit,
    const StopFlag* stop = nullptr);

/// A solution that is constructed, in time that grows with `queens` alone; the first in
/// lexicographic order for 1, 4 and 6 queens only. Empty for 2 and 3 queens, which have none. An
/// error unless `queens` is from 1 to kMaxConstructedQueens.
PUZZLED_API Result<QueenColumns> construct_queens(int queens);

/// Whether so many queens have a solution: all but 2 and 3. The same error.
PUZZLED_API Result<bool> has_queens(int queens);

/// `count` solutions at random: each can come, and come again, but not each as often as another.
/// The same seed gives the same ones, and so does `puzzled queens --random`. None for 2 and 3
/// queens. An error unless `queens` is from 1 to kMaxConstructedQueens, or if `stop` was set.
PUZZLED_API Result<std::vector<QueenColumns>> random_queens(int queens, std::size_t count,
                                                            std::uint64_t seed = 1,
                                                            const StopFlag* stop = nullptr);

// Boards.
//
// A board is given by its squares row by row; white space and commas between them are skipped. `.`
// is a free square, `#` a hole, `Q` a queen that stands there. Or letters and digits are the
// regions of region queens: a queen in each row, column and region, none of which touches another.
// Or it is JSON, as `puzzled queens` reads it. All calls give an error if the text is no board of
// at most kMaxBoardRows rows, or if `stop` was set.

/// What lies behind the edges of a board. Regions have no torus.
enum class BoardEdges {
  kOpen,   ///< nothing
  kTorus,  ///< the opposite edge: diagonals go on there
};

/// The number of solutions, or `limit` if there are more; 0: all of them. An error if all are to be
/// counted on a board without regions that has more than kMaxCountedQueens rows.
PUZZLED_API Result<std::uint64_t> count_queens_on(std::string_view board, std::uint64_t limit = 0,
                                                  BoardEdges edges = BoardEdges::kOpen,
                                                  const StopFlag* stop = nullptr);

/// Whether there is a solution.
PUZZLED_API Result<bool> has_queens_on(std::string_view board, BoardEdges edges = BoardEdges::kOpen,
                                       const StopFlag* stop = nullptr);

/// The first `limit` solutions, in lexicographic order.
PUZZLED_API Result<std::vector<QueenColumns>> list_queens_on(std::string_view board,
                                                             std::size_t limit,
                                                             BoardEdges edges = BoardEdges::kOpen,
                                                             const StopFlag* stop = nullptr);

inline constexpr int kMinGeneratedRows = 4;
inline constexpr int kMaxGeneratedRows = 16;

/// `count` boards of region queens with one solution each, of letters row by row. The same seed
/// gives the same ones, and so does `puzzled queens --generate`. An error unless `rows` is from
/// kMinGeneratedRows to kMaxGeneratedRows, or if `stop` was set. A board of 8 rows takes less than
/// a millisecond, of 12 rows some hundredths of a second, of 16 up to a minute.
PUZZLED_API Result<std::vector<std::string>> generate_regions(int rows, std::size_t count,
                                                              std::uint64_t seed = 1,
                                                              const StopFlag* stop = nullptr);

}  // namespace puzzled
