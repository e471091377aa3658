#include "core/cover/frontier/layout.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace puzzled::cover::frontier {
namespace {

constexpr unsigned kMaxRing = 64;
constexpr unsigned kRingStep = 4;  // fine enough: it decides between one and two words

/// Items by the step in which they open; those that never open left out.
struct Opening {
  OpenSteps steps;
  std::uint32_t item = 0;
};

std::vector<Opening> openings_of(const std::vector<OpenSteps>& spans) {
  std::vector<Opening> openings;
  for (std::uint32_t item = 0; item < spans.size(); ++item) {
    if (spans[item].ever()) openings.push_back({spans[item], item});
  }
  std::stable_sort(openings.begin(), openings.end(), [](const Opening& a, const Opening& b) {
    return a.steps.first < b.steps.first;
  });
  return openings;
}

bool is_near(const Opening& opening, std::size_t primary_items, unsigned ring) {
  return opening.item < primary_items && opening.steps.last - opening.steps.first < ring;
}

/// Gives bits from 0 to items that are not near, and says how many bits it took. A bit is free
/// again behind the last step of its item, not in it: there options still name both.
std::uint32_t place_far(const std::vector<Opening>& openings, std::size_t primary_items,
                        unsigned ring, std::vector<std::uint32_t>& bits) {
  using Taken = std::pair<std::uint32_t, std::uint32_t>;  // last step of its item, bit
  std::priority_queue<Taken, std::vector<Taken>, std::greater<>> taken;
  std::uint32_t count = 0;
  for (const Opening& opening : openings) {
    if (is_near(opening, primary_items, ring)) continue;
    std::uint32_t bit = count;
    if (!taken.empty() && taken.top().first < opening.steps.first) {
      bit = taken.top().second;
      taken.pop();
    } else {
      ++count;
    }
    bits[opening.item] = bit;
    taken.emplace(opening.steps.last, bit);
  }
  return count;
}

std::size_t words_of(std::size_t bits) {
  return (bits + 63) / 64;
}

/// The largest of some rings with which a state has the fewest words.
unsigned choose_ring(const std::vector<Opening>& openings, std::size_t primary_items,
                     std::vector<std::uint32_t>& bits) {
  std::size_t fewest = SIZE_MAX;
  unsigned best = kMaxRing;
  for (unsigned ring = kRingStep; ring <= kMaxRing; ring += kRingStep) {
    const std::size_t words = words_of(ring + place_far(openings, primary_items, ring, bits));
    if (words > fewest) continue;
    fewest = words;
    best = ring;
  }
  return best;
}

/// The bit of each item, kNoBit if it is never open.
std::vector<std::uint32_t> place_items(const std::vector<OpenSteps>& spans, Layout& layout) {
  const std::vector<Opening> openings = openings_of(spans);
  std::vector<std::uint32_t> bits(spans.size(), kNoBit);
  layout.ring = choose_ring(openings, layout.steps, bits);
  const std::uint32_t far = place_far(openings, layout.steps, layout.ring, bits);
  layout.words = words_of(layout.ring + far);
  layout.far.assign(layout.steps + 1, {});
  for (const Opening& opening : openings) {
    std::uint32_t& bit = bits[opening.item];
    if (is_near(opening, layout.steps, layout.ring)) {
      bit = opening.steps.last % layout.ring;
      continue;
    }
    bit += layout.ring;
    if (opening.item < layout.steps) layout.far[opening.steps.last] = {bit, opening.steps.first};
  }
  return bits;
}

void set_bit(std::vector<std::uint64_t>& rows, std::size_t row, std::size_t words,
             std::uint32_t bit) {
  rows[row * words + bit / 64] |= std::uint64_t{1} << bit % 64;
}

void set_open(const std::vector<OpenSteps>& spans, const std::vector<std::uint32_t>& bits,
              Layout& layout) {
  layout.open.assign(layout.steps * layout.words, 0);
  std::vector<std::size_t>& places = layout.closing_starts;
  places.assign(layout.steps + 1, 0);
  for (std::size_t item = 0; item < spans.size(); ++item) {
    if (!spans[item].ever()) continue;
    ++places[spans[item].last + 1];
    for (std::uint32_t step = spans[item].first; step < spans[item].last; ++step) {
      set_bit(layout.open, step, layout.words, bits[item]);
    }
  }
  std::partial_sum(places.begin(), places.end(), places.begin());
  layout.closing.resize(places.back());
  std::vector<std::size_t> next(places.begin(), places.end() - 1);
  for (std::size_t item = 0; item < spans.size(); ++item) {
    if (!spans[item].ever()) continue;
    layout.closing[next[spans[item].last]++] = {bits[item], spans[item].first, item < layout.steps};
  }
}

std::vector<std::uint32_t> starts_of(const Problem& problem, const std::vector<OpenSteps>& spans) {
  std::vector<std::uint32_t> starts(problem.options(), kNoBit);
  for (std::size_t option = 0; option < problem.options(); ++option) {
    for (const Element& element : problem.option(option)) {
      if (element.item >= problem.primary_items()) continue;
      starts[option] = std::min(starts[option], spans[element.item].last);
    }
  }
  return starts;
}

void set_options(const Problem& problem, const std::vector<OpenSteps>& spans,
                 const std::vector<std::uint32_t>& bits, Layout& layout) {
  const std::vector<std::uint32_t> starts = starts_of(problem, spans);
  std::vector<std::size_t>& places = layout.option_starts;
  places.assign(layout.steps + 1, 0);
  for (const std::uint32_t start : starts) {
    if (start != kNoBit) ++places[start + 1];
  }
  std::partial_sum(places.begin(), places.end(), places.begin());

  layout.options.assign(problem.options() * layout.words, 0);
  std::vector<std::size_t> next(places.begin(), places.end() - 1);
  for (std::size_t option = 0; option < problem.options(); ++option) {
    if (problem.is_idle(option)) continue;
    const std::size_t row = next[starts[option]]++;
    for (const auto [item, colour] : problem.option(option)) {
      const bool is_first = item < layout.steps && spans[item].last == starts[option];
      if (!is_first && bits[item] != kNoBit) set_bit(layout.options, row, layout.words, bits[item]);
    }
  }
}

/// Whether no option up to `step` has the item of `target`: then states stop there.
bool is_unreached(const Layout& layout, std::size_t step, std::size_t target) {
  const auto is_primary = [&](const Closing& item) { return item.is_primary; };
  const auto items = layout.closing_at(target);
  const auto item = std::find_if(items.begin(), items.end(), is_primary);
  return item == items.end() || item->first > step;
}

}  // namespace

