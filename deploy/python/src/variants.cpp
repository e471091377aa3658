// Boards of other sizes and rules: puzzled/variants.py gives them Python's forms.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <puzzled/parallel.hpp>
#include <puzzled/variants.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "interruptible.hpp"
#include "module.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

using variants::Puzzle;
using variants::Rule;
using variants::RuleKind;
using variants::Solved;

/// Kind, cells, other cells, numbers.
using RuleTuple = std::tuple<std::string, std::vector<variants::Cell>, std::vector<variants::Cell>,
                             std::vector<int>>;
template <class T>
using Cells = py::array_t<T, py::array::c_style | py::array::forcecast>;

/// 0: no limit.
std::chrono::nanoseconds time_of(double seconds) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(seconds));
}

std::vector<Rule> rules_of(const std::vector<RuleTuple>& tuples) {
  std::vector<Rule> rules;
  for (const auto& [kind, cells, others, numbers] : tuples) {
    rules.push_back({.kind = value_of(variants::find_rule_kind(kind)),
                     .cells = cells,
                     .others = others,
                     .numbers = numbers});
  }
  return rules;
}

std::vector<RuleTuple> tuples_of(const std::vector<Rule>& rules) {
  std::vector<RuleTuple> tuples;
  for (const Rule& rule : rules) {
    tuples.emplace_back(name_of(rule.kind), rule.cells, rule.others, rule.numbers);
  }
  return tuples;
}

/// A new array of n rows and columns.
template <class T>
py::array_t<T> square_of(const std::vector<T>& values, int size) {
  py::array_t<T> array({size, size});
  std::ranges::copy(values, array.mutable_data());
  return array;
}

/// `regions` is empty for a board without any; `allowed` are sets of values as bits.
Puzzle make_board(int size, const Cells<std::uint8_t>& regions, const Cells<std::uint32_t>& allowed,
                  const std::vector<RuleTuple>& rules) {
  return {.size = size,
          .regions = {regions.data(), regions.data() + regions.size()},
          .allowed = {allowed.data(), allowed.data() + allowed.size()},
          .rules = rules_of(rules)};
}

py::tuple parts_of(const Puzzle& puzzle) {
  py::object regions = py::none();
  if (!puzzle.regions.empty()) regions = square_of(puzzle.regions, puzzle.size);
  return py::make_tuple(puzzle.size, regions, square_of(puzzle.allowed, puzzle.size),
                        tuples_of(puzzle.rules));
}

/// Count, solution or None, whether the search was complete, error or None.
py::list answers_of(const std::vector<Result<Solved>>& answers) {
  py::list list;
  for (const Result<Solved>& answer : answers) {
    if (!answer) {
      list.append(py::make_tuple(0, py::none(), true, answer.error().message));
      continue;
    }
    py::object solution = py::none();
    if (!answer->first.empty()) {
      int size = variants::kMinSize;
      while (static_cast<std::size_t>(size * size) < answer->first.size()) ++size;
      solution = square_of(answer->first, size);
    }
    list.append(py::make_tuple(answer->count, solution, answer->is_complete, py::none()));
  }
  return list;
}

py::list solve_boards(const std::vector<Puzzle>& puzzles, std::uint64_t limit, double time_limit,
                      int threads) {
  return answers_of(value_of(interruptible(threads, [&](const RunOptions& run) {
    return variants::solve_all(puzzles, run, limit, time_of(time_limit));
  })));
}

py::list solve_texts(const py::list& texts, const std::string& size,
                     const std::vector<RuleTuple>& rules, std::uint64_t limit, double time_limit,
                     int threads) {
  std::vector<std::string_view> views;  // of strings that the list keeps alive
  for (const py::handle text : texts) views.push_back(text.cast<std::string_view>());
  const std::vector<Rule> further = rules_of(rules);
  return answers_of(value_of(interruptible(threads, [&](const RunOptions& run) {
    return variants::solve_all(views, {.size = size, .rules = further}, run, limit,
                               time_of(time_limit));
  })));
}

