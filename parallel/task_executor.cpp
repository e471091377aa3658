#include "parallel/task_executor.hpp"

#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "parallel/handover.hpp"

namespace puzzled::parallel {
namespace {

using target::Node;

// For ThreadSanitizer alone (see handover.hpp): from whoever starts a task to the task, and from
// its end to whoever waits for it or is the same worker next.
Handover tasks;
// And from a task that is gone to the next in its memory.
Handover task_memory;

struct TaskMemory {
  TaskMemory() { task_memory.take(); }
  TaskMemory(const TaskMemory&) : TaskMemory() {}
  TaskMemory& operator=(const TaskMemory&) = delete;
  ~TaskMemory() { task_memory.give(); }
};

// What a task runs. TBB copies it into the task: only then is it complete, and handed over.
class Job {
 public:
  explicit Job(std::function<void()> work)
      : work_(std::make_shared<const std::function<void()>>(std::move(work))) {}
  Job(const Job& other) : memory_(other.memory_), work_(other.work_) { tasks.give(); }
  Job& operator=(const Job&) = delete;
  ~Job() = default;

  void operator()() const {
    const Turn turn(tasks);
    (*work_)();
  }

 private:
  TaskMemory memory_;  // first, so that it is there before all else, and after
  std::shared_ptr<const std::function<void()>> work_;
};

// One or two milliseconds; oneTBB takes one to start.
constexpr std::uint64_t kNodesAlone = 32;

// What belongs to one worker of one search. Workers are many and most boards are easy, so it is
// made when the worker comes by for the first time.
struct Seat {
  explicit Seat(const target::Problem& problem) : expander(problem) {}

  target::Expander expander;
  std::deque<Node> waiting;
  std::vector<Node> children;
};

class TreeRun {
 public:
  TreeRun(const target::Problem& problem, std::int64_t bar, std::int64_t enough,
          const target::StopFlag& stop, Workers& workers)
      : problem_(problem),
        bar_(bar),
        enough_(enough),
        stop_(stop),
        workers_(workers),
        first_seat_(problem),
        seats_(static_cast<std::size_t>(workers.threads())) {}

  target::TreeResult run(const Node& root, std::int64_t bar, std::uint64_t& nodes_alone) {
    first_seat_.waiting.push_back(root);
    for (; goes_on(first_seat_); ++nodes_alone) {
      if (nodes_alone >= kNodesAlone && workers_.threads() > 1) {
        workers_.run([this] { spread(); });
        break;
      }
      expand_next(first_seat_);
    }
    target::TreeResult result{.found = {}, .complete = !cut_short_.load(), .nodes = 0};
    const auto add = [&](const target::Expander& expander) {
      const target::Found& found = expander.found();
      if (found.score >= bar && found.score > result.found.score) result.found = found;
      result.nodes += expander.nodes();
    };
    add(first_seat_.expander);
    for (const std::unique_ptr<Seat>& seat : seats_) {
      if (seat != nullptr) add(seat->expander);
    }
    return result;
  }

 private:
  bool ended() const {
    return ended_.load(std::memory_order_relaxed) || stop_.load(std::memory_order_relaxed);
  }

  // Whether something waits, and is still to be searched.
  bool goes_on(Seat& seat) {
    if (seat.waiting.empty()) return false;
    if (!ended()) return true;
    cut_short_.store(true, std::memory_order_relaxed);
    seat.waiting.clear();
    return false;
  }

  void expand_next(Seat& seat) {
    Node node = seat.waiting.back();
    seat.waiting.pop_back();
    if (node.bound < problem_.scaled(bar_.score())) return;
    seat.children.clear();
    seat.expander.expand(node, bar_, seat.children);
    seat.waiting.insert(seat.waiting.end(), seat.children.begin(), seat.children.end());
    if (seat.expander.found().score >= enough_) ended_.store(true, std::memory_order_relaxed);
  }

  // What waits in the first seat, on all threads. The last comes next here, the first goes to
  // others.
  void spread() {
    // Isolated: a thread that waits here must not begin some other board's work meanwhile.
    tbb::this_task_arena::isolate([&] {
      group_.emplace();
      for (const Node& node : first_seat_.waiting) start(node);
      group_->wait();
    });
    tasks.take();
  }

  void start(const Node& node) {
    alive_.fetch_add(1, std::memory_order_relaxed);
    const Job job([this, node] {
      search(node);
      alive_.fetch_sub(1, std::memory_order_relaxed);
    });
    group_->run(job);
  }

  void search(const Node& root) {
    Seat& seat = own_seat();
    seat.waiting.push_back(root);
    while (goes_on(seat)) {
      if (seat.waiting.size() > 1 && alive_.load(std::memory_order_relaxed) < workers_.threads()) {
        start(seat.waiting.front());
        seat.waiting.pop_front();
      }
      expand_next(seat);
    }
  }

  // No other thread has this number while the task runs, and a task waits for nothing.
  Seat& own_seat() {
    std::unique_ptr<Seat>& seat = seats_[static_cast<std::size_t>(Workers::current())];
    if (seat == nullptr) seat = std::make_unique<Seat>(problem_);
    return *seat;
  }

  const target::Problem& problem_;
  target::Bar bar_;
  const std::int64_t enough_;
  const target::StopFlag& stop_;
  Workers& workers_;
  Seat first_seat_;
  std::vector<std::unique_ptr<Seat>> seats_;
  std::atomic<int> alive_ = 0;
  std::atomic<bool> ended_ = false;
  std::atomic<bool> cut_short_ = false;
  std::optional<tbb::task_group> group_;
};

}  // namespace

target::TreeResult TaskExecutor::search_tree(const target::Problem& problem, const Node& root,
                                             std::int64_t bar, std::int64_t enough,
                                             const target::StopFlag& stop) {
  return TreeRun(problem, bar, enough, stop, workers_).run(root, bar, nodes_alone_);
}

}  // namespace puzzled::parallel
