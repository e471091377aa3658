#include "daemon/commands/cover/problem_input.hpp"

#include <algorithm>
#include <utility>

#include "core/cover/text/line_scanner.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled::commands {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{64} << 10;
constexpr std::string_view kBlanks = " \t\v\f\r";

}  // namespace

Result<std::optional<CoverProblemText>> ProblemInput::next() {
  while (true) {
    if (!source_) {
      const Result<bool> opened = open_next();
      if (!opened) return opened.error();
      if (!*opened) return std::optional<CoverProblemText>();
    }
    if (is_passed_over_) {
      const Result<bool> passed = read(Until::kEnd);
      if (!passed) return passed.error();
      is_passed_over_ = false;
      if (!*passed) {
        source_.reset();
        if (has_nul_) return std::optional(problem());
        continue;
      }
    }
    begin_problem();
    const Result<bool> goes_on = read(Until::kEnd);
    if (!goes_on) return goes_on.error();
    const bool is_problem = *goes_on || has_content_ || !has_given_ || fault_;
    has_given_ = true;
    if (!*goes_on) source_.reset();
    if (is_problem) return std::optional(problem());
  }
}

Result<bool> ProblemInput::has_more() {
  while (true) {
    if (source_) {
      const Result<bool> found = read(is_passed_over_ ? Until::kEnd : Until::kContent);
      if (!found) return found.error();
      if (!*found) source_.reset();
      if (*found && !is_passed_over_) return true;
      is_passed_over_ = false;
      continue;
    }
    const Result<bool> opened = open_next();
    if (!opened) return opened.error();
    if (!*opened) return false;
    // (Each file has a problem, be it an empty text.)
    return true;
  }
}

Result<bool> ProblemInput::open_next() {
  if (next_input_ == inputs_.size()) return false;
  Result<std::unique_ptr<ByteSource>> source = open_input(inputs_[next_input_], interrupt_);
  if (!source) return source.error();
  source_ = std::move(*source);
  ++next_input_;
  chunk_.clear();
  chunk_at_ = 0;
  has_ended_ = has_nul_ = has_given_ = is_passed_over_ = false;
  line_number_ = 1;
  line_.clear();
  line_bytes_ = 0;
  line_kind_ = Line::kBlank;
  return true;
}

void ProblemInput::begin_problem() {
  text_.clear();
  first_line_ = line_number_;
  has_content_ = false;
  fault_.reset();
}

CoverProblemText ProblemInput::problem() {
  return {.text = text_, .first_line = first_line_, .input = next_input_ - 1, .fault = fault_};
}

/// False at the end of the file: then the last line has been taken.
Result<bool> ProblemInput::read(Until until) {
  while (!take_lines(until)) {
    const Result<bool> more = read_more();
    if (!more) return more.error();
    if (*more) continue;
    // A last line without a line feed.
    return until == Until::kEnd && line_bytes_ > 0 && !end_line();
  }
  return !has_nul_;
}

Result<bool> ProblemInput::read_more() {
  if (has_ended_) return false;
  chunk_.resize(kChunkBytes);
  chunk_at_ = 0;
  const Result<std::size_t> got = source_->read(chunk_.data(), kChunkBytes);
  chunk_.resize(got ? *got : 0);
  if (!got) return got.error();
  has_ended_ = *got == 0;
  if (line_number_ == 1 && line_bytes_ == 0 && chunk_.starts_with(cover::text::kByteOrderMark)) {
    chunk_at_ = cover::text::kByteOrderMark.size();
  }
  return !chunk_.empty();
}

std::size_t ProblemInput::max_line() const {
  return std::min<std::uint64_t>(limits_.max_line, limits_.memory / 8);
}

std::size_t ProblemInput::max_problem() const {
  return std::min<std::uint64_t>(limits_.max_problem, limits_.memory / 4);
}

/// Passes over whole lines, without a look at each, none of which can end the problem.
bool ProblemInput::pass_lines() {
  const std::string_view rest = std::string_view(chunk_).substr(chunk_at_);
  const std::string_view lines = rest.substr(0, rest.rfind('\n') + 1);  // (npos + 1 is 0)
  if (lines.empty() || lines.find(cover::text::kProblemLine) != std::string_view::npos ||
      lines.find('\0') != std::string_view::npos) {
    return false;
  }
  line_number_ += static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n'));
  chunk_at_ += lines.size();
  return true;
}

