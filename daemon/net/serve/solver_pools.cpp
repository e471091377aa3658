#include "daemon/net/serve/solver_pools.hpp"

#include <sched.h>
#include <sys/resource.h>

#include <atomic>
#include <string>
#include <utility>

#include "daemon/net/serve/search_answer.hpp"
#include "daemon/net/serve/stream_pool.hpp"
#include "parallel/search_pool.hpp"
#include "parallel/workers.hpp"

namespace puzzled::net {
namespace {

constexpr std::chrono::milliseconds kTick{5};

/// Whenever a thread of the stream or of a connection wakes up, it gets the processor at once: its
/// weight is nine times that of a thread of nice 10, and one of SCHED_BATCH never takes it away
/// from others when it wakes. Where this is forbidden, searches are only less polite.
void lower_priority() {
  constexpr int kNice = 10;
  const sched_param none{};
  sched_setscheduler(0, SCHED_BATCH, &none);
  // On Linux the value is the thread's own.
  setpriority(PRIO_PROCESS, 0, kNice);
}

/// Calls `tick` on the loop's thread every few milliseconds until it returns false; then again
/// after wake().
class Ticks {
 public:
  Ticks(Loop& loop, std::function<bool()> tick)
      : tick_(std::move(tick)),
        waker_(loop,
               [this] {
                 if (!timer_.is_active()) timer_.start(kTick);
               }),
        timer_(loop, [this] { check(); }) {}

  /// Any thread; costs nothing while there are ticks anyway.
  void wake() noexcept {
    if (is_awake_.load() || is_awake_.exchange(true)) return;
    waker_.wake();
  }

 private:
  void check() {
    // Lowered first: what comes up while we look raises it again.
    is_awake_.store(false);
    if (!tick_() && !is_awake_.load()) return;
    is_awake_.store(true);
    timer_.start(kTick);
  }

  const std::function<bool()> tick_;
  std::atomic<bool> is_awake_ = false;
  Waker waker_;
  LoopTimer timer_;
};

}  // namespace

struct SolverPools::Threads {
  Threads(const ServeSettings& settings, Metrics& of, LoopThread& keeper, Log* to,
          CoverProblems covers)
      : metrics(of),
        log(to),
        housekeeping(keeper),
        search_timeout(settings.search_timeout.count()),
        tools(std::string(settings.isa), std::move(covers)),
        searches({.threads = settings.search_threads,
                  .spare = 8,
                  .enter = lower_priority,
                  .busy_ns = &of.search_busy_ns}),
        stream(
            settings.threads, std::string(settings.isa), of,
            [this](Job job, PartlySolved solved) { escalate(std::move(job), std::move(solved)); }),
        ticks(keeper.loop(), [this] {
          const bool stream_works = stream.tick();
          return searches.tick() || stream_works;
        }) {}

  ~Threads() {
    stream.end();  // escalates what it has to
    housekeeping.end();
    searches.end();
  }

  std::chrono::nanoseconds limit() const { return std::chrono::nanoseconds(search_timeout.load()); }

  /// `answer` sets the batch's answers.
  template <typename Answer>
  void search(Job job, const SearchRequest& request, std::chrono::nanoseconds time_limit,
              Answer answer) {
    const std::shared_ptr<const CancelFlag> cancelled = job.batch->cancelled;
    auto subject = std::make_shared<const SearchSubject>(SearchSubject{request, job.batch->client});
    parallel::Search search{.client = cancelled.get(),
                            .cancelled = cancelled,
                            .time_limit = time_limit,
                            .about = std::move(subject),
                            .run = [job = std::move(job),
                                    answer = std::move(answer)](parallel::SearchContext& context) {
                              answer(*job.batch, context);
                              job.done();
                            }};
    // A low-priority thread of the pool may be preempted while it holds the pool's mutex: the
    // thread of a connection must not wait for that.
    housekeeping.loop().post([this, search = std::move(search)]() mutable {
      searches.submit(std::move(search));
      ticks.wake();
    });
  }

