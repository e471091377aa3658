#include "daemon/commands/queens/board_run.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/json_text.hpp"
#include "core/queens/boards/board_count.hpp"
#include "core/queens/regions/region_solver.hpp"
#include "core/queens/solution_walk.hpp"
#include "core/queens/text/board_reader.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/free_memory.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/progress.hpp"
#include "daemon/commands/queens/board_lines.hpp"
#include "daemon/commands/queens/count_run.hpp"
#include "daemon/commands/queens/solution_text.hpp"
#include "parallel/jobs/queens.hpp"
#include "parallel/unit_queue.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

// Region boards that all threads answer together: some milliseconds of work for each.
constexpr std::size_t kBoardsAtOnce = 4096;

/// Answers board after board, in their order.
class BoardRun {
 public:
  BoardRun(const QueensSettings& settings, const QueensRequest& request, Output& output,
           Interrupt& interrupt)
      : settings_(settings),
        request_(request),
        output_(output),
        interrupt_(interrupt),
        workers_(settings.threads) {
    interrupt_.set_stop_flag(&stop_);
  }
  ~BoardRun() { interrupt_.set_stop_flag(nullptr); }
  BoardRun(const BoardRun&) = delete;
  BoardRun& operator=(const BoardRun&) = delete;

  int run() {
    if (request_.inputs.empty()) {
      take(request_.board);
    } else {
      for (const std::string& input : request_.inputs) {
        if (!goes_on() || !read(input)) break;
      }
    }
    flush();
    return finish();
  }

 private:
  /// Whether nothing is asked for in particular: then boards of regions are solved.
  bool asks_nothing() const {
    return request_.listed == 0 && !settings_.count && settings_.limit == 0;
  }

  /// A board of regions whose answer is due, or the answer to what is none.
  using Due = std::variant<queens::RegionBoard, std::string>;

  bool goes_on() const {
    return !is_stopped(stop_) && !error_ && output_.status() == Output::Status::kOk &&
           !(settings_.svg && boards_ > 0);
  }

  bool read(const std::string& input);
  void take(const queens::AnyBoard& board);
  void refuse(const std::string& place, const std::string& reason);
  void flush();
  int finish();

  void answer(const queens::Board& board);
  void count(const queens::Board& board);
  void list(const queens::Board& board);
  void answer(std::string& text, const queens::RegionBoard& board);
  std::uint64_t list(std::string& text, const queens::RegionBoard& board, std::uint64_t most);

  void write(std::string_view text) { output_.write(text); }
  void append_no_solution(std::string& text) const {
    text += settings_.json ? "{\"has_solution\":false}\n" : "no solution\n";
  }
  void append_has_solution(std::string& text, bool is_there) const {
    if (settings_.json) {
      text += is_there ? "{\"has_solution\":true}\n" : "{\"has_solution\":false}\n";
    } else {
      text += is_there ? "yes\n" : "no\n";
    }
  }
  void append_count(std::string& text, int queens, queens::Count count) const {
    text +=
        settings_.json ? count_json(queens, count, std::nullopt) : queens::to_text(count) + '\n';
  }
  /// Lists of several solutions have an empty line between boards.
  void append_gap(std::string& text) {
    if (boards_++ > 0 && request_.listed > 1 && !settings_.json) text += '\n';
  }

  const QueensSettings settings_;
  const QueensRequest& request_;
  Output& output_;
  Interrupt& interrupt_;
  parallel::Workers workers_;
  StopFlag stop_{false};
  std::vector<Due> due_;
  std::uint64_t boards_ = 0;
  std::atomic<bool> some_unanswered_ = false;  // no solution, or no board
  std::optional<Error> error_;
};

bool BoardRun::read(const std::string& input) {
  Result<std::unique_ptr<ByteSource>> source = open_input(input, interrupt_);
  if (!source) {
    error_ = source.error();
    return false;
  }
  BoardLines lines(std::move(*source), queens::kMaxBoardDocumentBytes);
  queens::BoardReader reader(lines);
  std::uint64_t found = 0;
  while (goes_on()) {
    const std::optional<queens::BoardReader::Read> read = reader.next();
    if (!read) break;
    ++found;
    if (read->board) {
      take(*read->board);
    } else {
      refuse(input_name(input) + ':' + std::to_string(read->line), read->board.error().message);
    }
  }
  if (lines.error()) {
    error_ = Error{input_name(input) + ": " + lines.error()->message};
    return false;
  }
  if (found == 0 && goes_on()) {
    complain(input_name(input) + " has no board");
    some_unanswered_ = true;
  }
  return true;
}

void BoardRun::refuse(const std::string& place, const std::string& reason) {
  complain(place + ": " + reason);
  std::string text;
  if (settings_.json) {
    JsonObject object(text);
    object.text("invalid", reason);
    object.end();
    text += '\n';
  } else {
    text = "invalid\n";
  }
  due_.emplace_back(std::move(text));
  some_unanswered_ = true;
  if (due_.size() >= kBoardsAtOnce) flush();
}

void BoardRun::take(const queens::AnyBoard& board) {
  if (const auto* const regions = std::get_if<queens::RegionBoard>(&board)) {
    due_.emplace_back(*regions);
    if (due_.size() >= kBoardsAtOnce || settings_.svg) flush();
    return;
  }
  flush();
  answer(std::get<queens::Board>(board));
}

