// What a problem's text is, or what is wrong with it and where, in one line for tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/cover/text/problem_text.hpp"
#include "tests/core/cover/dlx_text.hpp"

namespace puzzled::cover {

inline std::string shown(const TextFault& fault) {
  return std::to_string(fault.line) + ':' + std::to_string(fault.column) + ": " + fault.message;
}

inline std::string_view option_text(std::string_view text, const ReadProblem& read,
                                    std::size_t option) {
  const TextSpan span = read.option_texts[option];
  return text.substr(span.begin, span.size);
}

/// `LINE:COLUMN: reason`; empty if the text is a problem.
inline std::string fault_of(std::string_view text, CoverForm form = CoverForm::kDlx) {
  const auto read = read_problem(text, {.form = form});
  return read ? "" : shown(read.error());
}

/// The problem in Knuth's form; the fault if it is none.
inline std::string rewritten(std::string_view text, CoverForm form = CoverForm::kDlx) {
  const auto read = read_problem(text, {.form = form});
  if (!read) return shown(read.error());
  std::string written;
  append_dlx(written, read->named);
  return written;
}

}  // namespace puzzled::cover
