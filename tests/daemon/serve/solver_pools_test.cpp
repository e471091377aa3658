#include "daemon/net/serve/solver_pools.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "core/simd/levels.hpp"
#include "core/sudoku/block_solver.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"
#include "daemon/net/serve/search_answer.hpp"
#include "tests/daemon/serve/running_pools.hpp"
#include "tests/daemon/serve/sample_puzzle.hpp"
#include "tests/daemon/serve/served.hpp"

namespace puzzled::net {
namespace {

using std::chrono::milliseconds;

/// A search that goes on for as long as it is allowed to.
const std::string kEndless = "count 0 " + kEmpty + '\n';

ServeSettings settings() {
  ServeSettings settings;
  settings.threads.given = 2;
  settings.search_threads.given = 2;
  return settings;
}

std::string served(std::string_view bytes, const ServeSettings& with = settings()) {
  Metrics metrics;
  RunningPools pools(with, metrics);
  auto batches = cut_at_once(bytes);
  return answered(batches, pools, metrics);
}

/// Lines of puzzles, good ones and others.
std::string some_puzzles(std::uint64_t count) {
  std::string lines;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i % 20 == 7) {
      lines += i % 40 == 7 ? "..1 no puzzle\n" : "\n# nothing\n";
    } else if (i % 20 == 11) {
      lines += "55" + std::string(79, '.') + " twice\r\n";
    } else if (i % 20 == 13) {
      lines += "1234567.." + std::string(15, '.') + "8" + std::string(56, '.') + "\n";
    } else {
      sudoku::append_cells(lines, sudoku::generate_puzzle({.seed = 7}, i));
      lines += '\n';
    }
  }
  return lines;
}

/// What `puzzled solve` makes of the lines.
sudoku::BlockAnswers solved(std::string_view lines) {
  sudoku::BlockAnswers answers;
  sudoku::BlockSolver({}).answer(lines, {}, {}, answers);
  return answers;
}

TEST(SolverPools, SolveLinesAsTheFileCommandDoes) {
  const std::string lines = some_puzzles(6000);
  const sudoku::BlockAnswers expected = solved(lines);
  Metrics metrics;
  RunningPools pools(settings(), metrics);
  for (const std::size_t packet : {std::size_t{1} << 30, std::size_t{100000}, std::size_t{3000}}) {
    auto batches = cut_in_packets(lines, {}, [packet] { return packet; });
    EXPECT_EQ(answered(batches, pools, metrics), expected.text.view());
  }
  EXPECT_EQ(metrics.solved, 3 * expected.tally.solved);
  EXPECT_EQ(metrics.unsolvable, 3 * expected.tally.unsolvable);
  EXPECT_EQ(metrics.invalid, 3 * expected.tally.invalid);
  EXPECT_EQ(metrics.requests[index_of(verb_named("solve"))], 3 * expected.tally.puzzles());
  EXPECT_GT(metrics.stream_busy_ns, 0U);
}

TEST(SolverPools, BulkDoesNotHoldUpASinglePuzzle) {
  ServeSettings one_thread = settings();
  one_thread.threads.given = 1;
  Metrics metrics;
  RunningPools pools(one_thread, metrics);
  const std::string lines = some_puzzles(3000);
  std::vector<RequestBatch> bulk(300);
  std::atomic<std::size_t> bulk_done = 0;
  for (RequestBatch& batch : bulk) {
    batch.kind = BatchKind::kStream;
    batch.requests = sudoku::TextBuffer(lines);
    batch.lines = 3300;
    pools.submit(batch, [&bulk_done] { ++bulk_done; });
  }
  RequestBatch single;
  single.kind = BatchKind::kStream;
  single.requests = sudoku::TextBuffer(some_puzzles(1));
  single.lines = 1;
  std::atomic<std::size_t> done_before = bulk.size();
  std::atomic<bool> single_done = false;
  pools.submit(single, [&] {
    done_before = bulk_done.load();
    single_done = true;
  });
  while (!single_done || bulk_done < bulk.size()) std::this_thread::sleep_for(milliseconds(1));
  // In the order of their coming it would be the last of all.
  EXPECT_LT(done_before, bulk.size());
  EXPECT_EQ(single.answers.view(), solved(single.requests.view()).text.view());
  EXPECT_EQ(bulk.back().answers.view(), solved(lines).text.view());
}