void BoardRun::flush() {
  std::vector<std::string> texts(due_.size());
  parallel::for_each_unit(workers_, due_.size(), [&] {
    return [&](std::size_t place) {
      if (const auto* const board = std::get_if<queens::RegionBoard>(&due_[place])) {
        answer(texts[place], *board);
      } else {
        texts[place] = std::get<std::string>(due_[place]);
      }
      return !is_stopped(stop_);
    };
  });
  due_.clear();
  if (is_stopped(stop_)) return;
  std::string all;
  for (const std::string& text : texts) {
    append_gap(all);
    all += text;
  }
  if (!all.empty()) write(all);
}

int BoardRun::finish() {
  if (error_) {
    complain(error_->message);
    return output_.finish(Results::kIncomplete, kExitFailure);
  }
  if (output_.status() != Output::Status::kOk) {
    return output_.finish(Results::kIncomplete, kExitFailure);
  }
  if (interrupt_.requested()) {
    complain("interrupted after " + plural(boards_, "board"));
    return output_.finish(Results::kIncomplete, interrupt_.exit_code());
  }
  return output_.finish(Results::kComplete, some_unanswered_ ? kExitSomeUnanswered : kExitAllWell);
}

void BoardRun::answer(const queens::Board& board) {
  std::string text;
  append_gap(text);
  write(text);
  if (board.queens > queens::kMaxQueens && request_.counted && settings_.limit == 0 &&
      !settings_.has_solution) {
    const std::string reason = "at most " + std::to_string(queens::kMaxQueens) +
                               " queens are counted (got " + std::to_string(board.queens) + ")";
    return refuse("board " + std::to_string(boards_), reason);
  }
  if (settings_.has_solution) {
    queens::SolutionWalk walk(board);
    const bool is_there = walk.next(stop_);
    if (is_stopped(stop_)) return;
    append_has_solution(text = {}, is_there);
    if (!is_there) some_unanswered_ = true;
    write(text);
    return;
  }
  if (request_.listed > 0) list(board);
  if (request_.counted && !is_stopped(stop_)) count(board);
}

void BoardRun::list(const queens::Board& board) {
  SolutionText solutions(settings_, board);
  const auto format = [&](std::string& text, std::span<const int> columns) {
    solutions.append(text, columns);
  };
  const auto show = [&](std::string_view text, std::uint64_t) {
    return output_.write(text) == Output::Status::kOk;
  };
  const parallel::Listed listed = parallel::list_queens(
      board, {.limit = request_.listed, .format = format, .show = show}, stop_);
  if (listed.shown > 0 || is_stopped(stop_)) return;
  some_unanswered_ = true;
  if (settings_.svg) return complain("the board has no solution: nothing was drawn");
  std::string text;
  append_no_solution(text);
  write(text);
}

void BoardRun::count(const queens::Board& board) {
  std::string text;
  if (settings_.limit > 0) {
    queens::SolutionWalk walk(board);
    std::uint64_t found = 0;
    while (found < settings_.limit && walk.next(stop_)) ++found;
    if (is_stopped(stop_)) return;
    append_count(text, board.queens, found);
    return write(text);
  }
  const std::uint64_t memory = request_.memory.value_or(free_memory() / 2);
  const auto terms = queens::plan_board_count(
      board, settings_.isa, memory / static_cast<std::uint64_t>(workers_.threads()));
  if (!terms) {
    error_ = terms.error();
    return;
  }
  std::uint64_t units = 0;
  for (const queens::CountTerm& term : *terms) units += term.plan->units();
  std::atomic<std::uint64_t> done = 0;
  const ProgressLine line(
      [&] { return std::to_string(done.load()) + " of " + plural(units, "unit") + " counted"; },
      !settings_.quiet);
  const auto total = parallel::count_terms(workers_, *terms, stop_, [&] { ++done; });
  if (!total) {
    error_ = total.error();
  } else if (*total) {
    append_count(text, board.queens, **total);
    write(text);
  }
}

/// Called on any thread, several at a time.
void BoardRun::answer(std::string& text, const queens::RegionBoard& board) {
  constexpr std::uint64_t kAll = UINT64_MAX;
  if (settings_.has_solution) {
    const bool is_there = queens::count_region_solutions(board, 1, stop_) > 0;
    if (!is_there) some_unanswered_ = true;
    return append_has_solution(text, is_there);
  }
  const std::uint64_t listed = asks_nothing() ? 1 : request_.listed;
  if (listed > 0 && list(text, board, listed) == 0) some_unanswered_ = true;
  if (request_.counted && !asks_nothing()) {
    const std::uint64_t limit = settings_.limit > 0 ? settings_.limit : kAll;
    append_count(text, board.queens, queens::count_region_solutions(board, limit, stop_));
  }
}

/// Appends the first solutions, or that there is none. Returns how many there are.
std::uint64_t BoardRun::list(std::string& text, const queens::RegionBoard& board,
                             std::uint64_t most) {
  SolutionText solutions(settings_, board);
  std::uint64_t found = 0;
  queens::for_each_region_solution(
      board,
      [&](std::span<const int> columns) {
        solutions.append(text, columns);
        return ++found < most;
      },
      stop_);
  if (found == 0 && !is_stopped(stop_)) {
    if (settings_.svg) {
      complain("the board has no solution: nothing was drawn");
    } else {
      append_no_solution(text);
    }
  }
  return found;
}

}  // namespace

int run_boards(const QueensSettings& settings, const QueensRequest& request, Interrupt& interrupt) {
  const Result<std::unique_ptr<Output>> output = Output::open(settings, interrupt);
  if (!output) return fail(output.error());
  QueensSettings without_board = settings;
  if (!request.inputs.empty()) without_board.board = false;  // it says that the files hold boards
  return BoardRun(without_board, request, **output, interrupt).run();
}

}  // namespace puzzled::commands
