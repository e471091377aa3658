#include "core/cover/text/line_scanner.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace puzzled::cover::text {
namespace {

constexpr std::size_t kMaxQuotedBytes = 40;

/// Length of the UTF-8 character that `text` begins with; 0 if it is none or does not print.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= ' ' && first != 0x7F ? 1 : 0;
  const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (length == 0 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  }
  // Overlong forms, surrogates, what is beyond U+10FFFF, and the controls U+0080 to U+009F.
  const bool is_none = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) ||
                       (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F) ||
                       (first == 0xC2 && byte(1) < 0xA0);
  return is_none ? 0 : length;
}

}  // namespace

std::string_view without_blanks(std::string_view line) {
  const char* const end = line.data() + line.size();
  const char* const begin = skip_blanks(line.data(), end);
  std::string_view rest = between(begin, end);
  while (!rest.empty() && class_of(rest.back()) == ByteClass::kBlank) rest.remove_suffix(1);
  return rest;
}

std::string quoted_name(std::string_view name) {
  std::string quoted = "'";
  while (!name.empty() && quoted.size() <= kMaxQuotedBytes) {
    const std::size_t length = character_length(name);
    quoted += length == 0 ? std::string_view("?") : name.substr(0, length);
    name.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return quoted + (name.empty() ? "'" : "...'");
}

LineScanner::LineScanner(std::string_view text, std::uint64_t first_line)
    : text_(text),
      line_(first_line - 1),
      next_line_(text.data()),
      line_begin_(text.data()),
      begin_(text.data()),
      end_(text.data()) {}

bool LineScanner::next() {
  const char* const text_end = text_.data() + text_.size();
  for (;;) {
    if (next_line_ == nullptr || next_line_ == text_end) {
      // Behind the last line, or at its end if it has no line feed.
      if (line_begin_ == next_line_ || text_.ends_with('\n')) {
        line_begin_ = text_end;
        ++line_;
      }
      begin_ = end_ = text_end;
      next_line_ = nullptr;
      return false;
    }
    line_begin_ = next_line_;
    ++line_;
    const auto left = static_cast<std::size_t>(text_end - next_line_);
    const void* const feed = std::memchr(next_line_, '\n', left);
    end_ = feed == nullptr ? text_end : static_cast<const char*>(feed);
    next_line_ = feed == nullptr ? text_end : end_ + 1;
    begin_ = skip_blanks(line_begin_, end_);
    if (begin_ != end_ && *begin_ != '|') return true;
  }
}

std::optional<TextFault> find_no_text(std::string_view text, std::uint64_t first_line) {
  const auto fault_at = [&](std::size_t at, std::string message) {
    const std::string_view before = text.substr(0, at);
    const auto feeds = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t line_begin = before.rfind('\n') + 1;  // (npos + 1 is 0)
    return TextFault{first_line + feeds, at - line_begin + 1, std::move(message)};
  };
  const std::size_t nul = text.find('\0');
  if (nul != std::string_view::npos) return fault_at(nul, "a NUL byte: this is not text");
  for (std::size_t at = 0; (at = text.find('\r', at)) != std::string_view::npos; ++at) {
    const std::size_t behind = text.find_first_not_of('\r', at);
    if (behind == std::string_view::npos || text[behind] == '\n') {
      at = behind == std::string_view::npos ? text.size() - 1 : behind;
      continue;
    }
    return fault_at(at,
                    "a carriage return within a line: end lines by a line feed (tr '\\r' '\\n')");
  }
  return std::nullopt;
}

const char* CostReader::read(const char* at, const char* end, std::int64_t& cost) {
  has_read_ = true;
  const char* const begin = skip_blanks(at + 1, end);
  const char* word_end = begin;
  while (word_end != end && class_of(*word_end) != ByteClass::kBlank && *word_end != '|') {
    ++word_end;
  }
  const std::string_view word = between(begin, word_end);
  if (word.empty()) return fail(at, "a bar without a cost behind it"), nullptr;
  std::int64_t number = 0;
  const bool has_plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
  const auto [stop, error] = std::from_chars(begin + (has_plus ? 1 : 0), word_end, number);
  if (error == std::errc::invalid_argument || stop != word_end) {
    return fail(begin, quoted_name(word) + " is not a cost: an integer is expected"), nullptr;
  }
  // (Both bounds are half of what the type holds: the sum cannot overflow.)
  const bool fits = error == std::errc{} && std::llabs(number / 2) <= kMaxCostSum / 2;
  if (!fits || std::llabs(cost + number) > kMaxCostSum) {
    return fail(begin, "the cost " + quoted_name(word) + " is too large: not within " +
                           std::to_string(-kMaxCostSum) + " to " + std::to_string(kMaxCostSum)),
           nullptr;
  }
  cost += number;
  return word_end;
}

bool CostReader::add_to_sum(const char* at, std::int64_t cost) {
  sum_ += std::llabs(cost);
  return sum_ <= kMaxCostSum ||
         fail(at, "the costs of all options up to here add up to more than " +
                      std::to_string(kMaxCostSum));
}

}  // namespace puzzled::cover::text