// Bulk goes to oneTBB, less to threads of the daemon; what waits may become the one or the other.
TEST(SolverPools, BulkAndLittleAreAnsweredWhoeverTakesThem) {
  std::vector<std::pair<std::string, std::string>> asked;  // lines of growing number, their answers
  for (const std::size_t puzzles : {1, 20, 100, 400, 700, 3000}) {
    asked.emplace_back(some_puzzles(puzzles), "");
    asked.back().second = std::string(solved(asked.back().first).text.view());
  }
  for (const int threads : {1, 2, 5}) {
    ServeSettings with = settings();
    with.threads.given = threads;
    Metrics metrics;
    RunningPools pools(with, metrics);
    std::vector<std::thread> clients;
    for (std::size_t client = 0; client < 4; ++client) {
      clients.emplace_back([&, client] {
        for (std::size_t round = 0; round < 30; ++round) {
          std::vector<RequestBatch> batches(1 + round % 7);
          std::atomic<std::size_t> done = 0;
          for (std::size_t i = 0; i < batches.size(); ++i) {
            const std::string& lines = asked[(client + round * (i + 1)) % asked.size()].first;
            batches[i].kind = BatchKind::kStream;
            batches[i].requests = sudoku::TextBuffer(lines);
            batches[i].lines =
                static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n'));
            pools.submit(batches[i], [&done] { ++done; });
          }
          while (done < batches.size()) std::this_thread::yield();
          for (std::size_t i = 0; i < batches.size(); ++i) {
            const std::string& answers = asked[(client + round * (i + 1)) % asked.size()].second;
            ASSERT_EQ(batches[i].answers.view(), answers) << threads;
          }
          // Long enough for arenas to fall asleep, now and then.
          if (round % 8 == client) std::this_thread::sleep_for(milliseconds(4));
        }
      });
    }
    for (std::thread& client : clients) client.join();
  }
}

// What is submitted together is shared out among threads and solved together, whatever its size and
// whoever else submits.
TEST(SolverPools, JobsThatComeTogetherAreAnsweredEach) {
  std::vector<std::string> asked;
  for (const std::size_t lines : {1, 35, 36, 63, 64, 65, 127, 128, 129, 600}) {
    asked.push_back(some_puzzles(lines));
  }
  for (const int threads : {1, 2, 5}) {
    ServeSettings with = settings();
    with.threads.given = threads;
    Metrics metrics;
    RunningPools pools(with, metrics);
    std::vector<std::thread> clients;
    for (std::size_t client = 0; client < 3; ++client) {
      clients.emplace_back([&, client] {
        for (std::size_t round = 0; round < 20; ++round) {
          std::vector<RequestBatch> batches(1 + 3 * (round % 5));
          std::vector<Job> jobs;
          std::atomic<std::size_t> done = 0;
          for (std::size_t i = 0; i < batches.size(); ++i) {
            const std::string& lines = asked[(client + round * (i + 1)) % asked.size()];
            batches[i].kind = BatchKind::kStream;
            batches[i].requests = sudoku::TextBuffer(lines);
            batches[i].limit = i % 4 == 3 ? 2 : 1;
            batches[i].lines =
                static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n'));
            jobs.push_back({&batches[i], [&done] { ++done; }});
          }
          pools.submit_together(jobs);
          while (done < batches.size()) std::this_thread::yield();
          for (std::size_t i = 0; i < batches.size(); ++i) {
            sudoku::BlockAnswers expected;
            sudoku::BlockSolver({.engine = sudoku::find_engine("band"),
                                 .limits = {.solutions = batches[i].limit},
                                 .style = sudoku::AnswerStyle::kLine})
                .answer(batches[i].requests.view(), {}, {}, expected);
            ASSERT_EQ(batches[i].answers.view(), expected.text.view()) << threads << ' ' << i;
          }
        }
      });
    }
    for (std::thread& client : clients) client.join();
  }
}

TEST(SolverPools, TagsAndVerbsDoNotChangeTheAnswers) {
  std::string_view lines = "";
  const std::string puzzles = some_puzzles(500);
  const std::string answers(solved(puzzles).text.view());
  std::string asked;
  std::string expected;
  std::string_view left = answers;
  int number = 0;
  for (lines = puzzles; !lines.empty();) {
    const std::string line(sudoku::take_line(lines));
    if (line.empty() || line[0] == '#') continue;
    const std::string answer = std::string(sudoku::take_line(left)) + '\n';
    const std::string tag = '@' + std::to_string(++number) + ' ';
    asked += line + "\nsolve " + line + '\n' + tag + line + '\n' + tag + "solve " + line + '\n';
    expected += answer + answer + tag + answer + tag + answer;
  }
  EXPECT_EQ(served(asked), expected);
}

