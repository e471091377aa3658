#include "daemon/commands/cover/decoration_counts.hpp"

#include <string_view>

namespace puzzled::commands {
namespace {

using cover::CoverForm;
using cover::ReadProblem;

struct DecorationKind {
  std::string_view head;  ///< of the enumeration of those that have the same
  std::string_view one;
  std::string_view many;
  bool (*has)(const ReadProblem& problem);
};

constexpr std::array kTable = {
    DecorationKind{"; read as ", "matrix", "matrices",
                   [](const ReadProblem& p) { return p.form == CoverForm::kMatrix; }},
    DecorationKind{"; read as ", "problem of column numbers", "problems of column numbers",
                   [](const ReadProblem& p) { return p.form == CoverForm::kSparse; }},
    DecorationKind{"; read as ", "problem of counted rows", "problems of counted rows",
                   [](const ReadProblem& p) { return p.form == CoverForm::kCounted; }},
    DecorationKind{"; without ", "pair of list brackets", "pairs of list brackets",
                   [](const ReadProblem& p) { return p.decorations.has_brackets; }},
    DecorationKind{"; without ", "line of sizes", "lines of sizes",
                   [](const ReadProblem& p) { return p.decorations.has_sizes; }},
    DecorationKind{"; without ", "line of names", "lines of names",
                   [](const ReadProblem& p) { return p.decorations.has_names; }},
    DecorationKind{"; without ", "column of row labels", "columns of row labels",
                   [](const ReadProblem& p) { return p.decorations.has_labels; }},
    DecorationKind{"; ", "counts columns from 0", "count columns from 0",
                   [](const ReadProblem& p) { return p.decorations.counts_from_0; }}};

}  // namespace

void DecorationCounts::add(const ReadProblem& problem) {
  static_assert(kTable.size() == kKinds);
  for (std::size_t i = 0; i < kKinds; ++i) counts_[i] += kTable[i].has(problem) ? 1 : 0;
}

std::string DecorationCounts::text() const {
  std::string text;
  std::string_view head;
  for (std::size_t i = 0; i < kKinds; ++i) {
    const DecorationKind& kind = kTable[i];
    if (counts_[i] == 0) continue;
    text += kind.head == head ? ", " : kind.head;
    text += std::to_string(counts_[i]) + ' ' + std::string(counts_[i] == 1 ? kind.one : kind.many);
    head = kind.head;
  }
  return text;
}

}  // namespace puzzled::commands