void list_kept(const Layout& layout, std::size_t step, std::vector<std::uint64_t>& kept) {
  const std::size_t words = layout.words;
  const auto open = layout.open.begin() + static_cast<std::ptrdiff_t>(step * words);
  kept.assign(open, open + static_cast<std::ptrdiff_t>(words));
  for (std::size_t target = step + 1; target < layout.steps; ++target) {
    if (is_unreached(layout, step, target)) return;
    const std::size_t row = kept.size();
    kept.resize(row + words);
    std::copy_n(kept.begin() + static_cast<std::ptrdiff_t>(row - words), words,
                kept.begin() + static_cast<std::ptrdiff_t>(row));
    for (const Closing& item : layout.closing_at(target)) {
      if (item.first > step) continue;
      kept[row + item.bit / 64] &= ~(std::uint64_t{1} << item.bit % 64);
    }
  }
}

Layout make_layout(const Problem& problem, std::span<const std::uint32_t> order) {
  Layout layout;
  layout.steps = problem.primary_items();
  const std::vector<OpenSteps> spans = open_steps(problem, order);
  const std::vector<std::uint32_t> bits = place_items(spans, layout);
  if (layout.words > kMaxWords) return layout;
  while (layout.words & (layout.words - 1)) ++layout.words;  // 1, 2, 4 or 8
  set_open(spans, bits, layout);
  set_options(problem, spans, bits, layout);
  return layout;
}

}  // namespace puzzled::cover::frontier
