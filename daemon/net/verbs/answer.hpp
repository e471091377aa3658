// How searches are answered: their input, their result, and what answers of several verbs have in
// common.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/sudoku/solver.hpp"
#include "core/sudoku/text/text_buffer.hpp"
#include "daemon/net/verbs/request.hpp"
#include "daemon/net/verbs/search_tools.hpp"
#include "parallel/search_pool.hpp"

namespace puzzled::net {

/// The input of a search.
struct SearchCall {
  const SearchRequest& request;
  SearchTools& tools;
  /// Its stop() is set after `limit`, or when nobody waits for the answer any more.
  parallel::SearchContext& context;
  std::chrono::nanoseconds limit;
  sudoku::TextBuffer& answers;  ///< where the answer will stand; see Answer
};

/// An answer without tag and line feed, and what kind of error it is, if any. One that may be long
/// has been appended to SearchCall::answers, where its memory is counted, and `text` is empty.
struct Answer {
  std::string text;
  std::optional<ErrorCode> error{};
  std::uint64_t errors = 1;  ///< lines with that error, if there is one
};

/// `error CODE TEXT`.
Answer failed(ErrorCode code, std::string_view text);

/// `error timeout after LIMIT: SO_FAR`.
Answer timed_out(std::chrono::nanoseconds limit, std::string_view so_far);

/// `error cancelled by the operator: SO_FAR`.
Answer cancelled(std::string_view so_far);

/// The answer of a search that was stopped, because its time is up, the operator cancelled it, or
/// nobody waits for it; `so_far` is its result until then.
Answer stopped(const SearchCall& call, std::string_view so_far);

/// `error shutting-down the search was stopped`.
Answer stopped_by_shutdown();

/// 81 characters.
std::string cells_of(const sudoku::Grid& grid);

/// The answer to `count`: `<count> TAB <first solution or ->`.
std::string count_text(const sudoku::Solutions& found);

}  // namespace puzzled::net