/// An array (k, n, n), and whether there are no others before the last of them.
py::tuple page_of(const Puzzle& puzzle, const Cells<std::uint8_t>& after, std::uint64_t most,
                  double time_limit) {
  const std::vector<std::uint8_t> last(after.data(), after.data() + after.size());
  const variants::SolutionPage page = value_of(interruptible(1, [&](const RunOptions& run) {
    return variants::page(puzzle, run, last, most, time_of(time_limit));
  }));
  const auto size = static_cast<py::ssize_t>(puzzle.size);
  py::array_t<std::uint8_t> array(
      std::vector<py::ssize_t>{static_cast<py::ssize_t>(page.solutions.size()), size, size});
  std::uint8_t* to = array.mutable_data();
  for (const std::vector<std::uint8_t>& solution : page.solutions) {
    to = std::ranges::copy(solution, to).out;
  }
  return py::make_tuple(array, page.is_complete);
}

/// An array (n, n, n), and whether time ran out.
py::tuple true_candidates_of(const Puzzle& puzzle, std::uint32_t cap, double time_limit) {
  const variants::TrueCandidates found = value_of(interruptible(1, [&](const RunOptions& run) {
    return variants::true_candidates(puzzle, run, cap, time_of(time_limit));
  }));
  py::array_t<std::uint32_t> array({puzzle.size, puzzle.size, puzzle.size});
  std::ranges::copy(found.counts, array.mutable_data());
  return py::make_tuple(array, found.timed_out);
}

/// Solutions, error, probes, and whether time ran out.
py::tuple estimate_of(const Puzzle& puzzle, std::uint64_t seed, double time_limit) {
  const variants::CountEstimate found = value_of(interruptible(1, [&](const RunOptions& run) {
    return variants::estimate(puzzle, run, seed, time_of(time_limit));
  }));
  return py::make_tuple(found.solutions, found.error, found.probes, found.timed_out);
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (int kind = 0; kind <= static_cast<int>(RuleKind::kGreater); ++kind) {
    names.emplace_back(name_of(static_cast<RuleKind>(kind)));
  }
  return names;
}

}  // namespace

void bind_variants(py::module_& module) {
  const auto board = py::arg("board");
  const auto time_limit = py::arg("time_limit");
  const auto threads = py::arg("threads");
  module.attr("MIN_SIZE") = int{variants::kMinSize};
  module.attr("MAX_SIZE") = int{variants::kMaxSize};
  module.attr("RULE_KINDS") = py::tuple(py::cast(kind_names()));
  module.attr("BOARD_RULES") = py::tuple(py::cast(variants::rule_names()));
  py::class_<Puzzle>(module, "VariantBoard")
      .def(py::init(&make_board), py::arg("size"), py::arg("regions"), py::arg("allowed"),
           py::arg("rules"))
      .def("parts", &parts_of);
  module.def("plain_board", &variants::plain_puzzle, py::arg("size"));
  module.def("kind_name", [](const std::string& name) {
    return std::string(name_of(value_of(variants::find_rule_kind(name))));
  });
  module.def("board_rules", [](const std::string& names) {
    return tuples_of(value_of(variants::parse_rules(names)));
  });
  module.def("parse_board", [](const std::string& text, const std::string& size) {
    return value_of(variants::parse(text, size));
  });
  module.def("board_text",
             [](const Puzzle& puzzle) { return value_of(to_constraint_string(puzzle)); });
  module.def("solve_boards", &solve_boards, py::arg("boards"), py::arg("limit"), time_limit,
             threads);
  module.def("solve_board_texts", &solve_texts, py::arg("texts"), py::arg("size"), py::arg("rules"),
             py::arg("limit"), time_limit, threads);
  module.def("board_page", &page_of, board, py::arg("after"), py::arg("most"), time_limit);
  module.def("board_candidates", &true_candidates_of, board, py::arg("cap"), time_limit);
  module.def("board_estimate", &estimate_of, board, py::arg("seed"), time_limit);
}

}  // namespace puzzled::python