TEST(SolverPools, AnswerSearches) {
  EXPECT_EQ(served("queens 8\n@q queens 12\nqueens 1\nqueens 2\n"), "92\n@q 14200\n1\n0\n");
  EXPECT_EQ(served("first 3 6\nfirst 9 6\n@f first 1 3\nfirst 5 1\n"),
            "2 4 6 1 3 5\t3 6 2 5 1 4\t4 1 5 2 6 3\n"
            "2 4 6 1 3 5\t3 6 2 5 1 4\t4 1 5 2 6 3\t5 3 1 6 4 2\n@f -\n1\n");
  const std::string one =
      "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
  const std::string solution =
      "145327698839654127672918543496185372218473956753296481367542819984761235521839764";
  const std::string none = "1234567.." + std::string(15, '.') + "8" + std::string(56, '.');
  EXPECT_EQ(served("count 1 " + one + "\ncount 0 " + one + "\n@c count 2 " + one + "\n"),
            "1\t" + solution + "\n1\t" + solution + "\n@c 1\t" + solution + '\n');
  EXPECT_EQ(served("count 7 " + kEmpty + '\n').substr(0, 2), "7\t");
  EXPECT_EQ(served("count 0 " + none + "\ntarget " + none + '\n'), "0\t-\n-1\t-\n");
  EXPECT_EQ(served("target " + one + "\n@t target 55" + kEmpty.substr(2) + '\n').substr(4),
            '\t' + solution + "\n@t -1\t-\n");
}

TEST(SolverPools, CountsUpToAFewAreWhatSearchesCount) {
  // Beyond kMaxStreamCount the search pool answers: the same if nothing has as many solutions.
  std::string few;
  std::string many;
  std::uint64_t puzzles = 0;
  const auto add = [&](const std::string& line) {
    const std::string tag = puzzles++ % 3 == 0 ? "@t" + std::to_string(puzzles) + ' ' : "";
    few += tag + "count 16 " + line + '\n';
    many += tag + "count 17 " + line + '\n';
  };
  std::string lines = some_puzzles(400);
  for (std::string_view rest = lines; !rest.empty();) {
    std::string line(sudoku::take_line(rest));
    if (line.empty() || line[0] == '#') continue;
    add(line);
    // Without its last clues it has a few solutions more.
    const std::size_t last = line.find_last_of("123456789");
    if (line.size() != 81) continue;
    line[last] = '.';
    add(line);
  }
  Metrics metrics;
  RunningPools pools(settings(), metrics);
  auto batches = cut_at_once(few);
  const std::string answers = answered(batches, pools, metrics);
  EXPECT_EQ(metrics.requests[index_of(verb_named("count"))], puzzles);
  EXPECT_EQ(metrics.requests[index_of(verb_named("solve"))], 0U);
  EXPECT_EQ(metrics.solved, 0U);
  std::string expected = served(many);
  for (std::size_t at = 0; (at = expected.find("17\t", at)) != std::string::npos; ++at) {
    if (at == 0 || expected[at - 1] == '\n' || expected[at - 1] == ' ')
      expected.replace(at, 2, "16");
  }
  EXPECT_EQ(answers, expected);
  EXPECT_EQ(served("count 2 " + kEmpty + "\ncount 3 " + kEmpty + '\n' + lines.substr(0, 82) +
                   "count 2 " + lines.substr(0, 82)),
            served("count 2 " + kEmpty + '\n') + served("count 3 " + kEmpty + '\n') +
                served(lines.substr(0, 82)) + "1\t" + served(lines.substr(0, 82)));
}

TEST(SolverPools, QueensAreCountedByAllThreads) {
  ServeSettings many = settings();
  many.search_threads.given = 5;
  EXPECT_EQ(served("queens 14\nqueens 13\nqueens 15\n", many), "365596\n73712\n2279184\n");
}

TEST(SolverPools, ASearchEndsWhenItsTimeIsUp) {
  ServeSettings brief = settings();
  brief.search_timeout = milliseconds(100);
  Metrics metrics;
  RunningPools pools(brief, metrics);
  auto batches = cut_at_once("@c " + kEndless + "first 1000 32\n");
  const std::string answers = answered(batches, pools, metrics);
  const std::size_t second = answers.find('\n') + 1;
  EXPECT_EQ(answers.rfind("@c error timeout after 0.1 s: at least ", 0), 0U) << answers;
  EXPECT_EQ(answers.substr(second - 83, 82).find_first_not_of("\t123456789"), std::string::npos);
  EXPECT_EQ(answers.find("error timeout after 0.1 s: 0 of 1000\n", second), second) << answers;
  EXPECT_EQ(metrics.errors[static_cast<std::size_t>(ErrorCode::kTimeout)], 2U);
  pools.set_search_timeout(milliseconds(200));
  batches = cut_at_once(kEndless);
  EXPECT_EQ(answered(batches, pools, metrics).rfind("error timeout after 0.2 s: ", 0), 0U);
}

