#include "daemon/net/serve/search_answer.hpp"

#include "daemon/net/verbs/answer.hpp"

namespace puzzled::net {

void answer_search(RequestBatch& batch, SearchTools& tools, parallel::SearchContext& context,
                   std::chrono::nanoseconds limit, Metrics& metrics, Log* log) {
  const Verb& verb = *batch.search.verb;
  const SearchCall call{batch.search, tools, context, limit, batch.answers};
  batch.answers.clear();
  batch.answers.append(batch.tag);
  const bool is_stopped = context.stop().load(std::memory_order_relaxed);
  const Answer answer = is_stopped ? stopped(call, "not started") : verb.answer(call);
  batch.answers.append(answer.text);
  batch.answers.append("\n");
  if (answer.error == ErrorCode::kInternal && log != nullptr) {
    log->error("wrong count", {{"request", verb.name}, {"reason", answer.text}});
  }
  if (answer.error) {
    metrics.errors[static_cast<std::size_t>(*answer.error)].fetch_add(1, std::memory_order_relaxed);
  }
}

}  // namespace puzzled::net
