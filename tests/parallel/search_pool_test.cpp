#include "parallel/search_pool.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <future>
#include <set>
#include <system_error>

namespace puzzled::parallel {
namespace {

using std::chrono::milliseconds;

/// A pool that is looked after, until all its searches have ended.
class TickedPool {
 public:
  explicit TickedPool(SearchPool::Options options)
      : pool_(std::move(options)), thread_([this] {
          while (!end_) {
            pool_.tick();
            std::this_thread::sleep_for(milliseconds(1));
          }
        }) {}
  ~TickedPool() {
    pool_.end();
    end_ = true;
    thread_.join();
  }

  void submit(Search search) { pool_.submit(std::move(search)); }
  std::size_t hung(std::chrono::nanoseconds limit) const { return pool_.hung(limit); }
  SearchOverview overview(std::size_t most) const { return pool_.overview(most); }
  std::shared_ptr<const void> cancel(std::uint64_t id) { return pool_.cancel(id); }

 private:
  SearchPool pool_;
  std::atomic<bool> end_ = false;
  std::thread thread_;
};

/// A search that goes on until it is told to stop.
struct Endless {
  std::shared_ptr<std::promise<void>> begun = std::make_shared<std::promise<void>>();
  std::shared_ptr<std::promise<bool>> timed_out = std::make_shared<std::promise<bool>>();
  std::shared_ptr<StopFlag> cancelled = std::make_shared<StopFlag>(false);