TEST(SolverPools, ASearchEndsWhenItsClientHasLeft) {
  ServeSettings unlimited = settings();
  unlimited.search_timeout = milliseconds(0);
  Metrics metrics;
  RunningPools pools(unlimited, metrics);
  std::string requests;
  for (int i = 0; i < 20; ++i) requests += kEndless;
  auto batches = cut_at_once(requests + "queens 18\nfirst 1 32\n" + kEmpty + '\n');
  const auto cancelled = std::make_shared<CancelFlag>(false);
  std::atomic<std::size_t> done = 0;
  for (const auto& batch : batches) {
    batch->cancelled = cancelled;
    batch->arrived = std::chrono::steady_clock::now();
    pools.submit(*batch, [&done] { ++done; });
  }
  std::this_thread::sleep_for(milliseconds(20));
  *cancelled = true;
  while (done < batches.size()) std::this_thread::yield();
  EXPECT_EQ(batches[0]->answers.view(), "error shutting-down the search was stopped\n");
  EXPECT_TRUE(pools.hung(std::chrono::seconds(10)).empty());
}

TEST(SolverPools, TellWhatIsSearchedForWhom) {
  ServeSettings one = settings();
  one.search_threads.given = 1;
  Metrics metrics;
  RunningPools pools(one, metrics);
  auto batches = cut_at_once(kEndless + "queens 18\n");
  ASSERT_EQ(batches.size(), 2U);
  const auto cancelled = std::make_shared<CancelFlag>(false);
  std::atomic<std::size_t> done = 0;
  for (const auto& batch : batches) {
    batch->cancelled = cancelled;
    batch->client = ClientAddress::unix_peer();
    pools.submit(*batch, [&done] { ++done; });
  }
  SearchList list = pools.searches();
  while (list.running != 1 || list.waiting != 1) {  // they are on their way
    std::this_thread::yield();
    list = pools.searches();
  }
  ASSERT_EQ(list.searches.size(), 1U);
  EXPECT_EQ(list.searches[0].subject->client.text(), "unix");
  EXPECT_EQ(argument_of(list.searches[0].subject->request), "0 " + kEmpty);
  *cancelled = true;
  while (done < batches.size()) std::this_thread::yield();
  while (pools.searches().running > 0) std::this_thread::yield();
}

TEST(SolverPools, ACancelledSearchTellsWhatItHasFound) {
  ServeSettings unlimited = settings();
  unlimited.search_timeout = milliseconds(0);
  std::string count = "not started";
  // A search that is listed need not have begun: then it is given longer.
  for (int yields = 1; count.find("not started") != std::string::npos; yields *= 2) {
    Metrics metrics;
    RunningPools pools(unlimited, metrics);
    auto batches = cut_at_once("@c " + kEndless + "first 1000 32\n");
    ASSERT_EQ(batches.size(), 2U);
    const auto cancelled = std::make_shared<CancelFlag>(false);
    std::atomic<std::size_t> done = 0;
    for (const auto& batch : batches) {
      batch->cancelled = cancelled;
      pools.submit(*batch, [&done] { ++done; });
    }
    SearchList list = pools.searches();
    while (list.searches.size() != 2) {
      std::this_thread::yield();
      list = pools.searches();
    }
    for (int i = 0; i < yields; ++i) std::this_thread::yield();
    for (const SearchList::Running& search : list.searches) {
      EXPECT_TRUE(pools.cancel_search(search.id));
    }
    while (done < batches.size()) std::this_thread::yield();
    EXPECT_EQ(metrics.errors[static_cast<std::size_t>(ErrorCode::kCancelled)], 2U);
    while (pools.searches().running > 0) std::this_thread::yield();
    EXPECT_FALSE(pools.cancel_search(list.searches[0].id));
    const std::string list_answer(batches[1]->answers.view());
    count = std::string(batches[0]->answers.view()) + list_answer;
    if (list_answer.find("not started") != std::string::npos) continue;
    EXPECT_EQ(list_answer, "error cancelled by the operator: 0 of 1000\n");
  }
  EXPECT_TRUE(count.starts_with("@c error cancelled by the operator: at least ")) << count;
}