  void search_batch(Job job) {
    const std::chrono::nanoseconds time = limit();
    const SearchRequest& request = job.batch->search;
    // Of several lines each has the time.
    const std::chrono::nanoseconds of_all = request.lines > 0 ? std::chrono::nanoseconds(0) : time;
    search(std::move(job), request, of_all,
           [this, time](RequestBatch& batch, parallel::SearchContext& context) {
             const auto began = std::chrono::steady_clock::now();
             metrics.queue_wait.add(began - batch.arrived);
             answer_search(batch, tools, context, time, metrics, log);
             metrics.search_time.add(std::chrono::steady_clock::now() - began);
           });
  }

  /// Here the limit is each puzzle's own.
  void escalate(Job job, PartlySolved solved) {
    const std::chrono::nanoseconds time = limit();
    const SearchRequest request{.verb = &verb_named("solve"), .most = solved.unsolved.size()};
    job.batch->requests = sudoku::TextBuffer();  // as long as the list of puzzles
    search(std::move(job), request, std::chrono::nanoseconds(0),
           [this, time, solved = std::move(solved)](RequestBatch& batch,
                                                    parallel::SearchContext& context) {
             answer_hard_puzzles(batch, solved, context, time, metrics);
           });
  }

  Metrics& metrics;
  Log* const log;
  LoopThread& housekeeping;
  std::atomic<std::int64_t> search_timeout;  // ns
  SearchTools tools;
  parallel::SearchPool searches;
  StreamPool stream;
  Ticks ticks;
};

SolverPools::SolverPools(const ServeSettings& settings, Metrics& metrics, LoopThread& housekeeping,
                         Log* log, CoverProblems covers)
    : threads_(std::make_unique<Threads>(settings, metrics, housekeeping, log, std::move(covers))) {
}

SolverPools::~SolverPools() = default;

void SolverPools::submit(RequestBatch& batch, std::function<void()> done) {
  Job job{&batch, std::move(done)};
  if (batch.kind != BatchKind::kSearch) return submit_together({&job, 1});
  add_tally(batch, threads_->metrics);
  threads_->search_batch(std::move(job));
}

void SolverPools::submit_together(std::span<Job> jobs) {
  for (const Job& job : jobs) add_tally(*job.batch, threads_->metrics);
  threads_->stream.submit(jobs);
  threads_->ticks.wake();
}

void SolverPools::set_search_timeout(std::chrono::nanoseconds limit) {
  threads_->search_timeout.store(limit.count());
}

SearchList SolverPools::searches() const {
  parallel::SearchOverview overview = threads_->searches.overview(SearchList::kMaxListed);
  SearchList list{.running = overview.running_in_all, .waiting = overview.waiting, .searches = {}};
  for (parallel::SearchOverview::Running& search : overview.running) {
    list.searches.push_back(
        {.id = search.id,
         .subject = std::static_pointer_cast<const SearchSubject>(std::move(search.about)),
         .age = search.age});
  }
  return list;
}

bool SolverPools::cancel_search(std::uint64_t id) {
  const std::shared_ptr<const void> about = threads_->searches.cancel(id);
  if (about == nullptr) return false;
  if (threads_->log != nullptr) {
    const auto& subject = *static_cast<const SearchSubject*>(about.get());
    threads_->log->info("search cancelled", {{"id", id},
                                             {"kind", subject.request.verb->name},
                                             {"argument", argument_of(subject.request)},
                                             {"client", subject.client.text()}});
  }
  return true;
}

std::vector<std::string_view> SolverPools::hung(std::chrono::nanoseconds limit) const {
  std::vector<std::string_view> names(threads_->stream.hung(limit), "stream");
  names.insert(names.end(), threads_->searches.hung(limit), "search");
  if (threads_->searches.overdue() >= limit) names.emplace_back("search that was told to stop");
  return names;
}

}  // namespace puzzled::net
