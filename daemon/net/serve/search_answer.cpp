#include "daemon/net/serve/search_answer.hpp"

#include "core/sudoku/band_engine.hpp"
#include "daemon/net/verbs/answer.hpp"
#include "parallel/unit_queue.hpp"

namespace puzzled::net {
namespace {

/// The answer to a line that asks for up to `solutions`.
Answer answer_of(const sudoku::Solutions& found, std::uint64_t solutions,
                 const parallel::SearchContext& context, std::chrono::nanoseconds limit) {
  if (found.timed_out && found.count < solutions) {
    const std::string so_far =
        solutions == 1 ? "no solution found" : "at least " + count_text(found);
    if (context.was_cancelled()) return cancelled(so_far);
    if (context.stop().load(std::memory_order_relaxed)) return stopped_by_shutdown();
    return timed_out(limit, so_far);
  }
  if (solutions != 1) return {count_text(found)};
  return {found.count > 0 ? cells_of(found.first) : "unsolvable"};
}

}  // namespace

void answer_search(RequestBatch& batch, SearchTools& tools, parallel::SearchContext& context,
                   std::chrono::nanoseconds limit, Metrics& metrics, Log* log) {
  const Verb& verb = *batch.search.verb;
  const SearchCall call{batch.search, tools, context, limit, batch.answers};
  batch.answers.clear();
  batch.answers.append(batch.tag);
  const bool is_stopped = context.stop().load(std::memory_order_relaxed);
  // Several lines have an answer each, even so.
  const Answer answer =
      is_stopped && batch.search.lines == 0 ? stopped(call, "not started") : verb.answer(call);
  batch.answers.append(answer.text);
  batch.answers.append("\n");
  if (answer.error == ErrorCode::kInternal && log != nullptr) {
    log->error("wrong count", {{"request", verb.name}, {"reason", answer.text}});
  }
  if (answer.error) {
    metrics.errors[static_cast<std::size_t>(*answer.error)].fetch_add(answer.errors,
                                                                      std::memory_order_relaxed);
  }
}

void answer_hard_puzzles(RequestBatch& batch, const PartlySolved& solved,
                         parallel::SearchContext& context, std::chrono::nanoseconds limit,
                         Metrics& metrics) {
  std::vector<sudoku::Solutions> found(solved.unsolved.size());
  parallel::UnitQueue queue(found.size());
  context.share([&](const StopFlag& leave) {
    return queue.work_off(leave, [&](std::size_t i) {
      found[i].timed_out = true;
      if (context.stop().load(std::memory_order_relaxed)) return true;  // not even a look at each
      found[i] =
          sudoku::solve_band(solved.unsolved[i].grid,
                             {.solutions = batch.limit, .time = limit, .stop = &context.stop()});
      return true;
    });
  });
  std::string text;
  std::size_t done = 0;
  sudoku::Tally tally;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::size_t place = solved.unsolved[i].answer_at;
    text.append(solved.answers, done, place - done);
    done = place;
    const Answer answer = answer_of(found[i], batch.limit, context, limit);
    text += answer.text + '\n';
    if (answer.error) {
      ++tally.timed_out;
      metrics.errors[static_cast<std::size_t>(*answer.error)].fetch_add(1,
                                                                        std::memory_order_relaxed);
    } else {
      ++(found[i].count > 0 ? tally.solved : tally.unsolvable);
    }
  }
  text.append(solved.answers, done);
  set_answers(batch, text);
  if (batch.limit == 1) add_tally(tally, metrics);
}

}  // namespace puzzled::net