TEST(SolverPools, WhatIsNotSolvedForTheEndOfTheDaemonIsRefused) {
  Metrics metrics;
  RunningPools pools(settings(), metrics);
  auto batches = cut_at_once("@a " + some_puzzles(1) + "ping\n# nothing\n" + some_puzzles(3));
  ASSERT_EQ(batches.size(), 1U);
  batches[0]->cancelled = std::make_shared<CancelFlag>(true);
  const std::string error = "error shutting-down the daemon is shutting down\n";
  EXPECT_EQ(answered(batches, pools, metrics), "@a " + error + "pong\n" + error + error + error);
  EXPECT_EQ(metrics.errors[static_cast<std::size_t>(ErrorCode::kShuttingDown)], 4U);
}

TEST(SolverPools, TheStreamDoesNotWaitForSearches) {
  ServeSettings unlimited = settings();
  unlimited.threads.given = 1;
  unlimited.search_timeout = milliseconds(0);
  Metrics metrics;
  RunningPools pools(unlimited, metrics);
  const auto cancelled = std::make_shared<CancelFlag>(false);
  std::atomic<int> ended = 0;
  std::vector<std::unique_ptr<RequestBatch>> searches;
  for (int i = 0; i < 8; ++i) {
    searches.push_back(std::move(cut_at_once(kEndless)[0]));
    searches.back()->cancelled = cancelled;
    pools.submit(*searches.back(), [&ended] { ++ended; });
  }
  const std::string lines = some_puzzles(500);
  auto batches = cut_at_once(lines);
  EXPECT_EQ(answered(batches, pools, metrics), solved(lines).text.view());
  EXPECT_EQ(ended, 0);
  *cancelled = true;
  while (ended < 8) std::this_thread::yield();
}

TEST(SolverPools, EndOnlyWhenAllIsAnswered) {
  const std::string lines = some_puzzles(3000);
  Metrics metrics;
  auto batches = cut_at_once(lines + "queens 12\n" + lines + "first 2 8\n");
  std::atomic<std::size_t> done = 0;
  {
    RunningPools pools(settings(), metrics);
    for (const auto& batch : batches) pools.submit(*batch, [&done] { ++done; });
  }
  EXPECT_EQ(done, batches.size());
  std::string text;
  for (const auto& batch : batches) text += batch->answers.view();
  const std::string expected(solved(lines).text.view());
  EXPECT_EQ(text, expected + "14200\n" + expected + "1 5 8 6 3 7 2 4\t1 6 8 3 7 4 2 5\n");
}

TEST(SolverPools, EveryInstructionSetGivesTheSameAnswers) {
  const std::string lines = some_puzzles(300) + "queens 13\ntarget " + kEmpty + '\n';
  const std::string expected = served(lines);
  for (const std::string_view isa : simd::kIsaNames) {
    if (!simd::has_isa(isa)) continue;
    ServeSettings with = settings();
    with.isa.given = isa;
    EXPECT_EQ(served(lines, with), expected) << isa;
  }
}

TEST(SolverPools, MemoryBoundsWhatIsCounted) {
  // A limit that the settings allow and the daemon's memory does not.
  Metrics metrics;
  ServeSettings unlimited = settings();
  unlimited.search_timeout = milliseconds(0);
  RunningPools pools(unlimited, metrics);
  auto batches = cut_at_once("@big queens 28\nqueens 8\n", {.queens = 28});
  EXPECT_EQ(answered(batches, pools, metrics),
            "@big error limit 28 queens need more than 256 MiB of memory for each thread\n92\n");
  EXPECT_EQ(metrics.errors[static_cast<std::size_t>(ErrorCode::kLimit)], 1U);
}