  Search search(const void* client, std::chrono::nanoseconds limit = milliseconds(0)) const {
    return {.client = client,
            .cancelled = cancelled,
            .time_limit = limit,
            .run = [begun = begun, timed_out = timed_out](SearchContext& context) {
              begun->set_value();
              while (!context.stop()) std::this_thread::yield();
              timed_out->set_value(context.timed_out());
            }};
  }
};

TEST(SearchPool, RunsAllThatIsSubmitted) {
  std::atomic<int> runs = 0;
  {
    SearchPool pool({.threads = 2, .spare = 1});
    for (int i = 0; i < 100; ++i) pool.submit({.run = [&runs](SearchContext&) { ++runs; }});
  }
  EXPECT_EQ(runs, 100);
}

TEST(SearchPool, TellsWhatRunsAndHowMuchWaits) {
  TickedPool pool({.threads = 2, .spare = 0});
  EXPECT_TRUE(pool.overview(10).running.empty());
  const Endless searches[3];
  for (int i = 0; i < 3; ++i) {
    Search search = searches[i].search(&pool);
    search.about = std::make_shared<const int>(i);
    pool.submit(std::move(search));
    if (i < 2) searches[i].begun->get_future().wait();
  }
  const SearchOverview all = pool.overview(10);
  ASSERT_EQ(all.running.size(), 2U);
  for (int i = 0; i < 2; ++i) {
    const SearchOverview::Running& running = all.running[static_cast<std::size_t>(i)];
    EXPECT_EQ(*static_cast<const int*>(running.about.get()), i) << "the oldest first";
    EXPECT_GE(running.age.count(), 0);
  }
  EXPECT_EQ(all.waiting, 1U);
  const SearchOverview one = pool.overview(1);
  EXPECT_EQ(one.running.size(), 1U);
  EXPECT_EQ(one.running_in_all, 2U);
  for (const Endless& search : searches) *search.cancelled = true;
}

TEST(SearchPool, StopsWhatIsLateOrAbandoned) {
  TickedPool pool({.threads = 2});
  const Endless late;
  const Endless left;
  pool.submit(late.search(&late, milliseconds(20)));
  pool.submit(left.search(&left));
  left.begun->get_future().wait();
  *left.cancelled = true;
  EXPECT_FALSE(left.timed_out->get_future().get());
  EXPECT_TRUE(late.timed_out->get_future().get());
}

TEST(SearchPool, CancelsTheOneThatIsNamed) {
  TickedPool pool({.threads = 2, .spare = 0});
  std::promise<bool> was_cancelled;
  std::promise<void> begun;
  const Endless other;
  pool.submit({.client = &begun,
               .about = std::make_shared<const int>(7),
               .run = [&](SearchContext& context) {
                 begun.set_value();
                 while (!context.stop()) std::this_thread::yield();
                 was_cancelled.set_value(context.was_cancelled() && !context.timed_out());
               }});
  begun.get_future().wait();
  pool.submit(other.search(&other));
  other.begun->get_future().wait();
  const SearchOverview overview = pool.overview(2);
  ASSERT_EQ(overview.running.size(), 2U);
  EXPECT_EQ(pool.cancel(overview.running[1].id + 1), nullptr);
  EXPECT_EQ(pool.cancel(0), nullptr);
  const std::shared_ptr<const void> about = pool.cancel(overview.running[0].id);
  ASSERT_NE(about, nullptr);
  EXPECT_EQ(*static_cast<const int*>(about.get()), 7);
  EXPECT_TRUE(was_cancelled.get_future().get());
  EXPECT_EQ(pool.cancel(overview.running[0].id), nullptr) << "it has been told, and may have ended";
  EXPECT_EQ(other.timed_out->get_future().wait_for(milliseconds(0)), std::future_status::timeout);
  *other.cancelled = true;
}

TEST(SearchPool, AClientThatHasLeftDoesNotWait) {
  TickedPool pool({.threads = 1, .spare = 0});
  const Endless running;
  const Endless waiting;
  pool.submit(running.search(&running));
  running.begun->get_future().wait();
  pool.submit(waiting.search(&waiting));
  *waiting.cancelled = true;
  EXPECT_FALSE(waiting.timed_out->get_future().get());
  *running.cancelled = true;
}

TEST(SearchPool, NoClientWaitsForAnotherThatTakesAll) {
  TickedPool pool({.threads = 2, .spare = 2});
  const int greedy = 0;
  std::vector<Endless> long_ones(6);
  for (const Endless& search : long_ones) pool.submit(search.search(&greedy));
  long_ones[0].begun->get_future().wait();
  long_ones[1].begun->get_future().wait();
  std::promise<void> done;
  const int modest = 0;
  pool.submit({.client = &modest, .run = [&done](SearchContext&) { done.set_value(); }});
  done.get_future().wait();
  // The greedy client's third search still waits.
  EXPECT_EQ(long_ones[2].begun->get_future().wait_for(milliseconds(0)),
            std::future_status::timeout);
  for (const Endless& search : long_ones) *search.cancelled = true;
}

TEST(SearchPool, StartsASpareThreadWhenASearchNeedsIt) {
  std::atomic<int> started = 0;
  const int greedy = 0;
  const int modest = 0;
  {
    TickedPool pool({.threads = 2, .spare = 2, .enter = [&started] { ++started; }});
    std::vector<Endless> long_ones(3);
    for (const Endless& search : long_ones) pool.submit(search.search(&greedy));
    long_ones[0].begun->get_future().wait();
    long_ones[1].begun->get_future().wait();
    EXPECT_EQ(started, 2);  // the third waits for one of its client's own
    std::promise<void> done;
    pool.submit({.client = &modest, .run = [&done](SearchContext&) { done.set_value(); }});
    done.get_future().wait();
    EXPECT_EQ(started, 3);
    for (const Endless& search : long_ones) *search.cancelled = true;
  }
  EXPECT_EQ(started, 3);
}

/// While it lives the system gives no thread: none has so large a stack.
class NoMoreThreads {
 public:
  NoMoreThreads() {
    ::pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    ::pthread_getattr_default_np(&huge);
    ::pthread_attr_setstacksize(&huge, std::size_t{1} << 47);
    ::pthread_setattr_default_np(&huge);
    ::pthread_attr_destroy(&huge);
  }
  ~NoMoreThreads() {
    ::pthread_setattr_default_np(&before_);
    ::pthread_attr_destroy(&before_);
  }
  NoMoreThreads(const NoMoreThreads&) = delete;
  NoMoreThreads& operator=(const NoMoreThreads&) = delete;