/// Takes what has been read. False if more is needed.
bool ProblemInput::take_lines(Until until) {
  while (chunk_at_ < chunk_.size()) {
    if (is_passed_over_ && line_bytes_ == 0 && pass_lines()) continue;
    const std::string_view rest = std::string_view(chunk_).substr(chunk_at_);
    const std::size_t size = std::min(rest.find('\n'), rest.size());
    const std::size_t nul = rest.substr(0, size).find('\0');
    if (nul != std::string_view::npos) {
      append_to_line(rest.substr(0, nul));
      fail(line_bytes_ + 1, "a NUL byte: this is not text, and nothing behind it is read");
      is_passed_over_ = false;
      has_nul_ = true;
      return true;
    }
    append_to_line(rest.substr(0, size));
    chunk_at_ += size;
    if (until == Until::kContent && line_kind_ == Line::kContent) return true;
    if (until == Until::kEnd && fault_ && !is_passed_over_) {
      is_passed_over_ = true;
      return true;
    }
    if (size == rest.size()) break;
    ++chunk_at_;
    if (!end_line()) return true;
  }
  return false;
}

void ProblemInput::fail(std::uint64_t column, std::string message) {
  fault_ = cover::TextFault{line_number_, column, std::move(message)};
  text_ = std::string();
  line_ = std::string();
}

void ProblemInput::append_to_line(std::string_view bytes) {
  if (line_kind_ == Line::kBlank) {
    const std::size_t begin = bytes.find_first_not_of(kBlanks);
    if (begin != std::string_view::npos) {
      line_kind_ = bytes[begin] == '|' ? Line::kComment : Line::kContent;
    }
  }
  line_bytes_ += bytes.size();
  if (line_kind_ == Line::kComment) return line_.clear();
  if (fault_) {
    // Only to find the end of the problem.
    if (line_.size() < kChunkBytes) line_ += bytes;
    return;
  }
  const auto limit_text = [](std::size_t limit, std::size_t asked, const char* option) {
    const char* const unit = limit % 1024 == 0 ? "" : " bytes";
    return size_text(limit) + unit + " (" + (limit < asked ? "--memory" : option) + ")";
  };
  const std::size_t line = line_.size() + bytes.size();
  if (line > max_line()) {
    return fail(max_line() + 1, "the line is longer than " +
                                    limit_text(max_line(), limits_.max_line, "--max-line"));
  }
  if (text_.size() + line >= max_problem()) {
    return fail(max_problem() - text_.size(),
                "the problem is longer than " +
                    limit_text(max_problem(), limits_.max_problem, "--max-problem"));
  }
  line_ += bytes;
}

/// Appends the line to the text, which grows by doubling, but not beyond its limit.
void ProblemInput::keep_line() {
  const std::size_t size = text_.size() + line_.size() + 1;
  if (size > text_.capacity()) text_.reserve(std::min(2 * size, std::max(size, max_problem())));
  if (line_kind_ == Line::kContent) text_ += line_;
  text_ += '\n';
}

/// False if the line ends the problem.
bool ProblemInput::end_line() {
  const bool is_content = line_kind_ == Line::kContent;
  const bool is_end = is_content && cover::text::without_blanks(line_) == cover::text::kProblemLine;
  ++line_number_;
  if (!is_end && !fault_) {
    if (is_content && !std::exchange(has_content_, true)) first_line_ = line_number_ - 1;
    if (!has_content_) {
      first_line_ = line_number_;
    } else {
      keep_line();
    }
  }
  line_.clear();
  line_bytes_ = 0;
  line_kind_ = Line::kBlank;
  return !is_end;
}

std::string ProblemInput::place_text(const CoverProblemText& problem, std::string_view kind,
                                     const cover::TextFault& fault) const {
  return input_name(inputs_[problem.input]) + ':' + std::to_string(fault.line) + ':' +
         std::to_string(fault.column) + ": " + std::string(kind) + ": " + fault.message + '\n';
}

}  // namespace puzzled::commands