TEST(SolverPools, WhatHoldsUpTheStreamIsHandedOn) {
  // No solution, and a tenth of a second until that is known.
  const std::string hard =
      "......6..9..................2.........3......1........546..7................5.392\n";
  const std::string lines = "@a " + some_puzzles(3) + hard + "ping\n@h " + hard + some_puzzles(3);
  std::string expected(solved(some_puzzles(3)).text.view());
  ServeSettings unlimited = settings();
  unlimited.search_timeout = milliseconds(0);
  EXPECT_EQ(served(lines, unlimited),
            "@a " + expected + "unsolvable\npong\n@h unsolvable\n" + expected);
  const std::string bulk = some_puzzles(2000);  // which is solved elsewhere
  const std::string bulk_answers(solved(bulk).text.view());
  EXPECT_EQ(served(bulk + hard + bulk, unlimited), bulk_answers + "unsolvable\n" + bulk_answers);
  ServeSettings brief = settings();
  brief.search_timeout = milliseconds(1);
  const std::string timeout = "error timeout after 0.001 s: no solution found\n";
  EXPECT_EQ(served(lines, brief), "@a " + expected + timeout + "pong\n@h " + timeout + expected);
  const std::string counts = "@a count 2 " + hard + "count 2 " + some_puzzles(1);
  const std::string one = "1\t" + std::string(solved(some_puzzles(1)).text.view());
  EXPECT_EQ(served(counts, unlimited), "@a 0\t-\n" + one);
  EXPECT_EQ(served(counts, brief), "@a error timeout after 0.001 s: at least 0\t-\n" + one);
}

TEST(HardPuzzles, AreSolvedWhereTheStreamHadNoTime) {
  const std::string lines = some_puzzles(200);
  const std::string expected(solved(lines).text.view());
  // As if every third puzzle had been too hard.
  PartlySolved partly;
  std::size_t number = 0;
  std::string_view answers = expected;
  sudoku::PuzzleReader reader(lines, {}, {.begins_stream = false});
  while (reader.next()) {
    const std::string_view answer = sudoku::take_line(answers);
    if (!answer.starts_with("invalid") && ++number % 3 == 0) {
      partly.unsolved.push_back({.grid = reader.puzzle().grid, .answer_at = partly.answers.size()});
    } else {
      partly.answers.append(answer).append("\n");
    }
  }
  Metrics metrics;
  RequestBatch batch;
  batch.kind = BatchKind::kStream;
  batch.insertions = {{1, 6}};
  batch.inserted = "@tag1 ";
  {
    parallel::SearchPool pool({.threads = 3, .spare = 0});
    pool.submit({.run = [&](parallel::SearchContext& context) {
      answer_hard_puzzles(batch, partly, context, milliseconds(0), metrics);
    }});
  }
  const std::size_t second = expected.find('\n') + 1;
  EXPECT_EQ(batch.answers.view(), expected.substr(0, second) + "@tag1 " + expected.substr(second));
  EXPECT_EQ(metrics.solved + metrics.unsolvable, number / 3);
}

TEST(HardPuzzles, AreAnsweredWhenTheyAreCancelled) {
  Metrics metrics;
  RequestBatch batch;
  batch.kind = BatchKind::kStream;
  const PartlySolved partly{.answers = "", .unsolved = std::vector<sudoku::UnsolvedPuzzle>(2)};
  parallel::SearchPool pool({.threads = 1, .spare = 0});
  pool.submit(
      {.about = std::make_shared<const int>(), .run = [&](parallel::SearchContext& context) {
         while (!context.stop()) std::this_thread::yield();
         answer_hard_puzzles(batch, partly, context, milliseconds(0), metrics);
       }});
  parallel::SearchOverview overview = pool.overview(1);
  while (overview.running.empty()) {
    std::this_thread::yield();
    overview = pool.overview(1);
  }
  EXPECT_NE(pool.cancel(overview.running[0].id), nullptr);
  while (pool.tick()) std::this_thread::yield();
  const std::string cancelled = "error cancelled by the operator: no solution found\n";
  EXPECT_EQ(batch.answers.view(), cancelled + cancelled);
}

TEST(HardPuzzles, StopWhenTheirClientHasLeft) {
  Metrics metrics;
  RequestBatch batch;
  batch.kind = BatchKind::kStream;
  const PartlySolved partly{.answers = "", .unsolved = std::vector<sudoku::UnsolvedPuzzle>(2)};
  parallel::SearchPool pool({.threads = 1, .spare = 0});
  const auto cancelled = std::make_shared<CancelFlag>(true);
  pool.submit({.cancelled = cancelled, .run = [&](parallel::SearchContext& context) {
                 while (!context.stop()) std::this_thread::yield();
                 answer_hard_puzzles(batch, partly, context, milliseconds(0), metrics);
               }});
  while (pool.tick()) std::this_thread::yield();
  const std::string stopped = "error shutting-down the search was stopped\n";
  EXPECT_EQ(batch.answers.view(), stopped + stopped);
  EXPECT_EQ(metrics.timed_out, 2U);
}

}  // namespace
}  // namespace puzzled::net