 private:
  pthread_attr_t before_;
};

TEST(SearchPool, SearchesWaitIfThereAreNoMoreThreads) {
  TickedPool pool({.threads = 1, .spare = 1});
  const Endless running;
  pool.submit(running.search(&running));
  running.begun->get_future().wait();
  std::promise<void> done;
  const int client = 0;
  {
    const NoMoreThreads none;
    EXPECT_THROW(std::thread([] {}).join(), std::system_error);
    pool.submit({.client = &client, .run = [&done](SearchContext&) { done.set_value(); }});
  }
  std::future<void> answered = done.get_future();
  EXPECT_EQ(answered.wait_for(milliseconds(0)), std::future_status::timeout);
  *running.cancelled = true;
  answered.wait();
}

TEST(SearchPool, SharesASearchAmongTheThreadsThatAreFree) {
  SearchPool pool({.threads = 3, .spare = 0});
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::atomic<int> next = 0;
  std::promise<void> done;
  pool.submit({.run = [&](SearchContext& context) {
    context.share([&](const std::atomic<bool>&) {
      while (next.fetch_add(1) < 1000000) {
        {
          const std::lock_guard lock(mutex);
          threads.insert(std::this_thread::get_id());
          if (threads.size() == 3) return false;  // all have come
        }
        std::this_thread::yield();
      }
      return false;
    });
    done.set_value();
  }});
  done.get_future().wait();
  EXPECT_EQ(threads.size(), 3U);
}

TEST(SearchPool, HelpersLeaveForASearchThatWaits) {
  SearchPool pool({.threads = 2, .spare = 0});
  std::promise<void> helped;
  std::atomic<int> inside = 0;
  std::atomic<bool> end = false;
  std::promise<void> shared_done;
  pool.submit({.run = [&](SearchContext& context) {
    context.share([&](const std::atomic<bool>& leave) {
      if (++inside == 2) helped.set_value();
      while (!end && !leave) std::this_thread::yield();
      return !end;
    });
    shared_done.set_value();
  }});
  helped.get_future().wait();
  std::promise<void> done;
  pool.submit({.run = [&](SearchContext&) { done.set_value(); }});
  done.get_future().wait();
  end = true;
  shared_done.get_future().wait();
}

TEST(SearchPool, KnowsLongWorkFromAThreadThatHangs) {
  constexpr std::chrono::seconds kLimit{2};
  TickedPool pool({.threads = 2, .spare = 1});
  const Endless working;
  pool.submit(working.search(&working));
  std::promise<void> never;
  const int client = 0;
  pool.submit({.client = &client,
               .run = [hangs = never.get_future().share()](SearchContext&) { hangs.wait(); }});
  while (pool.hung(kLimit) == 0) std::this_thread::sleep_for(milliseconds(1));
  // The other works as long.
  EXPECT_EQ(pool.hung(kLimit), 1U);
  never.set_value();
  while (pool.hung(kLimit) != 0) std::this_thread::sleep_for(milliseconds(1));
  *working.cancelled = true;
}

TEST(SearchPool, NoticesAnIdleThreadThatDoesNotComeWhenCalled) {
  constexpr milliseconds kLimit{50};
  std::promise<void> late;
  std::atomic<bool> entered = false;
  SearchPool pool({.threads = 1, .spare = 0, .enter = [&, hangs = late.get_future().share()] {
                     hangs.wait();
                     entered = true;
                   }});
  while (pool.hung(kLimit) == 0) std::this_thread::sleep_for(milliseconds(1));
  late.set_value();
  while (pool.hung(kLimit) != 0) std::this_thread::sleep_for(milliseconds(1));
  EXPECT_TRUE(entered);
  std::this_thread::sleep_for(2 * kLimit);
  EXPECT_EQ(pool.hung(kLimit), 0U);  // it rests
}

TEST(SearchPool, CountsTimeWhileThreadsWork) {
  std::atomic<std::uint64_t> busy_ns = 0;
  TickedPool pool({.threads = 2, .busy_ns = &busy_ns});
  const Endless first;
  const Endless second;
  pool.submit(first.search(&first));
  pool.submit(second.search(&second));
  first.begun->get_future().wait();
  second.begun->get_future().wait();
  std::uint64_t before = busy_ns;
  for (int i = 0; i < 20; ++i) {
    while (busy_ns <= before) std::this_thread::yield();
    before = busy_ns;
  }
  *first.cancelled = *second.cancelled = true;
}

TEST(SearchPool, SaysWhatDoesNotStop) {
  SearchPool pool({.threads = 1});
  std::promise<void> begun;
  std::atomic<bool> end = false;
  const auto cancelled = std::make_shared<StopFlag>(false);
  pool.submit({.cancelled = cancelled, .run = [&](SearchContext&) {
                 begun.set_value();
                 while (!end) std::this_thread::yield();
               }});
  begun.get_future().wait();
  EXPECT_TRUE(pool.tick());
  EXPECT_EQ(pool.overdue().count(), 0);
  *cancelled = true;
  pool.tick();
  std::this_thread::sleep_for(milliseconds(5));
  EXPECT_GE(pool.overdue(), milliseconds(5));
  end = true;
}

}  // namespace
}  // namespace puzzled::parallel
