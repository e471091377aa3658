#include "daemon/commands/cover/decoration_counts.hpp"

#include <string_view>

namespace puzzled::commands {
namespace {

/// Appends `, 3 WORDS` or, as the first, `HEAD3 WORDS`.
class Enumeration {
 public:
  Enumeration(std::string& to, std::string_view head) : to_(to), head_(head) {}

  void add(std::uint64_t count, std::string_view one, std::string_view many) {
    if (count == 0) return;
    to_ += is_first_ ? head_ : ", ";
    to_ += std::to_string(count) + ' ' + std::string(count == 1 ? one : many);
    is_first_ = false;
  }

 private:
  std::string& to_;
  std::string_view head_;
  bool is_first_ = true;
};

}  // namespace

void DecorationCounts::add(const cover::ReadProblem& problem) {
  matrices_ += problem.form == cover::CoverForm::kMatrix ? 1 : 0;
  sparse_ += problem.form == cover::CoverForm::kSparse ? 1 : 0;
  counted_ += problem.form == cover::CoverForm::kCounted ? 1 : 0;
  lists_ += problem.decorations.has_brackets ? 1 : 0;
  sizes_ += problem.decorations.has_sizes ? 1 : 0;
  names_ += problem.decorations.has_names ? 1 : 0;
  labels_ += problem.decorations.has_labels ? 1 : 0;
  from_0_ += problem.decorations.counts_from_0 ? 1 : 0;
}

std::string DecorationCounts::text() const {
  std::string text;
  Enumeration forms(text, "; read as ");
  forms.add(matrices_, "matrix", "matrices");
  forms.add(sparse_, "problem of column numbers", "problems of column numbers");
  forms.add(counted_, "problem of counted rows", "problems of counted rows");
  Enumeration others(text, "; without ");
  others.add(lists_, "pair of list brackets", "pairs of list brackets");
  others.add(sizes_, "line of sizes", "lines of sizes");
  others.add(names_, "line of names", "lines of names");
  others.add(labels_, "column of row labels", "columns of row labels");
  Enumeration bases(text, "; ");
  bases.add(from_0_, "counts columns from 0", "count columns from 0");
  return text;
}

}  // namespace puzzled::commands
